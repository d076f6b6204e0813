"""Hands and showdowns while they are entered: kept with their taps, written into documents, begun again from them."""

import json
from dataclasses import replace

import pytest

from companion.documents.game import HandChange
from companion.documents.shorthand import parse_shorthand
from companion.documents.showdown import read_cards, write_cards
from companion.documents.showdown_draft import (
    BATCHES_KEPT,
    NOT_BEGUN,
    EnteredHand,
    HandDraft,
    LaidOff,
    SharedState,
    Way,
    as_dice,
    as_upcard,
    entered_again,
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
from companion.rules.rummy.showdown_input import Counted
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
from companion.rules.rummy.verdict import Call
from companion.store.limits import DRAFT_BYTES
from tests.support.documents import hand_of as recorded_hand
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
    assert undone(NOT_BEGUN, PLAIN) == kept(NOT_BEGUN) == NOT_BEGUN
    assert (NOT_BEGUN.begun, NOT_BEGUN.deadwood_points) == (False, 0)
    # Deadwood counts as it lies.
    assert (laid("5C 6C 7C 9D").deadwood_points, laid("5C 6C KD AD").deadwood_points) == (9, 22)


def written(text: str) -> EnteredHand:
    hand = parse_shorthand(text)
    return EnteredHand(entry=entered(hand.melds, hand.deadwood))


@pytest.mark.parametrize(
    ("hand", "document"),
    [
        (written("567c QH7d 2d"), {"melds": [["5C", "6C", "7C"], ["QH", "7D"]], "deadwood": ["2D"]}),
        (replace(written("/ 8c 2d 8d"), way=Way.LOOSE), {"cards": ["2D", "8C", "8D"]}),
        (EnteredHand(Way.COUNTED, points=12), {"deadwood_points": 12}),
        (EnteredHand(Way.COUNTED), {"deadwood_points": 0}),
    ],
)
def test_an_entered_hand_is_written_into_a_showdown(hand: EnteredHand, document: dict[str, object]) -> None:
    assert write_cards(hand.as_input()) == document
    assert write_cards(entered_from(read_cards(document, ""), None).as_input()) == document


def test_gem_parts_are_claimed_checked_by_eye_or_not() -> None:
    for document, claims in (({"gem_parts": True}, True), ({}, False)):
        counted = {"deadwood_points": 3, **document}
        assert write_cards(EnteredHand(Way.COUNTED, points=3).as_input(gem_parts=claims)) == counted
        assert entered_from(read_cards(counted, ""), None).claims is claims
    # A counted hand has them anyway, and one that doesn't claim them any more has none.
    checked = {"cards": ["5C"], "gem_parts": "checked"}
    hand = entered_from(read_cards(checked, ""), None)
    assert (hand.claims, hand.checked, kept(hand)) == (True, True, hand)
    assert write_cards(hand.as_input(gem_parts=True)) == checked
    assert write_cards(hand.as_input(gem_parts=False)) == {"cards": ["5C"], "gem_parts": False}
    assert write_cards(replace(hand, way=Way.COUNTED).as_input(gem_parts=True))["gem_parts"] is True


def test_a_counted_hand_takes_no_card_out_of_the_deck() -> None:
    counted = replace(laid("5C"), way=Way.COUNTED, points=3)
    assert (counted.cards, counted.begun, laid("5C").cards) == ((), True, (CARDS_BY_NAME["5C"],))


def test_the_largest_hand_with_open_questions_fits_in_a_draft() -> None:
    doubts = tuple(UnsureCard(CARDS_BY_NAME["10C"], CARDS_BY_NAME["10S"], card) for card in ALL_CARDS[:MOST_DOUBTS])
    offers = (Offer(ALL_CARDS[:10], MeldKind.STASH),) * MOST_DECLINED
    begun = Begun(HandEntry(deadwood=ALL_CARDS, unsure=doubts, declined=offers, stretches=(Stretch(ALL_CARDS),)))
    moves = [Moved(ALL_CARDS[:30], MovedTo.DEADWOOD, diamond=ALL_CARDS[0])] * (TAPS_KEPT - 1)
    batches = ("b" * 80,) * BATCHES_KEPT
    draft = HandDraft(EnteredHand(taps=(begun, *moves)), batches, lies=begun)
    assert len(to_json(draft)) < DRAFT_BYTES * 0.95


ONTO = ("5C", "6C", "7C")
LAID_OFF = LaidOff(1, "8C", 0, ONTO, "E")
RECORDED = {
    "knocker": "Ann",
    "call": "knock",
    "players": [{"name": "Ann", "melds": [list(ONTO)], "deadwood": []}, {"name": "Bob", "cards": ["8C", "9D"]}],
    "lay_offs": [
        {"player": "Bob", "card": "8C", "onto": {"player": "Ann", "meld": 0}},
        {"player": "Bob", "pass": True},
    ],
}


def test_a_draft_is_read_as_it_was_written() -> None:
    draft = HandDraft(batches=("a", "b"), changed=HandChange(1, ("Ann",), Counted(4)))
    assert from_json(HandDraft, to_json(draft)) == draft
    assert from_json(HandDraft, to_json(HandDraft())) == HandDraft()
    shared = SharedState(
        (3, 4), 0, Call.GIN, True, {"8C": "E"}, (LAID_OFF, 1), True, {"9C": "GP"}, (("8C",), ("9C", "8C"))
    )
    assert from_json(SharedState, to_json(shared)) == shared


def test_answers_about_gems_are_taken_back_one_by_one() -> None:
    """A King takes two answers, and 10♦ was first asked about an Emerald: a card loses all its answers at once."""
    first = SharedState().with_gems(("AH", "3S"), {"AH": "M", "3S": "M"}, {})
    king = first.with_gems(("KC",), {"KC": "G"}, {}).with_gems(("KC",), {"KC": "GE"}, {})
    assert king.without_last_gems() == first
    ten = first.with_gems(("10D",), {}, {"10D": "E"}).with_gems(("10D", "JS"), {"JS": "R"}, {"10D": "ER"})
    assert ten.without_last_gems() == first
    assert first.without_last_gems() == SharedState() == SharedState().without_last_gems()


def test_a_correction_begins_with_the_lay_offs_and_passes_of_the_hand() -> None:
    shared, hands = entered_again(recorded_hand(RECORDED), 2)
    assert shared.lay_offs == (LaidOff(1, "8C", 0, ONTO), 1)
    assert (shared.knocker, shared.call, shared.settled) == (0, Call.KNOCK, True)
    assert [hand.way for hand in hands] == [Way.LAID_OUT, Way.LOOSE]


def test_what_was_turned_up_is_kept_if_it_can_be_read() -> None:
    drawn = recorded_hand({"dice": [3, 4], "drawn": True})
    assert entered_again(drawn, 2) == (SharedState(dice=(3, 4)), (NOT_BEGUN, NOT_BEGUN))
    dice = [([3, 4], (3, 4)), ((6, 1), (6, 1)), ([0, 4], None), ([3], None), ("34", None), (None, None)]
    assert [as_dice(value) for value, _ in dice] == [read for _, read in dice]
    assert [as_upcard(value) for value in ("ts", "1S", 7)] == ["10S", None, None]
