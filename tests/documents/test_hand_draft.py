"""A hand that is kept comes back as it was, with its way back; and it becomes a hand of the showdown document."""

import json
from dataclasses import replace

import pytest

from companion.documents.shorthand import parse_shorthand
from companion.documents.showdown import read_cards, write_cards
from companion.documents.showdown_draft import (
    BATCHES_KEPT,
    NOT_BEGUN,
    EnteredHand,
    HandDraft,
    Way,
    entered_from,
    laid_out,
    tapped,
    to_store,
    undone,
)
from companion.journal.codec import from_json, to_json
from companion.rules.cards import ALL_CARDS, CARDS_BY_NAME
from companion.rules.rummy.entry import HandEntry, MovedTo, Next, Offer, UnsureCard, entered
from companion.rules.rummy.melds import PLAIN, MeldKind
from companion.rules.rummy.offers import MOST_DECLINED
from companion.rules.rummy.partition import Reading, Stretch
from companion.rules.rummy.photo_entry import MOST_DOUBTS, Seen
from companion.rules.rummy.taps import (
    TAPS_KEPT,
    Aimed,
    Answered,
    Begun,
    Chosen,
    Dismissed,
    Laid,
    LaidTogether,
    Moved,
    Named,
    Photographed,
    Settled,
    TakenOut,
    Tap,
    Written,
)
from companion.store.limits import DRAFT_BYTES
from tests.support.rummy.random_hands import cards

NINES = UnsureCard(CARDS_BY_NAME["9C"], CARDS_BY_NAME["9S"], CARDS_BY_NAME["7C"])
EVERY_TAP: tuple[Tap, ...] = (
    Begun(HandEntry((cards("5C 6C 7C"),), cards("2H"), unsure=(NINES,)), diamond=CARDS_BY_NAME["7D"]),
    *map(Laid, cards("QH QS 9D")),
    LaidTogether(CARDS_BY_NAME["2H"], cards("2C 2D")),
    Aimed(Next.NEW_MELD),
    Named(CARDS_BY_NAME["9C"], CARDS_BY_NAME["9S"]),
    Dismissed(CARDS_BY_NAME["8C"], None),
    TakenOut(cards("QS")),
    Moved(cards("9D"), None, CARDS_BY_NAME["2H"], diamond=CARDS_BY_NAME["7D"]),
    Moved(cards("9D"), MovedTo.DEADWOOD),
    Answered(Offer(cards("QH 9D"), MeldKind.STASH), yes=False),
    Photographed(((Seen(CARDS_BY_NAME["KD"]), Seen(CARDS_BY_NAME["4C"], CARDS_BY_NAME["4S"], sure=False)),)),
    Chosen(Reading((cards("2H 2C 2D"),), cards("9D"))),
    Settled(),
    Written((cards("5C 6C 7C"),), cards("9D KD"), put_down=cards("KD")),
)


def laid(names: str) -> EnteredHand:
    return hand_of(tuple(map(Laid, cards(names))))


def hand_of(taps: tuple[Tap, ...]) -> EnteredHand:
    hand = NOT_BEGUN
    for tap in taps:
        hand = tapped(hand, tap, PLAIN)
    return hand


def kept(hand: EnteredHand) -> EnteredHand:
    return laid_out(from_json(EnteredHand, to_json(to_store(hand))), PLAIN)


def test_an_entered_hand_survives_storage_with_its_taps() -> None:
    scalars = EnteredHand(Way.LOOSE, points=12, claims=True, picked=cards("5C"), run_begun=True)
    hand = laid_out(replace(scalars, taps=EVERY_TAP), PLAIN)
    back = kept(hand)
    assert back == hand
    assert back.taps == EVERY_TAP
    assert "entry" not in json.loads(to_json(to_store(laid("5C 6C")))), "how they lie follows from the taps"


def test_a_tap_that_changes_nothing_is_not_kept() -> None:
    hand = laid("5C 6C 7C")
    assert tapped(hand, Laid(CARDS_BY_NAME["5C"]), PLAIN) is hand
    assert undone(hand, PLAIN) == laid("5C 6C")
    assert undone(NOT_BEGUN, PLAIN) == NOT_BEGUN


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
    assert write_cards(entered_from(read_cards(document, ""), None).as_input()) == document


@pytest.mark.parametrize(("document", "claims"), [({"gem_parts": True}, True), ({}, False)])
def test_gem_parts_of_a_counted_hand_are_claimed_or_not(document: dict[str, object], claims: bool) -> None:
    counted = {"deadwood_points": 3, **document}
    assert write_cards(EnteredHand(Way.COUNTED, points=3).as_input(gem_parts=claims)) == counted
    assert entered_from(read_cards(counted, ""), None).claims is claims


def test_gem_parts_that_were_checked_by_eye_stay_so_in_a_document() -> None:
    """A counted hand has them anyway, and one that doesn't claim them any more has none."""
    document = {"cards": ["5C"], "gem_parts": "checked"}
    hand = entered_from(read_cards(document, ""), None)
    assert (hand.claims, hand.checked, kept(hand)) == (True, True, hand)
    assert write_cards(hand.as_input(gem_parts=True)) == document
    assert write_cards(hand.as_input(gem_parts=False)) == {"cards": ["5C"], "gem_parts": False}
    assert write_cards(replace(hand, way=Way.COUNTED).as_input(gem_parts=True))["gem_parts"] is True


def test_a_counted_hand_takes_no_card_out_of_the_deck() -> None:
    counted = replace(laid("5C"), way=Way.COUNTED, points=3)
    assert counted.cards == ()
    assert counted.begun
    assert laid("5C").cards == (CARDS_BY_NAME["5C"],)


def test_deadwood_counts_as_it_lies() -> None:
    assert laid("5C 6C 7C 9D").deadwood_points == 9
    assert laid("5C 6C KD AD").deadwood_points == 22
    assert NOT_BEGUN.deadwood_points == 0


def test_the_largest_hand_with_open_questions_fits_in_a_draft() -> None:
    doubts = tuple(UnsureCard(CARDS_BY_NAME["10C"], CARDS_BY_NAME["10S"], card) for card in ALL_CARDS[:MOST_DOUBTS])
    offers = (Offer(ALL_CARDS[:10], MeldKind.STASH),) * MOST_DECLINED
    begun = Begun(HandEntry(deadwood=ALL_CARDS, unsure=doubts, declined=offers, stretches=(Stretch(ALL_CARDS),)))
    moves = [Moved(ALL_CARDS[:30], MovedTo.DEADWOOD, diamond=ALL_CARDS[0])] * (TAPS_KEPT - 1)
    batches = ("b" * 80,) * BATCHES_KEPT
    draft = HandDraft(EnteredHand(taps=(begun, *moves)), batches, lies=begun)
    assert len(to_json(draft)) < DRAFT_BYTES * 0.95
