"""The referee of moves: a board by taps or typed, who was right, the penalty booked; the worked cases, drawn."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from tests.support.gem2_table import Table, started
from tests.support.pages import says, value_of, words_of

BOARD = {"p": ["IIE VH", "IXM", "VIR XE IVM", ""], "level": "1"}
"""Piles from the bottom card to the top one; the fourth is empty."""


def asked(client: FlaskClient, address: str = "/moves", **more: str) -> str:
    return words_of(client.get(address, query_string={**BOARD, **more}))


def board_of(location: str) -> list[str]:
    return parse_qs(urlsplit(location).query, keep_blank_values=True)["p"]


def test_a_card_is_laid_and_taken_back_and_the_board_cleared(client: FlaskClient) -> None:
    says(client.get("/moves"), "Bottom card first, for example 1, V, Heart.")
    answer = client.get("/moves", query_string={**BOARD, "pile": "3", "numeral": "10", "act": "lay:R"})
    assert answer.status_code == 303
    assert board_of(answer.headers["Location"]) == ["IIE VH", "IXM", "VIR XE IVM", "XR"]
    assert client.get(answer.headers["Location"]).status_code == 200
    back = client.get("/moves", query_string={**BOARD, "pile": "2", "act": "back"}).headers["Location"]
    assert board_of(back) == ["IIE VH", "IXM", "VIR XE", ""]
    clear = client.get("/moves", query_string={**BOARD, "act": "clear"}).headers["Location"]
    assert board_of(clear) == ["", "", "", ""]


def test_a_board_that_cannot_be_is_refused_and_stays_as_it_was(client: FlaskClient) -> None:
    refused: tuple[tuple[dict[str, Any], str], ...] = (
        ({**BOARD, "act": "lay:E"}, "Tap a numeral first, then the suit."),
        ({**BOARD, "act": "lay:E", "numeral": "10"}, "X Emerald is already on the board."),
        ({"p": ["XX", "", "", ""], "typing": "1"}, "isn't a card: use a numeral I to X and a suit E, M, R or H."),
        ({"p": ["IIE ?", "", "", ""], "typing": "1"}, "The top card of pile 1 must be named."),
    )
    for query, sentence in refused:
        answer = client.get("/moves", query_string=query)
        says(answer, sentence, status=422)
        assert value_of(answer, "p") == query["p"][0]


def test_the_legal_moves_are_listed_and_the_best_play_is_looked_for_when_asked(client: FlaskClient) -> None:
    says(
        asked(client),
        "A move must be made",
        "Move 1: IV Marquis comes off; IX Marquis is higher.",
        "Move 2: V Heart goes into the empty space of pile 4.",
        but=["can still come off before"],
    )
    document = {"game": "gem-ii", "level": 1, "piles": [pile.split() for pile in BOARD["p"]], "best": True}
    best = moves_document(document)["best"]
    assert isinstance(best, dict)
    says(asked(client, best="1"), f"{best['cards_off']} cards can still come off before", best["moves"][0]["text"])
    quiet = client.get("/moves", query_string={"p": ["IE", "VM", "IXR", "IIIH"]})
    says(quiet, "No move has to be made", "There is no legal move on this board.")


def test_a_disputed_move_is_judged_as_the_document_is(client: FlaskClient) -> None:
    for claim, headline, reason in (
        ({"claim": "1", "card": "IVM", "also": "VH"}, "That move was wrong", "Cards come off one at a time"),
        ({"claim": "2", "card": "VH", "onto": "3"}, "That move was right", ""),
        ({"claim": "3", "card": "VH", "onto": "1"}, "That move was wrong", "aren't one numeral apart"),
        ({"claim": "3", "card": "VH"}, "Which pile did it move onto?", ""),
        ({"claim": "pass"}, "Passing the turn was wrong", "IV Marquis can still make Move 1"),
    ):
        says(asked(client, **claim), headline, reason)


@pytest.fixture
def table(client: FlaskClient) -> Table:
    return started(client, level="2")


def booked(table: Table, **claim: str) -> int:
    """Judge a move at the table and press the button that books what follows."""
    answer = table.client.get(f"{table.address}/moves", query_string={**BOARD, **claim})
    page = answer.text.split('name="call"')
    names = ("idempotency_key", "seen", "hand", "deal", "caller")
    form = {name: value_of(page[0].rpartition("<form")[2], name) for name in names}
    call = page[1].split('value="')[1].split('"')[0]
    return table.phone.post("/call", {**form, "call": call}).status_code


def test_at_a_table_of_two_the_referee_says_what_is_legal_only_once_it_has_judged(table: Table) -> None:
    before = asked(table.client, f"{table.address}/moves", best="1")
    assert "What happened?" in before
    for advice in ("comes off; IX Marquis", "A move must be made", "best play", "to pile 4"):
        assert advice not in before
    after = asked(table.client, f"{table.address}/moves", claim="pass")
    for reason in ("comes off; IX Marquis", "A move must be made", "best play", "to pile 4"):
        assert reason in after


def test_a_turn_passed_too_early_is_booked_on_the_turn_that_has_just_ended(table: Table) -> None:
    table.took(2)
    assert booked(table, claim="pass") == 303
    assert "Ann finishes Bob's turn" in table.words()
    table.press("record", count="1", before="2")
    assert score_document(table.document())["totals"] == {"Ann": 30, "Bob": 10}
