"""The best play against a plain look at every board that can be reached, and its lines replayed by plain rules."""

import random

import pytest

from companion.rules.gem2.cards import Level, size
from companion.rules.gem2.faults import EntryFault, Gem2Error
from companion.rules.gem2.search import BestPlay, best_play
from tests.support.gem2.boards import any_board, board_of, boards_of_a_round
from tests.support.gem2.simulator import Piles, due, make, most_off, on_board, options


def check_line(piles: Piles, level: int, play: BestPlay) -> None:
    """Every move is legal, as many cards come off as is said, and then the turn may be passed."""
    before = on_board(piles)
    for move in play.moves:
        place = -1 if move.target is None else move.target
        option = move.kind.value, str(move.card), move.source, place
        assert option in options(piles, level)
        piles = make(piles, option)
    assert before - on_board(piles) == play.cards_off
    assert due(piles, level) == []


def check(piles: Piles, level: int) -> None:
    play = best_play(board_of(piles), Level(level))
    assert play.exact
    assert play.cards_off == most_off(piles, level), piles
    check_line(piles, level, play)


@pytest.mark.parametrize("seed", range(25))
def test_small_boards_of_any_kind(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(40):
        check(any_board(source, 10), source.choice((1, 2)))


@pytest.mark.parametrize("seed", range(15))
def test_boards_as_they_occur(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(3):
        level = source.choice((1, 2))
        for piles in boards_of_a_round(source, level, deals=5):
            if on_board(piles) <= 14:
                check(piles, level)


@pytest.mark.parametrize("seed", range(15))
def test_late_boards_have_lines_that_can_be_played(seed: int) -> None:
    source = random.Random(seed)
    level = source.choice((1, 2))
    for piles in boards_of_a_round(source, level):
        play = best_play(board_of(piles), Level(level))
        assert play.exact
        check_line(piles, level, play)


@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_the_piles_changes_nothing(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(20):
        piles, level = any_board(source, 14), source.choice((1, 2))
        turned = source.sample(piles, 4)
        wanted = best_play(board_of(piles), Level(level)).cards_off
        assert best_play(board_of(turned), Level(level)).cards_off == wanted


def test_no_line_has_a_move_that_it_does_without() -> None:
    source = random.Random(5)
    for _ in range(100):
        piles, level = any_board(source, 12), source.choice((1, 2))
        play = best_play(board_of(piles), Level(level))
        assert all(move.kind.value != 3 for move in play.moves[-1:])  # a last Move 3 would take nothing off


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


def test_the_best_line_leaves_a_space_that_need_not_be_filled() -> None:
    """I Emerald comes off; of the three cards left VE may stay on IIIR beside two spaces (R.25)."""
    play = best_play(board_of([["IIIR", "VE"], ["XM"], ["IE"], []]), Level.TWO)
    assert [str(move.card) for move in play.moves] == ["IE"]
    assert play.cards_off == 1


def test_an_empty_board_has_nothing_to_take_off() -> None:
    assert best_play(((), (), (), ()), Level.ONE) == BestPlay(0, (), 0, exact=True)


def test_every_card_must_be_named() -> None:
    board = ((None, *board_of([["IE"], [], [], []])[0]), (), (), ())
    assert size(board) == 2
    with pytest.raises(Gem2Error) as refused:
        best_play(board, Level.ONE)
    assert refused.value.fault is EntryFault.CARDS_UNKNOWN
