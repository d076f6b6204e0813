"""What holds for the document of any journal: it is read as it was written, and nothing in it is objected to."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import events
from companion.journal.events.hands import DocumentEvent
from companion.journal.exchange import entry_of, read_journal, write_journal
from companion.journal.fold import Replay, fold
from companion.journal.replay import objections
from companion.journal.sheet import rule_on
from tests.support.journals import started
from tests.support.random_journals import HEADS, deeds, played

pytestmark = pytest.mark.random


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=60, deadline=None)
def test_any_journal_survives_its_document(
    done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]
) -> None:
    records = started(*played(head, done), head=head)
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


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=60, deadline=None)
def test_a_replay_is_the_fold_at_every_record(
    done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]
) -> None:
    records = started(*played(head, done), head=head)
    replay = Replay(records[:1])
    for length, record in enumerate(records[1:], start=2):
        replay.add(record)
        folded, state = fold(records[:length]), replay.state()
        assert [hand.recorded for hand in state.hands] == [hand.recorded for hand in folded.hands]
        assert (state.head, state.closed, state.recorded) == (folded.head, folded.closed, folded.recorded)
        assert (state.undoable, state.redoable, state.seq) == (folded.undoable, folded.redoable, folded.seq)
