"""Faults and points against the same rules written down a second time, on tables where much goes wrong."""

import random

import pytest

from tests.support.rummy.random_showdowns import (
    Document,
    judged,
    laid_out,
    melds_of_document,
    random_lay_offs,
    random_showdown,
)
from tests.support.rummy.reference import DECK
from tests.support.rummy.reference_ruling import Fault, PlainRuling
from tests.support.seeds import random_sources

pytestmark = pytest.mark.random


def as_it_lies(rng: random.Random, document: Document) -> Document:
    """Lay all hands out, now and then with a group that is none or a card too many, and say what was laid off."""
    melds = melds_of_document(document)
    players: list[Document] = []
    for player in document["players"]:
        if "cards" in player:
            hand = laid_out(rng, frozenset(player["cards"]), melds)
            players.append({key: value for key, value in player.items() if key != "cards"} | hand)
        else:
            players.append(player)
    for player in players:
        deadwood = player.get("deadwood", [])
        if deadwood and rng.random() < 0.1:
            group = rng.sample(deadwood, min(len(deadwood), rng.randint(1, 5)))
            player["melds"].append(group)
            player["deadwood"] = [card for card in deadwood if card not in group]
        if "melds" in player and rng.random() < 0.1:
            player["deadwood"].append(rng.choice(DECK))
    document["players"] = players
    document["house_rules"].pop("layout", None)
    found = judged({key: value for key, value in document.items() if key != "lay_offs"})["lay_offs"]
    document["lay_offs"] = rng.choice((found, found[::-1], random_lay_offs(rng, document)))
    return document


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "count"),
    [("gem-rummy", 2, 300), ("gem-rummy", 3, 400), ("gin-rummy", 2, 200), ("knock-rummy", 4, 100)],
)
def test_everything_that_is_wrong_and_all_points(game: str, seats: int, count: int) -> None:
    for seed, rng in random_sources(count):
        document = as_it_lies(rng, random_showdown(rng, game, seats))
        ruling = PlainRuling(document, melds_of_document(document))
        verdict = judged(document)
        faults: list[Fault] = [
            (fault["code"], fault["player"], tuple(sorted(fault["cards"]))) for fault in verdict["faults"]
        ]
        assert sorted(faults, key=str) == sorted(ruling.faults, key=str), seed
        points = [player["points"] for player in verdict["players"]]
        assert (points if verdict["legal"] else None) == ruling.points(), seed
