"""From records to a game: the sheet that each record leads to, and what undo, renaming and a damaged journal do."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.journal.events import CLASS_OF, Event, hands
from companion.journal.events.base import Kind
from companion.journal.events.game import (
    GameClosed,
    GameDated,
    GameNoted,
    GamePlaced,
    GameReopened,
    GameStarted,
    GemsLearned,
    HouseRulesChanged,
    HouseRulesFrom,
    PlayersRenamed,
    Redone,
    Undone,
)
from companion.journal.exchange import events_of, exported
from companion.journal.fold import Replay, fold, minutes_played
from companion.journal.kinds import sheet_of
from companion.journal.sheet import SheetRow, Standing, showdown_of
from companion.journal.state import GameState, JournalError, Record
from companion.rules.rummy.ruleset import Game, book_rules
from companion.store.derived.table_cache import summary_from
from tests.support.documents import HEAD, LAID_OUT, hand_of, knocked, won_hand
from tests.support.journals import check_with_answer, documents, folded, journal, recorded, started, totals
from tests.support.whole_games import ROUND_HEAD

ANN_20, BOB_9 = recorded(won_hand(20)), recorded(knocked(15, 6) | {"knocker": "Bob"})
DRAWN, GIN = recorded({"drawn": True}), recorded(knocked(0, 9))
POINTS = {"Ann": 20, "Bob": 0}
RESPONSES = (ANN_20, hands.HandAccepted(1, "Ann", POINTS), hands.HandDisputed(1, "Bob", "that was no set"))
STRUCK_OUT = hands.HandStruckOut(1, "misdeal")
ANN_21 = hands.HandReplaced(1, hand_of(won_hand(21)))
OVERRULED = hands.HandOverruled(1, {"Ann": 0, "Bob": 6}, "Bob", "agreed", "Ann")
UNDERCUT = recorded(knocked(7, 7))
"""Bob undercuts with an equal count: 25 by the book, or the undercut bonus of the table."""
TEN = HouseRulesFrom({"undercut_bonus": 10})


def line_of(row: SheetRow) -> str:
    """Write a row of the sheet: number, standing, points, and all that is said of the hand."""
    hand = row.hand
    said = {
        "won by": " ".join(row.winners),
        "note": hand.recorded.note,
        "at": hand.recorded.at,
        "reason": hand.reason,
        "accepted by": " ".join(row.accepted_by),
        "disputed by": " ".join(row.disputed_by),
        "disputed before by": " ".join(hand.disputed_before),
        "rules": "" if hand.house_rules is None else str(hand.house_rules.get("undercut_bonus", "book")),
    }
    points = "" if row.points is None else " " + ":".join(map(str, row.points.values()))
    return f"{hand.number} {row.standing}{points}" + "".join(f", {key} {value}" for key, value in said.items() if value)


def lines_of(state: GameState) -> list[str]:
    return [line_of(row) for row in sheet_of(state).rows]


@pytest.mark.parametrize(
    ("happened", "lines"),
    [
        ([ANN_20, BOB_9, DRAWN], ["1 counts 20:0, won by Ann", "2 counts 0:9, won by Bob", "3 drawn 0:0"]),
        (
            [recorded(won_hand(20) | {"note": "late"}), BOB_9, ANN_21],
            ["1 counts 21:0, won by Ann, note late", "2 counts 0:9, won by Bob"],
        ),
        ([ANN_20, BOB_9, STRUCK_OUT], ["1 struck-out, reason misdeal", "2 counts 0:9, won by Bob"]),
        ([ANN_20, STRUCK_OUT, hands.HandRestored(1)], ["1 counts 20:0, won by Ann"]),
        (
            [ANN_20, hands.HandNoted(1, "by the fire"), hands.HandDated(1, "2026-11-21")],
            ["1 counts 20:0, won by Ann, note by the fire, at 2026-11-21"],
        ),
        ([recorded(won_hand(20) | {"note": "x"}), hands.HandNoted(1, "")], ["1 counts 20:0, won by Ann"]),
        ([*RESPONSES], ["1 counts 20:0, won by Ann, accepted by Ann, disputed by Bob"]),
        ([*RESPONSES, hands.HandAccepted(1, "Bob", POINTS)], ["1 counts 20:0, won by Ann, accepted by Ann Bob"]),
        ([*RESPONSES, hands.HandStruckOut(1, "")], ["1 struck-out, disputed by Bob"]),
        ([*RESPONSES, ANN_21], ["1 counts 21:0, won by Ann, disputed before by Bob"]),
        ([*RESPONSES, OVERRULED], ["1 overruled 0:6, won by Bob, disputed before by Bob"]),
        (
            [*RESPONSES, ANN_21, hands.HandDisputed(1, "Ann", "21?"), OVERRULED],
            ["1 overruled 0:6, won by Bob, disputed before by Bob Ann"],
        ),
        ([*RESPONSES, OVERRULED, hands.OverrulingWithdrawn(1)], ["1 counts 20:0, won by Ann"]),
        (
            [*RESPONSES, ANN_21, PlayersRenamed({"Bob": "Bea"})],
            ["1 counts 21:0, won by Ann, disputed before by Bea"],
        ),
        # An acceptance ends when the points change.
        (
            [GIN, hands.HandAccepted(1, "Bob", {"Ann": 34, "Bob": 0})],
            ["1 counts 34:0, won by Ann, accepted by Bob"],
        ),
        (
            [GIN, hands.HandAccepted(1, "Bob", {"Ann": 34, "Bob": 0}), HouseRulesChanged({"gin_bonus": 5})],
            ["1 counts 14:0, won by Ann"],
        ),
        ([ANN_20, hands.HandNoted(7, "which?"), hands.HandStruckOut(7)], ["1 counts 20:0, won by Ann"]),
        ([ANN_20, GameStarted({**HEAD, "players": ["Cid", "Dee"]})], ["1 counts 20:0, won by Ann"]),
        # House rules from a hand on: each hand is ruled by those in force when it was recorded.
        ([UNDERCUT, TEN, UNDERCUT], ["1 counts 0:25, won by Bob, rules book", "2 counts 0:10, won by Bob"]),
        (
            [UNDERCUT, TEN, UNDERCUT, HouseRulesFrom({"undercut_bonus": 15}), UNDERCUT, HouseRulesFrom({})],
            [
                "1 counts 0:25, won by Bob",
                "2 counts 0:10, won by Bob, rules 10",
                "3 counts 0:15, won by Bob, rules 15",
            ],
        ),
        (
            [UNDERCUT, TEN, hands.HandReplaced(1, hand_of({**knocked(9, 8), "house_rules": {"undercut_bonus": 3}}))],
            ["1 counts 0:26, won by Bob, rules book"],
        ),
        ([UNDERCUT, TEN, Undone(3), UNDERCUT], ["1 counts 0:25, won by Bob", "2 counts 0:25, won by Bob"]),
        (
            [UNDERCUT, TEN, Undone(3), Redone(3), UNDERCUT],
            ["1 counts 0:25, won by Bob, rules book", "2 counts 0:10, won by Bob"],
        ),
        (
            [UNDERCUT, TEN, HouseRulesChanged({"undercut_bonus": 5}), UNDERCUT, TEN, UNDERCUT],
            [
                "1 counts 0:5, won by Bob, rules 5",
                "2 counts 0:5, won by Bob, rules 5",
                "3 counts 0:10, won by Bob",
            ],
        ),
        # The target belongs to the whole game.
        ([UNDERCUT, HouseRulesFrom({"target": 20}), DRAWN], ["1 counts 0:25, won by Bob", "2 after-the-end"]),
        (
            [recorded(knocked(9, 20)), HouseRulesFrom({"knock_limit": 8}), recorded(knocked(9, 20))],
            ["1 counts 11:0, won by Ann, rules book", "2 illegal"],
        ),
    ],
)  # fmt: skip
def test_what_a_game_comes_to(happened: Sequence[Event], lines: list[str]) -> None:
    state = folded(*happened)
    assert lines_of(state) == lines
    records = started(*happened)
    replay = Replay(records[:1])
    for record in records[1:]:
        replay.add(record)
    assert replay.state() == state


def test_a_hand_tells_its_history() -> None:
    corrected = folded(ANN_20, BOB_9, ANN_21, Undone(4))
    first, second = corrected.hands
    assert [(change.seq, change.event, change.by, change.undone) for change in first.history] == [
        (2, ANN_20, "Ann", False),
        (4, ANN_21, "Ann", True),
    ]
    assert [hand.revision for hand in folded(ANN_20, BOB_9, ANN_21).hands] == [4, 3]
    assert (first.played_at, second.played_at) == ("2026-11-21T20:00:02Z", "2026-11-21T20:00:03Z")
    assert [change.hand for change in corrected.history] == [None, 1, 2, 1, None]
    assert folded(DRAWN, DRAWN, Undone(3), DRAWN).positions == {1: 1, 2: 2, 3: 2, 4: 3}


@pytest.mark.parametrize(
    ("happened", "numbers", "undoable", "redoable"),
    [
        ([ANN_20, BOB_9], [1, 2], 3, None),
        ([ANN_20, BOB_9, Undone(3)], [1], 2, 3),
        ([ANN_20, BOB_9, Undone(3), Undone(2)], [], None, 2),
        ([ANN_20, BOB_9, Undone(3), Undone(2), Redone(2), Redone(3)], [1, 2], 3, None),
        # The number of an undone hand is not used again, and a new hand leaves nothing to redo.
        ([ANN_20, Undone(2), ANN_20], [2], 4, None),
        ([ANN_20, PlayersRenamed({"Ann": "An"}), hands.HandAccepted(1, "An", {"An": 20, "Bob": 0})], [1], 2, None),
        ([DRAWN, DRAWN, Undone(2)], [2], 3, 2),
        ([DRAWN, Undone(9)], [1], 2, 9),
    ],
)
def test_undo_and_redo(happened: list[Event], numbers: list[int], undoable: int | None, redoable: int | None) -> None:
    state = folded(*happened)
    assert [hand.number for hand in state.hands] == numbers
    assert (state.undoable, state.redoable) == (undoable, redoable)


def test_a_game_has_a_note_a_date_a_place_an_end_and_house_rules() -> None:
    head = {**HEAD, "house_rules": {"target": 50}}
    state = folded(GameNoted("late"), GameDated("2026-11-20"), GamePlaced(" the\n club "), GameClosed(), head=head)
    assert (state.head, state.closed) == ({**head, "note": "late", "at": "2026-11-20", "place": "the club"}, True)
    state = folded(
        GameNoted("x"), GameNoted(""), GameDated(""), GamePlaced("x"), GamePlaced(""), GameClosed(), GameReopened()
    )
    assert (state.head, state.closed, state.house_rules, state.next_hand) == (HEAD, False, {}, 1)
    assert folded(HouseRulesChanged({"knock_limit": 5}), head=head).house_rules == {"knock_limit": 5}
    moved = folded(GameClosed(moved=True))
    assert (moved.closed, moved.taken_by) == (True, moved.history[-1].by)
    assert folded(GameClosed(moved=True), GameReopened()).taken_by == ""


def test_gems_are_learned_card_by_card_until_they_are_forgotten_or_undone() -> None:
    head = {**HEAD, "game": "gem-rummy"}
    first, more = GemsLearned({"7D": "S"}, {"10D": "E"}), GemsLearned({"8D": "G", "7D": "T"}, {"10D": "ER", "8D": "G"})
    both = folded(first, more, head=head).head
    assert (both["gems"], both["not_gems"]) == ({"7D": "T", "8D": "G"}, {"10D": "ER", "8D": "G"})
    assert folded(first, more, Undone(3), head=head).head == {**head, "gems": {"7D": "S"}, "not_gems": {"10D": "E"}}
    assert "not_gems" not in folded(first, GemsLearned({}, {"10D": ""}), head=head).head


def test_renaming_reaches_every_place_that_names_a_player() -> None:
    state = folded(
        recorded(LAID_OUT),
        hands.HandOverruled(1, {"Ann": 3, "Bob": 0}, "Ann", "why not", "Bob"),
        hands.HandAccepted(1, "Ann", {"Ann": 3, "Bob": 0}),
        hands.HandDisputed(1, "Bob", "who says so?"),
        PlayersRenamed({"Ann": "Bob", "Bob": "Ann"}),
    )
    assert (state.players, state.head["first_dealer"]) == (("Bob", "Ann"), "Bob")
    document = documents(state)[0]
    assert document["knocker"] == "Bob"
    assert document["lay_offs"] == [{"player": "Ann", "card": "8C", "onto": {"player": "Bob", "meld": 0}}]
    assert document["overruled"] == {
        "points": {"Bob": 3, "Ann": 0}, "winner": "Bob", "reason": "why not", "by": "Ann"
    }  # fmt: skip
    assert lines_of(state) == ["1 overruled 3:0, won by Bob, accepted by Bob, disputed by Ann"]


def test_a_player_called_like_a_card_does_not_rename_cards() -> None:
    hand = {"knocker": "Bob", "players": [{"name": "5C", "cards": ["5C", "6C"]}, {"name": "Bob", "cards": ["5C"]}]}
    head = {**HEAD, "players": ["5C", "Bob"], "first_dealer": "5C"}
    (document,) = documents(folded(recorded(hand), PlayersRenamed({"5C": "Cid"}), head=head))
    assert document["players"] == [{"name": "Cid", "cards": ["5C", "6C"]}, {"name": "Bob", "cards": ["5C"]}]


def test_the_holder_of_a_missing_x_is_renamed() -> None:
    counted = {"counted": {"remaining": 4, "cards": {"Ann": 18, "Bob": 18}}, "not_all_x": True, "x_held_by": "Bob"}
    state = folded(recorded(counted), PlayersRenamed({"Bob": "Rob"}), head=ROUND_HEAD)
    assert documents(state)[0]["x_held_by"] == "Rob"
    assert totals(state) == {"Ann": 190, "Rob": 90}


@pytest.mark.parametrize(
    ("team", "names", "teams"),
    [
        ("Ann & Cid", {"Ann & Cid": "Anna & Cid"}, [["Anna", "Cid"], ["Bob", "Dee"]]),
        ("Ann & Cid", {"Ann & Cid": "Bob & Dee", "Bob & Dee": "Ann & Cid"}, [["Bob", "Dee"], ["Ann", "Cid"]]),
        ("Ann & Cid", {"Ann & Cid": "The Reds"}, [["Ann", "Cid"], ["Bob", "Dee"]]),
        # Refused today: nobody plays in both teams.
        ("Ann & Cid", {"Bob & Dee": "Bob & Ann"}, [["Ann", "Cid"], ["Bob", "Dee"]]),
        ("Red", {"Ann": "Anna"}, [["Anna", "Cid"], ["Bob", "Dee"]]),
    ],
)
def test_players_of_a_team_are_renamed_with_it_or_alone(
    team: str, names: dict[str, str], teams: list[list[str]]
) -> None:
    head = {"players": [team, "Bob & Dee"], "first_dealer": team, "teams": [["Ann", "Cid"], ["Bob", "Dee"]]}
    state = folded(PlayersRenamed(names), head={**ROUND_HEAD, **head})
    assert (state.players, state.head["teams"]) == (tuple(names.get(one, one) for one in (team, "Bob & Dee")), teams)


def a_round(*removed: int) -> dict[str, Any]:
    return {"deals": [{"removed": number} for number in removed]}


def test_the_deals_of_a_round_are_records_of_their_own_and_undone_one_by_one() -> None:
    late = {"note": "late"}
    deals = (
        recorded({**a_round(0), **late}),
        hands.DealRecorded(1, hand_of(a_round(0, 3))),
        hands.DealRecorded(1, hand_of(a_round(0, 3, 2))),
    )
    for more, hand, undoable in (
        ((), a_round(0, 3, 2), 4),
        ((Undone(4),), a_round(0, 3), 3),
        ((Undone(4), Redone(4)), a_round(0, 3, 2), 4),
    ):
        state = folded(*deals, *more, head=ROUND_HEAD)
        assert documents(state) == [{**hand, **late}]
        assert (state.recorded, state.undoable) == (1, undoable)
    corrected = folded(deals[0], hands.HandReplaced(1, hand_of(a_round(0, 3))), head=ROUND_HEAD)
    played_on = folded(*deals[:2], head=ROUND_HEAD)
    assert documents(corrected) == documents(played_on)


def test_stored_names_of_kinds_never_change() -> None:
    assert {kind.value for kind in Kind} == {
        "game-started", "hand-recorded", "deal-recorded", "hand-replaced", "hand-struck-out", "hand-restored",
        "hand-noted", "hand-dated", "hand-accepted", "hand-disputed", "hand-overruled", "overruling-withdrawn",
        "house-rules-changed", "house-rules-from", "gems-learned", "players-renamed",
        "game-noted", "game-dated", "game-placed",
        "game-closed", "game-reopened", "undone", "redone",
    }  # fmt: skip
    assert set(CLASS_OF) == set(Kind)
    assert {kind for kind, event_class in CLASS_OF.items() if not event_class.is_undoable} == {
        Kind.GAME_STARTED, Kind.HAND_ACCEPTED, Kind.HAND_DISPUTED, Kind.PLAYERS_RENAMED, Kind.UNDONE, Kind.REDONE,
    }  # fmt: skip


def test_a_journal_begins_with_the_start_of_a_game() -> None:
    for records in ([], journal(GameNoted("a note"))):
        with pytest.raises(JournalError):
            fold(records)


def test_a_sheet_says_what_its_games_come_to_with_what_their_end_adds() -> None:
    """T.game-bonus: the winner of a game gets 100 more; 20 points for 22 against 2, to a target of 10."""
    state = folded(ANN_20, head={**HEAD, "house_rules": {"target": 10, "game_bonus": 100}})
    sheet = sheet_of(state)
    assert (sheet.totals, sheet.final, sheet.winners) == (POINTS, {"Ann": 120, "Bob": 0}, ("Ann",))
    assert ([column.over for column in sheet.ends], sheet.games_at_once) == ([True], ())
    check_with_answer(state, sheet)


def test_a_sheet_of_three_games_at_once_has_a_column_for_each() -> None:
    """T.hollywood: the first win counts in one game, the second in two."""
    state = folded(ANN_20, ANN_20, head={**HEAD, "house_rules": {"columns": 3}})
    sheet = sheet_of(state)
    assert [column.totals for column in sheet.games_at_once] == [(40, 0), (20, 0), (0, 0)]
    assert (sheet.final, sheet.winners, sheet.over) == (None, (), False)
    check_with_answer(state, sheet)


def test_who_really_dealt_is_kept_by_a_correction_renamed_with_the_player_and_exported_where_it_differs() -> None:
    dealt = [recorded({"drawn": True, "dealer": name}) for name in ("Ann", "Bob")]
    state = folded(*dealt, hands.HandReplaced(2, hand_of({"drawn": True})), PlayersRenamed({"Bob": "Rob"}))
    sheet = sheet_of(state)
    assert [(row.dealer, row.dealer_by_the_rules) for row in sheet.rows] == [("Ann", "Ann"), ("Rob", "Ann")]
    assert exported(state, sheet)["hands"] == [{"drawn": True}, {"drawn": True, "dealer": "Rob"}]
    assert summary_from(state, sheet).next_dealer == "Rob"


def test_a_document_says_which_hands_were_played_by_which_rules() -> None:
    state = folded(UNDERCUT, TEN, UNDERCUT, hands.HandNoted(1, "close"))
    document: dict[str, Any] = exported(state, sheet_of(state))
    assert [hand.get("house_rules") for hand in document["hands"]] == [{}, None]
    assert [dict(state.rules_of_hand(hand)) for hand in state.hands] == [{}, {"undercut_bonus": 10}]
    assert score_document(document)["totals"] == {"Ann": 0, "Bob": 35}
    imported = events_of(document)
    again = fold(journal(*imported))
    assert exported(again, sheet_of(again)) == document
    for_all = fold(journal(*imported, HouseRulesChanged({})))
    assert [row.points for row in sheet_of(for_all).rows] == [{"Ann": 0, "Bob": 25}] * 2
    showdown = showdown_of(state, state.hands[0].recorded)
    assert showdown is not None
    assert showdown.rules.undercut_bonus == book_rules(Game.GIN_RUMMY, 2).undercut_bonus


def test_earlier_hands_stand_under_a_target_lower_than_their_minimum() -> None:
    head = {**HEAD, "house_rules": {"minimum_score": 30}}
    (row,) = sheet_of(folded(recorded(knocked(2, 4)), HouseRulesFrom({"target": 25}), head=head)).rows
    assert (row.standing, row.points) == (Standing.COUNTS, {"Ann": 30, "Bob": 0})


@pytest.mark.parametrize(
    ("records", "minutes"),
    [
        ([("21T20:10:00Z", ANN_20), ("21T20:48:20Z", ANN_20), ("21T23:00:00Z", GameNoted("late"))], 48),
        ([("21T20:10:00Z", ANN_20), ("21T20:48:00Z", ANN_20), ("21T20:49:00Z", Undone(3))], 10),
        ([("22T08:00:00Z", ANN_20)], 720),
        ([("22T08:01:00Z", ANN_20)], None),
        ([("21T20:01:00Z", ANN_20)], 1),
        ([("21T20:00:00Z", ANN_20)], None),
        ([("21", ANN_20)], None),
        ([("some day", ANN_20)], None),
        ([], None),
    ],
)
def test_a_game_lasts_from_its_start_to_its_last_hand(records: list[tuple[str, Event]], minutes: int | None) -> None:
    first = Record(1, "2026-11-21T20:00:00Z", "Ann", GameStarted(HEAD))
    later = [Record(seq, f"2026-11-{at}", "Ann", event) for seq, (at, event) in enumerate(records, start=2)]
    assert minutes_played(fold([first, *later])) == minutes
