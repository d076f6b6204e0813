"""Whole games between two servers: nothing is lost, nothing is doubled, and nobody learns of games of others."""

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.journal import events
from companion.journal.events import hands
from companion.journal.events.game import GameClosed, GameNoted, GameReopened
from companion.journal.exchange import Entry, write_journal
from companion.journal.kinds import sheet_of
from companion.journal.sheet import ScoreSheet
from companion.journal.state import Record
from companion.store import database, games, limits, transfer
from companion.store.backup import checks
from companion.store.database import Store
from companion.store.derived import recompute
from companion.store.errors import NotPossible
from companion.store.opening import open_store
from companion.store.people import devices, members
from companion.store.people.members import Role
from companion.store.transfer import Diverged, Imported, Importer, ImportOutcome
from tests.support.documents import LONG_HEAD, hand_of, won_hand
from tests.support.journals import recorded
from tests.support.refusals import refused
from tests.support.store import Running, another, change, parts
from tests.support.whole_games import WHOLE_GAMES, whole_game


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "another")
    yield opened
    opened.close()


@pytest.fixture
def bob(there: Store) -> int:
    return another(there)


def bring(store: Store, device: int, text: str, *, separately: bool = False) -> Imported:
    entries = transfer.read(json.loads(text))
    return transfer.bring_in(store, Importer(device), entries, separately=separately)


def own_games(store: Store, device: int) -> list[str]:
    return sorted(game for game, _ in recompute.games_of(store, device).tables)


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_whole_game_arrives_as_it_was(name: str, store: Store, phone: int, there: Store, bob: int) -> None:
    head, happened = WHOLE_GAMES[name]
    text = write_journal(whole_game(*happened, head=head))
    game = bring(store, phone, text).game
    assert transfer.export(store, game) == text
    moved = bring(there, bob, transfer.export(store, game))
    assert moved.outcome == ImportOutcome.STARTED
    assert transfer.export(there, moved.game) == text
    (state, sheet), (state_there, sheet_there) = games.sheet(store, game), games.sheet(there, moved.game)
    assert (state_there, sheet_there) == (state, sheet)
    assert games.rulings_recorded(there, moved.game) == games.rulings_recorded(store, game)
    assert games.table_summary(there, moved.game) == games.table_summary(store, game)
    assert parts(there, moved.game) == {bob: (Role.OWNER, None)}
    assert checks.check(there).findings == []


def test_a_game_played_here_goes_on_there_and_comes_back(
    store: Store, phone: int, game: Running, there: Store, bob: int
) -> None:
    game.win(20)
    earlier = transfer.export(store, game.id)
    moved = bring(there, bob, earlier).game
    elsewhere = Running(there, moved, games.Author(bob, "Bob"))
    for number in (2, 3):
        elsewhere.say(recorded(won_hand(number)), record_id=f"hand-no-{number}")
    elsewhere.say(hands.HandStruckOut(1, "misdeal"), record_id="struck-out")
    before = game.changes()
    assert bring(store, phone, transfer.export(there, moved)) == Imported(game.id, ImportOutcome.CONTINUED)
    assert transfer.export(store, game.id) == transfer.export(there, moved)
    assert game.totals == {"Ann": 5, "Bob": 0}
    assert game.changes() > before
    # The same file again, or an earlier one, changes nothing.
    before = game.changes()
    for text in (transfer.export(there, moved), earlier):
        assert bring(store, phone, text) == Imported(game.id, ImportOutcome.UNCHANGED)
    assert (game.changes(), own_games(store, phone)) == (before, [game.id])
    assert checks.check(store).findings == []
    game.win(7)
    assert game.totals == {"Ann": 12, "Bob": 0}
    assert game.say(recorded(won_hand(2)), record_id="hand-no-2", seen=1).repeated


SEVENTY = {"points": {"Ann": 70, "Bob": 0}, "winner": "Ann", "reason": "agreed", "by": "Bob"}
FORGED: tuple[tuple[events.Event, str], ...] = (
    (hands.HandAccepted(1, "Bob", {"Ann": 20, "Bob": 0}), "Bob"),
    (hands.HandOverruled(1, {"Ann": 90, "Bob": 0}, "Ann", "agreed", "Bob"), "Ann"),
    (hands.OverrulingWithdrawn(1), "Ann"),
    (hands.HandOverruled(1, {"Ann": 80, "Bob": 0}, "Ann", "agreed", "Ann"), "Bob"),
    (hands.HandReplaced(1, hand_of({**won_hand(20), "overruled": SEVENTY})), "Ann"),
    (hands.HandAccepted(1, "Ann", {"Ann": 20, "Bob": 0}), "Ann"),
    (recorded(won_hand(3)), "Bob"),
    (hands.HandDisputed(2, "Bob", "no set"), "Bob"),
)
"""What a file says of Bob, whose phone is in the game, between what it may say."""
COUNTS = (False, False, False, False, False, True, True, False)


def longer(text: str, *new: tuple[events.Event, str]) -> str:
    """Return the document of a game that goes on."""
    known = transfer.read(json.loads(text))
    more = [
        Entry(f"more-{len(known)}-{place}", Record(0, "2026-11-21T20:00:00Z", by, event))
        for place, (event, by) in enumerate(new, start=1)
    ]
    return write_journal([*known, *more])


@pytest.mark.usefixtures("bob_here")
def test_a_file_does_not_speak_for_a_player_whose_phone_is_in_the_game(store: Store, phone: int, game: Running) -> None:
    game.win(20)
    text = longer(transfer.export(store, game.id), *FORGED)
    assert bring(store, phone, text) == Imported(game.id, ImportOutcome.CONTINUED)
    state, sheet = games.sheet(store, game.id)
    assert sheet.totals == {"Ann": 23, "Bob": 0}
    assert [response.player for hand in state.hands for response in hand.responses] == ["Ann"]
    new = [change for change in state.history if change.seq > 2]
    assert [change.brought_in and change.brought_in.counts for change in new] == [*COUNTS]
    assert {change.brought_in and change.brought_in.by for change in new} == {"Ann"}
    assert all(change.brought_in is None for change in state.history if change.seq <= 2)
    # The same file, and a later one, are still known.
    assert json.loads(transfer.export(store, game.id))["records"][:10] == json.loads(text)["records"]
    assert bring(store, phone, text) == Imported(game.id, ImportOutcome.UNCHANGED)
    later = longer(text, (GameNoted("a note"), "Ann"))
    assert bring(store, phone, later) == Imported(game.id, ImportOutcome.CONTINUED)
    assert games.state(store, game.id).head["note"] == "a note"
    assert checks.check(store).findings == []
    # What Bob says on his own phone counts.
    game.say(hands.HandAccepted(1, "Bob", {"Ann": 20, "Bob": 0}))
    assert [response.player for response in games.state(store, game.id).hands[0].responses] == ["Ann", "Bob"]


def test_a_phone_says_for_its_own_player_what_is_in_its_file(store: Store, game: Running, bob_here: int) -> None:
    game.win(20)
    change(store, "UPDATE members SET role = 'scorer' WHERE device = ?", [bob_here])
    bring(store, bob_here, longer(transfer.export(store, game.id), FORGED[0]))
    (response,) = games.state(store, game.id).hands[0].responses
    assert response.player == "Bob"


def test_a_phone_that_comes_meanwhile_is_not_spoken_for_either(store: Store, phone: int, game: Running) -> None:
    game.win(20)
    text = longer(transfer.export(store, game.id), FORGED[0])
    bob = another(store)
    asked = []

    def agree(_game: str, _state: object, known: int) -> bool:
        asked.append(known)
        members.join(store, game.id, bob, Role.SEAT, seat=1)
        return True

    entries = transfer.read(json.loads(text))
    assert transfer.bring_in(store, Importer(phone), entries, agree=agree).outcome == ImportOutcome.CONTINUED
    assert asked == [2, 2]
    assert games.state(store, game.id).hands[0].responses == ()


@pytest.fixture
def bob_here(store: Store, game: Running) -> int:
    """Bob's phone, on his seat; Ann's is on hers."""
    bob = another(store)
    members.join(store, game.id, bob, Role.SEAT, seat=1)
    members.take_seat(store, game.id, game.author.device, 0)
    return bob


def race(store: Store, device: int, texts: Iterable[str]) -> set[str]:
    """Bring in files at once, and return the games that they became."""
    store.busy_seconds = 60  # that a busy database gives up is no part of this

    def send(text: str) -> str:
        try:
            return bring(store, device, text).game
        finally:
            store.close()

    with ThreadPoolExecutor(4) as pool:
        return {*pool.map(send, texts)}


def test_racing_forms_make_one_game(there: Store, bob: int) -> None:
    text = write_journal(whole_game(*[recorded(won_hand(1))] * 30, head=LONG_HEAD))
    assert len(race(there, bob, [text] * 8)) == 1
    assert len(own_games(there, bob)) == 1
    assert checks.check(there).findings == []


def test_racing_continuations_add_every_record_once(store: Store, phone: int) -> None:
    whole = whole_game(*[recorded(won_hand(1))] * 20, head=LONG_HEAD)
    game = bring(store, phone, write_journal(whole[:3])).game
    assert race(store, phone, [write_journal(whole[: 5 + 2 * number]) for number in range(8)]) == {game}
    assert transfer.export(store, game) == write_journal(whole[:19])


def test_an_interrupted_import_leaves_nothing(there: Store, bob: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_journal(whole_game(recorded(won_hand(3))))

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(games, "add_owner", killed)
        with pytest.raises(KeyboardInterrupt):
            bring(there, bob, text)
    assert there.rows("SELECT * FROM games") == there.rows("SELECT * FROM journal") == []
    database.take_use()
    assert bring(there, bob, text).outcome == ImportOutcome.STARTED
    assert database.take_use() > 0.5 * len(text), "what is added counts against the address"


def on_both_sides(store: Store, phone: int) -> tuple[str, str]:
    """Return a game that went on here, and a file in which it went on otherwise from the second hand on."""
    whole = whole_game(*[recorded(won_hand(1))] * 3)
    game = bring(store, phone, write_journal(whole[:2])).game
    otherwise = [Entry(f"{entry.id}-there", entry.record, entry.verdict) for entry in whole[2:]]
    Running(store, game, games.Author(phone, "Ann")).say(recorded(won_hand(9)), record_id="only-here")
    return game, write_journal([*whole[:2], *otherwise])


def test_a_game_that_went_on_on_both_sides_is_left_alone(store: Store, phone: int) -> None:
    game, there = on_both_sides(store, phone)
    before = transfer.export(store, game)
    with pytest.raises(Diverged) as caught:
        bring(store, phone, there)
    diverged = caught.value
    assert (diverged.game, diverged.shared, diverged.is_behind) == (game, 2, False)
    assert (diverged.here.totals, diverged.there.totals) == ({"Ann": 10, "Bob": 0}, {"Ann": 3, "Bob": 0})
    assert (transfer.export(store, game), own_games(store, phone)) == (before, [game])


def test_it_becomes_a_separate_game_once_and_goes_on_there(store: Store, phone: int) -> None:
    game, there = on_both_sides(store, phone)
    separate = bring(store, phone, there, separately=True)
    assert (separate.outcome, separate.game == game) == (ImportOutcome.STARTED, False)
    assert games.table_summary(store, separate.game).totals == {"Ann": 3, "Bob": 0}
    assert bring(store, phone, there, separately=True).outcome == ImportOutcome.UNCHANGED
    assert bring(store, phone, there).game == separate.game
    assert bring(store, phone, transfer.export(store, separate.game)).game == separate.game
    later = longer(there, (GameClosed(), "Eve"))
    assert bring(store, phone, later) == Imported(separate.game, ImportOutcome.CONTINUED)
    assert games.table_summary(store, separate.game).closed
    assert len(own_games(store, phone)) == 2
    Running(store, separate.game, games.Author(phone, "Ann")).say(GameReopened(), record_id="reopened-here")
    with pytest.raises(Diverged) as caught:
        bring(store, phone, longer(later, (GameReopened(), "Eve")))
    assert caught.value.game == separate.game


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SEAT])
def test_only_who_keeps_the_score_adds_to_a_game(store: Store, game: Running, role: Role) -> None:
    game.win(20)
    eve = another(store, "Eve's phone")
    members.join(store, game.id, eve, role)
    text = longer(transfer.export(store, game.id), (GameClosed(), "Eve"))
    with pytest.raises(Diverged) as caught:
        bring(store, eve, text)
    assert caught.value.is_behind
    assert not game.table.closed
    assert bring(store, eve, transfer.export(store, game.id)).game == game.id
    own = bring(store, eve, text, separately=True).game
    assert (own == game.id, own_games(store, eve)) == (False, sorted([game.id, own]))
    members.join(store, game.id, eve, Role.SCORER)
    assert bring(store, eve, text) == Imported(game.id, ImportOutcome.CONTINUED)


def test_a_phone_does_not_learn_of_games_that_it_is_not_in(store: Store, game: Running) -> None:
    game.win(20)
    eve = another(store, "Eve's phone")
    changes = game.changes()
    own = bring(store, eve, transfer.export(store, game.id))
    assert (own.outcome, own_games(store, eve), game.changes()) == (ImportOutcome.STARTED, [own.game], changes)
    assert members.member(store, game.id, eve) is None
    assert transfer.export(store, own.game) == transfer.export(store, game.id)
    # Once she is in both, a file goes to the one that it continues.
    members.join(store, game.id, eve, Role.SCORER)
    game.win(5)
    assert bring(store, eve, transfer.export(store, game.id)).game == game.id
    members.remove_phone(store, game.id, eve)
    assert bring(store, eve, transfer.export(store, game.id)) == Imported(own.game, ImportOutcome.CONTINUED)


def test_limits_are_checked_before_the_work(there: Store, bob: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = whole_game(*[recorded(won_hand(1))] * 3)
    with monkeypatch.context() as patch:
        patch.setattr(transfer, "IMPORTED_HANDS", 2)
        with refused(NotPossible, "more than 2 hands"):
            bring(there, bob, write_journal(whole))
    with monkeypatch.context() as patch:
        patch.setattr(transfer, "RECORDS_OF_A_GAME", 2)
        with pytest.raises(ValueError, match="too-many"):
            bring(there, bob, write_journal(whole))
    for body, sentence in (({"note": "x" * limits.HAND_BYTES}, "more than a hand"), ({"note": "\ud800"}, "stored")):
        noted = json.loads(write_journal(whole[:1]))
        record = {"id": "a-long-note", "at": "2026-11-21T20:00:00Z", "by": "", "kind": "game-noted"}
        noted["records"].append({**record, "body": body})
        with refused(NotPossible, sentence):
            bring(there, bob, json.dumps(noted))
    long = json.loads(write_journal(whole[:2]))
    long["records"][1]["verdict"]["points"] = [1] * 9000
    with refused(NotPossible, "more than a hand"):
        bring(there, bob, json.dumps(long))
    monkeypatch.setattr(limits, "GAMES_OF_A_DEVICE", 0)
    monkeypatch.setattr(devices, "GAMES_OF_A_DEVICE", 0)
    with refused(NotPossible, "can own at most"):
        bring(there, bob, write_journal(whole))


def test_a_phone_that_is_removed_meanwhile_adds_nothing(
    store: Store, game: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = another(store, "Eve's phone")
    members.join(store, game.id, eve, Role.SCORER)
    text = longer(transfer.export(store, game.id), (GameClosed(), "Eve"))

    def removed_while_judging(*given: Any) -> ScoreSheet:  # noqa: ANN401 (what sheet_of takes)
        members.remove_phone(store, game.id, eve)
        return sheet_of(*given)

    monkeypatch.setattr(transfer, "sheet_of", removed_while_judging)
    imported = bring(store, eve, text)
    assert (imported.outcome, imported.game == game.id) == (ImportOutcome.STARTED, False)
    assert not game.table.closed
