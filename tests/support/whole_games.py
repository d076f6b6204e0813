"""Whole games with corrections, undo, overrulings, other house rules and renamed players, as journals and documents."""

from typing import Any

from companion.documents.game import HandChange
from companion.journal import events
from companion.journal.events import game, hands
from companion.journal.exchange import Entry, entry_of
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.sheet import Ruling
from companion.rules.rummy.showdown_input import Counted
from tests.support.documents import HEAD, Document, hand_of, knocked, won_hand
from tests.support.journals import recorded, started

ROUND_HEAD: Document = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1}
GEM_HAND: Document = {
    "dice": [3, 4],
    "knocker": "Ann",
    "players": [
        {"name": "Ann", "deadwood_points": 2, "gem_parts": False},
        {"name": "Bob", "deadwood_points": 30, "gem_parts": False},
    ],
}


def counted_round(remaining: int) -> Document:
    return {"counted": {"remaining": remaining, "cards": {"Ann": 30 - remaining, "Bob": 10}}}


EVENTFUL: tuple[events.Event, ...] = (
    recorded(won_hand(20)),
    hands.HandAccepted(1, "Bob", {"Ann": 20, "Bob": 0}),
    hands.HandRecorded(hand_of(knocked(3, 9, note="late")), (HandChange(1, ("Ann",), Counted(8)),)),
    hands.HandReplaced(1, hand_of(won_hand(25))),
    game.Undone(5),
    game.Redone(5),
    hands.HandDisputed(2, "Bob", "no set"),
    hands.HandOverruled(2, {"Ann": 0, "Bob": 5}, "Bob", "agreed", "Ann"),
    game.HouseRulesChanged({"target": 60}),
    game.PlayersRenamed({"Ann": "Anna"}),
    recorded({"drawn": True}),
    hands.HandStruckOut(3, "misdeal"),
    hands.HandRestored(3),
    hands.HandNoted(3, "the cards ran out"),
    hands.HandDated(3, "2026-11-21"),
    hands.OverrulingWithdrawn(2),
    game.GameNoted("club"),
    game.GameDated("2026-11-21T20:15"),
    game.GamePlaced("at home"),
    game.GameClosed(),
    game.GameReopened(),
)
"""An evening of Gin Rummy with everything that can happen in it."""
EVENTFUL_GEM: tuple[events.Event, ...] = (
    game.GemsLearned({"7D": "S"}, {"8D": "G"}),
    recorded(GEM_HAND),
    game.GameNoted("club"),
    game.Undone(4),
)
"""Gem Rummy with gems that are learned, and a change that is undone."""
EVENTFUL_ROUNDS: tuple[events.Event, ...] = (
    recorded(counted_round(6)),
    recorded(counted_round(6)),
    hands.DealRecorded(2, hand_of(counted_round(5))),
    hands.HandStruckOut(1),
    hands.HandReplaced(1, hand_of(counted_round(4))),
    hands.HandRestored(1),
    game.PlayersRenamed({"Bob": "Bea"}),
)
"""Three rounds of Gem II, corrected."""
WHOLE_GAMES = {
    "gin": (HEAD, EVENTFUL),
    "gem": ({**HEAD, "game": "gem-rummy"}, EVENTFUL_GEM),
    "rounds": (ROUND_HEAD, EVENTFUL_ROUNDS),
}


def whole_game(*happened: events.Event, head: Document = HEAD) -> list[Entry]:
    """Return a game as entries, with the ruling on each hand at the time."""
    records = started(*happened, head=head)
    entries = []
    for length, record in enumerate(records, start=1):
        verdict: Ruling | None = None
        if isinstance(record.event, hands.DocumentEvent):
            state = fold(records[:length])
            number = getattr(record.event, "hand", state.recorded)
            verdict = next(row.ruling for row in sheet_of(state).rows if row.hand.number == number)
        entries.append(entry_of(record, f"record-{record.seq}", verdict))
    return entries


def changed_at(document: Document, value: Any, *way: str | int) -> Document:  # noqa: ANN401 (JSON)
    """Change what is at a place in a document, in place; return the document."""
    thing: Any = document
    for key in way[:-1]:
        thing = thing[key]
    thing[way[-1]] = value
    return document
