"""Points against the same rules written down a second time."""

import random
from collections import Counter

import pytest

from tests.support.rummy.random_showdowns import NAMES, Document, judged, random_house_rules
from tests.support.rummy.reference_pricing import Counts, plain_points
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


@pytest.mark.parametrize("seats", range(2, 8))
def test_what_one_collects_the_others_pay(seats: int) -> None:
    """Payer by payer, also where several divide what is paid."""
    house = {"zero_sum": True}
    for seed, rng in random_sources(150):
        verdict = judged(counted_showdown("knock-rummy", house, random_counts(rng, "knock-rummy", seats, house)))
        won, paid = Counter[str](), Counter[str]()
        for player in verdict["players"]:
            for line in player["lines"]:
                if line["code"] == "paid":
                    paid[line["against"]] -= line["points"]
                else:
                    won[player["name"]] += line["points"]
        assert +won == +paid, seed


def test_odd_points_are_paid_to_whom_they_come() -> None:
    """37 points divide into 19 and 18, of which the Knocker pays 25 and Dee 12."""
    counts = Counts(0, "knock", [20, 5, 5, 17], [False] * 4)
    players = judged(counted_showdown("knock-rummy", {"zero_sum": True}, counts))["players"]
    lines = [[(line["code"], line["points"], line["against"]) for line in player["lines"]] for player in players]
    knocker, left, right, _ = NAMES[:4]
    assert lines == [
        [("paid", -13, left), ("paid", -12, right)],
        [("share", 19, None)],
        [("share", 18, None)],
        [("paid", -6, left), ("paid", -6, right)],
    ]
    assert knocker == players[0]["name"]
