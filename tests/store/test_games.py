"""Games in the store: recorded once, read back folded, conflicts detected."""

from dataclasses import replace
from functools import partial
from itertools import count

import pytest

from companion.journal.events.game import GameNoted, GameStarted, HouseRulesChanged
from companion.journal.events.hands import HandAccepted, HandRecorded, HandStruckOut
from companion.journal.sheet import ScoreSheet
from companion.journal.state import GameState
from companion.store import database, drafts, games, journals, limits
from companion.store.database import LastRecord, RecentGames, Store
from companion.store.derived import recompute
from companion.store.engines.sqlite import SqliteStore
from companion.store.errors import Conflict, NoSuchGame, NotPossible, StoreBusy
from companion.store.people import devices, members, polling, rematches
from companion.store.people.members import Role
from tests.support.documents import HEAD, LONG_HEAD, hand_of, knocked, won_hand
from tests.support.refusals import refused
from tests.support.store import ON_A_FILE, Running, another, imported, parts


def test_a_game_is_started_once_however_often_it_is_sent(store: Store, phone: int) -> None:
    ann, bob = games.Author(phone, "Ann"), games.Author(another(store), "Bob")

    def start(author: games.Author, record_id: str) -> str:
        return games.start(store, author, GameStarted(HEAD), record_id=record_id)

    first = start(ann, "the-start")
    assert start(ann, "the-start") == first
    others = {start(ann, "another-start"), start(bob, "the-start")}
    assert len(others | {first}) == 3
    assert len(recompute.games_of(store, phone).tables) == 2
    assert parts(store, first) == {phone: (Role.OWNER, None)}


def test_who_has_not_seen_the_last_record_gets_a_conflict(store: Store, game: Running) -> None:
    game.win(20)
    bob = Running(store, game.id, games.Author(another(store), "Bob"))
    with pytest.raises(Conflict) as caught:
        bob.say(HandRecorded(hand_of(knocked(2, 23))), record_id="bobs-record", seen=1)
    (other,) = caught.value.records
    assert (other.by, other.event) == ("Ann", HandRecorded(hand_of(knocked(2, 22))))
    assert caught.value.state.hands[0].recorded == hand_of(knocked(2, 22))
    # One that claims to be ahead of the journal knows another one.
    with pytest.raises(Conflict):
        game.say(GameNoted("x"), seen=9)
    assert len(game.records) == 2


def test_the_change_counter_and_the_digest_tell_of_every_visible_change(store: Store, game: Running) -> None:
    ann = members.members(store, game.id)[0]
    counted, digests = [game.changes()], [polling.visible_digest(store, game.id)]
    for act in (
        lambda: game.win(20),
        lambda: drafts.save(store, game.id, 2, 0, {"cards": []}, seen=0),
        lambda: members.take_seat(store, game.id, game.author.device, 0),
        lambda: drafts.discard(store, game.id, 2),
        lambda: devices.save_label(store, ann.device, "the tablet"),
        lambda: rematches.begin(store, ann, game.author, GameStarted(HEAD), record_id="the-rematch"),
    ):
        act()
        counted.append(game.changes())
        digests.append(polling.visible_digest(store, game.id))
    assert counted == sorted(set(counted))
    assert len(set(digests)) == len(digests)


def test_what_is_impossible_is_refused_and_nothing_is_written(store: Store, game: Running) -> None:
    for event in (HandStruckOut(7), HandRecorded(hand_of(knocked(12, 40))), HouseRulesChanged({"targte": 5})):
        with pytest.raises(NotPossible):
            game.say(event)
        with pytest.raises(NotPossible):
            games.preview(store, game.id, event)
    with refused(NotPossible, "incomplete"):
        game.say(GameNoted("x"), record_id="no id")
    with refused(NotPossible, "more than a hand"):
        game.say(HandRecorded(replace(hand_of({"drawn": True}), note="x" * limits.HAND_BYTES)))
    for change, sentence in (({"players": ["Ann"]}, "players"), ({"first_dealer": "Eve"}, "Eve"), ({"game": "x"}, "x")):
        with refused(NotPossible, sentence):
            games.start(store, game.author, GameStarted({**HEAD, **change}), record_id="another-start")
    assert games.all_ids(store) == [game.id]
    unknown = Running(store, "nogame", game.author)
    for act in (
        *(partial(read, store, "nogame") for read in (games.table_summary, games.state, games.sheet, journals.read)),
        lambda: unknown.say(GameNoted("x"), seen=1),
        lambda: games.preview(store, "nogame", GameNoted("x")),
    ):
        with pytest.raises(NoSuchGame):
            act()
    assert len(game.records) == 1


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        ([knocked(2, 22), knocked(12, 30)], "Hand 2 can't be imported. Ann can't knock"),
        ([knocked(0, 95), knocked(2, 22)], "Hand 2 can't be imported. It comes after the end"),
        ([knocked(2, 22), 5], "can't be imported as a game"),
        ([knocked(2, 22, at="soon")], "date"),
        ([{"drawn": True}] * (limits.IMPORTED_HANDS + 1), "more than"),
    ],
)
def test_a_game_that_does_not_count_is_not_imported(
    store: Store, phone: int, hands: list[object], sentence: str
) -> None:
    with refused(NotPossible, sentence):
        imported(store, games.Author(phone, "Ann"), {**HEAD, "hands": hands})
    assert recompute.games_of(store, phone).tables == []


def test_games_and_their_changes_are_bounded(store: Store, game: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "GAMES_OF_A_DEVICE", 1)
    with refused(NotPossible, "at most 1 games"):
        games.start(store, game.author, GameStarted(HEAD), record_id="start-no-2")
    monkeypatch.setattr(games, "RECORDS_OF_A_GAME", 2)
    game.win(20)
    with refused(NotPossible, "changed too often"):
        game.win(20)


def test_several_events_are_recorded_together_or_not_at_all(game: Running) -> None:
    def accept(state: GameState, sheet: ScoreSheet) -> games.NewRecord:
        assert (state.recorded, sheet.totals) == (1, {"Ann": 20, "Bob": 0})
        return games.NewRecord("together-accepted", HandAccepted(1, "Bob", {"Ann": 20, "Bob": 0}))

    def fail() -> None:
        raise StoreBusy

    def note_and_hand(name: str, ann: int, bob: int) -> list[games.NewRecord]:
        hand = HandRecorded(hand_of(knocked(ann, bob)))
        return [games.NewRecord(f"{name}-note", GameNoted(name)), games.NewRecord(f"{name}-hand", hand)]

    entries = note_and_hand("together", 2, 22)
    with pytest.raises(StoreBusy):
        game.say_all(entries, follow_up=accept, also_write=fail)
    with pytest.raises(NotPossible):
        game.say_all([*entries[:1], *note_and_hand("illegal", 40, 50)])
    assert len(game.records) == 1
    for repeated in (False, True):
        done = game.say_all(entries, follow_up=accept)
        assert (done.seq, done.hand, done.repeated) == (3, 1, repeated)
    assert [type(record.event) for record in game.records][1:] == [GameNoted, HandRecorded, HandAccepted]
    last = game.table.last
    assert last is not None
    assert last.accepted_by == ("Bob",)
    with pytest.raises(Conflict) as conflict:
        game.say_all(note_and_hand("late", 2, 22))
    assert (conflict.value.state.seq, len(game.records)) == (4, 4)


def test_of_hands_recorded_together_each_must_count(game: Running) -> None:
    illegal, legal = (HandRecorded(hand_of(knocked(ann, 60))) for ann in (50, 2))
    for place, hands in enumerate(([illegal, legal], [legal, illegal])):
        entries = [games.NewRecord(f"together-{place}-{number}", hand) for number, hand in enumerate(hands)]
        with refused(NotPossible, "Ann can't knock with 50"):
            game.say_all(entries)
    assert len(game.records) == 1


def test_another_process_that_records_is_seen(store: Store, game: Running) -> None:
    game.win(20)
    assert games.sheet(store, game.id)[1].totals == {"Ann": 20, "Bob": 0}
    kept = store.recent_games.find(game.id, last_record(store, game.id))
    store.recent_games = RecentGames()
    game.win(30)
    elsewhere = store.recent_games
    store.recent_games = RecentGames()
    assert kept is not None
    store.recent_games.keep(game.id, LastRecord(2, "another-record", ""), *kept)
    assert games.sheet(store, game.id)[1].totals == {"Ann": 50, "Bob": 0}
    assert elsewhere.find(game.id, last_record(store, game.id)) is not None


def last_record(store: Store, game: str) -> LastRecord:
    row = store.rows("SELECT seq, id, at FROM journal WHERE game = ? ORDER BY seq DESC", [game])[0]
    return LastRecord(row["seq"], row["id"], row["at"])


def test_only_so_many_records_are_kept(store: Store, game: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MOST_RECORDS", 3)
    state, sheet = games.sheet(store, game.id)
    kept = RecentGames()
    kept.keep("first", LastRecord(2, "a", ""), state, sheet)
    kept.keep("second", LastRecord(1, "b", ""), state, sheet)
    assert kept.find("first", LastRecord(2, "a", "")) is not None
    kept.keep("third", LastRecord(1, "c", ""), state, sheet)
    assert kept.find("second", LastRecord(1, "b", "")) is None, "the one used least recently"
    kept.keep("large", LastRecord(4, "d", ""), state, sheet)
    assert kept.find("large", LastRecord(4, "d", "")) is None


@ON_A_FILE
def test_the_table_page_costs_the_same_however_much_was_played(store: Store, game: Running) -> None:
    def cost(hands: int) -> tuple[int, int]:
        """Count the steps of SQLite's machine for the page, and the bytes of the table that it takes apart."""
        document = {**LONG_HEAD, "hands": [won_hand(points % 9) for points in range(hands)]}
        played = imported(store, game.author, document, f"a-game-of-{hands}")
        steps = count()
        assert isinstance(store, SqliteStore)
        store.db.conn.set_progress_handler(lambda: next(steps) * 0, 1)
        table = games.table_summary(store, played)
        drafts.drafts(store, played, table.next_hand)
        polling.poll_state(store, played, "Ann's phone")
        store.db.conn.set_progress_handler(None, 0)
        assert table.hands == hands
        (kept,) = store.rows("SELECT body FROM standings WHERE game = ?", [played])
        return next(steps), len(kept["body"])

    (few_steps, few_bytes), (many_steps, many_bytes) = cost(1), cost(900)
    assert 0 < many_steps <= 1.2 * few_steps
    assert many_bytes <= 1.2 * few_bytes
