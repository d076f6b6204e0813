"""Random showdown documents: every rummy, 2 and more players, hands laid out, loose and counted, all house rules."""

import random
from collections.abc import Sequence
from typing import Any

from companion.answers.judging import judge_document
from tests.support.rummy.random_hands import hand_that_fits, melds_on_table
from tests.support.rummy.reference import DECK, VALUES, Cards, GemPrint, Melds, all_melds, random_print

Document = dict[str, Any]
PLAIN_MELDS = all_melds()
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")

_NUMBERS = {"gin_bonus": 40, "undercut_bonus": 40, "minimum_score": 30, "gem_parts_knocker": 30, "gem_parts_other": 30}
_SWITCHES = ("undercut_on_tie", "undercut_scores_difference")


def judged(document: Document) -> Document:
    verdict: Document = judge_document(document)
    return verdict


def melds_of_document(document: Document) -> Melds:
    if document["game"] != "gem-rummy":
        return PLAIN_MELDS
    first, second = document["dice"]
    return all_melds(document.get("print"), (first, second))


def random_house_rules(rng: random.Random, game: str) -> Document:
    keys = {
        "gem-rummy": (*_NUMBERS, *_SWITCHES),
        "gin-rummy": ("gin_bonus", "undercut_bonus", "minimum_score", *_SWITCHES),
        "knock-rummy": ("undercut_bonus", "rum_bonus", "zero_sum"),
    }[game]
    rules: Document = {}
    for key in keys:
        if rng.random() < 0.25:
            rules[key] = rng.randint(1, 30) if key in _NUMBERS or key == "rum_bonus" else rng.random() < 0.5
            if key.startswith("gem_parts") and rng.random() < 0.5:
                rules[key] = 0
    if game != "knock-rummy" and rng.random() < 0.3:
        rules["big_gin_bonus"] = rng.randint(31, 60)
    if rng.random() < 0.15:
        rules["layout"] = "best"
    return rules


def random_showdown(rng: random.Random, game: str, seats: int, letters: GemPrint | None = None) -> Document:
    """Deal a showdown in which melds, lay-offs, undercuts and Gin are frequent, and most knocks are allowed."""
    document: Document = {"game": game, "house_rules": random_house_rules(rng, game)}
    if game == "gem-rummy":
        document["dice"] = [rng.randint(1, 6), rng.randint(1, 6)]
        if letters or rng.random() < 0.9:
            document["print"] = letters or random_print(rng)
    melds = melds_of_document(document)
    hands = _dealt(rng, game, seats, melds)
    knocker = rng.randrange(seats)
    hands[0], hands[knocker] = hands[knocker], hands[0]
    names = NAMES[:seats]
    document["knocker"] = names[knocker]
    call = rng.choice((None, None, None, "knock", "rum" if game == "knock-rummy" else rng.choice(("gin", "big-gin"))))
    if call:
        document["call"] = call
    document["players"] = [
        {"name": name, **_given(rng, hand, melds, game)} for name, hand in zip(names, hands, strict=True)
    ]
    if game != "knock-rummy" and rng.random() < 0.8:
        document["house_rules"]["knock_limit"] = rng.randint(8, 60)
    if rng.random() < 0.15:
        document["lay_offs"] = random_lay_offs(rng, document)
    return document


def _dealt(rng: random.Random, game: str, seats: int, melds: Melds) -> list[Cards]:
    """Deal the Knocker's hand first, with melds; the others' cards often fit on what lies already."""
    size = {"gem-rummy": 11, "gin-rummy": 10, "knock-rummy": 10 if seats == 2 else 7}[game]
    hands: list[Cards] = []
    lying: list[Cards] = []
    out: Cards = frozenset()
    for seat in range(seats):
        own_size = size
        if game == "gem-rummy" and seats == 3 and rng.random() < 0.3:
            own_size += rng.randint(1, 4)
        if seat == 0 and game != "knock-rummy" and rng.random() < 0.15:
            own_size += 1
        own: list[Cards] = []
        for meld in melds_on_table(rng, melds, rng.choice((1, 2, 3, 3, 4))):
            if not meld & out and sum(map(len, own)) + len(meld) <= own_size:
                own.append(meld)
                out |= meld
        hand: Cards = frozenset().union(*own)
        lying += own
        more = _fill(rng, own_size - len(hand), lying, melds, out)
        hands.append(hand | more)
        out |= more
    return hands


def _fill(rng: random.Random, count: int, lying: Sequence[Cards], melds: Melds, out: Cards) -> Cards:
    left = sorted(frozenset(DECK) - out)
    if rng.random() < 0.5:
        return frozenset(sorted(left, key=lambda card: VALUES[card] + 6 * rng.random())[:count])
    fitting = hand_that_fits(rng, min(count, 8), lying, melds) - out
    rest = rng.sample(sorted(frozenset(left) - fitting), count - len(fitting))
    return fitting | frozenset(rest)


def _given(rng: random.Random, hand: Cards, melds: Melds, game: str) -> Document:
    said: Document = {"gem_parts": rng.choice((True, False, "checked"))}
    claim = said if game == "gem-rummy" and rng.random() < 0.15 else {}
    match rng.choice(("laid", "laid", "laid", "loose", "loose", "counted")):
        case "laid":
            return laid_out(rng, hand, melds) | claim
        case "loose":
            return {"cards": rng.sample(sorted(hand), len(hand))} | claim
        case _:
            counted: Document = {"deadwood_points": rng.choice((0, 0, rng.randint(1, 12), rng.randint(1, 60)))}
            if game == "gem-rummy":
                counted["gem_parts"] = rng.random() < 0.3
            return counted


def laid_out(rng: random.Random, hand: Cards, melds: Melds) -> Document:
    """Lay a hand out somehow: melds as they come to hand, the rest as deadwood."""
    left = hand
    groups = []
    within = sorted(melds.within(hand), key=sorted)
    for meld in rng.sample(within, len(within)):
        if meld <= left and (len(within) < 4 or rng.random() < 0.9):
            groups.append(rng.sample(sorted(meld), len(meld)))
            left -= meld
    return {"melds": groups, "deadwood": rng.sample(sorted(left), len(left))}


def random_lay_offs(rng: random.Random, document: Document) -> list[Document]:
    """Lay anything off onto anything that can be written down, right or wrong, and pass now and then."""
    owners = [player for player in document["players"] if player.get("melds")]
    holders = [player for player in document["players"] if player.get("deadwood") or player.get("cards")]
    moves: list[Document] = []
    for _ in range(rng.randint(0, 4)):
        if rng.random() < 0.2:
            moves.append({"player": rng.choice(document["players"])["name"], "pass": True})
        elif owners and holders:
            holder, owner = rng.choice(holders), rng.choice(owners)
            card = rng.choice(holder.get("deadwood") or holder["cards"])
            onto = {"player": owner["name"], "meld": rng.randrange(len(owner["melds"]))}
            moves.append({"player": holder["name"], "card": card, "onto": onto})
    return moves
