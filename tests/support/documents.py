"""Game documents as the tests write them: hands by their numbers, and the games that hold them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from companion.documents.errors import DocumentError
from companion.documents.game import RecordedHand
from companion.journal.kinds import kind_of
from companion.wording.document_errors import document_error_sentence

Document = dict[str, Any]
HEAD: Document = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann"}
MOST_BY_A_KNOCK = 98
"""Ten cards of ten against a knock with 2."""
GIN_BONUS = 25
LONG_HEAD: Document = {**HEAD, "house_rules": {"target": 100_000}}
"""A game that no test plays to its end."""
GEM_SHOWDOWN: Document = {
    "game": "gem-rummy",
    "dice": [3, 4],
    "knocker": "Ann",
    "players": [
        {"name": "Ann", "melds": [["5C", "6C", "7C"], ["QH", "7D"]], "deadwood": ["2D"]},
        {"name": "Bob", "cards": ["8C", "9D"]},
        {"name": "Cid", "deadwood_points": 12},
    ],
}
LAID_OUT: Document = {
    "knocker": "Ann",
    "call": "knock",
    "players": [
        {"name": "Ann", "melds": [["5C", "6C", "7C"], ["9C", "9D", "9H"]], "deadwood": ["2D", "3S", "AC", "AD"]},
        {"name": "Bob", "melds": [["4D", "5D", "6D"], ["KC", "KD", "KH"]], "deadwood": ["8C", "2H", "JD", "QS"]},
    ],
    "lay_offs": [{"player": "Bob", "card": "8C", "onto": {"player": "Ann", "meld": 0}}],
}


def counted_hand(knocker: str, dice: Sequence[int] = (), /, **points: int) -> Document:
    """Return a hand of which only the deadwood of everybody is known; with dice nobody claims Gem Parts."""
    waived = {"gem_parts": False} if dice else {}
    players = [{"name": name, "deadwood_points": amount, **waived} for name, amount in points.items()]
    hand: Document = {"knocker": knocker, "call": "knock", "players": players}
    return {**hand, "dice": list(dice)} if dice else hand


def knocked(ann: int = 2, bob: int = 22, **more: object) -> Document:
    seats = [{"name": "Ann", "deadwood_points": ann}, {"name": "Bob", "deadwood_points": bob}]
    return {"knocker": "Ann", "players": seats, **more}


def won_hand(points: int) -> Document:
    """Return a hand of Gin Rummy that Ann wins by so many points, by Gin if a knock can't bring as many."""
    return knocked(2, 2 + points) if points <= MOST_BY_A_KNOCK else knocked(0, points - GIN_BONUS)


def hand_of(document: Mapping[str, Any], **head: object) -> RecordedHand:
    """Read a hand; what isn't said of its game is as usual, or as its document shows."""
    names = [player["name"] for player in document.get("players", [])] or ["Ann", "Bob"]
    if "counted" in document or any(isinstance(deal, dict) for deal in document.get("deals", [])):
        game = "gem-ii"
    elif "deals" in document:
        game, names = "gem-ii-solo", ["Ann"]
    else:
        game = "gem-rummy" if "dice" in document else "gin-rummy"
    return kind_of(head.get("game", game)).read_hand(
        document, "", {"game": game, "players": names, "first_dealer": names[0], **head}
    )


def game_document(game: str = "gem-rummy", players: Sequence[str] = ("Ann", "Bob"), **more: object) -> Document:
    """Return a game, without hands unless they are given."""
    played: Document = {"level": 1, "rounds": []} if game == "gem-ii" else {"hands": []}
    return {"game": game, "players": list(players), "first_dealer": players[0], **played, **more}


def won_by(winner: str, loser: str, day: str, points: int = 70, **more: object) -> Document:
    """Return a game for two, of Gin Rummy unless it's said, that one hand decides."""
    hand = counted_hand(winner, **{winner: 2, loser: 2 + points})
    head: Document = {"game": "gin-rummy", "first_dealer": winner, "house_rules": {"target": 60}}
    return {**head, "players": sorted((winner, loser)), "hands": [hand], "at": day, **more}


def error_of(answer: Callable[[Any], object], document: object) -> tuple[str, str]:
    """Expect a document to be refused in one line, and return the error's code and place."""
    with pytest.raises(DocumentError) as caught:
        answer(document)
    sentence = document_error_sentence(caught.value)
    assert sentence
    assert "\n" not in sentence
    return caught.value.code, caught.value.where
