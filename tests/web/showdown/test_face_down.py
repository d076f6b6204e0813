"""Hands lie face down: what a phone is sent depends in nothing on cards that lie on another one, until all are in."""

import re

import pytest
from werkzeug.test import TestResponse

from tests.support.html_lint import LintingClient
from tests.support.pages import value_of
from tests.support.phones import Party, Phone
from tests.support.showdown_table import WRITTEN, knock, put_in

ANN, BOB = WRITTEN
FOUR_FOR_THREE = ANN.replace("3s", "4s")
CID = "789h 3cdh js Qcds 2s"
HANDS = (
    (BOB, "laid-out"),
    (CID, "laid-out"),
    ("4c 5c 8h 9h 10h 3c 3d 3h 2s as js", "loose"),
    ("23", "counted"),
)
CHANGES_ALWAYS = re.compile(
    r'data-(?:seen|live)="[^"]*"|name="(?:idempotency_key|queued)"\s+value="[^"]*"|name="seen"\s+value="[\d.]+"|\?dice=[\d.]+',
    re.DOTALL,
)


def shown(answer: TestResponse) -> tuple[int, str, str]:
    page = CHANGES_ALWAYS.sub("", answer.text)
    return answer.status_code, answer.headers.get("Location", ""), page


def looked_at(party: Party, phone: Phone, own: int) -> dict[str, tuple[int, str, str]]:
    """Ask for everything that a phone can ask for, and try everything on other hands and on its own."""
    found = {}
    for rule in party.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or "game" not in rule.arguments or not rule.rule.startswith("/g/"):
            continue
        for seat in range(3) if "seat" in rule.arguments else (0,):
            path = rule.rule.replace("/g/<game>", "").replace("<int:seat>", str(seat))
            path = re.sub("<int:[a-z]+>", "1", path)
            assert "<" not in path
            if rule.endpoint != "live.pulse":
                found[f"{path} {seat}"] = shown(phone.get(path))
    for command in ("hand", "ruling", "score"):
        for place in ("", "/hand/1/seat/1"):
            path = f"/aloud?of={command}&from={party.owner.address}{place}"
            found[path] = shown(phone.get(path))
    undo = {"act": "undo"}
    others = [("seat/1", undo), ("seat/1", {"card": "5C"}), ("gin", {"call": "knock"})]
    others += [("letters", {"gem": "G"}), ("lay-offs", {"act": "done"})]
    own_taps = ({"text": "QQQ"}, {"card": "KC"}, undo, {"text": "Kc 8c jd"}, undo, {"text": FOUR_FOR_THREE}, undo)
    tries = [(f"/hand/1/{place}", form) for place, form in [*others, *((f"seat/{own}", form) for form in own_taps)]]
    for number, (path, form) in enumerate(tries):
        found[f"{number} {path} {form}"] = shown(phone.post(path, **form))
    return found


@pytest.mark.parametrize("ready", [False, True])
def test_nothing_that_others_are_sent_depends_on_a_hand_that_lies_face_down(three: Party, ready: bool) -> None:
    guest = three.join("watch")
    ann, (bob, *_) = three.owner, three.guests
    knock(three)
    ann.write(0, ANN)
    for phone in (ann, guest):
        assert isinstance(phone.client, LintingClient)
        phone.client.lints = False
    before = None
    for text, way in HANDS:
        bob.write(1, text, way)
        if ready:
            bob.submit("/hand/1/seat/1", act="done")
        now = {
            f"{name} {key}": value
            for name, phone, own in (("Ann", ann, 0), ("guest", guest, 2))
            for key, value in looked_at(three, phone, own).items()
        }
        assert len(now) > 60
        for key, value in (before or now).items():
            assert now[key] == value, (text, key)
        before = now


def test_the_hands_are_turned_up_together_as_soon_as_the_last_is_in(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    knock(three)
    assert put_in(bob, 1, BOB) == put_in(ann, 0, ANN) == "/hand/1/wait"
    said = bob.words("/hand/1/wait")
    assert "as soon as Cid is done" in said
    assert "Ann entered, face down" in said
    assert put_in(cid, 2, CID) == "/hand/1/lay-offs"
    assert ann.led("/hand/1/wait") == bob.led("/hand/1/wait") == "/hand/1/lay-offs"
    assert "King of diamonds" in ann.get("/hand/1/lay-offs").text


def test_no_token_of_another_page_counts_the_taps_on_a_hand_that_lies_face_down(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    bob.submit("/hand/1/seat/1", card="5C")
    places = ("/hand/1", "/hand/1/seat/0", "/hand/1/numbers")
    before = [value_of(ann.get(place), "seen") for place in places]
    for card in ("6C", "7C", "QH"):
        bob.submit("/hand/1/seat/1", card=card)
    assert [value_of(ann.get(place), "seen") for place in places] == before


def test_a_card_in_two_hands_comes_to_light_when_they_are_turned_up(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    put_in(bob, 1, BOB.replace("8c", "9c"))
    assert put_in(ann, 0, ANN) == "/hand/1/wait", "a mistake of the entry, not a verdict"
    assert "9♣ is in Bob's hand too" in ann.words("/hand/1/wait")
    assert "9♣ is in Ann's hand too" in bob.words("/hand/1/wait")
    assert ann.post("/hand/1/seat/0", act="done").status_code == 422
    assert ann.submit("/hand/1/seat/0", act="as-it-is") == "/hand/1/ruling"
    said = bob.words("/hand/1/ruling")
    assert "9♣" in said
    assert "Not legal" in said


def test_taking_out_the_card_that_lies_in_two_hands_lets_the_showdown_go_on(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    knock(three)
    put_in(ann, 0, ANN)
    put_in(cid, 2, "789h / 4c 4h 2s Qs Ks 8d 6h 5s")
    assert put_in(bob, 1, "456d Kcdh 9c as 2h 3h jd") == "/hand/1/wait"
    assert "A card lies in two hands. Ann or Bob tapped it by mistake" in cid.words("/hand/1/wait")
    # A single card that was tapped wrongly is no look at another hand: Bob's keys show none of Ann's and Cid's cards.
    assert ", with " not in bob.get("/hand/1/seat/1").text
    bob.submit("/hand/1/seat/1", out="9C")
    assert "as soon as Bob is done" in ann.words("/hand/1/wait")
    bob.submit("/hand/1/seat/1", card="8C")
    assert bob.submit("/hand/1/seat/1", act="done") == "/hand/1/lay-offs"
    assert ann.led("/hand/1/wait") == cid.led("/hand/1/wait") == "/hand/1/lay-offs"
    # Nobody had seen a hand when Bob corrected his.
    ann.submit("/hand/1/lay-offs", act="done")
    assert "changed" not in ann.words("/hand/1/ruling")


def test_any_phone_enters_the_hand_of_a_player_without_one(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    cid.submit("/people/sit", seat="")
    three.roll()
    bob.submit("/hand/1", knock="1:knock")
    assert put_in(bob, 1, ANN) == "/hand/1/seat/2"
    ann.write(2, CID)
    assert bob.post("/hand/1/seat/2", card="AS").status_code == 409
    assert bob.led("/hand/1/seat/2") == "/hand/1/wait"
    assert bob.post("/hand/1/seat/0", card="AS").status_code == 403


def test_a_hand_on_a_lost_phone_starts_over_and_is_not_shown(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    seat = "/hand/1/seat/1"
    knock(two)
    bob.write(1, BOB)
    assert ann.submit("/hand/1/wait", seat="1") == seat
    assert "0 of 11" in ann.words(seat)
    ann.submit(seat, act="undo")
    assert "0 of 11" in ann.words(seat)
    # Bob's own phone is led away from its keys: a late tap there would go into the hand as Ann enters it.
    assert bob.led(seat) == "/hand/1/wait?gone=1"
    assert "Another phone started your hand again. What was tapped here is gone." in bob.words("/hand/1/wait?gone=1")
    assert "is gone" not in bob.words("/hand/1/wait")
    assert bob.post(seat, card="AS").status_code == 409
    assert bob.submit("/hand/1/wait", seat="1") == seat
    assert bob.post(seat, card="AS").status_code == 303
    assert ann.post(seat, card="2S").status_code == 409


def test_a_hand_that_is_in_is_entered_again_only_where_it_shares_a_card(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    knock(three)
    put_in(bob, 1, "456d Kcdh 9c as 2h 3h jd")
    put_in(cid, 2, "789h / 4c 4h 2s Qs Ks 8d 6h 5s")
    assert ann.submit("/hand/1/wait", seat="1") == "/hand/1/seat/0", "it is in: nothing is to be discarded"
    assert "Start it again" not in ann.words("/hand/1/wait?over=1")
    assert put_in(ann, 0, ANN) == "/hand/1/wait"
    waiting = ann.words("/hand/1/wait")
    assert "Bob entered, to be checked Enter it here" in waiting
    assert "Cid entered, face down Enter" not in waiting
    assert "Start it again" in ann.words("/hand/1/wait?over=1")
    assert "Start it again" not in ann.words("/hand/1/wait?over=2")


def test_a_hand_that_was_emptied_again_still_hides_the_steps_that_lead_back(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    bob.submit("/people/sit", seat="")
    knock(two)
    bob.submit("/hand/1/seat/1", taps="card:KS out:KS")
    assert ann.post("/hand/1/seat/1", act="undo").status_code == 409


def test_numbers_alone_leave_the_hands_of_others_as_they_are(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    bob.write(1, BOB)
    page = ann.get("/hand/1/numbers").text
    assert "points-0" in page
    assert "points-1" not in page
    numbers = {"knocker": "0", "call": "knock", "points-0": "2", "points-1": "40"}
    assert ann.submit("/hand/1/numbers", numbers) == "/hand/1/wait"
    assert "11 of 11" in bob.words("/hand/1/seat/1")


def test_only_the_scorekeeper_discards_what_others_entered(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    knock(three)
    bob.write(1, BOB)
    assert cid.post("/hand/1/start-over").status_code == 403
    assert "11 cards" in bob.words("/hand/1/seat/1")
    ann.submit("/hand/1/start-over")
    assert "Who knocked?" in bob.words("/hand/1")
