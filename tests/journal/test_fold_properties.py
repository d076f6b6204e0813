"""What holds for any journal: it folds, its sheet is that of its export, and undo and redo cancel out."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.documents.answers import score_document
from companion.journal import events
from companion.journal.codec import decode, encode
from companion.journal.exchange import events_of, game_document
from companion.journal.fold import GameState, fold
from companion.journal.sheet import sheet_of
from companion.journal.validation import why_impossible
from tests.support.documents import HEAD
from tests.support.journals import folded, journal

pytestmark = pytest.mark.random

GEMS = {"7D": "S", "8D": "G"}
HEADS: list[dict[str, Any]] = [
    HEAD,
    {**HEAD, "game": "gem-rummy"},
    {**HEAD, "game": "gem-rummy", "players": ["Ann", "Bob", "Cid"], "house_rules": {"target": 40}},
    {**HEAD, "game": "knock-rummy", "players": ["Ann", "Bob", "Cid", "Dee"], "sides": [["Ann", "Cid"], ["Bob", "Dee"]]},
]
RULES: list[dict[str, Any]] = [{}, {"target": 30}, {"target": 60, "undercut_bonus": 5}, {"knock_limit": 3}]
deeds = st.lists(
    st.tuples(
        st.sampled_from(
            [events.HandRecorded] * 8
            + [events.HandReplaced, events.HandStruckOut, events.Undone] * 2
            + list(events.CLASS_OF.values())
        ),
        st.integers(0, 60),
        st.integers(0, 60),
    ),
    min_size=15,
    max_size=40,
)
"""What is done, with two numbers that say to what and how; see `event_for`."""


def counted(state: GameState, knocker: int, points: int) -> dict[str, Any]:
    """Make a counted hand of the state's game; the knocker may be undercut, or knock too high for a house rule."""
    seats = [
        {"name": name, "deadwood_points": points % 7 if seat == knocker else points}
        | ({"gem_parts": False} if state.game == "gem-rummy" else {})
        for seat, name in enumerate(state.players)
    ]
    dice = {"dice": [6, 4]} if state.game == "gem-rummy" else {}
    return {"knocker": state.players[knocker], "players": seats, **dice}


def event_for(state: GameState, deed: type[events.Event], one: int, two: int) -> events.Event:
    """Make a deed an event that fits the game as it is: the numbers choose among hands, players and rules."""
    number = state.hands[one % len(state.hands)].number if state.hands else 1
    player = state.players[two % len(state.players)]
    points = {name: two if name == player else 0 for name in state.players}
    document = counted(state, one % len(state.players), two % 29) if two % 9 else {"drawn": True}
    gem = state.game == "gem-rummy"
    made: dict[type[events.Event], events.Event] = {
        events.HandRecorded: events.HandRecorded(
            document if two % 5 else {**document, "note": "late", "at": "2026-11-21"}
        ),
        events.DealRecorded: events.DealRecorded(number, document),
        events.HandReplaced: events.HandReplaced(number, document),
        events.HandStruckOut: events.HandStruckOut(number, "misdeal" if two % 2 else ""),
        events.HandRestored: events.HandRestored(number),
        events.HandMoved: events.HandMoved(
            number, state.hands[two % len(state.hands)].number if state.hands and two % 3 else None
        ),
        events.HandNoted: events.HandNoted(number, "a note" if two % 2 else ""),
        events.HandDated: events.HandDated(number, "2026-11-21T20:15" if two % 2 else ""),
        events.HandAccepted: events.HandAccepted(number, player, points),
        events.HandDisputed: events.HandDisputed(number, player, "no set"),
        events.HandOverruled: events.HandOverruled(number, points, player, "agreed", state.players[0]),
        events.OverrulingWithdrawn: events.OverrulingWithdrawn(number),
        events.HouseRulesChanged: events.HouseRulesChanged(RULES[two % 4]),
        events.GemsLearned: events.GemsLearned(GEMS if gem else {}),
        events.DeckChanged: events.DeckChanged(
            events.DeckUsed(two, "ours", made_up=bool(two % 2)), gems=GEMS if gem and one % 2 else {}
        ),
        events.PlayersRenamed: events.PlayersRenamed(
            {player: f"{player}{one}"} if two % 2 else dict(zip(state.players, state.players[::-1], strict=True))
        ),
        events.GameNoted: events.GameNoted("club" if two % 2 else ""),
        events.GameDated: events.GameDated("2026-11-21" if two % 2 else ""),
        events.GameClosed: events.GameClosed(),
        events.GameReopened: events.GameReopened(),
        events.Undone: events.Undone(state.undoable or one),
        events.Redone: events.Redone(state.redoable or one),
        events.GameStarted: events.GameStarted(state.head),
    }
    return made[deed]


def played(head: dict[str, Any], done: Iterable[tuple[type[events.Event], int, int]]) -> list[events.Event]:
    """Tell a game, leaving out what would be refused at the table."""
    kept: list[events.Event] = []
    for deed, one, two in done:
        state = folded(*kept, head=head)
        event = event_for(state, deed, one, two)
        # Moved hands and changed decks are in old journals only.
        old = isinstance(event, events.HandMoved | events.DeckChanged) and not state.closed
        if old or why_impossible(state, event) is None:
            kept.append(event)
    return kept


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_the_sheet_of_any_game_is_that_of_its_export(
    done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]
) -> None:
    state = folded(*played(head, done), head=head)
    sheet = sheet_of(state)
    assert [row.hand for row in sheet.rows] == list(state.hands)
    assert len({hand.number for hand in state.hands}) == len(state.hands)
    assert sheet.answer == score_document(sheet.document)
    for row in sheet.rows:
        assert (row.place is None) == (row.points is None)
        assert row.place is None or row.points == sheet.answer["hands"][row.place - 1]["points"]  # type: ignore[index]


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_export_then_import_is_lossless(done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]) -> None:
    state = folded(*played(head, done), head=head)
    for exported in (game_document(state), sheet_of(state).document):
        again = fold(journal(*events_of(exported)))
        assert game_document(again) == exported
        assert sheet_of(again).answer == sheet_of(state).answer


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_redo_reverses_undo(done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]) -> None:
    kept = played(head, done)
    state = folded(*kept, head=head)
    steps = []
    back = state
    while back.undoable is not None:
        steps.append(back.undoable)
        back = folded(*kept, *map(events.Undone, steps), head=head)
    assert (back.hands, back.closed) == ((), False)
    assert back.head["house_rules"] == head["house_rules"] if "house_rules" in head else "house_rules" not in back.head
    again = folded(*kept, *map(events.Undone, steps), *map(events.Redone, reversed(steps)), head=head)
    assert (again.head, again.deck, again.closed) == (state.head, state.deck, state.closed)
    assert [(hand.number, hand.document, hand.struck, hand.responses) for hand in again.hands] == [
        (hand.number, hand.document, hand.struck, hand.responses) for hand in state.hands
    ]


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_a_hand_of_one_revision_has_one_content(
    done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]
) -> None:
    """What a kept ruling rests on: while number and revision stay, so does all that the ruling depends on."""
    known: dict[tuple[int, int], object] = {}
    kept = played(head, done)
    for length in range(len(kept) + 1):
        state = folded(*kept[:length], head=head)
        seats = {name: f"seat {seat}" for seat, name in enumerate(state.players)}
        for hand in state.hands:
            content = {key: value for key, value in hand.document.items() if key not in {"note", "at"}}
            first = known.setdefault((hand.number, hand.revision), by_seat(content, seats))
            assert first == by_seat(content, seats)


def by_seat(value: object, seats: dict[str, str]) -> object:
    """Tell a document by seats, as kept rulings are, so that other names make no difference."""
    if isinstance(value, dict):
        return {seats.get(key, key): by_seat(one, seats) for key, one in value.items()}
    if isinstance(value, list):
        return [by_seat(one, seats) for one in value]
    return seats.get(value, value) if isinstance(value, str) else value


def wild(deed: type[events.Event], one: int, two: int) -> events.Event:
    """Make an event for a game that it may not fit at all, as a damaged or hostile journal would have it."""
    strange = folded(
        events.HandRecorded({"drawn": 1, "knocker": [two]}), head={**HEADS[one % 4], "players": ["Ann", "Xen"]}
    )
    return event_for(strange, deed, one, two)


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_even_an_impossible_journal_folds_and_has_a_sheet(
    done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]
) -> None:
    state = folded(*(wild(*deed) for deed in done), head=head)
    sheet = sheet_of(state)
    assert [row.hand for row in sheet.rows] == list(state.hands)
    assert sheet.error or sheet.answer == score_document(sheet.document)


@given(deeds, st.sampled_from(HEADS))
@settings(max_examples=100, deadline=None)
def test_events_survive_storage(done: list[tuple[type[events.Event], int, int]], head: dict[str, Any]) -> None:
    for event in played(head, done):
        kind, body = encode(event)
        assert decode(kind, body) == event
