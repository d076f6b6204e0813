"""View-models of a board and of the referee's judgment, for the referee's page and for worked cases."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.register.entries import Rule, rules
from companion.rules.gem2.board import PILES
from companion.rules.gem2.cards import NUMERALS, card_named
from companion.wording import gem2_table as wording
from companion.wording.gem2_rules import card_word


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
