"""Beyond the book: the most cards that can still come off a board before the next deal, and one line that does it."""

from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import assert_never

from companion.rules.gem2.board import Board, is_known, size
from companion.rules.gem2.cards import ALL_CARDS, Level, one_apart
from companion.rules.gem2.faults import Fault, Gem2Error
from companion.rules.gem2.moves import Move, MoveKind, after, legal_moves, must_move

_NUMBER = {card: number for number, card in enumerate(ALL_CARDS)}

_Pile = tuple[int, ...]
_Board = tuple[_Pile, ...]
_Step = tuple[int, int | None]
"""The card that moved, and the card that it came to lie on: -1 for an empty space, None off the board."""

_EMPTY = -1


@dataclass(frozen=True, slots=True)
class BestPlay:
    """A line of moves that takes off as many cards as it says; `exact` where no line takes off more."""

    cards_off: int
    moves: tuple[Move, ...]
    boards: int
    exact: bool


def best_play(board: Board, level: Level, limit: int | None = None) -> BestPlay:
    """Find the most cards that can still come off, with a line that ends where the turn may be passed.

    Boards are looked at once each, whatever way they were reached and in whatever order their piles lie: Move 3 can go
    round in circles, and most lines meet again. What bounds the search is a count of the cards that must stay, taken
    as if a card once uncovered stayed at hand for ever and a space once empty stayed empty (`_must_stay`). The board
    with the smallest count is looked at first; as soon as no count is below what was reached, the answer is exact.
    Half of the boards that occur take fewer than ten looks, one in a thousand more than a thousand. `limit` bounds the
    looks, for boards made up to be hard: the answer is then the best found so far, and says that it is not exact.
    """
    if not is_known(board):
        raise Gem2Error(Fault.CARDS_UNKNOWN, ("piles",))
    neighbours = _neighbours(level)
    start: _Board = tuple(sorted(tuple(_NUMBER[card] for card in pile if card) for pile in board))
    came_from: dict[_Board, tuple[_Board, _Step] | None] = {start: None}
    fewest, best, looks = size(board), start, 0
    waiting = [(_must_stay(start, neighbours), fewest, 0, start)]
    while waiting and waiting[0][0] < fewest and looks != limit:
        _, cards, length, here = heappop(waiting)
        looks += 1
        for step, there in _steps(here, neighbours):
            if there in came_from:
                continue
            came_from[there] = here, step
            left = cards - (step[1] is None)
            if left < fewest:
                fewest, best = left, there
            must_stay = _must_stay(there, neighbours)
            if must_stay < fewest:
                heappush(waiting, (must_stay, left, length + 1, there))
    moves = _played(board, level, _line(came_from, best))
    cards_off = sum(move.kind is MoveKind.REMOVE for move in moves)
    return BestPlay(cards_off, moves, looks, not waiting or waiting[0][0] >= fewest)


@cache
def _neighbours(level: Level) -> tuple[int, ...]:
    """For each card the set of those that it may cross over onto."""
    return tuple(
        sum(
            1 << _NUMBER[other]
            for other in ALL_CARDS
            if other.colour is not card.colour and one_apart(card, other, level)
        )
        for card in ALL_CARDS
    )


_HIGHER = tuple(
    sum(1 << _NUMBER[other] for other in ALL_CARDS if other.suit is card.suit and other > card) for card in ALL_CARDS
)


def _must_stay(board: _Board, neighbours: tuple[int, ...]) -> int:
    """Count cards that no line takes off: those that stay even if every uncovered card could be used at any time.

    Every real line is possible under that assumption too (its moves need tops, and every top was uncovered), so the
    count never exceeds what the best line leaves.
    """
    uncovered = 0
    depth = []
    for pile in board:
        depth.append(len(pile) - 1)
        if pile:
            uncovered |= 1 << pile[-1]
    empty = not all(board)
    changed = True
    while changed and not empty:
        changed = False
        for place, pile in enumerate(board):
            at = depth[place]
            while at > 0 and uncovered & (_HIGHER[pile[at]] | neighbours[pile[at]]):
                at -= 1
                uncovered |= 1 << pile[at]
            empty = empty or (at == 0 and uncovered & _HIGHER[pile[0]] > 0)
            changed = changed or at < depth[place]
            depth[place] = at
    if empty:
        uncovered = sum(1 << card for pile in board for card in pile)
    return sum(not (uncovered >> card & 1 and uncovered & _HIGHER[card]) for pile in board for card in pile)


def _steps(board: _Board, neighbours: tuple[int, ...]) -> list[tuple[_Step, _Board]]:
    """Every legal move on a board whose piles may lie in any order."""
    found: list[tuple[_Step, _Board]] = []
    tops = 0
    for pile in board:
        if pile:
            tops |= 1 << pile[-1]
    for source, pile in enumerate(board):
        if not pile:
            continue
        card, rest = pile[-1], pile[:-1]
        others = board[:source] + board[source + 1 :]
        if tops & _HIGHER[card]:
            found.append(((card, None), tuple(sorted((*others, rest)))))
        if not rest:
            continue
        for target, onto in enumerate(others):
            if not onto or neighbours[card] >> onto[-1] & 1:
                moved = (*others[:target], (*onto, card), *others[target + 1 :], rest)
                found.append(((card, onto[-1] if onto else _EMPTY), tuple(sorted(moved))))
    return found


def _line(came_from: dict[_Board, tuple[_Board, _Step] | None], end: _Board) -> list[_Step]:
    """Read the way to a board backwards from its end."""
    steps = []
    link = came_from[end]
    while link is not None:
        end, step = link
        steps.append(step)
        link = came_from[end]
    return steps[::-1]


def _played(board: Board, level: Level, steps: list[_Step]) -> tuple[Move, ...]:
    """Play the steps on the piles as they really lie, and then what must still be made before the turn is passed.

    After the best line that is nothing but spaces to be filled (ruling 25).
    """
    moves = []
    for step in steps:
        move = next(one for one in legal_moves(board, level) if _step(one) == step)
        moves.append(move)
        board = after(board, move)
    while must_move(board, left := legal_moves(board, level)):
        moves.append(left[0])
        board = after(board, left[0])
    return tuple(moves)


def _step(move: Move) -> _Step:
    match move.kind:
        case MoveKind.REMOVE:
            return _NUMBER[move.card], None
        case MoveKind.FILL:
            return _NUMBER[move.card], _EMPTY
        case MoveKind.CROSS:
            return _NUMBER[move.card], _NUMBER[move.other] if move.other else _EMPTY
    assert_never(move.kind)
