"""Everyone over everyone: the people of some games, sorted by a figure, and each two who were on different sides."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.people.record import BestHand, Person, PersonPair


def leader_first(pair: PersonPair, turned: PersonPair) -> PersonPair:
    """Return a pair from the side of the one who leads."""
    return turned if (pair.behind, pair.against) > (pair.ahead, pair.points) else pair


def most_played(pairs: Iterable[PersonPair]) -> PersonPair | None:
    """Return the two with the most finished games, from the side of the one who leads; None if none is finished."""
    of = {(pair.first, pair.second): pair for pair in pairs}
    best = max(of.values(), key=lambda pair: (pair.games, pair.hands), default=None)
    if best is None or not best.games:
        return None
    return leader_first(best, of[best.second, best.first])


@dataclass(frozen=True, slots=True)
class Season:
    people: tuple[Person, ...]
    """By name."""
    pairs: Mapping[tuple[str, str], PersonPair] = field(default_factory=dict)
    """Each two who were on different sides, from either side."""
    biggest_hand: BestHand | None = None
    biggest_by: str = ""
    """Whose that was."""
    uncounted: int = 0
    """Games that aren't counted again yet, after an update."""

    @property
    def each_two(self) -> tuple[PersonPair, ...]:
        """Each two once, the one whose name comes first as the first of them."""
        return tuple(pair for (first, second), pair in self.pairs.items() if first < second)

    @property
    def leaders_first(self) -> tuple[PersonPair, ...]:
        """Each two once, from the side of the one who leads; those with the most games first."""
        pairs = (leader_first(pair, self.pairs[pair.second, pair.first]) for pair in self.each_two)
        return tuple(sorted(pairs, key=lambda pair: (-pair.games, -pair.hands, pair.first, pair.second)))


def _share_of(person: Person) -> float:
    # By the low end of the range: many games won count for more than a few that may have been luck.
    return person.figures.share.low if person.figures.games else -1.0


SORTS: Mapping[str, Callable[[Person], float]] = MappingProxyType(
    {
        "games": lambda person: person.figures.games,
        "won": lambda person: person.figures.won,
        "share": _share_of,
        "hands": lambda person: person.figures.hands,
        "points": lambda person: person.figures.points_a_hand or 0.0,
        "gins": lambda person: person.figures.gins + person.figures.big_gins,
        "undercuts": lambda person: person.figures.undercuts,
    }
)
"""By what a season can be sorted; most first."""


def sorted_people(people: Iterable[Person], by: str) -> tuple[Person, ...]:
    """Return people sorted by a figure, equal ones and those of an unknown figure by name."""
    by_name = sorted(people, key=lambda person: person.called.casefold())
    figure = SORTS.get(by)
    return tuple(sorted(by_name, key=figure, reverse=True) if figure else by_name)
