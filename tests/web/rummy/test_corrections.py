"""Corrections of a recorded hand: said with Undo beside it; numbers by one button; house rules from the table."""

import re

from flask.testing import FlaskClient

from tests.support.pages import form_with, says, values_of
from tests.support.phones import import_game
from tests.support.showdown_table import Table

NUMBERS = {"points-0": "2", "points-1": "21", "knocker": "0", "call": "knock"}


def replaced(table: Table) -> str:
    """Record a hand by its numbers, replace it, and return where that leads."""
    table.submit("/numbers", **NUMBERS)
    table.record()
    table.submit("/numbers", **{**NUMBERS, "points-1": "31"})
    return table.record().location.removeprefix(table.address)


def test_a_replaced_hand_says_so_with_undo_there_and_then_redo(table: Table) -> None:
    assert "<title>Numbers only" in table.get("/numbers").text
    place = replaced(table)
    assert "<title>Correct hand 1" in table.get("/numbers").text
    (address,) = re.findall(r'href="([^"]+)">\s*Correct the numbers', table.get("/ruling").text)
    assert address.endswith("/numbers")
    page = table.phone.get(place)
    says(page, "Hand 1 is replaced. Undo")
    assert table.phone.submit("/undo", values_of(form_with(page, "undo:"))) == "/hands/1"
    assert table.exported()["hands"][0]["players"][1]["deadwood_points"] == 21
    says(table.phone.get(place), "Undone: correction of hand 1. Redo", but=["is replaced"])
    again = table.phone.submit("/undo", values_of(form_with(table.phone.get("/hands/1"), "redo:")))
    says(table.phone.get(again), "Hand 1 is replaced. Undo")
    assert table.exported()["hands"][0]["players"][1]["deadwood_points"] == 31
    # Undo beside it never takes back something else.
    table.phone.submit("/hands/1/note", note="late", at="", idempotency_key="a-note-1", seen="5")
    says(table.phone.get(again), but=["is replaced"])


def counted(table: Table, knocker: int, *points: int) -> None:
    """Record the next hand by its numbers."""
    table.phone.submit("/dice", first=3, second=4, act="set", seen=0)
    fields = {f"points-{seat}": str(held) for seat, held in enumerate(points)}
    assert table.submit("/numbers", **fields, knocker=str(knocker), call="knock") == "/ruling"
    assert table.record().status_code == 303
    table.number += 1


def test_correcting_a_hand_keeps_who_dealt_the_next_one(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    counted(table, 0, 2, 21)
    counted(table, 0, 3, 30)
    assert "Ann dealt" in table.phone.words("/hands/2")
    assert all("dealer" not in hand for hand in table.exported()["hands"])
    table.number = 1
    table.submit("/numbers", **{"points-0": "2", "points-1": "1", "knocker": "0", "call": "knock"})
    place = table.record().location.removeprefix(table.address)
    assert "Hand 2 stays dealt by Ann, as it was. By the rules it would be Bob now." in table.phone.words(place)
    says(table.phone.words("/hands/2"), "Ann dealt this hand. By the rules it was Bob's deal.")
    assert [hand.get("dealer") for hand in table.exported()["hands"]] == [None, "Ann"]
    assert "Ann dealt" in import_game(client, table.exported()).words("/hands/2")


def test_the_table_says_who_really_dealt(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    counted(table, 0, 2, 21)
    form = values_of(form_with(table.phone.get("/hands/1"), "/dealer"))
    assert table.phone.submit("/hands/1/dealer", {**form, "dealer": "Bob"}) == "/hands/1"
    assert "Bob dealt" in table.phone.words("/hands/1")
    table.phone.submit(
        "/about",
        {
            **values_of(form_with(table.phone.get("/about"), 'value="names"')),
            "act": "names",
            "names-0": "Ann",
            "names-1": "Rob",
        },
    )
    assert "Rob dealt" in table.phone.words("/hands/1")
    form = values_of(form_with(table.phone.get("/hands/1"), "/dealer"))
    assert table.phone.post("/hands/1/dealer", {**form, "dealer": "Eve"}).status_code == 422
