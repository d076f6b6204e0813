"""Random games of Gin Rummy for two, counted hand by hand: bonuses, Hollywood, Oklahoma and Straight Gin."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.rummy.gin_columns_reference import Hand, paper_sheet

Document = dict[str, Any]
Rules = Mapping[str, Any]

NAMES = ("Ann", "Bob")
VARIANTS = ("bonuses", "hollywood", "oklahoma", "straight", "hollywood-oklahoma")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
LIMITS = {"A": 0, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 10, "Q": 10, "K": 10}
"""What each upcard lets one knock with in Oklahoma; 0 asks for Gin, unless the table counts the Ace as 1."""

_DEFAULTS: Document = {
    "target": 100,
    "game_bonus": 0,
    "box_bonus": 0,
    "shutout": "none",
    "shutout_bonus": 0,
    "gin_boxes": 0,
    "big_gin_boxes": None,
    "undercut_boxes": 0,
    "next_dealer": "next-seat",
    "stake_per_point": 0,
    "stake_per_box": 0,
    "columns": 1,
    "undercut_bonus": 25,
    "undercut_on_tie": True,
    "tie_break": "final-hand",
    "big_gin_bonus": None,
    "spades_double": False,
    "ace_allows_one": False,
}


def random_rules(rng: random.Random, variant: str) -> Document:
    """Choose house rules of a variant; half of those that are the book's anyway are left unsaid."""
    rules: Document = {
        "target": rng.choice((20, 30, 30, 50, 100, 100, 150, 250, 500)),
        "game_bonus": rng.choice((0, 100, 250)),
        "box_bonus": rng.choice((0, 20, 25)),
        "shutout": rng.choice(("none", "hand-points", "difference")),
        "columns": 3 if variant in ("hollywood", "hollywood-oklahoma") else 1,
        "big_gin_bonus": rng.choice((None, 31)),
        "tie_break": rng.choice(("final-hand", "final-hand", "play-on")),
    }
    if variant == "straight":
        rules["straight"] = True
    else:
        rules["undercut_bonus"] = rng.choice((10, 20, 25))
        rules["undercut_on_tie"] = rng.random() < 0.7
    if variant in ("oklahoma", "hollywood-oklahoma"):
        rules |= rng.choice(
            (
                {"knock_limit": "upcard", "spades_double": True},
                {"knock_limit": "upcard", "spades_double": True},
                {"knock_limit": "upcard", "spades_double": False},
                {"spades_double": True},
            )
        )
    if "knock_limit" in rules:
        rules["ace_allows_one"] = rng.random() < 0.5
    rules |= _settling_rules(rng, rules)
    return {key: value for key, value in rules.items() if not _goes_unsaid(rng, key, value)}


def _settling_rules(rng: random.Random, rules: Rules) -> Document:
    """Choose what else the end is worth, as far as it goes with the rules chosen before."""
    chosen: Document = {"next_dealer": rng.choice(("next-seat", "next-seat", "winner", "loser"))}
    chosen[rng.choice(("stake_per_point", "stake_per_box"))] = rng.choice((0, 0, 1, 25, 100))
    if rules["shutout"] == "none":
        chosen["shutout_bonus"] = rng.choice((0, 100))
    if rules["box_bonus"] or chosen.get("stake_per_box"):
        chosen["gin_boxes"] = rng.choice((0, 1, 2))
        if "straight" not in rules:
            chosen["undercut_boxes"] = rng.choice((0, 1))
        if rules["big_gin_bonus"] is not None:
            chosen["big_gin_boxes"] = rng.choice((None, chosen["gin_boxes"], 3))
    return chosen


def _goes_unsaid(rng: random.Random, key: str, value: object) -> bool:
    return key in _DEFAULTS and _DEFAULTS[key] == value and rng.random() < 0.5


def random_game(rng: random.Random, rules: Rules) -> Document:
    """Play until the game is over, or until the players leave; now and then one player wins nearly everything."""
    ann_wins = rng.choice((0.0, 0.03, 0.3, 0.5, 0.5, 0.7, 0.97, 1.0))
    lopsided = ann_wins in (0.0, 0.03, 0.97, 1.0)
    most = rng.randint(0, 12) if rng.random() < 0.25 else None
    hands: list[Document] = []
    while len(hands) != most:
        sheet = paper_sheet(rules, NAMES, [filed(hand, rules) for hand in hands])
        if sheet["over"]:
            break
        winner, loser = NAMES if rng.random() < ann_wins else NAMES[::-1]
        if rng.random() < 0.1:
            hands.append({"drawn": True})
            continue
        hand = random_hand(rng, rules, winner, loser)
        if rng.random() < (0.05 if lopsided else 0.15):
            hand["overruled"] = random_overruling(rng, winner, loser, NAMES)
        elif not lopsided and rng.random() < 0.1:
            hand["overruled"] = random_overruling(rng, winner, loser, NAMES)
            totals = next(column["totals"] for column in sheet["columns"] if not column["over"])
            hand["overruled"]["points"] = levelling_points(rng, rules.get("target", 100), totals)
        hands.append(hand)
    return {
        "game": "gin-rummy",
        "players": list(NAMES),
        "first_dealer": rng.choice(NAMES),
        "house_rules": dict(rules),
        "hands": hands,
    }


def random_hand(rng: random.Random, rules: Rules, winner: str, loser: str, names: Sequence[str] = NAMES) -> Document:
    """Count a hand that a player wins: by Gin, by Big Gin, by a knock, or by an undercut."""
    hand: Document = {}
    if needs_upcard(rules):
        hand["upcard"] = rng.choice(RANKS) + rng.choice(SUITS)
    most = limit(rules, hand.get("upcard"))
    ways = ["gin"]
    if rules.get("big_gin_bonus") is not None:
        ways.append("big-gin")
    if most > 0:
        ways += ["knock", "knock", "knock", "knock", "undercut", "undercut"]
    way = rng.choice(ways)
    knocker = loser if way == "undercut" else winner
    other = winner if way == "undercut" else loser
    deadwood = {knocker: 0, other: rng.choice((0, rng.randint(0, 60)))}
    if way == "knock":
        deadwood[knocker] = rng.randint(1, most)
        deadwood[other] = rng.randint(deadwood[knocker] + 1, rng.choice((most + 1, 30, 60)))
    if way == "undercut":
        deadwood[knocker] = rng.randint(1, most)
        deadwood[other] = rng.choice((deadwood[knocker], rng.randint(0, deadwood[knocker])))
    hand["knocker"] = knocker
    call = "knock" if way == "undercut" else way
    if call == "big-gin" or rng.random() < 0.5:
        hand["call"] = call
    hand["players"] = [{"name": name, "deadwood_points": deadwood[name]} for name in names]
    return hand


def random_overruling(rng: random.Random, winner: str, loser: str, names: Sequence[str]) -> Document:
    """Set points aside by the table's own, which may be fewer for the winner than for the loser."""
    points = {
        winner: rng.choice((0, rng.randint(1, 30), rng.randint(1, 60))),
        loser: rng.choice((0, 0, rng.randint(-20, -1), rng.randint(1, 30))),
    }
    if rng.random() < 0.2:
        points[loser] = points[winner]
    return {
        "points": {name: points[name] for name in names if name in points},
        "winner": winner,
        "reason": "We settled it at the table.",
        "by": rng.choice(names),
    }


def levelling_points(rng: random.Random, target: int, totals: Mapping[str, int]) -> dict[str, int]:
    """Give all of a column that is not over the same sum in it; half of the time that ends it."""
    goal = rng.choice((max(totals.values()) + rng.randint(1, 10), target + rng.randint(0, 10)))
    return {name: goal - total for name, total in totals.items()}


def limit(rules: Rules, upcard: str | None) -> int:
    """Give the most deadwood to knock with; 0 asks for Gin."""
    if rules.get("straight"):
        return 0
    knock_limit = rules.get("knock_limit", 10)
    if knock_limit != "upcard":
        return int(knock_limit)
    if upcard is None:
        raise ValueError("The upcard sets the limit, and there is none.")
    return 1 if upcard[:-1] == "A" and rules.get("ace_allows_one") else LIMITS[upcard[:-1]]


def priced(points: Mapping[str, int], upcard: str | None, rules: Rules) -> dict[str, int]:
    """Double everything that a hand scored if the upcard is a spade and spades count double."""
    doubled = bool(rules.get("spades_double")) and upcard is not None and upcard.endswith("S")
    return {name: 2 * scored if doubled else scored for name, scored in points.items()}


def needs_upcard(rules: Rules) -> bool:
    """Say whether the upcard of a hand matters."""
    return rules.get("knock_limit") == "upcard" or bool(rules.get("spades_double"))


def points_of(hand: Document, rules: Rules) -> dict[str, int]:
    """Give each player's points for a counted hand, doubled where the upcard says so, whatever the table made of it."""
    deadwood = {player["name"]: player["deadwood_points"] for player in hand["players"]}
    knocker = hand["knocker"]
    other = next(name for name in deadwood if name != knocker)
    points = dict.fromkeys(deadwood, 0)
    if hand.get("call") == "big-gin":
        points[knocker] = rules["big_gin_bonus"] + deadwood[other]
    elif deadwood[knocker] == 0:
        points[knocker] = rules.get("gin_bonus", 25) + deadwood[other]
    elif deadwood[other] > deadwood[knocker] or is_no_undercut(deadwood[knocker], deadwood[other], rules):
        points[knocker] = deadwood[other] - deadwood[knocker]
    else:
        points[other] = rules.get("undercut_bonus", 25) + deadwood[knocker] - deadwood[other]
    return priced(points, hand.get("upcard"), rules)


def is_no_undercut(knocked_with: int, count: int, rules: Rules) -> bool:
    """Say whether the table lets the Knocker win with as much deadwood, for nothing."""
    return count == knocked_with and not rules.get("undercut_on_tie", True)


def filed(hand: Document, rules: Rules) -> Hand:
    """Give what goes on the sheet: nothing for a drawn hand, the table's own points where it overruled."""
    if hand.get("drawn"):
        return None
    if "overruled" in hand:
        return hand["overruled"]["points"], hand["overruled"]["winner"], ""
    points = points_of(hand, rules)
    winner = max(points, key=lambda name: (points[name], name == hand["knocker"]))
    if winner != hand["knocker"]:
        return points, winner, "undercut"
    if hand.get("call") == "big-gin":
        return points, winner, "big-gin"
    own = next(player["deadwood_points"] for player in hand["players"] if player["name"] == winner)
    return points, winner, "" if own else "gin"
