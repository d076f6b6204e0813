"""The household's table and a person's page: records, filters, spellings, nicknames, ratings, a spreadsheet."""

import csv
import io
import re
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.wording.ratings import RATINGS_EXPLAINED
from tests.support.documents import game_document, won_by
from tests.support.pages import says, words_of
from tests.support.phones import Phone, import_game


@pytest.fixture
def games(client: FlaskClient) -> list[Phone]:
    """Import four games: Ann beats Bob twice and loses to him once, and Cid beats Bob."""
    return [
        import_game(client, game)
        for game in (
            won_by("Ann", "Bob", "2025-12-30", place="Grandma's"),
            won_by("Ann", "Bob", "2026-03-14", 68),
            won_by("Bob", "Ann", "2026-06-02", place="Grandma's"),
            won_by("Cid", "Bob", "2026-06-03"),
        )
    ]


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


def person(name: str, **filters: str) -> str:
    return f"/people/person?name={quote(name)}" + "".join(f"&{key}={quote(value)}" for key, value in filters.items())


def test_a_person_has_figures_opponents_and_records(client: FlaskClient, games: list[Phone]) -> None:
    page = client.get(person("Ann"))
    says(
        page,
        "67% won 2 of 3 games in the long run 21 to 94%",
        "These games can’t tell who plays better",
        "3 games, 3 hands on this phone since December 30, 2025",
        "Bob 2 : 1",
        "70 points Biggest hand, December 30, 2025",
        "2 games won in a row Best streak, December 30, 2025 to March 14, 2026",
        "+70 in 1 hand Best evening, December 30, 2025",
        "−70 in 1 hand Worst evening, June 2, 2026",
        "Points 46.0 a hand",
        "Points against 23.3 a hand",
        "Knocks won 2 of 2",
    )
    assert f'href="{games[0].address}/hands/1"' in page.text
    assert f'href="{games[1].address}/end"' in page.text
    # Those of the worst evening.
    assert 'href="/games?person=Ann&amp;since=2026-06-02&amp;until=2026-06-02"' in page.text
    assert client.get(f"{games[0].address}/hands/1").status_code == 200


@pytest.mark.usefixtures("games")
def test_who_has_not_played_here_has_no_page(app: Flask, client: FlaskClient) -> None:
    for name in ("Dee", "", "Ann'--", "x" * 900):
        says(client.get(person(name)), "Nobody of this name has played in this phone's games.", status=404)
    stranger = app.test_client()
    assert stranger.get(person("Ann")).status_code == 404
    import_game(stranger, game_document())
    assert app.test_client().get("/people/person").status_code == 404


def test_two_spellings_become_one_person_and_two_again(client: FlaskClient, games: list[Phone]) -> None:
    del games
    import_game(client, won_by("Anne", "Cid", "2026-07-01"))
    phone = Phone(client)
    # Two taps do it once; whoever has played more keeps the name, from whichever page.
    for name, other in (("Anne", "Ann"), ("Ann", "Anne")):
        assert phone.submit("/people/person/merge", name=name, other=other) == person("Ann", done="1")
    says(client.get(person("Ann", done="1")), "Both names are one person now, called Ann.")
    says(client.get(person("Ann")), "won 3 of 4 games", "Also Anne", "Anne is the same person", "Cid 1 : 0")
    assert client.get(person("Anne", when="2026")).location == "/people/person?name=Ann&when=2026"
    assert client.get("/people").text.count("<bdi>Anne</bdi>") == 0
    says(client.get(person("Cid", against="Anne")), "Games: against Ann C Cid 0 A Ann 1", but=["Anne"])
    twice = "In 1 game two of these names played: that counts for both."
    says(client.get(person("Ann")), "Also Anne", but=[twice])
    import_game(client, won_by("Ann", "Anne", "2026-08-02"))
    says(client.get(person("Ann")), "won 4 of 6 games", twice)
    for _ in range(2):
        assert phone.submit("/people/person/split", name="Anne") == person("Anne")
    says(client.get(person("Anne")), "won 1 of 2 games")
    says(client.get(person("Ann")), "won 3 of 4 games", but=[twice])


@pytest.mark.usefixtures("games")
def test_what_cannot_be_said_of_people_is_said_beside_it(client: FlaskClient) -> None:
    for path, sent, sentence in (
        ("merge", {"other": "Bob"}, "These two sat at one table, so they are two people."),
        ("look", {"nickname": "x" * 41}, "at most 40"),
        ("look", {"color": "mauve"}, "Not a valid choice"),
    ):
        answer = Phone(client).post(f"/people/person/{path}", name="Ann", **sent)
        says(answer, sentence, status=422)
        assert re.search(r"<details[^>]*open", answer.text)


@pytest.mark.usefixtures("games")
def test_a_nickname_and_a_color_are_shown_everywhere(client: FlaskClient) -> None:
    phone = Phone(client)
    phone.submit("/people/person/look", name="Ann", nickname="The Queen", color="purple")
    for address in ("/people", person("Bob"), person("Bob", against="Ann"), person("Ann"), "/people/picture.svg"):
        assert "The Queen" in client.get(address).text, address
    says(client.get(person("Bob", against="Ann")), "Games: against The Queen", but=["against Ann"])
    assert "person-purple" in client.get("/people").text
    phone.submit("/people/person/look", name="Ann", nickname="", color="")
    assert "The Queen" not in client.get("/people").text
    assert "person-purple" not in client.get("/people").text


def test_a_phone_without_games_says_nothing_of_people(app: Flask, games: list[Phone]) -> None:
    del games
    stranger = Phone(app.test_client())

    def said(other: str) -> set[int]:
        """Say something of Ann in each way, and return how that was answered."""
        told = {"name": "Ann", "other": other, "nickname": "x"}
        return {stranger.post(f"/people/person/{way}", told).status_code for way in ("merge", "split", "look")}

    assert said("Bob") == {404}
    import_game(stranger.client, won_by("Xenia", "Yorick", "2026-01-01"))
    assert said("Xenia") <= {303, 404}
    assert stranger.get(person("Ann")).status_code == 404


def test_a_rating_is_shown_where_the_phone_wants_it_with_its_range_and_what_it_rests_on(client: FlaskClient) -> None:
    choice = {"theme": "auto", "colors": "two"}
    client.post("/settings", data={**choice, "ratings": "on"})
    says(client.get("/people"), but=["Rating"])
    import_game(client, won_by("Ann", "Bob", "2026-03-14"))
    # The formula by hand: 1,500 + 30 * 2.635 points, and 60 * 8.066 to either side.
    rated = ("Ann 1 game, no place yet 1,579 ± 484", "Bob 1 game, no place yet 1,421 ± 484")
    says(client.get("/people"), "Rating", RATINGS_EXPLAINED, *rated)
    says(client.get(person("Ann")), "Rating 1,579 ± 484, 1 game")
    client.post("/settings", data={**choice, "ratings": "off"})
    for page in ("/people", person("Ann")):
        says(client.get(page), but=["Rating"])
