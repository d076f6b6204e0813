"""Two sides: two players, or two teams of two (II.duel.side)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Side(StrEnum):
    """A side by the rounds it deals: the first deals rounds 1, 3 and 5, the second 2, 4 and 6."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> Side:
        return Side.SECOND if self is Side.FIRST else Side.FIRST


@dataclass(frozen=True, slots=True)
class Pair(Generic[T]):
    """A value for each side."""

    first: T
    second: T

    def of(self, side: Side) -> T:
        return self.first if side is Side.FIRST else self.second

    def put(self, side: Side, value: T) -> Pair[T]:
        return Pair(value, self.second) if side is Side.FIRST else Pair(self.first, value)


NONE = Pair(0, 0)
ONE_EACH = Pair(1, 1)


def added(pair: Pair[int], side: Side, number: int) -> Pair[int]:
    """Return the pair with so many more for that side."""
    return Pair(pair.first + number, pair.second) if side is Side.FIRST else Pair(pair.first, pair.second + number)


def moved(pair: Pair[int], side: Side, number: int = 1) -> Pair[int]:
    return added(added(pair, side, -number), side.other, number)
