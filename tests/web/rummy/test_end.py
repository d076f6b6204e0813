"""The end of a rummy: the evening in figures, the record of a pair, and what is counted again after an update."""

import re

import pytest
from flask.testing import FlaskClient

from companion.store.derived import recompute
from tests.support.documents import HEAD, counted_hand, game_document, won_hand
from tests.support.pages import says
from tests.support.phones import import_game
from tests.support.store import change

MELDS = [["4S", "5S", "6S"], ["9C", "9D", "9H"], ["QC", "QD", "QH"]]
BY_CARDS = {
    "knocker": "Ann",
    "players": [
        {"name": "Ann", "melds": MELDS, "deadwood": ["AC"]},
        {"name": "Bob", "melds": [["2C", "3C", "4C"], ["JH", "JD", "JS"]], "deadwood": ["9S", "7S", "KD", "AH"]},
    ],
    "lay_offs": [],
}
"""Ann has 27 − 1 = 26; with 9♠ and 7♠ laid off it would have been 10, so Bob gives away 16."""


def test_the_evening_in_figures(client: FlaskClient) -> None:
    """Ann has 1, 8, 20 and 2 left; Bob 27, 3, 0 and 86."""
    hands = [BY_CARDS, counted_hand("Ann", Ann=8, Bob=3), counted_hand("Bob", Ann=20, Bob=0), {"drawn": True}]
    rows = (
        "Hands won 2 2", "Knocks won 2 of 3 1 of 1", "Gins 0 1", "Undercuts 0 1", "Was undercut 1 0",
        "Biggest hand 84 45", "Deadwood on average 7.8 29.0", "Points given away 0 16",
    )  # fmt: skip
    says(
        import_game(client, game_document("gin-rummy", hands=[*hands, won_hand(84)])).get("/end"),
        *("Ann wins , 110 to 75", "5 hands", "The game in numbers Ann Bob", *rows),
        "Deadwood is known for 4 of 5 hands.",
        "Known where cards were entered: 1 of 5 hands.",
        # An imported game doesn't say how long it took, nobody had Big Gin, and there is only this game.
        but=["minute", "Big Gins", "All these games"],
    )


def test_a_pair_sees_its_record_and_its_last_games(client: FlaskClient) -> None:
    for day, (winner, points) in enumerate([("Bob", 100), ("Ann", 120), ("Ann", 104)], start=1):
        loser = "Ann" if winner == "Bob" else "Bob"
        hands = [counted_hand(winner, **{winner: 0, loser: points - 25})]
        phone = import_game(client, {**HEAD, "at": f"2026-11-{day:02}", "hands": hands})
    page = phone.get("/end")
    says(
        page,
        "Ann 2 : 1 Bob 3 games, 3 hands on this phone",
        "The last 3 games, the latest last: Bob by 100, Ann by 120, Ann by 104.",
        "Games won 2 1",
        "Knocks won 2 of 2 1 of 1",
    )
    bars = re.findall(r'<rect x="\d+" y="(\d+)" width="\d+" height="(\d+)"', page.text)
    assert [(int(y), int(height)) for y, height in bars] == [(52, 28), (52 - 34, 34), (52 - 29, 29)]


def test_three_players_are_ranked_and_have_a_table_of_wins(client: FlaskClient) -> None:
    hand = counted_hand("Cid", (6, 4), Ann=90, Bob=80, Cid=1)
    for note in ("", "a copy, which counts once"):
        phone = import_game(client, game_document(players=("Ann", "Bob", "Cid"), hands=[hand], note=note))
    running = import_game(client, game_document(players=("Ann", "Bob", "Cid"), hands=[]))
    assert running.get("/end").status_code == 303
    end = says(phone.get("/end"), "Cid wins with 168", "These players so far", "Games won 0 0 1")
    assert re.search(r"Cid \(winner\) 168 Ann 0 Bob 0", end)


def test_figures_and_lists_of_games_say_what_is_still_being_counted_and_what_cannot_be_read(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = client.application.extensions["companion.store"]
    games = [import_game(client, {**HEAD, "hands": [won_hand(points)]}).address for points in (110, 111, 112)]
    monkeypatch.setattr(recompute, "GAMES_AT_ONCE", 1)
    end = f"{games[-1]}/end"
    for path, table in ((end, "tallies"), ("/", "standings"), ("/games", "standings")):
        assert "load delay" not in client.get(path).text
        change(store, f"UPDATE {table} SET rules = 'those of last week'")  # noqa: S608 - ours
        first = client.get(path)
        says(first, "Still counting: 2 more games to go.")
        # With a script the page goes on by itself.
        (again,) = re.findall(rf'<[^>]*hx-get="{path}["?][^>]*>', first.text)
        assert 'hx-trigger="load delay:1s"' in again
        says(client.get(path), "Still counting: 1 more game to go")
        whole = client.get(path)
        says(whole, but=["Still counting"])
        assert path == end or all(game in whole.text for game in games)
    change(store, "UPDATE standings SET rules = 'those of last week'")
    change(store, "UPDATE journal SET body = '{'")
    for _ in range(3):
        home = client.get("/")
    assert home.status_code == 200
    says(home, "3 games of this phone can't be read.")
    says(client.get("/games"), but=["This phone has no games yet"])
