"""Hands that are sent more than once, too late or in a row, as by a phone that had no network."""

import json
from unittest.mock import Mock

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.store import games, journals
from companion.store.errors import StoreBusy
from tests.support.documents import knocked
from tests.support.pages import form_with, says, value_of, values_of, words_of
from tests.support.phones import Party, Phone, begun, store_of
from tests.support.showdown_table import WRITTEN, knock

KNOCK = {"number": "1", "knocker": "0", "call": "knock", "hand-0": "2", "hand-1": "22"}
ANN = "567c QQQ-d 9cdh / 2d"
GEMS = {"4H": "E", "6C": "E"}


@pytest.fixture
def alone(app: Flask) -> Phone:
    return begun(app, "Ann", "Bob", game="gin-rummy").owner


def send(phone: Phone, idempotency_key: str = "an-id-of-the-phone", **more: str) -> TestResponse:
    """Send a hand that waited."""
    seen = more.pop("seen", "") or phone.form("/offline", "hand-0")["seen"]
    return phone.post("/offline", {**KNOCK, "call": "", "idempotency_key": idempotency_key, **more, "seen": seen})


def record(phone: Phone, ann: int = 5, bob: int = 25, gems: object = GEMS, **form: str) -> TestResponse:
    """Record the first hand with gems that it taught."""
    said = json.dumps({"hand": knocked(ann, bob, dice=[3, 4]), "gems": gems})
    fields = {"hand_json": said, "hand": "new", "idempotency_key": "once-upon-a-time", "seen": "1", **form}
    return phone.post("/hand/1/ruling", fields)


def kinds(phone: Phone) -> list[str]:
    return [type(one.event).__name__ for one in journals.read(store_of(phone.app), phone.address.removeprefix("/g/"))]


def test_hands_that_waited_follow_each_other_and_are_recorded_once_however_often_they_are_sent(alone: Phone) -> None:
    seen = alone.form("/offline", "hand-0")["seen"]
    assert send(alone, "phone-id-0", seen=seen).location == alone.address
    for _ in range(2):
        assert send(alone, "phone-id-0", seen=seen).location == f"{alone.address}/hands/1"
    next_one = send(alone, "phone-id-1", seen=seen, after="phone-id-0", **{"hand-1": "21"})
    assert next_one.status_code == 303, words_of(next_one)
    assert alone.exported()["hands"] == [knocked(2, 22), knocked(2, 21)]


def test_cards_in_shorthand_are_asked_about_where_deadwood_may_lie_in_a_meld(alone: Phone) -> None:
    written = "456d KKK-h 3h 3s 3d js"
    answer = send(alone, **{"hand-0": ANN, "hand-1": written})
    says(answer, "3♥ 3♠ 3♦: a set?", status=422)
    assert value_of(answer, "hand-1") == written
    assert send(alone, **{"hand-0": ANN, "hand-1": written.replace("3h", "/ 3h")}).status_code == 303
    (hand,) = alone.exported()["hands"]
    assert hand["players"][0]["melds"] == [["5C", "6C", "7C"], ["QC", "QH", "QS"], ["9C", "9D", "9H"]]
    assert hand["players"][1]["deadwood"] == ["3H", "3S", "3D", "JS"]
    assert "lay_offs" not in hand, "the app lays off"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"hand-0": "568c 9cds 2345h"}, "5♣ 6♣ 8♣ isn't a run: 7♣ is missing."),
        ({"hand-0": "12"}, "Ann can't knock with 12"),
        ({"hand-1": "222"}, "10 cards can count at most 100: 222?"),
        ({"hand-1": "a-qc"}, "No hand has more than 11 cards, and here are 12."),
        ({"hand-0": ""}, "Enter a number, or the cards."),
        ({"knocker": ""}, "Who knocked?"),
        ({"call": "rum"}, "What was called?"),
        ({"hand-0": "567c 9cds 2345h", "hand-1": "9c"}, "9♣ is already in Ann's hand."),
    ],
)
def test_a_refused_hand_says_why_and_keeps_what_was_typed(alone: Phone, typed: dict[str, str], said: str) -> None:
    answer = send(alone, **typed)
    says(answer, said, status=422)
    kept = {name: value for name, value in typed.items() if name.startswith("hand-")}
    assert {name: value_of(answer, name) for name in kept} == kept
    assert alone.exported()["hands"] == []


def test_what_others_are_entering_is_not_thrown_away_by_a_hand_that_waited(two: Party) -> None:
    (bob,) = two.guests
    knock(two)
    bob.submit("/hand/1/seat/1", card="KS")
    says(send(two.owner, seen="99", **KNOCK), "entering this hand on their phones", status=409)
    assert "1 of 11" in bob.words("/hand/1/seat/1")


def added(phone: Phone) -> dict[str, str]:
    """Return the form that adds a hand that waited as another one than the first, which was recorded meanwhile."""
    seen = phone.form("/offline", "hand-0")["seen"]
    assert send(phone, "first-of-the-hands", seen=seen).status_code == 303
    late = send(phone, "the-hand-that-waited", seen=seen, **{"hand-1": "21"})
    assert late.status_code == 409
    return values_of(form_with(late, 'id="add"'))


def points(phone: Phone) -> list[int]:
    return [hand["players"][1]["deadwood_points"] for hand in phone.exported()["hands"]]


def test_a_hand_that_waited_is_added_where_the_next_one_was_begun(alone: Phone) -> None:
    form = added(alone)
    assert alone.submit("/hand/2", knock="1:") == "/hand/2/seat/1"
    assert alone.submit("/hand/2/ruling", form) == ""
    assert points(alone) == [22, 21]


def test_a_hand_that_waited_stays_on_its_phone_while_others_enter_the_next_one(app: Flask) -> None:
    party = begun(app, "Ann", "Bob", game="gin-rummy")
    ann, bob = party.owner, party.join("1")
    ann.submit("/people/sit", seat="0")
    form = added(ann)
    ann.submit("/hand/2", knock="1:")
    bob.submit("/hand/2/seat/1", card="KS")
    says(ann.post("/hand/2/ruling", form), "entering this hand on their phones", status=409)
    assert points(ann) == [22]
    assert "1 of 10" in bob.words("/hand/2/seat/1")


def test_a_player_sends_only_their_own_hand(two: Party) -> None:
    (bob,) = two.guests
    knock(two)
    page = bob.words("/offline")
    assert "Your hand" in page
    assert "Who knocked" not in page
    given = {"number": "1", "idempotency_key": "bobs-phone-1"}
    for written, said in (("456d Kcdh", "5 cards missing."), ("456d KKK-h 3h 3s 3d js 8c", "3♥ 3♠ 3♦: a set?")):
        says(bob.post("/offline", **given, **{"hand-1": written}), said, status=422)
    assert "0 of 11" in bob.words("/hand/1/seat/1")
    given["hand-1"] = WRITTEN[1]
    assert bob.submit("/offline", given) == "/hand/1/wait"
    assert "11 of 11" in bob.words("/hand/1/seat/1")
    says(bob.post("/offline", **{**given, "number": "7"}), "already recorded", status=422)
    bob.submit("/people/sit", seat="")
    assert bob.post("/offline", **given).status_code == 403


def test_a_hand_and_its_gems_are_recorded_once_or_not_at_all(two: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = two.owner
    with monkeypatch.context() as patch:
        patch.setattr(games, "save_summary", Mock(side_effect=StoreBusy))
        assert record(ann).status_code == 503
    # The dice allow no knock with 30.
    assert record(ann, 30, 40).status_code == 422
    assert kinds(ann) == ["GameStarted"]
    for _ in range(2):
        assert record(ann).status_code == 303
        assert kinds(ann) == ["GameStarted", "GemsLearned", "HandRecorded"]
    late = record(ann, 5, 30, {"7D": "E"}, idempotency_key="another-of-these")
    assert (late.status_code, value_of(late, "seen")) == (409, "3")
    assert ann.exported()["gems"] == GEMS


def test_a_hand_sent_under_a_name_of_before_is_shown_under_the_new_one(two: Party) -> None:
    form = values_of(form_with(two.owner.get("/about"), 'value="names"'))
    two.owner.submit("/about", {**form, "act": "names", "names-0": "Anna", "names-1": "Bob"})
    late = record(two.owner)
    assert late.status_code == 409
    assert json.loads(value_of(late.text, "hand_json"))["hand"]["knocker"] == "Anna"
    assert kinds(two.owner) == ["GameStarted", "PlayersRenamed"]
    assert record(two.owner, seen="2", idempotency_key="after-the-renaming").status_code == 422
