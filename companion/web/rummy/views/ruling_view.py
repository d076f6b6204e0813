"""A ruling as a page shows it: the outcome, each player's cards, the rules behind it, and the look back."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.documents.game import RecordedHand
from companion.register.entries import rules
from companion.rules.cards import Card, Hand, listing_order, name_of
from companion.rules.rummy.calls import knock_limit
from companion.rules.rummy.lay_offs import LayOff
from companion.rules.rummy.match import by_side
from companion.rules.rummy.melds import Meld, MeldKind, NoMeld
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Counted, LaidOut, Seat, Showdown
from companion.rules.rummy.verdict import BestLayout, Call, HandRole, PlayerVerdict, Verdict
from companion.web.base.player_names import short_names
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
class RuleView:
    """A rule in our words, and what it is from."""

    id: str
    title: str
    says: str
    source: str


@dataclass(frozen=True, slots=True)
class LineView:
    """One step of a player's points."""

    text: str
    points: str
    rule: RuleView | None


@dataclass(frozen=True, slots=True)
class MeldView:
    """A group of cards with its label, and the cards that others laid off onto it."""

    kind: str
    cards: tuple[str, ...]
    added: tuple[str, ...] = ()


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
    called: str
    """The name, shortened where it is long."""
    part: str
    left: str
    """The deadwood in words, beside the limit for who knocked."""
    laid: str
    """How the hand lay before the table's rule laid it out again; empty where it scores as laid out."""
    melds: tuple[MeldView, ...]
    laid_off: tuple[MeldView, ...]
    """The cards that now lie on other players' melds."""
    deadwood: MeldView | None
    deadwood_points: int
    besides_groups: bool
    """Some groups aren't melds: their cards are deadwood too."""
    lines: tuple[LineView, ...]
    points: int | None
    best: BestView | None
    """Only where it would have been better than what was laid out."""
    best_note: str
    """What a loser would ask of that layout: whether it saves an illegal knock, or is a rum to be paid for."""
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
    notes: tuple[LineView, ...]
    """What belongs to no score line: who wins a tie, or why partners pay each other too."""
    faults: tuple[FaultView, ...]
    players: tuple[PlayerView, ...]
    """In seat order."""
    winners: tuple[str, ...]
    """Who wins the hand, or shares it."""
    sides: tuple[SideView, ...]
    made_up: bool
    scores_best_layout: bool = False
    """A house rule lays each hand out at its best."""
    filed: str = ""
    """In which of the games that are played at once it counts."""

    @property
    def winner_first(self) -> tuple[PlayerView, ...]:
        """The players, who won or shared the hand first, and the others in seat order.

        Of those who share it the one comes first whose line has the sum that the others refer to.
        """
        winners = {name: place for place, name in enumerate(self.winners)}
        return tuple(sorted(self.players, key=lambda player: winners.get(player.name, len(winners))))

    @property
    def applied(self) -> tuple[tuple[str, tuple[LineView, ...]], ...]:
        """The rules that apply: of the notes and by player of each score line, or of each fault."""
        scored = [(player.called, player.lines) for player in self.winner_first if player.lines]
        noted = [("", self.notes)] if self.notes else []
        faulty = [("", tuple(LineView(fault.message, "", fault.rule) for fault in self.faults))] if self.faults else []
        return (*noted, *scored) if self.legal else tuple(faulty)

    @property
    def better_layouts(self) -> tuple[PlayerView, ...]:
        """Whose cards could have left less; of an illegal showdown only what would have made the knock legal (R.4)."""
        return tuple(player for player in self.players if player.best and (self.legal or player.best_note))

    @property
    def has_cards(self) -> bool:
        """Whether cards were entered, not only numbers."""
        return any(player.melds or (player.deadwood and player.deadwood.cards) for player in self.players)

    @property
    def points(self) -> dict[str, int]:
        """What each player scores, by short names."""
        return {player.called: player.points or 0 for player in self.players}

    @property
    def spoken(self) -> str:
        """The outcome for a screen reader."""
        if not self.legal:
            return spoken(f"{self.outcome.sentence} {' '.join(fault.message for fault in self.faults)}")
        sides = ", ".join(f"{side.name} {side.points}" for side in self.sides)
        parts = (
            self.outcome.sentence,
            self.outcome.others,
            *self.outcome.reasons,
            f"{sides}." if sides else "",
            self.filed,
        )
        return spoken(" ".join(filter(None, parts)))


def rule_view(rule_id: str) -> RuleView | None:
    """Return a rule, or None for an id that the register does not have."""
    rule = rules().get(rule_id)
    if rule is None:
        return None
    return RuleView(rule.id, rule.title, rule.says, rule.source)


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
    names = [seat.name for seat in showdown.seats]
    called = short_names(names, _NAME_ROOM)
    verdict = judge(replace(showdown, seats=_called(showdown, called)))
    players = tuple(_player(showdown, verdict, seat, totals) for seat in range(len(names)))
    partners = _partners(verdict, [{called[names.index(name)] for name in side} for side in sides])
    outcome = outcome_of(verdict)
    return RulingView(
        legal=verdict.legal,
        outcome=replace(outcome, reasons=(*outcome.reasons, *(note.sentence for note in partners))),
        notes=tuple(LineView(note.sentence, "", rule_view(note.rule)) for note in (*notes(verdict), *partners)),
        faults=tuple(
            FaultView(
                fault_sentence(fault),
                _names(fault.cards),
                called.index(fault.player) if fault.player in called else None,
                rule_view(fault.rule),
            )
            for fault in verdict.faults
        ),
        players=players,
        winners=tuple(names[called.index(name)] for name in verdict.winners),
        sides=_sides(players, sides) if verdict.legal else (),
        made_up=made_up,
        scores_best_layout=showdown.rules.layout == LayoutRule.BEST,
    )


def _called(showdown: Showdown, names: Sequence[str]) -> tuple[Seat, ...]:
    """Return the seats with short names: sentences name several players."""
    return tuple(replace(seat, name=name) for seat, name in zip(showdown.seats, names, strict=True))


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


def _partners(verdict: Verdict, sides: Sequence[Collection[str]]) -> tuple[Note, ...]:
    """Return why partners pay each other too, where one collects from the other."""
    pairs = [(player.name, line.against) for player in verdict.players for line in player.lines if line.points > 0]
    if not any(collector in side and payer in side for side in sides for collector, payer in pairs):
        return ()
    return (Note(PARTNERS_SCORE_SINGLY, "K.partnership"),)


def _part(verdict: Verdict) -> str:
    """Return what the Knocker did; who called Rum with deadwood didn't have it."""
    return CALL_PARTS[verdict.call] if verdict.legal else past_call(verdict.call)


def _player(showdown: Showdown, verdict: Verdict, seat: int, totals: Mapping[str, int] | None) -> PlayerView:
    player, name = verdict.players[seat], showdown.seats[seat].name
    before = None if totals is None else totals.get(name, 0)
    knocked = player.role == HandRole.KNOCKER
    counted = isinstance(showdown.seats[seat].hand, Counted)
    is_knock = knocked and verdict.call == Call.KNOCK
    limit = knock_limit(showdown.rules, showdown.dice, showdown.upcard) if is_knock else None
    besides_groups = any(isinstance(group, NoMeld) and not group.gem_unknown for group in player.groups)
    deadwood = MeldView(deadwood_label(player.deadwood_points), _names(player.deadwood))
    return PlayerView(
        name=name,
        called=player.name,
        part=_part(verdict) if knocked else "",
        left=left_words(player.deadwood_points, limit, counted=counted, besides_groups=besides_groups),
        laid=_laid_words(showdown, player, seat),
        melds=tuple(_melds(verdict, seat)),
        laid_off=_laid_off(verdict, seat),
        deadwood=deadwood if player.deadwood else None,
        deadwood_points=player.deadwood_points,
        besides_groups=besides_groups,
        lines=tuple(
            LineView(line_sentence(line, player), f"{line.points:+d}", rule_view(line.rule))
            for line in in_seat_order(player.lines, verdict)
        ),
        points=player.points,
        best=_best(player.best)
        if player.best and (besides_groups or player.best.points < player.deadwood_points)
        else None,
        best_note=_best_note(showdown, verdict, seat),
        best_is_certain=player.best is None or player.best.certain,
        before=before,
        after=None if before is None or player.points is None else before + player.points,
    )


def _best_note(showdown: Showdown, verdict: Verdict, seat: int) -> str:
    player = verdict.players[seat]
    best = next((fault.best for fault in verdict.faults if fault.best), None)
    if seat == showdown.knocker and best is not None and (best.is_legal or best.may_be_a_knock):
        call = verdict.call if best.is_legal else Call.KNOCK
        return LEGAL_IF_LAID_OUT.format(call=CALLED[call])
    could_be_rum = player.best is not None and not player.best.points and player.deadwood_points > 0
    if verdict.legal and could_be_rum and showdown.rules.missed_rum and seat != showdown.knocker:
        return RUM_NOT_LAID_OUT.format(name=player.name)
    return ""


def _laid_words(showdown: Showdown, player: PlayerVerdict, seat: int) -> str:
    """Return with how much deadwood a hand lay that the table's house rule laid out again."""
    hand = showdown.seats[seat].hand
    if showdown.rules.layout != LayoutRule.BEST or not isinstance(hand, LaidOut):
        return ""
    laid = Hand.of(hand.deadwood).points
    scored = player.deadwood_points + Hand.of(player.laid_off).points
    return "" if laid == scored else laid_again_sentence(laid)


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
        yield MeldView(meld_label(kind, by), _names(cards), _names(move.card for move in added))


def _laid_off(verdict: Verdict, seat: int) -> tuple[MeldView, ...]:
    """Return the cards that a player laid off, by the player on whose melds they lie."""
    cards = verdict.players[seat].laid_off
    moves = [move for move in _lay_offs(verdict) if move.seat == seat and move.card in cards]
    groups = [
        MeldView(
            laid_off_label(verdict.players[owner].name), _names(move.card for move in moves if move.owner == owner)
        )
        for owner in dict.fromkeys(move.owner for move in moves)
    ]
    others = [card for card in cards if card not in {move.card for move in moves}]
    return (*groups, *([MeldView(LAID_OFF, _names(others))] if others else []))


def _names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(name_of(card) for card in cards)


def _best(best: BestLayout) -> BestView:
    melds = tuple(_names(meld.cards) for meld in best.melds)
    return BestView(best.points, melds, _names(best.laid_off), _names(best.deadwood))
