"""From records to a game: what each record does, and what holds for any journal whatever."""

from typing import Any

import pytest

from companion.documents.errors import DocumentError
from companion.journal.events import CLASS_OF
from companion.journal.events.base import Kind
from companion.journal.events.game import (
    GameClosed,
    GameDated,
    GameNoted,
    GameReopened,
    GameStarted,
    GemsLearned,
    HouseRulesChanged,
    PlayersRenamed,
    Redone,
    Undone,
)
from companion.journal.events.hands import (
    DealRecorded,
    HandAccepted,
    HandDated,
    HandDisputed,
    HandNoted,
    HandOverruled,
    HandReplaced,
    HandRestored,
    HandStruckOut,
    OverrulingWithdrawn,
)
from companion.journal.exchange import exported
from companion.journal.fold import fold
from companion.journal.kinds import kind_of, sheet_of
from companion.journal.sheet import Standing
from companion.journal.state import JournalError
from companion.store.derived.table_cache import summary_from
from companion.wording.store_errors import why_not_counted
from tests.support.documents import HEAD, hand_of
from tests.support.journals import check_with_answer, documents, folded, journal, recorded, totals


def won(winner: str, points: int, **more: object) -> dict[str, Any]:
    """Make a counted hand of Gin Rummy that the knocker wins by these points."""
    other = "Bob" if winner == "Ann" else "Ann"
    count = {winner: 2, other: 2 + points}
    seats = sorted(count)
    return {
        "knocker": winner,
        "players": [{"name": name, "deadwood_points": count[name]} for name in seats],
        **more,
    }


def test_a_journal_begins_with_the_start_of_a_game() -> None:
    for records in ([], journal(GameNoted("a note"))):
        with pytest.raises(JournalError):
            fold(records)


def test_hands_have_numbers_of_their_own_and_totals_are_computed() -> None:
    state = folded(
        recorded(won("Ann", 20)),
        recorded(won("Bob", 9)),
        recorded({"drawn": True}),
    )
    assert [hand.number for hand in state.hands] == [1, 2, 3]
    assert [hand.played_at for hand in state.hands] == [f"2026-11-21T20:00:0{seq}Z" for seq in (2, 3, 4)]
    assert state.next_hand == 4
    assert totals(state) == {"Ann": 20, "Bob": 9}
    assert [row.standing for row in sheet_of(state).rows] == [Standing.COUNTS, Standing.COUNTS, Standing.DRAWN]


def test_a_replaced_hand_keeps_its_number_its_note_and_its_history() -> None:
    state = folded(
        recorded(won("Ann", 20, note="late")),
        recorded(won("Bob", 9)),
        HandReplaced(1, hand_of(won("Bob", 4))),
    )
    first, second = state.hands
    assert totals(state) == {"Ann": 0, "Bob": 13}
    assert first.recorded.note == "late"
    assert [(change.seq, change.event.kind) for change in first.history] == [
        (2, Kind.HAND_RECORDED),
        (4, Kind.HAND_REPLACED),
    ]
    assert first.history[0].event == recorded(won("Ann", 20, note="late"))
    assert second.history[0].by == "Ann"


def test_struck_out_and_restored() -> None:
    hands = (recorded(won("Ann", 20)), recorded(won("Bob", 9)))
    struck = folded(*hands, HandStruckOut(1, "misdeal"))
    assert totals(struck) == {"Ann": 0, "Bob": 9}
    row = sheet_of(struck).rows[0]
    assert (row.standing, row.hand.reason, row.place) == (Standing.STRUCK_OUT, "misdeal", None)
    assert why_not_counted(row) == ("misdeal",)
    assert totals(folded(*hands, HandStruckOut(1), HandRestored(1))) == {"Ann": 20, "Bob": 9}


def test_notes_and_dates_come_and_go() -> None:
    state = folded(
        recorded(won("Ann", 20)),
        HandNoted(1, "by the fire"),
        HandDated(1, "2026-11-21"),
        GameNoted("club"),
    )
    assert state.hands[0].recorded.note == "by the fire"
    assert state.hands[0].recorded.at == "2026-11-21"
    assert state.head["note"] == "club"
    later = folded(recorded(won("Ann", 20, note="x")), HandNoted(1, ""), GameDated("2026-11-20"), GameDated(""))
    assert not later.hands[0].recorded.note
    assert "at" not in later.head


def test_responses_hold_for_their_ruling_only() -> None:
    events = (
        recorded(won("Ann", 20)),
        HandAccepted(1, "Ann", {"Ann": 20, "Bob": 0}),
        HandDisputed(1, "Bob", "that was no set"),
    )
    row = sheet_of(folded(*events)).rows[0]
    assert (row.accepted_by, row.disputed_by) == (("Ann",), ("Bob",))
    assert sheet_of(folded(*events, HandAccepted(1, "Bob", {"Ann": 20, "Bob": 0}))).rows[0].disputed_by == ()
    for ruled_anew in (
        HandReplaced(1, hand_of(won("Ann", 21))),
        HandOverruled(1, {"Ann": 5, "Bob": 0}, "Ann", "agreed", "Bob"),
    ):
        row = sheet_of(folded(*events, ruled_anew)).rows[0]
        assert (row.accepted_by, row.disputed_by) == ((), ())


def test_a_hand_knows_who_disputed_it_before_it_was_corrected_or_overruled() -> None:
    disputed = (recorded(won("Ann", 20)), HandDisputed(1, "Bob", "that was no set"))
    assert folded(*disputed).hands[0].disputed_before == ()
    corrected = (*disputed, HandReplaced(1, hand_of(won("Ann", 21))))
    overruled = (*corrected, HandDisputed(1, "Ann", "21?"), HandOverruled(1, {"Ann": 5, "Bob": 0}, "Ann", "so", "Bob"))
    assert folded(*corrected).hands[0].disputed_before == ("Bob",)
    assert folded(*overruled).hands[0].disputed_before == ("Bob", "Ann")
    assert folded(*corrected, PlayersRenamed({"Bob": "Bea"})).hands[0].disputed_before == ("Bea",)
    assert folded(*overruled, OverrulingWithdrawn(1)).hands[0].disputed_before == ()
    accepted = (recorded(won("Ann", 20)), HandAccepted(1, "Bob", {"Ann": 20, "Bob": 0}))
    assert folded(*accepted, HandReplaced(1, hand_of(won("Ann", 21)))).hands[0].disputed_before == ()


def test_an_acceptance_ends_when_the_points_change() -> None:
    gin = won("Ann", 20, call="gin")
    gin["players"][0]["deadwood_points"] = 0
    events = (recorded(gin), HandAccepted(1, "Bob", {"Ann": 47, "Bob": 0}))
    assert sheet_of(folded(*events)).rows[0].accepted_by == ("Bob",)
    row = sheet_of(folded(*events, HouseRulesChanged({"gin_bonus": 20}))).rows[0]
    assert (row.points, row.accepted_by) == ({"Ann": 42, "Bob": 0}, ())


def test_an_overruled_hand_counts_as_the_table_says_until_it_is_withdrawn() -> None:
    events = (recorded(won("Ann", 20)), HandOverruled(1, {"Ann": 0, "Bob": 6}, "Bob", "agreed", "Ann"))
    state = folded(*events)
    row = sheet_of(state).rows[0]
    assert (row.standing, row.points, row.winner) == (Standing.OVERRULED, {"Ann": 0, "Bob": 6}, "Bob")
    assert documents(state)[0]["overruled"] == {
        "points": {"Ann": 0, "Bob": 6},
        "winner": "Bob",
        "reason": "agreed",
        "by": "Ann",
    }
    assert totals(folded(*events, OverrulingWithdrawn(1))) == {"Ann": 20, "Bob": 0}


def test_renaming_reaches_every_place_that_names_a_player() -> None:
    hand = {
        "knocker": "Ann",
        "players": [
            {"name": "Ann", "melds": [["5C", "6C", "7C"], ["9D", "9H", "9S"], ["KC", "KD", "KH"]], "deadwood": ["AC"]},
            {"name": "Bob", "cards": ["8C", "2D", "2H", "3H", "4D", "6S", "7S", "JD", "QD", "TH"]},
        ],
        "lay_offs": [{"player": "Bob", "card": "8C", "onto": {"player": "Ann", "meld": 0}}],
    }
    state = folded(
        recorded(hand),
        HandOverruled(1, {"Ann": 3, "Bob": 0}, "Ann", "why not", "Bob"),
        HandAccepted(1, "Ann", {"Ann": 3, "Bob": 0}),
        HandDisputed(1, "Bob", "who says so?"),
        PlayersRenamed({"Ann": "Bob", "Bob": "Ann"}),
    )
    assert state.players == ("Bob", "Ann")
    assert state.head["first_dealer"] == "Bob"
    document = documents(state)[0]
    assert document["knocker"] == "Bob"
    assert document["lay_offs"] == [{"player": "Ann", "card": "8C", "onto": {"player": "Bob", "meld": 0}}]
    assert document["overruled"] == {
        "points": {"Bob": 3, "Ann": 0}, "winner": "Bob", "reason": "why not", "by": "Ann"
    }  # fmt: skip
    row = sheet_of(state).rows[0]
    assert (row.accepted_by, row.disputed_by) == (("Bob",), ("Ann",))


ROUND_HEAD = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1}
TEAMS_HEAD = {
    **ROUND_HEAD,
    "players": ["Ann & Cid", "Bob & Dee"],
    "first_dealer": "Ann & Cid",
    "teams": [["Ann", "Cid"], ["Bob", "Dee"]],
}


@pytest.mark.parametrize(
    ("names", "teams"),
    [
        ({"Ann & Cid": "Anna & Cid"}, [["Anna", "Cid"], ["Bob", "Dee"]]),
        ({"Ann & Cid": "Bob & Dee", "Bob & Dee": "Ann & Cid"}, [["Bob", "Dee"], ["Ann", "Cid"]]),
        ({"Ann & Cid": "The Reds"}, [["Ann", "Cid"], ["Bob", "Dee"]]),
        ({"Bob & Dee": "Bob & Ann"}, [["Ann", "Cid"], ["Bob", "Dee"]]),  # refused today: nobody plays in both teams
    ],
)
def test_players_of_a_team_named_after_them_are_renamed_with_it(names: dict[str, str], teams: list[list[str]]) -> None:
    state = folded(PlayersRenamed(names), head=TEAMS_HEAD)
    assert state.players == tuple(names.get(one, one) for one in ("Ann & Cid", "Bob & Dee"))
    assert state.head["teams"] == teams


def test_players_of_a_team_with_its_own_name_are_renamed_one_by_one() -> None:
    head = {**TEAMS_HEAD, "players": ["Red", "Bob & Dee"], "first_dealer": "Red"}
    state = folded(PlayersRenamed({"Ann": "Anna"}), head=head)
    assert state.players == ("Red", "Bob & Dee")
    assert state.head["teams"] == [["Anna", "Cid"], ["Bob", "Dee"]]


def test_the_holder_of_a_missing_x_is_renamed() -> None:
    round_ = {"counted": {"remaining": 4, "cards": {"Ann": 18, "Bob": 18}}, "not_all_x": True, "x_held_by": "Bob"}
    state = folded(recorded(round_), PlayersRenamed({"Bob": "Rob"}), head=ROUND_HEAD)
    assert documents(state)[0]["x_held_by"] == "Rob"
    assert totals(state) == {"Ann": 190, "Rob": 90}


def test_a_player_called_like_a_card_does_not_rename_cards() -> None:
    head = {**HEAD, "players": ["5C", "Bob"], "first_dealer": "5C"}
    hand = {"knocker": "Bob", "players": [{"name": "5C", "cards": ["5C", "6C"]}, {"name": "Bob", "cards": ["5C"]}]}
    state = folded(recorded(hand), PlayersRenamed({"5C": "Cid"}), head=head)
    assert documents(state)[0]["players"] == [
        {"name": "Cid", "cards": ["5C", "6C"]},
        {"name": "Bob", "cards": ["5C"]},
    ]


def test_gems_are_learned_card_by_card() -> None:
    head = {**HEAD, "game": "gem-rummy"}
    state = folded(GemsLearned({"7D": "S"}), GemsLearned({"8D": "G", "7D": "T"}), head=head)
    assert state.head["gems"] == {"7D": "T", "8D": "G"}


def test_that_a_card_does_not_show_a_gem_is_remembered_until_it_is_forgotten_or_undone() -> None:
    head = {**HEAD, "game": "gem-rummy"}
    first = GemsLearned({"7D": "S"}, {"10D": "E"})
    assert folded(first, head=head).head["not_gems"] == {"10D": "E"}
    more = GemsLearned({}, {"10D": "ER", "8D": "G"})
    assert folded(first, more, head=head).head["not_gems"] == {"10D": "ER", "8D": "G"}
    assert "not_gems" not in folded(first, GemsLearned({}, {"10D": ""}), head=head).head
    assert folded(first, more, Undone(3), head=head).head["not_gems"] == {"10D": "E"}


def test_house_rules_are_those_of_the_last_change() -> None:
    head = {**HEAD, "house_rules": {"target": 50}}
    assert folded().house_rules == {}
    assert folded(head=head).house_rules == {"target": 50}
    assert folded(HouseRulesChanged({"knock_limit": 5}), head=head).house_rules == {"knock_limit": 5}


@pytest.mark.parametrize(
    ("document", "broken"),
    [
        ({**HEAD, "hands": [won("Ann", 20)]}, {"hands": [{"knocker": "Ann"}]}),
        (
            {"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "rounds": [{"deals": [0]}]},
            {"rounds": [{"deals": [-1]}]},
        ),
    ],
)
def test_a_game_that_cannot_be_read_is_refused(document: dict[str, Any], broken: dict[str, Any]) -> None:
    kind_of(document["game"]).read(document)
    with pytest.raises(DocumentError):
        kind_of(document["game"]).read({**document, **broken})


def test_closed_and_reopened() -> None:
    assert folded(GameClosed()).closed
    assert not folded(GameClosed(), GameReopened()).closed


def test_undo_and_redo_are_records_too() -> None:
    events = (recorded(won("Ann", 20)), recorded(won("Bob", 9)))
    state = folded(*events)
    assert (state.undoable, state.redoable) == (3, None)
    undone = folded(*events, Undone(3))
    assert totals(undone) == {"Ann": 20, "Bob": 0}
    assert (undone.undoable, undone.redoable, undone.next_hand) == (2, 3, 3)
    assert [change.undone for change in undone.history] == [False, False, True, False]
    twice = folded(*events, Undone(3), Undone(2))
    assert (twice.hands, twice.undoable, twice.redoable) == ((), None, 2)
    redone = folded(*events, Undone(3), Undone(2), Redone(2), Redone(3))
    assert totals(redone) == {"Ann": 20, "Bob": 9}
    assert [hand.number for hand in redone.hands] == [1, 2]


def a_round(*removed: int) -> dict[str, Any]:
    return {"deals": [{"removed": number} for number in removed]}


def test_the_deals_of_a_round_are_records_of_their_own_and_undone_one_by_one() -> None:
    deals = (
        recorded({**a_round(0), "note": "late"}),
        DealRecorded(1, hand_of(a_round(0, 3))),
        DealRecorded(1, hand_of(a_round(0, 3, 2))),
    )
    state = folded(*deals, head=ROUND_HEAD)
    assert documents(state)[0] == {**a_round(0, 3, 2), "note": "late"}
    assert (state.recorded, state.undoable) == (1, 4)
    assert [change.event for change in state.hands[0].history] == list(deals)
    undone = folded(*deals, Undone(4), head=ROUND_HEAD)
    assert documents(undone)[0] == {**a_round(0, 3), "note": "late"}
    assert (undone.undoable, undone.redoable) == (3, 4)
    again = folded(*deals, Undone(4), Redone(4), head=ROUND_HEAD)
    assert documents(again)[0] == documents(state)[0]


def test_a_deal_leads_to_the_same_round_as_a_correction() -> None:
    corrected = folded(recorded(a_round(0)), HandReplaced(1, hand_of(a_round(0, 3))), head=ROUND_HEAD)
    played_on = folded(recorded(a_round(0)), DealRecorded(1, hand_of(a_round(0, 3))), head=ROUND_HEAD)
    assert documents(corrected)[0] == documents(played_on)[0]
    assert sheet_of(corrected).score == sheet_of(played_on).score


def test_hand_numbers_are_never_reused() -> None:
    state = folded(recorded(won("Ann", 20)), Undone(2), recorded(won("Ann", 5)))
    assert [hand.number for hand in state.hands] == [2]
    assert state.redoable is None


def test_undo_passes_over_responses_and_renamings() -> None:
    state = folded(
        recorded(won("Ann", 20)),
        PlayersRenamed({"Ann": "An"}),
        HandAccepted(1, "An", {"An": 20, "Bob": 0}),
    )
    assert state.undoable == 2


def test_events_about_an_undone_hand_change_nothing() -> None:
    state = folded(recorded(won("Ann", 20)), HandNoted(7, "which?"), HandStruckOut(7))
    assert totals(state) == {"Ann": 20, "Bob": 0}


def test_stored_names_of_kinds_never_change() -> None:
    assert {kind.value for kind in Kind} == {
        "game-started", "hand-recorded", "deal-recorded", "hand-replaced", "hand-struck-out", "hand-restored",
        "hand-noted", "hand-dated", "hand-accepted", "hand-disputed", "hand-overruled", "overruling-withdrawn",
        "house-rules-changed", "house-rules-from", "gems-learned", "players-renamed",
        "game-noted", "game-dated",
        "game-closed", "game-reopened", "undone", "redone",
    }  # fmt: skip
    assert set(CLASS_OF) == set(Kind)


def test_an_undo_of_something_older_leaves_the_rest_to_undo() -> None:
    state = folded(recorded({"drawn": True}), recorded({"drawn": True}), Undone(2))
    assert (state.undoable, state.redoable, [hand.number for hand in state.hands]) == (3, 2, [2])


def test_an_undo_of_nothing_leaves_everything() -> None:
    state = folded(recorded({"drawn": True}), Undone(9))
    assert (state.undoable, [hand.number for hand in state.hands]) == (2, [1])


def test_a_sheet_says_what_its_games_come_to_with_what_their_end_adds() -> None:
    """T.game-bonus: the winner of a game gets 100 more; 20 points for 22 against 2, to a target of 10."""
    bonus = {**HEAD, "house_rules": {"target": 10, "game_bonus": 100}}
    state = folded(recorded(won("Ann", 20)), head=bonus)
    sheet = sheet_of(state)
    assert (sheet.totals, sheet.final, sheet.winners) == ({"Ann": 20, "Bob": 0}, {"Ann": 120, "Bob": 0}, ("Ann",))
    assert [column.over for column in sheet.ends] == [True]
    assert sheet.games_at_once == ()
    check_with_answer(state, sheet)


def test_a_sheet_of_three_games_at_once_has_a_column_for_each() -> None:
    """T.hollywood: the first win counts in one game, the second in two."""
    state = folded(*[recorded(won("Ann", 20))] * 2, head={**HEAD, "house_rules": {"columns": 3}})
    sheet = sheet_of(state)
    assert [column.totals for column in sheet.games_at_once] == [(40, 0), (20, 0), (0, 0)]
    assert (sheet.final, sheet.winners, sheet.over) == (None, (), False)
    check_with_answer(state, sheet)


def test_nobody_has_accepted_a_hand_that_does_not_count() -> None:
    accepted = HandAccepted(1, "Bob", {"Ann": 20, "Bob": 0})
    events = (recorded(won("Ann", 20)), accepted)
    assert sheet_of(folded(*events)).rows[0].accepted_by == ("Bob",)
    assert sheet_of(folded(*events, HandStruckOut(1, ""))).rows[0].accepted_by == ()


def test_a_second_start_in_a_damaged_journal_changes_nothing() -> None:
    again = GameStarted({**HEAD, "players": ["Cid", "Dee"]})
    assert folded(recorded(won("Ann", 20)), again).players == ("Ann", "Bob")


def test_who_really_dealt_is_kept_by_a_correction_renamed_with_the_player_and_exported_where_it_differs() -> None:
    drawn = recorded({"drawn": True, "dealer": "Ann"})
    wrong = recorded({"drawn": True, "dealer": "Bob"})
    state = folded(drawn, wrong, HandReplaced(2, hand_of({"drawn": True})), PlayersRenamed({"Bob": "Rob"}))
    sheet = sheet_of(state)
    assert [(row.dealer, row.dealer_by_the_rules) for row in sheet.rows] == [("Ann", "Ann"), ("Rob", "Ann")]
    assert exported(state, sheet)["hands"] == [{"drawn": True}, {"drawn": True, "dealer": "Rob"}]
    assert summary_from(state, sheet).next_dealer == "Rob"
