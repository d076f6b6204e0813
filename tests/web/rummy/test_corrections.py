"""Corrections of a recorded hand; and hands that are undone, which come back as the drafts that they were."""

import re

import pytest
from flask.testing import FlaskClient

from companion.store import drafts
from tests.support.pages import form_with, says, values_of
from tests.support.phones import Phone, import_game, store_of
from tests.support.showdown_table import WRITTEN, Table

ANN, BOB = WRITTEN


def undo(phone: Phone, verb: str = "undo", page: str = "") -> str:
    """Tap undo or redo on a page, and return where that leads."""
    (act,) = set(re.findall(rf'value="({verb}:\d+)"', phone.get(page).text))
    return phone.submit("/undo", {**values_of(form_with(phone.get(page), act)), "act": act})


@pytest.fixture
def recorded(table: Table) -> Table:
    """Record a first hand, and go on to the second one."""
    assert table.showdown(ANN, BOB) == "/lay-offs"
    table.submit("/lay-offs", card="1:8C")
    table.record_without_lay_offs()
    table.number = 2
    return table


def counted(table: Table, *points: int) -> str:
    """Record a hand by its numbers, and return where that leads."""
    fields = {f"points-{seat}": str(held) for seat, held in enumerate(points)}
    assert table.submit("/numbers", **fields, knocker="0", call="knock") == "/ruling"
    return table.record().location.removeprefix(table.address)


def test_a_correction_that_was_left_unfinished_says_so_and_can_be_discarded(table: Table) -> None:
    table.showdown(*WRITTEN)
    table.record_without_lay_offs()
    table.submit("/seat/0", text=WRITTEN[0].replace("3s", "4c"))
    unfinished = "isn’t recorded yet. The sheet still has the hand as it was."
    for page in (table.get(), table.phone.get("/hands/1")):
        says(page, unfinished, "Discard the correction", but=["Correct the cards"])
    assert table.post("/start-over").location == f"{table.address}/hands/1"
    says(table.phone.get("/hands/1"), "Correct the cards", but=[unfinished])
    assert "3S" in table.lying()


def test_correcting_a_hand_keeps_who_dealt_the_next_one(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    for points in ((2, 21), (3, 30)):
        table.roll(3, 4)
        counted(table, *points)
        table.number += 1
    assert all("dealer" not in hand for hand in table.exported()["hands"])
    table.number = 1
    place = counted(table, 2, 1)
    assert "Hand 2 stays dealt by Ann, as it was. By the rules it would be Bob now." in table.phone.words(place)
    says(table.phone.words("/hands/2"), "Ann dealt this hand. By the rules it was Bob's deal.")
    assert [hand.get("dealer") for hand in table.exported()["hands"]] == [None, "Ann"]
    assert "Ann dealt" in import_game(client, table.exported()).words("/hands/2")


def test_an_undone_hand_is_there_to_be_recorded_again_or_brought_back(recorded: Table) -> None:
    before, phone = recorded.exported(), recorded.phone
    assert undo(phone) == ""
    assert recorded.exported()["hands"] == []
    says(phone.get(), "Undone: recording of hand 1. What was entered is kept. Redo")
    assert undo(phone, "redo") == ""
    assert recorded.exported() == before
    assert drafts.drafts(store_of(phone.app), recorded.address.removeprefix("/g/"), 2) == {}
    undo(phone)
    # As numbers Ann holds A, 2 and 3; Bob's 25 without the 8 that he laid off.
    fields = values_of(form_with(recorded.get("/numbers"), 'name="points-0"'))
    assert {name: fields[name] for name in ("points-0", "points-1")} == {"points-0": "6", "points-1": "17"}
    recorded.record()
    assert recorded.exported() == before


def test_undo_takes_back_nothing_older_and_no_hand_that_was_begun(recorded: Table) -> None:
    phone = recorded.phone
    recorded.roll(3, 4)
    shown = values_of(form_with(phone.get(), "undo:"))
    recorded.submit(knock="1:knock")
    answer = phone.post("/undo", shown)
    assert answer.status_code == 422
    assert "The next hand is being entered" in answer.text
    phone.submit("/hands/1/note", note="late", at="", idempotency_key="a-note-1", seen="2")
    undo(phone, page="/sheet")
    assert "Bob knocked" in recorded.words(), "undoing something else leaves it"
    counted(recorded, 2, 30)
    undo(phone)
    assert 'value="undo:' not in phone.get().text
    assert len(recorded.exported()["hands"]) == 1


def test_redo_does_not_throw_away_what_was_corrected_since(recorded: Table) -> None:
    phone = recorded.phone
    undo(phone)
    shown = values_of(form_with(phone.get(), "redo:"))
    recorded.submit("/seat/0", text=ANN.replace("ac", "4c"))
    assert 'value="redo:' not in phone.get().text
    assert phone.post("/undo", shown).status_code == 422
    recorded.submit("/start-over")
    assert phone.submit("/undo", shown) == ""
    assert len(recorded.exported()["hands"]) == 1


def test_the_table_says_who_really_dealt(table: Table) -> None:
    counted(table, 2, 21)
    phone = table.phone
    form = values_of(form_with(phone.get("/hands/1"), "/dealer"))
    assert phone.submit("/hands/1/dealer", {**form, "dealer": "Bob"}) == "/hands/1"
    names = values_of(form_with(phone.get("/about"), 'value="names"'))
    phone.submit("/about", {**names, "act": "names", "names-0": "Ann", "names-1": "Rob"})
    assert "Rob dealt" in phone.words("/hands/1")
    assert phone.post("/hands/1/dealer", {**form, "dealer": "Eve"}).status_code == 422
