"""The score sheet of Gin Rummy as one keeps it on paper: what a hand scores, columns, shutouts, bonuses, boxes.

Nothing here is shared with the product. A hand is None if it was drawn, else what each player scored, who won it, and
how: "gin", "big-gin", "undercut", or nothing special. Where sides play, a side stands in a column like a player.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Hand = tuple[Mapping[str, int], str, str] | None
Document = dict[str, Any]
Rules = Mapping[str, Any]
Sheet = dict[str, Any]


class PaperColumn:
    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.entries: list[dict[str, int | None]] = []
        self.boxes = dict.fromkeys(names, 0)
        self.kisses = dict.fromkeys(names, 0)
        self.lines: list[dict[str, Any]] = []
        self.over = False

    def has_entry_of(self, name: str) -> bool:
        """Say whether a player stands in this column at all; a hand won with 0 points is an entry too."""
        return any(entries[name] is not None for entries in self.entries)

    def sum_of(self, name: str) -> int:
        return sum(entries[name] or 0 for entries in self.entries)

    def total_of(self, name: str) -> int:
        total = self.sum_of(name)
        for line in self.lines:
            if line["player"] == name:
                total += line["points"]
        return total

    def write(self, entries: dict[str, int | None], winner: str | None, kisses: int) -> None:
        """Write down one hand, and its boxes if the winner's points went in here."""
        self.entries.append(entries)
        if winner is not None and entries[winner] is not None:
            self.boxes[winner] += 1
            self.kisses[winner] += kisses

    def enders(self) -> list[str]:
        """Name who ended the column: the highest sum, then the higher entry in the hand that ended it."""
        highest = max(self.sum_of(name) for name in self.names)
        leaders = [name for name in self.names if self.sum_of(name) == highest]
        last = {name: self.entries[-1][name] or 0 for name in leaders}
        return [name for name in leaders if last[name] == max(last.values())]

    def ends(self, rules: Rules, target: int) -> bool:
        """Say whether somebody is there; a table may play on while several are level."""
        sums = [self.sum_of(name) for name in self.names]
        level = sums.count(max(sums)) > 1
        return max(sums) >= target and not (level and rules.get("tie_break") == "play-on")

    def settle(self, rules: Rules) -> None:
        """Write the lines under a column that is over."""
        self.over = True
        enders = self.enders()
        others = [name for name in self.names if name not in enders]
        shut_out = len(enders) == 1 and not any(map(self.has_entry_of, others))
        shutout = rules.get("shutout", "none")
        if shut_out and shutout == "hand-points":
            self._add("shutout", enders[0], self.sum_of(enders[0]))
        if rules.get("game_bonus", 0) != 0:
            for name in enders:
                self._add("game-bonus", name, rules["game_bonus"])
        if shut_out and rules.get("shutout_bonus", 0) != 0:
            self._add("shutout-bonus", enders[0], rules["shutout_bonus"])
        if rules.get("box_bonus", 0) != 0:
            for code, boxes in (("box-bonus", self.boxes), ("extra-boxes", self.kisses)):
                for name in self.names:
                    if boxes[name] > 0:
                        self._add(code, name, rules["box_bonus"] * boxes[name])
        if shut_out and shutout == "difference":
            self._add("shutout", enders[0], self.total_of(enders[0]))

    def _add(self, code: str, name: str, points: int) -> None:
        self.lines.append({"code": code, "player": name, "points": points})

    def told(self) -> Sheet:
        final = {name: self.total_of(name) for name in self.names} if self.over else None
        return {
            "entries": self.entries,
            "totals": {name: self.sum_of(name) for name in self.names},
            "over": self.over,
            "winners": highest_of(final),
            "lines": self.lines,
            "final": final,
            "won_by": won_by(final),
        }


def kisses_for(how: str, rules: Rules) -> int:
    for_gin: int = rules.get("gin_boxes", 0)
    if how == "big-gin":
        own = rules.get("big_gin_boxes")
        return for_gin if own is None else int(own)
    if how == "undercut":
        return int(rules.get("undercut_boxes", 0))
    return for_gin if how == "gin" else 0


def write_entries(columns: Sequence[PaperColumn], points: Mapping[str, int], winner: str | None, kisses: int) -> None:
    """Find the places of everybody first, then write."""
    places: dict[str, list[int]] = {name: [] for name in points}
    for name in points:
        if name == winner or points[name] != 0:
            places[name] = places_for(name, columns)
    for place, column in enumerate(columns):
        entries = {name: points[name] if place in places[name] else None for name in points}
        column.write(entries, winner, kisses)


def places_for(name: str, columns: Sequence[PaperColumn]) -> list[int]:
    """List the columns for a player's next entry: all open ones where the player stands, and the first without."""
    places = []
    started_one = False
    for place, column in enumerate(columns):
        if column.over:
            continue
        if column.has_entry_of(name):
            places.append(place)
        elif not started_one:
            places.append(place)
            started_one = True
    return places


def highest_of(final: Mapping[str, int] | None) -> list[str]:
    """Name whoever has the most; nobody before the end."""
    if final is None:
        return []
    return [name for name in final if final[name] == max(final.values())]


def won_by(final: Mapping[str, int] | None) -> dict[str, Any] | None:
    """Say who is ahead at the end, and by how much."""
    winners = highest_of(final)
    if final is None or len(winners) != 1:
        return None
    return {"player": winners[0], "points": max(final.values()) - sorted(final.values())[-2]}


def priced(points: Mapping[str, int], upcard: str | None, rules: Rules) -> dict[str, int]:
    """Double everything that a hand scored if the upcard is a spade and spades count double."""
    doubled = bool(rules.get("spades_double")) and upcard is not None and upcard.endswith("S")
    return {name: 2 * scored if doubled else scored for name, scored in points.items()}


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
