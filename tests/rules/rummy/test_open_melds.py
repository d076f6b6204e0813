"""Melds on the table during the lay-offs: which cards fit, or might by unknown letters (R.1 and R.6)."""

import pytest

from companion.documents.showdown import read_showdown
from companion.rules.cards import CARDS_BY_NAME, Hand, name_of
from companion.rules.gems import Gem, Print
from companion.rules.rummy.lay_offs import OpenMeld, OpenMelds
from companion.rules.rummy.melds import PLAIN, Meld, MeldContext, classify
from companion.rules.rummy.showdown import table_as_laid
from companion.rules.rummy.verdict import Call
from companion.wording.showdown import no_place_sentence
from tests.support.rummy.random_hands import card_names

STASH = {"2S": "S", "4H": "S", "6D": "S", "8C": "S"}
EMERALDS = {"4H": "E", "6C": "E", "JD": "E", "AS": "E"}
ANN, BOB = 0, 1


def print_of(letters: dict[str, str]) -> Print:
    return Print.of({CARDS_BY_NAME[name]: tuple(map(Gem, gems)) for name, gems in letters.items()})


def open_table(ann: str, bob: str, *, gems: dict[str, str] | None = None) -> OpenMelds:
    """Lay Ann's and Bob's melds on the table, and Bob's deadwood beside them."""
    context = MeldContext(has_gems=True, gems=print_of(gems or {}), diamond=CARDS_BY_NAME["7D"])
    melds = []
    for owner, text in enumerate((ann, bob.partition("/")[0])):
        for place, group in enumerate(text.split()):
            meld = classify(tuple(CARDS_BY_NAME[name] for name in card_names(group)), context)
            assert isinstance(meld, Meld)
            melds.append(OpenMeld(owner, place, meld))
    deadwood = Hand.of(CARDS_BY_NAME[name] for name in bob.partition("/")[2].split())
    return OpenMelds(melds, {BOB: deadwood}, context)


def test_whether_lay_offs_are_open_does_not_say_whether_anything_fits() -> None:
    assert open_table("5C6C7C", "/ KD").is_open_to(1)
    assert not open_table("5C6C7C", "KCKDKH /").is_open_to(1), "no card is left over"
    assert not open_table("QH7D", "KCKDKH / 2C").is_open_to(1), "Queen's Diamonds take nothing"


def test_a_card_of_unknown_letter_might_be_laid_off() -> None:
    assert open_table("2S4H6D8C", "/ 10S", gems=STASH).might_lay_off(1)
    assert not open_table("2S4H6D8C", "/ 10S", gems={**STASH, "10S": "G"}).might_lay_off(1)
    assert open_table("5C6C7C", "/ 8C").might_lay_off(1)


@pytest.mark.parametrize(
    ("ann", "bob", "card", "gems", "sentence"),
    [
        ("5C6C7C", "/ KD", "KD", {}, "K♦ doesn't extend a run."),
        ("9C9D9H", "/ KD", "KD", {}, "K♦ doesn't join a set of Kings."),
        ("5C6C7C QH7D", "/ KD", "KD", {}, "K♦ doesn't extend a run."),
        ("2S4H6D8C", "/ KD", "KD", {**STASH, "KD": "GM"}, "K♦ doesn't share a stash's gem."),
        (
            "2S4H6D8C 5C6C7C JDJHJS",
            "/ 10S",
            "10S",
            {**STASH, "10S": "G"},
            "10♠ doesn't extend a run, join a set of 10s or share a stash's gem.",
        ),
        ("5C6C7C", "9C9D9H / 9S", "9S", {}, "9♠ can't go on Bob's own meld: lay-offs go on other players' melds."),
        (
            "2S4H6D8C",
            "/ 10S",
            "10S",
            {**STASH, "9D": "S"},
            "10♠ can't be Sapphire: among the 9s and 10s, only 9♦ is.",
        ),
    ],
)
def test_why_a_card_fits_nowhere(ann: str, bob: str, card: str, gems: dict[str, str], sentence: str) -> None:
    table = open_table(ann, bob, gems=gems)
    assert table.places_for(1, CARDS_BY_NAME[card]) == []
    assert no_place_sentence(table.why_nowhere(1, CARDS_BY_NAME[card], ()), "Bob", ("Ann", "Bob")) == sentence


def test_a_card_that_fits_only_on_a_gin_hand() -> None:
    gin = open_table("5C6C7C", "/ 8C")
    closed = [there for there in gin.melds.values() if there.owner == 0]
    why = OpenMelds([], gin.deadwood, gin.context).why_nowhere(1, CARDS_BY_NAME["8C"], closed)
    assert no_place_sentence(why, "Bob", ("Ann", "Bob"), Call.BIG_GIN) == (
        "8♣ can't go on Ann's 5♣ 6♣ 7♣: nobody lays off on a Big Gin hand."
    )


def test_without_a_print_no_letter_rules_a_card_out() -> None:
    """Gin Rummy, where cards bear no gems."""
    plain = OpenMelds(list(open_table("5C6C7C", "/ KD").melds.values()), {1: Hand.of([CARDS_BY_NAME["KD"]])}, PLAIN)
    assert plain.why_nowhere(1, CARDS_BY_NAME["KD"], ()).borne is None


def fitting(letters: dict[str, str], seat: int = BOB) -> list[str]:
    """Return the cards of Bob's that might go on Ann's stash, or on his own, by their unknown letters."""
    table = open_table("8S9S10S 4H6CJDAS", "/ 7S JS 10D AH 2C KH", gems={**EMERALDS, **letters})
    return [name_of(card) for card in table.deadwood[BOB] if table.possible_places_for(seat, card)]


def test_a_card_of_unknown_letter_may_fit_on_a_stash() -> None:
    """The Emeralds of A+2 and J+Q are in the stash itself, so 2♣ A♥ J♠ bear none."""
    assert fitting({}) == ["10D", "KH", "7S"]
    assert fitting({}, ANN) == [], "nobody lays off on their own stash"
    assert fitting({"10D": "E", "7S": "G", "KH": "GE"}) == []
    assert fitting({"10D": "E", "7S": "G", "KH": "G"}) == ["KH"], "a King may bear another gem besides"
    assert print_of({"KH": "G"}).with_gems(CARDS_BY_NAME["KH"], [Gem.EMERALD]) == (Gem.GOLD, Gem.EMERALD)


def test_a_gin_hand_on_the_table_takes_nothing() -> None:
    melds = [["4C", "5C", "6C"], ["8H", "9H", "10H", "JH"], ["KC", "KD", "KH"]]
    bob = {"name": "Bob", "melds": [["2C", "2D", "2H"]], "deadwood": ["7C", "7D", "AS", "3S", "9D", "QS", "JC"]}

    def table(melds: list[list[str]], deadwood: list[str]) -> OpenMelds:
        ann = {"name": "Ann", "melds": melds, "deadwood": deadwood}
        return table_as_laid(read_showdown({"game": "gin-rummy", "knocker": "Ann", "players": [ann, bob]}))

    gin = table(melds, [])
    assert (list(gin.melds), list(gin.deadwood)) == ([(BOB, 0)], [BOB])
    knock = table(melds[:2], ["AD", "AH", "3D"])
    assert sorted(knock.melds) == [(ANN, 0), (ANN, 1), (BOB, 0)]
    assert [name_of(card) for card, _ in knock.choices(BOB)] == ["7C"]
