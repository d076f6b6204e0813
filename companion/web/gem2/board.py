"""A board of Gem II: as text, as it is drawn, and what the referee answers about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.register.entries import Rule, rules
from companion.rules.gem2.cards import DECK, NUMERALS, PILES, card_named
from companion.wording import gem2_table as wording
from companion.wording.gem2_rules import card_word

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


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn; without a numeral and suit where it isn't named."""

    text: str
    numeral: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move isn't legal, with the rule."""

    message: str
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class Judgment:
    """Whether a claimed move is legal."""

    legal: bool
    headline: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class MoveMark:
    """What the top card of a pile can do, as its pile on the drawn board says it."""

    text: str
    must: bool


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """What the referee knows of a board."""

    marks: tuple[tuple[MoveMark, ...], ...]
    """The legal moves of each pile's top card."""

    moves: tuple[tuple[str, bool], ...]
    """The legal moves, and whether each must be made."""
    must_move: bool
    judgment: Judgment | None
    best: str
    best_moves: tuple[str, ...]


def card_view(text: str) -> CardView:
    """Return a card as it is drawn."""
    card = card_named(text)
    if card is None:
        return CardView(text, "?", "", wording.UNNAMED_CARD)
    return CardView(text, NUMERALS[card.number - 1], card.suit.value, card_word(card))


def pile_views(piles: Iterable[Iterable[str]]) -> tuple[tuple[CardView, ...], ...]:
    """Return the piles as they are drawn, each from the bottom card to the top one."""
    return tuple(tuple(card_view(card) for card in pile) for pile in piles)


def board_answer(answer: Mapping[str, Any], *, passed: bool) -> BoardAnswer:
    """Return the answer to a board document as it is shown; `passed` if the claim is a passed turn."""
    best = answer.get("best")
    return BoardAnswer(
        marks=tuple(_marks(answer["moves"], pile) for pile in range(PILES)),
        moves=tuple((move["text"], move["must"]) for move in answer["moves"]),
        must_move=answer["must_move"],
        judgment=_judgment(answer["claimed"], passed=passed) if "claimed" in answer else None,
        best=wording.best_play(best["cards_off"], exact=best["exact"]) if best else "",
        best_moves=tuple(move["text"] for move in best["moves"]) if best else (),
    )


def _marks(moves: Iterable[Mapping[str, Any]], pile: int) -> tuple[MoveMark, ...]:
    return tuple(
        dict.fromkeys(
            MoveMark(wording.move_mark(move.get("onto")), move["must"]) for move in moves if move["pile"] == pile
        )
    )


def _judgment(claimed: Mapping[str, Any], *, passed: bool) -> Judgment:
    known = rules()
    return Judgment(
        legal=claimed["legal"],
        headline=wording.judgment(passed=passed, legal=claimed["legal"]),
        reasons=tuple(Reason(fault["message"], known.get(fault["rule"])) for fault in claimed["faults"]),
    )
