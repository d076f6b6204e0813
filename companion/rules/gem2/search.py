"""The most cards that can still come off a board before the next deal, and moves that do it (not a rule)."""

from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import assert_never

from companion.rules.gem2.cards import ALL_CARDS, Board, Level, is_known, one_apart, size
from companion.rules.gem2.faults import EntryFault, Gem2Error
from companion.rules.gem2.moves import Move, MoveKind, after, legal_moves, must_move

_NUMBER = {card: number for number, card in enumerate(ALL_CARDS)}

_Pile = tuple[int, ...]
_Board = tuple[_Pile, ...]
_Step = tuple[int, int | None]
"""The card that moved, and the card it moved onto: -1 for an empty space, None off the board."""

_EMPTY = -1


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Moves that take off `cards_off` cards; `exact` where no other moves take off more."""

    cards_off: int
    moves: tuple[Move, ...]
    boards: int
    exact: bool


def best_play(board: Board, level: Level, limit: int | None = None) -> BestPlay:
    """Return the most cards that can still come off, with moves after which the turn may be passed.

    Best-first search. A board is expanded once, however it was reached and in whatever order its piles lie, since
    Move 3 can go in circles. `_must_stay` is a lower bound on the cards left; the board with the lowest bound is
    expanded first, and once no bound is below the fewest cards reached, the answer is exact. Half of the boards that
    occur in play expand fewer than ten boards, one in a thousand more than a thousand. `limit` caps the boards
    expanded, for contrived boards: the answer is then the best so far, and not exact.
    """
    if not is_known(board):
        raise Gem2Error(EntryFault.CARDS_UNKNOWN, ("piles",))
    neighbors = _neighbors(level)
    start: _Board = tuple(sorted(tuple(_NUMBER[card] for card in pile if card) for pile in board))
    came_from: dict[_Board, tuple[_Board, _Step] | None] = {start: None}
    fewest, best, expanded = size(board), start, 0
    queue = [(_must_stay(start, neighbors), fewest, 0, start)]
    while queue and queue[0][0] < fewest and expanded != limit:
        _, cards, length, here = heappop(queue)
        expanded += 1
        for step, there in _steps(here, neighbors):
            if there in came_from:
                continue
            came_from[there] = here, step
            left = cards - 1 if step[1] is None else cards
            if left < fewest:
                fewest, best = left, there
            must_stay = _must_stay(there, neighbors)
            if must_stay < fewest:
                heappush(queue, (must_stay, left, length + 1, there))
    moves = _played(board, level, _path(came_from, best))
    return BestPlay(
        len([move for move in moves if move.kind is MoveKind.REMOVE]),
        moves,
        expanded,
        not queue or queue[0][0] >= fewest,
    )


@cache
def _neighbors(level: Level) -> tuple[int, ...]:
    return tuple(
        sum(
            1 << _NUMBER[other]
            for other in ALL_CARDS
            if other.color is not card.color and one_apart(card, other, level)
        )
        for card in ALL_CARDS
    )


_HIGHER = tuple(
    sum(1 << _NUMBER[other] for other in ALL_CARDS if other.suit is card.suit and other > card) for card in ALL_CARDS
)


def _must_stay(board: _Board, neighbors: tuple[int, ...]) -> int:
    """Return how many cards stay even if every card once uncovered, and every space once empty, stayed available.

    Real moves need top cards, and all of those were uncovered: the best moves leave no fewer.
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
            height = depth[place]
            while height > 0 and uncovered & (_HIGHER[pile[height]] | neighbors[pile[height]]):
                height -= 1
                uncovered |= 1 << pile[height]
            empty = empty or (height == 0 and uncovered & _HIGHER[pile[0]] > 0)
            changed = changed or height < depth[place]
            depth[place] = height
    if empty:
        uncovered = sum(1 << card for pile in board for card in pile)
    return sum(not (uncovered >> card & 1 and uncovered & _HIGHER[card]) for pile in board for card in pile)


def _steps(board: _Board, neighbors: tuple[int, ...]) -> list[tuple[_Step, _Board]]:
    steps: list[tuple[_Step, _Board]] = []
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
            steps.append(((card, None), tuple(sorted((*others, rest)))))
        if not rest:
            continue
        for target, onto in enumerate(others):
            if not onto or neighbors[card] >> onto[-1] & 1:
                moved = (*others[:target], (*onto, card), *others[target + 1 :], rest)
                steps.append(((card, onto[-1] if onto else _EMPTY), tuple(sorted(moved))))
    return steps


def _path(came_from: dict[_Board, tuple[_Board, _Step] | None], end: _Board) -> list[_Step]:
    steps = []
    link = came_from[end]
    while link is not None:
        end, step = link
        steps.append(step)
        link = came_from[end]
    return steps[::-1]


def _played(board: Board, level: Level, steps: list[_Step]) -> tuple[Move, ...]:
    """Play the steps on the real piles, and the moves that must follow, which can only fill spaces (R.25)."""
    moves = []
    for step in steps:
        moves.append(next(move for move in legal_moves(board, level) if _step(move) == step))
        board = after(board, moves[-1])
    left = legal_moves(board, level)
    while must_move(board, left):
        moves.append(left[0])
        board = after(board, left[0])
        left = legal_moves(board, level)
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
