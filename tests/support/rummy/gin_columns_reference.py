"""The score sheet of Gin Rummy as one keeps it on paper: what a hand scores, columns, shutouts, bonuses, boxes.

Nothing here is shared with the product. A hand is None if it was drawn, else what each player scored, who won it, and
how: "gin", "big-gin", "undercut", or nothing special. In a column stand sides by their numbers: here a single player is
a side too.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.rummy.reference_pricing import Counts, plain_points

Document = dict[str, Any]
Rules = Mapping[str, Any]


class PaperColumn:
    def __init__(self, sides: int) -> None:
        self.entries: list[list[int | None]] = []
        self.boxes = [0] * sides
        self.kisses = [0] * sides
        self.lines: list[tuple[str, int, int]] = []
        """Of each its code, the side, and the points."""
        self.over = False

    def has_entry_of(self, side: int) -> bool:
        """Say whether a side stands in this column at all; a hand won with 0 points is an entry too."""
        return any(entries[side] is not None for entries in self.entries)

    def sums(self) -> list[int]:
        return [sum(entries[side] or 0 for entries in self.entries) for side in range(len(self.boxes))]

    def totals(self) -> list[int]:
        totals = self.sums()
        for _, side, points in self.lines:
            totals[side] += points
        return totals

    def enders(self) -> list[int]:
        """Name who ended the column: the highest sum, then the higher entry in the hand that ended it."""
        last = {side: self.entries[-1][side] or 0 for side in highest_of(self.sums())}
        return [side for side, entry in last.items() if entry == max(last.values())]

    def ends(self, rules: Rules, target: int) -> bool:
        """Say whether somebody is there; a table may play on while several are level."""
        level = len(highest_of(self.sums())) > 1
        return max(self.sums()) >= target and not (level and rules.get("tie_break") == "play-on")

    def settle(self, rules: Rules) -> None:
        self.over = True
        enders = self.enders()
        first = enders[0]
        shut_out = sum(map(self.has_entry_of, range(len(self.boxes)))) == 1
        shutout = rules.get("shutout") if shut_out else None
        if shutout == "hand-points":
            self._add("shutout", first, self.sums()[first])
        for side in enders:
            self._add("game-bonus", side, rules.get("game_bonus", 0))
        if shut_out:
            self._add("shutout-bonus", first, rules.get("shutout_bonus", 0))
        for code, boxes in (("box-bonus", self.boxes), ("extra-boxes", self.kisses)):
            for side, number in enumerate(boxes):
                self._add(code, side, rules.get("box_bonus", 0) * number)
        if shutout == "difference":
            self._add("shutout", first, self.totals()[first])

    def _add(self, code: str, side: int, points: int) -> None:
        if points:
            self.lines.append((code, side, points))


def kisses_for(how: str, rules: Rules) -> int:
    for_gin: int = rules.get("gin_boxes", 0)
    kisses = {"gin": for_gin, "big-gin": rules.get("big_gin_boxes"), "undercut": rules.get("undercut_boxes", 0)}
    own = kisses.get(how, 0)
    return for_gin if own is None else int(own)


def write_entries(columns: Sequence[PaperColumn], points: Sequence[int], winner: int | None, kisses: int) -> None:
    """Find the places of everybody first, then write."""
    places = [places_for(side, columns) if side == winner or scored else [] for side, scored in enumerate(points)]
    for place, column in enumerate(columns):
        column.entries.append([scored if place in places[side] else None for side, scored in enumerate(points)])
        if winner is not None and place in places[winner]:
            column.boxes[winner] += 1
            column.kisses[winner] += kisses


def places_for(side: int, columns: Sequence[PaperColumn]) -> list[int]:
    """List the columns for a side's next entry: all open ones where it stands, and the first without."""
    still_open = [place for place, column in enumerate(columns) if not column.over]
    there = [place for place in still_open if columns[place].has_entry_of(side)]
    return there + [place for place in still_open if place not in there][:1]


def highest_of(final: Sequence[int] | None) -> list[int]:
    """Name the sides that have the most; none before the end."""
    return [] if final is None else [side for side, total in enumerate(final) if total == max(final)]


def call_of(hand: Document) -> str:
    """Say how a counted hand ended, whatever it says itself of a knock with nothing."""
    (own,) = (player["deadwood_points"] for player in hand["players"] if player["name"] == hand["knocker"])
    return "big-gin" if hand.get("call") == "big-gin" else "knock" if own else "gin"


def points_of(hand: Document, rules: Rules) -> dict[str, int]:
    """Give each player's points for a counted hand, doubled where the upcard says so, whatever the table made of it."""
    deadwood = {player["name"]: player["deadwood_points"] for player in hand["players"]}
    knocker = list(deadwood).index(hand["knocker"])
    points = plain_points("gin-rummy", rules, Counts(knocker, call_of(hand), [*deadwood.values()], [False, False]))
    doubled = bool(rules.get("spades_double")) and hand.get("upcard", "").endswith("S")
    return {name: 2 * scored if doubled else scored for name, scored in zip(deadwood, points, strict=True)}


def filed(hand: Document, rules: Rules) -> tuple[Mapping[str, int], str, str] | None:
    """Give what goes on the sheet: nothing for a drawn hand, the table's own points where it overruled."""
    if hand.get("drawn"):
        return None
    if "overruled" in hand:
        return hand["overruled"]["points"], hand["overruled"]["winner"], ""
    points, call = points_of(hand, rules), call_of(hand)
    winner = max(points, key=lambda name: (points[name], name == hand["knocker"]))
    if winner != hand["knocker"]:
        return points, winner, "undercut"
    return points, winner, "" if call == "knock" else call
