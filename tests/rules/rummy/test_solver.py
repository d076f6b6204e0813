"""The least deadwood of hands worked out by hand."""

import pytest

from companion.rules.cards import CARDS_BY_NAME, Card, Hand
from companion.rules.gems import Gem, Print
from companion.rules.rummy import solver
from companion.rules.rummy.solver import (
    Openings,
    TooManyLayoutsError,
    best_layouts,
    least_deadwood,
    meld_rules,
    one_budget,
)

PLAIN = meld_rules(None, None)
NINE = Hand.of(CARDS_BY_NAME[rank + suit] for rank in "345" for suit in "CDH").bits
"""Three runs or three sets."""


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("3C 4C 5C KD", 10, id="a run"),
        pytest.param("9C 9D 9H 2S", 2, id="a set"),
        pytest.param("AC 2C 3C 3D 3H KS", 13, id="the set of threes, not the run"),
        pytest.param("QC KC JC QD QH AS", 21, id="the run or the set, as two Queens count as much as Jack and King"),
        pytest.param("5C 6C 7C 5D 5H 5S", 0, id="one five for the run, three for the set"),
        pytest.param("3C 4C 5C 3D 4D 5D 3H 4H 5H KS", 10, id="three runs or three sets"),
        pytest.param("2C 3C 4C 4D 4H 5D 5H 5S 6D 7D", 14, id="two runs that leave 4H 5H 5S, rather than sets"),
    ],
)
def test_plain_hands(cards: str, points: int) -> None:
    hand = Hand.of(CARDS_BY_NAME[name] for name in cards.split()).bits
    assert least_deadwood(hand) == points
    assert best_layouts(hand, PLAIN)[0].points == points


@pytest.mark.parametrize(
    ("gold", "emerald", "moonstone", "others", "points"),
    [
        pytest.param("AC 3C 5C KC", "AD 3D 5D KC", "", "", 9, id="a King that two stashes need"),
        pytest.param("AC 3C 5C 7C KC", "AD 3D 5D KC", "", "", 0, id="a King that one of two stashes needs"),
        pytest.param("2C 4C 6C 8C", "", "", "8D 8H 8S", 0, id="a fourth eight goes to the stash"),
        pytest.param("2H 4H 6C 10H", "", "", "7C 8C 9C", 0, id="the end of a run goes to the stash"),
        pytest.param("2H 4H 6C 8C", "", "", "7C", 6, id="a run, as the stash would leave the seven"),
        pytest.param("2C 5H 7H 9H", "3C 5D 7D 9D", "4C 5S 7S 9S", "", 0, id="three stashes, runs and sets in vain"),
        pytest.param("5C 7C 9C JC", "", "", "5D 5H 7D 7H 9D 9H JD JH", 0, id="four sets and no stash"),
        pytest.param("2C 4C 6C 10C QC", "", "", "2D 2H 4D 4H 6D 6H", 12, id="a stash that takes the cheapest two sets"),
        pytest.param("2C 4C 6C 8C 10C", "", "", "6D 6H 8D 8H 10D 10H", 6, id="three sets instead of a stash"),
    ],
)
def test_stashes(gold: str, emerald: str, moonstone: str, others: str, points: int) -> None:
    letters: dict[Card, tuple[Gem, ...]] = {}
    for gem, names in ((Gem.GOLD, gold), (Gem.EMERALD, emerald), (Gem.MOONSTONE, moonstone)):
        for name in names.split():
            letters[CARDS_BY_NAME[name]] = (*letters.get(CARDS_BY_NAME[name], ()), gem)
    rules = meld_rules(Print.of(letters), None)
    hand = Hand.of([*letters, *(CARDS_BY_NAME[name] for name in others.split())]).bits
    assert least_deadwood(hand, rules) == points
    assert best_layouts(hand, rules)[0].points == points


def test_a_card_that_lets_another_be_laid_off_stays_out_of_a_stash() -> None:
    """The Ace of spades can follow the two onto a run, and the seven the six."""
    letters = dict.fromkeys((CARDS_BY_NAME[name] for name in ["2S", "6S", "7C", "JC", "KD"]), (Gem.EMERALD,))
    rules = meld_rules(Print.of(letters), None)
    two, six = (Hand.of([CARDS_BY_NAME[name]]).bits for name in ("2S", "6S"))
    openings = Openings(cards=two, above=six, below=two)
    hand = Hand.of([*letters, CARDS_BY_NAME["7S"], CARDS_BY_NAME["AS"]]).bits
    # The stash needs four of its five cards: without the six it leaves the Ace, without the two the seven.
    assert least_deadwood(hand, rules, openings) == 1
    assert best_layouts(hand, rules, openings)[0].points == 1


def test_a_search_is_given_up_rather_than_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MOST_STEPS", 1)
    with pytest.raises(TooManyLayoutsError):
        least_deadwood(NINE)


def test_the_hands_of_a_ruling_spend_from_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MOST_STEPS", 30)
    assert [least_deadwood(NINE) for _ in range(20)] == [0] * 20, "each for itself"

    @one_budget
    def together() -> None:
        for _ in range(20):
            one_budget(least_deadwood)(NINE)

    with pytest.raises(TooManyLayoutsError):
        together()
    assert least_deadwood(NINE) == 0, "the next ruling has its own"


def test_many_sets_that_compete_with_runs_take_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of every combination of sets takes 90,000."""
    monkeypatch.setattr(solver, "MOST_STEPS", 1000)
    cards = (
        "AC 2C 3C 4C 5C 6C 7C 9C JC QC KC AD 2D 3D 4D 5D 6D 7D 9D KD 2H 3H 4H 5H 6H KH AS 2S 3S 4S 5S 6S 7S 8S 9S 10S"
    )
    least_deadwood(Hand.of(CARDS_BY_NAME[name] for name in cards.split()).bits)


def test_no_more_equals_are_looked_for_once_that_took_long(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(best_layouts(NINE, PLAIN, most=5)) > 1
    monkeypatch.setattr(solver, "STEPS_OF_EQUALS", 0)
    best_layouts.cache_clear()
    assert [layout.points for layout in best_layouts(NINE, PLAIN, most=5)] == [0]
    best_layouts.cache_clear()
