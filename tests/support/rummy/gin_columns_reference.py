"""The score sheet of Gin Rummy as one keeps it on paper: columns, shutouts, bonuses, boxes, who deals, who owes.

Nothing here is shared with the product. A hand is None if it was drawn, else what each player scored, who won it, and
how: "gin", "big-gin", "undercut", or nothing special. Where sides play, a side stands in a column like a player.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Hand = tuple[Mapping[str, int], str, str] | None
Rules = Mapping[str, Any]
Sheet = dict[str, Any]


class PaperColumn:
    """One column of the sheet."""

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
        """Add up a player's entries."""
        return sum(entries[name] or 0 for entries in self.entries)

    def total_of(self, name: str) -> int:
        """Add up a player's entries and lines."""
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
        """Tell the column in plain values."""
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


def paper_sheet(rules: Rules, names: Sequence[str], hands: Sequence[Hand]) -> Sheet:
    """Score a game of two from its first hand; a hand after the end is a ValueError."""
    columns = [PaperColumn(names) for _ in range(rules.get("columns", 1))]
    for number, hand in enumerate(hands, start=1):
        if all(column.over for column in columns):
            raise ValueError(f"Hand {number} comes after the end of the game.")
        if hand is None:
            write_entries(columns, dict.fromkeys(names, 0), None, 0)
        else:
            points, winner, how = hand
            write_entries(columns, points, winner, kisses_for(how, rules))
        for column in columns:
            if not column.over and column.ends(rules, rules.get("target", 100)):
                column.settle(rules)
    over = all(column.over for column in columns)
    final = {name: sum(column.total_of(name) for column in columns) for name in names} if over else None
    return {
        "columns": [column.told() for column in columns],
        "final": final,
        "won_by": won_by(final),
        "winners": highest_of(final),
        "settlement": settlement(rules, columns, final),
        "over": over,
        "used": len(hands),
    }


def settlement(rules: Rules, columns: Sequence[PaperColumn], final: Mapping[str, int] | None) -> dict[str, Any] | None:
    """Say who owes the other how many hundredths; nothing while the game goes on, or if both have the same."""
    if final is None:
        return None
    stake, counts = rules.get("stake_per_point", 0), dict(final)
    if rules.get("stake_per_box", 0) > 0:
        stake = rules["stake_per_box"]
        counts = {name: sum(column.boxes[name] + column.kisses[name] for column in columns) for name in final}
    (one, first), (other, second) = counts.items()
    if stake == 0 or first == second:
        return None
    if first > second:
        return {"from": other, "to": one, "amount": stake * (first - second)}
    return {"from": one, "to": other, "amount": stake * (second - first)}


def kisses_for(how: str, rules: Rules) -> int:
    """Count the boxes that a hand earns besides its own."""
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


def dealers(names: Sequence[str], first_dealer: str, hands: Sequence[Hand], rules: Rules) -> list[str]:
    """Name the dealer of every hand, and last of the next one if the game goes on."""
    seat = names.index(first_dealer)
    found = [names[seat]]
    for hand in hands:
        if hand is not None:
            winner = names.index(hand[1])
            seat = {"winner": winner, "loser": 1 - winner, "next-seat": 1 - seat}[rules.get("next_dealer", "next-seat")]
        found.append(names[seat])
    return found
