"""The household's table: everyone's record, everyone over everyone, sorted, filtered, drawn and as a spreadsheet."""

import csv
import io
import re
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.documents import game_document, won_by
from tests.support.pages import says, words_of
from tests.support.phones import Phone, import_game


def rows(client: FlaskClient, address: str = "/people") -> list[str]:
    """Return what each row of the table says, without the letter in front of the name."""
    body = re.search(r'<tbody role="rowgroup">.*?</tbody>', client.get(address).text, re.DOTALL)
    return [words_of(row).strip()[2:] for row in re.split("<tr[^>]*>", body[0])[1:]] if body else []


def names(client: FlaskClient, address: str) -> list[str]:
    return [row.split()[0] for row in rows(client, address)]


# One hand a game, 70 points to the winner, once 68. Wilson's range of 2 of 3 is 21 to 94 %, of 1 of 4 is 5 to 70 %.
ANN, BOB, CID = (
    "Ann 2 of 3 67% 21–94% 3 46.0 0 0",
    "Bob 1 of 4 25% 5–70% 4 17.5 0 0",
    "Cid 1 of 1 100% 21–100% 1 70.0 0 0",
)


def test_everyone_has_a_record_and_everyone_over_everyone(client: FlaskClient, games: list[Phone]) -> None:
    assert rows(client) == [ANN, BOB, CID]
    page = client.get("/people")
    says(page, "Against each other", "Ann 2 Bob 1", "Cid 1 Bob 0")
    # The first of three that are equal.
    says(page, "70 points Biggest hand, Ann, December 30, 2025")
    assert f'href="{games[0].address}/hands/1"' in page.text
    says(client.get("/people?when=2026-03"), "68 points Biggest hand, Ann, March 14")
    assert 'href="/people/person?name=Ann&amp;against=Bob"' in page.text


@pytest.mark.usefixtures("games")
def test_filters_choose_the_games_that_count(client: FlaskClient) -> None:
    for asked, shown in (
        ("game=gin-rummy", ["Ann", "Bob", "Cid"]),
        ("when=2025", ["Ann", "Bob"]),
        ("when=2026-06", ["Ann", "Bob", "Cid"]),
        ("when=dates&since=2026-06-03", ["Bob", "Cid"]),
        ("until=2026-01-01", ["Ann", "Bob"]),
        ("place=Grandma's", ["Ann", "Bob"]),
        ("game=chess&when=2026-05&since=soon", ["Ann", "Bob", "Cid"]),
    ):
        assert sorted(names(client, f"/people?{asked}")) == shown, asked
    says(client.get("/people?place=elsewhere"), "No games:", "Show all games")


def test_before_anything_is_played_the_page_says_so(client: FlaskClient) -> None:
    says(client.get("/people"), "Nobody has finished a hand against others on this phone yet.", but=["Spreadsheet"])
    import_game(client, game_document())
    says(client.get("/people"), "Nobody has finished a hand against others on this phone yet.")
    assert client.get("/people/picture.svg").status_code == 404


def test_nothing_of_another_phone_is_shown(app: Flask, games: list[Phone]) -> None:
    del games
    stranger = app.test_client()
    import_game(stranger, won_by("Xenia", "Yorick", "2026-01-01"))
    assert names(stranger, "/people") == ["Xenia", "Yorick"]
    for path in ("/people/people.csv", "/people/picture.svg", "/people?all=1"):
        says(stranger.get(path), "Xenia", but=["Ann", "Bob", "Cid"])


def test_the_picture_can_be_read_whatever_a_place_is_called(client: FlaskClient) -> None:
    import_game(client, won_by("Ann", "Bob", "2026-01-01", place="<Club> & \uffff]]>"))
    answer = client.get("/people/picture.svg", query_string={"place": "<Club> & ]]>"})
    picture = ET.fromstring(answer.text)  # noqa: S314 (our own)
    assert "at <Club> & ]]>" in "".join(picture.itertext())


@pytest.mark.usefixtures("games")
def test_the_spreadsheet_has_sums_and_pairs(client: FlaskClient) -> None:
    answer = client.get("/people/people.csv?sort=name")
    assert re.search(r'filename="people-\d{4}-\d\d-\d\d.csv"', answer.headers["Content-Disposition"])
    table = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    people = [dict(zip(table[0], row, strict=True)) for row in table[1:4]]
    assert [(row["name"], row["games"], row["won"], row["points"], row["against"]) for row in people] == [
        ("Ann", "3", "2", "138", "70"),
        ("Bob", "4", "1", "70", "208"),
        ("Cid", "1", "1", "70", "0"),
    ]
    assert (people[0]["share from"], people[0]["since"]) == ("0.208", "2025-12-30")
    assert ["Ann", "Bob", "3", "2", "1", "3", "138", "70"] in table
    assert ["Bob", "Ann", "3", "1", "2", "3", "70", "138"] in table
