"""What holds for any journal: it folds, its sheet is that of its export, and undo and redo cancel out."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import events
from companion.journal.events import decode, encode
from companion.journal.events.game import Redone, Undone
from companion.journal.events.hands import HandRecorded
from companion.journal.exchange import events_of, exported, game_document
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from tests.support.documents import hand_of
from tests.support.journals import check_with_answer, folded, journal
from tests.support.random_journals import HEADS, deeds, event_for, played

pytestmark = pytest.mark.random


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_the_sheet_of_any_game_is_that_of_its_export(
    done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]
) -> None:
    state = folded(*played(head, done), head=head)
    sheet = sheet_of(state)
    assert [row.hand for row in sheet.rows] == list(state.hands)
    assert len({hand.number for hand in state.hands}) == len(state.hands)
    check_with_answer(state, sheet)
    for row in sheet.rows:
        assert (row.place is None) == (row.points is None)


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_export_then_import_is_lossless(done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]) -> None:
    state = folded(*played(head, done), head=head)
    sheet = sheet_of(state)
    for document in (game_document(state), exported(state, sheet)):
        again = fold(journal(*events_of(document)))
        assert game_document(again) == document
        assert sheet_of(again).score == sheet.score


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_redo_reverses_undo(done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]) -> None:
    kept = played(head, done)
    state = folded(*kept, head=head)
    steps = []
    back = state
    while back.undoable is not None:
        steps.append(back.undoable)
        back = folded(*kept, *map(Undone, steps), head=head)
    assert (back.hands, back.closed) == ((), False)
    assert back.head["house_rules"] == head["house_rules"] if "house_rules" in head else "house_rules" not in back.head
    again = folded(*kept, *map(Undone, steps), *map(Redone, reversed(steps)), head=head)
    assert (again.head, again.deck, again.closed) == (state.head, state.deck, state.closed)
    assert [(hand.number, hand.recorded, hand.struck, hand.responses) for hand in again.hands] == [
        (hand.number, hand.recorded, hand.struck, hand.responses) for hand in state.hands
    ]


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_a_hand_of_one_revision_has_one_content(
    done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]
) -> None:
    """What a kept ruling rests on: while number and revision stay, so does all that the ruling depends on.

    It is kept with the house rules of its hand, which may change.
    """
    known: dict[tuple[int, int], object] = {}
    kept = played(head, done)
    for length in range(len(kept) + 1):
        state = folded(*kept[:length], head=head)
        for hand in state.hands:
            content = replace(hand.recorded, at="", note="", house_rules=None)
            assert known.setdefault((hand.number, hand.revision), content) == content


def wild(head: dict[str, Any], deed: type[events.Event], one: int, two: int) -> events.Event:
    """Make an event for a game that it may not fit, as a damaged or hostile journal would have it."""
    players = [*head["players"][:-1], "Xen"]
    return event_for(folded(HandRecorded(hand_of({"drawn": True})), head={**head, "players": players}), deed, one, two)


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_even_an_impossible_journal_folds_and_has_a_sheet(
    done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]
) -> None:
    state = folded(*(wild(head, *deed) for deed in done), head=head)
    sheet = sheet_of(state)
    assert [row.hand for row in sheet.rows] == list(state.hands)
    if not sheet.defect:
        check_with_answer(state, sheet)


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_events_survive_storage(done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]) -> None:
    for event in played(head, done):
        kind, body = encode(event)
        assert decode(kind, body) == event
