"""Moves 1, 2 and 3: which are legal, whether one must be made, and who was right about a disputed one."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import assert_never

from companion.rules.gem2.cards import HIGHEST, PILES, Board, Card, Level, one_apart, size, top
from companion.rules.gem2.faults import Facts


class MoveKind(IntEnum):
    REMOVE = 1
    FILL = 2
    CROSS = 3


@dataclass(frozen=True, slots=True)
class Move:
    """One card that moves: from a pile off the board (Move 1), into a space (Move 2), onto another card (Move 3)."""

    kind: MoveKind
    card: Card
    source: int
    target: int | None = None
    other: Card | None = None
    """The higher card of its suit (Move 1), or the card it moves onto (Move 3)."""


@dataclass(frozen=True, slots=True)
class MoveClaim:
    """A disputed move; several cards where they were taken off at once."""

    kind: MoveKind
    cards: tuple[Card, ...]
    target: int | None = None


@dataclass(frozen=True, slots=True)
class PassClaim:
    """A disputed end of a turn."""


class MoveFault(StrEnum):
    NOT_ON_BOARD = "not-on-board"
    NOT_ON_TOP = "not-on-top"
    TAKEN_TOGETHER = "taken-together"
    ALONE_IN_SUIT = "alone-in-suit"
    HIGHEST_IN_SUIT = "highest-in-suit"
    SPACE_NOT_EMPTY = "space-not-empty"
    NO_EMPTY_SPACE = "no-empty-space"
    NOTHING_BELOW = "nothing-below"
    ONTO_EMPTY_SPACE = "onto-empty-space"
    ONTO_OWN_PILE = "onto-own-pile"
    SAME_COLOR = "same-colour"
    NOT_ONE_APART = "not-one-apart"
    NO_ROLL_OVER = "no-roll-over"
    MOVE_LEFT = "move-left"


@dataclass(frozen=True, slots=True)
class MoveObjection:
    objection: MoveFault
    rule: str
    facts: Facts


def legal_moves(board: Board, level: Level) -> tuple[Move, ...]:
    moves = [move for source in range(PILES) for move in _moves_from(board, source, level)]
    return tuple(sorted(moves, key=lambda move: move.kind))


def must_make(board: Board, move: Move) -> bool:
    """Return whether it must be made before one passes: Move 2 while cards fill all piles (II.move-2.must, R.25)."""
    match move.kind:
        case MoveKind.REMOVE:
            return True
        case MoveKind.FILL:
            return size(board) >= PILES
        case MoveKind.CROSS:
            return False
    assert_never(move.kind)


def must_move(board: Board, moves: tuple[Move, ...]) -> bool:
    return any(must_make(board, move) for move in moves)


def after(board: Board, move: Move) -> Board:
    piles = list(board)
    piles[move.source] = piles[move.source][:-1]
    if move.target is not None:
        piles[move.target] = (*piles[move.target], move.card)
    first, second, third, fourth = piles
    return first, second, third, fourth


def objections(board: Board, level: Level, claim: MoveClaim | PassClaim) -> tuple[MoveObjection, ...]:
    match claim:
        case PassClaim():
            left = [move for move in legal_moves(board, level) if must_make(board, move)]
            # A card that could fill several spaces is named once.
            return tuple(
                MoveObjection(MoveFault.MOVE_LEFT, "R.25", {"move": kind.value, "card": str(card)})
                for kind, card in dict.fromkeys((move.kind, move.card) for move in left)
            )
        case MoveClaim(cards=(card,)):
            return tuple(_against(board, level, claim, card))
        case MoveClaim():
            # Cards come off one by one, every move shown (II.penalty.wrong-move.C), and each must be legal.
            facts: Facts = {"cards": " ".join(map(str, claim.cards))}
            together = MoveObjection(MoveFault.TAKEN_TOGETHER, "II.move-1.one-by-one", facts)
            return together, *(objection for card in claim.cards for objection in _against_taking(board, card))
    assert_never(claim)


def _moves_from(board: Board, source: int, level: Level) -> Iterator[Move]:
    card = top(board[source])
    if card is None:
        return
    higher = _higher(board, card)
    if higher is not None:
        yield Move(MoveKind.REMOVE, card, source, other=higher)
    if len(board[source]) == 1:
        return  # a card with none below it neither fills a space nor crosses over
    for target in range(PILES):
        onto = top(board[target])
        if onto is None:
            yield Move(MoveKind.FILL, card, source, target)
        elif onto.color is not card.color and one_apart(card, onto, level):
            yield Move(MoveKind.CROSS, card, source, target, onto)


def _higher(board: Board, card: Card) -> Card | None:
    return max((other for other in _tops_of_suit(board, card) if other > card), default=None)


def _tops_of_suit(board: Board, card: Card) -> list[Card]:
    tops = [top(pile) for pile in board]
    return [other for other in tops if other is not None and other.suit is card.suit]


def _against(board: Board, level: Level, claim: MoveClaim, card: Card) -> Iterator[MoveObjection]:
    match claim.kind:
        case MoveKind.REMOVE:
            yield from _against_taking(board, card)
        case MoveKind.FILL:
            yield from _against_lifting(board, card)
            if all(board):
                yield MoveObjection(MoveFault.NO_EMPTY_SPACE, "II.move-2", {})
            elif claim.target is not None and board[claim.target]:
                facts: Facts = {"pile": claim.target + 1, "onto": str(top(board[claim.target]))}
                yield MoveObjection(MoveFault.SPACE_NOT_EMPTY, "II.move-2", facts)
            yield from _against_leaving(board, card, "R.25")
        case MoveKind.CROSS:
            yield from _against_lifting(board, card)
            yield from _against_crossing(board, level, card, claim.target)
            yield from _against_leaving(board, card, "II.move-3.nothing-below")
        case _:
            assert_never(claim.kind)


def _against_taking(board: Board, card: Card) -> Iterator[MoveObjection]:
    # Only a top card can be the lower one of its suit (II.move-1).
    yield from list(_against_lifting(board, card)) or _against_removal(board, card)


def _against_lifting(board: Board, card: Card) -> Iterator[MoveObjection]:
    for pile in board:
        if card in pile and top(pile) != card:
            yield MoveObjection(MoveFault.NOT_ON_TOP, "II.deal.on-top", {"card": str(card), "above": str(top(pile))})
            return
    if not any(card in pile for pile in board):
        yield MoveObjection(MoveFault.NOT_ON_BOARD, "II.penalty.wrong-move", {"card": str(card)})


def _against_removal(board: Board, card: Card) -> Iterator[MoveObjection]:
    if _higher(board, card) is not None:
        return
    lower = [other for other in _tops_of_suit(board, card) if other < card]
    if lower:
        yield MoveObjection(MoveFault.HIGHEST_IN_SUIT, "II.move-1", {"card": str(card), "lower": str(max(lower))})
    else:
        yield MoveObjection(MoveFault.ALONE_IN_SUIT, "II.move-1", {"card": str(card)})


def _against_leaving(board: Board, card: Card, rule: str) -> Iterator[MoveObjection]:
    if (card,) in board:
        yield MoveObjection(MoveFault.NOTHING_BELOW, rule, {"card": str(card)})


def _against_crossing(board: Board, level: Level, card: Card, target: int | None) -> Iterator[MoveObjection]:
    onto = None if target is None else top(board[target])
    if onto is None:
        yield MoveObjection(MoveFault.ONTO_EMPTY_SPACE, "II.move-3", {"card": str(card)})
        return
    facts = {"card": str(card), "onto": str(onto)}
    if onto == card:
        yield MoveObjection(MoveFault.ONTO_OWN_PILE, "II.move-3", facts)
        return
    if onto.color is card.color:
        yield MoveObjection(MoveFault.SAME_COLOR, "II.penalty.wrong-move.B", {**facts, "color": card.color.value})
    if not one_apart(card, onto, level):
        if abs(card.number - onto.number) == HIGHEST - 1:
            yield MoveObjection(MoveFault.NO_ROLL_OVER, "II.level-2", facts)
        else:
            yield MoveObjection(MoveFault.NOT_ONE_APART, "II.penalty.wrong-move.B", facts)
