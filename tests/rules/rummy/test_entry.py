"""Entering a hand: where cards go, how they are moved, and what is refused."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.cards import ALL_CARDS, CARDS_BY_NAME, Card, Suit, card_of
from companion.rules.gems import Gem, Print
from companion.rules.rummy.entry import (
    EMPTY,
    HandEntry,
    MovedTo,
    Next,
    NotLaid,
    Refusal,
    entered,
    lay,
    lay_next,
    lay_together,
    rank_left,
    regroup,
    run_to,
    take_out,
    why_not_laid,
)
from companion.rules.rummy.melds import PLAIN, Meld, MeldContext, MeldKind, NoMeld, classify
from tests.support.rummy.entries import SEVEN, laid, lies
from tests.support.rummy.random_hands import cards

MADE_UP = Print.of({CARDS_BY_NAME[name]: (Gem.GOLD,) for name in ("2C", "3D", "6H", "8S", "9C")})


def new_meld(entry: HandEntry) -> HandEntry:
    return lay_next(entry, Next.NEW_MELD)


def rest_is_deadwood(entry: HandEntry) -> HandEntry:
    return lay_next(entry, Next.DEADWOOD)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("5C 6C 7C QH QS QD 9D", "5C 6C 7C, QH QS QD / 9D"),
        ("7C 6C 5C 4C", "7C 6C 5C 4C / "),
        ("5C 7C 6C", "5C 7C 6C / "),
        ("2H 5C 6C 7C", "5C 6C 7C / 2H"),
        ("9C 9D 4H 4S", " / 9C 9D 4H 4S"),
        ("KC KD KH KS KS", "KC KD KH KS / "),
        ("JC QC KC AC", "JC QC KC / AC"),
    ],
)
def test_cards_fall_into_melds_as_they_are_laid(names: str, expected: str) -> None:
    assert lies(laid(names)) == expected


def test_a_card_joins_only_what_lies_next_to_it() -> None:
    """8C would lengthen the run, but was laid apart from it: joining them would show a layout nobody laid."""
    assert lies(laid("5C 6C 7C QH QS QD 8C")) == "5C 6C 7C, QH QS QD / 8C"
    assert lies(laid("5C 6C 7C 2H 8C")) == "5C 6C 7C / 2H 8C"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("5C 6C 7C 8C 8D 8H", "5C 6C 7C, 8C 8D 8H / "),
        ("7C 7D 7H 7S 8S 9S", "7C 7D 7H, 7S 8S 9S / "),
        ("2C 3C 4C AC AD AH", "2C 3C 4C, AC AD AH / "),
        ("9S 8S 7S 7C 7D 7H", "9S 8S 7S, 7C 7D 7H / "),
        ("7C 7D 7H 7S 8S 2D 9S", "7C 7D 7H 7S / 8S 2D 9S"),
    ],
)
def test_a_card_that_could_end_one_meld_or_begin_the_next_lies_where_it_leaves_least_deadwood(
    names: str, expected: str
) -> None:
    assert lies(laid(names)) == expected


def test_what_was_shown_stays_where_another_layout_is_no_better() -> None:
    """Both runs of taps can be cut in two ways of equal deadwood: the screen doesn't jump with the last card."""
    assert lies(laid("7C 7D 7H 7S 8S 9S 10S")) == "7C 7D 7H, 7S 8S 9S 10S / "
    assert lies(laid("JC QC KC KD KH")) == "JC QC KC / KD KH"


def test_two_melds_that_could_be_one_are_one() -> None:
    assert lies(laid("8C 9C 10C 5C 6C 7C")) == "8C 9C 10C 5C 6C 7C / "


def test_a_new_meld_can_be_begun_where_a_card_would_have_joined() -> None:
    entry = new_meld(laid("5C 6C 7C"))
    assert lies(laid("8C 8D 8H", entry=entry)) == "5C 6C 7C, 8C 8D 8H / "


def test_the_queens_diamonds_fall_together_by_the_dice() -> None:
    assert lies(laid("QH 7D 2C", SEVEN)) == "QH 7D / 2C"
    assert lies(laid("7D QD QC", SEVEN)) == "7D QD / QC"
    assert lies(laid("5D 6D 7D QS", SEVEN)) == "5D 6D 7D / QS"
    assert lies(laid("QH 7D", PLAIN)) == " / QH 7D"


def test_a_stash_falls_together_when_its_gems_are_known() -> None:
    known = MeldContext(has_gems=True, gems=MADE_UP, diamond=None)
    assert lies(laid("2C 3D 6H 8S 9C 4H", known)) == "2C 3D 6H 8S 9C / 4H"
    assert lies(laid("2C 3D 6H 8S", SEVEN)) == " / 2C 3D 6H 8S"


def test_the_rest_can_be_deadwood_whatever_it_is() -> None:
    entry = rest_is_deadwood(laid("5C 6C 7C 2H"))
    assert lies(laid("9C 9D 9H", entry=entry)) == "5C 6C 7C / 2H 9C 9D 9H"
    back = new_meld(laid("9C", entry=entry))
    assert lies(laid("9D 9H 9S", entry=back)) == "5C 6C 7C, 9D 9H 9S / 2H 9C"


def test_a_second_tap_on_the_same_card_does_nothing() -> None:
    entry = laid("5C 6C")
    assert lay(entry, CARDS_BY_NAME["6C"], PLAIN) is entry


def run(entry: HandEntry, end: str) -> HandEntry:
    start, more = entry.last, run_to(entry.last, CARDS_BY_NAME[end])
    assert start is not None
    assert isinstance(more, tuple)
    return lay_together(entry, start, more)


def rank(entry: HandEntry, owners: dict[Card, str]) -> HandEntry:
    start, more = entry.last, rank_left(entry, owners)
    assert start is not None
    assert isinstance(more, tuple)
    return lay_together(entry, start, more)


def test_a_run_is_laid_by_its_ends() -> None:
    assert lies(run(laid("QH QS QC 5C"), "9C")) == "QH QS QC, 5C 6C 7C 8C 9C / "
    assert lies(run(laid("9C"), "5C")) == "9C 8C 7C 6C 5C / "
    assert lies(run(laid("5C 6C 7C"), "10C")) == "5C 6C 7C 8C 9C 10C / "
    assert lies(laid("10C", entry=run(laid("5C"), "9C"))) == "5C 6C 7C 8C 9C 10C / "


def test_a_run_by_its_ends_takes_its_first_card_out_of_a_set() -> None:
    assert lies(run(laid("3C 3D 3H 3S"), "5S")) == "3C 3D 3H, 3S 4S 5S / "


def test_a_run_by_its_ends_says_why_it_cannot_be_laid() -> None:
    assert run_to(None, CARDS_BY_NAME["9C"]) == Refusal(NotLaid.NO_START)
    assert run_to(*cards("5C 9D")) == Refusal(NotLaid.TWO_SUITS, cards("5C 9D"))


def test_new_cards_are_in_no_hand() -> None:
    bobs = {CARDS_BY_NAME["7C"]: "Bob", CARDS_BY_NAME["7D"]: "Bob"}
    run_of_clubs = cards("6C 7C 8C 9C")
    assert why_not_laid(laid("5C"), run_of_clubs, bobs) == Refusal(NotLaid.HELD_BY_ANOTHER, cards("7C"), "Bob")
    assert why_not_laid(laid("7C 7D 7H 5C"), run_of_clubs, {}) == Refusal(NotLaid.LAID_ALREADY, cards("7C"))
    assert why_not_laid(laid("5C"), run_of_clubs, {}) is None


def test_all_of_a_rank_are_those_in_no_hand_yet() -> None:
    bobs = {CARDS_BY_NAME["QS"]: "Bob"}
    assert lies(rank(laid("5C 6C 7C QH"), bobs)) == "5C 6C 7C, QH QC QD / "
    assert lies(rank(laid("QH QC QD"), {})) == "QH QC QD QS / "
    assert rank_left(laid("QH QC QD"), bobs) == Refusal(NotLaid.NONE_LEFT, cards("QD"))
    assert rank_left(EMPTY, {}) == Refusal(NotLaid.NO_START)


def test_cards_are_moved_by_hand() -> None:
    entry = laid("3C 3D 3H 3S 4S 5S 9D")
    assert lies(regroup(entry, cards("3S 4S 5S"), MovedTo.NEW_MELD)) == "3C 3D 3H, 3S 4S 5S / 9D"
    assert lies(regroup(entry, cards("3S"), MovedTo.DEADWOOD)) == "3C 3D 3H, 4S 5S / 9D 3S"
    assert lies(take_out(entry, cards("3S"), PLAIN)) == "3C 3D 3H / 4S 5S 9D"


def test_melds_are_split_and_joined() -> None:
    entry = laid("5C 6C 7C 8C 9C 10C QH QS QD")
    parted = regroup(entry, cards("8C 9C 10C"), MovedTo.NEW_MELD)
    assert lies(parted) == "5C 6C 7C, QH QS QD, 8C 9C 10C / "
    assert lies(regroup(parted, cards("8C 9C 10C"), cards("5C")[0])) == "5C 6C 7C 8C 9C 10C, QH QS QD / "
    assert lies(regroup(parted, cards("5C 6C 7C"), cards("8C")[0])) == "QH QS QD, 8C 9C 10C 5C 6C 7C / "


def test_one_card_is_not_a_meld() -> None:
    entry = laid("5C 6C 7C QH QS QD 9D")
    assert lies(take_out(entry, cards("QH QS"), PLAIN)) == "5C 6C 7C / QD 9D"
    assert lies(regroup(entry, cards("QH QS"), cards("6C")[0])) == "5C 6C 7C QH QS / 9D QD"
    assert lies(regroup(laid("2C 4D"), cards("2C"), MovedTo.NEW_MELD)) == " / 4D 2C"
    assert lies(entered((cards("QH"), cards("5C 6C")), cards("2D"))) == "5C 6C / 2D QH"


def test_moving_nothing_changes_nothing() -> None:
    entry = laid("5C 6C 7C")
    assert regroup(entry, cards("9D"), MovedTo.NEW_MELD) is entry
    assert regroup(entry, cards("5C"), cards("6C")[0]) is entry


def test_cards_moved_onto_a_card_that_lies_alone_are_a_new_meld_with_it() -> None:
    assert lies(regroup(laid("5C 6C 7C 9D 9H"), cards("9H"), cards("9D")[0])) == "5C 6C 7C, 9D 9H / "


def test_what_was_moved_by_hand_is_settled() -> None:
    entry = regroup(laid("5C 6C 7C 9D"), cards("9D"), MovedTo.DEADWOOD)
    assert lies(laid("9H 9S 8C", entry=entry)) == "5C 6C 7C / 9D 9H 9S 8C"
    dead = regroup(rest_is_deadwood(laid("5C 6C 7C")), cards("7C"), MovedTo.DEADWOOD)
    assert dead.next == Next.DEADWOOD


def test_after_a_slip_taken_out_laying_goes_on_as_before() -> None:
    entry = take_out(laid("5C 6C 8H"), cards("8H"), PLAIN)
    assert lies(laid("7C", entry=entry)) == "5C 6C 7C / "
    longer = take_out(laid("5C 6C 7C 9C"), cards("9C"), PLAIN)
    assert lies(laid("8C", entry=longer)) == "5C 6C 7C 8C / "


def test_cards_lie_as_if_what_was_taken_out_had_never_been_tapped() -> None:
    entry = take_out(laid("5C 6C 7C QH QS QD"), cards("QH QS QD"), PLAIN)
    assert lies(laid("8C", entry=entry)) == "5C 6C 7C 8C / "
    assert lies(take_out(laid("KD KH 2C KS"), cards("2C"), PLAIN)) == "KD KH KS / "
    assert lies(take_out(laid("5C 6C 7C 8C"), cards("6C"), PLAIN)) == " / 5C 7C 8C"
    apart = laid("9C 9D 9S", entry=new_meld(laid("5C 6C 7C 8C")))
    assert lies(take_out(apart, cards("5C"), PLAIN)) == "6C 7C 8C, 9C 9D 9S / "
    assert take_out(apart, cards("KD"), PLAIN) is apart
    resting = take_out(rest_is_deadwood(laid("5C 6C 7C")), cards("5C 6C 7C"), PLAIN)
    assert resting.next == Next.DEADWOOD


def test_a_hand_given_as_a_whole_keeps_groups_that_are_not_melds() -> None:
    entry = entered((cards("5C 6C 8C"), cards("QH QS QD")), cards("2D"))
    group, queens = (classify(group, PLAIN) for group in entry.melds)
    assert isinstance(queens, Meld)
    assert isinstance(group, NoMeld)
    assert (group.nearest, group.missing) == (MeldKind.RUN, (card_of(7, Suit.CLUBS),))


@given(st.lists(st.sampled_from(ALL_CARDS), max_size=30))
def test_no_card_is_lost_or_doubled_and_every_meld_that_fell_together_is_one(order: list[Card]) -> None:
    entry = EMPTY
    for card in order:
        entry = lay(entry, card, SEVEN)
    assert sorted(entry.cards) == sorted(set(order))
    assert all(isinstance(classify(group, SEVEN), Meld) for group in entry.melds)


@given(
    st.permutations(ALL_CARDS),
    st.lists(st.tuples(st.sets(st.integers(0, 11)), st.sampled_from([*MovedTo, "out", *ALL_CARDS])), max_size=5),
)
def test_moving_keeps_every_card_but_those_taken_out(
    order: list[Card], moves: list[tuple[set[int], MovedTo | Literal["out"] | Card]]
) -> None:
    entry = EMPTY
    for card in order[:12]:
        entry = lay(entry, card, PLAIN)
    for places, onto in moves:
        held = set(entry.cards)
        moved = {card for place, card in enumerate(entry.cards) if place in places}
        if onto in ALL_CARDS and onto not in held:
            continue
        entry = take_out(entry, moved, PLAIN) if onto == "out" else regroup(entry, moved, onto)
        assert sorted(entry.cards) == sorted(held - moved if onto == "out" else held)
        assert all(len(group) > 1 for group in entry.melds)
        assert set(entry.placed) <= set(entry.cards)
