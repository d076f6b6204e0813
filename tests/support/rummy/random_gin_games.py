"""Random games of Gin Rummy of every variant, counted hand by hand: of two, and of each form for three to eight."""

import random
from collections.abc import Mapping, Sequence
from copy import deepcopy

from companion.rules.rummy.ruleset import Game, book_rules
from tests.support.rummy.gin_columns_reference import Document, Rules
from tests.support.rummy.gin_reference import TWO, Pair, PaperGame
from tests.support.rummy.reference import RANKS, SUITS, VALUES

SEATS = {TWO: (2,), "partners": (4, 6, 8), "captain": (3, 5, 7), "cutthroat": (3,)}
FORMS = tuple(SEATS)
EVERYBODY = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
VARIANTS = ("bonuses", "hollywood", "oklahoma", "straight", "hollywood-oklahoma")
_BOOK = book_rules(Game.GIN_RUMMY, 2)


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
    return {key: value for key, value in rules.items() if getattr(_BOOK, key) != value or rng.random() < 0.5}


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


def random_form_rules(rng: random.Random, form: str, variant: str) -> Document:
    rules = random_rules(rng, variant)
    if form == "cutthroat":
        rules.pop("next_dealer", None)
    if form == "partners" and rng.random() < 0.7:
        rules["opponents"] = rng.choice(("rotate", "stay"))
    if rng.random() < 0.2:
        rules.pop("target", None)
    return rules


def random_head(rng: random.Random, form: str, rules: Rules) -> Document:
    names = rng.sample(EVERYBODY, rng.choice(SEATS[form]))
    head: Document = {"game": "gin-rummy", "players": names, "house_rules": dict(rules)}
    if form != TWO:
        head["form"] = form
    if form in (TWO, "cutthroat"):
        return {**head, "first_dealer": rng.choice(names[:2])}
    seated = rng.sample(names, len(names))
    half = len(names) // 2
    head["sides"] = [seated[:half], seated[half:]]
    return {**head, "first_dealer": rng.choice(seated[: 2 * half])}


def random_gin_game(rng: random.Random, form: str, variant: str = "") -> Document:
    """Play until the game is over, or until the players leave; now and then one side wins nearly everything."""
    rules = random_form_rules(rng, form, variant or rng.choice(VARIANTS))
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
    assert upcoming
    due: list[Pair] = [(one, other) for one, other in upcoming["pairs"]]
    is_lopsided = min(strengths.values()) < 0.1
    begins_drawn = any(hand.get("drawn") for hand in game.now.hands)
    if rng.random() < (0.5 if begins_drawn else 0.12):
        drawn: Document = {"drawn": True}
        if needs_upcard(game.rules) and rng.random() < 0.3:
            drawn["upcard"] = rng.choice(RANKS) + rng.choice(SUITS)
        if game.form != TWO and rng.random() < 0.1:
            drawn["dealer"] = rng.choice(due[0])
        return drawn
    pair = rng.choice(due) if rng.random() < 0.2 else due[0]
    if rng.random() < 0.1:
        one, other = rng.sample(game.sides, 2)
        pair = rng.choice(one), rng.choice(other)
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
    if game.form != TWO and rng.random() < 0.08:
        hand["dealer"] = rng.choice(pair)
    return hand


def near_the_end(rng: random.Random, game: PaperGame, hand: Document, pair: Pair) -> dict[str, int]:
    """Give points that bring two level, or that end a column; of two sides, sometimes with level finals."""
    winner, loser = pair
    column = next(column for column in game.columns if not column.over)
    totals = {name: column.sums()[game.side_of(name)] for name in pair}
    if game.each_alone:
        # Half of the time that ends the column.
        goal = rng.choice((max(totals.values()) + rng.randint(1, 10), game.target + rng.randint(0, 10)))
        return {name: goal - total for name, total in totals.items()}
    points = {winner: max(1, game.target - totals[winner]), loser: 0}
    points[winner] += rng.choice((0, rng.randint(0, 30), missing_to_level(game, hand, points, pair)))
    return points


def missing_to_level(game: PaperGame, hand: Document, points: Mapping[str, int], pair: Pair) -> int:
    """Say how much more leaves both sides with the same in the end, if the game of sides ends with this hand."""
    after = deepcopy(game)
    after.add({**hand, "overruled": {**hand["overruled"], "points": points}})
    winning, losing = map(game.side_of, pair)
    final = after.final()
    return 0 if final is None else max(0, final[losing] - final[winning])


def random_hand(rng: random.Random, rules: Rules, winner: str, loser: str, names: Sequence[str]) -> Document:
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


def limit(rules: Rules, upcard: str | None) -> int:
    """Give the most deadwood to knock with; 0 asks for Gin."""
    if rules.get("straight"):
        return 0
    knock_limit = rules.get("knock_limit", 10)
    if knock_limit != "upcard":
        return int(knock_limit)
    assert upcard
    return int(rules.get("ace_allows_one", False)) if upcard[:-1] == "A" else VALUES[upcard]


def needs_upcard(rules: Rules) -> bool:
    return rules.get("knock_limit") == "upcard" or bool(rules.get("spades_double"))
