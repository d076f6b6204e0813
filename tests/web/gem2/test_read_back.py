"""The turn, the last points and the score of Gem II in words."""

from flask.testing import FlaskClient

from tests.support.gem2_table import Table, started
from tests.support.phones import Phone, import_game

PART = {"HX-Request": "true", "HX-Target": "aloud"}
ROUND = {"counted": {"remaining": 6, "cards": {"Ann": 24, "Bob": 10}}}


def read(phone: Phone, of: str) -> str:
    answer = phone.get(f"/aloud?of={of}", headers=PART)
    assert answer.status_code == 200
    return answer.text.strip().replace("&#39;", "'")


def test_a_turn_of_two(table: Table) -> None:
    phone = table.phone
    assert read(phone, "hand") == "Bob's turn. Deal 1 of 10: 4 cards on the board. No number of cards chosen yet."
    assert read(phone, "ruling") == "The ruling: nothing has been scored yet."
    assert read(phone, "score") == "The score: Ann 0, Bob 0. Round 1, deal 1. Cards of this round: Ann 0, Bob 0."
    table.press("keep", count="3")
    assert read(phone, "hand").endswith("3 cards off, not recorded yet.")
    table.press("record", count="3")
    assert read(phone, "ruling") == "The ruling: Deal 1: Bob took off 3 (+15)."
    assert read(phone, "score") == "The score: Ann 0, Bob 15. Round 1, deal 2. Cards of this round: Ann 0, Bob 3."


def test_a_bet_and_a_game_that_is_over(client: FlaskClient) -> None:
    document = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1}
    phone = import_game(client, document | {"rounds": [ROUND] * 6})
    assert read(phone, "hand") == "The game is over: no turn is being played."
    assert read(phone, "ruling").startswith("The ruling: Round 6: Ann ")
    assert read(phone, "score").endswith(". The game is over.")


def test_a_bet(table: Table) -> None:
    table.press("keep", count="2", **{"bet-0": "5"})
    assert read(table.phone, "hand").endswith("2 cards off, not recorded yet. Bet on 5.")


def test_a_player_alone(client: FlaskClient) -> None:
    table = started(client, "gem-ii-solo")
    phone = table.phone
    assert read(phone, "hand").startswith("Round 1. Deal 1 of 10: 4 cards on the board.")
    assert read(phone, "ruling") == "The ruling: nothing has been scored yet."
    assert read(phone, "score") == "The score: Ann 0. Round 1, deal 1."
    table.press("record", count="3")
    assert read(phone, "ruling") == "The ruling: Deal 1: 3 cards off."
