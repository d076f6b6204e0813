"""The cards: what they count, how they are written and listed (P.card-values; formats)."""

import pytest

from companion.rules.cards import (
    ALL_CARDS,
    CARDS_BY_NAME,
    FULL_DECK,
    Hand,
    Rank,
    Suit,
    card_of,
    cards_in_runs,
    name_of,
    parse_card,
    points_of,
    rank_of,
    suit_of,
)
from tests.support.rummy.reference import DECK, VALUES


def hand(names: str) -> Hand:
    return Hand.of(CARDS_BY_NAME[name] for name in names.split())


def test_every_card_counts_as_the_books_say() -> None:
    assert {name_of(one): points_of(one) for one in ALL_CARDS} == VALUES
    assert FULL_DECK.points == 340


def test_cards_are_listed_by_rank_then_by_suit() -> None:
    assert tuple(map(name_of, ALL_CARDS)) == DECK
    assert [name_of(one) for one in hand("KC AS 2D 2C").listed] == ["AS", "2C", "2D", "KC"]
    assert list(hand("2D AC")) == [CARDS_BY_NAME["AC"], CARDS_BY_NAME["2D"]]


def test_a_hand_is_a_set_of_cards() -> None:
    low, both = hand("AC 2D"), hand("AC 2D KS")
    assert CARDS_BY_NAME["2D"] in low
    assert CARDS_BY_NAME["KS"] not in low
    assert (len(low), low.points, both.points) == (2, 3, 13)
    assert both - low == hand("KS")
    assert both & low == low
    assert low | hand("KS 2D") == both
    assert len({low, hand("2D AC"), both}) == 2
    assert low != low.bits
    assert bool(low)
    assert not low - both


def test_a_card_knows_its_rank_and_suit() -> None:
    jack = card_of(11, Suit.HEARTS)
    assert (rank_of(jack), suit_of(jack), name_of(jack)) == (Rank.JACK, Suit.HEARTS, "JH")


@pytest.mark.parametrize("text", ["10C", "tc", "TC", "10c", "10♣", "T♣"])
def test_a_ten_is_read_in_every_way_of_writing(text: str) -> None:
    assert parse_card(text) == CARDS_BY_NAME["10C"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "C",
        "11C",
        "1C",
        "0D",
        "ZD",
        "5X",
        "10",
        "T",
        "5CC",
        " 5C",
        "5C ",
        "10CC",
        "5\N{LATIN SMALL LETTER LONG S}",
        "\N{FULLWIDTH DIGIT FIVE}C",
    ],
)
def test_what_is_no_card_is_none(text: str) -> None:
    assert parse_card(text) is None


@pytest.mark.parametrize(
    ("held", "in_runs"),
    [
        ("AC 2C 3C", "AC 2C 3C"),
        ("JH QH KH", "JH QH KH"),
        ("QC KC AC", ""),
        ("QC KC AD 2D", ""),
        ("4S 5S 6S 7S 9S 10S", "4S 5S 6S 7S"),
        ("4S 5S 7S 8S", ""),
    ],
)
def test_runs_go_from_ace_to_king_and_no_further(held: str, in_runs: str) -> None:
    assert cards_in_runs(hand(held).bits) == hand(in_runs).bits
