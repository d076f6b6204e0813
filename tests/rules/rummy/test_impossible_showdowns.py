"""What the rules refuse to be asked: a showdown that no table can have."""

from typing import Any

import pytest

from companion.rules.cards import parse_cards
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.ruleset import Game, book_rules
from companion.rules.rummy.showdown_input import Counted, ImpossibleShowdownError, LaidOut, Seat, Showdown

FIVE, SIX, SEVEN, EIGHT = parse_cards(["5C", "6C", "7C", "8C"]) or ()
ANN = LaidOut(((FIVE, SIX, SEVEN),), deadwood=())
BOB = Counted(17)


@pytest.mark.parametrize(
    "impossible",
    [
        {"seats": (Seat("Ann", ANN),)},
        {"seats": (Seat("Ann", ANN), Seat("Bob", BOB), Seat("Cid", BOB))},
        {"seats": (Seat("Ann", ANN), Seat("Bob", Counted(-3)))},
        {"knocker": 2},
        {"knocker": -1},
        {"dice": (3, 9)},
        {"dice": (0, 1)},
        {"lay_offs": (Pass(2),)},
        {"lay_offs": (LayOff(1, EIGHT, owner=0, place=1),)},
        {"lay_offs": (LayOff(1, EIGHT, owner=0, place=-1),)},
        {"lay_offs": (LayOff(0, EIGHT, owner=1, place=0),)},
        {"lay_offs": (LayOff(1, EIGHT, owner=2, place=0),)},
    ],
)
def test_a_showdown_that_no_table_can_have_is_refused(impossible: dict[str, Any]) -> None:
    possible: dict[str, Any] = {"seats": (Seat("Ann", ANN), Seat("Bob", BOB)), "knocker": 0, "dice": (3, 4)}
    lay_off = LayOff(1, EIGHT, owner=0, place=0)
    Showdown(book_rules(Game.GEM_RUMMY, 2), lay_offs=(lay_off, Pass(1)), **possible)
    with pytest.raises(ImpossibleShowdownError) as refused:
        Showdown(book_rules(Game.GEM_RUMMY, 2), **{**possible, **impossible})
    assert refused.value.key in impossible or refused.value.key == "deadwood_points"
