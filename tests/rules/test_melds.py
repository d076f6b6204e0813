"""What is a meld, what comes nearest to one, and what extends one (P: melds; rulings 2 and 3)."""

from collections.abc import Iterable

import pytest

from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import ALL_CARDS, Card, name_of
from companion.rules.gems import Gem, Print
from companion.rules.rummy.melds import PLAIN, Meld, MeldKind, NoMeld, Table, classify, designated_diamond, extends
from companion.wording.faults import no_meld_sentence
from tests.rules.dealing import ALL_ROLLS, cards, print_from

SEVEN = Table(has_gems=True, gems=print_from(MADE_UP_PRINT), diamond=designated_diamond((3, 4)))
NO_PRINT = Table(has_gems=True, gems=None, diamond=designated_diamond((3, 4)))
SAPPHIRES = "2S 4H 6D 8C"


def no_meld(names: str, table: Table = SEVEN) -> NoMeld:
    found = classify(cards(names), table)
    assert isinstance(found, NoMeld)
    return found


def names_of(some: Iterable[Card]) -> str:
    return " ".join(name_of(one) for one in some)


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ("8C 8D 8H", MeldKind.SET),
        ("8C 8D 8H 8S", MeldKind.SET),
        ("QC QD QH", MeldKind.SET),
        ("AC 2C 3C", MeldKind.RUN),
        ("QD KD JD 10D 9D", MeldKind.RUN),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", MeldKind.RUN),
        ("QH 7D", MeldKind.QUEENS_DIAMONDS),
        ("7D QD", MeldKind.QUEENS_DIAMONDS),
        (SAPPHIRES, MeldKind.STASH),
        (f"{SAPPHIRES} KS", MeldKind.STASH),
    ],
)
def test_melds(names: str, kind: MeldKind) -> None:
    found = classify(cards(names), SEVEN)
    assert isinstance(found, Meld)
    assert (found.kind, set(found.cards)) == (kind, set(cards(names)))
    assert (found.gem is not None) == (kind == MeldKind.STASH)


@pytest.mark.parametrize(
    ("names", "kind", "missing", "strangers", "short"),
    [
        ("5C 6C 8C", MeldKind.RUN, "7C", "", 0),
        ("5C 6C", MeldKind.RUN, "", "", 1),
        ("5C 6C 7C 8H", MeldKind.RUN, "", "8H", 0),
        ("QC KC AC", MeldKind.RUN, "", "AC", 1),
        ("JC QC KC AC", MeldKind.RUN, "", "AC", 0),
        ("8C 8D", MeldKind.SET, "", "", 1),
        ("8C 8D 8H 7S", MeldKind.SET, "", "7S", 0),
        ("QH 8D", MeldKind.QUEENS_DIAMONDS, "7D", "8D", 0),
        ("QH 7D 7C", MeldKind.QUEENS_DIAMONDS, "", "7C", 0),
        ("QH 7D QS", MeldKind.QUEENS_DIAMONDS, "", "QS", 0),
        ("2S 4H 6D", MeldKind.STASH, "", "", 1),
        (f"{SAPPHIRES} 10C", MeldKind.STASH, "", "10C", 0),
    ],
)
def test_the_nearest_meld(names: str, kind: MeldKind, missing: str, strangers: str, short: int) -> None:
    found = no_meld(names)
    told = (found.nearest, names_of(found.missing), names_of(found.strangers), found.short)
    assert told == (kind, missing, strangers, short)
    assert found.cards == cards(names)


@pytest.mark.parametrize("names", ["QH QS", "QH JH", "QH QS 8D", "KD 8D"])
def test_queens_diamonds_are_not_meant_where_something_else_is_nearer(names: str) -> None:
    assert no_meld(names).nearest != MeldKind.QUEENS_DIAMONDS


@pytest.mark.parametrize("names", ["QH 9C", "9C QH", "QD JD", "KD QD"])
def test_queens_diamonds_are_meant_where_a_queen_lies_with_one_other_card(names: str) -> None:
    assert no_meld(names).nearest == MeldKind.QUEENS_DIAMONDS


def test_a_card_that_stands_twice_counts_once() -> None:
    assert names_of(no_meld("5C 5C 7C").missing) == "6C"
    assert no_meld("5C 5C 5C").short > 0
    assert isinstance(classify(cards("5C 6C 7C 7C"), PLAIN), Meld)


def test_the_plain_rummies_have_neither_stash_nor_pairs() -> None:
    assert no_meld("QH 7D", PLAIN).nearest in (MeldKind.RUN, MeldKind.SET)
    assert no_meld(SAPPHIRES, PLAIN).nearest in (MeldKind.RUN, MeldKind.SET)


@pytest.mark.parametrize("names", ["5C", "5C 5C", "QH"])
def test_one_card_alone_is_no_meld(names: str) -> None:
    assert no_meld_sentence(no_meld(names)).endswith("is no meld: one card alone never is.")


@pytest.mark.parametrize("dice", ALL_ROLLS)
def test_the_dice_name_the_diamond(dice: tuple[int, int]) -> None:
    ranks = {2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", 10: "10", 11: "J", 12: "J"}
    assert name_of(designated_diamond(dice)) == ranks[sum(dice)] + "D"


def test_without_a_print_only_cards_of_different_groups_may_be_a_stash() -> None:
    assert no_meld(SAPPHIRES, NO_PRINT).gem_unknown
    assert not no_meld("AS 2H 6D 8C", NO_PRINT).gem_unknown
    assert not no_meld("2S 4H 6D", NO_PRINT).gem_unknown


def test_letters_known_so_far_rule_a_stash_in_or_out() -> None:
    known = {name: MADE_UP_PRINT[name] for name in SAPPHIRES.split()}

    def table(letters: dict[str, str]) -> Table:
        gems = {one: tuple(map(Gem, letters[name])) for name in letters for one in cards(name)}
        return Table(has_gems=True, gems=Print.of(gems), diamond=None)

    assert isinstance(classify(cards(SAPPHIRES), table(known)), Meld)
    assert no_meld(SAPPHIRES, table({**known, "8C": ""})).gem_unknown
    assert not no_meld(SAPPHIRES, table({**known, "8C": "G"})).gem_unknown
    assert not no_meld(SAPPHIRES, table({**known, "8C": "", "7C": "S"})).gem_unknown, "the S of 7 and 8 is elsewhere"


@pytest.mark.parametrize(
    ("names", "fitting"),
    [
        ("8C 8D 8H", "8S"),
        ("8C 8D 8H 8S", ""),
        ("5C 6C 7C", "4C 8C"),
        ("AC 2C 3C", "4C"),
        ("JD QD KD", "10D"),
        ("QH 7D", ""),
        (SAPPHIRES, "10S JH KS"),
    ],
)
def test_what_extends_a_meld(names: str, fitting: str) -> None:
    meld = classify(cards(names), SEVEN)
    assert isinstance(meld, Meld)
    assert names_of(one for one in ALL_CARDS if extends(meld, one, SEVEN)) == fitting
