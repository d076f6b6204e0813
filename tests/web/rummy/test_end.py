"""The end of a rummy: the score, the evening in figures, and the record of a pair with its last games."""

import re

from flask.testing import FlaskClient

from tests.support.documents import HEAD, counted_hand, game_document, won_hand
from tests.support.pages import words_of
from tests.support.phones import import_game

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
    hands = [BY_CARDS, counted_hand("Ann", Ann=8, Bob=3), counted_hand("Bob", Ann=20, Bob=0), {"drawn": True}]
    end = import_game(client, game_document("gin-rummy", hands=[*hands, won_hand(84)])).words("/end")
    assert "Ann wins , 110 to 75" in end
    assert "5 hands" in end
    assert "minute" not in end, "an imported game doesn't say how long it took"
    assert "The game in numbers Ann Bob" in end
    for row in (
        "Hands won 2 2", "Knocks won 2 of 3 1 of 1", "Gins 0 1", "Undercuts 0 1", "Was undercut 1 0",
        "Biggest hand 84 45", "Deadwood on average 7.8 29.0", "Points given away 0 16",
    ):  # fmt: skip
        assert row in end, row
    # Ann has 1, 8, 20 and 2 left; Bob 27, 3, 0 and 86.
    assert "Deadwood is known for 4 of 5 hands." in end
    assert "Known where cards were entered: 1 of 5 hands." in end
    assert "These numbers don't measure luck, or how well anyone drew and discarded." in end
    assert "Big Gins" not in end, "nobody had one"
    assert "All these games" not in end, "there is only this one"


def test_a_pair_sees_its_record_and_its_last_games(client: FlaskClient) -> None:
    for day, (winner, points) in enumerate([("Bob", 100), ("Ann", 120), ("Ann", 104)], start=1):
        loser = "Ann" if winner == "Bob" else "Bob"
        hands = [counted_hand(winner, **{winner: 0, loser: points - 25})]
        phone = import_game(client, {**HEAD, "at": f"2026-11-{day:02}", "hands": hands})
    page = phone.get("/end")
    end = words_of(page)
    assert "Ann 2 : 1 Bob 3 games, 3 hands on this phone" in end
    assert "The last 3 games, the latest last: Bob by 100, Ann by 120, Ann by 104." in end
    bars = re.findall(r'<rect x="\d+" y="(\d+)" width="\d+" height="(\d+)"', page.text)
    assert [(int(y), int(height)) for y, height in bars] == [(52, 28), (52 - 34, 34), (52 - 29, 29)]
    assert "Games won 2 1" in end
    assert "Knocks won 2 of 2 1 of 1" in end


def test_three_players_are_ranked_and_have_a_table_of_wins(client: FlaskClient) -> None:
    hand = counted_hand("Cid", (6, 4), Ann=90, Bob=80, Cid=1)
    for _ in range(2):
        phone = import_game(client, game_document(players=("Ann", "Bob", "Cid"), hands=[hand], note=str(_)))
    running = import_game(client, game_document(players=("Ann", "Bob", "Cid"), hands=[]))
    assert running.get("/end").status_code == 303
    end = phone.words("/end")
    assert "Cid wins with 168" in end
    assert re.search(r"Cid \(winner\) 168 Ann 0 Bob 0", end)
    assert "These players so far" in end
    assert "Games won 0 0 1" in end, "the copy counts once"
