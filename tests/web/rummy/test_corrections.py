"""Corrections of a recorded hand: said with Undo beside it; numbers by one button; house rules from the table."""

import re

from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
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


def test_one_button_opens_the_numbers_with_the_dice(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=20)]))
    (address,) = re.findall(r'href="([^"]+)">Correct<', table.get("/hands/1").text)
    assert address.endswith("/hand/1/numbers")
    page = "/hand/1/numbers"
    assert "Change the dice" in table.words(page)
    dice = values_of(form_with(table.get(page), "Correct the dice"))
    assert table.submit("/hand/1/dice", {**dice, "first": "2", "second": "2"}) == page
    table.submit(page, **{"points-0": "2", "points-1": "21", "knocker": "0", "call": "knock"})
    table.submit("/hand/1/ruling", values_of(form_with(table.get("/hand/1/ruling"), 'id="record"')))
    assert table.exported()["hands"][0]["dice"] == [2, 2]


def test_the_house_rules_are_one_tap_from_the_table_and_lead_back_there(client: FlaskClient) -> None:
    table = import_game(client, game_document())
    (address,) = re.findall(r'href="([^"]+)">House&nbsp;rules', table.get().text)
    page = table.client.get(address.replace("&amp;", "&"))
    assert f'href="{table.address}"' in page.text
    fields = {"idempotency_key": "new-rules", "seen": "1", "act": "change", "rule-gin_bonus": "30"}
    assert table.submit("/rules?back=table", fields) == ""
    assert table.exported()["house_rules"] == {"gin_bonus": 30}
    odd = "/rules?back=1&_external=1&_anchor=a&game=b"
    assert table.get(odd).status_code == 200


def test_lay_offs_are_typed_from_the_menu_only(table: Table) -> None:
    table.submit("", knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    assert table.write(1, "456d Kcdh 8c as 2h 4s jd") == "/lay-offs"
    assert 'id="typed"' not in table.get("/lay-offs").text
    assert "Type the lay-offs" in table.words("/lay-offs")
    assert 'id="typed"' in table.get("/lay-offs?typed=").text


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
