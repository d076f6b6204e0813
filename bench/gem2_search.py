"""The best play in Gem II on boards as they occur: how long it takes, and against a plain search without memory.

    python -m bench.gem2_search --rounds 200

Rounds are dealt and played at random, half carefully and half carelessly, on both levels, to the last deal; the board
of every deal is searched. The plain search tries every line of moves that does not come back to a board of its own; it
is run where it ends within a bound of moves, and both are timed on the same boards.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator

from bench.measurement import Arguments, settings, wrong
from companion.rules.gem2.cards import ALL_CARDS, Board, Level
from companion.rules.gem2.moves import MoveKind, after, legal_moves
from companion.rules.gem2.search import best_play

DEALS = 10
PLAIN_MOVES = 5_000
"""So many moves the plain search may try on a board before it is called not feasible there."""


class NotFeasibleError(Exception):
    """The plain search takes too long."""


def boards(source: random.Random, level: Level) -> Iterator[Board]:
    """Play a round and give the board of each deal."""
    deck = random.Random(source.random()).sample(ALL_CARDS, len(ALL_CARDS))
    board: Board = ((), (), (), ())
    careful = source.random() < 0.5
    for deal in range(DEALS):
        first, second, third, fourth = (
            (*pile, card) for pile, card in zip(board, deck[4 * deal : 4 * deal + 4], strict=True)
        )
        board = first, second, third, fourth
        yield board
        for _ in range(40 if careful else 8):
            moves = legal_moves(board, level)
            due = [move for move in moves if move.kind is not MoveKind.CROSS]
            if not moves or (not due and source.random() < 0.4):
                break
            board = after(board, source.choice(due if due and careful else moves))


def plain(board: Board, level: Level) -> int:
    """Try every line of moves, remembering only the boards of the line itself."""
    tried = 0

    def most_off(here: Board, way: frozenset[Board]) -> int:
        nonlocal tried
        best = 0
        for move in legal_moves(here, level):
            tried += 1
            if tried > PLAIN_MOVES:
                raise NotFeasibleError
            there = after(here, move)
            if there not in way:
                best = max(best, (move.kind is MoveKind.REMOVE) + most_off(there, way | {there}))
        return best

    try:
        return most_off(board, frozenset({board}))
    except RecursionError as error:
        raise NotFeasibleError from error


def main(arguments: Arguments = None) -> int:
    """Measure and print; wrong is where the two searches differ."""
    asked = settings(__doc__)
    asked.add_argument("--rounds", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args(arguments)
    source = random.Random(given.seed)
    differing: list[str] = []
    times: dict[int, list[float]] = {deal: [] for deal in range(1, DEALS + 1)}
    looks: dict[int, list[int]] = {deal: [] for deal in range(1, DEALS + 1)}
    compared = [0, 0.0, 0.0]
    for number in range(given.rounds):
        level = Level(1 + number % 2)
        for deal, board in enumerate(boards(source, level), 1):
            start = time.perf_counter()
            play = best_play(board, level)
            taken = time.perf_counter() - start
            times[deal].append(taken)
            looks[deal].append(play.boards)
            start = time.perf_counter()
            try:
                cards_off = plain(board, level)
            except NotFeasibleError:
                continue
            compared = [compared[0] + 1, compared[1] + taken, compared[2] + time.perf_counter() - start]
            if cards_off != play.cards_off:
                differing.append(f"the plain search takes {cards_off} off, not {play.cards_off}: {board}")
    print("deal  median ms   worst ms   boards looked at: median   worst")
    for deal in (*times, 0):
        spent = times[deal] if deal else [one for some in times.values() for one in some]
        seen = looks[deal] if deal else [one for some in looks.values() for one in some]
        row = f"{1000 * statistics.median(spent):9.2f} {1000 * max(spent):10.1f}"
        print(f"{deal or 'all':>4}  {row} {statistics.median(seen):27.0f} {max(seen):7}")
    count, ours, theirs = compared
    total = DEALS * given.rounds
    print(f"plain search feasible on {count} of {total} boards; there it takes {theirs / ours:.1f} times as long")
    return wrong(differing)


if __name__ == "__main__":
    sys.exit(main())
