"""Faults and points against the same rules written down a second time, also on tables where much goes wrong."""

import random

import pytest

from tests.support.rummy.random_showdowns import (
    NAMES,
    Document,
    judged,
    laid_out,
    melds_of_document,
    random_house_rules,
    random_lay_offs,
    random_showdown,
)
from tests.support.rummy.reference import DECK
from tests.support.rummy.reference_pricing import Counts, plain_points
from tests.support.rummy.reference_ruling import Fault, PlainRuling
from tests.support.seeds import random_sources

pytestmark = pytest.mark.random

MOST_COUNTED = 48
"""What all hands of every game here can count together: seven players hold 49 cards, which count 337."""
GAMES = [("gem-rummy", 2), ("gem-rummy", 3), ("gin-rummy", 2), *(("knock-rummy", seats) for seats in range(2, 8))]


def random_counts(rng: random.Random, game: str, seats: int, house: Document) -> Counts:
    """Count hands so that ties, undercuts and hands without deadwood are frequent."""
    knocker = rng.randrange(seats)
    some = rng.sample(range(1, MOST_COUNTED), 2)
    deadwood = [rng.choice((0, *some, *some, rng.randint(1, MOST_COUNTED))) for _ in range(seats)]
    calls = ["knock"]
    if deadwood[knocker] == 0:
        big = ["big-gin"] if game == "gem-rummy" or "big_gin_bonus" in house else []
        calls = {"gem-rummy": ["knock", "gin", *big], "gin-rummy": ["gin", *big], "knock-rummy": ["rum"]}[game]
    gem_parts = [game == "gem-rummy" and rng.random() < 0.3 for _ in range(seats)]
    return Counts(knocker, rng.choice(calls), deadwood, gem_parts)


def counted_showdown(game: str, house: Document, counts: Counts) -> Document:
    players: list[Document] = []
    for seat, deadwood in enumerate(counts.deadwood):
        players.append({"name": NAMES[seat], "deadwood_points": deadwood})
        if game == "gem-rummy":
            players[-1]["gem_parts"] = counts.gem_parts[seat]
    document = {"game": game, "house_rules": {**house, "knock_limit": 100}, "knocker": NAMES[counts.knocker]}
    dice = {"dice": [1, 1]} if game == "gem-rummy" else {}
    return {**document, **dice, "call": counts.call, "players": players}


def winner_of_knock_rummy(counts: Counts) -> str | None:
    """Return who collects; None if it is shared. The Knocker only with rum, or if nobody else is as low."""
    if counts.call == "rum":
        return NAMES[counts.knocker]
    lowest = [seat for seat, count in enumerate(counts.deadwood) if count == min(counts.deadwood)]
    collecting = [seat for seat in lowest if seat != counts.knocker] or lowest
    return NAMES[collecting[0]] if len(collecting) == 1 else None


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_points_are_what_the_books_say(game: str, seats: int) -> None:
    for seed, rng in random_sources(300):
        house = random_house_rules(rng, game)
        counts = random_counts(rng, game, seats, house)
        verdict = judged(counted_showdown(game, house, counts))
        assert verdict["legal"], (seed, verdict["faults"])
        expected = plain_points(game, {key: value for key, value in house.items() if key != "layout"}, counts)
        points = [player["points"] for player in verdict["players"]]
        assert points == expected, (seed, house, counts)
        first = [NAMES[seat] for seat in range(seats) if points[seat] == max(points)]
        if game == "knock-rummy":
            assert verdict["winner"] == winner_of_knock_rummy(counts), seed
        elif len(first) == 1:
            assert verdict["winner"] == first[0], seed
        else:
            assert verdict["winner"] == NAMES[counts.knocker], seed  # a tied hand is the Knocker's


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
