"""The end of a game that goes on (P.end, R.11, R.13), and who really dealt; all else is in the register's games."""

from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.match import DRAWN, HandResult, MatchScore, keep_score
from companion.rules.rummy.ruleset import Game, RuleSet

GEM = ruleset_for(Game.GEM_RUMMY, 2)
GEM_3 = ruleset_for(Game.GEM_RUMMY, 3)
PLAY_ON = ruleset_for(Game.GEM_RUMMY, 2, {"tie_break": "play-on"})


def won(*points: int) -> HandResult:
    """Return a hand won by the player with the most points."""
    return HandResult(points, points.index(max(points)))


def played(rules: RuleSet, *hands: HandResult) -> MatchScore:
    return keep_score(rules, 0, hands)


def test_the_last_hand_is_the_last_one_that_scored() -> None:
    assert played(GEM, won(90, 30), won(20, 80), DRAWN).winners == (1,)


def test_only_those_in_front_are_compared_in_the_last_hand() -> None:
    sheet = played(GEM_3, won(130, 100, 0), won(20, 50, 60))
    assert (sheet.totals, sheet.winners) == ((150, 150, 60), (1,))


def test_play_on_another_hand_decides() -> None:
    tie = (won(100, 80), won(20, 40))
    sheet = played(PLAY_ON, *tie)
    assert (sheet.over, sheet.winners, sheet.next_dealer) == (False, (), 1)
    assert not played(PLAY_ON, *tie, DRAWN).over
    assert played(PLAY_ON, *tie, won(11, 0)).winners == (0,)


def test_who_really_dealt_is_where_the_deal_goes_on_from() -> None:
    knock = ruleset_for(Game.KNOCK_RUMMY, 4)
    sheet = played(knock, HandResult((10, 0, 0, 0), 0), HandResult((10, 0, 0, 0), 0, dealer=3), DRAWN)
    assert [(row.dealer, row.by_the_rules) for row in sheet.rows] == [(0, 0), (3, 1), (0, 0)]
