"""What a call allows: knock limits, hand sizes, Gin by itself, closed melds."""

import pytest

from companion.rules.rummy.calls import (
    closed_in,
    effective_call,
    expected_cards,
    is_complete,
    knock_limit,
    knocker_has_no_deadwood,
    may_be_big_gin,
    may_be_gin,
)
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.lay_offs import Pass, Turns
from companion.rules.rummy.ruleset import Game, RuleSet
from companion.rules.rummy.showdown import faults_of_call
from companion.rules.rummy.showdown_input import Counted, HandInput, LaidOut, Loose, Seat, Showdown, seats_from
from companion.rules.rummy.verdict import Call, FaultCode
from tests.support.rummy.random_hands import cards

GEM = ruleset_for(Game.GEM_RUMMY, 2)
GEM_3 = ruleset_for(Game.GEM_RUMMY, 3)
GIN = ruleset_for(Game.GIN_RUMMY, 2)
KNOCK = ruleset_for(Game.KNOCK_RUMMY, 2)
RUN = cards("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC")


def showdown(hand: HandInput, rules: RuleSet = GEM, call: Call | None = None) -> Showdown:
    return Showdown(rules, (Seat("Ann", hand), Seat("Bob", Counted(20))), knocker=0, call=call, dice=(3, 4))


@pytest.mark.parametrize(("rules", "limit"), [(GEM, 7), (GIN, 10), (KNOCK, None)])
def test_the_knock_limit_is_that_of_the_dice_or_of_the_rules(rules: RuleSet, limit: int | None) -> None:
    assert knock_limit(rules, (3, 4)) == limit


def test_only_the_knockers_big_gin_is_a_card_larger() -> None:
    assert expected_cards(GEM, Call.BIG_GIN, knocks=True) == 12
    assert expected_cards(GEM, Call.BIG_GIN, knocks=False) == 11
    assert expected_cards(GEM, Call.GIN, knocks=True) == 11
    assert expected_cards(KNOCK, Call.BIG_GIN, knocks=True) == 10, "not played"


def test_with_three_players_a_hand_may_have_more_cards() -> None:
    assert [is_complete(GEM, held, 11) for held in (10, 11, 12)] == [False, True, False]
    assert [is_complete(GEM_3, held, GEM_3.hand_size) for held in (GEM_3.hand_size - 1, GEM_3.hand_size + 2)] == [
        False,
        True,
    ]


def test_a_knock_with_a_card_more_may_be_big_gin() -> None:
    assert may_be_big_gin(GEM, Call.KNOCK, 12)
    assert may_be_big_gin(GEM, None, 12)
    assert not may_be_big_gin(GEM, Call.GIN, 12)
    assert not may_be_big_gin(GEM, Call.KNOCK, 11)
    assert not may_be_big_gin(GIN, Call.KNOCK, 11), "nobody has to call it there"


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
    ids=["counted", "counted-3", "run", "no-cards", "deadwood", "laid", "laid-deadwood", "no-run", "stash", "nothing"],
)
def test_whether_the_knocker_has_deadwood(hand: HandInput, none_left: bool) -> None:
    assert knocker_has_no_deadwood(showdown(hand)) is none_left


def test_a_hand_that_is_laid_out_again_is_taken_at_its_best() -> None:
    best = ruleset_for(Game.GEM_RUMMY, 2, {"layout": "best"})
    assert knocker_has_no_deadwood(showdown(LaidOut((), RUN), best))


def test_gin_is_asked_of_a_whole_hand_whose_call_is_open() -> None:
    assert may_be_gin(showdown(LaidOut((RUN,), ())))
    assert may_be_gin(showdown(Counted(0), call=Call.KNOCK))
    assert not may_be_gin(showdown(LaidOut((RUN,), ()), call=Call.GIN))
    assert not may_be_gin(showdown(LaidOut((RUN[:9],), ()))), "cards are missing"
    assert not may_be_gin(showdown(LaidOut((RUN[:10],), ()), GIN)), "Gin is no call there"
    assert not may_be_gin(showdown(Counted(2)))


@pytest.mark.parametrize(
    ("rules", "call", "held", "has_deadwood", "effective"),
    [
        (GEM, Call.KNOCK, 11, False, Call.KNOCK),
        (GEM, Call.BIG_GIN, 11, True, Call.BIG_GIN),
        (GEM, None, 11, True, Call.KNOCK),
        (GEM, None, 11, False, Call.GIN),
        (GEM, None, 12, False, Call.BIG_GIN),
        (GIN, Call.KNOCK, 10, False, Call.GIN),
        (KNOCK, None, 10, False, Call.RUM),
    ],
)
def test_the_call_that_counts(
    rules: RuleSet,
    call: Call | None,
    held: int,
    has_deadwood: bool,
    effective: Call,
) -> None:
    assert effective_call(rules, call, held, has_deadwood=has_deadwood) == effective


def test_a_gin_hand_takes_no_lay_offs() -> None:
    assert closed_in(showdown(LaidOut((RUN,), ()), call=Call.GIN)) == 0
    assert closed_in(showdown(LaidOut((RUN[:10],), ()), GIN, Call.KNOCK)) == 0
    assert closed_in(showdown(LaidOut((RUN,), ()), call=Call.KNOCK)) is None, "Gin was not called"
    assert closed_in(showdown(LaidOut((RUN[:9],), RUN[9:]), call=Call.GIN)) is None, "it is no Gin"


def test_seats_go_round_from_any_player() -> None:
    assert seats_from(2, 4) == (2, 3, 0, 1)


def test_those_wait_who_can_go_on_and_have_not_passed() -> None:
    turns = Turns((1, 2, 0), alternating=True)
    assert turns.waiting(lambda seat: seat != 2) == (1, 0)
    turns.take(Pass(1))
    assert turns.waiting(lambda _: True) == (2, 0)


@pytest.mark.parametrize(
    ("deadwood", "call", "codes"),
    [
        (7, Call.KNOCK, []),
        (8, Call.KNOCK, [FaultCode.KNOCK_TOO_HIGH]),
        (1, Call.GIN, [FaultCode.NOT_GIN]),
        (0, Call.GIN, []),
    ],
)
def test_a_call_is_illegal_by_the_knockers_hand_alone(deadwood: int, call: Call, codes: list[FaultCode]) -> None:
    assert [fault.code for fault in faults_of_call(showdown(Counted(deadwood), call=call))] == codes


def test_what_is_wrong_with_another_hand_is_not_wrong_with_the_call() -> None:
    short = Showdown(GEM, (Seat("Ann", Counted(8)), Seat("Bob", Loose(RUN[:3]))), knocker=0, dice=(3, 4))
    assert [fault.code for fault in faults_of_call(short)] == [FaultCode.KNOCK_TOO_HIGH]
