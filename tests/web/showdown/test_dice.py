"""Dice that are rolled, chosen and corrected: hands are laid again by them, and what the answers tell the script."""

import re

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.pages import words_of
from tests.support.showdown_table import Table


def marks(answer: TestResponse) -> list[str]:
    """Return by what the script sees which blocks have changed."""
    found = re.findall(r'data-live="(\w+)"', answer.text)
    assert found
    return found


def chooser(table: Table) -> str:
    """Return the address at which dice are chosen."""
    address = re.search(r'href="([^"]*\?dice=[^"]+)"', table.phone.get().text)
    assert address
    return address[1]


def test_hands_are_laid_again_by_dice_that_are_corrected(table: Table) -> None:
    table.submit(knock="0:knock")
    table.tap("QH 3D 9C 9D 9S QS 7D")
    assert table.lying() == "Set: 9C 9D 9S, Queen's diamonds: QS 7D, Deadwood: QH 3D"
    assert table.post("/dice", first="1", second="7").status_code == 422
    assert table.submit("/dice", first="1", second="2") == ""
    assert table.lying() == "Queen's diamonds: QH 3D, Set: 9C 9D 9S, Deadwood: QS 7D"
    version = chooser(table).rpartition("?dice=1.")[2]
    table.phone.submit("/dice", first="3", second="4", act="set", seen=f"0.{version}")
    assert table.lying() == "Set: 9C 9D 9S, Queen's diamonds: QS 7D, Deadwood: QH 3D"


def test_without_dice_they_are_asked_for_first(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    assert "Which dice were rolled?" in table.words()
    assert {table.hand.led(place) for place in ("/seat/0", "/numbers", "/ruling")} == {""}


def test_other_dice_are_chosen_until_there_are_other_dice(table: Table) -> None:
    address = chooser(table)
    page = table.client.get(address).text
    assert "One die" in words_of(page)
    seen = re.search(r'name="seen"\s+value="([\d.]+)">\s*<fieldset', page)
    assert seen
    table.phone.submit("/dice", first="6", second="5", act="set", seen=seen[1])
    said = words_of(table.client.get(address))
    assert "One die" not in said
    assert "Knock with at most 11" in said


def test_the_answer_that_sets_the_dice_shows_the_address_of_the_table(client: FlaskClient) -> None:
    phone = Table(client, "Ann", "Bob").phone
    answer = phone.post("/dice", {"first": "6", "second": "5", "act": "set", "seen": "0"}, {"HX-Request": "true"})
    assert answer.headers["HX-Replace-Url"] == phone.address


def test_dice_that_tumble_once_are_marked_as_they_lie_afterwards(client: FlaskClient) -> None:
    phone = Table(client, "Ann", "Bob").phone
    rolled = phone.post("/dice", {"act": "roll", "seen": "0"}, {"HX-Request": "true"})
    assert '"rolled"' in rolled.headers["HX-Trigger-After-Swap"]
    assert marks(rolled) == marks(phone.get())


def test_a_note_of_another_phones_change_stays_while_it_holds(table: Table) -> None:
    table.submit(knock="0:knock")
    place = table.submit(knock="1:knock", was=":")
    assert "Someone entered this on another phone first" in table.words(place)
    form = table.hand.form("", "knock-row")
    assert table.submit(**form, knock="1:knock") == "/seat/1"
    assert "Someone entered this on another phone first" not in table.words(place)
