"""The best play against a plain look at every board that can be reached, and its lines replayed by plain rules."""

import pytest

from companion.rules.gem2.cards import Level, size
from companion.rules.gem2.faults import EntryFault, Gem2Error
from companion.rules.gem2.search import BestPlay, best_play
from tests.support.gem2.boards import any_board, board_of, boards_of_a_round
from tests.support.gem2.simulator import Piles, due, make, most_off, on_board, options
from tests.support.seeds import random_sources


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


@pytest.mark.seeded
def test_small_boards_of_any_kind() -> None:
    for _, source in random_sources(800):
        check(any_board(source, 10), source.choice((1, 2)))


@pytest.mark.seeded
def test_boards_as_they_occur_have_lines_that_can_be_played() -> None:
    for _, source in random_sources(40):
        level = source.choice((1, 2))
        for deal, piles in enumerate(boards_of_a_round(source, level)):
            if deal < 5 and on_board(piles) <= 14:
                check(piles, level)
            else:
                play = best_play(board_of(piles), Level(level))
                assert play.exact
                check_line(piles, level, play)


@pytest.mark.seeded
def test_the_order_of_the_piles_changes_nothing_and_no_move_is_made_in_vain() -> None:
    """A last Move 3 would take nothing off."""
    for _, source in random_sources(200):
        piles, level = any_board(source, 14), source.choice((1, 2))
        play = best_play(board_of(piles), Level(level))
        assert all(move.kind.value != 3 for move in play.moves[-1:])
        assert best_play(board_of(source.sample(piles, 4)), Level(level)).cards_off == play.cards_off


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
