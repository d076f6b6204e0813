"""A journal from elsewhere: which of its events could have been recorded, and which speak for other players."""

from dataclasses import replace

import pytest

from companion.journal import events
from companion.journal.events import game
from companion.journal.events.base import Objection, Obstacle
from companion.journal.events.hands import (
    DealRecorded,
    HandAccepted,
    HandDisputed,
    HandOverruled,
    HandReplaced,
    HandRestored,
    HandStruckOut,
    OverrulingWithdrawn,
)
from companion.journal.exchange import Entry
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.replay import OthersWords, objections
from companion.journal.sheet import Feat, Ruling, Standing
from companion.journal.state import BroughtIn, Record
from tests.support.documents import HEAD, Document, hand_of, won_hand
from tests.support.journals import journal, recorded
from tests.support.refusals import words_of
from tests.support.whole_games import ROUND_HEAD, counted_round


def entries(*happened: events.Event, head: Document = HEAD) -> list[Entry]:
    return [Entry(f"record-{record.seq}", record, None) for record in journal(game.GameStarted(head), *happened)]


def last_objection(*happened: events.Event, head: Document = HEAD) -> str:
    """Return the objection to the last of these events, empty if there is none; there is none to the others."""
    found = [*objections(entries(*happened, head=head))]
    assert found[:-1] == [None] * (len(found) - 1)
    return words_of(found[-1])


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        ((game.GameStarted(HEAD),), "already started"),
        ((game.GameClosed(), recorded(won_hand(3))), "closed"),
        ((game.HouseRulesChanged({"targte": 3}),), "targte"),
        ((game.GemsLearned({"7D": "S"}),), "gems"),
        ((game.GemsLearned({"x": "S"}),), "as the app writes it"),
    ],
)
def test_what_could_not_have_happened_is_objected_to(happened: tuple[events.Event, ...], sentence: str) -> None:
    assert sentence in last_objection(*happened)


@pytest.mark.parametrize("head", [{**HEAD, "players": ["Ann"]}, {**HEAD, "players": 7}, {"game": "whist"}, {}])
def test_a_game_that_could_not_start_is_objected_to(head: Document) -> None:
    assert last_objection(head=head)


def test_rounds_must_fit_the_rounds_before_them() -> None:
    six = [recorded(counted_round(6))] * 6
    assert not last_objection(*six, head=ROUND_HEAD)
    assert "is over" in last_objection(*six, six[0], head=ROUND_HEAD)
    too_many = HandReplaced(1, hand_of({"deals": [{"removed": 5}]}))
    assert "can't be read" in last_objection(six[0], too_many, head=ROUND_HEAD)
    assert last_objection(six[0], HandStruckOut(1), too_many, head=ROUND_HEAD)


def test_a_round_that_comes_after_the_end_by_now_can_still_be_corrected() -> None:
    seven: list[events.Event] = [
        recorded(counted_round(6)),
        HandStruckOut(1),
        *[recorded(counted_round(6))] * 6,
        HandRestored(1),
    ]
    assert sheet_of(fold(journal(game.GameStarted(ROUND_HEAD), *seven))).rows[6].standing == Standing.AFTER_THE_END
    assert not last_objection(*seven, HandReplaced(7, hand_of(counted_round(5))), head=ROUND_HEAD)


@pytest.mark.parametrize(
    "verdict",
    [
        Ruling(Standing.COUNTS, (20,), 0),
        Ruling(Standing.COUNTS, (20, 0), 2),
        Ruling(Standing.COUNTS, (20, 0), 0, (), ((2, Feat.GIN),)),
        Ruling(Standing.COUNTS, (10, 10), shared_by=(0, 2)),
    ],
)
def test_a_ruling_must_be_for_the_players_of_the_game(verdict: Ruling) -> None:
    start, hand = entries(recorded(won_hand(20)))
    assert [*objections([start, Entry(hand.id, hand.record, verdict)])] == [None, Objection(Obstacle.RULING_OF_OTHERS)]
    right = Ruling(Standing.COUNTS, (20, 0), 0, (), ((1, Feat.GIN),))
    assert [*objections([start, Entry(hand.id, hand.record, right)])] == [None, None]
    assert [*objections([start, Entry(hand.id, hand.record, Ruling(Standing.ILLEGAL))])] == [None] * 2


def test_what_is_known_to_have_been_recorded_is_not_objected_to() -> None:
    odd = entries(HandStruckOut(4), recorded(won_hand(3)), game.GameReopened())
    assert [*objections(odd, known=3)] == [None, None, None, Objection(Obstacle.GAME_OPEN)]


POINTS = {"Ann": 9, "Bob": 0}
WITHDRAWN = OverrulingWithdrawn(1)


def overruled(by: str) -> HandOverruled:
    return HandOverruled(1, POINTS, "Ann", "agreed", by)


def overruled_hand(by: str) -> Document:
    return {**won_hand(3), "overruled": {"points": POINTS, "winner": "Ann", "reason": "agreed", "by": by}}


@pytest.mark.parametrize(
    ("happened", "speak"),
    [
        ([HandAccepted(1, "Bob", POINTS), HandAccepted(1, "Ann", POINTS)], [True, False]),
        ([HandDisputed(1, "Bob", "why"), HandDisputed(1, "Ann", "why")], [True, False]),
        ([overruled("Bob"), overruled("Ann"), WITHDRAWN], [True, False, False]),
        ([overruled("Bob"), WITHDRAWN, WITHDRAWN], [True, True, False]),
        ([overruled("Bob"), HandReplaced(1, hand_of(won_hand(4))), WITHDRAWN], [True, False, False]),
        (
            [HandReplaced(1, hand_of(overruled_hand("Bob"))), DealRecorded(1, hand_of(overruled_hand("Ann")))],
            [True, False],
        ),
        ([recorded(overruled_hand("Bob")), recorded(overruled_hand("Ann"))], [True, False]),
        (
            [game.PlayersRenamed({"Bob": "Rob"}), HandAccepted(1, "Rob", POINTS), HandAccepted(1, "Bob", POINTS)],
            [False, True, False],
        ),
        ([game.GameNoted("a note")], [False]),
    ],
)
def test_what_speaks_for_bob(happened: list[events.Event], speak: list[bool]) -> None:
    others = OthersWords(["Ann", "Bob"], {1})
    assert [others.include(record) for record in journal(*happened)] == speak


def test_who_recorded_it_counts_too() -> None:
    by_bob = Record(2, "2026-11-21T20:00:00Z", "Bob", overruled("Ann"))
    assert OthersWords(["Ann", "Bob"], {1}).include(by_bob)
    assert OthersWords(["Ann", "Bob"], {1}).include(replace(by_bob, event=WITHDRAWN))
    assert not OthersWords(["Ann", "Bob"], {2}).include(by_bob)


def test_what_does_not_count_changes_nothing_and_stands_in_the_history() -> None:
    mark = BroughtIn("2026-11-21T21:00:00Z", "Ann", counts=False)
    records = [
        replace(entry.record, brought_in=mark if entry.record.seq > 2 else None)
        for entry in entries(recorded(won_hand(3)), overruled("Bob"), WITHDRAWN)
    ]
    state = fold(records)
    assert state.hands[0].recorded.overruled is None
    assert [change.brought_in for change in state.history] == [None, None, mark, mark]
    assert [*objections([Entry(f"record-{record.seq}", record) for record in records])] == [None] * 4
