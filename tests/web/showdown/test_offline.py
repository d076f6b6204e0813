"""What a phone without a network enters and sends later; and what makes the app stand on its home screen."""

import json
import re
import struct

from flask import Flask
from werkzeug.test import TestResponse

from tests.support.pages import words_of
from tests.support.phones import Party, begun

GIN = {"number": "1", "knocker": "0", "call": "", "hand-0": "2", "hand-1": "22"}


def alone(app: Flask) -> Party:
    return begun(app, "Ann", "Bob", game="gin-rummy")


def send(party: Party, idempotency_key: str = "an-id-of-the-phone", **more: str) -> TestResponse:
    seen = party.owner.form("/offline", "hand-0")["seen"] if "seen" not in more else more["seen"]
    return party.owner.post("/offline", **{**GIN, "idempotency_key": idempotency_key, **more, "seen": seen})


def test_a_hand_that_waited_is_recorded_once_however_often_it_is_sent(app: Flask) -> None:
    party = alone(app)
    seen = party.owner.form("/offline", "hand-0")["seen"]
    assert send(party, seen=seen).headers["Location"] == party.owner.address
    for _ in range(3):
        assert send(party, seen=seen).headers["Location"].endswith("/hands/1")
    assert party.exported()["hands"] == [
        {
            "knocker": "Ann",
            "players": [{"name": "Ann", "deadwood_points": 2}, {"name": "Bob", "deadwood_points": 22}],
        }
    ]


def test_hands_that_waited_in_a_row_follow_each_other(app: Flask) -> None:
    party = alone(app)
    seen = party.owner.form("/offline", "hand-0")["seen"]
    for number in range(3):
        after = f"phone-id-{number - 1}" if number else ""
        answer = send(party, f"phone-id-{number}", seen=seen, after=after, **{"hand-1": str(20 + number)})
        assert answer.status_code == 303, words_of(answer)
    points = [hand["players"][1]["deadwood_points"] for hand in party.exported()["hands"]]
    assert points == [20, 21, 22]


def test_cards_are_written_in_shorthand_and_the_app_lays_off(app: Flask) -> None:
    party = alone(app)
    answer = send(party, **{"hand-0": "567c QQQ-d 9cdh 2d", "hand-1": "8c 456d KKK-h js as 3h"})
    assert answer.status_code == 303, words_of(answer)
    (hand,) = party.exported()["hands"]
    assert hand["players"][0]["melds"] == [["5C", "6C", "7C"], ["QC", "QH", "QS"], ["9C", "9D", "9H"]]
    assert "lay_offs" not in hand


def test_deadwood_that_may_lie_in_a_meld_is_asked_about_as_where_it_is_tapped(app: Flask) -> None:
    """Bob's 3♥ 3♠ 3♦ stand by themselves: a set, or put down as deadwood. A run's card at the end likewise."""
    party = alone(app)
    ann = "567c QQQ-d 9cdh / 2d"
    for written, asked in (("456d KKK-h 3h 3s 3d js", "a set?"), ("456d KKK-h js 8h as 7d", "7♦ fits your run.")):
        answer = send(party, **{"hand-0": ann, "hand-1": written})
        assert answer.status_code == 422
        assert asked in words_of(answer)
        assert "put “/” before the deadwood" in words_of(answer)
        assert f'value="{written}"' in answer.text
        assert party.exported()["hands"] == []
    answer = send(party, **{"hand-0": ann, "hand-1": "456d KKK-h / 3h 3s 3d js"})
    assert answer.status_code == 303, words_of(answer)
    assert party.exported()["hands"][0]["players"][1]["deadwood"] == ["3H", "3S", "3D", "JS"]


def test_an_own_hand_is_asked_about_too(two: Party) -> None:
    (bob,) = two.guests
    two.roll()
    sent = {"number": "1", "idempotency_key": "of-bobs-phone", "seen": bob.form("/offline", "hand-1")["seen"]}
    refused = bob.post("/offline", **sent, **{"hand-1": "456d KKK-h 3h 3s 3d js 8c"})
    assert refused.status_code == 422
    assert "3♥ 3♠ 3♦: a set?" in words_of(refused)
    answer = bob.post("/offline", **sent, **{"hand-1": "456d KKK-h 3hsd / js 8c"})
    assert answer.status_code == 303, words_of(answer)


def test_a_refused_hand_says_why_and_keeps_what_was_typed(app: Flask) -> None:
    party = alone(app)
    for typed, said in (
        ({"hand-0": "568c 9cds 2345h"}, "5♣ 6♣ 8♣ isn't a run: 7♣ is missing."),
        ({"hand-0": "12"}, "Ann can't knock with 12"),
        ({"hand-1": "222"}, "10 cards can count at most 100: 222?"),
        ({"hand-0": ""}, "Enter a number, or the cards."),
        ({"hand-0": "xyz"}, "xyz isn't a card"),
        ({"knocker": ""}, "Who knocked?"),
        ({"call": "rum"}, "What was called?"),
        ({"hand-0": "567c 9cds 2345h", "hand-1": "9c"}, "9♣ is already in Ann's hand."),
    ):
        answer = send(party, **typed)
        assert answer.status_code == 422
        page = words_of(answer)
        assert said in page
        for name, value in typed.items():
            if name.startswith("hand-") and value:
                assert f'value="{value}"' in answer.text
    assert party.exported()["hands"] == []


def test_a_hand_that_another_phone_recorded_meanwhile_is_shown_beside_it(two: Party) -> None:
    two.roll()
    given = {"number": "1", "knocker": "0", "call": "knock", "first": "3", "second": "4", "hand-0": "2", "hand-1": "30"}
    seen = two.owner.form("/offline", "hand-0")["seen"]
    scorer = two.join("none", link=two.link("scorer"))
    assert scorer.post("/offline", **{**given, "idempotency_key": "another-phone", "seen": seen}).status_code == 303
    late = two.owner.post("/offline", **{**given, "hand-1": "40", "idempotency_key": "a-late-phone", "seen": seen})
    assert late.status_code == 409
    page = late.text
    assert "Ann wins 28" in words_of(late)
    assert "Ann wins 38" in words_of(late)
    assert 'name="queued" value="a-late-phone"' in re.sub(r"\s+", " ", page)
    assert len(two.exported()["hands"]) == 1


def test_what_others_are_entering_is_not_thrown_away_by_a_hand_that_waited(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    ann.submit("/dice", first="3", second="4", act="set", seen="0")
    ann.submit("/hand/1", knock="0:knock")
    bob.submit("/hand/1/seat/1", card="KS")
    given = {
        "number": "1",
        "knocker": "0",
        "call": "knock",
        "hand-0": "2",
        "hand-1": "30",
        "idempotency_key": "a-phone-id",
    }
    answer = ann.post("/offline", **given, seen="99")
    assert answer.status_code == 409
    assert "entering this hand on their phones" in words_of(answer)
    assert "1 of 11" in bob.words("/hand/1/seat/1")


def test_a_player_sends_only_their_own_hand(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    ann.submit("/dice", first="3", second="4", act="set", seen="0")
    ann.submit("/hand/1", knock="0:knock")
    page = bob.words("/offline")
    assert "Your hand" in page
    assert "Who knocked" not in page
    given = {"number": "1", "hand-1": "456d Kcdh 8c as 2h 4s jd", "idempotency_key": "bobs-phone-1"}
    assert bob.post("/offline", **given).headers["Location"].endswith("/hand/1/wait")
    assert "Bob entered, face down" in ann.words("/hand/1/wait") or "entered, face down" in ann.words("/hand/1")
    assert "11 of 11" in bob.words("/hand/1/seat/1")
    late = bob.post("/offline", **{**given, "number": "7"})
    assert late.status_code == 422
    assert "already recorded" in words_of(late)
    bob.submit("/people/sit", seat="")
    assert bob.post("/offline", **given).status_code == 403


def test_after_the_end_no_hand_is_asked_for(app: Flask) -> None:
    party = alone(app)
    assert send(party, **{"hand-0": "0", "hand-1": "99"}).status_code == 303
    page = party.owner.words("/offline")
    assert "Ann won" in page
    assert "You can't enter a hand here" in page
    late = party.owner.post("/offline", **GIN, idempotency_key="after-the-end", seen="2")
    assert late.status_code == 422
    assert "over or closed" in words_of(late)


def test_a_viewer_is_asked_for_no_hand(two: Party) -> None:
    assert "You can't enter a hand here" in words_of(two.join("watch").get("/offline"))


def test_the_manifest_names_icons_that_are_there(app: Flask) -> None:
    client = app.test_client()
    home = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in home
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


def test_the_worker_keeps_the_look_that_the_pages_ask_for(app: Flask) -> None:
    client = app.test_client()
    answer = client.get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    script = answer.text
    said = {name: json.loads(value) for name, value in re.findall(r"^const (\w+) = (.*);$", script, re.MULTILINE)[:4]}
    assert said.keys() == {"VERSION", "ASSETS", "OFFLINE", "ROOT"}
    home = client.get("/").text
    assert set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:css|js))"', home)) <= set(said["ASSETS"])
    for address in (*said["ASSETS"], said["OFFLINE"]):
        assert client.get(address).status_code == 200
