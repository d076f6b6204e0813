"""A board of Gem II as text: what addresses carry, what can be typed, what the keys write."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.rules.gem2.board import PILES
from companion.rules.gem2.cards import DECK, card_named

if TYPE_CHECKING:
    from collections.abc import Sequence

UNNAMED = "?"


@dataclass(frozen=True, slots=True)
class Piles:
    """Four piles as they were typed or tapped, from the bottom card to the top one; `?` is a card not named."""

    texts: tuple[tuple[str, ...], ...]

    @property
    def written(self) -> tuple[str, ...]:
        """Write each pile as one text, as it goes into an address."""
        return tuple(" ".join(pile) for pile in self.texts)

    @property
    def cards(self) -> tuple[str, ...]:
        """List the named cards, the top ones first."""
        tops = [pile[-1] for pile in self.texts if pile and pile[-1] != UNNAMED]
        below = [card for pile in self.texts for card in pile[:-1] if card != UNNAMED]
        return (*tops, *below)

    @property
    def size(self) -> int:
        """Count the cards."""
        return sum(map(len, self.texts))

    def with_card(self, pile: int, card: str) -> Piles:
        """Lay a card onto a pile."""
        return self._changed(pile, (*self.texts[pile], card))

    def without_top(self, pile: int) -> Piles:
        """Take the top card of a pile back."""
        return self._changed(pile, self.texts[pile][:-1])

    def _changed(self, pile: int, cards: tuple[str, ...]) -> Piles:
        return replace(self, texts=(*self.texts[:pile], cards, *self.texts[pile + 1 :]))


def read_piles(texts: Sequence[str]) -> Piles:
    """Read four piles; what is no card is left as it is typed, for the board to be refused with it.

    >>> read_piles(["iiE vh", "", "?,XM"]).texts
    (('IIE', 'VH'), (), ('?', 'XM'), ())
    """
    padded = [*texts[:PILES], *[""] * (PILES - len(texts))]
    return Piles(tuple(tuple(_card(word) for word in _words(text)) for text in padded))


def _words(text: str) -> list[str]:
    return text.replace(",", " ").replace(".", " ").split()[: DECK + 1]


def _card(word: str) -> str:
    known = card_named(word)
    return str(known) if known else word[:12]
