"""Undoing a recorded hand: it comes back as the draft that it was, and redo brings back the hand."""

import re

from flask.testing import FlaskClient

from companion.store import drafts
from tests.support.pages import form_with, values_of
from tests.support.phones import Party, Phone, store_of
from tests.support.showdown_table import Table

ANN = "567c QH7d 9cds ac 2d 3s"
BOB = "456d Kcdh 8c as 2h 4s jd"


def undo(phone: Phone, verb: str = "undo", page: str = "") -> str:
    """Tap undo or redo on a page, and return where that leads."""
    (act,) = set(re.findall(rf'value="({verb}:\d+)"', phone.get(page).text))
    return phone.submit("/undo", {**values_of(form_with(phone.get(page), act)), "act": act})


def record(table: Table) -> None:
    table.submit("", knock="0:knock")
    table.write(0, ANN)
    assert table.write(1, BOB) == "/lay-offs"
    table.submit("/lay-offs", card="1:8C")
    table.submit("/lay-offs", act="done")
    assert table.record().status_code == 303


def test_an_undone_hand_is_there_to_be_recorded_again(table: Table) -> None:
    record(table)
    before = table.exported()["hands"]
    assert undo(table.phone) == ""
    assert table.exported()["hands"] == []
    assert "Undone: recording of hand 1. What was entered is kept. Redo" in table.phone.words()
    table.number = 2
    assert "Ann wins 11" in table.words("/ruling")
    assert table.record().status_code == 303
    assert table.exported()["hands"] == before


def test_redo_stands_beside_the_sentence_and_brings_the_hand_back(table: Table) -> None:
    record(table)
    before = table.exported()
    undo(table.phone)
    assert undo(table.phone, "redo") == ""
    assert table.exported() == before
    assert drafts.drafts(store_of(table.client.application), table.address.removeprefix("/g/"), 2) == {}
    assert "Undone" not in table.phone.words()


def test_a_second_tap_takes_back_nothing_older(table: Table) -> None:
    record(table)
    table.number = 2
    table.phone.submit("/dice", first=3, second=4, act="set", seen=0)
    record(table)
    undo(table.phone)
    assert 'value="undo:' not in table.phone.get().text
    assert len(table.exported()["hands"]) == 1


def test_numbers_and_dice_come_back_too(table: Table) -> None:
    numbers = {"points-0": "2", "points-1": "21", "knocker": "0", "call": "knock"}
    assert table.submit("/numbers", **numbers) == "/ruling"
    table.record()
    before = table.exported()["hands"]
    undo(table.phone)
    table.number = 2
    assert "Knock with at most 7" in table.phone.words()
    assert table.record().status_code == 303
    assert table.exported()["hands"] == before


def test_hands_entered_by_cards_come_back_as_numbers_too(table: Table) -> None:
    record(table)
    undo(table.phone)
    table.number = 2
    fields = values_of(form_with(table.get("/numbers"), 'name="points-0"'))
    numbers = {name: fields[name] for name in ("points-0", "points-1")}
    # Ann holds A, 2 and 3; Bob's 25 without the 8 that he laid off.
    assert numbers == {"points-0": "6", "points-1": "17"}
    assert table.submit("/numbers", knocker="0", call="knock", **numbers) == "/ruling"
    assert "Ann wins 11" in table.words("/ruling")


def test_the_dice_of_a_drawn_hand_come_back(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    table.roll(3, 4)
    table.phone.submit("/drawn", values_of(form_with(table.phone.get(), "Record a drawn hand")))
    undo(table.phone)
    assert "Knock with at most 7" in table.phone.words()
    assert "Undone: recording of hand 1. Redo" in table.phone.words()


def test_a_hand_that_was_begun_is_not_thrown_away_by_undo(table: Table) -> None:
    record(table)
    table.number = 2
    table.phone.submit("/dice", first=1, second=2, act="set", seen=0)
    shown = values_of(form_with(table.phone.get(), "undo:"))
    table.submit("", knock="1:knock")
    answer = table.phone.post("/undo", shown)
    assert answer.status_code == 422
    assert "The next hand is being entered" in answer.text
    assert len(table.exported()["hands"]) == 1
    assert 'value="undo:' not in table.phone.get().text


def test_redo_does_not_throw_away_what_was_corrected_since(table: Table) -> None:
    record(table)
    undo(table.phone)
    shown = values_of(form_with(table.phone.get(), "redo:"))
    table.number = 2
    table.submit("/seat/0", text=ANN.replace("ac", "4c"))
    assert 'value="redo:' not in table.phone.get().text
    assert table.phone.post("/undo", shown).status_code == 422
    table.submit("/start-over")
    assert table.phone.submit("/undo", shown) == ""
    assert len(table.exported()["hands"]) == 1


def test_undoing_something_else_leaves_the_hand_that_is_being_entered(table: Table) -> None:
    record(table)
    table.phone.submit("/hands/1/note", note="late", at="", idempotency_key="a-note-1", seen="2")
    table.number = 2
    table.phone.submit("/dice", first=1, second=2, act="set", seen=0)
    table.submit("", knock="1:knock")
    undo(table.phone, page="/sheet")
    assert "Bob knocked" in table.words()


def test_with_a_phone_each_the_hands_stay_turned_up_and_later_changes_are_named(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    two.roll()
    ann.submit("/hand/1", knock="0:knock")
    for seat, (phone, text) in enumerate([(ann, ANN), (bob, BOB)]):
        phone.submit(f"/hand/1/seat/{seat}", text=text)
        phone.submit(f"/hand/1/seat/{seat}", act="done")
    bob.submit("/hand/1/lay-offs", act="done")
    ann.submit("/hand/1/ruling", values_of(form_with(ann.get("/hand/1/ruling"), 'id="record"')))
    undo(ann)
    assert "Undone: recording of hand 1." in bob.words()
    assert 'value="redo:' not in bob.get().text, "only a scorekeeper redoes"
    bob.submit("/hand/2/seat/1", text=BOB.replace("8c", "9h"))
    bob.submit("/hand/2/lay-offs", act="done")
    assert "Bob changed their own hand after all hands were shown: 8♣ out and 9♥ in." in ann.words("/hand/2/ruling")
