"""The household's table: everyone's record, everyone over everyone, sorted, filtered, drawn and as a spreadsheet."""

import csv
import io
import re
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.derived import recompute
from tests.support.documents import game_document, won_by
from tests.support.pages import says, words_of
from tests.support.phones import Phone, import_game, store_of
from tests.support.store import change


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
def test_a_column_sorts_the_table_and_once_more_turns_it_around(client: FlaskClient) -> None:
    for column, ahead in {"Won": "Ann", "Share": "Ann", "Hands": "Bob", "Points": "Cid", "Name": "Ann"}.items():
        page = client.get("/people?sort=-won").text
        for behind in (False, True):
            (link,) = re.findall(rf'<a href="([^"]*)">{column}</a>', page)
            shown = names(client, link.replace("&amp;", "&"))
            assert (shown[-1] if behind else shown[0]) == ahead, (column, behind)
            page = client.get(link.replace("&amp;", "&")).text
            assert page.count("aria-sort") == 1
    assert names(client, "/people?sort=nonsense") == names(client, "/people")


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("game=gin-rummy", ["Ann", "Cid", "Bob"]),
        ("game=gem-ii", []),
        ("when=2025", ["Ann", "Bob"]),
        ("when=2026-03", ["Ann", "Bob"]),
        ("when=2026-06", ["Ann", "Bob", "Cid"]),
        ("when=2025-12", ["Ann", "Bob"]),
        ("when=dates&since=2026-06-03", ["Cid", "Bob"]),
        ("until=2026-01-01", ["Ann", "Bob"]),
        ("place=Grandma's", ["Ann", "Bob"]),
        ("place=elsewhere", []),
        ("game=chess&when=2026-05&since=soon", ["Ann", "Cid", "Bob"]),
    ],
)
def test_filters_choose_the_games_that_count(client: FlaskClient, asked: str, shown: list[str]) -> None:
    page = client.get(f"/people?{asked}")
    assert sorted(names(client, f"/people?{asked}")) == sorted(shown)
    if not shown:
        says(page, "No games:", "Show all games")


@pytest.mark.usefixtures("games")
def test_the_form_offers_what_there_is_and_keeps_what_is_chosen(client: FlaskClient) -> None:
    page = client.get("/people?when=2025&place=Grandma's&sort=name").text
    assert '<option value="2025" selected>2025</option>' in re.sub(r"\s+>", ">", page)
    assert re.findall(r'<option value="(20\d\d)"', page) == ["2026", "2025"]
    assert 'name="sort" value="name"' in re.sub(r"\s+", " ", page)
    assert 'name="since"' not in page
    assert 'name="since"' in client.get("/people?when=dates").text


@pytest.mark.usefixtures("games")
def test_a_game_or_a_season_is_one_tap_below_the_table(client: FlaskClient) -> None:
    import_game(client, won_by("Ann", "Bob", "2025-07-01", game="knock-rummy"))
    page = client.get("/people?place=&sort=-gins").text
    (address,) = re.findall(r'href="([^"]*)">Gin Rummy</a>', page)
    narrowed = client.get(address.replace("&amp;", "&")).text
    (address,) = re.findall(r'href="([^"]*)">2025</a>', narrowed)
    assert address == "/people?game=gin-rummy&amp;sort=-gins&amp;when=2025"
    says(client.get(address.replace("&amp;", "&")), "Gin Rummy", but=["Only some games"])


def test_before_anything_is_played_the_page_says_so(client: FlaskClient) -> None:
    says(client.get("/people"), "Nobody has finished a hand against others on this phone yet.", but=["Spreadsheet"])
    import_game(client, game_document())
    says(client.get("/people"), "Nobody has finished a hand against others on this phone yet.")
    assert client.get("/people/picture.svg").status_code == 404


@pytest.mark.usefixtures("games")
def test_after_an_update_both_pages_count_on(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recompute, "GAMES_AT_ONCE", 2)
    for path in ("/people", "/people/person?name=Ann"):
        change(store_of(client.application), "UPDATE tallies SET rules = 'older rules'")
        page = client.get(path)
        says(page, "Still counting: 2 more games to go.", but=["No games"])
        assert "load delay:1s" in page.text
        says(client.get(path), but=["Still counting"])


def test_nothing_of_another_phone_is_shown(app: Flask, games: list[Phone]) -> None:
    del games
    stranger = app.test_client()
    import_game(stranger, won_by("Xenia", "Yorick", "2026-01-01"))
    assert names(stranger, "/people") == ["Xenia", "Yorick"]
    for path in ("/people/people.csv", "/people/picture.svg", "/people?all=1"):
        says(stranger.get(path), "Xenia", but=["Ann", "Bob", "Cid"])


@pytest.mark.usefixtures("games")
def test_the_picture_has_the_people_of_these_games(client: FlaskClient) -> None:
    answer = client.get("/people/picture.svg?when=2026-06")
    assert answer.content_type.startswith("image/svg+xml")
    says(answer, "June to August 2026", "Bob 1 of 2 50%", "Cid 1 of 1 100%", "Ann 0 of 1 0%")
    says(client.get("/people/picture.svg"), "Everyone's record", "Ann 2 of 3 67%")


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


def test_of_a_club_the_first_are_shown_and_the_others_on_request(client: FlaskClient) -> None:
    for number in range(21):
        import_game(client, won_by(f"W{number:02}", f"L{number:02}", f"2026-01-{number + 1:02}"))
    assert len(rows(client)) == 40
    says(client.get("/people"), "Show all 42 people")
    assert len(rows(client, "/people?all=1")) == 42
