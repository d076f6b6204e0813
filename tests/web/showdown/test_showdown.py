"""A showdown without a script, form by form: numbers alone, the ruling, the record, corrections, the other games."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.pages import form_with, value_of, values_of, words_of
from tests.support.showdown_table import WRITTEN, Table

NUMBERS = {"knocker": "0", "call": "knock", "points-0": "2", "points-1": "20"}


def numbers_of(table: Table, **more: str) -> str:
    return table.submit("/numbers", **{**NUMBERS, **more})


def test_an_illegal_showdown_names_every_fault_and_loses_nothing(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "568c QH8d 9cds ac 2d ks")
    assert table.write(1, "456d KKK-s as 2h 4s jd", as_it_is=True) == "/ruling"
    page = table.get("/ruling")
    said = words_of(page)
    for sentence in ("5♣ 6♣ 8♣ isn't a run: 7♣ is missing.", "Bob has 10 cards but should have 11."):
        assert sentence in said
    assert "Correct Ann's hand" in said
    assert 'data-say="Not legal. ' in page.text
    assert 'class="main wide">Record' not in page.text
    assert table.post("/ruling", **table.ruled()).status_code == 422
    assert table.exported()["hands"] == []
    assert "11 of 11" in table.words("/seat/0")
    assert "Showdown Ann knocked" in table.phone.words()
    assert table.post("/play-on").location == table.address
    said = table.phone.words()
    assert "Ann knocked" not in said
    assert "Knock with at most" in said
    assert table.submit(knock="1:knock") == "/seat/1"
    assert "0 of 11" in table.words("/seat/0")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"points-1": "222"}, "11 cards can count at most 110: 222?"),
        ({"points-1": "111"}, "11 cards can count at most 110: 111?"),
        ({"points-1": ""}, "How much deadwood does Bob have?"),
        ({"points-1": "", "call": "gin"}, "How much deadwood does Bob have?"),
        ({"knocker": ""}, "Who knocked?"),
    ],
)
def test_numbers_that_no_hand_can_count_are_asked_about(table: Table, more: dict[str, str], sentence: str) -> None:
    answer = table.post("/numbers", **{**NUMBERS, **more})
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    assert value_of(answer, "points-0") == "2"


def test_gin_leaves_nothing_to_count_for_its_caller(table: Table) -> None:
    assert numbers_of(table, **{"knocker": "1", "call": "gin", "points-0": "30", "points-1": ""}) == "/ruling"
    assert "Bob has Gin 55" in table.words("/ruling")


def test_the_number_pad_types_without_a_script(table: Table) -> None:
    """Each key sends the form: 2 for Ann, on to Bob, 2, 9, one digit back, 0."""
    form = {"knocker": "0", "call": "knock", "claims-1": "on", "points-0": "", "points-1": "", "active": "0"}
    for key in ("2", "next", "2", "9", "back", "0"):
        page = table.post("/numbers", key=key, **form)
        assert page.status_code == 200
        fields = values_of(form_with(page, "points-0"))
        form |= {name: fields[name] for name in ("points-0", "points-1", "active")}
        assert re.findall(r'id="([\w-]+)"[^>]*checked', page.text) == ["knocker-0", "claims-1", "call-knock"]
    assert (form["points-0"], form["points-1"], form["active"]) == ("2", "20", "1")
    assert table.post("/numbers", **{**form, "key": "x", "active": "7"}).status_code == 200
    assert table.submit("/numbers", **form) == "/ruling"


def test_a_correction_that_was_left_unfinished_says_so_and_can_be_discarded(table: Table) -> None:
    table.showdown(*WRITTEN)
    table.record_without_lay_offs()
    unfinished, again = "isn’t recorded yet. The sheet still has the hand as it was.", "Correct the cards"

    def pages() -> tuple[str, str]:
        return table.words(), table.phone.words("/hands/1")

    assert [unfinished in page for page in pages()] == [False, False]
    table.submit("/seat/0", text=WRITTEN[0].replace("3s", "4c"))
    for page in pages():
        assert unfinished in page
        assert "Discard the correction" in page
    assert again not in pages()[1]
    assert table.post("/start-over").location == f"{table.address}/hands/1"
    assert unfinished not in pages()[1]
    assert again in pages()[1]
    assert "3S" in table.lying()


def test_knock_rummy_says_where_the_knocker_s_cards_are_entered_that_they_are_rum(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob", game="knock-rummy")
    table.submit(knock="0:")
    assert "rum." not in table.words("/seat/0")
    table.submit("/seat/0", text="2-4h 9cdhs QQQ-s")
    assert "10 of 10 Every card is melded: rum." in table.words("/seat/0")
    table.submit("/seat/1", text="2-4c 10cdhs KKK-s")
    assert "rum." not in table.words("/seat/1")


def test_a_ruling_between_partners_shows_the_sides(client: FlaskClient) -> None:
    """Ann 5 collects 15 from Bob, 4 from Cid and 20 from Dee, 39 for Ann and Cid; then Bob 12 from all: 13 + 6 + 10."""
    sides: Any = [["Ann", "Cid"], ["Bob", "Dee"]]
    table = Table(client, "Ann", "Bob", "Cid", "Dee", game="knock-rummy", sides=sides)
    points = {"points-0": "5", "points-1": "20", "points-2": "9", "points-3": "25"}
    assert numbers_of(table, call="", **points) == "/ruling"
    assert "Totals after this hand Ann and Cid 39 0 + 39 Bob and Dee 0 0 + 0" in table.words("/ruling")
    table.record()
    assert "Ann and Cid 39 0 + 39" in table.phone.words("/hands/1")
    assert table.submit("/seat/1", points="30", done="1") == "/ruling"
    assert "Points of this hand Ann and Cid +49 Bob and Dee 0 " in table.words("/ruling")


def test_a_made_up_print_says_so_on_every_screen_that_uses_it(client: FlaskClient) -> None:
    client.post("/decks/made-up")
    key = value_of(client.get("/new"), "idempotency_key")
    table = Table(client, "Ann", "Bob")
    form = {"game": "gem-rummy", "player": ["Ann", "Bob"], "dealer": "0", "deck": "1", "idempotency_key": key}
    table.phone.address = client.post("/new", data=form).location.split("?")[0]
    table.roll(4, 4)
    said = [table.words()]
    table.showdown("ah3s5c7d 9cds JJJ-s 2d", "456d KKK-h 2h 4s 8h 10s qc")
    said += [table.words("/seat/0"), table.words("/lay-offs")]
    table.submit("/lay-offs", act="done")
    said.append(table.words("/ruling"))
    assert all("made up" in page for page in said)


def test_what_is_not_there_and_nonsense_are_refused(table: Table) -> None:
    for form in ({"knock": "7:knock"}, {"knock": "0:rum"}):
        assert table.post(**form).status_code == 400
    table.submit(knock="0:knock")
    for place in ("/seat/7", "/nowhere"):
        assert table.get(place).status_code == 404
    for place in ("/gin", "/numbers"):
        assert table.post(place, call="rum").status_code == 400
    table.number = 3
    assert table.get().status_code == 404
    assert table.phone.led("/showdown") == "/hand/1"
