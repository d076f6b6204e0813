"""Convert a game to and from its public document (docs/formats.md)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.documents.showdown import DECK_KEYS
from companion.journal.events import DeckUsed, Document, Event, GameStarted, HandRecorded
from companion.journal.kinds import kind_of
from companion.journal.normalize import normalized_document
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.journal.state import GameState, PlayedHand

_KEY_ORDER = (
    "game", "players", "teams", "first_dealer", "level", "timer", "sides", "at", "note", "house_rules", *DECK_KEYS,
)  # fmt: skip


def game_document(state: GameState, hands: Iterable[PlayedHand] | None = None) -> dict[str, object]:
    """Return the game document, with these hands or with all that aren't struck out."""
    if hands is None:
        hands = (hand for hand in state.hands if not hand.struck)
    known = {key: state.head[key] for key in _KEY_ORDER if key in state.head}
    rest = {key: value for key, value in state.head.items() if key not in known}
    return {**known, **rest, kind_of(state.game).hands_key: [dict(hand.document) for hand in hands]}


def exported(state: GameState, sheet: ScoreSheet) -> dict[str, object]:
    """Return the game document of the hands that count; of all, where nothing can be scored."""
    return game_document(state, None if sheet.score is None else map(_exported, sheet.counting))


def _exported(row: SheetRow) -> PlayedHand:
    """Return a hand without its dealer where that follows from the hand before."""
    if row.dealer_by_the_rules is None or row.dealer != row.dealer_by_the_rules:
        return row.hand
    return replace(row.hand, document={key: value for key, value in row.hand.document.items() if key != "dealer"})


def events_of(document: Document, deck: DeckUsed | None = None) -> tuple[Event, ...]:
    """Return the events of a game document that was read before, with one spelling for each name."""
    document = normalized_document(document)
    key = kind_of(document.get("game")).hands_key
    hands = document.get(key, [])
    head = {name: value for name, value in document.items() if name != key}
    played = [HandRecorded(hand) for hand in hands if isinstance(hand, Mapping)] if isinstance(hands, list) else []
    return (GameStarted(head, deck), *played)
