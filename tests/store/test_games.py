"""Games in the store: recorded once, read back folded, conflicts detected."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.journal.events.game import (
    GameClosed,
    GameNoted,
    GameStarted,
    HouseRulesChanged,
    PlayersRenamed,
    Undone,
)
from companion.journal.events.hands import HandAccepted, HandNoted, HandRecorded, HandReplaced, HandStruckOut
from companion.journal.exchange import game_document
from companion.journal.sheet import Feat, ScoreSheet, Standing
from companion.journal.state import DeckUsed, GameState
from companion.store import drafts, games, journals, limits
from companion.store.database import Store
from companion.store.derived import recompute
from companion.store.derived.head_to_head import head_to_head
from companion.store.errors import Conflict, NoSuchGame, NotPossible, StoreBusy
from companion.store.people import devices, join_codes, members, polling, rematches
from companion.store.people.members import Role
from tests.support.documents import HEAD, hand_of, knocked
from tests.support.journals import check_with_answer
from tests.support.refusals import refused
from tests.support.store import Running, another, change, imported, pairing, parts


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


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": ["Ann"]}, "players"),
        ({"first_dealer": "Eve"}, "Eve"),
        ({"house_rules": {"target": -1}}, "target"),
        ({"game": "whist"}, "whist"),
    ],
)
def test_a_game_that_could_not_be_scored_is_not_started(
    store: Store, phone: int, change: dict[str, Any], sentence: str
) -> None:
    with refused(NotPossible, sentence):
        games.start(store, games.Author(phone, "Ann"), GameStarted({**HEAD, **change}), record_id="the-start")
    assert recompute.games_of(store, phone).tables == []


def test_the_same_record_id_returns_what_was_recorded(game: Running) -> None:
    tap = HandRecorded(hand_of(knocked(2, 22)))
    first, again = (game.say(tap, record_id="tapped-once", seen=1) for _ in range(2))
    assert (first.seq, first.hand, first.repeated) == (2, 1, False)
    assert (again.seq, again.hand, again.repeated) == (2, 1, True)
    assert game.totals == {"Ann": 20, "Bob": 0}


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


def test_responses_of_two_players_do_not_conflict(store: Store, game: Running) -> None:
    game.win(20)
    for name in ("Ann", "Bob"):
        game.say(HandAccepted(1, name, {"Ann": 20, "Bob": 0}), seen=2)
    _, sheet = games.sheet(store, game.id)
    assert sheet.rows[0].accepted_by == ("Ann", "Bob")


def test_impossible_events_are_refused_and_nothing_is_written(game: Running) -> None:
    for event in (HandStruckOut(7), HandRecorded(hand_of(knocked(12, 40))), HouseRulesChanged({"targte": 5})):
        with pytest.raises(NotPossible):
            game.say(event)
    with refused(NotPossible, "incomplete"):
        game.say(GameNoted("x"), record_id="no id")
    with refused(NotPossible, "more than a hand"):
        game.say(HandRecorded(replace(hand_of({"drawn": True}), note="x" * limits.HAND_BYTES)))
    assert len(game.records) == 1


def test_an_unknown_game_raises_no_such_game(store: Store, game: Running) -> None:
    unknown = Running(store, "nogame", game.author)
    for act in (
        *(partial(read, store, "nogame") for read in (games.table_summary, games.state, games.sheet, journals.read)),
        lambda: unknown.say(GameNoted("x"), seen=1),
        lambda: games.preview(store, "nogame", GameNoted("x")),
    ):
        with pytest.raises(NoSuchGame):
            act()


def test_the_table_summary_matches_the_game(game: Running) -> None:
    game.win(20)
    game.say(HandRecorded(hand_of({"drawn": True})))
    table = game.table
    assert (table.hands, table.next_hand, table.totals, table.target) == (2, 3, {"Ann": 20, "Bob": 0}, 100)
    assert (table.next_dealer, table.over, table.players, table.game) == ("Bob", False, ("Ann", "Bob"), "gin-rummy")
    assert table.last is not None
    assert (table.last.number, table.last.standing) == (2, Standing.DRAWN)
    game.win(90)
    assert game.table.winners == ("Ann",)
    game.say(HouseRulesChanged({"target": 10}))
    assert game.table.not_counting == 2


@pytest.mark.parametrize("spoiled", ["DELETE FROM standings", "UPDATE standings SET rules = 'old', body = '{}'"])
def test_caches_can_be_emptied(store: Store, game: Running, spoiled: str) -> None:
    game.win(20)
    game.say(HandNoted(1, "a note"))
    before, home = game.table, recompute.games_of(store, game.author.device).tables
    change(store, spoiled)
    change(store, "DELETE FROM rulings")
    assert game.table == before
    change(store, spoiled)
    assert recompute.games_of(store, game.author.device).tables == home


def test_a_cached_ruling_is_not_used_under_other_rules(game: Running) -> None:
    for event, totals in (
        (HandRecorded(hand_of(knocked(0, 22, call="gin"))), {"Ann": 47, "Bob": 0}),
        (HouseRulesChanged({"gin_bonus": 20}), {"Ann": 42, "Bob": 0}),
        (Undone(3), {"Ann": 47, "Bob": 0}),
        (PlayersRenamed({"Ann": "Bob", "Bob": "Ann"}), {"Bob": 47, "Ann": 0}),
    ):
        game.say(event)
        assert game.totals == totals


def test_recording_a_hand_removes_its_drafts(store: Store, game: Running) -> None:
    drafts.save(store, game.id, 1, drafts.SHARED, {"knocker": "Ann"}, seen=0)
    game.win(20)
    assert drafts.drafts(store, game.id, 1) == {}
    with pytest.raises(drafts.DraftConflict) as caught:
        drafts.save(store, game.id, 1, drafts.SHARED, {"knocker": "Bob"}, seen=1)
    assert caught.value.current is None


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


def test_a_preview_records_nothing(store: Store, game: Running) -> None:
    game.win(20)
    found = games.preview(store, game.id, HandReplaced(1, hand_of(knocked(2, 12))))
    assert (found.before.totals["Ann"], found.after.totals["Ann"]) == (20, 10)
    assert game.totals["Ann"] == 20
    for event in (HandReplaced(1, hand_of(knocked(12, 30))), HandStruckOut(5)):
        with pytest.raises(NotPossible):
            games.preview(store, game.id, event)


def test_import_reverses_export(store: Store, game: Running) -> None:
    game.win(20)
    for event in (HandNoted(1, "by the fire"), HandRecorded(hand_of({"drawn": True})), GameNoted("club")):
        game.say(event)
    exported = game_document(games.state(store, game.id))
    deck = DeckUsed(None, "made up", made_up=True)
    again = games.import_document(store, game.author, exported, record_id="the-import", deck=deck)
    state, sheet = games.sheet(store, again)
    assert game_document(state) == exported
    check_with_answer(state, sheet)
    assert games.table_summary(store, again).made_up
    assert imported(store, game.author, exported) == again


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


def test_closing_a_game_ends_its_join_code(store: Store, game: Running) -> None:
    code = join_codes.open_table(store, game.id)
    game.say(GameClosed())
    assert join_codes.game_of_code(store, code) is None
    assert game.table.closed


def test_home_shows_the_game_changed_last_first(store: Store, phone: int, game: Running) -> None:
    other = games.start(store, game.author, GameStarted(HEAD), record_id="another-start")
    change(store, "UPDATE games SET changed_at = '2026-01-01T00:00:00Z'")
    game.win(20)
    assert [one for one, _ in recompute.games_of(store, phone).tables] == [game.id, other]
    assert [one for one, _ in recompute.games_of(store, phone, most=1).tables] == [game.id]


def test_head_to_head_records_are_by_pairing(store: Store, phone: int, game: Running) -> None:
    game.say(HandRecorded(hand_of(knocked(0, 30, call="gin"))))
    game.say(HandRecorded(hand_of(knocked(9, 4))))
    game.win(60)
    for number, names in enumerate((["Bob", "Ann"], ["Ann", "Cid"])):
        head = {**HEAD, "players": names, "first_dealer": names[0]}
        games.start(store, game.author, GameStarted(head), record_id=f"another-{number}")
    found = pairing(store, phone, "Bob", "Ann")
    assert (found.games, found.running, found.hands) == (1, 1, 3)
    ann, bob = found.players
    assert (ann.name, ann.games, ann.hands, ann.points, ann.best) == ("Ann", 1, 2, 115, 60)
    assert (bob.name, bob.games, bob.hands, bob.points, bob.best) == ("Bob", 0, 1, 30, 30)
    assert (ann.feats, bob.feats) == ({Feat.GIN: 1}, {Feat.UNDERCUT: 1})
    change(store, "DELETE FROM standings")
    change(store, "DELETE FROM tallies")
    assert pairing(store, phone) == found
    assert head_to_head(store, phone, "gem-rummy", ["Ann", "Bob"]) is None
