"""Convert a game to and from its public document (docs/formats.md)."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from companion.documents.game import MOST_HANDS, Document
from companion.documents.hand_writer import write_recorded_hand
from companion.documents.reader import read_list
from companion.documents.showdown import DECK_KEYS
from companion.journal.events import Event
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.journal.kinds import kind_of
from companion.journal.names import cleaned_head
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.journal.state import DeckUsed, GameState, PlayedHand

_KEY_ORDER = (
    "game", "players", "teams", "first_dealer", "level", "timer", "sides", "at", "note", "house_rules", *DECK_KEYS,
)  # fmt: skip


def game_document(state: GameState, hands: Iterable[PlayedHand] | None = None) -> dict[str, object]:
    """Return the game document, with these hands or with all that aren't struck out."""
    if hands is None:
        hands = (hand for hand in state.hands if not hand.struck)
    known = {key: state.head[key] for key in _KEY_ORDER if key in state.head}
    rest = {key: value for key, value in state.head.items() if key not in known}
    kind = kind_of(state.game)
    return {**known, **rest, kind.hands_key: [write_recorded_hand(hand.recorded, state.head) for hand in hands]}


def exported(state: GameState, sheet: ScoreSheet) -> dict[str, object]:
    """Return the game document of the hands that count; of all, where nothing can be scored."""
    return game_document(state, None if sheet.score is None else map(_exported, sheet.counting))


def _exported(row: SheetRow) -> PlayedHand:
    """Return a hand without its dealer where that follows from the hand before."""
    if row.dealer_by_the_rules is None or row.dealer != row.dealer_by_the_rules:
        return row.hand
    return replace(row.hand, recorded=replace(row.hand.recorded, dealer=None))


def events_of(document: Document, deck: DeckUsed | None = None) -> tuple[Event, ...]:
    """Return the events of a game document; raise DocumentError if one of its hands can't be read."""
    kind = kind_of(document.get("game"))
    head = cleaned_head({name: value for name, value in document.items() if name != kind.hands_key})
    hands = read_list(document.get(kind.hands_key), kind.hands_key, partial(kind.read_hand, head=head), MOST_HANDS)
    return (GameStarted(head, deck), *map(HandRecorded, hands))
