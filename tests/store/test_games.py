"""Games in the store: recorded once, read back folded, conflicts detected."""

from dataclasses import replace
from typing import Any

import pytest

from companion.journal.events.game import (
    GameClosed,
    GameNoted,
    GameReopened,
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
from companion.store.derived import head_to_head, recompute
from companion.store.errors import Conflict, NoSuchGame, NotPossible, StoreBusy
from companion.store.people import devices, join_codes, members, polling, rematches
from tests.support.documents import HEAD, hand_of, knocked
from tests.support.journals import check_with_answer
from tests.support.refusals import refused
from tests.support.store import Running, change


def test_a_game_is_started_once_however_often_it_is_sent(store: Store, phone: int) -> None:
    author = games.Author(phone, "Ann")
    first = games.start(store, author, GameStarted(HEAD), record_id="the-start")
    assert games.start(store, author, GameStarted(HEAD), record_id="the-start") == first
    assert games.start(store, author, GameStarted(HEAD), record_id="another-start") != first
    assert len(recompute.games_of(store, phone).tables) == 2
    assert members.member(store, first, phone) is not None


def test_two_phones_may_use_the_same_record_id_for_games_of_their_own(store: Store, phone: int) -> None:
    other = devices.find_or_create(store, "Bob's phone").id
    mine = games.start(store, games.Author(phone, "Ann"), GameStarted(HEAD), record_id="the-start")
    yours = games.start(store, games.Author(other, "Bob"), GameStarted(HEAD), record_id="the-start")
    assert mine != yours


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": ["Ann"]}, "players"),
        ({"players": ["Ann", "Ann"]}, "two players"),
        ({"first_dealer": "Eve"}, "Eve"),
        ({"house_rules": {"target": -1}}, "target"),
        ({"game": "whist"}, "whist"),
        ({"print": {"AC": "G"}, "game": "gem-rummy"}, "print"),
    ],
)
def test_a_game_that_could_not_be_scored_is_not_started(
    store: Store, phone: int, change: dict[str, Any], sentence: str
) -> None:
    with refused(NotPossible, sentence):
        games.start(store, games.Author(phone, "Ann"), GameStarted({**HEAD, **change}), record_id="the-start")
    assert recompute.games_of(store, phone).tables == []


def test_the_same_record_id_returns_what_was_recorded(store: Store, game: Running) -> None:
    first = games.append(
        store,
        game.id,
        HandRecorded(hand_of(knocked(2, 22))),
        record_id="tapped-once",
        seen=1,
        author=game.author,
    )
    again = games.append(
        store,
        game.id,
        HandRecorded(hand_of(knocked(2, 22))),
        record_id="tapped-once",
        seen=1,
        author=game.author,
    )
    assert (first.seq, first.hand, first.repeated) == (2, 1, False)
    assert (again.seq, again.hand, again.repeated) == (2, 1, True)
    assert games.table_summary(store, game.id).totals == {"Ann": 20, "Bob": 0}


def test_a_second_phone_recording_the_same_hand_gets_a_conflict(store: Store, game: Running) -> None:
    bob = games.Author(devices.find_or_create(store, "Bob's phone").id, "Bob")
    game.win(20)
    with pytest.raises(Conflict) as caught:
        games.append(store, game.id, HandRecorded(hand_of(knocked(2, 23))), record_id="bobs-record", seen=1, author=bob)
    (other,) = caught.value.records
    assert (other.by, other.event) == ("Ann", HandRecorded(hand_of(knocked(2, 22))))
    assert caught.value.state.hands[0].recorded == hand_of(knocked(2, 22))
    assert len(journals.read(store, game.id)) == 2


def test_a_phone_ahead_of_the_journal_sees_a_conflict(store: Store, game: Running) -> None:
    with pytest.raises(Conflict):
        games.append(store, game.id, GameNoted("x"), record_id="from-the-future", seen=9, author=game.author)


def test_responses_of_two_players_do_not_conflict(store: Store, game: Running) -> None:
    game.win(20)
    points = {"Ann": 20, "Bob": 0}
    for name in ("Ann", "Bob"):
        game.say(HandAccepted(1, name, points), record_id=f"accepted-by-{name}", seen=2)
    _, sheet = games.sheet(store, game.id)
    assert sheet.rows[0].accepted_by == ("Ann", "Bob")


def test_impossible_events_are_refused_and_nothing_is_written(store: Store, game: Running) -> None:
    for event in (
        HandStruckOut(7),
        HandRecorded(hand_of(knocked(12, 40))),
        HouseRulesChanged({"targte": 5}),
        GameReopened(),
    ):
        with pytest.raises(NotPossible):
            game.say(event)
    assert len(journals.read(store, game.id)) == 1
    with refused(NotPossible, "incomplete"):
        game.say(GameNoted("x"), record_id="no id")
    with refused(NotPossible, "more than a hand"):
        game.say(HandRecorded(replace(hand_of({"drawn": True}), note="x" * limits.HAND_BYTES)))


def test_an_unknown_game_raises_no_such_game(store: Store, game: Running) -> None:
    for read in (games.table_summary, games.state, games.sheet, journals.read):
        with pytest.raises(NoSuchGame):
            read(store, "nogame")
    with pytest.raises(NoSuchGame):
        games.append(store, "nogame", GameNoted("x"), record_id="record-1", seen=1, author=game.author)
    with pytest.raises(NoSuchGame):
        games.preview(store, "nogame", GameNoted("x"))


def test_the_table_summary_matches_the_game(store: Store, game: Running) -> None:
    game.win(20)
    game.say(HandRecorded(hand_of({"drawn": True})))
    table = games.table_summary(store, game.id)
    assert (table.hands, table.next_hand, table.totals, table.target) == (2, 3, {"Ann": 20, "Bob": 0}, 100)
    assert (table.next_dealer, table.over, table.players, table.game) == ("Bob", False, ("Ann", "Bob"), "gin-rummy")
    assert table.last is not None
    assert (table.last.number, table.last.standing) == (2, Standing.DRAWN)
    game.win(90)
    assert games.table_summary(store, game.id).winners == ("Ann",)
    game.say(HouseRulesChanged({"target": 10}))
    assert games.table_summary(store, game.id).not_counting == 2


@pytest.mark.parametrize("spoiled", ["DELETE FROM standings", "UPDATE standings SET rules = 'old', body = '{}'"])
def test_caches_can_be_emptied(store: Store, game: Running, spoiled: str) -> None:
    game.win(20)
    game.say(HandNoted(1, "a note"))
    before, home = games.table_summary(store, game.id), recompute.games_of(store, game.author.device).tables
    change(store, spoiled)
    change(store, "DELETE FROM rulings")
    assert games.table_summary(store, game.id) == before
    change(store, spoiled)
    assert recompute.games_of(store, game.author.device).tables == home


def test_a_cached_ruling_is_not_used_under_other_rules(store: Store, game: Running) -> None:
    game.say(HandRecorded(hand_of(knocked(0, 22, call="gin"))))
    assert games.table_summary(store, game.id).totals["Ann"] == 47
    game.say(HouseRulesChanged({"gin_bonus": 20}))
    assert games.table_summary(store, game.id).totals["Ann"] == 42
    game.say(Undone(3))
    assert games.table_summary(store, game.id).totals["Ann"] == 47
    game.say(PlayersRenamed({"Ann": "Bob", "Bob": "Ann"}))
    assert games.table_summary(store, game.id).totals == {"Bob": 47, "Ann": 0}


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
    assert games.table_summary(store, game.id).totals["Ann"] == 20
    for event in (HandReplaced(1, hand_of(knocked(12, 30))), HandStruckOut(5)):
        with pytest.raises(NotPossible):
            games.preview(store, game.id, event)


def test_import_reverses_export(store: Store, phone: int, game: Running) -> None:
    game.win(20)
    game.say(HandNoted(1, "by the fire"))
    game.say(HandRecorded(hand_of({"drawn": True})))
    game.say(GameNoted("club"))
    exported = game_document(games.state(store, game.id))
    author = games.Author(phone, "Ann")
    deck = DeckUsed(None, "made up", made_up=True)
    again = games.import_document(store, author, exported, record_id="the-import", deck=deck)
    state, sheet = games.sheet(store, again)
    assert game_document(state) == exported
    check_with_answer(state, sheet)
    assert games.table_summary(store, again).made_up
    assert games.import_document(store, author, exported, record_id="the-import") == again


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
        games.import_document(store, games.Author(phone, "Ann"), {**HEAD, "hands": hands}, record_id="the-import")
    assert recompute.games_of(store, phone).tables == []


def test_games_of_a_phone_are_bounded(store: Store, phone: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "GAMES_OF_A_DEVICE", 2)
    author = games.Author(phone, "Ann")
    for number in (1, 2):
        games.start(store, author, GameStarted(HEAD), record_id=f"start-no-{number}")
    with refused(NotPossible, "at most 2 games"):
        games.start(store, author, GameStarted(HEAD), record_id="start-no-3")


def test_changes_of_a_game_are_bounded(game: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "RECORDS_OF_A_GAME", 2)
    game.win(20)
    with refused(NotPossible, "changed too often"):
        game.win(20)


def test_several_events_are_recorded_together_or_not_at_all(store: Store, game: Running) -> None:
    def accept(state: GameState, sheet: ScoreSheet) -> games.NewRecord:
        assert (state.recorded, sheet.totals) == (1, {"Ann": 20, "Bob": 0})
        return games.NewRecord("together-accepted", HandAccepted(1, "Bob", {"Ann": 20, "Bob": 0}))

    def fail() -> None:
        raise StoreBusy

    entries = [
        games.NewRecord("together-note", GameNoted("x")),
        games.NewRecord("together-hand", HandRecorded(hand_of(knocked(2, 22)))),
    ]
    with pytest.raises(StoreBusy):
        games.append_all(store, game.id, entries, seen=1, author=game.author, follow_up=accept, also_write=fail)
    assert len(journals.read(store, game.id)) == 1
    illegal = [entries[0], games.NewRecord("together-illegal", HandRecorded(hand_of(knocked(40, 50))))]
    with pytest.raises(NotPossible):
        games.append_all(store, game.id, illegal, seen=1, author=game.author)
    assert len(journals.read(store, game.id)) == 1
    done = games.append_all(store, game.id, entries, seen=1, author=game.author, follow_up=accept)
    assert (done.seq, done.hand, done.repeated) == (3, 1, False)
    again = games.append_all(store, game.id, entries, seen=1, author=game.author, follow_up=accept)
    assert (again.seq, again.hand, again.repeated) == (3, 1, True)
    assert [type(record.event) for record in journals.read(store, game.id)][1:] == [
        GameNoted, HandRecorded, HandAccepted,
    ]  # fmt: skip
    last = games.table_summary(store, game.id).last
    assert last is not None
    assert last.accepted_by == ("Bob",)
    other = [
        games.NewRecord("late-note", GameNoted("y")),
        games.NewRecord("late-hand", HandRecorded(hand_of(knocked(2, 22)))),
    ]
    with pytest.raises(Conflict) as conflict:
        games.append_all(store, game.id, other, seen=1, author=game.author)
    assert (conflict.value.state.seq, len(journals.read(store, game.id))) == (4, 4)


def test_closing_a_game_ends_its_join_code(store: Store, game: Running) -> None:
    code = join_codes.open_table(store, game.id)
    game.say(GameClosed())
    assert join_codes.game_of_code(store, code) is None
    assert games.table_summary(store, game.id).closed


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
    other = {**HEAD, "players": ["Bob", "Ann"], "first_dealer": "Bob"}
    games.start(store, game.author, GameStarted(other), record_id="the-rematch")
    games.start(store, game.author, GameStarted({**HEAD, "players": ["Ann", "Cid"]}), record_id="with-another")
    found = head_to_head.head_to_head(store, phone, "gin-rummy", ["Bob", "Ann"])
    assert found is not None
    assert (found.games, found.running, found.hands) == (1, 1, 3)
    ann, bob = found.players
    assert (ann.name, ann.games, ann.hands, ann.points, ann.best) == ("Ann", 1, 2, 115, 60)
    assert (bob.name, bob.games, bob.hands, bob.points, bob.best) == ("Bob", 0, 1, 30, 30)
    assert (ann.feats, bob.feats) == ({Feat.GIN: 1}, {Feat.UNDERCUT: 1})
    change(store, "DELETE FROM standings")
    change(store, "DELETE FROM tallies")
    assert head_to_head.head_to_head(store, phone, "gin-rummy", ["Ann", "Bob"]) == found
    assert head_to_head.head_to_head(store, phone, "gem-rummy", ["Ann", "Bob"]) is None
