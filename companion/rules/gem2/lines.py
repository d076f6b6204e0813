"""What a score card is made of: two sides, and lines of points with their reasons."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from companion.rules.gem2.faults import Facts

T = TypeVar("T")


class Side(StrEnum):
    """A side by the rounds it deals: the first deals rounds 1, 3 and 5, the second 2, 4 and 6."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        return Side.SECOND if self is Side.FIRST else Side.FIRST


@dataclass(frozen=True, slots=True)
class Pair(Generic[T]):
    first: T
    second: T

    def of(self, side: Side) -> T:
        return self.first if side is Side.FIRST else self.second

    def put(self, side: Side, value: T) -> "Pair[T]":
        return Pair(value, self.second) if side is Side.FIRST else Pair(self.first, value)


NONE = Pair(0, 0)
ONE_EACH = Pair(1, 1)


def added(pair: Pair[int], side: Side, number: int) -> Pair[int]:
    return Pair(pair.first + number, pair.second) if side is Side.FIRST else Pair(pair.first, pair.second + number)


def moved(pair: Pair[int], side: Side, number: int = 1) -> Pair[int]:
    return added(added(pair, side, -number), side.other, number)


class ScoreBox(StrEnum):
    DEALER = "dealer_points"
    CARD_RUN = "card_run_points"
    BONUS_ROUND = "bonus_round_points"
    PLAYER = "player_points"
    BETTING = "betting_points"
    PENALTY = "penalty_points"
    OVERRULED = "overruled"


class CardCode(StrEnum):
    """What a line is for; the stored names never change."""

    CARDS_REMAINING = "cards-remaining"
    UNANNOUNCED = "unannounced"
    SHORT_LAST_DEAL = "short-last-deal"
    NOT_ALL_X = "not-all-x"
    CUT_SHORT = "cut-short"
    DEALER_NOT_LAST = "dealer-not-last"
    CARD_RUN = "card-run"
    BONUS_ROUND = "bonus-round"
    FIVE_BONUS_ROUNDS = "five-bonus-rounds"
    BONUS_ROUND_LOST = "bonus-round-lost"
    NO_ROW_LEFT = "no-row-left"
    CARDS_HELD = "cards-held"
    BET_WON = "bet-won"
    BET_LOST_BY_OTHER = "bet-lost-by-other"
    BET_UNSETTLED = "bet-unsettled"
    CALLED = "called"
    MISCALLED_BY_OTHER = "miscalled-by-other"
    CONFESSED_BY_OTHER = "confessed-by-other"
    FOUR_X_UNCALLED = "four-x-uncalled"
    X_HOLDER_UNKNOWN = "x-holder-unknown"
    COUNTED_BETTING = "counted-betting"
    COUNTED_PENALTIES = "counted-penalties"
    OVERRULED = "overruled"


class How(StrEnum):
    OFF_MOVE = "off-move"
    OFF_MOVE_IN_FULL = "off-move-in-full"
    TIMED_OUT = "timed-out"
    TURN_ENDED = "turn"
    ROUND_ENDED = "round"
    OWN_PENALTY = "round-by-own-penalty"


@dataclass(frozen=True, slots=True)
class CardLine:
    code: CardCode
    column: ScoreBox
    points: int
    rule: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Progress:
    round: int
    deal: int
    bonus: int = 0


def points_in(lines: Iterable[CardLine], column: ScoreBox | None = None) -> int:
    return sum(line.points for line in lines if column in {None, line.column})


def overruled(lines: tuple[CardLine, ...], points: int) -> tuple[CardLine, ...]:
    difference = points - points_in(lines)
    return (*lines, CardLine(CardCode.OVERRULED, ScoreBox.OVERRULED, difference, "", {"ruled": points_in(lines)}))
