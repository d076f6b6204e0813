"""A table that doesn't play Gem Parts: it says so in one choice, and nothing asks for it any more."""

import re

import pytest
from flask.testing import FlaskClient

from tests.support.pages import listed, says, words_of
from tests.support.phones import Phone, start_game
from tests.support.showdown_table import ANN, BOB, Table

WITHOUT = {"gem_parts_knocker": 0, "gem_parts_other": 0}


def chosen(page: str) -> bool:
    """Return whether the choice "not played" is taken."""
    return bool(re.search(r'name="rule-gem_parts"[^>]*value="no"[^>]*checked', page))


def test_a_new_game_without_gem_parts_gives_it_no_points(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob", **{"rule-gem_parts": "no", "rule-gem_parts_other": "12"})
    assert table.exported()["house_rules"] == WITHOUT, "a number that is left in a hidden field doesn't count"
    assert "gem parts: not played" in table.words("/about")
    assert chosen(client.get("/new?players=last").text) or chosen(client.get("/new").text), "for the next game too"


def change_rules(table: Phone, rules: dict[str, str]) -> str:
    """Look at what other house rules would change, and take them."""
    fields = dict(re.findall(r'name="(idempotency_key|seen)"\s+value="([^"]*)"', table.get("/rules").text))
    preview = words_of(table.post("/rules", {**rules, **fields, "act": "look"}))
    table.submit("/rules", {**rules, **fields, "act": "change"})
    return preview


@pytest.mark.parametrize(("house_rules", "asks"), [({}, True), (WITHOUT, False)], ids=["played", "not played"])
def test_no_screen_asks_for_gem_parts_where_it_is_not_played(
    client: FlaskClient, house_rules: dict[str, int], asks: bool
) -> None:
    table = Table(client, "Ann", "Bob", house_rules=house_rules)
    table.roll(3, 4)
    table.submit(knock="0:knock")
    for path in ("/hand/1/seat/0", "/hand/1/seat/0?points=", "/hand/1/numbers", "/offline"):
        assert ("Gem Parts" in table.phone.words(path)) is asks, path
    page = table.phone.get("/help")
    assert ("Gem Parts not played house rule, book: 16, 8" in words_of(page)) is not asks
    for rule in ("P.gem-parts", "R.8"):
        assert (rule in listed(page)) is asks, rule
    # A claim from before the rules changed asks for no letters.
    table.write(0, ANN)
    table.submit("/seat/0", act="claims")
    assert table.write(1, BOB) == ("/letters" if asks else "/lay-offs")
    if not asks:
        assert table.submit("/lay-offs", act="done") == "/ruling"
        says(table.get("/ruling"), but=["Gem Parts"])
