"""Cards of a photo in a hand: where they come to lie, and what the player is asked."""

from dataclasses import replace

import pytest

from companion.rules.cards import CARDS_BY_NAME, Card, name_of
from companion.rules.rummy import photo_entry
from companion.rules.rummy.entry import (
    EMPTY,
    HandEntry,
    MovedTo,
    Next,
    Owners,
    entered,
    lay_next,
    regroup,
)
from companion.rules.rummy.melds import PLAIN, MeldContext, designated_diamond
from companion.rules.rummy.taps import Dismissed, Laid, Photographed, after, laid_by
from tests.support.rummy.entries import SEVEN, lies

NOBODY: Owners = {}


def card(name: str) -> Card:
    return CARDS_BY_NAME[name]


def groups(table: str) -> tuple[tuple[photo_entry.Seen, ...], ...]:
    """Read a table: groups between bars, 9C/9S is unsure."""
    return tuple(tuple(seen(name) for name in group.split()) for group in table.split("|"))


def seen(name: str) -> photo_entry.Seen:
    first, slash, second = name.partition("/")
    return photo_entry.Seen(card(first), CARDS_BY_NAME.get(second), sure=not slash)


def add(
    table: str, before: HandEntry = EMPTY, others: Owners = NOBODY, context: MeldContext = PLAIN
) -> photo_entry.Added:
    added = photo_entry.add_photo(before, groups(table), context, others)
    if added.entry == before:
        return added
    return replace(added, entry=after(before, Photographed(groups(table), tuple(others)), context))


def asked(entry: HandEntry, others: Owners = NOBODY) -> list[str]:
    return ["/".join(map(name_of, doubt.guesses)) for doubt in photo_entry.open_doubts(entry, others)]


def name(entry: HandEntry, names: str, context: MeldContext = PLAIN) -> HandEntry:
    first, _, second = names.partition("/")
    return photo_entry.name_doubt(entry, card(first), CARDS_BY_NAME.get(second), context)


@pytest.mark.parametrize(
    ("table", "hand"),
    [
        ("5C 6C 7C | QC QD QH | 9C 2D | AS", "5C 6C 7C, QC QD QH / 9C 2D AS"),
        ("5C 6C 8C", "5C 6C 8C / "),  # no meld on the table, none in the app
        ("7C 5C 6C", "7C 5C 6C / "),  # as it lies
        ("QS 7D", " / QS 7D"),
        ("5C 5C 6C 7C", "5C 6C 7C / "),
        ("", " / "),
    ],
)
def test_a_photo_lies_in_the_hand_as_on_the_table(table: str, hand: str) -> None:
    added = add(table)
    assert lies(added.entry) == hand
    assert (added.held, added.nameless) == ((), 0)


def test_loose_cards_stay_loose() -> None:
    before = entered([(card("2C"), card("3C"), card("4C"))], [])
    added = photo_entry.add_photo(before, groups("5C 6C 7C | 4C"), PLAIN, NOBODY, loose=True)
    assert lies(added.entry) == "2C 3C 4C / 5C 6C 7C"


def test_the_same_photo_adds_nothing_again() -> None:
    once = add("5C 6C 7C | QH/QD QS | 2D").entry
    assert add("5C 6C 7C | QH/QD QS | 2D", once).entry is once
    named = name(once, "QH/QD")
    assert add("5C 6C 7C | QH/QD QS | 2D", named).entry is named


def test_a_second_photo_adds_what_is_new_beside_its_group() -> None:
    first = add("5C 6C | QC QD QH | 10S 9S 8S | 2D").entry
    second = add("4C 5C 6C 7C | QC QD QS QH | JS 10S 9S 8S 7S | 2D 3H", first).entry
    assert lies(second) == "QC QD QS QH, JS 10S 9S 8S 7S, 4C 5C 6C 7C / 2D 3H"


def test_what_the_player_moved_stays_where_it_is() -> None:
    """Cards tapped one by one become the group that the photo shows, if they fell where they lie."""
    tapped = after(after(EMPTY, Laid(card("QC")), PLAIN), Laid(card("QD")), PLAIN)
    assert lies(add("QC QD QH | 3S", tapped).entry) == "QC QD QH / 3S"
    assert lies(add("QC QD QH", entered([], [card("QC"), card("QD")])).entry) == " / QC QD QH", "no step is known"
    first = add("5C 6C 7C | 2D").entry
    moved = regroup(first, [card("6C"), card("7C")], MovedTo.DEADWOOD)
    assert lies(moved) == " / 2D 5C 6C 7C"
    assert lies(add("5C 6C 7C 8C", moved).entry) == " / 2D 5C 6C 7C 8C"
    on_purpose = after(lay_next(EMPTY, Next.DEADWOOD), Laid(card("5C")), PLAIN)
    added = add("5C 6C 7C", on_purpose).entry
    assert (lies(added), added.next) == (" / 5C 6C 7C", Next.DEADWOOD)


def test_cards_of_another_player_are_not_added() -> None:
    others = {card("6C"): "Bob", card("QH"): "Bob"}
    added = add("5C 6C 7C 8C | QH/QD | 6C/6S", others=others)
    assert lies(added.entry) == "5C 7C 8C / "
    assert added.held == (card("6C"),)
    assert asked(added.entry) == ["QD", "6S"]


@pytest.mark.parametrize(
    ("table", "questions", "nameless"),
    [
        ("9C/9S | KD", ["9C/9S"], 0),
        ("9C/9S | 9S", ["9C"], 0),  # the other one lies elsewhere
        ("9C/9S | 9C", ["9S"], 0),
        ("9C/9S | 9C | 9S", [], 1),
        ("9C/9S | 9S/9C", ["9C/9S", "9S/9C"], 0),
        ("9C/9S | 9C/8C", ["9C/9S"], 1),
        (" | ".join(f"{rank}C/{rank}S" for rank in range(2, 11)), [f"{rank}C/{rank}S" for rank in range(2, 10)], 1),
    ],
)
def test_what_is_unsure_is_asked(table: str, questions: list[str], nameless: int) -> None:
    added = add(table)
    assert (asked(added.entry), added.nameless) == (questions, nameless)
    assert len(questions) <= photo_entry.MOST_DOUBTS


def test_a_card_that_may_be_one_of_the_hand_is_not_asked_but_what_is_read_as_another_counts_as_not_read() -> None:
    before = add("9S | 2D").entry
    for photo, nameless in (("9S/9C | 3D", 0), ("9C/9S | 3D", 1)):
        added = add(photo, before)
        assert asked(added.entry) == []
        assert added.nameless == nameless


def test_a_question_is_over_when_a_guess_is_in_the_hand() -> None:
    entry = add("9C/9S | 5D/5H").entry
    assert asked(entry, {card("9C"): "Bob"}) == ["9S", "5D/5H"]
    assert asked(entry, {card("9C"): "Bob", card("9S"): "Bob"}) == ["5D/5H"]
    laid = after(entry, Laid(card("9S")), PLAIN)
    assert asked(laid) == ["5D/5H"]
    assert asked(add("9S", entry).entry) == ["5D/5H"]
    assert asked(add("9C/9H", entry).entry) == ["5D/5H", "9C/9H"]
    assert asked(entered([], [card("2D")], entry)) == ["9C/9S", "5D/5H"]


@pytest.mark.parametrize(
    ("table", "names", "hand"),
    [
        ("5C 6C 7C/7S", "7C/7S", "5C 6C 7C / "),
        ("5C 6C 7C/7S", "7S/7C", "5C 6C 7S / "),  # illegal as the player says
        ("5C/5S 6C 7C", "5C/5S", "5C 6C 7C / "),
        ("8S 7S 6S/6C 5S", "6S/6C", "8S 7S 6S 5S / "),
        ("9S/9C 8S 7S", "9S/9C", "9S 8S 7S / "),
        ("QC QH/QD QS", "QD/QH", "QC QD QS / "),
        ("2D | 3H/3D", "3H/3D", " / 2D 3H"),
        ("2D 3H/3D", "3H/3D", " / 2D 3H"),
        ("QS 7D/7H", "7D/7H", "QS 7D / "),
        ("QS 7D/7H", "7H/7D", " / QS 7H"),
    ],
)
def test_a_named_card_lies_where_its_group_lies(table: str, names: str, hand: str) -> None:
    entry = add(table, context=SEVEN).entry
    named = name(entry, names, SEVEN)
    assert lies(named) == hand
    assert asked(named) == []
    assert name(named, names, SEVEN) is named


def test_a_group_of_which_one_card_is_sure_grows_as_its_cards_are_named() -> None:
    entry = add("QC QH/QD QS/QD").entry
    assert lies(entry) == " / QC"
    entry = name(name(entry, "QH/QD"), "QS/QD")
    assert lies(entry) == "QC QS QH / "


def test_a_card_named_rules_out_the_same_guess_elsewhere() -> None:
    entry = name(add("9C/9S | 9S/9C | 4D").entry, "9C/9S")
    assert asked(entry) == ["9S"]
    assert lies(name(entry, "9S")) == " / 4D 9S 9C"
    left = photo_entry.dismiss_doubt(entry, card("9S"), None)
    assert asked(left) == []
    assert photo_entry.dismiss_doubt(left, card("9S"), None) is left
    assert name(left, "9S") is left


def test_questions_stay_when_the_dice_are_corrected() -> None:
    photo = Photographed(groups("QS 7D | 9C/9S"))
    assert lies(laid_by((photo,), SEVEN)) == "QS 7D / "
    again = laid_by((photo,), MeldContext(has_gems=True, gems=None, diamond=designated_diamond((3, 5))))
    assert (lies(again), asked(again)) == (" / QS 7D", ["9C/9S"])
    assert asked(laid_by((photo, Dismissed(card("9C"), None)), PLAIN)) == []
