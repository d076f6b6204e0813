"""Ratings on the pages about people: only where a phone wants them, with their range, and a place after ten games."""

import pytest
from flask.testing import FlaskClient

from companion.wording.ratings import RATINGS_EXPLAINED
from tests.support.documents import won_by
from tests.support.pages import words_of
from tests.support.phones import import_game


def turn_on(client: FlaskClient) -> None:
    client.post("/settings", data={"theme": "auto", "colors": "two", "ratings": "on"})


def shown(client: FlaskClient, address: str = "/people") -> str:
    return words_of(client.get(address))


@pytest.mark.usefixtures("games")
def test_nobody_is_rated_unless_the_phone_wants_it(client: FlaskClient) -> None:
    assert "Rating" not in shown(client)
    assert "Rating" not in shown(client, "/people/person?name=Ann")
    turn_on(client)
    assert "Rating" in shown(client)
    assert RATINGS_EXPLAINED in shown(client)
    client.post("/settings", data={"theme": "auto", "colors": "two", "ratings": "off"})
    assert "Rating" not in shown(client)


def test_a_rating_is_shown_with_its_range_and_what_it_rests_on(client: FlaskClient) -> None:
    turn_on(client)
    assert "Rating" not in shown(client)
    import_game(client, won_by("Ann", "Bob", "2026-03-14"))
    # The formula by hand: 1,500 + 30 * 2.635 points, and 60 * 8.066 to either side.
    page = shown(client)
    assert "Ann 1 game, no place yet 1,579 ± 484" in page
    assert "Bob 1 game, no place yet 1,421 ± 484" in page
    assert "Rating 1,579 ± 484, 1 game" in shown(client, "/people/person?name=Ann")


def test_ten_games_give_a_place(client: FlaskClient) -> None:
    turn_on(client)
    for day in range(10, 20):
        import_game(client, won_by("Ann", "Bob", f"2026-03-{day}", 50 + day))  # no copies of each other
    import_game(client, won_by("Cid", "Bob", "2026-03-20"))
    page = shown(client)
    assert page.index("1. Ann 10 games") < page.index("2. Bob 11 games") < page.index("Cid 1 game, no place yet")


@pytest.mark.usefixtures("games")
def test_ratings_are_those_of_a_kind_of_game(client: FlaskClient) -> None:
    turn_on(client)
    assert "Rating in Gin Rummy" in shown(client, "/people?game=gin-rummy")
    assert "Rating in" not in shown(client, "/people?game=knock-rummy")
    assert "Rating in" not in shown(client, "/people?game=gem-ii-solo")
