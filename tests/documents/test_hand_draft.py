"""A hand that is kept comes back as it was, with its way back; and it becomes a hand of the showdown document."""

import json
from dataclasses import replace

import pytest

from companion.documents.hand_draft import (
    NOT_BEGUN,
    STEPS_KEPT,
    EnteredHand,
    Way,
    entered_from,
    read_entered,
    write_entered,
)
from companion.documents.shorthand import parse_shorthand
from companion.documents.showdown import write_cards
from companion.rules.cards import ALL_CARDS, CARDS_BY_NAME
from companion.rules.rummy.entry import (
    EMPTY,
    HandEntry,
    UnsureCard,
    entered,
    lay,
    rest_is_deadwood,
    take_out,
    undo,
)
from companion.rules.rummy.melds import PLAIN
from companion.rules.rummy.photo_entry import MOST_DOUBTS
from companion.store.limits import DRAFT_BYTES


def laid(names: str) -> HandEntry:
    entry = EMPTY
    for name in names.split():
        step = lay(entry, CARDS_BY_NAME[name], PLAIN, {})
        assert isinstance(step, HandEntry)
        entry = step
    return entry


def kept(hand: EnteredHand) -> EnteredHand:
    return read_entered(json.loads(json.dumps(write_entered(hand))))


def test_an_entered_hand_survives_storage_with_its_undo_steps() -> None:
    entry = take_out(rest_is_deadwood(laid("5C 6C 7C QH QS QD 9D 2H")), [CARDS_BY_NAME["QD"]], PLAIN)
    hand = EnteredHand(Way.LOOSE, entry, 12, claims=True, picked=(CARDS_BY_NAME["5C"],), run_begun=True)
    back = kept(hand)
    assert back == hand
    here, there = back.entry, hand.entry
    while there != EMPTY:
        here, there = undo(here), undo(there)
        assert here == there


def test_undo_steps_are_limited() -> None:
    entry = EMPTY
    for one in ALL_CARDS:
        step = lay(entry, one, PLAIN, {})
        assert isinstance(step, HandEntry)
        entry = step
    steps = write_entered(EnteredHand(entry=entry))["steps"]
    assert isinstance(steps, list)
    assert len(steps) == STEPS_KEPT + 1
    assert kept(EnteredHand(entry=entry)).entry.cards == entry.cards


def test_what_a_photo_left_open_survives_storage_step_by_step() -> None:
    doubts = (
        UnsureCard(CARDS_BY_NAME["9C"], CARDS_BY_NAME["9S"], CARDS_BY_NAME["7C"]),
        UnsureCard(CARDS_BY_NAME["KD"]),
    )
    entry = replace(laid("5C 6C 7C"), unsure=doubts)
    hand = EnteredHand(entry=replace(entry, unsure=doubts[1:], before=entry))
    back = kept(hand)
    assert back == hand
    assert back.unsure == doubts[1:]
    assert undo(back.entry).unsure == doubts
    # Drafts from before there were photos know nothing of it.
    assert "unsure" not in json.dumps(write_entered(EnteredHand(entry=laid("5C 6C 7C"))))


def test_an_empty_hand_survives_storage() -> None:
    assert kept(NOT_BEGUN) == NOT_BEGUN
    assert not NOT_BEGUN.begun


def written(text: str) -> EnteredHand:
    hand = parse_shorthand(text)
    return EnteredHand(entry=entered(hand.melds, hand.deadwood))


@pytest.mark.parametrize(
    ("hand", "document"),
    [
        (written("567c QH7d 2d"), {"melds": [["5C", "6C", "7C"], ["QH", "7D"]], "deadwood": ["2D"]}),
        (
            EnteredHand(Way.LOOSE, HandEntry(deadwood=written("/ 8c 2d 8d").entry.deadwood)),
            {"cards": ["2D", "8C", "8D"]},
        ),
        (EnteredHand(Way.COUNTED, points=12), {"deadwood_points": 12}),
        (EnteredHand(Way.COUNTED), {"deadwood_points": 0}),
    ],
)
def test_an_entered_hand_is_written_into_a_showdown(hand: EnteredHand, document: dict[str, object]) -> None:
    assert write_cards(hand.as_input()) == document
    assert write_cards(entered_from(document).as_input()) == document


@pytest.mark.parametrize(("document", "claims"), [({"gem_parts": True}, True), ({}, False)])
def test_gem_parts_of_a_counted_hand_are_claimed_or_not(document: dict[str, object], claims: bool) -> None:
    counted = {"deadwood_points": 3, **document}
    assert write_cards(EnteredHand(Way.COUNTED, points=3).as_input(gem_parts=claims)) == counted
    assert entered_from(counted).claims is claims


def test_gem_parts_that_were_checked_by_eye_stay_so_in_a_document() -> None:
    """A counted hand has them anyway, and one that doesn't claim them any more has none."""
    document = {"cards": ["5C"], "gem_parts": "checked"}
    hand = entered_from(document)
    assert (hand.claims, hand.checked, kept(hand)) == (True, True, hand)
    assert write_cards(hand.as_input(gem_parts=True)) == document
    assert write_cards(hand.as_input(gem_parts=False)) == {"cards": ["5C"], "gem_parts": False}
    assert write_cards(replace(hand, way=Way.COUNTED).as_input(gem_parts=True))["gem_parts"] is True


def test_a_counted_hand_takes_no_card_out_of_the_deck() -> None:
    counted = EnteredHand(Way.COUNTED, entry=laid("5C"), points=3)
    assert counted.cards == ()
    assert counted.begun
    assert EnteredHand(entry=laid("5C")).cards == (CARDS_BY_NAME["5C"],)


def test_the_largest_hand_with_open_questions_fits_in_a_draft() -> None:
    doubts = tuple(UnsureCard(CARDS_BY_NAME["10C"], CARDS_BY_NAME["10S"], card) for card in ALL_CARDS[:MOST_DOUBTS])
    entry = HandEntry(unsure=doubts)
    for card in ALL_CARDS:
        entry = replace(entry, deadwood=(*entry.deadwood, card), last=card, before=entry)
    assert len(json.dumps(write_entered(EnteredHand(entry=entry)))) < DRAFT_BYTES * 0.95
