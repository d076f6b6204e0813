"""A hand laid out on the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.cards import points_in
from companion.rules.rummy.lay_offs import OpenMeld
from companion.rules.rummy.melds import Meld, NoMeld

LAYOUTS_WEIGHED = 100
"""How many layouts of equal deadwood are compared to choose the one that leaves the Knocker's opponents most."""


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand on the table: its groups, its deadwood and all its cards; a counted one has points only."""

    groups: tuple[Meld | NoMeld, ...]
    deadwood: int
    cards: int
    counted: int | None = None

    def points_without(self, laid_off: int) -> int:
        """Return the points of deadwood left once some cards are laid off."""
        return points_in(self.deadwood & ~laid_off) if self.counted is None else self.counted


def open_melds(hands: Sequence[LaidHand], places: Sequence[int]) -> list[OpenMeld]:
    """Return the melds of some hands, which others may extend."""
    return [
        OpenMeld(owner, place, group)
        for owner, hand in zip(places, hands, strict=True)
        for place, group in enumerate(hand.groups)
        if isinstance(group, Meld)
    ]
