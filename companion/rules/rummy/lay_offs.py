"""Lay-offs: what fits where, whose turn it is, the best lay-offs, and checks of those that were played."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.cards import STRIDE, Card, Hand, listing_order
from companion.rules.facts import fact
from companion.rules.gems import Gem, group_of
from companion.rules.rummy.melds import (
    Meld,
    MeldContext,
    MeldKind,
    extended,
    extending,
    extends,
    melds_of,
    might_extend,
)
from companion.rules.rummy.solver import Openings, best_layouts

TAKES_CARDS = frozenset({MeldKind.SET, MeldKind.RUN, MeldKind.STASH})
"""Queen's Diamonds has exactly two cards (R.3)."""


@fact
class OpenMeld:
    owner: int
    place: int
    meld: Meld


Choice = tuple[Card, OpenMeld]


@fact
class LayOff:
    seat: int
    card: Card
    owner: int
    place: int


@fact
class Pass:
    seat: int


@dataclass(slots=True)
class Turns:
    """Whose turn it is to lay off: one card each, clockwise from the Knocker's left (P3.alternating, R.10)."""

    seats: Sequence[int]
    alternating: bool
    """False for two players, of whom only one lays off."""
    due: int = 0
    """The place in `seats` of the player whose turn it is."""
    passed: set[int] = field(default_factory=set)

    def ahead_of(self, seat: int, can_lay_off: Callable[[int], bool]) -> int | None:
        """Return the seat that must lay off before this one; who passed or has nothing to lay off is skipped."""
        due = self.seats[self.due]
        is_free = not self.alternating or seat == due or due in self.passed or not can_lay_off(due)
        return None if is_free else due

    def waiting(self, can_go_on: Callable[[int], bool]) -> tuple[int, ...]:
        order = (*self.seats[self.due :], *self.seats[: self.due])
        return tuple(seat for seat in order if seat not in self.passed and can_go_on(seat))

    def take(self, move: LayOff | Pass) -> None:
        """Move the turn on; a pass is never out of turn."""
        self.due = (self.seats.index(move.seat) + 1) % len(self.seats)
        if isinstance(move, Pass):
            self.passed.add(move.seat)
        else:
            self.passed.discard(move.seat)


@fact
class NoPlace:
    """Why a card fits nowhere: the melds on the table, or what keeps the card off one that would take it."""

    card: Card
    kinds: frozenset[MeldKind]
    closed: OpenMeld | None
    own: OpenMeld | None
    borne: tuple[Gem, Card] | None
    """The gem of a stash, and the card of the same group known to bear it."""


@fact
class Plan:
    melds: tuple[Meld, ...]
    deadwood: Hand
    """Before lay-offs."""
    laid_off: Hand
    points: int


class OpenMelds:
    def __init__(self, melds: Sequence[OpenMeld], deadwood: dict[int, Hand], context: MeldContext) -> None:
        self.context = context
        by_cards = sorted(melds, key=lambda there: [listing_order(card) for card in there.meld.cards])
        self.melds = {(there.owner, there.place): there for there in by_cards}
        self.deadwood = deadwood

    def of_others(self, seat: int) -> list[OpenMeld]:
        return [there for there in self.melds.values() if there.owner != seat]

    def places_for(self, seat: int, card: Card) -> list[OpenMeld]:
        return [there for there in self.of_others(seat) if extends(there.meld, card, self.context)]

    def choices(self, seat: int) -> list[Choice]:
        held = self.deadwood[seat]
        takes = [(there, held & extending(there.meld, self.context)) for there in self.of_others(seat)]
        return [(card, there) for card in held.listed for there, cards in takes if card in cards]

    def possible_places_for(self, seat: int, card: Card) -> list[OpenMeld]:
        return [there for there in self.of_others(seat) if might_extend(there.meld, card, self.context)]

    def can_lay_off(self, seat: int) -> bool:
        return bool(self.choices(seat))

    def might_lay_off(self, seat: int) -> bool:
        return self.can_lay_off(seat) or any(self.possible_places_for(seat, card) for card in self.deadwood[seat])

    def is_open_to(self, seat: int) -> bool:
        return bool(self.deadwood[seat]) and any(there.meld.kind in TAKES_CARDS for there in self.of_others(seat))

    def why_nowhere(self, seat: int, card: Card, closed: Sequence[OpenMeld]) -> NoPlace:
        melds = self.of_others(seat)
        own = [there for there in self.melds.values() if there.owner == seat]
        return NoPlace(
            card,
            kinds=TAKES_CARDS.intersection(there.meld.kind for there in melds),
            closed=next((there for there in closed if extends(there.meld, card, self.context)), None),
            own=next((there for there in own if extends(there.meld, card, self.context)), None),
            borne=next(self._borne_by_others(card, melds), None),
        )

    def _borne_by_others(self, card: Card, melds: Sequence[OpenMeld]) -> Iterator[tuple[Gem, Card]]:
        """Yield each gem that a card of unknown letter would need, and the other card of its group that bears it."""
        gems = self.context.gems
        if gems is None or gems.gems.get(card):
            return
        for gem in (there.meld.gem for there in melds if there.meld.gem is not None):
            bearers = (other for other in group_of(card).cards if other in gems.bearing[gem])
            yield from ((gem, other) for other in bearers)

    def play(self, lay_off: LayOff) -> None:
        place = lay_off.owner, lay_off.place
        self.melds[place] = OpenMeld(*place, extended(self.melds[place].meld, lay_off.card))
        self.deadwood[lay_off.seat] -= Hand.of([lay_off.card])


def play_best(open_table: OpenMelds, seats: Sequence[int], *, in_turns: bool) -> list[LayOff | Pass]:
    """Lay off one card at a time, clockwise from the Knocker's left, until no card fits.

    A lay-off never takes a place from another player, so each player lays off all that fits. The only choice is where:
    runs first, since a longer run may take the next card too. A card that might still fit a run waits as long as
    another player has a card to lay off.
    """
    played: list[LayOff | Pass] = []
    passed: set[int] = set()
    choices = {seat: open_table.choices(seat) for seat in seats}
    turn = 0
    while any(choices.values()):
        seat = seats[turn % len(seats)]
        others_can = any(own for other, own in choices.items() if other != seat and other not in passed)
        move = _best_lay_off(open_table, seat, choices[seat], may_wait=others_can)
        if move is not None:
            open_table.play(move)
            played.append(move)
            passed.discard(seat)
            choices = {seat: open_table.choices(seat) for seat in seats}
        elif in_turns and choices[seat]:
            played.append(Pass(seat))
            passed.add(seat)
        turn += 1
    return played


def _best_lay_off(open_table: OpenMelds, seat: int, choices: Sequence[Choice], *, may_wait: bool) -> LayOff | None:
    onto_runs = [(card, onto) for card, onto in choices if onto.meld.kind == MeldKind.RUN]
    settled = [(card, onto) for card, onto in choices if not _may_join_a_run(open_table, seat, card)]
    for card, onto in onto_runs or settled or ([] if may_wait else choices):
        return LayOff(seat, card, onto.owner, onto.place)
    return None


def _may_join_a_run(open_table: OpenMelds, seat: int, card: Card) -> bool:
    for (owner, _), open_meld in open_table.melds.items():
        low, high = min(open_meld.meld.cards), max(open_meld.meld.cards)
        if owner == seat or open_meld.meld.kind != MeldKind.RUN or card // STRIDE != low // STRIDE:
            continue
        loose = Hand.of(step for other, cards in open_table.deadwood.items() if other != owner for step in cards)
        between = map(Card, range(card + 1, low) if card < low else range(high + 1, card))
        if all(step in loose for step in between):
            return True
    return False


def best_plan(hand: Hand, others: Sequence[OpenMeld], context: MeldContext) -> Plan:
    """Lay no card of one's own melds off, as that would gain nothing."""
    openings = openings_of(hand, others, context)
    layout = best_layouts(hand.bits, context.meld_rules, openings)[0]
    deadwood = layout.deadwood
    return Plan(melds_of(layout), deadwood, deadwood & Hand(openings.taking(layout.left)), layout.points)


def openings_of(hand: Hand, others: Sequence[OpenMeld], context: MeldContext) -> Openings:
    cards = above = below = 0
    for meld in (other.meld for other in others):
        if meld.kind == MeldKind.RUN:
            above |= 1 << max(meld.cards) + 1
            below |= (1 << min(meld.cards)) >> 1
        else:
            cards |= hand.bits & extending(meld, context).bits
    return Openings(cards, above, below)


class LayOffProblem(StrEnum):
    ON_GIN = "lay-off-on-gin"
    BY_KNOCKER = "lay-off-by-knocker"
    ONTO_OWN = "lay-off-onto-own"
    NOT_HELD = "lay-off-not-held"
    DOES_NOT_FIT = "lay-off-does-not-fit"
    GEM_UNKNOWN = "gem-unknown"
    OUT_OF_TURN = "lay-off-out-of-turn"


@fact
class WrongLayOff:
    turn: int
    move: LayOff
    problem: LayOffProblem
    meld: OpenMeld | None = None
    ahead: int | None = None


def check_played(
    open_table: OpenMelds, moves: Sequence[LayOff | Pass], turns: Turns, closed: int | None
) -> Iterator[WrongLayOff]:
    """Yield what was wrong, without playing it; a `closed` Gin hand takes none. A pass is never wrong (R.10)."""
    for turn, move in enumerate(moves):
        if isinstance(move, Pass):
            if move.seat in turns.seats:
                turns.take(move)
            continue
        if move.seat not in turns.seats:
            yield WrongLayOff(turn, move, LayOffProblem.BY_KNOCKER)
            continue
        ahead = turns.ahead_of(move.seat, open_table.can_lay_off)
        if ahead is not None:
            yield WrongLayOff(turn, move, LayOffProblem.OUT_OF_TURN, ahead=ahead)
        turns.take(move)
        problem = _problem(open_table, move, closed)
        if problem is not None:
            meld = open_table.melds.get((move.owner, move.place))
            if problem == LayOffProblem.NOT_HELD:
                meld = next((there for there in open_table.melds.values() if move.card in there.meld.cards), None)
            yield WrongLayOff(turn, move, problem, meld)
        elif (move.owner, move.place) in open_table.melds:
            open_table.play(move)


def _problem(open_table: OpenMelds, move: LayOff, closed: int | None) -> LayOffProblem | None:
    if move.card not in open_table.deadwood[move.seat]:
        return LayOffProblem.NOT_HELD
    if move.owner == move.seat:
        return LayOffProblem.ONTO_OWN
    if move.owner == closed:
        return LayOffProblem.ON_GIN
    onto = open_table.melds.get((move.owner, move.place))
    if onto is None or extends(onto.meld, move.card, open_table.context):
        return None
    unknown = might_extend(onto.meld, move.card, open_table.context)
    return LayOffProblem.GEM_UNKNOWN if unknown else LayOffProblem.DOES_NOT_FIT
