"""A ruling as a page shows it: the outcome, each player's cards, the rules behind it, and the look back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from companion.documents.game import RecordedHand
from companion.register.entries import rules
from companion.rules.cards import Card, Hand, listing_order
from companion.rules.rummy.calls import knock_limit
from companion.rules.rummy.lay_offs import LayOff
from companion.rules.rummy.match import by_side
from companion.rules.rummy.melds import Meld, MeldKind, NoMeld
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Counted, LaidOut, Seat, Showdown
from companion.rules.rummy.verdict import BestLayout, Call, Fault, HandRole, PlayerVerdict, Verdict
from companion.web.base.player_names import short_names
from companion.web.cards import card_names
from companion.web.kinds.score_table import PartLine
from companion.wording.cards import KIND_WORDS, listed_words
from companion.wording.faults import fault_sentence
from companion.wording.rulings import CALL_PARTS, CALLED, Outcome, outcome_of, overruled_sentence, spoken
from companion.wording.scores import (
    LAID_OFF,
    LEGAL_IF_LAID_OUT,
    NOT_A_MELD,
    PARTNERS_SCORE_SINGLY,
    RUM_NOT_LAID_OUT,
    Note,
    deadwood_label,
    in_seat_order,
    laid_again_sentence,
    laid_off_label,
    left_words,
    line_sentence,
    meld_label,
    notes,
)
from companion.wording.showdown import past_call

_NAME_ROOM = 20
"""Letters of a name in sentences and labels."""


@dataclass(frozen=True, slots=True)
class MeldView:
    """A group of cards with its label, and the cards that others laid off onto it."""

    kind: str
    cards: tuple[str, ...]
    added: tuple[str, ...] = ()
    lies: Literal["meld", "away", "deadwood"] = "meld"
    """With its player, on another player's melds, or as deadwood."""


@dataclass(frozen=True, slots=True)
class SideView:
    """What a hand brings to partners."""

    name: str
    points: int
    before: int | None
    after: int | None


@dataclass(frozen=True)
class RulingView:
    """A showdown and its verdict, as screens show it."""

    showdown: Showdown
    verdict: Verdict
    """With short names: its sentences name several players."""
    totals: Mapping[str, int] | None = None
    """Before the hand."""
    teams: Sequence[Sequence[str]] = ()
    made_up: bool = False
    filed: str = ""
    """In which of the games that are played at once it counts."""

    @property
    def legal(self) -> bool:
        return self.verdict.legal

    @cached_property
    def players(self) -> tuple[RuledPlayer, ...]:
        """In seat order."""
        seats = zip(self.showdown.seats, self.verdict.players, strict=True)
        return tuple(RuledPlayer(self, seat, entered, player) for seat, (entered, player) in enumerate(seats))

    @cached_property
    def outcome(self) -> Outcome:
        outcome = outcome_of(self.verdict)
        return replace(outcome, reasons=(*outcome.reasons, *(note.sentence for note in self._partners)))

    @cached_property
    def _partners(self) -> tuple[Note, ...]:
        """Why partners pay each other too, where one collects from the other."""
        called = {player.name: player.called for player in self.players}
        sides = [{called[name] for name in side} for side in self.teams]
        pairs = [
            (player.called, line.against) for player in self.players for line in player.ruled.lines if line.points > 0
        ]
        if not any(collector in side and payer in side for side in sides for collector, payer in pairs):
            return ()
        return (Note(PARTNERS_SCORE_SINGLY, "K.partnership"),)

    def seat_of(self, fault: Fault) -> int | None:
        """Return where a fault can be corrected; None where it is of no one hand."""
        return next((player.seat for player in self.players if player.called == fault.player), None)

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """Who wins the hand, or shares it."""
        names = {player.called: player.name for player in self.players}
        return tuple(names[winner] for winner in self.verdict.winners)

    @cached_property
    def winner_first(self) -> tuple[RuledPlayer, ...]:
        """The players, who won or shared the hand first, and the others in seat order.

        Of those who share it the one comes first whose line has the sum that the others refer to.
        """
        winners = {name: place for place, name in enumerate(self.winners)}
        return tuple(sorted(self.players, key=lambda player: winners.get(player.name, len(winners))))

    @cached_property
    def sides(self) -> tuple[SideView, ...]:
        """Partners with what they score; empty where everyone plays alone, and for an illegal showdown."""
        if not self.legal:
            return ()
        seats = {player.name: player.seat for player in self.players}
        teams = [tuple(seats[name] for name in side) for side in self.teams]
        points = by_side(teams, [player.points or 0 for player in self.players])
        before = by_side(teams, [player.before or 0 for player in self.players])
        return tuple(
            SideView(
                listed_words(side),
                gained,
                None if self.totals is None else total,
                None if self.totals is None else total + gained,
            )
            for side, gained, total in zip(self.teams, points, before, strict=True)
        )

    @cached_property
    def applied(self) -> tuple[tuple[str, tuple[PartLine, ...]], ...]:
        """The rules that apply: of the notes and by player of each score line, or of each fault."""
        if not self.legal:
            return (("", tuple(_line(fault_sentence(fault), "", fault.rule) for fault in self.verdict.faults)),)
        said = tuple(_line(note.sentence, "", note.rule) for note in (*notes(self.verdict), *self._partners))
        scored = tuple((player.called, player.lines) for player in self.winner_first if player.ruled.lines)
        return (("", said), *scored) if said else scored

    @property
    def better_layouts(self) -> tuple[RuledPlayer, ...]:
        """Whose cards could have left less; of an illegal showdown only what would have made the knock legal (R.4)."""
        return tuple(player for player in self.players if player.best and (self.legal or player.best_note))

    @property
    def has_cards(self) -> bool:
        """Whether cards were entered, not only numbers."""
        return any(player.groups or player.deadwood for player in self.verdict.players)

    @property
    def scores_best_layout(self) -> bool:
        """Whether a house rule lays each hand out at its best."""
        return self.showdown.rules.layout == LayoutRule.BEST

    @property
    def points(self) -> dict[str, int]:
        """What each player scores, by short names."""
        return {player.called: player.points or 0 for player in self.players}

    @property
    def spoken(self) -> str:
        """The outcome for a screen reader."""
        if not self.legal:
            return spoken(f"{self.outcome.sentence} {' '.join(map(fault_sentence, self.verdict.faults))}")
        sides = ", ".join(f"{side.name} {side.points}" for side in self.sides)
        parts = (
            self.outcome.sentence,
            self.outcome.others,
            *self.outcome.reasons,
            f"{sides}." if sides else "",
            self.filed,
        )
        return spoken(" ".join(filter(None, parts)))


@dataclass(frozen=True)
class RuledPlayer:
    """One player's part of a ruling."""

    ruling: RulingView
    seat: int
    entered: Seat
    ruled: PlayerVerdict

    @property
    def name(self) -> str:
        return self.entered.name

    @property
    def called(self) -> str:
        """The name, shortened where it is long."""
        return self.ruled.name

    @property
    def points(self) -> int | None:
        return self.ruled.points

    @property
    def before(self) -> int | None:
        """The total before the hand."""
        return None if self.ruling.totals is None else self.ruling.totals.get(self.name, 0)

    @property
    def after(self) -> int | None:
        return None if self.before is None or self.points is None else self.before + self.points

    @property
    def part(self) -> str:
        """What the Knocker did; who called Rum with deadwood didn't have it."""
        if self.ruled.role != HandRole.KNOCKER:
            return ""
        call = self.ruling.verdict.call
        return CALL_PARTS[call] if self.ruling.legal else past_call(call)

    @property
    def besides_groups(self) -> bool:
        """Whether some groups aren't melds: their cards are deadwood too."""
        return any(isinstance(group, NoMeld) and not group.gem_unknown for group in self.ruled.groups)

    @property
    def left(self) -> str:
        """The deadwood in words, beside the limit for who knocked."""
        showdown = self.ruling.showdown
        is_knock = self.ruled.role == HandRole.KNOCKER and self.ruling.verdict.call == Call.KNOCK
        limit = knock_limit(showdown.rules, showdown.dice, showdown.upcard) if is_knock else None
        counted = isinstance(self.entered.hand, Counted)
        return left_words(self.ruled.deadwood_points, limit, counted=counted, besides_groups=self.besides_groups)

    @property
    def laid(self) -> str:
        """How the hand lay before the table's house rule laid it out again; empty where it scores as laid out."""
        hand = self.entered.hand
        if not self.ruling.scores_best_layout or not isinstance(hand, LaidOut):
            return ""
        laid = Hand.of(hand.deadwood).points
        scored = self.ruled.deadwood_points + Hand.of(self.ruled.laid_off).points
        return "" if laid == scored else laid_again_sentence(laid)

    @cached_property
    def groups(self) -> tuple[MeldView, ...]:
        """Where the player's cards lie now."""
        deadwood = card_names(self.ruled.deadwood)
        left = (MeldView(deadwood_label(self.ruled.deadwood_points), deadwood, lies="deadwood"),) if deadwood else ()
        return (*_melds(self.ruling.verdict, self.seat), *_laid_off(self.ruling.verdict, self.seat), *left)

    @property
    def lines(self) -> tuple[PartLine, ...]:
        return tuple(
            _line(line_sentence(line, self.ruled), f"{line.points:+d}", line.rule)
            for line in in_seat_order(self.ruled.lines, self.ruling.verdict)
        )

    @property
    def best(self) -> BestLayout | None:
        """The best layout of the same cards, only where it would have been better than what was laid out."""
        best = self.ruled.best
        return best if best and (self.besides_groups or best.points < self.ruled.deadwood_points) else None

    @property
    def best_is_certain(self) -> bool:
        """Whether no letter that is not known could let it be better."""
        return self.ruled.best is None or self.ruled.best.certain

    @property
    def best_note(self) -> str:
        """What a loser would ask of that layout: whether it saves an illegal knock, or is a rum to be paid for."""
        showdown, verdict = self.ruling.showdown, self.ruling.verdict
        knocks = self.seat == showdown.knocker
        best = next((fault.best for fault in verdict.faults if fault.best), None)
        if knocks and best is not None and (best.is_legal or best.may_be_a_knock):
            return LEGAL_IF_LAID_OUT.format(call=CALLED[verdict.call if best.is_legal else Call.KNOCK])
        could_be_rum = self.ruled.best is not None and not self.ruled.best.points and self.ruled.deadwood_points > 0
        if verdict.legal and could_be_rum and showdown.rules.missed_rum and not knocks:
            return RUM_NOT_LAID_OUT.format(name=self.called)
        return ""


def _line(text: str, points: str, rule_id: str) -> PartLine:
    return PartLine(text, points, rules().get(rule_id))


def overruled_words(recorded: RecordedHand, players: Sequence[str]) -> str:
    """Return how the table overruled the ruling on a hand; empty where it did not."""
    overruled = recorded.overruled
    return "" if overruled is None else overruled_sentence(players[overruled.by], overruled.reason)


def ruling_of(
    showdown: Showdown,
    *,
    totals: Mapping[str, int] | None = None,
    sides: Sequence[Sequence[str]] = (),
    made_up: bool = False,
) -> RulingView:
    """Judge a showdown and return the ruling; with the totals before the hand also those after it."""
    called = short_names([seat.name for seat in showdown.seats], _NAME_ROOM)
    seats = tuple(replace(seat, name=name) for seat, name in zip(showdown.seats, called, strict=True))
    return RulingView(showdown, judge(replace(showdown, seats=seats)), totals, sides, made_up)


def _lay_offs(verdict: Verdict) -> list[LayOff]:
    return [move for move in verdict.lay_offs if isinstance(move, LayOff)]


def _melds(verdict: Verdict, seat: int) -> Iterator[MeldView]:
    """Yield a player's melds, each labeled with its kind and what others laid off onto it."""
    for place, group in enumerate(verdict.players[seat].groups):
        added = [move for move in _lay_offs(verdict) if (move.owner, move.place) == (seat, place)]
        kind = KIND_WORDS[group.kind] if isinstance(group, Meld) else NOT_A_MELD
        by: dict[str, list[Card]] = {}
        for move in added:
            by.setdefault(verdict.players[move.seat].name, []).append(move.card)
        cards = [*group.cards, *(move.card for move in added)]
        if isinstance(group, Meld) and group.kind is MeldKind.RUN:
            cards.sort(key=listing_order)
        yield MeldView(meld_label(kind, by), card_names(cards), card_names(move.card for move in added))


def _laid_off(verdict: Verdict, seat: int) -> tuple[MeldView, ...]:
    """Return the cards that a player laid off, by the player on whose melds they lie."""
    cards = verdict.players[seat].laid_off
    moves = [move for move in _lay_offs(verdict) if move.seat == seat and move.card in cards]
    groups = [
        MeldView(
            laid_off_label(verdict.players[owner].name),
            card_names(move.card for move in moves if move.owner == owner),
            lies="away",
        )
        for owner in dict.fromkeys(move.owner for move in moves)
    ]
    others = [card for card in cards if card not in {move.card for move in moves}]
    return (*groups, *([MeldView(LAID_OFF, card_names(others), lies="away")] if others else []))
