"""A hand recorded as it was ruled: the melds and lay-offs that unknown letters could otherwise change."""

import pytest

from companion.documents.answers import judge_document
from companion.documents.ruled_hand import as_ruled
from tests.support.rummy.random_showdowns import Document

HEAD: Document = {"game": "gem-rummy", "gems": {"4H": "E", "6C": "E", "JD": "E", "AS": "E"}}
ANNA = {
    "name": "Anna",
    "melds": [["8S", "9S", "10S"], ["QC", "7D"], ["4H", "6C", "JD", "AS"]],
    "deadwood": ["2H", "3D"],
    "gem_parts": False,
}
BEN = {
    "name": "Ben",
    "melds": [["5H", "5D", "5S"], ["KH", "QH", "JH"]],
    "deadwood": ["7S", "JS", "10D", "AH", "2C"],
    "gem_parts": False,
}
BENS_CARDS = ["2C", "5D", "10D", "AH", "5H", "JH", "QH", "KH", "5S", "7S", "JS"]
BEN_LOOSE = {"name": "Ben", "cards": BENS_CARDS, "gem_parts": False}
DORA = {"name": "Dora", "deadwood_points": 20}
ONTO_THE_RUN = {"player": "Anna", "meld": 0}
SEVEN = {"player": "Ben", "card": "7S", "onto": ONTO_THE_RUN}
JACK = {"player": "Ben", "card": "JS", "onto": ONTO_THE_RUN}
DORA_PASSES = {"player": "Dora", "pass": True}


def hand(*players: Document, **more: object) -> Document:
    return {"dice": [4, 3], "knocker": "Anna", "players": list(players), **more}


def test_lay_offs_are_written_down_where_a_letter_could_add_another() -> None:
    """10♦ may be an Emerald, which Anna's stash would take; 7♠ and J♠ go onto her run whatever they bear."""
    given = hand(ANNA, BEN)
    assert as_ruled(HEAD, given) == {**given, "lay_offs": [SEVEN, JACK]}


def test_a_player_skipped_between_two_lay_offs_passes() -> None:
    given = hand(ANNA, DORA, BEN)
    assert as_ruled(HEAD, given)["lay_offs"] == [DORA_PASSES, SEVEN, DORA_PASSES, JACK]


@pytest.mark.parametrize("lay_offs", [None, [SEVEN]])
def test_a_loose_hand_is_written_down_in_its_melds(lay_offs: list[Document] | None) -> None:
    """Only 5♥ 5♦ 5♠ and J♥ Q♥ K♥ are melds of known letters; lay-offs that the table told stay as told."""
    given = hand(ANNA, BEN_LOOSE) if lay_offs is None else hand(ANNA, BEN_LOOSE, lay_offs=lay_offs)
    ruled = as_ruled(HEAD, given)
    anna, ben = ruled["players"]
    assert anna == ANNA
    assert "cards" not in ben
    assert {frozenset(meld) for meld in ben["melds"]} == {frozenset({"5H", "5D", "5S"}), frozenset({"JH", "QH", "KH"})}
    assert sorted(ben["deadwood"]) == sorted(["7S", "JS", "10D", "AH", "2C"])
    assert ruled["lay_offs"] == ([SEVEN, JACK] if lay_offs is None else lay_offs)
    assert judge_document({**HEAD, **ruled})["winner"] == "Anna"


@pytest.mark.parametrize(
    "given",
    [
        hand(ANNA, BEN, lay_offs=[]),
        hand({**ANNA, "deadwood": ["2H", "3D", "KS"]}, BEN),
        hand({"name": "Anna", "deadwood_points": 5}, DORA),
    ],
    ids=["lay-offs-told", "illegal", "counted"],
)
def test_a_hand_independent_of_unknown_letters_is_unchanged(given: Document) -> None:
    assert as_ruled(HEAD, given) == given
