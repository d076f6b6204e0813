"""A new game of Gem II: names, teams, level, dealer, time; between the rummies and Gem II nothing typed is lost."""

import re
import secrets
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.gem2_table import started
from tests.support.pages import says, value_of
from tests.support.phones import start_game


def test_the_form_of_a_rummy_offers_gem2_and_the_other_way_round(client: FlaskClient) -> None:
    there = client.post("/new/gem-ii", data={"player": ["Ann", "Bob"], "act": "game:gem-ii"})
    page = there.text
    assert (value_of(page, "player"), 'formaction="/new"' in page) == ("Ann", True)
    back = client.post("/new", data={"player": ["Ann", "Bob", "", ""], "act": "game:gin-rummy"})
    page = back.text
    assert (value_of(page, "player"), 'formaction="/new/gem-ii"' in page) == ("Ann", True)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"player": ["Ann", ""]}, "Enter a name."),
        ({"player": ["Ann", "Ann"]}, "Two players can't both be “Ann”."),
        ({"player": ["Ann", "B" * 41]}, "A name can have at most 40 characters"),
        ({"player": ["Ann", "Bob", "Cid", ""]}, "Enter both partners, or neither."),
        ({"player": ["A" * 20, "Bob", "C" * 20, "Dee"]}, "at most 40 characters together"),
    ],
)
def test_a_form_that_makes_no_game_is_kept_with_the_reason(
    client: FlaskClient, form: dict[str, Any], sentence: str
) -> None:
    answer = client.post("/new/gem-ii", data={"idempotency_key": "12345678", "level": "2", "timer": "2", **form})
    page = " ".join(answer.text.split())
    assert answer.status_code == 422
    says(answer, sentence)
    assert 'id="level-2" name="level" value="2" checked' in page
    assert 'id="timer-2" name="timer" value="2" checked' in page
    assert f'value="{form["player"][0]}"' in page


@pytest.mark.parametrize(
    ("tampered", "usual"),
    [
        ({"level": "3"}, 'name="level" value="1" checked'),
        ({"level": "x"}, 'name="level" value="1" checked'),
        ({"timer": "7"}, 'name="timer" value="0" checked'),
        ({"dealer": "x"}, 'name="dealer" value="draw" checked'),
    ],
)
def test_what_no_page_offers_is_asked_again(client: FlaskClient, tampered: dict[str, str], usual: str) -> None:
    form = {"idempotency_key": "12345678", "player": ["Ann", "Bob"], **tampered}
    answer = client.post("/new/gem-ii", data=form)
    assert answer.status_code == 422
    says(answer, "Choose one.")
    assert usual in " ".join(answer.text.split())
    # Alone there is no dealer, and no time.
    assert client.post("/new/gem-ii-solo", data=form).status_code == (422 if "level" in tampered else 303)


def test_what_was_chosen_is_kept_with_the_game(client: FlaskClient) -> None:
    table = started(client, level="2", timer="2", dealer="1")
    assert table.document() == {
        "game": "gem-ii",
        "players": ["Ann", "Bob"],
        "first_dealer": "Bob",
        "level": 2,
        "timer": 2,
        "rounds": [],
    }
    says(table.page("/about"), "Gem II, Level 2, 2 minutes a turn", but=["house rule"])


@pytest.mark.parametrize("dealer", ["Ann", "Bob"])
def test_the_first_dealer_is_drawn_by_lot(client: FlaskClient, dealer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = secrets.choice
    monkeypatch.setattr(secrets, "choice", lambda among: dealer if dealer in among else choose(among))
    form = {"player": ["Ann", "Bob"], "idempotency_key": "only-once-1", "dealer": "draw"}
    first, second = (client.post("/new/gem-ii", data=form).location for _ in range(2))
    assert first == second
    says(client.get(first), f"{dealer} was picked at random to deal first.")


@pytest.mark.parametrize("path", ["/new/gin-rummy", "/new/chess"])
def test_another_game_is_asked_for_on_its_own_page(client: FlaskClient, path: str) -> None:
    assert client.get(path).location == client.post(path, data={"act": "start"}).location == "/new"


def test_a_third_name_becomes_a_partner_only_where_it_was_entered(client: FlaskClient) -> None:
    start_game(client, "Ann", "Bob", "Cid")
    for names, act, third in (
        (["Ann", "Bob", "Cid"], "game:gem-ii", ""),
        (["Ann", "Bob", "Dee"], "game:gem-ii", "Dee"),
        (["Ann", "Bob", "", ""], "name:Cid", "Cid"),
    ):
        page = client.post("/new/gem-ii", data={"player": names, "act": act}).text
        assert re.findall(r'name="player"\s+value="([^"]*)"', page) == ["Ann", "Bob", third, ""]
        assert bool(re.search(r"<details[^>]*\bopen\b[^>]*>\s*<summary>Two teams of two", page)) is (third != "")
