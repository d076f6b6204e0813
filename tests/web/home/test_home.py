"""The home page: the latest game, the next one at a tap, the season; and all games, found by words or filters."""

import re
from datetime import date
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.store import games
from companion.web.home import people as people_at_home
from tests.support.documents import counted_hand, game_document, won_by
from tests.support.pages import fields_of, form_with, found_in, says, words_of
from tests.support.phones import Phone, import_game, start_game, store_of

LAST = counted_hand("Ann", (3, 4), Ann=1, Bob=98)
FINISHED = game_document(hands=[LAST], house_rules={"target": 60, "minimum_score": 5})
RUNNING = game_document("gin-rummy", ("Cid", "Dee"))


def continued(page: str) -> str:
    """Return where Continue leads."""
    (address,) = re.findall(r'<a class="button main wide"\s+href="([^"]*)"><span>Continue', page)
    return str(address)


def test_a_running_game_comes_first_and_is_gone_on_with(client: FlaskClient) -> None:
    finished, running = import_game(client, FINISHED), import_game(client, RUNNING)
    finished.submit("/about", finished.form("/about", 'value="note"'), act="note", note="Changed later")
    page = client.get("/").text
    assert page.index(running.address) < page.index(finished.address)
    assert continued(page) == running.address
    running.submit("/hand/1", knock="1:")
    assert "Continue Dee knocked" in words_of(client.get("/"))
    assert client.get(continued(client.get("/").text), follow_redirects=True).request.path != running.address


def test_the_same_players_again_keep_their_house_rules(client: FlaskClient) -> None:
    import_game(client, FINISHED)
    says(client.get("/"), "Ann and Bob again", "Gem Rummy to 60, minimum score: 5")
    form = form_with(client.get("/"), "/rematch")
    for _ in range(2):  # two taps start one game
        away = Phone(client).submit(found_in(form, 'action="([^"]*)'), fields_of(form), dealer="1")
    table = Phone(client, away.split("?")[0])
    assert len(store_of(client.application).rows("SELECT id FROM games")) == 2
    again = table.exported()
    assert (again["players"], again["first_dealer"]) == (["Ann", "Bob"], "Bob")
    assert again["house_rules"] == FINISHED["house_rules"]
    assert "Ann leads 1 : 0." in table.words()
    home = client.get("/")
    assert "again" not in words_of(home), "these players are playing"
    # A game begun by mistake is deleted from the home page and offered again.
    assert f'href="{table.address}/leave"' in home.text
    assert table.post("/leave", sure="yes", seen="1").status_code == 303
    assert "Ann and Bob again" in words_of(client.get("/"))
    start_game(client, "Cid", "Dee", game="gin-rummy")
    assert "Ann and Bob again" in words_of(client.get("/")), "other players may be playing meanwhile"


def test_the_two_who_played_most_this_year_are_compared(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_at_home, "today", lambda: date(2026, 11, 21))
    numbers = count(1)

    def play(winner: str, loser: str, *, year: int = 2026) -> str:
        """Bring in a game that is no copy of one before, and return what the home page says."""
        import_game(client, won_by(winner, loser, f"{year}-03-14", 60 + next(numbers)))
        return words_of(client.get("/"))

    assert "this year" not in play("Ann", "Bob")
    assert "this year" not in play("Bob", "Ann", year=2020), "one game is no season"
    assert "Ann leads Bob 2 : 0 this year" in play("Ann", "Bob")
    for winner, loser in (("Bob", "Ann"), ("Bob", "Ann"), ("Cid", "Ann")):
        said = play(winner, loser)
    assert "tied 2 : 2 this year" in said
    assert client.get(found_in(client.get("/"), r'class="season"\s+href="([^"]*)"')).status_code == 200
    assert "Bob leads Ann 3 : 2 this year" in play("Bob", "Ann")


FAMILY = "👩\N{ZERO WIDTH JOINER}👧"
WON = counted_hand("Ann", [3, 4], Ann=2, Bob=100)


@pytest.fixture
def played(client: FlaskClient) -> dict[str, str]:
    """Bring in six games, and return the address of each by its note."""
    documents: dict[str, dict[str, Any]] = {
        "first": game_document(hands=[WON], house_rules={"target": 60}, at="2026-03-14", place="Club"),
        "second": game_document(hands=[WON], at="2026-03-01", place="At home"),
        "third": game_document("gin-rummy", ("Bob", "Cid"), at="2026-02-28"),
        "fourth": game_document("knock-rummy", ("Ann", "Cid", "<b>Dee</b>"), at="2025-12-31"),
        "fifth": game_document("gin-rummy", ("Ann", "Cid"), at="2025-12-30", place="Club"),
        "sixth": game_document("gem-rummy", ("Ann", FAMILY), at="2025-01-02"),
    }
    return {note: import_game(client, {**of, "note": note}).address for note, of in documents.items()}


def listed(client: FlaskClient, played: dict[str, str], query: str = "") -> list[str]:
    """Return the notes of the games that are listed."""
    names = {address: note for note, address in played.items()}
    page = client.get(f"/games?{query}").text
    return [names[address] for address in re.findall(r'href="(/g/[^/"]+)(?:/end)?" class="grow"', page)]


def test_games_are_listed_by_the_month_in_which_they_were_played(client: FlaskClient, played: dict[str, str]) -> None:
    assert listed(client, played) == list(played)
    words = says(
        client.get("/games"),
        "March 2026 Ann", "March 14, Club", "March 1, At home", "February 2026 Bob", "December 2025 Ann", "December 31",
        "January 2025 Ann",
    )  # fmt: skip
    assert words.count("2025") == 2 + 1  # two headings, and a year to choose
    assert "first" not in words


def test_games_are_found(client: FlaskClient, played: dict[str, str]) -> None:
    for query, notes in (
        ("words=ann+club", ["first", "fifth"]),
        ("words=%0ASIX+", ["sixth"]),
        ("person=Cid&against=Bob", ["third"]),
        (f"person={FAMILY}", ["sixth"]),
        ("won=Ann", ["first"]),
        ("when=2025&person=Cid&place=Club", ["fifth"]),
        ("when=2025-12", ["third", "fourth", "fifth"]),
        ("when=dates&since=2025-12-30&until=2026-03-01", ["second", "third", "fourth", "fifth"]),
        ("only=disputed", []),
        # What no form sends looks for nothing.
        ("only=x&game=chess&when=20²5", [*played]),
    ):
        assert listed(client, played, query) == notes, query


def test_what_is_looked_for_is_shown_and_taken_back_one_by_one(client: FlaskClient, played: dict[str, str]) -> None:
    page = client.get(
        "/games?words=%3Ci%3E&person=%3Cb%3EDee%3C%2Fb%3E&won=Ann&game=gin-rummy&when=2025&only=unfinished"
    )
    words = says(page, "0 of 6 games", "No game on this phone matches all of this.")
    for chip in ("“<i>”", "<b>Dee</b>", "Won by Ann", "Gin Rummy", "2025", "Unfinished"):
        assert f"{chip} × : remove" in words
    assert re.search(r'<option value="gin-rummy" selected>', page.text)
    without = dict(re.findall(r'<a class="button chip"\s+href="([^"]*)"><bdi>([^<]*)', page.text))
    assert next(address for address, chip in without.items() if chip == "2025").count("when") == 0
    assert listed(client, played, "when=2025&words=fifth") == ["fifth"]
    says(client.get("/games?words=fifth"), "1 of 6 games", "December 30, Club fifth")
    # A choice that no game has any more stays chosen.
    assert re.search(r'<option value="Grandma&#39;s" selected>', client.get("/games?place=Grandma's").text)


def test_a_page_keeps_what_is_looked_for(
    client: FlaskClient, played: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "GAMES_SHOWN", 2)
    address, notes = "/games?words=ann&let-go=1", []
    for _ in range(3):
        page = client.get(address).text
        notes += listed(client, played, address.partition("?")[2])
        assert page.count("/leave") == len(re.findall(r'class="grow"', page))
        following = re.search(r'href="([^"]*)">Earlier games', page)
        address = following[1].replace("&amp;", "&") if following else address
    assert notes == ["first", "second", "fourth", "fifth", "sixth"]
    assert re.search(r'href="/games\?words=ann&amp;from=2&amp;let-go=1">Later games', client.get(address).text)
