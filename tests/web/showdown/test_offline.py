"""What a phone without a network enters and sends later; and what makes the app stand on its home screen."""

import json
import re
import struct

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.pages import value_of, words_of
from tests.support.phones import Party, Phone, begun
from tests.support.showdown_table import WRITTEN, knock

GIN = {"number": "1", "knocker": "0", "call": "", "hand-0": "2", "hand-1": "22"}
KNOCK = {**GIN, "call": "knock"}
ANN = "567c QQQ-d 9cdh / 2d"


@pytest.fixture
def alone(app: Flask) -> Phone:
    return begun(app, "Ann", "Bob", game="gin-rummy").owner


def send(phone: Phone, idempotency_key: str = "an-id-of-the-phone", **more: str) -> TestResponse:
    seen = more.pop("seen", "") or phone.form("/offline", "hand-0")["seen"]
    return phone.post("/offline", {**GIN, "idempotency_key": idempotency_key, **more, "seen": seen})


def test_a_hand_that_waited_is_recorded_once_however_often_it_is_sent(alone: Phone) -> None:
    seen = alone.form("/offline", "hand-0")["seen"]
    assert send(alone, seen=seen).location == alone.address
    for _ in range(3):
        assert send(alone, seen=seen).location == f"{alone.address}/hands/1"
    points = [{"name": "Ann", "deadwood_points": 2}, {"name": "Bob", "deadwood_points": 22}]
    assert alone.exported()["hands"] == [{"knocker": "Ann", "players": points}]


def test_hands_that_waited_in_a_row_follow_each_other(alone: Phone) -> None:
    seen = alone.form("/offline", "hand-0")["seen"]
    for number in range(3):
        after = f"phone-id-{number - 1}" if number else ""
        answer = send(alone, f"phone-id-{number}", seen=seen, after=after, **{"hand-1": str(20 + number)})
        assert answer.status_code == 303, words_of(answer)
    assert [hand["players"][1]["deadwood_points"] for hand in alone.exported()["hands"]] == [20, 21, 22]


@pytest.mark.parametrize(
    ("written", "asked", "mended", "deadwood"),
    [
        ("456d KKK-h 3h 3s 3d js", "3♥ 3♠ 3♦: a set?", "456d KKK-h / 3h 3s 3d js", ["3H", "3S", "3D", "JS"]),
        ("456d KKK-h js 8h as 7d", "7♦ fits your run.", "4567d KKK-h js 8h as", ["JS", "8H", "AS"]),
    ],
)
def test_cards_in_shorthand_are_asked_about_where_deadwood_may_lie_in_a_meld(
    alone: Phone, written: str, asked: str, mended: str, deadwood: list[str]
) -> None:
    answer = send(alone, **{"hand-0": ANN, "hand-1": written})
    assert answer.status_code == 422
    assert asked in words_of(answer)
    assert "put “/” before the deadwood" in words_of(answer)
    assert value_of(answer, "hand-1") == written
    assert alone.exported()["hands"] == []
    answer = send(alone, **{"hand-0": ANN, "hand-1": mended})
    assert answer.status_code == 303, words_of(answer)
    (hand,) = alone.exported()["hands"]
    assert hand["players"][0]["melds"] == [["5C", "6C", "7C"], ["QC", "QH", "QS"], ["9C", "9D", "9H"]]
    assert hand["players"][1]["deadwood"] == deadwood
    assert "lay_offs" not in hand, "the app lays off"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"hand-0": "568c 9cds 2345h"}, "5♣ 6♣ 8♣ isn't a run: 7♣ is missing."),
        ({"hand-0": "12"}, "Ann can't knock with 12"),
        ({"hand-1": "222"}, "10 cards can count at most 100: 222?"),
        ({"hand-1": "a-qc"}, "No hand has more than 11 cards, and here are 12."),
        ({"hand-0": ""}, "Enter a number, or the cards."),
        ({"hand-0": "xyz"}, "xyz isn't a card"),
        ({"knocker": ""}, "Who knocked?"),
        ({"call": "rum"}, "What was called?"),
        ({"hand-0": "567c 9cds 2345h", "hand-1": "9c"}, "9♣ is already in Ann's hand."),
    ],
)
def test_a_refused_hand_says_why_and_keeps_what_was_typed(alone: Phone, typed: dict[str, str], said: str) -> None:
    answer = send(alone, **typed)
    assert answer.status_code == 422
    assert said in words_of(answer)
    for name, value in typed.items():
        assert not name.startswith("hand-") or value_of(answer, name) == value
    assert alone.exported()["hands"] == []


def test_a_hand_that_another_phone_recorded_meanwhile_is_shown_beside_it(two: Party) -> None:
    two.roll()
    given = {**KNOCK, "first": "3", "second": "4", "hand-1": "30"}
    seen = two.owner.form("/offline", "hand-0")["seen"]
    scorer = two.join("none", link=two.link("scorer"))
    assert send(scorer, "another-phone", seen=seen, **given).status_code == 303
    late = send(two.owner, "a-late-phone", seen=seen, **{**given, "hand-1": "40"})
    assert late.status_code == 409
    assert "Ann wins 28" in words_of(late)
    assert "Ann wins 38" in words_of(late)
    assert 'name="queued" value="a-late-phone"' in re.sub(r"\s+", " ", late.text)
    assert len(two.exported()["hands"]) == 1


def test_what_others_are_entering_is_not_thrown_away_by_a_hand_that_waited(two: Party) -> None:
    (bob,) = two.guests
    knock(two)
    bob.submit("/hand/1/seat/1", card="KS")
    answer = send(two.owner, seen="99", **KNOCK)
    assert answer.status_code == 409
    assert "entering this hand on their phones" in words_of(answer)
    assert "1 of 11" in bob.words("/hand/1/seat/1")


def test_a_player_sends_only_their_own_hand(two: Party) -> None:
    (bob,) = two.guests
    knock(two)
    page = bob.words("/offline")
    assert "Your hand" in page
    assert "Who knocked" not in page
    given = {"number": "1", "idempotency_key": "bobs-phone-1"}
    refused = bob.post("/offline", **given, **{"hand-1": "456d KKK-h 3h 3s 3d js 8c"})
    assert refused.status_code == 422
    assert "3♥ 3♠ 3♦: a set?" in words_of(refused)
    given["hand-1"] = WRITTEN[1]
    assert bob.submit("/offline", given) == "/hand/1/wait"
    assert "Bob entered, face down" in bob.words("/hand/1/wait")
    assert "11 of 11" in bob.words("/hand/1/seat/1")
    late = bob.post("/offline", **{**given, "number": "7"})
    assert late.status_code == 422
    assert "already recorded" in words_of(late)
    bob.submit("/people/sit", seat="")
    assert bob.post("/offline", **given).status_code == 403


def test_after_the_end_or_to_watch_no_hand_is_asked_for(alone: Phone, two: Party) -> None:
    assert send(alone, **{"hand-0": "0", "hand-1": "99"}).status_code == 303
    page = alone.words("/offline")
    assert "Ann won" in page
    assert "You can't enter a hand here" in page
    late = send(alone, "after-the-end", seen="2")
    assert late.status_code == 422
    assert "over or closed" in words_of(late)
    assert "You can't enter a hand here" in two.join("watch").words("/offline")


def test_the_manifest_names_icons_that_are_there(client: FlaskClient) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").text
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.data)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        found = client.get(icon["src"])
        assert found.mimetype == icon["type"]
        if icon["type"] == "image/png":
            assert found.data[:8] == b"\x89PNG\r\n\x1a\n"
            width, height = struct.unpack(">II", found.data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            assert len(found.data) < 8_000
            sizes.add((width, icon["purpose"]))
    assert sizes == {(192, "any"), (512, "any"), (512, "maskable")}


def test_the_worker_keeps_the_look_that_the_pages_ask_for(client: FlaskClient) -> None:
    answer = client.get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    lines = re.findall(r"^const (\w+) = (.*);$", answer.text, re.MULTILINE)[:4]
    said = {name: json.loads(value) for name, value in lines}
    assert said.keys() == {"VERSION", "ASSETS", "OFFLINE", "ROOT"}
    home = client.get("/").text
    assert set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:css|js))"', home)) <= set(said["ASSETS"])
    for address in (*said["ASSETS"], said["OFFLINE"]):
        assert client.get(address).status_code == 200
