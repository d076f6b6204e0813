"""What a call allows, the most that a hand can have or count, and who dealt."""

from companion.rules.rummy import calls
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.lay_offs import Pass, Turns
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
