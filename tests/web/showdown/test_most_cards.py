"""No hand takes more cards than it can have, wherever they come in, and nothing that was entered is lost."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.pages import words_of
from tests.support.phones import begun
from tests.support.photo_reader import FakeReader, with_reader
from tests.support.showdown_table import Table

TWELVE = "a-qc"
"""As many cards as a hand of two players can have, for Big Gin."""
REFUSED = "No hand has more than 12 cards, and this would be {held}. Nothing was added."


@pytest.fixture
def full(client: FlaskClient) -> Table:
    """Begin a showdown of two in which Ann's hand has as many cards as a hand can have."""
    table = Table(client, "Ann", "Bob")
    table.roll(3, 4)
    table.submit(knock="0:knock")
    table.submit("/seat/0", text=TWELVE)
    return table


@pytest.mark.parametrize(
    ("tap", "held"),
    [
        ({"card": "KC"}, 13),
        ({"run": "5D-8D"}, 16),
        ({"text": "a-kc"}, 13),
        ({"text": "a-qc 5d 7h"}, 14),
        ({"taps": "card:4C act:rank"}, 15),
        ({"taps": "card:KC"}, 13),
    ],
)
def test_a_card_more_is_refused_without_losing_any(full: Table, tap: dict[str, str], held: int) -> None:
    if "taps" in tap:
        full.submit("/seat/0", taps="out:QC card:QC")
    answer = full.post("/seat/0", **tap)
    assert answer.status_code == 422
    assert REFUSED.format(held=held) in words_of(answer)
    if "text" in tap:
        assert f'value="{tap["text"]}"' in full.post("/seat/0?typed=", **tap).text
    assert "12 of 11" in full.words("/seat/0")


def test_a_card_taken_out_makes_room(full: Table) -> None:
    full.submit("/seat/0", taps="out:QC card:KD")
    assert "12 of 11" in full.words("/seat/0")


def test_a_photo_of_more_cards_is_refused_whole(full: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = FakeReader()
    with_reader(monkeypatch, camera.read)
    camera.table = "5D 6D 7D | 9C 9D 9S"
    assert REFUSED.format(held=17) in words_of(full.photograph())
    assert "12 of 11" in full.words("/seat/0")


def test_a_card_of_a_photo_that_is_named_is_refused_too(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(client, "Ann", "Bob")
    table.roll(3, 4)
    table.submit(knock="0:knock")
    camera = FakeReader()
    with_reader(monkeypatch, camera.read)
    camera.table = "KD/KH"
    table.photograph()
    table.submit("/seat/0", text=TWELVE)
    answer = table.post("/seat/0", named="KD-KH")
    assert REFUSED.format(held=13) in words_of(answer)


@pytest.mark.parametrize(
    ("house_rules", "text", "card", "refused"),
    [
        ({}, "a-kc a-kd ah", "2H", "No hand has more than 27 cards, and this would be 28."),
        ({"hand_size": 3}, "a-kc a-kd a-kh 2345s", "9S", "No hand has more than 43 cards, and this would be 44."),
    ],
)
def test_with_three_players_a_hand_may_take_all_that_the_others_leave(
    client: FlaskClient, house_rules: dict[str, int], text: str, card: str, refused: str
) -> None:
    table = Table(client, "Ann", "Bob", "Cid", house_rules=house_rules)
    table.roll(3, 4)
    table.submit(knock="0:knock")
    table.submit("/seat/0", text=text)
    assert refused in words_of(table.post("/seat/0", card=card))


def test_a_hand_that_waited_for_the_network_says_it_beside_its_field(app: Flask) -> None:
    party = begun(app, "Ann", "Bob", game="gin-rummy")
    form = {"number": "1", "knocker": "0", "call": "", "hand-0": "2", "hand-1": "a-qc"}
    seen = party.owner.form("/offline", "hand-0")["seen"]
    answer = party.owner.post("/offline", **form, idempotency_key="an-id-of-the-phone", seen=seen)
    assert answer.status_code == 422
    assert "No hand has more than 11 cards, and here are 12." in words_of(answer)
    assert 'value="a-qc"' in answer.text
