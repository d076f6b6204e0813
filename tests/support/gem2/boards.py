"""Boards for the tests of Gem II: as they occur in play, and as they never would."""

import random
from collections.abc import Iterator

from companion.rules.gem2.cards import Board, card_named
from tests.support.gem2.simulator import MANY_SWAPS, Piles, deal_out, deck, play_on


def board_of(piles: Piles) -> Board:
    first, second, third, fourth = (tuple(card_named(card) for card in pile) for pile in piles)
    return first, second, third, fourth


def any_board(source: random.Random, most: int) -> Piles:
    piles: Piles = [[], [], [], []]
    for card in deck(source, 10, MANY_SWAPS)[: source.randrange(most + 1)]:
        source.choice(piles[: source.randrange(1, 5)]).append(card)
    source.shuffle(piles)
    return piles


def boards_of_a_round(source: random.Random, level: int) -> Iterator[Piles]:
    """Deal and play at random; give each board as a turn finds it."""
    cards = deck(source, 10, MANY_SWAPS)
    piles: Piles = [[], [], [], []]
    stop = source.choice((0.1, 0.4, 0.9))
    most_moves = source.choice((2, 10, 40))
    for _ in range(10):
        piles = deal_out(piles, cards)
        yield piles
        piles, _ = play_on(piles, level, source, most_moves, stop)
