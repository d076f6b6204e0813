"""Undoing a recorded hand: it comes back as the draft that it was, and redo brings back the hand."""

import re

import pytest

from companion.store import drafts
from tests.support.pages import form_with, values_of
from tests.support.phones import Party, Phone, store_of
from tests.support.showdown_table import WRITTEN, Table, reveal

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


def test_an_undone_hand_is_there_to_be_recorded_again(recorded: Table) -> None:
    before = recorded.exported()["hands"]
    assert undo(recorded.phone) == ""
    assert recorded.exported()["hands"] == []
    assert "Undone: recording of hand 1. What was entered is kept. Redo" in recorded.phone.words()
    # As numbers Ann holds A, 2 and 3; Bob's 25 without the 8 that he laid off.
    fields = values_of(form_with(recorded.get("/numbers"), 'name="points-0"'))
    assert {name: fields[name] for name in ("points-0", "points-1")} == {"points-0": "6", "points-1": "17"}
    assert "Ann wins 11" in recorded.words("/ruling")
    recorded.record()
    assert recorded.exported()["hands"] == before


def test_redo_stands_beside_the_sentence_and_brings_the_hand_back(recorded: Table) -> None:
    before = recorded.exported()
    undo(recorded.phone)
    assert undo(recorded.phone, "redo") == ""
    assert recorded.exported() == before
    game = recorded.address.removeprefix("/g/")
    assert drafts.drafts(store_of(recorded.client.application), game, 2) == {}
    assert "Undone" not in recorded.phone.words()


def test_a_second_tap_takes_back_nothing_older(recorded: Table) -> None:
    recorded.roll(3, 4)
    recorded.showdown(ANN, BOB)
    recorded.record_without_lay_offs()
    undo(recorded.phone)
    assert 'value="undo:' not in recorded.phone.get().text
    assert len(recorded.exported()["hands"]) == 1


def test_numbers_and_dice_come_back_too(table: Table) -> None:
    table.submit("/numbers", **{"points-0": "2", "points-1": "21", "knocker": "0", "call": "knock"})
    table.record()
    before = table.exported()["hands"]
    undo(table.phone)
    table.number = 2
    assert "Knock with at most 7" in table.phone.words()
    table.record()
    assert table.exported()["hands"] == before


def test_a_hand_that_was_begun_is_not_thrown_away_by_undo(recorded: Table) -> None:
    phone = recorded.phone
    recorded.roll(1, 2)
    shown = values_of(form_with(phone.get(), "undo:"))
    recorded.submit(knock="1:knock")
    answer = phone.post("/undo", shown)
    assert answer.status_code == 422
    assert "The next hand is being entered" in answer.text
    assert len(recorded.exported()["hands"]) == 1
    assert 'value="undo:' not in phone.get().text
    phone.submit("/hands/1/note", note="late", at="", idempotency_key="a-note-1", seen="2")
    undo(phone, page="/sheet")
    assert "Bob knocked" in recorded.words(), "undoing something else leaves it"


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


def test_with_a_phone_each_the_hands_stay_turned_up_and_later_changes_are_named(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    reveal(two, ANN, BOB)
    bob.submit("/hand/1/lay-offs", act="done")
    ann.submit("/hand/1/ruling", values_of(form_with(ann.get("/hand/1/ruling"), 'id="record"')))
    undo(ann)
    assert "Undone: recording of hand 1." in bob.words()
    assert 'value="redo:' not in bob.get().text, "only a scorekeeper redoes"
    bob.submit("/hand/2/seat/1", text=BOB.replace("8c", "9h"))
    bob.submit("/hand/2/lay-offs", act="done")
    assert "Bob changed their own hand after all hands were shown: 8♣ out and 9♥ in." in ann.words("/hand/2/ruling")
