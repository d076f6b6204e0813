"""What is computed from journals and kept: summaries, the record of those who play together, everybody's sums."""

import random
import shutil
from pathlib import Path

import pytest

import companion
from companion.journal.events import CLASS_OF, Event
from companion.journal.events.game import (
    GameDated,
    GamePlaced,
    GameReopened,
    GameStarted,
    GemsLearned,
    HouseRulesChanged,
)
from companion.journal.events.hands import HandRecorded, HandStruckOut
from companion.journal.exchange import events_of, exported, game_document
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.state import GameState, Record
from companion.people.record import Filters
from companion.store import games
from companion.store.backup import checks
from companion.store.database import Store
from companion.store.derived import head_to_head, people, recompute
from companion.store.derived.table_cache import rules_version, source_digest, summary_from
from companion.store.derived.tallies import tally_of
from companion.store.errors import NotPossible
from companion.store.people import members, persons
from companion.store.people.members import Role
from tests.support.documents import HEAD, counted_hand, won_by, won_hand
from tests.support.documents import game_document as a_game
from tests.support.random_journals import event_for
from tests.support.store import Running, another, change, imported, outdate, pairing

DEEDS = [HandRecorded] * 20 + [deed for deed in CLASS_OF.values() if deed not in {GameStarted, GemsLearned}]


def something(state: GameState, chance: random.Random) -> Event:
    """Say something at random about a game as it is; not all of it is possible."""
    deed = GameReopened if state.closed else chance.choice(DEEDS)
    return event_for(state, deed, chance.randrange(60), chance.randrange(60))


@pytest.mark.parametrize("seed", range(2))
def test_cached_summaries_match_a_fold(store: Store, game: Running, seed: int) -> None:
    chance = random.Random(seed)
    game.say(HouseRulesChanged({"target": 400}))
    recorded = 0
    for _ in range(60):
        try:
            game.say(something(games.state(store, game.id), chance))
            recorded += 1
        except NotPossible:
            continue
        state = games.state(store, game.id)
        sheet = sheet_of(state)
        assert games.table_summary(store, game.id) == summary_from(state, sheet)
        assert games.sheet(store, game.id)[1] == sheet
    assert recorded > 15
    assert checks.check(store).findings == []
    summary = games.table_summary(store, game.id)
    change(store, chance.choice(["DELETE FROM standings", "UPDATE standings SET rules = 'old', body = '{}'"]))
    change(store, "DELETE FROM rulings")
    assert games.table_summary(store, game.id) == summary
    document = exported(*games.sheet(store, game.id))
    again = imported(store, game.author, document)
    assert imported(store, game.author, document) == again
    assert game_document(games.state(store, again)) == document
    assert games.table_summary(store, again).totals == summary.totals


def test_an_update_of_the_rules_changes_their_version(tmp_path: Path) -> None:
    root = tmp_path / "companion"
    shutil.copytree(Path(companion.__file__).parent, root, ignore=shutil.ignore_patterns("__pycache__"))
    assert source_digest(root) == rules_version()
    for changed in ("rules/rummy/match.py", "store/derived/tallies.py"):
        before = source_digest(root)
        (root / changed).write_text("changed")
        assert source_digest(root) != before


def play(store: Store, phone: int, names: list[str], points: int, record_id: str) -> str:
    head = {**HEAD, "players": names, "first_dealer": names[0]}
    hand = {**won_hand(points), "knocker": names[0]}
    hand["players"] = [{**seat, "name": name} for seat, name in zip(hand["players"], names, strict=True)]
    return imported(store, games.Author(phone, names[0]), {**head, "hands": [hand]}, record_id)


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recompute, "GAMES_AT_ONCE", 2)


@pytest.mark.usefixtures("few_at_once")
def test_after_an_update_a_few_games_a_request_are_counted_again(
    store: Store, phone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, name in enumerate(("Bob", "Cid") * 4):
        play(store, phone, ["Ann", name], 20 + number, f"game-number-{number}")
    before = pairing(store, phone, "Bob", "Ann")
    assert (before.games, before.running, before.hands, before.uncounted) == (0, 4, 4, 0)
    assert [(name, one.hands_won, one.points, one.best) for name, one in before.players.items()] == [
        ("Ann", 4, 20 + 22 + 24 + 26, 26), ("Bob", 0, 0, 0),
    ]  # fmt: skip
    assert head_to_head.head_to_head(store, phone, "gin-rummy", ["Ann", "Dora"]) is None
    for table in ("tallies", "standings"):
        outdate(store, table)
    change(store, "DELETE FROM played")
    # Those of the pairing come first: it takes no more requests than they need.
    looks = [pairing(store, phone) for _ in range(4)]
    assert [(look.hands, look.uncounted) for look in looks] == [(2, 6), (4, 4), (4, 2), (4, 0)]
    assert looks[-1] == before
    # Long games are counted again one at a time.
    change(store, "DELETE FROM tallies")
    monkeypatch.setattr(recompute, "RECORDS_AT_ONCE", 1)
    assert pairing(store, phone).uncounted == 7


@pytest.mark.usefixtures("few_at_once")
def test_games_that_cannot_be_read_are_tried_once(store: Store, phone: int) -> None:
    good = play(store, phone, ["Ann", "Bob"], 20, "the-good-game")
    for number in range(3):
        play(store, phone, ["Ann", "Cid"], 20, f"a-spoiled-game-{number}")
    change(store, "UPDATE journal SET body = '{' WHERE game <> ?", [good])
    change(store, "UPDATE games SET changed_at = '2026-01-01T00:00:00Z' WHERE id = ?", [good])
    change(store, "DELETE FROM tallies")
    change(store, "DELETE FROM standings")
    _, look = (recompute.games_of(store, phone) for _ in range(2))
    assert [game for game, _ in look.tables] == [good]
    assert (look.uncounted, len(look.unreadable)) == (0, 3)
    record = pairing(store, phone)
    assert (record.hands, record.uncounted) == (1, 0)
    # A game that has changed, or that newer rules can read, is tried again.
    change(store, "UPDATE tallies SET rules = 'those of last week' WHERE kind = ''")
    assert recompute.games_of(store, phone).uncounted == 1


def summed(store: Store, phone: int, filters: Filters | None = None) -> dict[str, tuple[int, ...]]:
    return {
        person.name: (one.games, one.unfinished, one.hands, one.points, one.against)
        for person in people.season(store, phone, filters or Filters()).people
        for one in (person.figures,)
    }


def test_what_changes_is_summed_again(store: Store, phone: int) -> None:
    author, four = games.Author(phone, "Ann"), [["Ann", "Cid"], ["Bob", "Dee"]]
    sides = {"players": ["Ann & Cid", "Bob & Dee"], "first_dealer": "Ann & Cid", "teams": four}
    teams = imported(store, author, {**a_game("gem-ii"), **sides, "at": "2025-04-02", "place": "Club"}, "of-teams")
    document = {**HEAD, "hands": [won_hand(25)], "at": "2026-05-01"}
    running = Running(store, imported(store, author, document, "that-runs"), author)
    before = people.season(store, phone)
    assert people.season(store, phone) is before
    assert people.person(store, phone, "Ann") is people.person(store, phone, "Ann")
    assert summed(store, phone, Filters("gin-rummy")) == {"Ann": (0, 1, 1, 25, 0), "Bob": (0, 1, 1, 0, 25)}
    running.say(HandStruckOut(1))
    assert summed(store, phone, Filters("gin-rummy")) == {"Ann": (0, 1, 0, 0, 0), "Bob": (0, 1, 0, 0, 0)}
    running.say(GamePlaced("Beach"))
    running.say(GameDated("2024-07-07"))
    chosen = people.choices(store, phone)
    assert (chosen.places, chosen.years) == (("Beach", "Club"), (2025, 2024))
    persons.describe(store, phone, "Dee", "Daisy", "")
    assert [person.called for person in people.season(store, phone).people] == ["Ann", "Bob", "Cid", "Daisy"]
    # Another phone has the games that it is in, while it is.
    other = another(store, "Dee's phone")
    assert summed(store, other) == {}
    members.join(store, teams, other, Role.VIEWER)
    assert set(summed(store, other)) == {"Ann", "Bob", "Cid", "Dee"}
    members.leave(store, teams, other)
    assert summed(store, other) == {}


def test_a_phone_that_goes_on_to_another_table_has_its_people(store: Store, game: Running, phone: int) -> None:
    author = games.Author(phone, "Cid")
    guest, head = another(store, "Dee's phone"), {**HEAD, "players": ["Cid", "Dee"], "first_dealer": "Cid"}
    games_of_guest = (game.id, games.start(store, author, GameStarted(head), record_id="another-table"))
    for begun, names in zip(games_of_guest, (["Ann", "Bob"], ["Cid", "Dee"]), strict=True):
        members.join(store, begun, guest, Role.VIEWER)
        assert list(summed(store, guest)) == names
        members.leave(store, begun, guest)


def test_a_game_in_the_place_of_one_that_was_deleted_has_its_own_people(store: Store) -> None:
    author = games.Author(another(store, "Dee's phone"), "Dee")
    for number, two in enumerate((["Ann", "Bob"], ["Cid", "Dee"])):
        head = {**HEAD, "players": two, "first_dealer": two[0]}
        begun = games.start(store, author, GameStarted(head), record_id=f"begun-as-{number}")
        assert set(summed(store, author.device)) == set(two)
        change(store, "UPDATE games SET made_at = '2026-11-20T20:00:00Z'")  # a while ago
        assert set(summed(store, author.device)) == set(two)
        games.delete(store, begun, seen=1)


def test_after_an_update_people_are_known_as_far_as_games_are_counted(
    store: Store, phone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = games.Author(phone, "Ann")
    for number in range(3):
        imported(store, author, won_by("Ann", "Bob", f"2026-03-0{number + 1}"), f"game-number-{number}")
    change(store, "DELETE FROM tallies")
    change(store, "DELETE FROM played")
    monkeypatch.setattr(recompute, "GAMES_AT_ONCE", 1)
    assert people.pairs_of(store, phone) == {}
    stranger = people.person(store, phone, "Cid")
    assert stranger is not None
    assert (stranger.uncounted, stranger.person.spellings) == (2, ())
    assert people.season(store, phone).uncounted == 1
    assert people.season(store, phone).uncounted == 0
    assert people.person(store, phone, "Cid") is None
    assert people.person(store, phone, "Bob") is not None


def test_who_shares_a_hand_has_undercut_together() -> None:
    """Ann knocked with 7: Bob and Cid split the pot, which has the bonus for undercutting her in it."""
    shared = counted_hand("Ann", Ann=7, Bob=5, Cid=5)
    events = events_of(a_game("knock-rummy", ["Ann", "Bob", "Cid"], hands=[shared]))
    state = fold(Record(seq, "2026-11-21T20:00:00Z", "Ann", event) for seq, event in enumerate(events, start=1))
    players = [seat.figures for seat in tally_of(state, sheet_of(state)).players]
    assert [(one.hands_won, one.points, one.undercut_hands, one.undercuts) for one in players] == [
        (0, 0, 1, 0),
        (1, 6, 0, 1),
        (1, 6, 0, 1),
    ]
