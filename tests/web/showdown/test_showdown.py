"""A showdown without a script, form by form: dice, numbers alone, the ruling, and what no page of ours sends."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store.engines.sqlite import SqliteStore
from companion.store.people import members
from tests.support.pages import fields_of, form_with, found_in, says, value_of, values_of
from tests.support.phones import Party, start_game, store_of
from tests.support.showdown_table import HTMX, WRITTEN, Table

NUMBERS = {"knocker": "0", "call": "knock", "points-0": "2", "points-1": "20"}
HUGE = "9" * 40
FEW_BYTES = 5_000


def numbers_of(table: Table, **more: str) -> str:
    return table.submit("/numbers", **{**NUMBERS, **more})


def marks(answer: TestResponse) -> list[str]:
    """Return by what the script sees which blocks have changed."""
    found = re.findall(r'data-live="(\w+)"', answer.text)
    assert found
    return found


def test_dice_tumble_once_and_are_marked_as_they_lie_afterwards(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    phone = table.phone
    assert "Which dice were rolled?" in table.words()
    assert {table.hand.led(place) for place in ("/seat/0", "/numbers", "/ruling")} == {""}
    rolled = phone.post("/dice", {"act": "roll", "seen": "0"}, {"HX-Request": "true"})
    assert '"rolled"' in rolled.headers["HX-Trigger-After-Swap"]
    assert rolled.headers["HX-Replace-Url"] == phone.address
    assert marks(rolled) == marks(phone.get())


def test_other_dice_are_chosen_until_there_are_other_dice(table: Table) -> None:
    for half in ({}, {"first": "3"}, {"first": "7", "second": "1"}, {"first": "x", "second": "1"}):
        assert table.phone.post("/dice", {"act": "set", **half}).status_code == 422
    address = found_in(table.phone.get(), r'href="([^"]*\?dice=[^"]+)"')
    page = table.client.get(address)
    says(page, "One die")
    seen = found_in(page, r'name="seen"\s+value="([\d.]+)">\s*<fieldset')
    table.phone.submit("/dice", first="6", second="5", act="set", seen=seen)
    says(table.client.get(address), "Knock with at most 11", but=["One die"])


def test_hands_are_laid_again_by_dice_that_are_corrected(table: Table) -> None:
    table.submit(knock="0:knock")
    table.tap("QH 3D 9C 9D 9S QS 7D")
    assert table.lying() == "Set: 9C 9D 9S, Queen's diamonds: QS 7D, Deadwood: QH 3D"
    assert table.post("/dice", first="1", second="7").status_code == 422
    assert table.submit("/dice", first="1", second="2") == ""
    assert table.lying() == "Queen's diamonds: QH 3D, Set: 9C 9D 9S, Deadwood: QS 7D"


def test_a_note_of_another_phones_change_stays_while_it_holds(table: Table) -> None:
    table.submit(knock="0:knock")
    place = table.submit(knock="1:knock", was=":")
    assert "Someone entered this on another phone first" in table.words(place)
    form = table.hand.form("", "knock-row")
    assert table.submit(**form, knock="1:knock") == "/seat/1"
    assert "Someone entered this on another phone first" not in table.words(place)


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


def test_a_made_up_print_says_so_on_every_screen_that_uses_it(client: FlaskClient) -> None:
    client.post("/decks/made-up")
    table = Table(client, "Ann", "Bob")
    table.phone = start_game(client, "Ann", "Bob", deck="1")
    table.roll(4, 4)
    says(table.get(), "made up")
    table.showdown("ah3s5c7d 9cds JJJ-s 2d", "456d KKK-h 2h 4s 8h 10s qc")
    for path in ("/seat/0", "/lay-offs"):
        says(table.get(path), "made up")
    table.submit("/lay-offs", act="done")
    says(table.get("/ruling"), "made up")


def test_what_is_not_there_and_nonsense_are_refused(table: Table) -> None:
    for form in ({"knock": "7:knock"}, {"knock": "0:rum"}):
        assert table.post(**form).status_code == 400
    table.submit(knock="0:knock")
    for place in ("/seat/7", "/nowhere"):
        assert table.get(place).status_code == 404
    assert table.post("/upcard", rank="K", suit="S").status_code == 404, "it has dice"
    for place in ("/gin", "/numbers"):
        assert table.post(place, call="rum").status_code == 400
    table.number = 3
    assert table.get().status_code == 404
    assert table.phone.led("/showdown") == "/hand/1"


@pytest.mark.parametrize(
    "hand_json",
    [
        "",
        "{",
        '{"hand": {}}',
        '{"hand": [], "gems": {}}',
        '{"hand": {}, "gems": {"5C": 3}}',
        '{"hand": {"knocker": "\\ud800"}, "gems": {}}',
        json.dumps({"hand": {"knocker": "Ann", "players": [None, {"name": ["Ann"]}], "dice": "34"}, "gems": {}}),
        "[" * 20_000,
    ],
)
def test_a_malformed_hand_is_refused(two: Party, hand_json: str) -> None:
    for hand in ("new", "old"):
        for number in ("0", "1", "2", HUGE):
            form = {"hand_json": hand_json, "hand": hand, "idempotency_key": "an-id-of-a-phone", "seen": "1"}
            assert two.owner.post(f"/hand/{number}/ruling", **form).status_code in {303, 404, 409, 422}
    assert two.exported()["hands"] == []


@pytest.mark.parametrize("value", [HUGE, "-1", "²", "x", "", "1.5"])
def test_malformed_numbers_are_refused(two: Party, value: str) -> None:
    ann = two.owner
    for place, form in (
        ("/people/sit", {"seat": value}),
        ("/people/revoke", {"link": value}),
        ("/people/out", {"device": value}),
        ("/people/link", {"role": "seat", "seat": value}),
        ("/hand/1/wait", {"seat": value}),
        ("/hand/1", {"knock": f"{value}:knock"}),
        ("/hand/1/lay-offs", {"pass": value, "seen": value}),
        ("/hands/1/word", {"seat": value, "act": "accept"}),
        ("/hands/1/overrule", {"by": value, "winner": value, "points-0": value}),
        ("/offline", {"number": value, "knocker": value, "hand-0": value, "hand-1": value, "seen": value}),
    ):
        assert ann.post(place, **form).status_code in {303, 400, 404, 409, 422}, (place, form)
    assert ann.get(f"/pulse?seen={value}").status_code == 200
    assert ann.get(f"/hand/{value}/wait").status_code in {303, 404}
    assert two.exported()["hands"] == []
    assert two.guests[0].get().status_code == 200


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
    assert len(tapped.data) <= FEW_BYTES
    store.db.conn.set_trace_callback(None)
    table.write(1, WRITTEN[1])
    table.submit("/lay-offs", act="done")
    form = table.ruled()
    taken.clear()
    store.db.conn.set_trace_callback(taken.append)
    assert table.submit("/ruling", **form) == table.address
    store.db.conn.set_trace_callback(None)
    assert len(taken) <= 13, taken
