"""What holds for any journal: its sheet is that of its export, undo and redo cancel out, and it survives storage."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import events
from companion.journal.events import decode, encode
from companion.journal.events.game import Redone, Undone
from companion.journal.events.hands import DocumentEvent
from companion.journal.exchange import entry_of, events_of, exported, game_document, read_journal, write_journal
from companion.journal.fold import Replay, fold
from companion.journal.kinds import sheet_of
from companion.journal.replay import objections
from companion.journal.sheet import rule_on
from tests.support.journals import check_with_answer, folded, journal, recorded, started
from tests.support.random_journals import HEADS, Deed, deeds, event_for, played

pytestmark = pytest.mark.random


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=50)
def test_the_sheet_of_any_game_is_that_of_its_export_which_is_imported_without_loss(
    done: list[Deed], head: dict[str, Any]
) -> None:
    state = folded(*played(head, done), head=head)
    sheet = sheet_of(state)
    assert [row.hand for row in sheet.rows] == list(state.hands)
    assert len({hand.number for hand in state.hands}) == len(state.hands)
    assert all((row.place is None) == (row.points is None) for row in sheet.rows)
    check_with_answer(state, sheet)
    for document in (game_document(state), exported(state, sheet)):
        again = fold(journal(*events_of(document)))
        assert game_document(again) == document
        assert sheet_of(again).score == sheet.score


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=50)
def test_redo_reverses_undo(done: list[Deed], head: dict[str, Any]) -> None:
    kept = played(head, done)
    state = folded(*kept, head=head)
    steps = []
    back = state
    while back.undoable is not None:
        steps.append(back.undoable)
        back = folded(*kept, *map(Undone, steps), head=head)
    assert (back.hands, back.closed) == ((), False)
    assert back.head.get("house_rules") == head.get("house_rules")
    again = folded(*kept, *map(Undone, steps), *map(Redone, reversed(steps)), head=head)
    assert (again.head, again.deck, again.closed) == (state.head, state.deck, state.closed)
    assert [(hand.number, hand.recorded, hand.struck, hand.responses) for hand in again.hands] == [
        (hand.number, hand.recorded, hand.struck, hand.responses) for hand in state.hands
    ]


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=40)
def test_record_by_record_a_replay_is_the_fold_and_one_revision_of_a_hand_has_one_content(
    done: list[Deed], head: dict[str, Any]
) -> None:
    """A kept ruling rests on it: while number and revision stay, so does all that the ruling depends on.

    It is kept with the house rules of its hand, which may change.
    """
    known: dict[tuple[int, int], object] = {}
    records = started(*played(head, done), head=head)
    replay = Replay(records[:1])
    for length, record in enumerate(records[1:], start=2):
        replay.add(record)
        whole, state = fold(records[:length]), replay.state()
        assert [hand.recorded for hand in state.hands] == [hand.recorded for hand in whole.hands]
        assert (state.head, state.closed, state.recorded) == (whole.head, whole.closed, whole.recorded)
        assert (state.undoable, state.redoable, state.seq) == (whole.undoable, whole.redoable, whole.seq)
        for hand in whole.hands:
            content = replace(hand.recorded, at="", note="", house_rules=None)
            assert known.setdefault((hand.number, hand.revision), content) == content


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=40)
def test_any_journal_survives_its_document_and_its_store(done: list[Deed], head: dict[str, Any]) -> None:
    records = started(*played(head, done), head=head)
    assert [decode(*encode(record.event)) for record in records] == [record.event for record in records]
    entries = [
        entry_of(
            record,
            f"record-{record.seq}",
            rule_on(head, record.event.recorded).recorded if isinstance(record.event, DocumentEvent) else None,
        )
        for record in records
    ]
    text = write_journal(entries)
    again = read_journal(json.loads(text), len(records))
    assert list(again) == entries
    assert write_journal(again) == text
    assert [*objections(again)] == [None] * len(records)


def wild(head: dict[str, Any], deed: type[events.Event], one: int, two: int) -> events.Event:
    """Make an event for a game that it may not fit, as a damaged or hostile journal would have it."""
    players = [*head["players"][:-1], "Xen"]
    return event_for(folded(recorded({"drawn": True}), head={**head, "players": players}), deed, one, two)


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=50)
def test_even_an_impossible_journal_folds_and_has_a_sheet(done: list[Deed], head: dict[str, Any]) -> None:
    state = folded(*(wild(head, *deed) for deed in done), head=head)
    sheet = sheet_of(state)
    assert [row.hand for row in sheet.rows] == list(state.hands)
    if not sheet.defect:
        check_with_answer(state, sheet)
