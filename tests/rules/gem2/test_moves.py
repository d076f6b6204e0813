"""Moves and claims against the plain simulator, over thousands of boards."""

import pytest

from companion.rules.gem2.cards import ALL_CARDS, PILES, Board, Level, top
from companion.rules.gem2.moves import (
    Move,
    MoveClaim,
    MoveFault,
    MoveKind,
    PassClaim,
    after,
    legal_moves,
    must_make,
    must_move,
    objections,
)
from tests.support.gem2.boards import any_board, board_of, boards_of_a_round
from tests.support.gem2.simulator import Option, Piles, due, make, options
from tests.support.seeds import random_sources


def as_option(move: Move) -> Option:
    return move.kind.value, str(move.card), move.source, -1 if move.target is None else move.target


def check(piles: Piles, level: int) -> None:
    board = board_of(piles)
    moves = legal_moves(board, Level(level))
    wanted = options(piles, level)
    assert sorted(map(as_option, moves)) == sorted(wanted)
    assert [move.kind for move in moves] == sorted(move.kind for move in moves)
    must = due(piles, level)
    assert sorted(as_option(move) for move in moves if must_make(board, move)) == sorted(must)
    assert must_move(board, moves) == bool(must)
    for move in moves:
        assert after(board, move) == board_of(make(piles, as_option(move)))
        if move.kind is MoveKind.FILL:
            assert move.other is None
        else:
            assert move.other in {top(pile) for pile in board}
    assert (not objections(board, Level(level), PassClaim())) == (not must)


@pytest.mark.seeded
def test_moves_on_boards_as_they_occur_and_as_they_never_would() -> None:
    for _, source in random_sources(2_000):
        check(any_board(source, 16), source.choice((1, 2)))
    for _, source in random_sources(100):
        level = source.choice((1, 2))
        for piles in boards_of_a_round(source, level):
            check(piles, level)


def every_claim(board: Board) -> list[MoveClaim]:
    """Claim every move of every card on the board, and of one that is not there."""
    cards = [card for pile in board for card in pile if card is not None]
    cards += [next(card for card in ALL_CARDS if card not in cards)]
    claims = [MoveClaim(MoveKind.REMOVE, (card,)) for card in cards]
    claims += [MoveClaim(MoveKind.FILL, (card,)) for card in cards]
    kinds = (MoveKind.FILL, MoveKind.CROSS)
    return claims + [MoveClaim(kind, (card,), place) for kind in kinds for card in cards for place in range(PILES)]


@pytest.mark.seeded
def test_a_claim_is_legal_if_and_only_if_it_is_among_the_moves() -> None:
    for _, source in random_sources(500):
        level = source.choice((1, 2))
        piles = any_board(source, 12)
        board = board_of(piles)
        legal = {(kind, card, place) for kind, card, _, place in options(piles, level)}
        legal |= {(kind, card, -1) for kind, card, _ in legal if kind == 2}  # any space will do where none is named
        for claim in every_claim(board):
            place = -1 if claim.target is None else claim.target
            wanted = (claim.kind.value, str(claim.cards[0]), place) in legal
            assert (not objections(board, Level(level), claim)) == wanted, (claim, piles)


def test_cards_taken_together_are_never_legal() -> None:
    board = board_of([["IE"], ["IVE"], ["VE"], ["XH", "IIH"]])
    first, second, covered = board[0][0], board[1][0], board[3][0]
    assert first is not None
    assert second is not None
    assert covered is not None
    both = objections(board, Level.ONE, MoveClaim(MoveKind.REMOVE, (first, second)))
    assert [reason.objection for reason in both] == [MoveFault.TAKEN_TOGETHER]
    with_covered = objections(board, Level.ONE, MoveClaim(MoveKind.REMOVE, (first, covered)))
    assert [reason.objection for reason in with_covered] == [MoveFault.TAKEN_TOGETHER, MoveFault.NOT_ON_TOP]


def test_of_cards_taken_together_all_that_were_not_due_are_named() -> None:
    """The sample board of the formats: V Heart is alone in its suit, IX Marquis the higher one of its suit."""
    board = board_of([["IIE", "VH"], ["IXM"], ["VIR", "XE", "IVM"], []])
    heart, marquis = board[0][1], board[1][0]
    assert heart is not None
    assert marquis is not None
    found = objections(board, Level.ONE, MoveClaim(MoveKind.REMOVE, (heart, marquis)))
    assert [(reason.objection, reason.facts.get("card")) for reason in found] == [
        (MoveFault.TAKEN_TOGETHER, None),
        (MoveFault.ALONE_IN_SUIT, "VH"),
        (MoveFault.HIGHEST_IN_SUIT, "IXM"),
    ]
