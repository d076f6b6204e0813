"""Who plays with whom, where a game says what is agreed: on the page about it and with its rules."""

import pytest
from flask.testing import FlaskClient

from tests.support.pages import says
from tests.support.phones import start_game

FIVE = ["Ann", "Bob", "Cid", "Dee", "Eve"]
FORMS = [
    ("gin-rummy", "partners", 4, "Ann and Cid play against Bob and Dee."),
    ("gin-rummy", "captain", 3, "Ann is captain, against Bob and Cid."),
    ("gin-rummy", "captain", 5, "Ann and Cid are captains, against Bob, Dee and Eve."),
    ("gin-rummy", "cutthroat", 3, "Ann, Bob and Cid play by turns, two at a time."),
    ("knock-rummy", "partners", 4, "Ann and Cid play against Bob and Dee."),
]


@pytest.mark.parametrize(("game", "form", "players", "words"), FORMS)
def test_a_game_says_who_plays_with_whom(client: FlaskClient, game: str, form: str, players: int, words: str) -> None:
    table = start_game(client, *FIVE[:players], game=game, form=form)
    for page in ("/about", "/help"):
        says(table.get(page), words)


def test_a_renamed_player_stays_on_the_same_side(client: FlaskClient) -> None:
    table = start_game(client, *FIVE[:3], game="gin-rummy", form="captain")
    names = {"names-0": "Ann", "names-1": "Bert", "names-2": "Cid"}
    table.submit("/about", names, act="names", seen="1", idempotency_key="rename-bob")
    says(table.get("/about"), "Ann is captain, against Bert and Cid.")


@pytest.mark.parametrize(
    ("form", "players", "words"),
    [
        ("partners", 4, "Gin Rummy Round 1, to 125 Ann & Cid 0 Bob & Dee 0"),
        ("captain", 3, "Gin Rummy Hand 1, to 100 Ann 0 Bob & Cid 0"),
        ("cutthroat", 3, "Gin Rummy Hand 1, to 100 Ann 0 Bob 0 Cid 0"),
    ],
)
def test_a_list_of_games_has_the_sides_and_the_round(client: FlaskClient, form: str, players: int, words: str) -> None:
    start_game(client, *FIVE[:players], game="gin-rummy", form=form)
    says(client.get("/"), words)


def test_a_list_of_games_names_every_partner(client: FlaskClient) -> None:
    long = ("Maximiliane-Theodora", "Bartholomew Featherstone", "Christabella", "Dee")
    start_game(client, *long, game="gin-rummy", form="partners")
    says(client.get("/"), "Maximiliane… & Christabella 0 Bartholomew & Dee 0")


def test_the_rules_of_partners_have_their_target_as_the_book_has_it(client: FlaskClient) -> None:
    table = start_game(client, *FIVE[:4], game="gin-rummy", form="partners")
    says(table.get("/help"), "Game to 125", but=["book: 125"])
