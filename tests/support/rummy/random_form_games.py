"""Random games of Gin Rummy for three to eight, counted hand by hand: partners, captain's play, cutthroat."""

import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from tests.support.rummy.gin_forms_reference import Pair, PaperGame
from tests.support.rummy.random_gin_games import (
    RANKS,
    SUITS,
    VARIANTS,
    Rules,
    levelling_points,
    needs_upcard,
    random_hand,
    random_overruling,
    random_rules,
)

Document = dict[str, Any]

FORMS = ("partners", "captain", "cutthroat")
EVERYBODY = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
SEATS = {"partners": (4, 6, 8), "captain": (3, 5, 7), "cutthroat": (3,)}


def random_form_rules(rng: random.Random, form: str) -> Document:
    """Choose house rules of any variant that can stand in a form."""
    rules = random_rules(rng, rng.choice(VARIANTS))
    if form == "cutthroat":
        rules.pop("next_dealer", None)
    if form == "partners" and rng.random() < 0.7:
        rules["opponents"] = rng.choice(("rotate", "stay"))
    if rng.random() < 0.2:
        rules.pop("target", None)
    return rules


def random_head(rng: random.Random, form: str, rules: Rules) -> Document:
    """Choose who plays on which side, and who deals first."""
    names = rng.sample(EVERYBODY, rng.choice(SEATS[form]))
    head: Document = {"game": "gin-rummy", "form": form, "players": names, "house_rules": dict(rules)}
    if form == "cutthroat":
        return {**head, "first_dealer": rng.choice(names[:2])}
    seated = rng.sample(names, len(names))
    half = len(names) // 2
    head["sides"] = [seated[:half], seated[half:]]
    return {**head, "first_dealer": rng.choice(seated[: 2 * half])}


def random_form_game(rng: random.Random, form: str) -> Document:
    """Play until the game is over, or until the players leave; now and then one side wins nearly everything."""
    rules = random_form_rules(rng, form)
    game = PaperGame({**random_head(rng, form, rules), "hands": []})
    document = game.document
    strengths = random_strengths(rng, game.sides)
    most = rng.randint(0, 20) if rng.random() < 0.3 else None
    while len(document["hands"]) != most and not game.over:
        hand = next_hand(rng, game, strengths)
        document["hands"].append(hand)
        game.add(hand)
    return document


def random_strengths(rng: random.Random, sides: Sequence[Sequence[str]]) -> dict[str, float]:
    """Give every player a share in winning; in some games only one side wins."""
    favorite = rng.randrange(len(sides))
    weak = rng.choice((0.0, 0.03, 0.5, 1.0, 1.0, 1.0))
    return {name: 1.0 if place == favorite else weak for place, side in enumerate(sides) for name in side}


def next_hand(rng: random.Random, game: PaperGame, strengths: Mapping[str, float]) -> Document:
    """Play one of the pairs that are due, or let others play; the table sets some points itself, or the dealer."""
    upcoming = game.next()
    if upcoming is None:
        raise ValueError("The game is over.")
    due: list[Pair] = [(one, other) for one, other in upcoming["pairs"]]
    is_lopsided = min(strengths.values()) < 0.1
    begins_drawn = any(hand.get("drawn") for hand in game.now.hands)
    if rng.random() < (0.5 if begins_drawn else 0.12):
        drawn: Document = {"drawn": True}
        if needs_upcard(game.rules) and rng.random() < 0.3:
            drawn["upcard"] = rng.choice(RANKS) + rng.choice(SUITS)
        if rng.random() < 0.1:
            drawn["dealer"] = rng.choice(due[0])
        return drawn
    pair = rng.choice(due) if rng.random() < 0.2 else due[0]
    if rng.random() < 0.1:
        pair = substitutes(rng, game.sides)
    winner, loser = pair
    share = strengths[winner] / (strengths[winner] + strengths[loser] or 1.0)
    if rng.random() >= share:
        winner, loser = loser, winner
    hand = random_hand(rng, game.rules, winner, loser, rng.choice((pair, pair[::-1])))
    if rng.random() < (0.05 if is_lopsided else 0.15):
        hand["overruled"] = random_overruling(rng, winner, loser, game.names)
    elif not is_lopsided and rng.random() < 0.1:
        hand["overruled"] = random_overruling(rng, winner, loser, game.names)
        hand["overruled"]["points"] = near_the_end(rng, game, hand, (winner, loser))
    if rng.random() < 0.08:
        hand["dealer"] = rng.choice(pair)
    return hand


def substitutes(rng: random.Random, sides: Sequence[Sequence[str]]) -> Pair:
    """Let any two play who are not on the same side."""
    one, other = rng.sample(sides, 2)
    return rng.choice(one), rng.choice(other)


def near_the_end(rng: random.Random, game: PaperGame, hand: Document, pair: Pair) -> dict[str, int]:
    """Give points that bring two of three level, or that end a column; of two sides, sometimes with level finals."""
    winner, loser = pair
    column = next(column for column in game.columns if not column.over)
    winning, losing = (game.labels[game.side_of(name)] for name in (winner, loser))
    if game.form == "cutthroat":
        totals = {winner: column.sum_of(winning), loser: column.sum_of(losing)}
        return levelling_points(rng, game.target, totals)
    points = {winner: max(1, game.target - column.sum_of(winning)), loser: 0}
    points[winner] += rng.choice((0, rng.randint(0, 30), missing_to_level(game, hand, points, (winner, loser))))
    return points


def missing_to_level(game: PaperGame, hand: Document, points: Mapping[str, int], pair: Pair) -> int:
    """Say how much more leaves both sides with the same in the end, if the game of sides ends with this hand."""
    after = deepcopy(game)
    after.add({**hand, "overruled": {**hand["overruled"], "points": points}})
    winning, losing = (game.labels[game.side_of(name)] for name in pair)
    final = after.final()
    return 0 if final is None else max(0, final[losing] - final[winning])
