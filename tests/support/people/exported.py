"""A game as it left the app, and what each of its hands is for a player: nothing that the app keeps.

A game is its document and that of its journal; `companion score` and `companion judge` are asked for the rest. Its
maker wrote the number of each hand into the hand's note (`#7`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
from tests.support.rummy.reference_pricing import OF_A_GAME, Counts, plain_points

Document = dict[str, Any]

SOLO = "gem-ii-solo"
REMARKS = ("at", "note", "place", "dealer")
"""What says nothing of what was played, so that copies of a game may differ in it."""
SETTING = ("house_rules", "print", "gems", "not_gems")
PARTS_OF_A_GAME = 840


def hands_key(game: str) -> str:
    return "rounds" if game.startswith("gem-ii") else "hands"


def day_of(written: str) -> str:
    """Return the day of a date, with or without a time, in whatever way it is written."""
    return datetime.fromisoformat(written).date().isoformat()


@dataclass(frozen=True)
class Hand:
    number: int
    on: str
    points: Mapping[str, int]
    """Of those who played it."""
    winners: Sequence[str]
    knocker: str | None
    won_by: str | None
    """Who alone won it."""
    verdict: Document | None
    """What the rules say; nothing where the hand was drawn, or the table set its own points."""
    shown: Document | None
    """The showdown that was judged."""


@dataclass(frozen=True)
class Seat:
    """Who plays under a name of the sheet, and on which side."""

    name: str
    people: Sequence[str]
    side: int


@dataclass(frozen=True)
class Exported:
    id: str
    document: Document
    journal: Document
    made_at: str
    """When it came into the app, which orders copies of one day."""

    @property
    def kind(self) -> str:
        return str(self.document["game"])

    @property
    def played_at(self) -> str:
        return str(self.document.get("at") or self.journal["records"][0]["at"])

    @property
    def day(self) -> str:
        return day_of(self.played_at)

    @property
    def place(self) -> str:
        return str(self.document.get("place", ""))

    @property
    def order(self) -> tuple[datetime, str, str]:
        return datetime.fromisoformat(self.played_at).replace(tzinfo=None), self.made_at, self.id

    @cached_property
    def sheet(self) -> Document:
        answer: Document = score_document(self.document)
        return answer

    @property
    def over(self) -> bool:
        return bool(self.sheet["over"])

    @cached_property
    def sides(self) -> list[list[str]]:
        """List the sides, each the names of the sheet that share a total."""
        return self.document.get("sides") or [[name] for name in self.document["players"]]

    @cached_property
    def seats(self) -> list[Seat]:
        teams = self.document.get("teams") or [[name] for name in self.document["players"]]
        return [
            Seat(name, team, next(number for number, side in enumerate(self.sides) if name in side))
            for name, team in zip(self.document["players"], teams, strict=True)
        ]

    @cached_property
    def totals(self) -> list[int]:
        if self.kind == SOLO:
            return [self.sheet["grand_total"]]
        in_the_end = self.sheet.get("final") or self.sheet.get("side_totals") or self.sheet["totals"]
        return list(in_the_end) if isinstance(in_the_end, list) else [in_the_end[side[0]] for side in self.sides]

    @cached_property
    def winners(self) -> list[str]:
        return list(self.sheet.get("winners", ())) if self.over else []

    @cached_property
    def played(self) -> str:
        """Return what was played as text: the same for copies. Of a game that goes on there are none."""
        kept = {key: value for key, value in self.document.items() if key not in (*REMARKS, hands_key(self.kind))}
        hands = [{key: hand[key] for key in hand if key not in REMARKS} for hand in self.document[hands_key(self.kind)]]
        return str(sorted({**kept, "all": hands}.items())) if self.over else self.id

    @cached_property
    def hands(self) -> list[Hand]:
        return [*self._hands()]

    def _hands(self) -> Iterator[Hand]:
        recorded = [record["at"] for record in self.journal["records"] if record["kind"] == "hand-recorded"]
        in_rounds = len(self.sides[0]) > 1 and "form" in self.document
        for told, scored in zip(*(one[hands_key(self.kind)] for one in (self.document, self.sheet)), strict=True):
            if in_rounds and "note" not in told:
                continue  # it was struck out, and only keeps a place in its round
            number = int(told["note"].removeprefix("#"))
            on = told.get("at") or self.document.get("at") or recorded[number - 1]
            shown = verdict = None
            if "knocker" in told and "overruled" not in told:
                shown = self._showdown(told)
                verdict = judge_document(shown)
            winner = scored.get("winner")
            winners = [winner] if winner else scored.get("shared_by", [])
            yield Hand(number, day_of(on), scored["points"], winners, told.get("knocker"), winner, verdict, shown)

    def _showdown(self, told: Document) -> Document:
        setting = {key: self.document[key] for key in SETTING if key in self.document} | {
            key: value for key, value in told.items() if key not in REMARKS
        }
        rules = {key: value for key, value in setting.pop("house_rules", {}).items() if key not in OF_A_GAME}
        return {"game": self.kind, **setting, "house_rules": rules}


def figures_of(game: Exported, hand: Hand, seat: Seat) -> Counter[str]:
    name = seat.name
    if name not in hand.points:
        return Counter()
    against = sum(hand.points.get(other.name, 0) for other in game.seats if other.side != seat.side)
    counted = Counter(hands=1, hands_won=int(name in hand.winners), points=hand.points[name], against=against)
    if hand.knocker == name:
        counted.update(knocks=1, knocks_won=int(hand.won_by == name))
    if hand.verdict is None or hand.shown is None:
        return counted
    players = {player["name"]: player for player in hand.verdict["players"]}
    call, deadwood = hand.verdict["call"], {other: player["deadwood_points"] for other, player in players.items()}
    counted.update(deadwood=deadwood[name], deadwood_hands=1, gem_parts=int(players[name]["gem_parts"]))
    who_undercut = undercutters(game.kind, hand, deadwood) if call == "knock" else []
    counted["undercuts"] = int(name in who_undercut)
    if hand.knocker == name:
        counted["undercut_hands"] = int(bool(who_undercut))
        match call:
            case "knock":
                counted.update(knock_deadwood=deadwood[name], knock_hands=1)
            case _:
                counted[{"gin": "gins", "big-gin": "big_gins", "rum": "rums"}[call]] = 1
    if players[name]["best"] is not None:
        counted.update(given_away=given_away(game.kind, hand, name), given_away_hands=1)
    return counted


def undercutters(kind: str, hand: Hand, deadwood: Mapping[str, int]) -> list[str]:
    """Name who counted less than the Knocker: as much will do by most rules; in Knock Rummy only the lowest."""
    knocked_with = deadwood[str(hand.knocker)]
    rules = hand.shown["house_rules"] if hand.shown else {}
    others = [name for name in deadwood if name != hand.knocker]
    if kind == "knock-rummy":
        lowest = min(deadwood.values())
        return [name for name in others if deadwood[name] == lowest < knocked_with]
    on_tie = rules.get("undercut_on_tie", True)
    return [name for name in others if deadwood[name] < knocked_with or (on_tie and deadwood[name] == knocked_with)]


def given_away(kind: str, hand: Hand, name: str) -> int:
    """Count what the best layout of the same cards would have brought more, own points less those of the others."""
    shown: Document = hand.shown or {}
    verdict: Document = hand.verdict or {}
    players: list[Document] = verdict["players"]
    names = [player["name"] for player in players]
    own = players[names.index(name)]
    if own["best"]["deadwood_points"] >= own["deadwood_points"]:
        return 0
    if name == hand.knocker:
        best: Document = {
            "melds": [meld["cards"] for meld in own["best"]["melds"]],
            "deadwood": own["best"]["deadwood"],
        }
        told = [
            {key: value for key, value in player.items() if key != "cards"} | best if player["name"] == name else player
            for player in shown["players"]
        ]
        freely = {key: value for key, value in shown.items() if key != "lay_offs"}
        again: Document = judge_document({**freely, "players": told})
        better = [player["points"] or 0 for player in again["players"]]
    else:
        deadwood = [player["deadwood_points"] for player in players]
        deadwood[names.index(name)] = own["best"]["deadwood_points"]
        counts = Counts(
            names.index(hand.knocker), verdict["call"], deadwood, [player["gem_parts"] for player in players]
        )
        rules = shown["house_rules"]
        doubled = rules.get("spades_double") and shown.get("upcard", "").upper().endswith("S")
        better = [points * (2 if doubled else 1) for points in plain_points(kind, rules, counts)]
    place = names.index(name)
    played = [int(player["points"]) for player in players]
    return max(0, 2 * better[place] - sum(better) - (2 * played[place] - sum(played)))
