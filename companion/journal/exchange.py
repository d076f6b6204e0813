"""A game to and from its public document (docs/formats.md)."""

from collections.abc import Iterable, Mapping

from companion.documents.answers import score_document
from companion.documents.game import read_game
from companion.journal.events import DeckUsed, Document, Event, GameStarted, HandRecorded
from companion.journal.fold import GameState, Hand
from companion.journal.spelling import normalized_document

_ROUNDS = frozenset({"gem-ii", "gem-ii-solo"})
_ORDER = (
    "game",
    "players",
    "teams",
    "first_dealer",
    "level",
    "timer",
    "sides",
    "at",
    "note",
    "house_rules",
    "print",
    "gems",
)


def hands_key(game: str) -> str:
    """Tell under which key a game document holds what was played: Gem II plays rounds."""
    return "rounds" if game in _ROUNDS else "hands"


def game_document(state: GameState, hands: Iterable[Hand] | None = None) -> dict[str, object]:
    """Write the game as its document: all hands that are not struck out, or only those given."""
    chosen = tuple(one for one in state.hands if not one.struck) if hands is None else tuple(hands)
    known = {key: state.head[key] for key in _ORDER if key in state.head}
    rest = {key: value for key, value in state.head.items() if key not in known}
    return {**known, **rest, hands_key(state.game): [dict(one.document) for one in chosen]}


def read_document(document: Document) -> None:
    """Raise DocumentError where a game document cannot be read."""
    if hands_key(str(document.get("game"))) == "rounds":
        score_document(document)
    else:
        read_game(document)


def events_of(document: Document, deck: DeckUsed | None = None) -> tuple[Event, ...]:
    """Turn a game document that can be read into the events that tell the same game, each name in one spelling."""
    document = normalized_document(document)
    key = hands_key(str(document.get("game")))
    hands = document.get(key, [])
    head = {name: value for name, value in document.items() if name != key}
    played = [HandRecorded(one) for one in hands if isinstance(one, Mapping)] if isinstance(hands, list) else []
    return (GameStarted(head, deck), *played)
