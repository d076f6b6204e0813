"""What a call allows, the most that a hand can have or count, and who dealt."""

import pytest

from companion.rules.rummy import calls
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.lay_offs import Pass, Turns
from companion.rules.rummy.match import DRAWN, HandResult, keep_score
from companion.rules.rummy.ruleset import Game, RuleSet
from companion.rules.rummy.showdown import faults_of_call
from companion.rules.rummy.showdown_input import Counted, HandInput, LaidOut, Loose, Seat, Showdown
from companion.rules.rummy.verdict import Call, FaultCode
from tests.support.rummy.random_hands import cards

GEM = ruleset_for(Game.GEM_RUMMY, 2)
GEM_3 = ruleset_for(Game.GEM_RUMMY, 3)
GIN = ruleset_for(Game.GIN_RUMMY, 2)
RUN = cards("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC")


def showdown(hand: HandInput, rules: RuleSet = GEM, call: Call | None = None) -> Showdown:
    return Showdown(rules, (Seat("Ann", hand), Seat("Bob", Counted(20))), knocker=0, call=call, dice=(3, 4))


def test_a_knock_with_a_card_more_may_be_big_gin() -> None:
    assert calls.may_be_big_gin(GEM, Call.KNOCK, 12)
    assert calls.may_be_big_gin(GEM, None, 12)
    assert not calls.may_be_big_gin(GEM, Call.GIN, 12)
    assert not calls.may_be_big_gin(GEM, Call.KNOCK, 11)
    assert not calls.may_be_big_gin(GIN, Call.KNOCK, 11), "nobody has to call it there"


@pytest.mark.parametrize(
    ("hand", "none_left"),
    [
        (Counted(0), True),
        (Counted(3), False),
        (Loose(RUN), True),
        (Loose(()), False),
        (Loose(cards("AC 3D")), False),
        (LaidOut((RUN,), ()), True),
        (LaidOut((RUN[:-1],), RUN[-1:]), False),
        (LaidOut((cards("5C 6C 8C"),), ()), False),
        (LaidOut((cards("4H 6C JD AS"),), ()), True),
        (LaidOut((), ()), False),
    ],
)
def test_whether_the_knocker_has_deadwood(hand: HandInput, none_left: bool) -> None:
    assert calls.knocker_has_no_deadwood(showdown(hand)) is none_left


def test_a_hand_that_is_laid_out_again_is_taken_at_its_best() -> None:
    best = ruleset_for(Game.GEM_RUMMY, 2, {"layout": "best"})
    assert calls.knocker_has_no_deadwood(showdown(LaidOut((), RUN), best))


def test_gin_is_asked_of_a_whole_hand_whose_call_is_open() -> None:
    assert calls.may_be_gin(showdown(LaidOut((RUN,), ())))
    assert calls.may_be_gin(showdown(Counted(0), call=Call.KNOCK))
    assert not calls.may_be_gin(showdown(LaidOut((RUN,), ()), call=Call.GIN))
    assert not calls.may_be_gin(showdown(LaidOut((RUN[:9],), ()))), "cards are missing"
    assert not calls.may_be_gin(showdown(LaidOut((RUN[:10],), ()), GIN)), "Gin is no call there"
    assert not calls.may_be_gin(showdown(Counted(2)))
    assert [calls.is_complete(GEM_3, held, GEM_3.hand_size) for held in (10, 13)] == [False, True], (
        "more by deeper discards"
    )


def test_a_gin_hand_takes_no_lay_offs() -> None:
    assert calls.closed_in(showdown(LaidOut((RUN,), ()), call=Call.GIN)) == 0
    assert calls.closed_in(showdown(LaidOut((RUN[:10],), ()), GIN, Call.KNOCK)) == 0
    assert calls.closed_in(showdown(LaidOut((RUN,), ()), call=Call.KNOCK)) is None, "Gin was not called"
    assert calls.closed_in(showdown(LaidOut((RUN[:9],), RUN[9:]), call=Call.GIN)) is None, "it is no Gin"


def test_those_wait_who_can_go_on_and_have_not_passed() -> None:
    turns = Turns((1, 2, 0), alternating=True)
    assert turns.waiting(lambda seat: seat != 2) == (1, 0)
    turns.take(Pass(1))
    assert turns.waiting(lambda _: True) == (2, 0)


def test_what_is_wrong_with_another_hand_is_not_wrong_with_the_call() -> None:
    short = Showdown(GEM, (Seat("Ann", Counted(8)), Seat("Bob", Loose(RUN[:3]))), knocker=0, dice=(3, 4))
    assert [fault.code for fault in faults_of_call(short)] == [FaultCode.KNOCK_TOO_HIGH]
    assert [fault.code for fault in faults_of_call(showdown(Counted(1), call=Call.GIN))] == [FaultCode.NOT_GIN]
    assert faults_of_call(showdown(Counted(7), call=Call.KNOCK)) == ()


@pytest.mark.parametrize(
    ("game", "seats", "most"),
    [
        (Game.KNOCK_RUMMY, 3, 70),
        (Game.GEM_RUMMY, 2, 110),
        # 26 cards: 16 of 10, four Nines, four Eights, two Sevens.
        (Game.GEM_RUMMY, 3, 160 + 36 + 32 + 14),
    ],
)
def test_a_hand_counts_at_most_its_highest_cards(game: Game, seats: int, most: int) -> None:
    assert calls.most_deadwood(ruleset_for(game, seats)) == most


@pytest.mark.parametrize(
    ("game", "seats", "house", "most"),
    [
        (Game.GIN_RUMMY, 2, {}, 11),
        (Game.GEM_RUMMY, 2, {}, 12),
        (Game.GIN_RUMMY, 2, {"hand_size": 25}, 26),
        # The others hold 22 cards, and three are left to draw.
        (Game.GEM_RUMMY, 3, {}, 52 - 22 - 3),
        # The others hold a card each.
        (Game.GEM_RUMMY, 3, {"hand_size": 1}, 52 - 2 - 3),
        # Three hands leave one card to draw.
        (Game.GEM_RUMMY, 3, {"hand_size": 17}, 18),
    ],
)
def test_a_hand_has_at_most_the_cards_that_a_player_can_get(
    game: Game, seats: int, house: dict[str, int], most: int
) -> None:
    assert calls.most_cards(ruleset_for(game, seats, house)) == most


def test_who_really_dealt_is_where_the_deal_goes_on_from() -> None:
    knock = ruleset_for(Game.KNOCK_RUMMY, 4)
    sheet = keep_score(knock, 0, [HandResult((10, 0, 0, 0), 0), HandResult((10, 0, 0, 0), 0, dealer=3), DRAWN])
    assert [(row.dealer, row.by_the_rules) for row in sheet.rows] == [(0, 0), (3, 1), (0, 0)]
