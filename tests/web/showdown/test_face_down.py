"""Hands lie face down until all are in: what a phone is sent depends on no card of another; later changes are named."""

import re
from unittest.mock import Mock

import pytest
from werkzeug.test import TestResponse

from companion.documents import showdown_draft as hand_draft
from companion.rules.rummy import taps
from companion.store.people import members, polling
from tests.support.html_lint import LintingClient
from tests.support.pages import says, value_of, words_of
from tests.support.phones import Party, Phone, store_of
from tests.support.showdown_table import HTMX, WRITTEN, knock, put_in, reveal

ANN, BOB = WRITTEN
CID = "789h / 4c 4h 2s Qs Ks 8d 6h 5s"
WITH_NINE = BOB.replace("8c", "9c")
"""A hand of Bob's with a card that Ann holds too."""
FOUR_FOR_THREE = ANN.replace("3s", "4s")
SEAT = "/hand/1/seat/1"
HANDS = (
    (BOB, "laid-out"),
    ("789h 3cdh js Qcds 2s", "laid-out"),
    ("4c 5c 8h 9h 10h 3c 3d 3h 2s as js", "loose"),
    ("23", "counted"),
)
CHANGES_ALWAYS = re.compile(
    r'data-(?:seen|live)="[^"]*"|name="(?:idempotency_key|queued)"\s+value="[^"]*"|name="seen"\s+value="[\d.]+"|\?dice=[\d.]+'
)


def shown(answer: TestResponse) -> tuple[int, str, str]:
    return answer.status_code, answer.headers.get("Location", ""), CHANGES_ALWAYS.sub("", answer.text)


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
        for place in ("", SEAT):
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
def test_nothing_that_others_are_sent_depends_on_a_hand_that_lies_face_down(
    three: Party, ready: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a slow machine a phone that asked for nothing in the meantime would be said to be away.
    monkeypatch.setattr(members, "is_present", lambda _member: True)
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
            bob.submit(SEAT, act="done")
        now = {
            f"{name} {key}": value
            for name, phone, own in (("Ann", ann, 0), ("guest", guest, 2))
            for key, value in looked_at(three, phone, own).items()
        }
        assert len(now) > 60
        for key, value in (before or now).items():
            assert now[key] == value, (text, key)
        before = now


def test_nothing_counts_the_taps_on_a_hand_that_lies_face_down(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    bob.submit(SEAT, card="5C")
    store = store_of(two.app)

    def told() -> list[object]:
        """Return what the pulse tells every phone, and the tokens in the forms of Ann's pages."""
        (row,) = store.rows("SELECT pulse FROM games WHERE id = ?", [two.game])
        tokens = [value_of(ann.get(f"/hand/1{place}"), "seen") for place in ("", "/seat/0", "/numbers")]
        return [row["pulse"], polling.visible_digest(store, two.game), *tokens]

    before = told()
    for form in ({"card": "6C"}, {"card": "7C"}, {"act": "undo"}):
        bob.submit(SEAT, **form)
        assert told() == before
    put_in(bob, 1, BOB)
    assert told()[:2] != before[:2]


def test_a_page_lays_no_card_of_a_hand_that_lies_face_down(two: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a page takes would tell another phone how often the hand was touched."""
    ann, (bob,) = two.owner, two.guests
    knock(two)
    ann.submit("/hand/1/seat/0", taps="card:5C card:6C card:7C")
    laid = Mock(wraps=taps.laid_by)
    monkeypatch.setattr(hand_draft, "laid_by", laid)
    assert ann.get("/hand/1/seat/0").status_code == 200
    assert max(len(call.args[0]) for call in laid.call_args_list) == 3
    for act, most in (("pick:5C", 0), ("act:as-it-is", 1)):  # a hand that is in is kept as it lies, too
        ann.submit("/hand/1/seat/0", taps=act)
        laid.reset_mock()
        for page in ("", "/hand/1", SEAT):
            assert bob.get(page).status_code == 200
        assert max((len(call.args[0]) for call in laid.call_args_list), default=0) == most


def test_the_hands_are_turned_up_together_as_soon_as_the_last_is_in(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    knock(three)
    assert put_in(bob, 1, BOB) == put_in(ann, 0, ANN) == "/hand/1/wait"
    says(bob.get("/hand/1/wait"), "as soon as Cid is done", "Ann entered, face down")
    assert cid.post("/hand/1/start-over").status_code == 403, "the scorekeeper's"
    assert put_in(cid, 2, CID) == "/hand/1/lay-offs"
    assert ann.led("/hand/1/wait") == bob.led("/hand/1/wait") == "/hand/1/lay-offs"
    assert "King of diamonds" in ann.get("/hand/1/lay-offs").text


@pytest.mark.parametrize(
    ("seat", "text", "sentence"),
    [
        (1, "KS", "1 of 11 cards: 10 are missing. Left like this, nobody scores."),
        (0, f"{ANN} 4h", "12 cards instead of 11: 1 too many."),
    ],
)
def test_a_hand_that_is_not_complete_is_asked_about(two: Party, seat: int, text: str, sentence: str) -> None:
    knock(two)
    phone, address = [two.owner, *two.guests][seat], f"/hand/1/seat/{seat}"
    phone.write(seat, text)
    for headers, status in (({}, 422), (HTMX, 200)):
        asked = phone.post(address, {"act": "done"}, headers)
        assert (asked.status_code, 'value="as-it-is"' in asked.text) == (status, True)
        assert sentence in words_of(asked)
    assert phone.submit(address, act="stay") == address
    assert 'value="as-it-is"' not in phone.get(address).text


def test_one_card_reveals_no_other_hand_unless_its_player_says_that_it_is_all(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    assert put_in(ann, 0, ANN) == "/hand/1/wait"
    bob.submit(SEAT, taps="card:4S card:KS")
    assert bob.post(SEAT, act="done").status_code == 422
    assert (bob.led("/hand/1/ruling"), bob.led("/hand/1/seat/0")) == (SEAT, "/hand/1/wait")
    assert bob.submit(SEAT, act="as-it-is") == "/hand/1/ruling"
    assert "Bob has 2 cards" in ann.words("/hand/1/ruling")


@pytest.mark.parametrize("act", ["done", "as-it-is"])
def test_a_hand_that_is_changed_before_the_others_are_in_is_in_no_more(two: Party, act: str) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    bob.write(1, BOB if act == "done" else BOB.removesuffix(" jd"))
    assert bob.submit(SEAT, act=act) == "/hand/1/wait"
    bob.submit(SEAT, out="4S")
    assert put_in(ann, 0, ANN) == ann.led("/hand/1/ruling") == "/hand/1/wait"
    assert "Bob being entered" in ann.words("/hand/1/wait")
    bob.submit(SEAT, act="as-it-is")
    assert ann.led("/hand/1/wait") == "/hand/1/ruling"


@pytest.mark.parametrize(("taken_back", "named"), [("start-over", True), ("play-on", False)])
def test_who_changed_a_hand_after_the_reveal_is_named(two: Party, taken_back: str, *, named: bool) -> None:
    ann, (bob,) = two.owner, two.guests
    reveal(two, ANN, "456d Kcdh / 8c as 2h 4s ks")
    bob.submit(f"/hand/1/{taken_back}")
    ann.submit("/hand/1", knock="0:knock")
    put_in(ann, 0, ANN)
    assert put_in(bob, 1, BOB) == "/hand/1/lay-offs"
    bob.submit("/hand/1/lay-offs", act="done")
    said = bob.words("/hand/1/ruling")
    assert ("Bob changed their own hand after all hands were shown: K♠ out and J♦ in." in said) is named
    assert "Ann's hand was changed" not in said, "hers is as it was"
    bob.submit(SEAT, act="way:counted")
    ann.submit(SEAT, points="30")
    ann.submit("/hand/1/ruling", **ann.form("/hand/1/ruling", 'name="hand_json"'))
    changed = "Bob and Ann changed Bob's hand after all hands were shown: 30 points counted now."
    assert changed in bob.words("/history")


def test_taking_out_the_card_that_lies_in_two_hands_lets_the_showdown_go_on(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    knock(three)
    put_in(cid, 2, CID)
    put_in(bob, 1, WITH_NINE.replace("4s", "3h"))
    assert ann.submit("/hand/1/wait", seat="1") == "/hand/1/seat/0", "Bob's is in: nothing is to be discarded"
    assert "Start it again" not in ann.words("/hand/1/wait?over=1")
    assert put_in(ann, 0, ANN) == "/hand/1/wait"
    assert "A card lies in two hands. Ann or Bob tapped it by mistake" in cid.words("/hand/1/wait")
    checked, hidden = "Bob entered, to be checked Enter it here", "Cid entered, face down Enter"
    says(ann.get("/hand/1/wait"), checked, but=[hidden])
    assert "Start it again" in ann.words("/hand/1/wait?over=1")
    # A single card that was tapped wrongly is no look at another hand: Bob's keys show none of Ann's and Cid's cards.
    assert ", with " not in bob.get(SEAT).text
    bob.submit(SEAT, out="9C")
    assert "as soon as Bob is done" in ann.words("/hand/1/wait")
    bob.submit(SEAT, card="8C")
    assert bob.submit(SEAT, act="done") == ann.led("/hand/1/wait") == "/hand/1/lay-offs"
    ann.submit("/hand/1/lay-offs", act="done")
    assert "changed" not in ann.words("/hand/1/ruling"), "nobody had seen a hand when Bob corrected his"


def test_any_phone_enters_the_hand_of_a_player_without_one(three: Party) -> None:
    ann, (bob, cid) = three.owner, three.guests
    cid.submit("/people/sit", seat="")
    three.roll()
    bob.submit("/hand/1", knock="1:knock")
    assert put_in(bob, 1, ANN) == "/hand/1/seat/2"
    ann.submit("/hand/1/seat/2", taps="card:KS out:KS")
    for form in ({"card": "AS"}, {"act": "undo"}):
        assert bob.post("/hand/1/seat/2", **form).status_code == 409, "emptied again, it is still Ann's secret"
    assert bob.led("/hand/1/seat/2") == "/hand/1/wait"
    assert bob.post("/hand/1/seat/0", card="AS").status_code == 403


def test_a_hand_on_a_lost_phone_starts_over_and_is_not_shown(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    bob.write(1, BOB)
    assert ann.submit("/hand/1/wait", seat="1") == SEAT
    ann.submit(SEAT, act="undo")
    assert "0 of 11" in ann.words(SEAT)
    # Bob's own phone is led away from its keys: a late tap there would go into the hand as Ann enters it.
    assert bob.led(SEAT) == "/hand/1/wait?gone=1"
    assert "Another phone started your hand again. What was tapped here is gone." in bob.words("/hand/1/wait?gone=1")
    assert "is gone" not in bob.words("/hand/1/wait")
    assert bob.post(SEAT, card="AS").status_code == 409
    assert bob.submit("/hand/1/wait", seat="1") == SEAT
    assert bob.post(SEAT, card="AS").status_code == 303
    assert ann.post(SEAT, card="2S").status_code == 409


def test_numbers_alone_leave_the_hands_of_others_as_they_are(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    bob.write(1, BOB)
    assert "points-1" not in ann.get("/hand/1/numbers").text
    numbers = {"knocker": "0", "call": "knock", "points-0": "2", "points-1": "40"}
    assert ann.submit("/hand/1/numbers", numbers) == "/hand/1/wait"
    assert "11 of 11" in bob.words(SEAT)
