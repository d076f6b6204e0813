"""Entering a hand: where cards go, how they are moved, and what is refused."""

from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.cards import ALL_CARDS, CARDS_BY_NAME, Card, Suit, card_of, name_of
from companion.rules.gems import Gem, Print
from companion.rules.rummy.entry import (
    EMPTY,
    HandEntry,
    MovedTo,
    Next,
    NotLaid,
    Refusal,
    closed,
    entered,
    lay,
    lay_again,
    lay_rank,
    lay_run,
    lay_run_between,
    new_meld,
    regroup,
    rest_is_deadwood,
    take_out,
    undo,
)
from companion.rules.rummy.melds import PLAIN, Meld, MeldContext, MeldKind, NoMeld, classify, designated_diamond
from tests.support.rummy.random_hands import cards

THREE = MeldContext(has_gems=True, gems=None, diamond=designated_diamond((1, 2)))
SEVEN = MeldContext(has_gems=True, gems=None, diamond=designated_diamond((3, 4)))
MADE_UP = Print.of({CARDS_BY_NAME[name]: (Gem.GOLD,) for name in ("2C", "3D", "6H", "8S", "9C")})


def laid(names: str, table: MeldContext = PLAIN, entry: HandEntry = EMPTY) -> HandEntry:
    for card in cards(names):
        step = lay(entry, card, table, {})
        assert isinstance(step, HandEntry)
        entry = step
    return entry


def seen(entry: HandEntry) -> str:
    """Return an entry as text: groups, then deadwood after a slash."""
    groups = [" ".join(name_of(card) for card in group) for group in entry.melds]
    return ", ".join(groups) + " / " + " ".join(name_of(card) for card in entry.deadwood)


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
    assert seen(laid(names)) == expected


def test_a_card_joins_only_what_lies_next_to_it() -> None:
    """8C would lengthen the run, but was laid apart from it: joining them would show a layout nobody laid."""
    assert seen(laid("5C 6C 7C QH QS QD 8C")) == "5C 6C 7C, QH QS QD / 8C"
    assert seen(laid("5C 6C 7C 2H 8C")) == "5C 6C 7C / 2H 8C"


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
    assert seen(laid(names)) == expected


def test_what_was_shown_stays_where_another_layout_is_no_better() -> None:
    """Both runs of taps can be cut in two ways of equal deadwood: the screen doesn't jump with the last card."""
    assert seen(laid("7C 7D 7H 7S 8S 9S 10S")) == "7C 7D 7H, 7S 8S 9S 10S / "
    assert seen(laid("JC QC KC KD KH")) == "JC QC KC / KD KH"


def test_two_melds_that_could_be_one_are_one() -> None:
    assert seen(laid("8C 9C 10C 5C 6C 7C")) == "8C 9C 10C 5C 6C 7C / "


def test_a_new_meld_can_be_begun_where_a_card_would_have_joined() -> None:
    entry = new_meld(laid("5C 6C 7C"))
    assert seen(laid("8C 8D 8H", entry=entry)) == "5C 6C 7C, 8C 8D 8H / "


def test_the_queens_diamonds_fall_together_by_the_dice() -> None:
    assert seen(laid("QH 7D 2C", SEVEN)) == "QH 7D / 2C"
    assert seen(laid("7D QD QC", SEVEN)) == "7D QD / QC"
    assert seen(laid("5D 6D 7D QS", SEVEN)) == "5D 6D 7D / QS"
    assert seen(laid("QH 7D", PLAIN)) == " / QH 7D"


def test_a_stash_falls_together_when_its_gems_are_known() -> None:
    known = MeldContext(has_gems=True, gems=MADE_UP, diamond=None)
    assert seen(laid("2C 3D 6H 8S 9C 4H", known)) == "2C 3D 6H 8S 9C / 4H"
    assert seen(laid("2C 3D 6H 8S", SEVEN)) == " / 2C 3D 6H 8S"


def test_the_rest_can_be_deadwood_whatever_it_is() -> None:
    entry = rest_is_deadwood(laid("5C 6C 7C 2H"))
    assert seen(laid("9C 9D 9H", entry=entry)) == "5C 6C 7C / 2H 9C 9D 9H"
    back = new_meld(laid("9C", entry=entry))
    assert seen(laid("9D 9H 9S", entry=back)) == "5C 6C 7C, 9D 9H 9S / 2H 9C"


def test_a_card_in_another_hand_is_refused_with_its_owner() -> None:
    owners = {CARDS_BY_NAME["8C"]: "Bob"}
    assert lay(EMPTY, CARDS_BY_NAME["8C"], PLAIN, owners) == Refusal(NotLaid.HELD_BY_ANOTHER, cards("8C"), "Bob")


def test_a_second_tap_on_the_same_card_does_nothing() -> None:
    entry = laid("5C 6C")
    assert lay(entry, CARDS_BY_NAME["6C"], PLAIN, {}) is entry


def run_to(entry: HandEntry, end: str, owners: dict[Card, str] | None = None) -> HandEntry | Refusal:
    return lay_run(entry, CARDS_BY_NAME[end], owners or {})


def together(step: HandEntry | Refusal) -> HandEntry:
    assert isinstance(step, HandEntry)
    return step


def test_a_run_is_laid_by_its_ends() -> None:
    assert seen(together(run_to(laid("QH QS QC 5C"), "9C"))) == "QH QS QC, 5C 6C 7C 8C 9C / "
    assert seen(together(run_to(laid("9C"), "5C"))) == "9C 8C 7C 6C 5C / "
    assert seen(together(run_to(laid("5C 6C 7C"), "10C"))) == "5C 6C 7C 8C 9C 10C / "
    assert seen(laid("10C", entry=together(run_to(laid("5C"), "9C")))) == "5C 6C 7C 8C 9C 10C / "


def test_a_run_by_its_ends_takes_its_first_card_out_of_a_set() -> None:
    assert seen(together(run_to(laid("3C 3D 3H 3S"), "5S"))) == "3C 3D 3H, 3S 4S 5S / "


def test_a_run_by_its_ends_says_why_it_cannot_be_laid() -> None:
    assert run_to(EMPTY, "9C") == Refusal(NotLaid.NO_START)
    assert run_to(laid("5C"), "9D") == Refusal(NotLaid.TWO_SUITS, cards("5C 9D"))
    bobs = {CARDS_BY_NAME["7C"]: "Bob", CARDS_BY_NAME["7D"]: "Bob"}
    assert run_to(laid("5C"), "9C", bobs) == Refusal(NotLaid.HELD_BY_ANOTHER, cards("7C"), "Bob")
    assert run_to(laid("7C 7D 7H 5C"), "9C") == Refusal(NotLaid.LAID_ALREADY, cards("7C"))


def run_between(entry: HandEntry, start: str, end: str, owners: dict[Card, str]) -> HandEntry | Refusal:
    return lay_run_between(entry, CARDS_BY_NAME[start], CARDS_BY_NAME[end], owners)


def test_a_run_is_laid_at_once_and_taken_back_at_once() -> None:
    before = laid("QH QS QC")
    run = together(run_between(before, "5C", "8C", {}))
    assert seen(run) == "QH QS QC, 5C 6C 7C 8C / "
    assert undo(run) == before


def test_a_run_that_is_laid_at_once_says_why_it_cannot_be() -> None:
    bobs = {CARDS_BY_NAME["7C"]: "Bob"}
    assert run_between(EMPTY, "7C", "9C", bobs) == Refusal(NotLaid.HELD_BY_ANOTHER, cards("7C"), "Bob")
    assert run_between(EMPTY, "5C", "9C", bobs) == Refusal(NotLaid.HELD_BY_ANOTHER, cards("7C"), "Bob")
    assert run_between(laid("5C"), "5C", "9C", {}) == Refusal(NotLaid.LAID_ALREADY, cards("5C"))


def test_all_of_a_rank_are_those_in_no_hand_yet() -> None:
    bobs = {CARDS_BY_NAME["QS"]: "Bob"}
    assert seen(together(lay_rank(laid("5C 6C 7C QH"), bobs))) == "5C 6C 7C, QH QC QD / "
    assert seen(together(lay_rank(laid("QH QC QD"), {}))) == "QH QC QD QS / "
    assert lay_rank(laid("QH QC QD"), bobs) == Refusal(NotLaid.NONE_LEFT, cards("QD"))
    assert lay_rank(EMPTY, {}) == Refusal(NotLaid.NO_START)


def test_cards_are_moved_by_hand() -> None:
    entry = laid("3C 3D 3H 3S 4S 5S 9D")
    assert seen(regroup(entry, cards("3S 4S 5S"), MovedTo.NEW_MELD)) == "3C 3D 3H, 3S 4S 5S / 9D"
    assert seen(regroup(entry, cards("3S"), MovedTo.DEADWOOD)) == "3C 3D 3H, 4S 5S / 9D 3S"
    assert seen(take_out(entry, cards("3S"), PLAIN)) == "3C 3D 3H / 4S 5S 9D"


def test_melds_are_split_and_joined() -> None:
    entry = laid("5C 6C 7C 8C 9C 10C QH QS QD")
    parted = regroup(entry, cards("8C 9C 10C"), MovedTo.NEW_MELD)
    assert seen(parted) == "5C 6C 7C, QH QS QD, 8C 9C 10C / "
    assert seen(regroup(parted, cards("8C 9C 10C"), 0)) == "5C 6C 7C 8C 9C 10C, QH QS QD / "
    assert seen(regroup(parted, cards("5C 6C 7C"), 2)) == "QH QS QD, 8C 9C 10C 5C 6C 7C / "


def test_one_card_is_not_a_meld() -> None:
    entry = laid("5C 6C 7C QH QS QD 9D")
    assert seen(take_out(entry, cards("QH QS"), PLAIN)) == "5C 6C 7C / QD 9D"
    assert seen(regroup(entry, cards("QH QS"), 0)) == "5C 6C 7C QH QS / 9D QD"
    assert seen(regroup(laid("2C 4D"), cards("2C"), MovedTo.NEW_MELD)) == " / 4D 2C"
    assert seen(entered((cards("QH"), cards("5C 6C")), cards("2D"))) == "5C 6C / 2D QH"


def test_moving_nothing_changes_nothing() -> None:
    entry = laid("5C 6C 7C")
    assert regroup(entry, cards("9D"), MovedTo.NEW_MELD) is entry
    assert regroup(entry, cards("5C"), 1) is entry


def test_what_was_moved_by_hand_is_settled() -> None:
    entry = regroup(laid("5C 6C 7C 9D"), cards("9D"), MovedTo.DEADWOOD)
    assert seen(laid("9H 9S 8C", entry=entry)) == "5C 6C 7C / 9D 9H 9S 8C"
    dead = regroup(rest_is_deadwood(laid("5C 6C 7C")), cards("7C"), MovedTo.DEADWOOD)
    assert dead.next == Next.DEADWOOD


def test_after_a_slip_taken_out_laying_goes_on_as_before() -> None:
    entry = take_out(laid("5C 6C 8H"), cards("8H"), PLAIN)
    assert seen(laid("7C", entry=entry)) == "5C 6C 7C / "
    longer = take_out(laid("5C 6C 7C 9C"), cards("9C"), PLAIN)
    assert seen(laid("8C", entry=longer)) == "5C 6C 7C 8C / "


def test_cards_lie_as_if_what_was_taken_out_had_never_been_tapped() -> None:
    entry = take_out(laid("5C 6C 7C QH QS QD"), cards("QH QS QD"), PLAIN)
    assert seen(laid("8C", entry=entry)) == "5C 6C 7C 8C / "
    assert seen(take_out(laid("KD KH 2C KS"), cards("2C"), PLAIN)) == "KD KH KS / "
    assert seen(take_out(laid("5C 6C 7C 8C"), cards("6C"), PLAIN)) == " / 5C 7C 8C"
    apart = laid("9C 9D 9S", entry=new_meld(laid("5C 6C 7C 8C")))
    assert seen(take_out(apart, cards("5C"), PLAIN)) == "6C 7C 8C, 9C 9D 9S / "
    assert take_out(apart, cards("KD"), PLAIN) is apart
    resting = take_out(rest_is_deadwood(laid("5C 6C 7C")), cards("5C 6C 7C"), PLAIN)
    assert resting.next == Next.DEADWOOD


def test_undoing_leads_back_step_by_step() -> None:
    entry = laid("5C 6C 7C")
    assert undo(take_out(entry, cards("5C"), PLAIN)) == entry
    assert seen(undo(entry)) == " / 5C 6C"
    assert undo(EMPTY) == EMPTY


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
        step = lay(entry, card, SEVEN, {})
        assert isinstance(step, HandEntry)
        entry = step
    assert sorted(entry.cards) == sorted(set(order))
    assert all(isinstance(classify(group, SEVEN), Meld) for group in entry.melds)


@given(
    st.permutations(ALL_CARDS),
    st.lists(st.tuples(st.sets(st.integers(0, 11)), st.sampled_from([*MovedTo, "out", 0, 1, 2])), max_size=5),
)
def test_moving_keeps_every_card_but_those_taken_out(
    order: list[Card], moves: list[tuple[set[int], MovedTo | Literal["out"] | int]]
) -> None:
    entry = EMPTY
    for card in order[:12]:
        step = lay(entry, card, PLAIN, {})
        assert isinstance(step, HandEntry)
        entry = step
    for places, onto in moves:
        held = set(entry.cards)
        moved = {card for place, card in enumerate(entry.cards) if place in places}
        entry = take_out(entry, moved, PLAIN) if onto == "out" else regroup(entry, moved, onto)
        assert sorted(entry.cards) == sorted(held - moved if onto == "out" else held)
        assert all(len(group) > 1 for group in entry.melds)
        assert set(entry.placed) <= set(entry.cards)


def test_a_pair_that_fell_is_queens_diamonds_once_the_dice_are_right() -> None:
    entry = laid("QH 3D 9C 9D 9S", SEVEN)
    assert seen(entry) == "9C 9D 9S / QH 3D"
    again = lay_again(entry, SEVEN, THREE)
    assert seen(again) == "QH 3D, 9C 9D 9S / "
    assert seen(undo(again)) == "QH 3D / 9C 9D"


def test_queens_diamonds_that_were_none_are_parted_and_let_the_next_cards_fall_where_they_belong() -> None:
    entry = laid("QH 7D 8D 9H", SEVEN)
    assert seen(entry) == "QH 7D / 8D 9H"
    assert seen(lay_again(entry, SEVEN, THREE)) == " / QH 7D 8D 9H"


def test_what_was_put_to_the_deadwood_or_grouped_by_hand_stays_there() -> None:
    put_down = laid("QH 3D", SEVEN, rest_is_deadwood(EMPTY))
    assert seen(lay_again(put_down, SEVEN, THREE)) == " / QH 3D"
    parted = laid("3D", SEVEN, new_meld(laid("QH", SEVEN)))
    assert seen(lay_again(parted, SEVEN, THREE)) == " / QH 3D"
    claimed = regroup(laid("QH 9C 7D", THREE), cards("QH 7D"), MovedTo.NEW_MELD)
    assert seen(lay_again(claimed, THREE, SEVEN)) == "QH 7D / 9C"
    assert seen(lay_again(claimed, SEVEN, THREE)) == " / 9C QH 7D"


def test_a_card_laid_to_the_deadwood_by_request_stays_there_behind_what_falls_otherwise_now() -> None:
    entry = laid("QS", SEVEN, rest_is_deadwood(laid("QH 3D", SEVEN)))
    again = lay_again(entry, SEVEN, THREE)
    assert seen(again) == "QH 3D / QS"
    assert again.next == Next.DEADWOOD


def test_a_hand_that_was_given_another_way_since_goes_on_that_way() -> None:
    loose = replace(closed(laid("QH 3D", SEVEN)), next=Next.DEADWOOD)
    again = lay_again(loose, SEVEN, THREE)
    assert (seen(again), again.next, again.open.cards) == ("QH 3D / ", Next.DEADWOOD, ())


def test_what_was_moved_after_a_pair_that_fell_is_moved_again() -> None:
    fell = laid("QH 3D 9C 9D 9S 4S 5S KD", SEVEN)
    assert seen(fell) == "9C 9D 9S / QH 3D 4S 5S KD"
    down = regroup(fell, cards("9S"), MovedTo.DEADWOOD)
    assert seen(down) == "9C 9D / QH 3D 4S 5S KD 9S"
    assert seen(lay_again(down, SEVEN, THREE)) == "QH 3D, 9C 9D / 4S 5S KD 9S"
    out = take_out(fell, cards("3D"), PLAIN)
    assert seen(lay_again(out, SEVEN, THREE)) == "9C 9D 9S / QH 4S 5S KD"
    grouped = regroup(fell, cards("QH 5S"), MovedTo.NEW_MELD)
    assert seen(lay_again(grouped, SEVEN, THREE)) == "9C 9D 9S, QH 5S / 4S KD 3D"
    begun = new_meld(fell)
    assert lay_again(begun, SEVEN, THREE).next == Next.NEW_MELD
    assert seen(lay_again(begun, SEVEN, THREE)) == "QH 3D, 9C 9D 9S / 4S 5S KD"


def test_a_hand_from_the_sheet_is_joined_and_parted_where_its_cards_lie_side_by_side() -> None:
    written = entered([cards("9C 9D 9S"), cards("QS 7D")], cards("2C QH 3D 4H"))
    assert seen(lay_again(written, SEVEN, THREE)) == "9C 9D 9S, QH 3D / 2C 4H QS 7D"
    apart = entered([cards("9C 9D 9S")], cards("QH 2C 3D"))
    assert lay_again(apart, SEVEN, THREE) is apart


_TAPS = st.lists(st.sampled_from([name_of(card) for card in ALL_CARDS]), unique=True, max_size=16)


@pytest.mark.slow
@given(_TAPS)
def test_cards_that_only_fell_lie_as_if_the_right_dice_had_been_there_from_the_beginning(names: list[str]) -> None:
    hand = " ".join(names)
    assert seen(lay_again(laid(hand, SEVEN), SEVEN, THREE)) == seen(laid(hand, THREE))


_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("lay"), st.sampled_from(ALL_CARDS)),
        st.tuples(st.sampled_from(["new", "dead", "undo", "run", "rank"]), st.sampled_from(ALL_CARDS)),
        st.tuples(st.sampled_from(["out", "new-meld", "deadwood", "onto"]), st.sampled_from(ALL_CARDS)),
    ),
    max_size=24,
)


def _stepped(steps: list[tuple[str, Card]], table: MeldContext) -> HandEntry:
    entry = EMPTY
    for what, card in steps:
        done: HandEntry | Refusal
        match what:
            case "lay":
                done = lay(entry, card, table, {})
            case "run":
                done = lay_run(entry, card, {})
            case "rank":
                done = lay_rank(entry, {})
            case "onto":
                done = regroup(entry, [card], 0)
            case "out":
                done = take_out(entry, [card], table)
            case "new-meld" | "deadwood":
                done = regroup(entry, [card], MovedTo(what))
            case _:
                done = {"new": new_meld, "dead": rest_is_deadwood, "undo": undo}[what](entry)
        entry = entry if isinstance(done, Refusal) else done
    return entry


@given(_STEPS)
def test_the_same_dice_lay_every_hand_as_it_lies_and_other_dice_lose_and_double_no_card(
    steps: list[tuple[str, Card]],
) -> None:
    entry = _stepped(steps, SEVEN)
    assert seen(lay_again(entry, SEVEN, SEVEN)) == seen(entry)
    again = lay_again(entry, SEVEN, THREE)
    assert sorted(again.cards) == sorted(entry.cards)
    if all(len(group) > 1 for group in entry.melds):
        assert all(len(group) > 1 for group in again.melds)
