"""Moves, claims and the best play of a board against the plain simulator, over thousands of boards."""

import pytest

from companion.rules.gem2.cards import ALL_CARDS, PILES, Board, Level, top
from companion.rules.gem2.moves import (
    Move,
    MoveClaim,
    MoveKind,
    PassClaim,
    after,
    legal_moves,
    must_make,
    must_move,
    objections,
)
from companion.rules.gem2.search import BestPlay, best_play
from tests.support.gem2.boards import any_board, board_of, boards_of_a_round
from tests.support.gem2.simulator import Option, Piles, due, make, most_off, on_board, options
from tests.support.seeds import random_sources


def as_option(move: Move) -> Option:
    return move.kind.value, str(move.card), move.source, -1 if move.target is None else move.target


def check_moves(piles: Piles, level: int) -> None:
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


@pytest.mark.random
def test_moves_on_boards_as_they_occur_and_as_they_never_would() -> None:
    for _, source in random_sources(2_000):
        check_moves(any_board(source, 16), source.choice((1, 2)))
    for _, source in random_sources(100):
        level = source.choice((1, 2))
        for piles in boards_of_a_round(source, level):
            check_moves(piles, level)


def every_claim(board: Board) -> list[MoveClaim]:
    """Claim every move of every card on the board, and of one that is not there."""
    cards = [card for pile in board for card in pile if card is not None]
    cards += [next(card for card in ALL_CARDS if card not in cards)]
    claims = [MoveClaim(MoveKind.REMOVE, (card,)) for card in cards]
    claims += [MoveClaim(MoveKind.FILL, (card,)) for card in cards]
    kinds = (MoveKind.FILL, MoveKind.CROSS)
    return claims + [MoveClaim(kind, (card,), place) for kind in kinds for card in cards for place in range(PILES)]


@pytest.mark.random
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


def check_line(piles: Piles, level: int, play: BestPlay) -> None:
    """Every move is legal and none in vain, as many cards come off as is said, and then the turn may be passed."""
    before = on_board(piles)
    assert all(move.kind is not MoveKind.CROSS for move in play.moves[-1:])
    for move in play.moves:
        place = -1 if move.target is None else move.target
        option = move.kind.value, str(move.card), move.source, place
        assert option in options(piles, level)
        piles = make(piles, option)
    assert before - on_board(piles) == play.cards_off
    assert due(piles, level) == []


def check_search(piles: Piles, level: int) -> None:
    play = best_play(board_of(piles), Level(level))
    assert play.exact
    assert play.cards_off == most_off(piles, level), piles
    check_line(piles, level, play)


@pytest.mark.random
def test_the_best_play_of_small_boards_of_any_kind() -> None:
    for _, source in random_sources(800):
        check_search(any_board(source, 10), source.choice((1, 2)))


@pytest.mark.random
def test_boards_as_they_occur_have_lines_that_can_be_played() -> None:
    for _, source in random_sources(40):
        level = source.choice((1, 2))
        for deal, piles in enumerate(boards_of_a_round(source, level)):
            if deal < 5 and on_board(piles) <= 14:
                check_search(piles, level)
            else:
                play = best_play(board_of(piles), Level(level))
                assert play.exact
                check_line(piles, level, play)


def test_a_limit_gives_what_was_found_so_far_and_says_so() -> None:
    piles = [["IE", "VR", "IIIM"], ["XH", "IIR", "VIE"], ["IXM", "IVE"], ["VIIR", "IIH"]]
    whole = best_play(board_of(piles), Level.ONE)
    assert whole.exact
    assert whole.cards_off == most_off(piles, 1)
    at_once = best_play(board_of(piles), Level.ONE, limit=0)
    assert at_once.cards_off <= whole.cards_off
    assert not at_once.exact
    assert at_once.boards == 0
    check_line(piles, 1, at_once)
