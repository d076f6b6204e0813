"""A hand is in when its cards are complete, or its player says that they are not; who changes it later is named."""

import pytest

from tests.support.pages import words_of
from tests.support.phones import Party, Phone
from tests.support.showdown_table import HTMX, WRITTEN, knock, put_in, reveal

ANN, BOB = WRITTEN
SHORT = BOB.removesuffix(" jd")
WITH_QUEEN = BOB.replace("jd", "qd")
KS_FOR_JD = "456d Kcdh / 8c as 2h 4s ks"


def refused(phone: Phone, seat: int, text: str, way: str = "laid-out") -> str:
    phone.write(seat, text, way)
    answer = phone.post(f"/hand/1/seat/{seat}", act="done")
    assert answer.status_code == 422
    return words_of(answer)


def ruling(phone: Phone) -> str:
    """Read the ruling after lay-offs of which there were none."""
    phone.submit("/hand/1/lay-offs", act="done")
    return phone.words("/hand/1/ruling")


@pytest.mark.parametrize(
    ("seat", "text", "way", "sentence"),
    [
        (1, "KS", "laid-out", "1 of 11 cards: 10 are missing. Left like this, nobody scores."),
        (1, "4c 5c", "loose", "2 of 11 cards: 9 are missing."),
        (1, f"{BOB} js", "loose", "12 cards instead of 11: 1 too many."),
        (0, f"{ANN} 4h", "laid-out", "12 cards instead of 11: 1 too many."),
    ],
)
def test_a_hand_that_is_not_complete_is_asked_about(two: Party, seat: int, text: str, way: str, sentence: str) -> None:
    knock(two)
    phone, address = [two.owner, *two.guests][seat], f"/hand/1/seat/{seat}"
    assert sentence in refused(phone, seat, text, way)
    part = phone.post(address, {"act": "done"}, HTMX)
    assert part.status_code == 200
    assert sentence in words_of(part)
    assert 'value="as-it-is"' in part.text
    assert phone.submit(address, act="stay") == address
    assert 'value="as-it-is"' not in phone.get(address).text


def test_one_card_is_not_a_hand_and_reveals_no_other_hand(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(ann, 0, ANN)
    refused(bob, 1, "KS")
    assert bob.led("/hand/1/ruling") == "/hand/1/seat/1"
    assert bob.led("/hand/1/seat/0") == "/hand/1/wait"
    assert "Bob being entered" in ann.words("/hand/1/wait")


def test_a_hand_that_is_taken_apart_again_before_the_others_are_in_is_in_no_more(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, BOB)
    bob.submit("/hand/1/seat/1", out="JD")
    assert put_in(ann, 0, ANN) == "/hand/1/wait"
    assert ann.led("/hand/1/ruling") == "/hand/1/wait"
    assert "Bob being entered" in ann.words("/hand/1/wait")
    bob.submit("/hand/1/seat/1", act="as-it-is")
    assert ann.led("/hand/1/wait") == "/hand/1/ruling"


def test_confirming_missing_cards_holds_for_those_cards_only(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    refused(bob, 1, SHORT)
    bob.submit("/hand/1/seat/1", act="as-it-is")
    bob.submit("/hand/1/seat/1", out="4S")
    assert put_in(ann, 0, ANN) == "/hand/1/wait"


def test_everybody_who_changed_a_hand_is_named(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    reveal(two, ANN, BOB)
    bob.submit("/hand/1/seat/1", act="way:counted")
    bob.submit("/hand/1/seat/1", points="9")
    ann.submit("/hand/1/seat/1", points="30")
    ann.submit("/hand/1/seat/0", text=ANN.replace("3s", "4h"))
    said = ruling(ann)
    assert "Bob and Ann changed Bob's hand after all hands were shown: 30 points counted now." in said
    assert "Ann changed their own hand" in said


@pytest.mark.parametrize(("taken_back", "named"), [("start-over", True), ("play-on", False)])
def test_other_cards_are_named_unless_the_knock_was_taken_back(two: Party, taken_back: str, *, named: bool) -> None:
    ann, (bob,) = two.owner, two.guests
    reveal(two, ANN, KS_FOR_JD)
    bob.submit(f"/hand/1/{taken_back}")
    ann.submit("/hand/1", knock="0:knock")
    put_in(ann, 0, ANN)
    assert put_in(bob, 1, BOB) == "/hand/1/lay-offs"
    said = ruling(bob)
    change = "Bob changed their own hand after all hands were shown: K♠ out and J♦ in."
    assert (change in said) is named
    assert "Ann's hand was changed" not in said, "hers is as it was"


def test_a_hand_that_waited_without_a_network_is_complete_too(two: Party) -> None:
    (bob,) = two.guests
    knock(two)
    short = bob.post("/offline", number="1", idempotency_key="bobs-phone-1", **{"hand-1": "456d Kcdh"})
    assert short.status_code == 422
    assert "5 cards missing." in words_of(short)
    assert "0 of 11" in bob.words("/hand/1/seat/1")
