"""What the table asks before it records: would it clash, is it possible, what would it change."""

from dataclasses import replace
from typing import Any

import pytest

from companion.documents.showdown import read_showdown
from companion.journal.events import Event
from companion.journal.events import hands as hand_events
from companion.journal.events.game import (
    GameClosed,
    GameDated,
    GameNoted,
    GameReopened,
    GameStarted,
    GemsLearned,
    HouseRulesChanged,
    HouseRulesFrom,
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
    HandRecorded,
    HandReplaced,
    HandRestored,
    HandStruckOut,
    OverrulingWithdrawn,
)
from companion.journal.exchange import exported
from companion.journal.fold import Replay, fold
from companion.journal.kinds import sheet_of
from companion.journal.preview import conflicting, preview, why_not_countable
from companion.journal.sheet import Standing, showdown_of
from companion.journal.state import Record
from companion.register.cases import MADE_UP_PRINT
from companion.wording.document_errors import placed_sentence
from companion.wording.store_errors import why_not_counted
from tests.support.documents import HEAD, hand_of, knocked
from tests.support.journals import check_with_answer, folded, recorded, started
from tests.support.refusals import words_of

POINTS = {"Ann": 20, "Bob": 0}
CLASHES: list[tuple[Event, Event]] = [
    (recorded(knocked()), recorded(knocked(3))),
    (HandReplaced(1, hand_of(knocked())), HandReplaced(1, hand_of(knocked(3)))),
    (HandReplaced(1, hand_of(knocked())), HandStruckOut(1)),
    (HandOverruled(1, POINTS, "Ann", "so", "Bob"), HandReplaced(1, hand_of(knocked()))),
    (HandReplaced(1, hand_of(knocked())), OverrulingWithdrawn(1)),
    (HandAccepted(1, "Ann", POINTS), HandReplaced(1, hand_of(knocked()))),
    (HandDisputed(1, "Ann", "no"), HandRestored(1)),
    (HandNoted(1, "a"), HandNoted(1, "b")),
    (HandDated(1, "2026-11-21"), HandDated(1, "2026-11-20")),
    (recorded(knocked()), HouseRulesChanged({})),
    (recorded(knocked()), PlayersRenamed({"Ann": "An"})),
    (recorded(knocked()), GameClosed()),
    (HouseRulesChanged({"target": 50}), recorded(knocked())),
    (HouseRulesChanged({"target": 50}), HouseRulesChanged({"target": 60})),
    (recorded(knocked()), HouseRulesFrom({})),
    (HouseRulesFrom({"knock_limit": 8}), recorded(knocked())),
    (HouseRulesFrom({"knock_limit": 8}), HouseRulesFrom({"knock_limit": 9})),
    (HouseRulesFrom({"knock_limit": 8}), HouseRulesChanged({"knock_limit": 9})),
    (GemsLearned({"7D": "S"}), GemsLearned({"7D": "T"})),
    (GemsLearned({"7D": "S"}), GemsLearned({}, {"7D": "S"})),
    (GameNoted("a"), GameNoted("b")),
    (GameDated("2026-11-21"), GameDated("2026-11-20")),
    (GameClosed(), recorded(knocked())),
    (GameReopened(), GameReopened()),
    (Undone(2), HandNoted(1, "a")),
    (Undone(2), Undone(2)),
    (Redone(2), recorded(knocked())),
    (HandReplaced(1, hand_of(knocked())), Undone(2)),
    (DealRecorded(1, hand_of(knocked())), DealRecorded(1, hand_of(knocked(3)))),
    (DealRecorded(1, hand_of(knocked())), HandReplaced(1, hand_of(knocked(3)))),
    (DealRecorded(1, hand_of(knocked())), recorded(knocked())),
    (DealRecorded(1, hand_of(knocked())), PlayersRenamed({"Ann": "An"})),
    (recorded(knocked()), DealRecorded(1, hand_of(knocked()))),
    (HandAccepted(1, "Ann", POINTS), DealRecorded(1, hand_of(knocked()))),
    (GameClosed(), DealRecorded(1, hand_of(knocked()))),
    (Undone(2), DealRecorded(1, hand_of(knocked()))),
]
NO_CLASHES: list[tuple[Event, Event]] = [
    (HandAccepted(1, "Ann", POINTS), HandAccepted(1, "Bob", POINTS)),
    (HandAccepted(1, "Ann", POINTS), HandDisputed(1, "Bob", "no")),
    (HandReplaced(1, hand_of(knocked())), HandReplaced(2, hand_of(knocked()))),
    (recorded(knocked()), HandAccepted(1, "Bob", POINTS)),
    (recorded(knocked()), HandNoted(1, "a")),
    (recorded(knocked()), HandReplaced(1, hand_of(knocked()))),
    (HandReplaced(1, hand_of(knocked())), HandNoted(1, "a")),
    (DealRecorded(1, hand_of(knocked())), HandNoted(1, "a")),
    (DealRecorded(1, hand_of(knocked())), HandAccepted(1, "Bob", POINTS)),
    (GemsLearned({"7D": "S"}), GemsLearned({"8D": "T"})),
    (GameNoted("a"), GameDated("2026-11-21")),
    (Undone(2), HandAccepted(1, "Bob", POINTS)),
]


@pytest.mark.parametrize(("late", "early"), CLASHES)
def test_conflicting_events_are_detected(late: Event, early: Event) -> None:
    records = started(recorded(knocked()), early)
    assert conflicting(late, records, seen=2) == (records[2],)
    assert conflicting(late, records, seen=3) == ()


@pytest.mark.parametrize(("late", "early"), NO_CLASHES)
def test_independent_events_do_not_conflict(late: Event, early: Event) -> None:
    assert conflicting(late, started(recorded(knocked()), early), seen=2) == ()


def test_no_player_is_renamed_into_both_teams() -> None:
    head = {"game": "gem-ii", "players": ["Ann & Cid", "Bob & Dee"], "first_dealer": "Ann & Cid", "level": 1}
    state = folded(head={**head, "teams": [["Ann", "Cid"], ["Bob", "Dee"]]})
    assert PlayersRenamed({"Ann & Cid": "Anna & Cid"}).why_impossible(state) is None
    assert "same name" in words_of(PlayersRenamed({"Ann & Cid": "Ann & Bob"}).why_impossible(state))
    assert "Only players" in words_of(PlayersRenamed({"Ann": "Anna"}).why_impossible(state))


REFUSED: list[tuple[Event, str]] = [
    (GameStarted(HEAD), "already started"),
    (HandReplaced(9, hand_of(knocked())), "isn't on the sheet"),
    (DealRecorded(9, hand_of(knocked())), "isn't on the sheet"),
    (HandStruckOut(2), "already struck out"),
    (HandStruckOut(1, "x" * 501), "at most 500"),
    (HandRestored(1), "isn't struck out"),
    (HandNoted(1, "x" * 2001), "at most 2000"),
    (HandNoted(1, "a\x00b"), "control"),
    (HandDated(1, "yesterday"), "a date such as"),
    (HandAccepted(1, "Eve", POINTS), "Eve isn't playing"),
    (HandAccepted(1, "Ann", {"Ann": 20}), "every player"),
    (HandDisputed(1, "Eve", "no"), "Eve isn't playing"),
    (HandOverruled(1, POINTS, "Ann", " ", "Bob"), "Give a reason"),
    (HandOverruled(1, POINTS, "Eve", "so", "Bob"), "Eve isn't playing"),
    (HandOverruled(1, POINTS, None, "so", "Bob"), "Nobody isn't playing"),
    (HandOverruled(1, POINTS, "Ann", "so", "Eve"), "Eve isn't playing"),
    (HandOverruled(1, {"Ann": 10**7, "Bob": 0}, "Ann", "so", "Bob"), "whole numbers"),
    (HandOverruled(3, POINTS, "Ann", "so", "Bob"), "drawn hand"),
    (OverrulingWithdrawn(1), "hasn't been overruled"),
    (PlayersRenamed({}), "Only players"),
    (PlayersRenamed({"Eve": "Ann"}), "Only players"),
    (PlayersRenamed({"Ann": "Bob"}), "same name"),
    (PlayersRenamed({"Ann": " "}), "a name"),
    (PlayersRenamed({"Ann": "x" * 41}), "at most 40"),
    (GameNoted("x" * 2001), "at most 2000"),
    (GameDated("soon"), "a date such as"),
    (GameReopened(), "already open"),
    (Undone(2), "newer has to be undone first"),
    (Redone(2), "nothing to redo"),
]


@pytest.mark.parametrize(("event", "sentence"), REFUSED)
def test_impossible_events_are_refused_with_a_sentence(event: Event, sentence: str) -> None:
    records = started(
        recorded(knocked()),
        recorded(knocked()),
        recorded({"drawn": True}),
        HandStruckOut(2),
    )
    refused = words_of(event.why_impossible(fold(records)))
    assert sentence in refused
    assert refused.endswith(".")


@pytest.mark.parametrize(
    "event",
    [
        HandReplaced(1, hand_of(knocked(3))),
        DealRecorded(1, hand_of(knocked(3))),
        HandRestored(2),
        GemsLearned({"7D": "S"}),
        HouseRulesChanged({}),
    ],
)
def test_possible_events_are_not_refused(event: Event) -> None:
    records = started(recorded(knocked()), recorded(knocked()), HandStruckOut(2))
    assert event.why_impossible(fold(records)) is None


def test_nothing_is_learned_of_a_deck_whose_print_is_known() -> None:
    state = folded(head={**HEAD, "game": "gem-rummy", "print": MADE_UP_PRINT})
    assert words_of(GemsLearned({"7D": "S"}).why_impossible(state)) == "Every gem of this deck is already known."


def test_the_hands_of_a_game_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_events, "MOST_HANDS", 2)
    assert recorded(knocked()).why_impossible(folded(recorded(knocked()))) is None
    full = folded(recorded(knocked()), recorded(knocked()))
    assert words_of(recorded(knocked()).why_impossible(full)) == "A game can have at most 2 hands. Start a new one."


def test_a_closed_game_can_only_be_reopened() -> None:
    state = folded(recorded(knocked()), GameClosed())
    assert "closed" in words_of(HandNoted(1, "a").why_impossible(state))
    assert GameReopened().why_impossible(state) is None


def test_a_preview_shows_what_house_rules_would_change() -> None:
    high = knocked(ann=9, bob=29)
    records = started(recorded(knocked()), recorded(high), recorded(knocked()))
    effect = preview(Replay(records), HouseRulesChanged({"knock_limit": 5}))
    (difference,) = effect.differences
    assert difference.hand == 2
    assert difference.before is not None
    assert difference.after is not None
    assert (difference.before.standing, difference.after.standing) == (Standing.COUNTS, Standing.ILLEGAL)
    assert "5" in why_not_counted(difference.after)[0]
    assert (effect.before.totals["Ann"], effect.after.totals["Ann"]) == (60, 40)
    assert why_not_countable(effect.state, effect.after, HouseRulesChanged({"knock_limit": 5})) is None


def test_a_lower_target_leaves_later_hands_after_the_end_and_loses_none() -> None:
    records = started(recorded(knocked()), recorded(knocked()), recorded(knocked()))
    effect = preview(Replay(records), HouseRulesChanged({"target": 40}))
    assert [row.standing for row in effect.after.rows] == [Standing.COUNTS, Standing.COUNTS, Standing.AFTER_THE_END]
    assert (effect.after.over, effect.before.over) == (True, False)
    assert [one.hand for one in effect.differences] == [3]
    lowered = Replay([*records, Record(5, "", "", HouseRulesChanged({"target": 40}))])
    back = preview(lowered, HouseRulesChanged({}))
    assert back.after.totals == {"Ann": 60, "Bob": 0}


def test_contradictory_house_rules_are_refused() -> None:
    event = HouseRulesChanged({"target": "high"})
    effect = preview(Replay(started(recorded(knocked()))), event)
    assert "can't be scored" in words_of(why_not_countable(effect.state, effect.after, event))
    assert [row.standing for row in effect.after.rows] == [Standing.UNREADABLE]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (recorded(knocked(ann=12)), "can't knock with 12"),
        (HandReplaced(1, hand_of(knocked(ann=12))), "can't knock with 12"),
        (HandReplaced(2, hand_of(knocked(ann=12))), "can't knock with 12"),
        (HandRecorded(replace(hand_of(knocked()), house_rules={"knock_limit": "upcard"})), "upcard"),
    ],
)
def test_only_hands_that_count_are_recorded(event: Event, sentence: str) -> None:
    records = started(recorded(knocked()), recorded(knocked()), HandStruckOut(2))
    effect = preview(Replay(records), event)
    assert sentence in words_of(why_not_countable(effect.state, effect.after, event))


def test_an_unknown_hand_raises_no_objection() -> None:
    event = HandReplaced(9, hand_of(knocked(ann=12)))
    effect = preview(Replay(started(recorded(knocked()))), event)
    assert why_not_countable(effect.state, effect.after, event) is None


def test_a_hand_after_the_end_is_not_recorded_but_may_be_corrected() -> None:
    won = started(recorded(knocked()), recorded(knocked()), HouseRulesChanged({"target": 20}))
    event = recorded(knocked())
    effect = preview(Replay(won), event)
    assert "game is over" in words_of(why_not_countable(effect.state, effect.after, event))
    correction = HandReplaced(2, hand_of(knocked(bob=10)))
    effect = preview(Replay(won), correction)
    assert why_not_countable(effect.state, effect.after, correction) is None


def test_correcting_an_old_hand_so_that_the_game_ends_earlier_keeps_the_later_ones() -> None:
    records = started(recorded(knocked()), recorded(knocked()))
    event = HandReplaced(1, hand_of(knocked(ann=0, bob=80)))
    effect = preview(Replay(records), event)
    assert why_not_countable(effect.state, effect.after, event) is None
    assert [row.standing for row in effect.after.rows] == [Standing.COUNTS, Standing.AFTER_THE_END]
    assert exported(effect.state, effect.after)["hands"] == [knocked(ann=0, bob=80)]


def test_a_deck_whose_print_breaks_its_law_scores_nothing() -> None:
    """The cards of a rank stand in one group, where each gem stands once: 4♥ and 4♦ cannot both be Emeralds."""
    head = {**HEAD, "game": "gem-rummy", "gems": {"4H": "E", "4D": "E"}}
    sheet = sheet_of(folded(recorded({**knocked(), "dice": [3, 4]}), head=head))
    assert sheet.defect is not None
    assert "isn't possible" in placed_sentence(sheet.defect)
    assert sheet.totals == {}


def test_a_hand_becomes_a_showdown_of_its_game() -> None:
    state = folded(recorded({**knocked(), "note": "x"}), HouseRulesChanged({"knock_limit": 7}))
    assert showdown_of(state, state.hands[0].recorded) == read_showdown(
        {"game": "gin-rummy", "house_rules": {"knock_limit": 7}, **knocked()}
    )


def test_the_rounds_of_gem_ii_have_a_sheet_too() -> None:
    head = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1}

    def counted(remaining: int) -> dict[str, Any]:
        return {"counted": {"remaining": remaining, "cards": {"Ann": 30 - remaining, "Bob": 10}}}

    records = started(*(recorded(counted(6)) for _ in range(3)), HandReplaced(2, hand_of(counted(5))), head=head)
    sheet = sheet_of(fold(records))
    assert [row.standing for row in sheet.rows] == [Standing.COUNTS] * 3
    assert sheet.totals == sheet.rows[-1].totals
    check_with_answer(fold(records), sheet)
    broken = sheet_of(fold([*records, Record(6, "", "", HandReplaced(2, hand_of(counted(2))))]))
    assert [row.standing for row in broken.rows] == [Standing.COUNTS, Standing.ILLEGAL, Standing.COUNTS]
    assert (
        words_of(why_not_countable(fold(records), broken, HandReplaced(2, hand_of(counted(2)))))
        == " ".join(why_not_counted(broken.rows[1]))
        != ""
    )
    assert len(broken.counting) == 2
    struck = sheet_of(fold([*records, Record(6, "", "", HandStruckOut(3, "again"))]))
    assert (struck.rows[2].standing, why_not_counted(struck.rows[2])) == (Standing.STRUCK_OUT, ("again",))
    ended = sheet_of(folded(*(recorded(counted(6)) for _ in range(7)), head=head))
    assert ended.over
    assert ended.rows[6].standing == Standing.AFTER_THE_END
    nothing = sheet_of(folded(recorded(counted(6)), head={**head, "level": 99}))
    assert nothing.defect
    assert nothing.totals == {}


def test_a_solo_card_has_one_total() -> None:
    head = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1}
    state = folded(recorded({"deals": [0, 0, 0, 0, 0, 0, 0, 0, 0, 10]}), head=head)
    sheet = sheet_of(state)
    # A card run of ten, and 30 cards left, which score nothing.
    assert sheet.totals == {"Ann": 50}
    check_with_answer(state, sheet)


def test_what_another_phone_has_redone_must_be_seen_first() -> None:
    struck = HandStruckOut(1, "misdeal")
    records = started(recorded(knocked()), struck, Undone(3), Redone(3))
    assert conflicting(HandReplaced(1, hand_of(knocked(8, 8))), records, 4) == (records[4],)
    assert conflicting(GameNoted("late"), records, 4) == ()
