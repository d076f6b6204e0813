"""The form that names the cards of a photo: what it carries from page to page, and how it fills in a whole suit.

The photo's cards are kept nowhere else: the form brings them back with every button.
"""

import base64
import math
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from companion.photo.reading import LOOK_BYTES, SURE, Box, DeckPhoto, TaughtLook
from companion.rules.cards import CARDS_BY_NAME, RANK_NAMES, Suit
from companion.wording.photos import order_words

UNNAMED = "?"
SKIPPED = "-"
MOST_CARDS = 60
"""A deck, its Jokers, and some places that are no cards."""
MOST_LOOKS = 2
"""Of a card in one photo: its two corners."""
MOST_PREVIEW = 100_000
"""Characters of the small photo."""
MOST_BODY = 200_000
"""Bytes of the form: the small photo, and 60 cards of 400 bytes."""
_NUMBER = r"-?[0-9]{1,6}"
_LOOK = r"[A-Za-z0-9+/]{171}="
_FOUND = re.compile(rf"({_NUMBER}) ({_NUMBER}) ({_NUMBER}) ({_NUMBER}) (!?)(\S{{1,3}})((?: {_LOOK}){{0,{MOST_LOOKS}}})")
_NUMBERS_OF_A_LOOK = struct.Struct(f"<{LOOK_BYTES // 2}e")


class ForgedFormError(Exception):
    """A form that no page of the app has sent."""


@dataclass(frozen=True, slots=True)
class Order:
    """The cards of a suit as they were laid out."""

    suit: Suit
    downward: bool

    @property
    def value(self) -> str:
        """As a button sends it: `C` from Ace to King, `-C` from King to Ace."""
        return f"-{self.suit}" if self.downward else self.suit.value

    @property
    def words(self) -> tuple[str, str]:
        return order_words(self.suit, downward=self.downward)

    @property
    def cards(self) -> tuple[str, ...]:
        ranks = RANK_NAMES[::-1] if self.downward else RANK_NAMES
        return tuple(f"{rank}{self.suit}" for rank in ranks)


ORDERS = {order.value: order for downward in (False, True) for order in (Order(suit, downward) for suit in Suit)}


@dataclass(frozen=True, slots=True)
class NumberedCard:
    box: Box
    looks: tuple[bytes, ...]
    chosen: str
    """The name of a card, UNNAMED or SKIPPED."""
    by_hand: bool = False
    """The player has chosen it, neither the net nor an order."""

    @property
    def value(self) -> str:
        """What was found and what is chosen on the page, as its form carries it."""
        box = map(str, (self.box.x, self.box.y, self.box.width, self.box.height))
        looks = (base64.b64encode(look).decode() for look in self.looks)
        return " ".join((*box, "!" * self.by_hand + self.chosen, *looks))


@dataclass(frozen=True, slots=True)
class LessonForm:
    """A photo of a deck, with the cards named so far."""

    cards: tuple[NumberedCard, ...]
    width: int
    height: int
    preview: str
    """The small photo, in base64."""

    def lessons(self) -> tuple[TaughtLook, ...]:
        """Return what the named cards look like."""
        named = (card for card in self.cards if card.chosen in CARDS_BY_NAME)
        return tuple(TaughtLook(card.chosen, look) for card in named for look in card.looks)

    def numbers_of_twins(self) -> tuple[int, int] | None:
        """Return the numbers of two that are named as the same card."""
        numbers: dict[str, int] = {}
        for number, card in enumerate(self.cards, 1):
            if card.chosen in CARDS_BY_NAME and numbers.setdefault(card.chosen, number) != number:
                return numbers[card.chosen], number
        return None

    def filled(self, order: Order) -> "LessonForm":
        """Name the cards as they were laid out, except those skipped.

        After a card of this order that the player has chosen, the order goes on from there: one in between is missing.
        """
        return replace(self, cards=tuple(_in_order(self.cards, order)))


def _in_order(cards: Sequence[NumberedCard], order: Order) -> Iterator[NumberedCard]:
    place = 0
    for card in cards:
        if card.chosen == SKIPPED:
            yield card
            continue
        if card.by_hand and card.chosen in order.cards[place:]:
            place = order.cards.index(card.chosen)
            yield card
        else:
            name = order.cards[place] if place < len(order.cards) else UNNAMED
            yield replace(card, chosen=name, by_hand=False)
        place += 1


def form_of(photo: DeckPhoto) -> LessonForm:
    """Return the form of a photo, in which the net's guess is chosen where it is sure."""
    found = photo.cards[:MOST_CARDS]
    best = {card.guess: card for card in sorted(found, key=lambda card: card.confidence) if card.confidence >= SURE}
    cards = (
        NumberedCard(card.box, card.looks[:MOST_LOOKS], card.guess if best.get(card.guess) is card else UNNAMED)
        for card in found
    )
    return LessonForm(tuple(cards), photo.width, photo.height, base64.b64encode(photo.preview).decode())


def read_form(fields: MultiDict[str, str]) -> LessonForm:
    """Return a form as it was sent; raise ForgedFormError if no page of the app has sent it."""
    found, chosen = fields.getlist("found"), fields.getlist("card")
    size = re.fullmatch(r"([0-9]{1,6}) ([0-9]{1,6})", fields.get("size", ""))
    preview = fields.get("preview", "")
    if (
        size is None
        or len(found) > MOST_CARDS
        or len(found) != len(chosen)
        or not re.fullmatch(rf"[A-Za-z0-9+/=]{{0,{MOST_PREVIEW}}}", preview)
    ):
        raise ForgedFormError
    cards = tuple(_read_card(*pair) for pair in zip(found, chosen, strict=True))
    return LessonForm(cards, int(size[1]), int(size[2]), preview)


def _read_card(found: str, chosen: str) -> NumberedCard:
    match = _FOUND.fullmatch(found)
    if match is None or (chosen not in {UNNAMED, SKIPPED} and chosen not in CARDS_BY_NAME):
        raise ForgedFormError
    *box, by_hand, shown, looks = match.groups()
    unpacked = tuple(base64.b64decode(look) for look in looks.split())
    if not all(math.isfinite(number) for look in unpacked for number in _NUMBERS_OF_A_LOOK.unpack(look)):
        raise ForgedFormError
    return NumberedCard(Box(*map(int, box)), unpacked, chosen, by_hand=bool(by_hand) or chosen != shown)
