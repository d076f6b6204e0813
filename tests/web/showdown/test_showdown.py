"""A showdown without a script: numbers alone, the ruling, what no page of ours sends, and all of it in words."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.engines.sqlite import SqliteStore
from companion.store.people import members
from tests.support.pages import fields_of, form_with, says, value_of, values_of
from tests.support.phones import Party, Phone, store_of
from tests.support.showdown_table import HTMX, WRITTEN, Table, knock

NUMBERS = {"knocker": "0", "call": "knock", "points-0": "2", "points-1": "20"}


def numbers_of(table: Table, **more: str) -> str:
    return table.submit("/numbers", **{**NUMBERS, **more})


def test_an_illegal_showdown_names_every_fault_and_loses_nothing(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "568c QH8d 9cds ac 2d ks")
    assert table.write(1, "456d KKK-s as 2h 4s jd", as_it_is=True) == "/ruling"
    page = table.get("/ruling")
    faults = ("5♣ 6♣ 8♣ isn't a run: 7♣ is missing.", "Bob has 10 cards but should have 11.")
    says(page, *faults, "Correct Ann's hand")
    assert 'data-say="Not legal. ' in page.text
    assert table.post("/ruling", **table.ruled()).status_code == 422
    assert table.exported()["hands"] == []
    assert "11 of 11" in table.words("/seat/0")
    says(table.phone.get(), "Showdown Ann knocked")
    says(table.phone.get("/sheet"), "The hand that is being entered isn't in it.")
    says(table.client.get("/"), "Ann knocked")
    assert table.post("/play-on").location == table.address
    says(table.phone.get(), but=["Ann knocked"])
    assert table.submit(knock="1:knock") == "/seat/1"
    assert "0 of 11" in table.words("/seat/0")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"points-1": "111"}, "11 cards can count at most 110: 111?"),
        ({"points-1": "", "call": "gin"}, "How much deadwood does Bob have?"),
        ({"knocker": ""}, "Who knocked?"),
    ],
)
def test_numbers_that_no_hand_can_count_are_asked_about(table: Table, more: dict[str, str], sentence: str) -> None:
    answer = table.post("/numbers", **{**NUMBERS, **more})
    says(answer, sentence, status=422)
    assert value_of(answer, "points-0") == "2"
    # Gin leaves nothing to count for its caller.
    assert numbers_of(table, **{"knocker": "1", "call": "gin", "points-0": "30", "points-1": ""}) == "/ruling"


def test_the_number_pad_types_without_a_script(table: Table) -> None:
    """Each key sends the form: 2 for Ann, on to Bob, 2, 9, one digit back, 0."""
    form = {"knocker": "0", "call": "knock", "claims-1": "on", "points-0": "", "points-1": "", "active": "0"}
    for key in ("2", "next", "2", "9", "back", "0"):
        page = table.post("/numbers", key=key, **form)
        fields = values_of(form_with(page, "points-0"))
        form |= {name: fields[name] for name in ("points-0", "points-1", "active")}
        assert re.findall(r'id="([\w-]+)"[^>]*checked', page.text) == ["knocker-0", "claims-1", "call-knock"]
    assert (form["points-0"], form["points-1"], form["active"]) == ("2", "20", "1")
    assert table.submit("/numbers", **form) == "/ruling"


def test_a_late_form_of_numbers_that_is_shown_again_stays_late(table: Table) -> None:
    seen = table.phone.position()
    numbers_of(table)
    table.record()
    before = table.exported()
    numbers = {**NUMBERS, "points-0": "1", "active": "1"}
    for again in ({"key": "5"}, {"points-1": ""}):
        shown = table.post("/numbers", **{**numbers, "seen": seen, **again})
        fields = fields_of(form_with(shown, "points-1"))
        assert fields["seen"] == seen
        assert table.post("/numbers", **{**numbers, **fields}).status_code == 409
    assert table.exported() == before


def test_a_ruling_between_partners_shows_the_sides(client: FlaskClient) -> None:
    """Ann 5 collects 15 from Bob, 4 from Cid and 20 from Dee, 39 for Ann and Cid; then Bob 12 from all: 13 + 6 + 10."""
    sides: Any = [["Ann", "Cid"], ["Bob", "Dee"]]
    table = Table(client, "Ann", "Bob", "Cid", "Dee", game="knock-rummy", sides=sides)
    numbers_of(table, call="", **{"points-0": "5", "points-1": "20", "points-2": "9", "points-3": "25"})
    says(table.get("/ruling"), "Totals after this hand Ann and Cid 39 0 + 39 Bob and Dee 0 0 + 0")
    table.record()
    says(table.phone.get("/sheet"), "to 100 Ann & Cid 39 61 to go Bob & Dee 0 100 to go")
    assert table.submit("/seat/1", points="30", done="1") == "/ruling"
    says(table.get("/ruling"), "Points of this hand Ann and Cid +49 Bob and Dee 0 ")


def test_what_is_not_there_and_nonsense_are_refused(table: Table) -> None:
    for form in ({"knock": "7:knock"}, {"knock": "0:rum"}):
        assert table.post(**form).status_code == 400
    table.submit(knock="0:knock")
    for place in ("/seat/7", "/nowhere"):
        assert table.get(place).status_code == 404
    assert table.post("/upcard", rank="K", suit="S").status_code == 404, "it has dice"
    assert table.post("/dice", first="1", second="7").status_code == 422
    for place in ("/gin", "/numbers"):
        assert table.post(place, call="rum").status_code == 400
    table.number = 3
    assert table.get().status_code == 404
    assert table.phone.led("/showdown") == "/hand/1"


ANN, BOB = WRITTEN
ANNS = (
    "run 5, 6, 7 of clubs; Queen's Diamonds: Queen of hearts and 7 of diamonds; set of three 9s, no heart;"
    " deadwood Ace of clubs, 2 of diamonds and 3 of spades, 6 points."
)
PART = {"HX-Request": "true", "HX-Target": "aloud"}


def read(phone: Phone, of: str, place: str = "") -> str:
    """Ask for words as the script does on a screen of the game."""
    answer = phone.get(f"/aloud?of={of}&from={phone.address}{place}", headers=PART)
    assert answer.status_code == 200
    return answer.text.strip().replace("&#39;", "'")


def test_during_a_showdown(table: Table) -> None:
    phone = table.phone
    assert read(phone, "score") == "The score: Ann 0, Bob 0, to 110. Ann deals."
    assert read(phone, "hand") == "Ann's hand: not entered yet. Bob's hand: not entered yet."
    table.showdown(ANN)
    for place, bobs in (("/hand/1/seat/0", ""), ("/hand/1", " Bob's hand: not entered yet.")):
        assert read(phone, "hand", place) == f"Ann's hand: {ANNS}{bobs}"
    assert read(phone, "hand", "/hand/1/seat/1") == "Bob's hand: not entered yet."
    table.write(1, BOB)
    waiting = "This hand has no ruling yet. The ruling: no hand has been ruled on yet."
    assert read(phone, "ruling", "/hand/1/lay-offs") == waiting, "a ruling would be a hint"
    table.submit("/lay-offs", typed="8c onto 1")
    bobs = "8 of clubs laid off; deadwood Ace of spades, 2 of hearts, 4 of spades and Jack of diamonds, 17 points."
    assert read(phone, "hand", "/hand/1/seat/1").endswith(f"no spade; {bobs}")
    table.submit("/lay-offs", act="done")
    assert read(phone, "ruling", "/hand/1/ruling") == "The ruling: Ann wins 11: Bob 17 minus Ann 6."
    table.record()
    assert read(phone, "ruling") == "The ruling on hand 1: Ann wins 11: Bob 17 minus Ann 6."
    assert read(phone, "hand", "/hand/1/seat/0") == f"Ann's hand: {ANNS}", "of a hand that is corrected"


def test_a_phone_hears_its_own_hand_and_no_other_before_all_are_in(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    ann.write(1, BOB)
    assert read(bob, "hand") == "My hand: face down until all hands are in.", "another phone entered it"
    ann.submit("/hand/1/start-over")
    knock(two)
    ann.write(0, ANN)
    bob.write(1, BOB)
    for place in ("", "/hand/1/seat/0", "/hand/1/seat/1", "/hand/1/seat/7"):
        assert read(bob, "hand", place).startswith("My hand: run 4, 5, 6 of diamonds;"), place
        assert read(ann, "hand", place) == f"My hand: {ANNS}", place
    assert read(two.join("watch"), "hand", "/hand/1/seat/0") == "This phone plays no hand."
    assert "elsewhere.test" not in bob.get("/aloud?of=secrets&from=https://elsewhere.test/g/x").text


def test_a_tap_and_recording_take_few_statements(app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "SECONDS_BETWEEN_NOTES", 1_000_000)
    store, taken = store_of(app), list[str]()
    assert isinstance(store, SqliteStore)
    table.showdown(WRITTEN[0])
    table.submit("/seat/1", card="AS")
    seen = table.phone.position()
    store.db.conn.set_trace_callback(taken.append)
    tapped = table.hand.post("/seat/1", {"taps": "card:2H card:4S", "batch": "first", "seen": seen}, HTMX)
    assert 'data-held="AS 2H 4S"' in tapped.text
    assert len(taken) <= 8, taken
    store.db.conn.set_trace_callback(None)
    table.write(1, WRITTEN[1])
    table.submit("/lay-offs", act="done")
    form = table.ruled()
    taken.clear()
    store.db.conn.set_trace_callback(taken.append)
    assert table.submit("/ruling", **form) == table.address
    store.db.conn.set_trace_callback(None)
    assert len(taken) <= 13, taken
