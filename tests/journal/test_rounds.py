"""Hands for two in a game of sides: what a journal makes of one that is struck out, and of who didn't play it."""

from typing import Any

from companion.journal.events.hands import HandRecorded, HandStruckOut
from companion.journal.exchange import exported, game_document
from companion.journal.kinds import sheet_of
from companion.journal.sheet import Coming, Standing
from companion.journal.state import GameState
from companion.rules.rummy.figures import HandFigures
from tests.support.documents import hand_of
from tests.support.journals import folded

HEAD: dict[str, Any] = {
    "game": "gin-rummy",
    "form": "partners",
    "players": ["Ann", "Bob", "Cid", "Dee"],
    "sides": [["Ann", "Cid"], ["Bob", "Dee"]],
    "first_dealer": "Ann",
}


def won(winner: str, loser: str, points: int) -> HandRecorded:
    players = [{"name": winner, "deadwood_points": 1}, {"name": loser, "deadwood_points": points + 1}]
    document: dict[str, Any] = {"knocker": winner, "players": players}
    return HandRecorded(hand_of(document, **HEAD))


def two_rounds(**head: object) -> GameState:
    hands = [won("Ann", "Bob", 9), won("Dee", "Cid", 20), won("Ann", "Dee", 7), won("Cid", "Bob", 5)]
    return folded(*hands, HandStruckOut(2), head={**HEAD, **head})


def test_a_hand_that_is_struck_out_keeps_its_place_as_a_drawn_one() -> None:
    state = two_rounds()
    sheet = sheet_of(state)
    assert sheet.totals == {"Ann & Cid": 9 + 12, "Bob & Dee": 0}
    struck = sheet.rows[1]
    assert (struck.standing, struck.place, struck.keeps_place) == (Standing.STRUCK_OUT, None, True)
    assert (struck.pair, struck.round) == (("Cid", "Dee"), 1)
    hands: Any = exported(state, sheet)["hands"]
    assert [hand.get("drawn", False) for hand in hands] == [False, True, False, False]


def test_a_game_that_cannot_be_scored_is_exported_with_all_places() -> None:
    state = two_rounds(house_rules={"gin_bonus": 50, "big_gin_bonus": 20})
    sheet = sheet_of(state)
    assert sheet.score is None
    assert exported(state, sheet) == game_document(state)
    hands: Any = game_document(state)["hands"]
    assert len(hands) == 4


def test_who_does_not_play_a_hand_has_no_figures_of_it() -> None:
    row = sheet_of(folded(won("Dee", "Cid", 20), head=HEAD)).rows[0]
    assert row.ruling is not None
    assert row.ruling.points == (0, 0, 0, 20)
    assert row.ruling.figures == HandFigures(3, (None, None, 21, 1), (None, None, None, None))


def test_the_next_pairs_are_those_that_are_left() -> None:
    sheet = sheet_of(folded(won("Ann", "Bob", 9), head=HEAD))
    assert sheet.coming == Coming(1, (("Cid", "Dee"),), ("Cid",))
    assert sheet.rows[0].round == 1
    assert sheet_of(folded(won("Ann", "Bob", 90), won("Cid", "Dee", 90), head=HEAD)).coming is None
