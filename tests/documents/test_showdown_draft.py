"""The stored drafts of a showdown: read back as they were written, and begun from a recorded hand."""

import pytest

from companion.documents.game import HandChange
from companion.documents.showdown_draft import (
    NOT_BEGUN,
    HandDraft,
    LaidOff,
    SharedState,
    Way,
    as_dice,
    as_upcard,
    entered_again,
)
from companion.journal.codec import from_json, to_json
from companion.rules.rummy.showdown_input import Counted
from companion.rules.rummy.verdict import Call
from tests.support.documents import hand_of

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


def test_the_shared_state_is_read_as_it_was_written() -> None:
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


def test_a_hand_is_read_as_it_was_written() -> None:
    draft = HandDraft(batches=("a", "b"), changed=HandChange(1, ("Ann",), Counted(4)))
    assert from_json(HandDraft, to_json(draft)) == draft
    assert from_json(HandDraft, to_json(HandDraft())) == HandDraft()


def test_a_correction_begins_with_the_lay_offs_and_passes_of_the_hand() -> None:
    shared, hands = entered_again(hand_of(RECORDED), 2)
    assert shared.lay_offs == (LaidOff(1, "8C", 0, ONTO), 1)
    assert (shared.knocker, shared.call, shared.settled) == (0, Call.KNOCK, True)
    assert [hand.way for hand in hands] == [Way.LAID_OUT, Way.LOOSE]


def test_of_a_drawn_hand_only_what_was_turned_up_is_entered_again() -> None:
    assert entered_again(hand_of({"dice": [3, 4], "drawn": True}), 2) == (
        SharedState(dice=(3, 4)),
        (NOT_BEGUN, NOT_BEGUN),
    )


@pytest.mark.parametrize(
    ("value", "dice"), [([3, 4], (3, 4)), ((6, 1), (6, 1)), ([0, 4], None), ([3], None), ("34", None), (None, None)]
)
def test_dice_are_two_numbers_of_pips(value: object, dice: tuple[int, int] | None) -> None:
    assert as_dice(value) == dice


@pytest.mark.parametrize(("value", "upcard"), [("ts", "10S"), ("1S", None), (7, None)])
def test_an_upcard_is_a_card(value: object, upcard: str | None) -> None:
    assert as_upcard(value) == upcard
