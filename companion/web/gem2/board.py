"""A board of Gem II: as text, as it is drawn, and what the referee answers about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.answers.moves import SEARCH_LIMIT
from companion.documents.gem2 import refusing
from companion.documents.gem2_board import UNNAMED, read_board_document
from companion.register.entries import Rule, rules
from companion.rules.gem2.cards import DECK, NUMERALS, PILES, card_named
from companion.rules.gem2.moves import Move, PassClaim, legal_moves, must_make, objections
from companion.rules.gem2.search import BestPlay, best_play
from companion.wording import gem2_table as wording
from companion.wording.gem2_rules import card_word, move_sentence, objection_sentence


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn; without a numeral and suit where it isn't named."""

    text: str
    numeral: str
    suit: str
    name: str


def card_view(text: str) -> CardView:
    card = card_named(text)
    if card is None:
        return CardView(text, "?", "", wording.UNNAMED_CARD)
    return CardView(text, NUMERALS[card.number - 1], card.suit.value, card_word(card))


def pile_views(piles: Iterable[Iterable[str]]) -> tuple[tuple[CardView, ...], ...]:
    """Return the piles as they are drawn, each from the bottom card to the top one."""
    return tuple(tuple(card_view(card) for card in pile) for pile in piles)


@dataclass(frozen=True, slots=True)
class Piles:
    """Four piles as they were entered, from the bottom card to the top one; `?` is an unnamed card."""

    texts: tuple[tuple[str, ...], ...]

    @property
    def written(self) -> tuple[str, ...]:
        """Each pile as one text, as it goes into an address."""
        return tuple(" ".join(pile) for pile in self.texts)

    @property
    def views(self) -> tuple[tuple[CardView, ...], ...]:
        return pile_views(self.texts)

    @property
    def tops(self) -> tuple[CardView, ...]:
        """The top cards that can be named, by pile."""
        return tuple(card_view(pile[-1]) for pile in self.texts if pile and card_named(pile[-1]))

    @property
    def covered(self) -> tuple[CardView, ...]:
        return tuple(card_view(card) for pile in self.texts for card in pile[:-1] if card_named(card))

    @property
    def size(self) -> int:
        return sum(map(len, self.texts))

    @property
    def all_named(self) -> bool:
        return self.size > 0 and not self.has(UNNAMED)

    def has(self, card: str) -> bool:
        return any(card in pile for pile in self.texts)

    def with_card(self, pile: int, card: str) -> Piles:
        return self._changed(pile, (*self.texts[pile], card))

    def without_top(self, pile: int) -> Piles:
        return self._changed(pile, self.texts[pile][:-1])

    def _changed(self, pile: int, cards: tuple[str, ...]) -> Piles:
        return replace(self, texts=(*self.texts[:pile], cards, *self.texts[pile + 1 :]))


def read_piles(texts: Sequence[str]) -> Piles:
    """Return four piles; what isn't a card stays as typed, so that the error can quote it.

    >>> read_piles(["iiE vh", "", "?,XM"]).texts
    (('IIE', 'VH'), (), ('?', 'XM'), ())
    """
    padded = [*texts[:PILES], *[""] * (PILES - len(texts))]
    words = (text.replace(",", " ").replace(".", " ").split()[: DECK + 1] for text in padded)
    return Piles(tuple(tuple(str(card_named(word) or word[:12]) for word in pile) for pile in words))


@dataclass(frozen=True, slots=True)
class Judgment:
    """Whether a claimed move is legal, and why not, with the rules."""

    legal: bool
    headline: str
    reasons: tuple[tuple[str, Rule | None], ...]


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """What the referee knows of a board."""

    moves: tuple[tuple[Move, bool], ...]
    """The legal moves, and whether each must be made."""
    judgment: Judgment | None
    play: BestPlay | None

    @property
    def must_move(self) -> bool:
        return any(must for _, must in self.moves)

    @property
    def sentences(self) -> tuple[tuple[str, bool], ...]:
        return tuple((move_sentence(move), must) for move, must in self.moves)

    def marks(self, pile: int) -> tuple[tuple[str, bool], ...]:
        """Return what the top card of a pile can do, as its pile on the drawn board says it, and whether it must."""
        marks = ((wording.move_mark(move.target), must) for move, must in self.moves if move.source == pile)
        return tuple(dict.fromkeys(marks))

    @property
    def best(self) -> str:
        return wording.best_play(self.play.cards_off, exact=self.play.exact) if self.play else ""

    @property
    def best_moves(self) -> tuple[str, ...]:
        return tuple(map(move_sentence, self.play.moves)) if self.play else ()


def board_answer(document: object) -> BoardAnswer:
    """Return what the referee knows of a board document; raises DocumentError for an impossible board."""
    asked = read_board_document(document)
    board, claim = asked.board, asked.claim
    judgment = None
    if claim is not None:
        known, reasons = rules(), objections(board, asked.level, claim)
        judgment = Judgment(
            legal=not reasons,
            headline=wording.judgment(passed=isinstance(claim, PassClaim), legal=not reasons),
            reasons=tuple((objection_sentence(reason), known.get(reason.rule)) for reason in reasons),
        )
    play = None
    if asked.best:
        with refusing({}):
            play = best_play(board, asked.level, SEARCH_LIMIT)
    moves = tuple((move, must_make(board, move)) for move in legal_moves(board, asked.level))
    return BoardAnswer(moves, judgment, play)
