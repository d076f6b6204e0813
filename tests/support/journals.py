"""Journals written down as events, and what they fold to."""

from companion.journal.events import (
    Event,
    GameStarted,
    Record,
)
from companion.journal.fold import GameState, fold
from companion.journal.sheet import sheet_of
from tests.support.documents import HEAD, Document


def journal(*events: Event) -> list[Record]:
    return [
        Record(seq, f"2026-11-21T20:{seq // 60:02}:{seq % 60:02}Z", "Ann", event)
        for seq, event in enumerate(events, start=1)
    ]


def started(*events: Event, head: Document = HEAD) -> list[Record]:
    """Write down a journal from the start of its game on."""
    return journal(GameStarted(head), *events)


def folded(*events: Event, head: Document = HEAD) -> GameState:
    return fold(started(*events, head=head))


def totals(state: GameState) -> dict[str, int]:
    return dict(sheet_of(state).totals)
