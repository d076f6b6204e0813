"""What a file says in the name of a player who has a phone in the game."""

import pytest

from companion.journal import events
from companion.journal.events.game import GameNoted, GameStarted, PlayersRenamed
from companion.journal.events.hands import (
    DealRecorded,
    HandAccepted,
    HandDisputed,
    HandOverruled,
    HandReplaced,
    OverrulingWithdrawn,
)
from companion.journal.exchange import Entry
from companion.journal.fold import fold
from companion.journal.replay import OthersWords, objections
from companion.journal.state import BroughtIn, Record
from tests.support.documents import HEAD, Document, hand_of, won_hand
from tests.support.journals import journal, recorded

POINTS = {"Ann": 9, "Bob": 0}
OVERRULED = {"points": POINTS, "winner": "Ann", "reason": "agreed"}


def overruled(by: str) -> Document:
    return {**won_hand(3), "overruled": {**OVERRULED, "by": by}}


@pytest.mark.parametrize(
    ("happened", "speak"),
    [
        ([HandAccepted(1, "Bob", POINTS), HandAccepted(1, "Ann", POINTS)], [True, False]),
        ([HandDisputed(1, "Bob", "why"), HandDisputed(1, "Ann", "why")], [True, False]),
        (
            [HandOverruled(1, POINTS, "Ann", "agreed", by) for by in ("Bob", "Ann")] + [OverrulingWithdrawn(1)],
            [True, False, False],
        ),
        (
            [HandOverruled(1, POINTS, "Ann", "agreed", "Bob"), *[OverrulingWithdrawn(1)] * 2],
            [True, True, False],
        ),
        (
            [
                HandOverruled(1, POINTS, "Ann", "agreed", "Bob"),
                HandReplaced(1, hand_of(won_hand(4))),
                OverrulingWithdrawn(1),
            ],
            [True, False, False],
        ),
        (
            [HandReplaced(1, hand_of(overruled("Bob"))), DealRecorded(1, hand_of(overruled("Ann")))],
            [True, False],
        ),
        (
            [recorded(overruled("Bob")), recorded(overruled("Ann"))],
            [True, False],
        ),
        (
            [PlayersRenamed({"Bob": "Rob"}), *(HandAccepted(1, name, POINTS) for name in ("Rob", "Bob"))],
            [False, True, False],
        ),
        ([GameNoted("a note")], [False]),
    ],
)
def test_what_speaks_for_bob(happened: list[events.Event], speak: list[bool]) -> None:
    others = OthersWords(["Ann", "Bob"], {1})
    assert [others.include(record) for record in journal(*happened)] == speak


def test_who_recorded_it_counts_too() -> None:
    by_bob = Record(2, "2026-11-21T20:00:00Z", "Bob", HandOverruled(1, POINTS, "Ann", "agreed", "Ann"))
    withdrawn = Record(2, "2026-11-21T20:00:00Z", "Bob", OverrulingWithdrawn(1))
    assert OthersWords(["Ann", "Bob"], {1}).include(by_bob)
    assert OthersWords(["Ann", "Bob"], {1}).include(withdrawn)
    assert not OthersWords(["Ann", "Bob"], {2}).include(by_bob)


def test_what_does_not_count_changes_nothing_and_stands_in_the_history() -> None:
    events_of_game = (
        GameStarted(HEAD),
        recorded(won_hand(3)),
        HandOverruled(1, POINTS, "Ann", "agreed", "Bob"),
        OverrulingWithdrawn(1),
    )
    mark = BroughtIn("2026-11-21T21:00:00Z", "Ann", counts=False)
    records = [
        Record(record.seq, record.at, record.by, record.event, mark if record.seq > 2 else None)
        for record in journal(*events_of_game)
    ]
    state = fold(records)
    assert state.hands[0].recorded.overruled is None
    assert [change.brought_in for change in state.history] == [None, None, mark, mark]
    entries = [Entry(f"record-{record.seq}", record) for record in records]
    assert [*objections(entries)] == [None] * 4
