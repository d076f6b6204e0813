"""Convert a game to and from its public document (docs/formats.md)."""

from collections.abc import Iterable, Mapping

from companion.documents.errors import DocumentKind
from companion.documents.game import read_game
from companion.documents.gem2 import read_duel, read_solo
from companion.documents.reader import check_kind
from companion.documents.showdown import DECK_KEYS
from companion.journal.events import DeckUsed, Document, Event, GameStarted, HandRecorded
from companion.journal.normalize import normalized_document
from companion.journal.state import GameState, PlayedHand

_ROUNDS = frozenset({"gem-ii", "gem-ii-solo"})
_KEY_ORDER = (
    "game", "players", "teams", "first_dealer", "level", "timer", "sides", "at", "note", "house_rules", *DECK_KEYS,
)  # fmt: skip


def hands_key(game: str) -> str:
    """Return the key of a game document that holds its hands: "rounds" in Gem II."""
    return "rounds" if game in _ROUNDS else "hands"


def game_document(state: GameState, hands: Iterable[PlayedHand] | None = None) -> dict[str, object]:
    """Return the game document, with these hands or with all that aren't struck out."""
    if hands is None:
        hands = (hand for hand in state.hands if not hand.struck)
    known = {key: state.head[key] for key in _KEY_ORDER if key in state.head}
    rest = {key: value for key, value in state.head.items() if key not in known}
    return {**known, **rest, hands_key(state.game): [dict(hand.document) for hand in hands]}


def read_document(document: Document) -> None:
    """Raise DocumentError if a game document can't be read."""
    if hands_key(str(document.get("game"))) == "hands":
        read_game(document)
        return
    check_kind(document, DocumentKind.GAME)
    game = read_solo(document) if document["game"] == "gem-ii-solo" else read_duel(document)
    game.score()


def events_of(document: Document, deck: DeckUsed | None = None) -> tuple[Event, ...]:
    """Return the events of a game document that was read before, with one spelling for each name."""
    document = normalized_document(document)
    key = hands_key(str(document.get("game")))
    hands = document.get(key, [])
    head = {name: value for name, value in document.items() if name != key}
    played = [HandRecorded(hand) for hand in hands if isinstance(hand, Mapping)] if isinstance(hands, list) else []
    return (GameStarted(head, deck), *played)
