"""What is computed from journals and kept: summaries, the record of those who play together, their figures."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.journal.events import CLASS_OF, Event
from companion.journal.events.game import GameReopened, GameStarted, GemsLearned, HouseRulesChanged
from companion.journal.events.hands import HandRecorded, HandStruckOut
from companion.journal.exchange import events_of, exported, game_document
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.state import GameState, Record
from companion.people.figures import PlayedSeat, PlayerFigures
from companion.rules.gem2.duel import ROUNDS
from companion.store import games
from companion.store.backup import checks
from companion.store.database import Store
from companion.store.derived import head_to_head, recompute
from companion.store.derived.table_cache import rules_version, source_digest, summary_from
from companion.store.derived.tallies import Tally, tally_of
from companion.store.errors import NotPossible
from tests.support.documents import HEAD, counted_hand, won_hand
from tests.support.documents import game_document as a_game
from tests.support.journals import recorded
from tests.support.random_journals import event_for
from tests.support.store import Running, change, imported, outdate, pairing

DEEDS = [HandRecorded] * 20 + [deed for deed in CLASS_OF.values() if deed not in {GameStarted, GemsLearned}]


def something(state: GameState, chance: random.Random) -> Event:
    """Say something at random about a game as it is; not all of it is possible."""
    deed = GameReopened if state.closed else chance.choice(DEEDS)
    return event_for(state, deed, chance.randrange(60), chance.randrange(60))


@pytest.mark.parametrize("seed", range(4))
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
    """Have few games counted again in a request."""
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


def test_a_finished_game_that_was_imported_again_counts_once(store: Store, phone: int) -> None:
    def bring_in(record_id: str, *hands: object, **remarks: str) -> None:
        document = {**HEAD, "first_dealer": "Ann", "hands": list(hands), **remarks}
        imported(store, games.Author(phone, "Ann"), document, record_id)

    bring_in("the-first-one", won_hand(100))
    bring_in("the-same-again", won_hand(100), note="from the old phone", at="2026-11-21", place="club")
    record = pairing(store, phone)
    assert (record.games, record.hands) == (1, 1)
    bring_in("another-game", won_hand(101))
    bring_in("begun-first")
    bring_in("begun-second")
    record = pairing(store, phone)
    assert (record.games, record.running, record.hands) == (2, 2, 2)


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


BY_CARDS: dict[str, Any] = {
    "knocker": "Ann",
    "players": [
        {"name": "Ann", "melds": [["4S", "5S", "6S"], ["9C", "9D", "9H"], ["QC", "QD", "QH"]], "deadwood": ["AC"]},
        {"name": "Bob", "melds": [["2C", "3C", "4C"], ["JH", "JD", "JS"]], "deadwood": ["9S", "7S", "KD", "AH"]},
    ],
    "lay_offs": [],
}
"""Ann has 27 − 1 = 26, and without 9♠ and 7♠, which fit her melds, it would have been 10: Bob gives away 16."""
OVERRULED = {"points": {"Ann": 5, "Bob": 0}, "winner": "Ann", "reason": "as agreed", "by": "Bob"}


def tally(document: dict[str, Any], *more: Event) -> Tally:
    events = (*events_of(document), *more)
    state = fold(
        Record(seq, f"2026-11-{20 + seq}T20:00:00Z", "Ann", event) for seq, event in enumerate(events, start=1)
    )
    return tally_of(state, sheet_of(state))


def figures(document: dict[str, Any], *more: Event) -> list[PlayerFigures]:
    return [seat.figures for seat in tally(document, *more).players]


@pytest.mark.parametrize(
    ("at", "played_at", "best_on"),
    [
        ("2026-11-21", "2026-11-21", "2026-11-21"),
        ("2026-11-21T20:15", "2026-11-21T20:15", "2026-11-21"),
        ("20261121", "2026-11-21", "2026-11-21"),
        ("2026-W47-6", "2026-11-21", "2026-11-21"),
        ("20261121T2015", "2026-11-21T20:15:00", "2026-11-21"),
        ("", "2026-11-21T20:00:00Z", "2026-11-22"),
    ],
)
def test_games_are_sorted_by_their_dates_however_they_are_written(at: str, played_at: str, best_on: str) -> None:
    head = {**HEAD, "at": at} if at else HEAD
    played = tally({**head, "hands": []}, recorded(won_hand(20)))
    assert (played.played_at, played.day, played.players[0].best_on) == (played_at, "2026-11-21", best_on)


def test_an_evening_of_two_in_figures() -> None:
    hands = [
        BY_CARDS,  # Ann 26
        counted_hand("Ann", Ann=8, Bob=3),  # undercut: 25 + 5 for Bob
        counted_hand("Bob", Ann=20, Bob=0),  # gin: 25 + 20 for Bob
        {"drawn": True},
        {**counted_hand("Ann", Ann=2, Bob=9), "overruled": OVERRULED},  # 5 for Ann
        counted_hand("Bob", Ann=9, Bob=10),  # struck out
    ]
    players = tally(a_game("gin-rummy", hands=hands), HandStruckOut(6)).players
    assert players == (
        PlayedSeat(
            0, 0, "Ann", "Ann", side=0, won=False, rank=0, total=31, margin=31 - 75, added=0, best_hand=1,
            best_on="2026-11-22", figures=PlayerFigures(
                hands=5, hands_won=2, points=31, against=75, best=26, knocks=3, knocks_won=2,
                knock_deadwood=1 + 8, knock_hands=2, undercut_hands=1, deadwood=1 + 8 + 20, deadwood_hands=3,
                given_away=0, given_away_hands=1,
            ),
        ),
        PlayedSeat(
            1, 0, "Bob", "Bob", side=1, won=False, rank=0, total=75, margin=75 - 31, added=0, best_hand=3,
            best_on="2026-11-24", figures=PlayerFigures(
                hands=5, hands_won=2, points=75, against=31, best=45, undercuts=1, gins=1, knocks=1,
                knocks_won=1, deadwood=27 + 3 + 0, deadwood_hands=3, given_away=16, given_away_hands=1,
            ),
        ),
    )  # fmt: skip


def test_what_happens_again_in_a_game_is_counted_again() -> None:
    undercut, gin = counted_hand("Ann", Ann=8, Bob=3), counted_hand("Bob", Ann=20, Bob=0)
    rules, hands = {"target": 150, "game_bonus": 100}, [BY_CARDS, BY_CARDS, undercut, undercut, gin, gin]
    played = tally(a_game("gin-rummy", house_rules=rules, hands=hands))
    ann, bob = played.players
    assert (bob.figures.given_away, bob.figures.given_away_hands) == (2 * 16, 2)
    assert (bob.figures.undercuts, ann.figures.undercut_hands, bob.figures.gins) == (2, 2, 2)
    # Of equal hands the first is the best one.
    assert (ann.best_hand, ann.figures.best, bob.best_hand) == (1, 26, 5)
    # Bob has 2 × 30 and 2 × 45 in his hands, and the bonus besides.
    assert (bob.figures.points, bob.added, bob.total, bob.margin) == (150, 100, 250, 250 - 52)
    assert (ann.figures.points, ann.added, ann.total) == (52, 0, 52)


def test_who_wins_together_ranks_together_before_all_others() -> None:
    level = {"points": {"Ann": 20, "Bob": 20}, "reason": "as agreed", "by": "Bob"}
    played = {"counted": {"remaining": 6, "cards": {"Ann": 24, "Bob": 10}}, "overruled": level}
    both = tally(a_game("gem-ii", rounds=[played] * ROUNDS)).players
    assert [(seat.won, seat.rank, seat.margin) for seat in both] == [(True, 1, 0), (True, 1, 0)]
    reached = {"points": {"Ann": 99, "Bob": 120, "Cid": 99}, "winner": "Bob", "reason": "as agreed", "by": "Bob"}
    hand = {**counted_hand("Bob", (3, 4), Ann=9, Bob=7, Cid=9), "overruled": reached}
    three = a_game(players=["Ann", "Bob", "Cid"], house_rules={"target": 100}, hands=[hand])
    assert [(seat.won, seat.rank) for seat in tally(three).players] == [(False, 2), (True, 1), (False, 2)]


def test_what_partners_have_in_the_end_is_not_a_player_s_who_is_called_like_them() -> None:
    document: dict[str, Any] = {
        "game": "gin-rummy",
        "form": "partners",
        "players": ["Ann & Cid", "Bob", "Ann", "Cid"],
        "sides": [["Ann", "Cid"], ["Ann & Cid", "Bob"]],
        "first_dealer": "Ann",
        "house_rules": {"target": 50, "game_bonus": 100},
        "hands": [counted_hand("Ann", **{"Ann": 0, "Ann & Cid": 60}), counted_hand("Cid", Cid=0, Bob=60)],
    }
    played = tally(document)
    assert played.sides == 2
    assert [
        (seat.side, seat.won, seat.rank, seat.total, seat.margin, seat.figures.points, seat.figures.against, seat.added)
        for seat in played.players
    ] == [
        (1, False, 2, 0, -(85 + 85 + 100), 0, 85, 0), (1, False, 2, 0, -(85 + 85 + 100), 0, 85, 0),
        (0, True, 1, 85 + 85 + 100, 85 + 85 + 100, 85, 0, 0), (0, True, 1, 85 + 85 + 100, 85 + 85 + 100, 85, 0, 0),
    ]  # fmt: skip


def test_a_hand_of_three_is_won_by_each_who_shares_it_and_undercut_once() -> None:
    document = {"game": "knock-rummy", "players": ["Ann", "Bob", "Cid"], "first_dealer": "Ann"}
    shared, undercut = counted_hand("Ann", Ann=7, Bob=5, Cid=5), counted_hand("Ann", (3, 4), Ann=7, Bob=3, Cid=7)
    players = figures({**document, "hands": [shared]})
    assert [(player.hands_won, player.points, player.against) for player in players] == [
        (0, 0, 12),
        (1, 6, 6),
        (1, 6, 6),
    ]
    # Who share the pot have undercut the Knocker together: it has the bonus for that in it.
    assert [(player.undercut_hands, player.undercuts) for player in players] == [(1, 0), (0, 1), (0, 1)]
    players = figures(a_game(players=["Ann", "Bob", "Cid"], hands=[undercut]))
    assert [(player.undercut_hands, player.undercuts) for player in players] == [(1, 0), (0, 1), (0, 1)]
    assert (players[0].knocks, players[0].knocks_won) == (1, 0)


def test_the_figures_of_all_games_are_summed_and_the_latest_ten_listed(store: Store, phone: int) -> None:
    for day in range(1, 13):
        # Brought in out of order; the first two of the month aren't among the last ten.
        at = f"2026-11-{(day * 5) % 13:02}"
        hands = [BY_CARDS, won_hand(74 + (day * 5) % 13)]
        document = {**HEAD, "at": at, "hands": hands}
        imported(store, games.Author(phone, "Ann"), document, f"game-of-day-{day}")
    running = {**HEAD, "at": "2026-11-30", "hands": [BY_CARDS]}
    imported(store, games.Author(phone, "Ann"), running, "a-running-game")
    record = pairing(store, phone)
    assert (record.games, record.running, record.hands) == (12, 1, 25)
    ann, bob = record.players.values()
    assert (ann.games, ann.won, ann.knocks, ann.knocks_won, ann.best) == (12, 12, 25, 25, 86)
    assert (bob.deadwood_hands, bob.given_away, bob.given_away_hands) == (25, 13 * 16, 13)
    assert [game.points for game in record.latest] == [{"Ann": 100 + day, "Bob": 0} for day in range(3, 13)]
    assert {game.winners for game in record.latest} == {("Ann",)}
