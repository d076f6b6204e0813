"""Sums of a player, their means, and the range in which a share of wins is."""

import pytest

from companion.people.figures import CHANCES, NONE, PlayerFigures, Share, total_of


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [
        # Worked examples of Wilson's interval (Newcombe, Statistics in Medicine 17, 1998, table I, method 3).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_range_of_a_share_is_wilson_s(won: int, of: int, low: float, high: float) -> None:
    share = Share(won, of)
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)
    assert share.share == (won / of if of else None)


def test_no_share_is_under_nothing_or_over_everything() -> None:
    assert {(Share(0, of).low, Share(of, of).high) for of in range(200)} == {(0.0, 1.0)}


@pytest.mark.parametrize(
    ("share", "luck"),
    [
        (Share(14, 25), True),
        (Share(140, 250, 0.5), True),
        (Share(160, 250, 0.5), False),
        # Of three, a third is fair.
        (Share(14, 25, 1 / 3), False),
        (Share(9, 25, 1 / 3), True),
        (Share(0, 0), True),
        # The bounds belong to the range.
        (Share(0, 0, 0.0), True),
        (Share(0, 0, 1.0), True),
    ],
)
def test_luck_may_explain_what_is_within_the_range(share: Share, luck: bool) -> None:
    assert share.luck_may_explain is luck


def test_figures_are_added_and_the_best_hand_is_the_better_one() -> None:
    one = PlayerFigures(games=1, won=1, chances=CHANCES // 2, hands=4, hands_won=3, points=90, against=20, best=40)
    other = PlayerFigures(games=2, chances=CHANCES // 3 * 2, hands=2, points=6, against=70, best=6)
    both = total_of([one, other])
    assert both == PlayerFigures(games=3, won=1, chances=980, hands=6, hands_won=3, points=96, against=90, best=40)
    assert both == other + one
    assert (both.lost, both.points_a_hand, both.against_a_hand) == (2, 16.0, 15.0)
    assert (both.share.won, both.share.of) == (1, 3)
    assert both.share.fair == pytest.approx((1 / 2 + 2 / 3) / 3)


def test_means_are_of_the_hands_whose_cards_are_known() -> None:
    figures = PlayerFigures(hands=10, deadwood=45, deadwood_hands=6, knock_deadwood=14, knock_hands=4)
    assert (figures.mean_deadwood, figures.mean_knock) == (7.5, 3.5)
    assert (NONE.mean_deadwood, NONE.mean_knock, NONE.points_a_hand, NONE.against_a_hand) == (None,) * 4
    assert NONE.share == Share(0, 0, 0.5)
