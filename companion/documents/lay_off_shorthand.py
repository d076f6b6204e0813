"""Read lay-offs in shorthand: `8c onto 1`.

The number is that of a meld, as the screen of the lay-offs counts them. `>` and `on` mean the same as `onto`. Several
lay-offs stand one after the other, with a comma or `and` between them, and are played in that order; `pass` is a turn
without one. Several cards before one `onto` go on the same meld, in their order: `8c 9c onto 1`, or `89c onto 1`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.documents.errors import DocumentError
from companion.documents.shorthand import LONGEST, parse_cards
from companion.rules.cards import Card
from companion.wording.cards import card_word
from companion.wording.errors import documents as errors

_BETWEEN = re.compile(r"[,;\n]|\band\b", re.IGNORECASE)
_ONTO = re.compile(r"->|[>\N{RIGHTWARDS ARROW}]|\b(?:onto|on)\b", re.IGNORECASE)
_MELD = re.compile(r"(?:meld\s*)?(\d{1,3})", re.IGNORECASE | re.ASCII)
_PASS = frozenset({"pass", "passes"})


@dataclass(frozen=True, slots=True)
class WrittenLayOff:
    """A card, and the number of the meld that it goes on."""

    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class WrittenPass:
    """The player whose turn it is passes."""


def parse_lay_offs(text: str) -> tuple[WrittenLayOff | WrittenPass, ...]:
    """Read lay-offs in the order in which they are played.

    >>> from companion.rules.cards import name_of
    >>> moves = parse_lay_offs("8c onto 1, 10h > 2 and pass")
    >>> [(name_of(move.card), move.meld) if isinstance(move, WrittenLayOff) else "pass" for move in moves]
    [('8C', 1), ('10H', 2), 'pass']
    >>> parse_lay_offs("8c")
    Traceback (most recent call last):
    companion.documents.errors.DocumentError: 8c: “8c” isn't a lay-off: name a card and a meld, as in 8C onto 1.
    """
    if len(text) > LONGEST:
        raise DocumentError("shorthand-too-long", "", errors.LAY_OFFS_TOO_LONG)
    moves = [move for part in _BETWEEN.split(text) if part.strip() for move in _moves(part.strip())]
    if not moves:
        raise DocumentError("lay-off-unknown", "", errors.LAY_OFFS_MISSING)
    laid = [move.card for move in moves if isinstance(move, WrittenLayOff)]
    for place, card in enumerate(laid):
        if card in laid[:place]:
            raise DocumentError("card-repeated", "", errors.SHORTHAND_TWICE.format(card=card_word(card)))
    return tuple(moves)


def _moves(part: str) -> Iterator[WrittenLayOff | WrittenPass]:
    if part.lower() in _PASS:
        yield WrittenPass()
        return
    cards, *onto = _ONTO.split(part)
    number = _MELD.fullmatch(onto[0].strip()) if len(onto) == 1 else None
    if number is None or not cards.strip():
        raise DocumentError("lay-off-unknown", part, errors.LAY_OFF_UNREADABLE.format(part=part))
    for card in parse_cards(cards):
        yield WrittenLayOff(card, int(number[1]))
