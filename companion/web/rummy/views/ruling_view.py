"""A ruling as it is shown: first the outcome, then each player's steps with the rule of each, then the look back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.documents.answers import judge_document
from companion.register.entries import BOOKS, rules
from companion.rules.rummy.match import by_side
from companion.rules.rummy.verdict import LineCode
from companion.wording.cards import listed_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HOW = {
    LineCode.BIG_GIN_BONUS: "Big Gin",
    LineCode.GIN_BONUS: "Gin",
    LineCode.UNDERCUT_BONUS: "the undercut",
    LineCode.RUM_BONUS: "rum",
    LineCode.MINIMUM_SCORE: "the minimum",
    LineCode.DIFFERENCE: "the difference",
    LineCode.SHARE: "a share",
    LineCode.MISSED_RUM: "a rum that was missed",
    LineCode.GEM_PARTS: "Gem Parts",
}
"""What an outcome is said to come by, in this order."""
_CALLS = {"knock": "knocked", "gin": "called Gin", "big-gin": "called Big Gin", "rum": "had rum"}


@dataclass(frozen=True, slots=True)
class RuleView:
    """The rule that something rests on: its text in our words, and where it stands."""

    id: str
    says: str
    place: str


@dataclass(frozen=True, slots=True)
class LineView:
    """One step of a player's points."""

    text: str
    points: str
    rule: RuleView | None


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld with its cards, and the cards that others laid off onto it."""

    kind: str
    cards: tuple[str, ...]
    added: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BestView:
    """The best that the same cards could have been."""

    points: int
    melds: tuple[tuple[str, ...], ...]
    laid_off: tuple[str, ...]
    deadwood: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player's part of a ruling."""

    name: str
    part: str
    melds: tuple[MeldView, ...]
    laid_off: tuple[str, ...]
    deadwood: tuple[str, ...]
    deadwood_points: int
    counted: bool
    lines: tuple[LineView, ...]
    points: int | None
    best: BestView | None
    best_is_certain: bool
    """No letter that is not known could let it be better."""
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class FaultView:
    """One thing that is wrong, and the seat where it can be mended."""

    message: str
    cards: tuple[str, ...]
    seat: int | None
    rule: RuleView | None


@dataclass(frozen=True, slots=True)
class SideView:
    """What a hand brings to partners."""

    name: str
    points: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class RulingView:
    """A whole ruling."""

    legal: bool
    who: str
    points: str
    how: str
    others: str
    tie: LineView | None
    """Why the Knocker wins a hand in which others have as many points."""
    faults: tuple[FaultView, ...]
    players: tuple[PlayerView, ...]
    sides: tuple[SideView, ...]
    made_up: bool

    @property
    def spoken(self) -> str:
        """Say the outcome in one breath."""
        if not self.legal:
            return f"Not legal. {' '.join(fault.message for fault in self.faults)}"
        outcome = " ".join(part for part in (self.who, self.points, self.how) if part)
        sides = ", ".join(f"{side.name} {side.points}" for side in self.sides)
        more = (self.others, self.tie.text if self.tie else "", f"{sides}." if sides else "")
        return " ".join(part for part in (f"{outcome}.", *more) if part)


def rule_shown(rule_id: str) -> RuleView | None:
    """Find a rule; None for an id that the register does not have."""
    rule = rules().get(rule_id)
    return None if rule is None else RuleView(rule.id, rule.says, f"{BOOKS[rule.book]}: {rule.place}")


def set_aside(hand: Mapping[str, object]) -> str:
    """Say how the table set the ruling on a hand aside; nothing where it did not."""
    match hand.get("overruled"):
        case {"by": by, "reason": reason}:
            return f"The table set this ruling aside. {by}: “{reason}”"
        case _:
            return ""


def ruling_of(
    document: Mapping[str, Any],
    *,
    totals: Mapping[str, int] | None = None,
    sides: Sequence[Sequence[str]] = (),
    made_up: bool = False,
) -> RulingView:
    """Judge a showdown document and show the ruling; with the totals before the hand also those after it."""
    return shown(document, judge_document(document), totals=totals, sides=sides, made_up=made_up)


def shown(
    document: Mapping[str, Any],
    verdict: Mapping[str, Any],
    *,
    totals: Mapping[str, int] | None = None,
    sides: Sequence[Sequence[str]] = (),
    made_up: bool = False,
) -> RulingView:
    """Show a verdict."""
    given = {one["name"]: one for one in document["players"]}
    names = list(given)
    added = _added(verdict)
    players = tuple(_player(one, verdict, given[one["name"]], added, totals) for one in verdict["players"])
    faults = tuple(
        FaultView(
            fault["message"],
            tuple(fault["cards"]),
            names.index(fault["player"]) if fault["player"] in names else None,
            rule_shown(fault["rule"]),
        )
        for fault in verdict["faults"]
    )
    who, points, how, others = _outcome(verdict) if verdict["legal"] else ("Not legal", "", "", "")
    tie = verdict["tie"]
    return RulingView(
        legal=verdict["legal"],
        who=who,
        points=points,
        how=how,
        others=others,
        tie=None if tie is None else LineView(tie["text"], "", rule_shown(tie["rule"])),
        faults=faults,
        players=players,
        sides=_sides(players, sides) if verdict["legal"] else (),
        made_up=made_up,
    )


def _sides(players: Sequence[PlayerView], sides: Sequence[Sequence[str]]) -> tuple[SideView, ...]:
    seats = {player.name: seat for seat, player in enumerate(players)}
    teams = [tuple(seats[name] for name in side) for side in sides]
    points = by_side(teams, [player.points or 0 for player in players])
    before = by_side(teams, [player.before or 0 for player in players])
    with_totals = all(player.before is not None for player in players)
    return tuple(
        SideView(
            listed_words(side),
            gained,
            total if with_totals else None,
            total + gained if with_totals else None,
        )
        for side, gained, total in zip(sides, points, before, strict=True)
    )


def _outcome(verdict: Mapping[str, Any]) -> tuple[str, str, str, str]:
    scored = {one["name"]: one["points"] for one in verdict["players"]}
    winner = verdict["winner"]
    lines = {one["name"]: {line["code"] for line in one["lines"] if line["points"]} for one in verdict["players"]}
    said = [f"{name} scores {points}." for name, points in scored.items() if name != winner and points > 0]
    said += [f"{name} loses {-points}." for name, points in scored.items() if points < 0]
    if not any(scored.values()):
        return "Nobody scores", "", f"{winner} wins the hand" if winner else "", ""
    if not scored[winner]:
        return f"{winner} wins the hand", "", "", " ".join(said)
    left_out = {LineCode.DIFFERENCE} if LineCode.MINIMUM_SCORE in lines[winner] else set()
    codes = [code for code in _HOW if code in lines[winner] - left_out]
    how = f"by {listed_words([_HOW[code] for code in codes])}" if codes else ""
    return f"{winner} wins", str(scored[winner]), how, " ".join(said)


def _added(verdict: Mapping[str, Any]) -> dict[tuple[str, int], list[str]]:
    """Tell which cards were laid off onto which meld."""
    added: dict[tuple[str, int], list[str]] = {}
    for move in verdict["lay_offs"]:
        if "onto" in move:
            added.setdefault((move["onto"]["player"], move["onto"]["meld"]), []).append(move["card"])
    return added


def _player(
    one: Mapping[str, Any],
    verdict: Mapping[str, Any],
    given: Mapping[str, Any],
    added: Mapping[tuple[str, int], Sequence[str]],
    totals: Mapping[str, int] | None,
) -> PlayerView:
    name = one["name"]
    knocked = one["role"] == "knocker"
    before = None if totals is None else totals.get(name, 0)
    points = one["points"]
    return PlayerView(
        name=name,
        part=_CALLS[verdict["call"]] if knocked else "",
        melds=tuple(
            MeldView(_kind(meld), tuple(meld["cards"]), tuple(added.get((name, place), ())))
            for place, meld in enumerate(one["melds"])
        ),
        laid_off=tuple(one["laid_off"]),
        deadwood=tuple(one["deadwood"]),
        deadwood_points=one["deadwood_points"],
        counted="deadwood_points" in given,
        lines=tuple(LineView(line["text"], f"{line['points']:+d}", rule_shown(line["rule"])) for line in one["lines"]),
        points=points,
        best=_best(one),
        best_is_certain=one["best"] is None or one["best"]["certain"],
        before=before,
        after=None if before is None or points is None else before + points,
    )


def _kind(meld: Mapping[str, Any]) -> str:
    match meld["kind"]:
        case None:
            return "no meld"
        case "queens-diamonds":
            return "Queen's Diamonds"
        case kind:
            return str(kind)


def _best(one: Mapping[str, Any]) -> BestView | None:
    """Show the best layout only where it would have been better than what was laid."""
    best = one["best"]
    if best is None or best["deadwood_points"] >= one["deadwood_points"]:
        return None
    return BestView(
        best["deadwood_points"],
        tuple(tuple(meld["cards"]) for meld in best["melds"]),
        tuple(best["laid_off"]),
        tuple(best["deadwood"]),
    )
