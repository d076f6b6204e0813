"""Read cards in the order in which they were tapped: which consecutive cards are melds.

The order is what a player says about a layout. Of all ways to cut it into melds and deadwood, the one with the least
deadwood is taken. Between equals what was shown before stays, so that the screen doesn't jump; then fewer melds win,
and then melds that come early, since deadwood is tapped last.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from companion.rules.cards import FULL_DECK, NO_CARDS, Card, Hand, points_of
from companion.rules.rummy.melds import Meld, MeldContext, as_meld, classify, extending, may_share_a_meld

Group = tuple[Card, ...]


READINGS_COMPARED = 32


@dataclass(frozen=True, slots=True)
class Stretch:
    """Cards tapped one after the other, with nothing done by hand between them."""

    cards: Group = ()
    together: int = 0
    """How many of the first cards the player laid as one group."""

    def without(self, cards: Collection[Card]) -> "Stretch":
        """Return the stretch as if some of its cards had never been tapped."""
        left = tuple(card for card in self.cards if card not in cards)
        together = sum(card not in cards for card in self.cards[: self.together])
        return Stretch(left, together if together > 1 else 0)


@dataclass(frozen=True, slots=True)
class Reading:
    melds: tuple[Group, ...] = ()
    deadwood: Group = ()


class _Cost(NamedTuple):
    points: int = 0
    not_kept: int = 0
    melds: int = 0

    def plus(self, more: "_Cost") -> "_Cost":
        return _Cost(self.points + more.points, self.not_kept + more.not_kept, self.melds + more.melds)


def read_in_order(stretch: Stretch, context: MeldContext, shown: Collection[Group] = ()) -> Reading:
    """Return the melds of a stretch that leave the least deadwood; `shown` are the melds on the screen before.

    >>> from companion.rules.cards import name_of, parse_card
    >>> from companion.rules.rummy.melds import PLAIN
    >>> taps = Stretch(tuple(map(parse_card, "7C 7D 7H 7S 8S 9S".split())))
    >>> [[name_of(card) for card in meld] for meld in read_in_order(taps, PLAIN).melds]
    [['7C', '7D', '7H'], ['7S', '8S', '9S']]
    """
    kept = [frozenset(group) for group in shown]
    best: dict[int, tuple[_Cost, tuple[int, ...]]] = {0: (_Cost(), (0,))}
    for end, starts in enumerate(_starts(stretch, context), 1):
        ways = []
        for start in starts:
            cost, cuts = best[start]
            group = stretch.cards[start:end]
            if len(group) == 1:
                more = _Cost(points=points_of(group[0]))
            else:
                more = _Cost(not_kept=-sum(meld.issubset(group) for meld in kept), melds=1)
            ways.append((cost.plus(more), (*cuts, end)))
        if ways:
            best[end] = min(ways, key=lambda way: way[0])
    return _reading(stretch, best[len(stretch.cards)][1])


def _starts(stretch: Stretch, context: MeldContext) -> Iterator[tuple[int, ...]]:
    for end in range(1, len(stretch.cards) + 1):
        yield _starts_of_last(stretch.cards[:end], stretch.together, context)


@lru_cache(maxsize=512)
def _starts_of_last(cards: Group, together: int, context: MeldContext) -> tuple[int, ...]:
    """Return where a group that ends with the last card may begin: alone first, then ever longer melds."""
    end = len(cards)
    if end <= together:
        return (0,) if end == together else ()
    starts = [end - 1]
    for start in range(end - 2, -1, -1):
        group = cards[start:]
        if not may_share_a_meld(group, context):
            break
        if not 0 < start < together and as_meld(group, context) is not None:
            starts.append(start)
    return tuple(starts)


def _reading(stretch: Stretch, cuts: tuple[int, ...]) -> Reading:
    groups = [stretch.cards[start:end] for start, end in pairwise(cuts)]
    return Reading(
        tuple(group for group in groups if len(group) > 1),
        tuple(card for group in groups if len(group) == 1 for card in group),
    )


def equal_readings(
    stretch: Stretch, shown: Reading, context: MeldContext, *, takes_lay_offs: bool, lays_off: bool
) -> tuple[Reading, ...]:
    """Return the ways to cut a stretch that leave equally little deadwood but not the same lay-offs, as shown first.

    What can be laid off depends on the melds of a hand that `takes_lay_offs`, and on the deadwood of one that
    `lays_off`. Two melds that could be one count as one, as that changes neither.
    """
    readings = list(islice(_Cuts(stretch, context).readings(), READINGS_COMPARED))
    if shown not in readings:
        return ()
    distinct: dict[object, Reading] = {}
    for reading in dict.fromkeys((shown, *readings)):
        taken = _taken_by(reading, context) if takes_lay_offs else None
        distinct.setdefault((taken, frozenset(reading.deadwood) if lays_off else None), reading)
    return tuple(distinct.values())


class _Cuts:
    """The ways to cut a stretch that leave the least deadwood. A group is named by where it begins and ends."""

    def __init__(self, stretch: Stretch, context: MeldContext) -> None:
        self.stretch = stretch
        self.starts = ((), *_starts(stretch, context))
        least = {0: 0}
        for end in range(1, len(self.starts)):
            ways = [least[start] + _points(stretch, start, end) for start in self.starts[end]]
            if ways:
                least[end] = min(ways)
        self.best_starts = [
            [start for start in self.starts[end] if least[start] + _points(stretch, start, end) == least[end]]
            for end in range(len(self.starts))
        ]
        self.known: dict[tuple[int, int], list[int]] = {}

    def readings(self) -> Iterator[Reading]:
        last = len(self.stretch.cards)
        for start in self.best_starts[last]:
            for way in self._cuts(start, last):
                yield _reading(self.stretch, way)

    def _cuts(self, start: int, end: int) -> Iterator[tuple[int, ...]]:
        if start == 0:
            yield (0, end)
        for before in self._groups_before(start, end):
            for earlier in self._cuts(before, start):
                yield (*earlier, end)

    def _groups_before(self, start: int, end: int) -> list[int]:
        if (start, end) not in self.known:
            self.known[start, end] = [
                before
                for before in self.best_starts[start]
                # Two groups that are one meld together don't lie apart.
                if (end - start == 1 or before not in self.starts[end])
                and (before == 0 or self._groups_before(before, start))
            ]
        return self.known[start, end]


def _points(stretch: Stretch, start: int, end: int) -> int:
    return points_of(stretch.cards[start]) if end - start == 1 else 0


def _taken_by(reading: Reading, context: MeldContext) -> Hand:
    taken = own = NO_CARDS
    for group in reading.melds:
        meld = classify(group, context)
        if isinstance(meld, Meld):
            taken |= extending(meld, context)
            own |= Hand.of(group)
    return taken & FULL_DECK - own
