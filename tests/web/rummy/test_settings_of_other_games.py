"""What only another game has is refused, or has no effect, wherever a form or an address could send it."""

import pytest
from flask.testing import FlaskClient

from companion.rules.rummy.ruleset import Game
from tests.support.showdown_table import Table

DICE = {"first": "6", "second": "4"}
WITHOUT_DICE = (Game.GIN_RUMMY, Game.KNOCK_RUMMY)


def counted(table: Table, **more: str) -> None:
    table.post("/numbers", **{"knocker": "0", "points-0": "2", "points-1": "22", **more})


def recorded(table: Table, **more: str) -> list[dict[str, object]]:
    counted(table, **more)
    table.record()
    return [{**hand, "at": ""} for hand in table.exported()["hands"]]


@pytest.mark.parametrize("game", WITHOUT_DICE)
@pytest.mark.parametrize("act", ["set", "roll"])
def test_a_game_without_dice_takes_none_on_its_table(client: FlaskClient, game: Game, act: str) -> None:
    table = Table(client, "Ann", "Bob", game=game)
    assert table.phone.post("/dice", {**DICE, "act": act, "seen": "0"}).status_code == 404


@pytest.mark.parametrize("game", WITHOUT_DICE)
def test_a_showdown_without_dice_takes_none(client: FlaskClient, game: Game) -> None:
    assert Table(client, "Ann", "Bob", game=game).post("/dice", **DICE).status_code == 404


@pytest.mark.parametrize("game", Game)
def test_a_showdown_that_no_upcard_rules_takes_none(client: FlaskClient, game: Game) -> None:
    assert Table(client, "Ann", "Bob", game=game).post("/upcard", rank="K", suit="S").status_code == 404


@pytest.mark.parametrize("game", WITHOUT_DICE)
@pytest.mark.parametrize("claims", ["claims-0", "claims-1"])
def test_a_claim_of_gem_parts_has_no_effect_on_cards_without_gems(client: FlaskClient, game: Game, claims: str) -> None:
    without, with_claim = (Table(client, "Ann", "Bob", game=game) for _ in range(2))
    hands = recorded(without)
    assert len(hands) == 1
    assert recorded(with_claim, **{claims: "on"}) == hands
