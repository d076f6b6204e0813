"""The sheet: who deals, totals, the end and ties (P.winner-deals, P.end, R.11 to R.13, R.15, R.22)."""

import pytest

from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.match import DRAWN, HandResult, MatchScore, first_to_play, keep_score
from companion.rules.rummy.ruleset import Game, HouseRuleValue, RuleSet

GEM = ruleset_for(Game.GEM_RUMMY, 2)
GEM_3 = ruleset_for(Game.GEM_RUMMY, 3)
GIN = ruleset_for(Game.GIN_RUMMY, 2)
KNOCK_4 = ruleset_for(Game.KNOCK_RUMMY, 4)


def hands(*points: tuple[int, ...]) -> list[HandResult]:
    """Make hands won by whoever has most."""
    return [HandResult(one, one.index(max(one))) for one in points]


def played(rules: RuleSet, *points: tuple[int, ...]) -> MatchScore:
    return keep_score(rules, 0, hands(*points))


def with_rules(game: Game, seats: int, **house: HouseRuleValue) -> RuleSet:
    return ruleset_for(game, seats, house)


def test_nothing_played_yet() -> None:
    sheet = keep_score(GEM, 1, [])
    assert (sheet.rows, sheet.totals, sheet.over, sheet.winners, sheet.next_dealer) == ((), (0, 0), False, (), 1)


def test_totals_run_on() -> None:
    sheet = played(GEM, (15, 0), (0, 30), (20, 8))
    assert [row.totals for row in sheet.rows] == [(15, 0), (15, 30), (35, 38)]


def test_gem_rummy_the_winner_deals_next() -> None:
    sheet = played(GEM_3, (0, 15, 0), (0, 0, 30))
    assert [row.dealer for row in sheet.rows] == [0, 1]
    assert sheet.next_dealer == 2


def test_gin_rummy_the_deal_alternates() -> None:
    sheet = played(GIN, (15, 0), (30, 0))
    assert [row.dealer for row in sheet.rows] == [0, 1]
    assert sheet.next_dealer == 0


def test_knock_rummy_the_deal_goes_round() -> None:
    assert [row.dealer for row in played(KNOCK_4, *[(5, 0, 0, 0)] * 6).rows] == [0, 1, 2, 3, 0, 1]


@pytest.mark.parametrize("rules", [GEM, GIN])
def test_a_drawn_hand_scores_nothing_and_its_dealer_deals_again(rules: RuleSet) -> None:
    sheet = keep_score(rules, 1, [DRAWN, DRAWN])
    assert [row.dealer for row in sheet.rows] == [1, 1]
    assert (sheet.totals, sheet.next_dealer, sheet.over) == ((0, 0), 1, False)


@pytest.mark.parametrize(("seats", "target"), [(2, 110), (3, 140)])
def test_gem_rummy_ends_at_its_target_and_not_before(seats: int, target: int) -> None:
    rules = ruleset_for(Game.GEM_RUMMY, seats)
    rest = (0,) * (seats - 1)
    assert not played(rules, (target - 1, *rest)).over
    ended = played(rules, (target, *rest))
    assert (ended.over, ended.winners, ended.next_dealer) == (True, (0,), None)


def test_the_highest_total_wins_not_who_got_there_first() -> None:
    sheet = played(GEM, (109, 0), (0, 100), (11, 25))
    assert (sheet.totals, sheet.winners) == ((120, 125), (1,))


def test_a_tie_goes_to_who_scored_more_in_the_last_hand() -> None:
    sheet = played(GEM, (100, 80), (20, 40))
    assert (sheet.totals, sheet.winners) == ((120, 120), (1,))


def test_the_last_hand_is_the_last_one_that_scored() -> None:
    assert keep_score(GEM, 0, [*hands((90, 30), (20, 80)), DRAWN]).winners == (1,)


def test_only_those_in_front_are_compared_in_the_last_hand() -> None:
    sheet = played(GEM_3, (130, 100, 0), (20, 50, 60))
    assert (sheet.totals, sheet.winners) == ((150, 150, 60), (1,))


def test_a_tie_in_every_respect_is_shared() -> None:
    sheet = keep_score(GEM_3, 0, [HandResult((140, 140, 0), 0)])
    assert (sheet.over, sheet.winners) == (True, (0, 1))


def test_play_on_another_hand_decides() -> None:
    rules = with_rules(Game.GEM_RUMMY, 2, tie_break="play-on")
    tied = played(rules, (100, 80), (20, 40))
    assert (tied.over, tied.winners, tied.next_dealer) == (False, (), 1)
    assert not keep_score(rules, 0, [*hands((100, 80), (20, 40)), DRAWN]).over
    assert played(rules, (100, 80), (20, 40), (11, 0)).winners == (0,)


def test_a_lower_target_is_played_to() -> None:
    assert played(with_rules(Game.GIN_RUMMY, 2, target=50), (50, 0)).over


def test_partners_score_together() -> None:
    sheet = keep_score(KNOCK_4, 0, hands((60, 0, 0, 0), (0, 30, 0, 0), (0, 0, 40, 0)), ((0, 2), (1, 3)))
    assert sheet.side_totals == (100, 30)
    assert (sheet.totals, sheet.winners) == ((60, 30, 40, 0), (0, 2))


def test_without_sides_there_are_no_side_totals() -> None:
    assert played(KNOCK_4, (5, 0, 0, 0)).side_totals == ()


def test_the_player_left_of_the_dealer_starts() -> None:
    assert [first_to_play(3, dealer) for dealer in range(3)] == [1, 2, 0]
    assert [first_to_play(2, dealer) for dealer in range(2)] == [1, 0]


def test_who_really_dealt_is_where_the_deal_goes_on_from() -> None:
    sheet = keep_score(KNOCK_4, 0, [HandResult((10, 0, 0, 0), 0), HandResult((10, 0, 0, 0), 0, dealer=3), DRAWN])
    assert [(row.dealer, row.by_the_rules) for row in sheet.rows] == [(0, 0), (3, 1), (0, 0)]
