"""Points from counted hands, written down from the rulebooks once more, with nothing of the product."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_GIN = {"gin_bonus": 25, "undercut_bonus": 25, "undercut_on_tie": True, "undercut_scores_difference": True}
_GEM = {"big_gin_bonus": 35, "minimum_score": 11, "gem_parts_knocker": 16, "gem_parts_other": 8}
BOOK: Mapping[str, Mapping[str, Any]] = {
    "gem-rummy": {**_GIN, **_GEM},
    "gin-rummy": {**_GIN, "big_gin_bonus": None, "minimum_score": 0},
    "knock-rummy": {"undercut_bonus": 10, "rum_bonus": 25, "zero_sum": False},
}

MISSED_RUM = 25
OF_A_GAME = ("target", "opponents")
"""House rules that mean nothing to a single showdown, or aren't allowed there."""


@dataclass(frozen=True)
class Counts:
    """What the table counted: who knocked how, the deadwood of each seat after lay-offs, and who has Gem Parts."""

    knocker: int
    call: str
    deadwood: Sequence[int]
    gem_parts: Sequence[bool]

    @property
    def others(self) -> list[int]:
        """List the others, first the one on the Knocker's left."""
        seats = len(self.deadwood)
        return [(self.knocker + step) % seats for step in range(1, seats)]


def plain_points(game: str, house: Mapping[str, Any], counts: Counts) -> list[int]:
    rules = {**BOOK[game], **house}
    return _knock_rummy(rules, counts) if game == "knock-rummy" else _gin_and_gem(rules, counts)


def _gin_and_gem(rules: Mapping[str, Any], counts: Counts) -> list[int]:
    points = [0] * len(counts.deadwood)
    knocker, deadwood = counts.knocker, counts.deadwood
    if counts.call != "knock":
        bonus = rules["gin_bonus"] if counts.call == "gin" else rules["big_gin_bonus"]
        points[knocker] = bonus + sum(deadwood[seat] for seat in counts.others)
    else:
        differences = []
        for seat in counts.others:
            lower = deadwood[seat] < deadwood[knocker]
            equal = deadwood[seat] == deadwood[knocker]
            if lower or (equal and rules["undercut_on_tie"]):
                points[seat] = rules["undercut_bonus"]
                if rules["undercut_scores_difference"]:
                    points[seat] += deadwood[knocker] - deadwood[seat]
            else:
                differences.append(deadwood[seat] - deadwood[knocker])
        points[knocker] = sum(differences)
        undercut_by_all = not differences
        takes_minimum_away = counts.gem_parts[knocker] and rules["gem_parts_knocker"] > 0
        if not undercut_by_all and not takes_minimum_away:
            points[knocker] = max(points[knocker], rules["minimum_score"])
    for seat, has_gem_parts in enumerate(counts.gem_parts):
        if has_gem_parts:
            points[seat] += rules["gem_parts_knocker"] if seat == knocker else rules["gem_parts_other"]
    return points


def _knock_rummy(rules: Mapping[str, Any], counts: Counts) -> list[int]:
    """Tell who pays how much into each winner's hands; a player pays in minus points only where the sum is zero."""
    won = [0] * len(counts.deadwood)
    paid = [0] * len(counts.deadwood)
    knocker, deadwood = counts.knocker, counts.deadwood
    if counts.call == "rum":
        for seat in counts.others:
            owes = deadwood[seat] + rules["rum_bonus"]
            won[knocker] += owes
            paid[seat] += owes
    else:
        lowest = min(deadwood)
        tied_or_lower = [seat for seat in counts.others if deadwood[seat] == lowest]
        winners = tied_or_lower or [knocker]
        pot = 0
        for seat, count in enumerate(deadwood):
            owes = count - lowest
            if seat == knocker and count > lowest:
                owes += rules["undercut_bonus"]
            pot += owes
            paid[seat] += owes
        while pot:
            for seat in [one for one in (knocker, *counts.others) if one in winners]:
                won[seat] += 1
                pot -= 1
                if not pot:
                    break
    for seat in counts.others:
        if deadwood[seat] == 0:
            won[knocker] += MISSED_RUM
            paid[seat] += MISSED_RUM
    return [won[seat] - (paid[seat] if rules["zero_sum"] else 0) for seat in range(len(deadwood))]
