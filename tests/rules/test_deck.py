"""The deck: its cards, its print with the law it keeps, and Gem Parts (P.card-values, P.print, P.gem-parts, R.1)."""

import random
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from companion.rules.cards import CARDS_BY_NAME, Card, name_of, parse_card
from companion.rules.gems import GROUPS, Gem, Print, RepeatedGem, gem_parts, missing_gems, print_faults
from tests.support.rummy.random_hands import hand_from, print_from
from tests.support.rummy.reference import DECK, GEM_LETTERS, has_all_gems, random_print
from tests.support.seeds import random_sources

LETTERS = random_print(random.Random(8))


def letters_of(known: dict[str, str]) -> dict[Card, tuple[Gem, ...]]:
    return {CARDS_BY_NAME[name]: tuple(map(Gem, gems)) for name, gems in known.items()}


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("10C", "tc", "TC", "10c", "10♣", "T♣"), "10C"),
        (("", "C", "11C", "1C", "0D", "ZD", "5X", "10", "T", "5CC", " 5C", "5C ", "10CC"), None),
        (("5\N{LATIN SMALL LETTER LONG S}", "\N{FULLWIDTH DIGIT FIVE}C"), None),
    ],
)
def test_cards_are_read_in_every_way_of_writing(texts: tuple[str, ...], name: str | None) -> None:
    assert {parse_card(text) for text in texts} == {CARDS_BY_NAME[name] if name else None}


def test_what_breaks_the_law_of_the_print() -> None:
    assert [len(group.cards) * group.gems_a_card for group in GROUPS] == [8] * 7
    assert print_faults(letters_of(LETTERS)) == ()
    (repeated,) = print_faults(letters_of({**LETTERS, "AC": LETTERS["AD"]}))
    twice = RepeatedGem(Gem(LETTERS["AD"]), (CARDS_BY_NAME["AC"], CARDS_BY_NAME["AD"]))
    assert (repeated.group, repeated.twice, repeated.miscounted) == ("A+2", (twice,), ())
    short = {name: gems for name, gems in LETTERS.items() if name not in {"5C", "6C"}} | {"KC": LETTERS["KC"][0]}
    found = [(fault.group, list(map(name_of, fault.miscounted))) for fault in print_faults(letters_of(short))]
    assert found == [("5+6", ["5C", "6C"]), ("K", ["KC"])]
    assert print_faults(letters_of(short), whole=False) == ()
    many, king = print_faults(letters_of({"5C": "GE", "KC": "GG"}), whole=False)
    assert list(map(name_of, many.miscounted)) == ["5C"]
    assert (king.group, king.twice) == ("K", (RepeatedGem(Gem.GOLD, (CARDS_BY_NAME["KC"],) * 2),))


def test_forty_nine_letters_are_enough() -> None:
    lasts = {"2S", "4S", "6S", "8S", "10S", "QS"}
    letters = {name: gems for name, gems in LETTERS.items() if name not in lasts} | {"KS": LETTERS["KS"][0]}
    assert sum(map(len, letters.values())) == 49
    known = Print.of(letters_of(letters))
    assert known.complete
    assert {name_of(one): set(gems) for one, gems in known.gems.items()} == {
        name: set(map(Gem, gems)) for name, gems in LETTERS.items()
    }
    twice = {name: gems for name, gems in LETTERS.items() if name != "AC"} | {"AD": LETTERS["2S"]}
    assert CARDS_BY_NAME["AC"] not in Print.of(letters_of(twice)).gems, "a gem is on two cards, so two may be left"


@pytest.mark.random
def test_gem_parts_is_what_trying_every_king_finds() -> None:
    """GEM PARTS: a King counts for one of its two gems, whichever helps."""
    for seed, rng in random_sources(300):
        letters = random_print(rng)
        deck = print_from(letters)
        kings = [name for name in DECK if name[0] == "K"]
        for _ in range(5):
            names = frozenset(rng.sample(DECK, rng.randint(6, 12))) | frozenset(rng.sample(kings, rng.randint(0, 4)))
            served = gem_parts(deck, hand_from(names))
            assert (served is not None) == has_all_gems(names, letters), (seed, names)
            if served is not None:
                plain = {gem for name in names - set(kings) for gem in letters[name]}
                assert all(gem in letters[name_of(one)] for one, gem in served.items())
                assert plain.isdisjoint(served.values())
                assert len(set(served.values())) == len(served)
                assert plain | set(served.values()) == set(GEM_LETTERS)


def completions(letters: dict[str, str], hidden: list[str]) -> Iterator[dict[str, str]]:
    """Yield every print that shows these letters, the hidden cards bearing what their group has left, in any order."""
    known = {name: gems for name, gems in letters.items() if name not in hidden}
    ways = []
    for group in GROUPS:
        cards = [name_of(one) for one in group.cards if name_of(one) in hidden]
        shown = "".join(known.get(name_of(one), "") for one in group.cards)
        left = [gem for gem in GEM_LETTERS if gem not in shown]
        size = group.gems_a_card
        orders = set(permutations(left)) if cards else {()}
        ways.append(
            [{name: "".join(order[size * at : size * at + size]) for at, name in enumerate(cards)} for order in orders]
        )
    for choice in product(*ways):
        yield {**known, **{name: gems for way in choice for name, gems in way.items()}}


@pytest.mark.random
def test_a_gem_is_missing_exactly_where_no_print_with_the_known_letters_shows_all_eight() -> None:
    """Hands of two groups and two Kings, with up to seven letters hidden, against every print that is then possible."""
    near = [name for name in DECK if name[:-1] in {"A", "2", "3", "4", "K"}]
    told: set[bool] = set()
    for seed, rng in random_sources(150):
        letters = random_print(rng)
        hand = rng.sample(near, rng.randint(7, 10))
        of_group = {group.name: [name_of(one) for one in group.cards] for group in GROUPS}
        hidden = [
            *rng.sample(of_group["A+2"], rng.randint(0, 3)),
            *rng.sample(of_group["3+4"], rng.randint(0, 3)),
            *rng.sample(of_group["K"], rng.randint(0, 1)),
        ]
        possible = any(has_all_gems(frozenset(hand), way) for way in completions(letters, hidden))
        known = Print.of(letters_of({name: gems for name, gems in letters.items() if name not in hidden}))
        missing = missing_gems(known, hand_from(frozenset(hand)))
        assert (missing is None) == possible, (seed, hand, hidden)
        told.add(possible)
        if missing is not None and not hidden:
            shown = {gem for name in hand for gem in letters[name]}
            assert set(missing.absent) == set(GEM_LETTERS) - shown, seed
    assert told == {True, False}
