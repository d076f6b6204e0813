"""What holds for every showdown, whatever lies on the table."""

import copy
import random
from typing import Any

import pytest

from tests.support.rummy.random_showdowns import Document, judged, melds_of_document, random_showdown
from tests.support.rummy.reference import Cards, Melds, least_deadwood, least_with_lay_offs
from tests.support.seeds import random_sources

pytestmark = pytest.mark.random

GAMES = [
    ("gem-rummy", 2),
    ("gem-rummy", 3),
    ("gin-rummy", 2),
    ("knock-rummy", 2),
    ("knock-rummy", 3),
    ("knock-rummy", 4),
]
EACH = 120


def without_order(verdict: Document) -> Document:
    """Tell a verdict so that the order of cards, melds, players and faults does not show."""
    found = {player["name"]: [meld["cards"] for meld in player["melds"]] for player in verdict["players"]}

    def move(one: Document) -> tuple[Any, ...]:
        if "pass" in one:
            return one["player"], "passes"
        owner, place = one["onto"]["player"], one["onto"]["meld"]
        return one["player"], one["card"], owner, frozenset(found[owner][place])

    def player(one: Document) -> Document:
        best = one["best"] and {**one["best"], "melds": melds(one["best"]["melds"])}
        lines = sorted(tuple(line.items()) for line in one["lines"])
        return {**one, "melds": melds(one["melds"]), "lines": lines, "best": best}

    def melds(groups: list[Document]) -> list[tuple[Any, ...]]:
        return sorted((str(group["kind"]), sorted(group["cards"]), group.get("gem")) for group in groups)

    return {
        **verdict,
        "players": {one["name"]: player(one) for one in verdict["players"]},
        "faults": sorted(
            (fault["code"], str(fault["player"]), sorted(fault["cards"]), fault["rule"]) for fault in verdict["faults"]
        ),
        "lay_offs": [move(one) for one in verdict["lay_offs"]],
    }


def written_in_another_order(rng: random.Random, document: Document) -> Document:
    """Shuffle cards and melds; the lay-offs say where the melds have gone."""
    other = copy.deepcopy(document)
    for player in other["players"]:
        for key in ("cards", "deadwood"):
            rng.shuffle(player.get(key, []))
        for group in player.get("melds", []):
            rng.shuffle(group)
        places = list(range(len(player.get("melds", []))))
        rng.shuffle(places)
        if "melds" in player:
            player["melds"] = [player["melds"][place] for place in places]
        for move in other.get("lay_offs", []):
            if "onto" in move and move["onto"]["player"] == player["name"]:
                move["onto"]["meld"] = places.index(move["onto"]["meld"])
    for key in ("house_rules", "print"):
        if key in other:
            other[key] = dict(rng.sample(list(other[key].items()), len(other[key])))
    return dict(rng.sample(list(other.items()), len(other)))


def as_laid_again(document: Document, verdict: Document) -> Document:
    """Write the showdown down as the verdict says it lay, with everything that was left open filled in."""
    again = {**document, "call": verdict["call"], "lay_offs": verdict["lay_offs"]}
    again["house_rules"] = {key: value for key, value in document["house_rules"].items() if key != "layout"}
    again["players"] = [
        given
        if "deadwood_points" in given
        else {
            **{key: given[key] for key in ("name", "gem_parts") if key in given},
            "melds": [meld["cards"] for meld in found["melds"]],
            "deadwood": [*found["deadwood"], *found["laid_off"]],
        }
        for given, found in zip(document["players"], verdict["players"], strict=True)
    ]
    return again


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_what_is_no_matter_changes_nothing(game: str, seats: int) -> None:
    """The order of cards, melds and players, and that a table lays down what the app found."""
    for seed, rng in random_sources(EACH):
        document = random_showdown(rng, game, seats)
        verdict = judged(document)
        told = without_order(verdict)
        assert without_order(judged(written_in_another_order(rng, document))) == told, seed
        step = rng.randrange(1, seats)
        turned = {**document, "players": document["players"][step:] + document["players"][:step]}
        assert without_order(judged(turned)) == told, seed
        laid_again = document["house_rules"].get("layout") == "best" and "lay_offs" in document
        if verdict["legal"] and not laid_again:
            again = without_order(judged(as_laid_again(document, verdict)))
            # Of the letters that are not known, fewer can matter then: nothing is left to be laid out or laid off.
            assert set(again.pop("unknown_gems")) <= set(told.pop("unknown_gems")), seed
            assert again == told, seed


@pytest.mark.parametrize(("game", "seats"), [("gem-rummy", 2), ("gem-rummy", 3), ("gin-rummy", 2)])
def test_loose_cards_count_what_trying_everything_finds_and_no_card_is_left_that_fits(game: str, seats: int) -> None:
    """The Knocker melds at best; another of two melds and lays off at best against what then lies."""
    for seed, rng in random_sources(EACH):
        document = random_showdown(rng, game, seats)
        document.pop("lay_offs", None)
        melds = melds_of_document(document)
        verdict = judged(document)
        if verdict["legal"]:
            assert not left_over(verdict, melds), seed
            if seats == 2:
                check_loose(document, verdict, melds)


def left_over(verdict: Document, melds: Melds) -> list[str]:
    """Play the lay-offs, and name the cards that still fit on another player's meld."""
    lying = {
        (player["name"], place): frozenset(meld["cards"])
        for player in verdict["players"]
        for place, meld in enumerate(player["melds"])
        if verdict["call"] == "knock" or player["role"] != "knocker"
    }
    for move in verdict["lay_offs"]:
        if "card" in move:
            place = move["onto"]["player"], move["onto"]["meld"]
            longer = melds.extended_by(lying[place], move["card"])
            assert longer
            lying[place] = longer
    return [
        card
        for player in verdict["players"]
        if player["role"] != "knocker"
        for card in player["deadwood"]
        for (owner, _), meld in lying.items()
        if owner != player["name"] and melds.extended_by(meld, card)
    ]


def check_loose(document: Document, verdict: Document, melds: Melds) -> None:
    knocker = next(player for player in verdict["players"] if player["role"] == "knocker")
    closed = verdict["call"] != "knock"
    lying = () if closed else tuple(frozenset(meld["cards"]) for meld in knocker["melds"])
    for given, found in zip(document["players"], verdict["players"], strict=True):
        if "cards" in given:
            hand: Cards = frozenset(given["cards"])
            least = least_deadwood(hand, melds) if found is knocker else least_with_lay_offs(hand, lying, melds)
            assert found["deadwood_points"] == least
