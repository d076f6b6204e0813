"""What only another game has is refused, or has no effect, wherever a form or an address could send it."""

import pytest
from flask.testing import FlaskClient

from companion.rules.rummy.ruleset import Game
from tests.support.showdown_table import Table

DICE = {"first": "6", "second": "4"}
WITHOUT_DICE = (Game.GIN_RUMMY, Game.KNOCK_RUMMY)


def recorded(table: Table, **more: str) -> list[dict[str, object]]:
    table.post("/numbers", **{"knocker": "0", "points-0": "2", "points-1": "22", **more})
    table.record()
    return [{**hand, "at": ""} for hand in table.exported()["hands"]]


@pytest.mark.parametrize("game", Game)
def test_dice_and_an_upcard_are_taken_only_where_they_rule(client: FlaskClient, game: Game) -> None:
    table = Table(client, "Ann", "Bob", game=game)
    assert table.post("/upcard", rank="K", suit="S").status_code == 404
    assert table.phone.post("/upcard", act="set", seen="0", rank="4", suit="D").status_code == 404
    taken = 404 if game in WITHOUT_DICE else 303
    assert table.post("/dice", **DICE).status_code == taken
    for act in ("set", "roll"):
        answer = table.phone.post("/dice", {**DICE, "act": act, "seen": "0"})
        assert (answer.status_code == 404) == (game in WITHOUT_DICE)


@pytest.mark.parametrize("game", WITHOUT_DICE)
def test_a_claim_of_gem_parts_has_no_effect_on_cards_without_gems(client: FlaskClient, game: Game) -> None:
    hands = recorded(Table(client, "Ann", "Bob", game=game))
    assert len(hands) == 1
    for claims in ("claims-0", "claims-1"):
        assert recorded(Table(client, "Ann", "Bob", game=game), **{claims: "on"}) == hands
