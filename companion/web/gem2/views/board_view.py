"""A board of Gem II as it is drawn, and what the referee says of it: for the referee's page and for worked cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.register.entries import Rule, rules
from companion.rules.gem2.cards import NUMERALS, card_named
from companion.wording.gem2 import card_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn: its numeral and its suit, or one that is not named."""

    text: str
    numeral: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is not legal, with the rule."""

    message: str
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class Judged:
    """Who was right."""

    legal: bool
    headline: str
    reasons: tuple[Reason, ...]


def card_shown(text: str) -> CardView:
    """Draw a card."""
    card = card_named(text)
    if card is None:
        return CardView(text, "?", "", "a card that is not named")
    return CardView(text, NUMERALS[card.number - 1], card.suit.value, card_word(card))


def piles_shown(piles: Iterable[Iterable[str]]) -> tuple[tuple[CardView, ...], ...]:
    """Draw the piles, each from the bottom card to the top one."""
    return tuple(tuple(card_shown(card) for card in pile) for pile in piles)


def judged(claimed: Mapping[str, Any] | None, *, passed: bool) -> Judged | None:
    """Say whether what was claimed was right; nothing where nothing was."""
    if claimed is None:
        return None
    known = rules()
    return Judged(
        legal=claimed["legal"],
        headline=f"{'Passing the turn' if passed else 'That move'} was {'right' if claimed['legal'] else 'wrong'}",
        reasons=tuple(Reason(one["message"], known.get(one["rule"])) for one in claimed["faults"]),
    )


def best_said(best: Mapping[str, Any]) -> str:
    """Say how many cards can still come off."""
    off = best["cards_off"]
    said = "No card can come off" if not off else f"{off} {'card' if off == 1 else 'cards'} can come off"
    return f"{said} before the next deal{'.' if best['exact'] else ', as far as was searched.'}"
