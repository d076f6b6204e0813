"""A ruling as a page shows it: the outcome, each player's lines with their rules, and the look back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.documents.showdown import read_showdown
from companion.register.entries import BOOKS, rules
from companion.rules.cards import Card, name_of
from companion.rules.rummy.lay_offs import LayOff
from companion.rules.rummy.match import by_side
from companion.rules.rummy.melds import Meld
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Counted
from companion.rules.rummy.verdict import BestLayout, PlayerVerdict, Role, Verdict
from companion.wording.cards import KIND_WORDS, listed_words
from companion.wording.faults import fault_sentence
from companion.wording.game.outcomes import CALL_PARTS, Outcome, outcome_of, overruled_sentence
from companion.wording.lines import line_sentence, tie_sentence


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule in our words, and where it stands."""

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
    """The best layout of the same cards."""

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
    """Only where it would have been better than what was laid out."""
    best_is_certain: bool
    """No letter that is not known could let it be better."""
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class FaultView:
    """One fault, and the seat where it can be corrected."""

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
    outcome: Outcome
    tie: LineView | None
    """Why the Knocker wins a hand in which others have as many points."""
    faults: tuple[FaultView, ...]
    players: tuple[PlayerView, ...]
    sides: tuple[SideView, ...]
    made_up: bool

    @property
    def spoken(self) -> str:
        """The outcome for a screen reader."""
        if not self.legal:
            return f"{self.outcome.sentence} {' '.join(fault.message for fault in self.faults)}"
        sides = ", ".join(f"{side.name} {side.points}" for side in self.sides)
        tie = self.tie.text if self.tie else ""
        return " ".join(filter(None, (self.outcome.sentence, self.outcome.others, tie, f"{sides}." if sides else "")))


def rule_view(rule_id: str) -> RuleView | None:
    """Return a rule, or None for an id that the register does not have."""
    rule = rules().get(rule_id)
    return None if rule is None else RuleView(rule.id, rule.says, f"{BOOKS[rule.book]}: {rule.place}")


def overruled_words(hand: Mapping[str, object]) -> str:
    """Return how the table overruled the ruling on a hand; empty where it did not."""
    match hand.get("overruled"):
        case {"by": str(by), "reason": str(reason)}:
            return overruled_sentence(by, reason)
        case _:
            return ""


def ruling_of(
    document: Mapping[str, Any],
    *,
    totals: Mapping[str, int] | None = None,
    sides: Sequence[Sequence[str]] = (),
    made_up: bool = False,
) -> RulingView:
    """Judge a showdown document and return the ruling; with the totals before the hand also those after it."""
    showdown = read_showdown(document)
    verdict = judge(showdown)
    names = [player.name for player in verdict.players]
    counted = {seat.name for seat in showdown.seats if isinstance(seat.hand, Counted)}
    players = tuple(
        _player(player, verdict, seat, counted=player.name in counted, totals=totals)
        for seat, player in enumerate(verdict.players)
    )
    return RulingView(
        legal=verdict.legal,
        outcome=outcome_of(verdict),
        tie=LineView(tie_sentence(verdict.tie), "", rule_view(verdict.tie.rule)) if verdict.tie else None,
        faults=tuple(
            FaultView(
                fault_sentence(fault),
                _names(fault.cards),
                names.index(fault.player) if fault.player in names else None,
                rule_view(fault.rule),
            )
            for fault in verdict.faults
        ),
        players=players,
        sides=_sides(players, sides) if verdict.legal else (),
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


def _player(
    player: PlayerVerdict, verdict: Verdict, seat: int, *, counted: bool, totals: Mapping[str, int] | None
) -> PlayerView:
    before = None if totals is None else totals.get(player.name, 0)
    lay_offs = [move for move in verdict.lay_offs if isinstance(move, LayOff) and move.owner == seat]
    return PlayerView(
        name=player.name,
        part=CALL_PARTS[verdict.call] if player.role is Role.KNOCKER else "",
        melds=tuple(
            MeldView(
                KIND_WORDS[group.kind] if isinstance(group, Meld) else "not a meld",
                _names(group.cards),
                _names(move.card for move in lay_offs if move.place == place),
            )
            for place, group in enumerate(player.groups)
        ),
        laid_off=_names(player.laid_off),
        deadwood=_names(player.deadwood),
        deadwood_points=player.deadwood_points,
        counted=counted,
        lines=tuple(
            LineView(line_sentence(line, player), f"{line.points:+d}", rule_view(line.rule)) for line in player.lines
        ),
        points=player.points,
        best=_best(player.best) if player.best and player.best.points < player.deadwood_points else None,
        best_is_certain=player.best is None or player.best.certain,
        before=before,
        after=None if before is None or player.points is None else before + player.points,
    )


def _names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(name_of(card) for card in cards)


def _best(best: BestLayout) -> BestView:
    melds = tuple(_names(meld.cards) for meld in best.melds)
    return BestView(best.points, melds, _names(best.laid_off), _names(best.deadwood))
