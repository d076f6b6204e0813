"""A board of Gem II as text: in addresses, typed, and entered by keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.rules.gem2.board import PILES
from companion.rules.gem2.cards import DECK, card_named

UNNAMED = "?"


@dataclass(frozen=True, slots=True)
class Piles:
    """Four piles as they were entered, from the bottom card to the top one; `?` is an unnamed card."""

    texts: tuple[tuple[str, ...], ...]

    @property
    def written(self) -> tuple[str, ...]:
        """Each pile as one text, as it goes into an address."""
        return tuple(" ".join(pile) for pile in self.texts)

    @property
    def cards(self) -> tuple[str, ...]:
        """The named cards, the top ones first."""
        return (*self.tops, *self.covered)

    @property
    def tops(self) -> tuple[str, ...]:
        """The named top cards, by pile."""
        return tuple(pile[-1] for pile in self.texts if pile and pile[-1] != UNNAMED)

    @property
    def covered(self) -> tuple[str, ...]:
        """The named cards below others."""
        return tuple(card for pile in self.texts for card in pile[:-1] if card != UNNAMED)

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(map(len, self.texts))

    def with_card(self, pile: int, card: str) -> Piles:
        """Return the board with one more card on a pile."""
        return self._changed(pile, (*self.texts[pile], card))

    def without_top(self, pile: int) -> Piles:
        """Return the board without the top card of a pile."""
        return self._changed(pile, self.texts[pile][:-1])

    def _changed(self, pile: int, cards: tuple[str, ...]) -> Piles:
        return replace(self, texts=(*self.texts[:pile], cards, *self.texts[pile + 1 :]))


def read_piles(texts: Sequence[str]) -> Piles:
    """Return four piles; what isn't a card stays as typed, so that the error can quote it.

    >>> read_piles(["iiE vh", "", "?,XM"]).texts
    (('IIE', 'VH'), (), ('?', 'XM'), ())
    """
    padded = [*texts[:PILES], *[""] * (PILES - len(texts))]
    return Piles(tuple(tuple(_card(word) for word in _words(text)) for text in padded))


def _words(text: str) -> list[str]:
    return text.replace(",", " ").replace(".", " ").split()[: DECK + 1]


def _card(word: str) -> str:
    card = card_named(word)
    return str(card) if card else word[:12]
