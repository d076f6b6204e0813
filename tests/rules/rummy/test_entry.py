"""Entering a hand: where cards go, how they are moved, and what is refused."""

import pytest

from companion.rules.cards import CARDS_BY_NAME, Card
from companion.rules.gems import Gem, Print
from companion.rules.rummy.entry import (
    EMPTY,
    HandEntry,
    MovedTo,
    Next,
    NotLaid,
    Refusal,
    entered,
    lay_next,
    lay_together,
    rank_left,
    regroup,
    run_to,
    take_out,
    why_not_laid,
)
from companion.rules.rummy.melds import PLAIN, MeldContext
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
        # 8C would lengthen the run, but was laid apart from it.
        ("5C 6C 7C QH QS QD 8C", "5C 6C 7C, QH QS QD / 8C"),
        ("5C 6C 7C 2H 8C", "5C 6C 7C / 2H 8C"),
        # A card that could end one meld or begin the next lies where it leaves least deadwood.
        ("5C 6C 7C 8C 8D 8H", "5C 6C 7C, 8C 8D 8H / "),
        ("7C 7D 7H 7S 8S 9S", "7C 7D 7H, 7S 8S 9S / "),
        ("2C 3C 4C AC AD AH", "2C 3C 4C, AC AD AH / "),
        ("7C 7D 7H 7S 8S 2D 9S", "7C 7D 7H 7S / 8S 2D 9S"),
        # Both can be cut in two ways of equal deadwood: the screen doesn't jump with the last card.
        ("7C 7D 7H 7S 8S 9S 10S", "7C 7D 7H, 7S 8S 9S 10S / "),
        ("JC QC KC KD KH", "JC QC KC / KD KH"),
        ("8C 9C 10C 5C 6C 7C", "8C 9C 10C 5C 6C 7C / "),
    ],
)
def test_cards_fall_into_melds_as_they_are_laid(names: str, expected: str) -> None:
    assert lies(laid(names)) == expected


def test_a_stash_falls_together_when_its_gems_are_known() -> None:
    known = MeldContext(has_gems=True, gems=MADE_UP, diamond=None)
    assert lies(laid("2C 3D 6H 8S 9C 4H", known)) == "2C 3D 6H 8S 9C / 4H"
    assert lies(laid("2C 3D 6H 8S", SEVEN)) == " / 2C 3D 6H 8S"


def test_the_rest_can_be_deadwood_whatever_it_is() -> None:
    entry = rest_is_deadwood(laid("5C 6C 7C 2H"))
    assert lies(laid("9C 9D 9H", entry=entry)) == "5C 6C 7C / 2H 9C 9D 9H"
    back = new_meld(laid("9C", entry=entry))
    assert lies(laid("9D 9H 9S", entry=back)) == "5C 6C 7C, 9D 9H 9S / 2H 9C"


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
    assert lies(run(laid("3C 3D 3H 3S"), "5S")) == "3C 3D 3H, 3S 4S 5S / ", "its first card leaves a set"
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
    entry = laid("5C 6C 7C 8C 9C 10C QH QS QD")
    parted = regroup(entry, cards("8C 9C 10C"), MovedTo.NEW_MELD)
    assert lies(parted) == "5C 6C 7C, QH QS QD, 8C 9C 10C / "
    assert lies(regroup(parted, cards("8C 9C 10C"), cards("5C")[0])) == "5C 6C 7C 8C 9C 10C, QH QS QD / "
    assert lies(regroup(parted, cards("5C 6C 7C"), cards("8C")[0])) == "QH QS QD, 8C 9C 10C 5C 6C 7C / "
    assert lies(regroup(laid("5C 6C 7C 9D 9H"), cards("9H"), cards("9D")[0])) == "5C 6C 7C, 9D 9H / ", "a new meld"
    assert regroup(entry, cards("2D"), MovedTo.NEW_MELD) is entry
    assert regroup(entry, cards("5C"), cards("6C")[0]) is entry


def test_one_card_is_not_a_meld() -> None:
    entry = laid("5C 6C 7C QH QS QD 9D")
    assert lies(take_out(entry, cards("QH QS"), PLAIN)) == "5C 6C 7C / QD 9D"
    assert lies(regroup(entry, cards("QH QS"), cards("6C")[0])) == "5C 6C 7C QH QS / 9D QD"
    assert lies(regroup(laid("2C 4D"), cards("2C"), MovedTo.NEW_MELD)) == " / 4D 2C"
    assert lies(entered((cards("QH"), cards("5C 6C")), cards("2D"))) == "5C 6C / 2D QH"


def test_cards_lie_as_if_what_was_taken_out_had_never_been_tapped() -> None:
    longer = take_out(laid("5C 6C 7C 9C"), cards("9C"), PLAIN)
    assert lies(laid("8C", entry=longer)) == "5C 6C 7C 8C / "
    entry = take_out(laid("5C 6C 7C QH QS QD"), cards("QH QS QD"), PLAIN)
    assert lies(laid("8C", entry=entry)) == "5C 6C 7C 8C / "
    assert lies(take_out(laid("KD KH 2C KS"), cards("2C"), PLAIN)) == "KD KH KS / "
    assert lies(take_out(laid("5C 6C 7C 8C"), cards("6C"), PLAIN)) == " / 5C 7C 8C"
    apart = laid("9C 9D 9S", entry=new_meld(laid("5C 6C 7C 8C")))
    assert lies(take_out(apart, cards("5C"), PLAIN)) == "6C 7C 8C, 9C 9D 9S / "
    assert take_out(apart, cards("KD"), PLAIN) is apart
    resting = take_out(rest_is_deadwood(laid("5C 6C 7C")), cards("5C 6C 7C"), PLAIN)
    assert resting.next == Next.DEADWOOD
