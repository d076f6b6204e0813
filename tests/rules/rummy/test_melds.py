"""What is a meld or nearest to one (P.four-melds, R.2, R.3), what fits on it (R.1, R.6); claims of Gem Parts (R.8)."""

import pytest

from companion.documents.showdown import read_showdown
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import CARDS_BY_NAME, Hand, name_of
from companion.rules.gems import Gem, Print, group_of
from companion.rules.rummy.lay_offs import OpenMeld, OpenMelds
from companion.rules.rummy.melds import PLAIN, Meld, MeldContext, MeldKind, classify, designated_diamond, may_be_stash
from companion.rules.rummy.showdown import table_as_laid
from companion.rules.rummy.verdict import Call
from companion.wording.cards import card_word
from companion.wording.faults import no_meld_sentence
from companion.wording.showdown import no_place_sentence
from tests.support.rummy.random_hands import card_names, cards, print_from
from tests.support.rummy.random_showdowns import Document, judged
from tests.support.rummy.reference import DECK, Cards, Melds, all_melds, random_print
from tests.support.seeds import random_sources

SEVEN = MeldContext(has_gems=True, gems=print_from(MADE_UP_PRINT), diamond=designated_diamond((3, 4)))
NO_PRINT = MeldContext(has_gems=True, gems=None, diamond=designated_diamond((3, 4)))
SAPPHIRES = "2S 4H 6D 8C"


def steps(group: Cards, melds: Melds) -> int:
    """Count the cards that must come or go before a group is the nearest of all melds that there are."""
    bearers = melds.stashes.values()
    stashes = [len(group - own) + max(0, 4 - len(group & own)) for own in bearers if group & own]
    return min(*stashes, *(len(group ^ meld) for meld in (*melds.sets, *melds.runs)), len(group) + 4)


@pytest.mark.random
def test_the_nearest_meld_of_any_group_is_as_near_as_trying_all_melds_finds() -> None:
    for seed, rng in random_sources(500):
        letters = random_print(rng)
        melds = all_melds(letters)
        table = MeldContext(has_gems=True, gems=print_from(letters), diamond=None)
        near = rng.sample(DECK, rng.randint(6, 20))
        group = frozenset(rng.sample(near, rng.randint(2, 6)))
        found = classify(cards(" ".join(sorted(group))), table)
        if isinstance(found, Meld):
            assert steps(group, melds) == 0, (seed, group)
            continue
        told = frozenset(map(name_of, (*found.belonging, *found.missing)))
        assert told == (group - set(map(name_of, found.strangers))) | set(map(name_of, found.missing))
        if found.around:
            suits = {name[-1] for name in told}
            assert len(suits) == 1
            assert {"A" + suit for suit in suits} | {"K" + suit for suit in suits} <= told
            assert found.distance - 1 <= steps(group, melds), (seed, group)
        else:
            assert found.distance == steps(group, melds), (seed, group)


@pytest.mark.random
def test_a_card_whose_letter_is_not_known_is_never_said_to_bear_another_gem() -> None:
    for seed, rng in random_sources(500):
        letters = {name: gems for name, gems in random_print(rng).items() if rng.random() < 0.6}
        gems = Print.of({one: tuple(map(Gem, letters[name])) for name in letters for one in cards(name)})
        group = rng.sample(DECK, rng.randint(3, 6))
        found = classify(cards(" ".join(group)), MeldContext(has_gems=True, gems=gems, diamond=None))
        if isinstance(found, Meld) or found.nearest != MeldKind.STASH or found.gem is None:
            continue
        sentence = no_meld_sentence(found)
        for one in found.strangers:
            mates = [mate for mate in found.belonging if group_of(mate) == group_of(one)]
            denied = found.gem not in gems.possible(one)
            never = any(f"{card_word(mate)} and {card_word(one)} can't both be" in sentence for mate in mates)
            assert denied or never, (seed, sentence)


@pytest.mark.parametrize(
    ("names", "table", "may"),
    [
        (SAPPHIRES, SEVEN, True),
        ("2S 4H 6D", SEVEN, False),
        ("2S 4H 6D 8D", SEVEN, False),
        ("AH 3C 7D 9S", NO_PRINT, True),
        ("AH 2C 7D 9S", NO_PRINT, False),
        ("5C 6C 7C 8C", NO_PRINT, False),
    ],
)
def test_what_may_be_a_stash_as_far_as_the_letters_are_known(names: str, table: MeldContext, may: bool) -> None:
    """A♥ and 2♣ are of one group of eight different gems; so are 5♣ 6♣ and 7♣ 8♣, and a run isn't a stash."""
    assert may_be_stash(cards(names), table) == may


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


BOB_COUNTED = {"name": "Bob", "deadwood_points": 30}


RAINBOW = ["AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S"]
"""One group of eight shows all eight gems."""


def with_claim(cards: list[str], deck: Document, **claim: object) -> Document:
    players = [{"name": "Ann", "cards": cards, **claim}, BOB_COUNTED]
    rules = {"hand_size": len(cards), "knock_limit": 100}
    return judged(
        {"game": "gem-rummy", "dice": [1, 3], "knocker": "Ann", "players": players, "house_rules": rules, **deck}
    )


def test_gem_parts_claimed_without_a_print_ask_for_the_letters() -> None:
    for deck, asked in ({}, RAINBOW), ({"gems": {name: MADE_UP_PRINT[name] for name in RAINBOW[:6]}}, RAINBOW[6:]):
        verdict = with_claim(RAINBOW, deck, gem_parts=True)
        assert [(fault["code"], fault["cards"]) for fault in verdict["faults"]] == [("gem-unknown", asked)]
        assert with_claim(RAINBOW, deck)["legal"], "nothing is asked where nothing is claimed"


PRINT = MADE_UP_PRINT
ONE_EACH = "a card counts for one gem only, even a King"
GROUP = {name: PRINT[name] for name in RAINBOW}


@pytest.mark.parametrize(
    ("cards", "deck", "missing"),
    [
        ([*RAINBOW[:7], "3C"], {"print": PRINT}, "Sapphire is missing."),
        ([*RAINBOW[:4], *RAINBOW[5:7], "3C"], {"print": PRINT}, "Amethyst and Sapphire are missing."),
        # The S of A+2 is on 2♠ and that of 3+4 on 4♥, so that nothing here bears it, whatever is on 3♣ and 3♦.
        ([*RAINBOW[:7], "3C", "3D"], {"gems": GROUP | {"4H": "S"}}, "Sapphire is missing."),
        (
            [*RAINBOW[2:], "KC", "3C"],
            {"gems": {**GROUP, "KC": GROUP["AC"] + GROUP["AD"], "3C": GROUP["AH"]}},
            f"one of Gold and Emerald is missing: {ONE_EACH}.",
        ),
        (
            ["AC", "3C", "5C", "7C", "9C", "JC"],
            {},
            f"2 of the eight gems are missing: {ONE_EACH}.",
        ),
    ],
)
def test_a_claim_in_vain_names_the_missing_gems(cards: list[str], deck: Document, missing: str) -> None:
    (fault,) = with_claim(cards, deck, gem_parts=True)["faults"]
    assert (fault["code"], fault["player"], fault["rule"]) == ("not-gem-parts", "Ann", "P.gem-parts")
    assert fault["message"] == f"Ann claimed Gem Parts, but {missing}"


def test_beside_a_broken_print_only_letters_that_are_missing_are_asked_for() -> None:
    broken = {"print": {**PRINT, "AC": PRINT["AD"]}}
    for claimed in (RAINBOW, [*RAINBOW[:7], "3C"]):
        assert [fault["code"] for fault in with_claim(claimed, broken, gem_parts=True)["faults"]] == ["print-broken"]
    letters = {name: PRINT[name] for name in RAINBOW[:6]} | {"KC": "G", "KD": "G"}
    verdict = with_claim(RAINBOW, {"gems": letters}, gem_parts=True)
    assert [(fault["code"], fault["cards"]) for fault in verdict["faults"]] == [
        ("print-broken", []),
        ("gem-unknown", ["2H", "2S"]),
    ]
    assert verdict["faults"][1]["message"] == "Ann claimed Gem Parts. To check, enter the gems printed on 2♥ 2♠."
