"""The picture of the score: what it shows, that it stands alone, and who may see it."""

import re
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.table.picture import ems, fitted, in_two_lines
from tests.support.documents import HEAD, Document, counted_hand, game_document, won_hand
from tests.support.phones import Phone, begun, import_game

LONG = "Maximiliane-Theodora von Wald und Hohens"
RIGHT_TO_LEFT = "מרים כהן"
WITH_MARKS = """Zoë <b>&"'🃏"""


def drawn(phone: Phone) -> ET.Element:
    answer = phone.get("/picture.svg")
    assert answer.status_code == 200
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    game = phone.address.removeprefix("/g/")
    assert game not in answer.text
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    # Presentation attributes only: the page's policy allows no styles, no scripts and nothing from elsewhere.
    assert not re.search(r"<(style|script|image|foreignObject|a)\b|\s(style|href|class)=", answer.text)
    return ET.fromstring(answer.text)  # noqa: S314 - our own


def texts(picture: ET.Element) -> list[str]:
    return [
        "".join(text.itertext()).replace("\u2068", "").replace("\u2069", "") for text in picture.iter() if text.text
    ]


def test_the_picture_of_two_shows_the_winner_the_totals_the_curve_and_the_day(client: FlaskClient) -> None:
    document = {**HEAD, "at": "2026-11-21", "hands": [won_hand(60), counted_hand("Bob", Ann=20, Bob=2), won_hand(64)]}
    phone = import_game(client, document)
    picture = drawn(phone)
    shown = texts(picture)
    assert shown[shown.index("Ann wins") :][:5] == ["Ann wins", "124", "Ann", "18", "Bob"]
    said = {"Ann 124", "Bob 18", "100", "3 hands", "Gin Rummy to 100, by the book", "November 21, 2026 · Gem Companion"}
    assert said <= set(shown)
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}polyline"))) == 2
    assert f'href="{phone.address}/picture.svg" download="score.svg"' in phone.get("/end").text


def test_the_picture_of_three_lists_them_and_takes_any_name(client: FlaskClient) -> None:
    names = (LONG, WITH_MARKS, RIGHT_TO_LEFT)
    hand = counted_hand(LONG, (6, 4), **dict(zip(names, (0, 90, 80), strict=True)))
    shown = texts(drawn(import_game(client, game_document(players=names, hands=[hand]))))
    assert {WITH_MARKS, RIGHT_TO_LEFT, "170"} <= set(shown)
    assert any(text.startswith("Maximiliane-Theodora von") and text.endswith("…") for text in shown)
    assert " ".join(text for text in shown if text in f"{LONG} wins") == f"{LONG} wins"


@pytest.mark.parametrize(
    ("document", "after"),
    [
        ({**HEAD, "hands": [won_hand(20), won_hand(5)]}, "After 2 hands"),
        (
            {"game": "gem-ii-solo", "players": ["Nora"], "level": 1, "rounds": [{"deals": [3] * 8 + [4, 5]}] * 2},
            "After 2 rounds",
        ),
    ],
)
def test_the_picture_of_a_running_game_says_how_far_it_is(client: FlaskClient, document: Document, after: str) -> None:
    shown = texts(drawn(import_game(client, document)))
    assert after in shown
    assert "Ann wins" not in shown


def test_whoever_is_at_the_table_sees_it_and_nobody_else(app: Flask) -> None:
    party = begun(app, "Ann", "Bob", game="gin-rummy")
    party.join("watch")
    assert "no picture before the first hand" in party.guests[0].words("/picture.svg")
    assert "no picture" not in Phone(app.test_client(), party.owner.address).words("/picture.svg")


@pytest.mark.parametrize(
    ("text", "width", "least"),
    [("Ann", 1000, 80), ("Ann and Bob share the win", 1000, 52), ("w" * 40, 1000, 30), ("Ann 👩‍🚀 von Wald", 300, 30)],
)
def test_a_text_is_made_smaller_until_it_fits_or_cut(text: str, width: int, least: int) -> None:
    line = fitted(text, width, 80)
    assert line.size >= least
    assert ems(line.text) * line.size <= width
    assert line.text == text or (line.size, line.text[-1]) == (30, "…")


def test_a_long_name_is_broken_between_words() -> None:
    assert [line.text for line in in_two_lines("Maximiliane von Hohenstein Wald", 430, 44)] == [
        "Maximiliane von", "Hohenstein Wald",
    ]  # fmt: skip
    assert [line.text for line in in_two_lines("Ann Smith", 430, 44)] == ["Ann Smith"]
