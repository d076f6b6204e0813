"""Letters that nobody has entered yet: what they could let happen, and whether that is said (ruling 1)."""

from companion.rules.cards import CARDS_BY_NAME, Card, cards_in, hand_of, name_of
from companion.rules.gems import Gem, Print
from companion.rules.rummy.lay_offs import OpenMeld, OpenMelds
from companion.rules.rummy.melds import Meld, MeldContext, classify

ANN, BEN = 0, 1


def cards(names: str) -> tuple[Card, ...]:
    return tuple(CARDS_BY_NAME[name] for name in names.split())


def print_of(**letters: str) -> Print:
    return Print.of({CARDS_BY_NAME[name[1:]]: tuple(map(Gem, gems)) for name, gems in letters.items()})


EMERALDS = {"_4H": "E", "_6C": "E", "_JD": "E", "_AS": "E"}


def open_table(gems: Print) -> OpenMelds:
    table = MeldContext(has_gems=True, gems=gems, diamond=None)
    melds = [classify(cards(names), table) for names in ("8S 9S 10S", "4H 6C JD AS")]
    lying = [OpenMeld(ANN, place, meld) for place, meld in enumerate(melds) if isinstance(meld, Meld)]
    return OpenMelds(lying, {BEN: hand_of(cards("7S JS 10D AH 2C KH"))}, table)


def possible(state: OpenMelds, seat: int = BEN) -> list[str]:
    """List the cards of Ben's that an unknown letter could let him lay off."""
    return [name_of(one) for one in cards_in(state.deadwood[BEN]) if state.possible_places_for(seat, one)]


def test_a_card_of_unknown_letter_may_fit_onto_a_stash() -> None:
    """A+2 and J+Q show their Emeralds on the stash itself, so 2♣ A♥ J♠ bear none."""
    state = open_table(print_of(**EMERALDS))
    assert possible(state) == ["10D", "KH", "7S"]
    assert [onto.place for onto in state.possible_places_for(BEN, CARDS_BY_NAME["10D"])] == [1]
    assert possible(state, ANN) == [], "nobody lays off onto the own stash"


def test_a_card_of_known_letter_fits_or_does_not() -> None:
    assert possible(open_table(print_of(**EMERALDS, _10D="E", _7S="G", _KH="GE"))) == []


def test_a_king_known_by_one_letter_may_bear_the_other() -> None:
    assert possible(open_table(print_of(**EMERALDS, _10D="E", _7S="G", _KH="G"))) == ["KH"]
    assert print_of(_KH="G").with_gems(CARDS_BY_NAME["KH"], [Gem.EMERALD]) == (Gem.GOLD, Gem.EMERALD)
    assert print_of(_10D="E").with_gems(CARDS_BY_NAME["10D"], [Gem.EMERALD]) == (Gem.EMERALD,)


def test_no_letters_no_stash() -> None:
    table = MeldContext(has_gems=False, gems=None, diamond=None)
    run = classify(cards("8S 9S 10S"), table)
    assert isinstance(run, Meld)
    assert OpenMelds([OpenMeld(ANN, 0, run)], {BEN: 0}, table).possible_places_for(BEN, CARDS_BY_NAME["10D"]) == []
