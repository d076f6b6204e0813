"""The lines of a score card: points with their code, column, rule and facts."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.gem2.faults import Facts


class ScoreBox(StrEnum):
    """The boxes of the two score cards, and the difference that an overruled round makes."""

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
    """In what way a line came about, where its sentence depends on that."""

    OFF_MOVE = "off-move"
    OFF_MOVE_IN_FULL = "off-move-in-full"
    TIMED_OUT = "timed-out"
    TURN_ENDED = "turn"
    ROUND_ENDED = "round"
    OWN_PENALTY = "round-by-own-penalty"


@dataclass(frozen=True, slots=True)
class CardLine:
    """Points in one box of the card, and why; a line of 0 says why there are none."""

    code: CardCode
    column: ScoreBox
    points: int
    rule: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a card is filled: the deal that comes next."""

    round: int
    deal: int
    bonus: int = 0
    """Which bonus round it belongs to; 0 for none."""


def points_in(lines: Iterable[CardLine], column: ScoreBox | None = None) -> int:
    """Return the sum of one column, or of all."""
    return sum(line.points for line in lines if column in {None, line.column})


def overruled(lines: tuple[CardLine, ...], points: int) -> tuple[CardLine, ...]:
    """Return the lines with one more that makes them add up to the table's own points."""
    difference = points - points_in(lines)
    return (*lines, CardLine(CardCode.OVERRULED, ScoreBox.OVERRULED, difference, "", {"ruled": points_in(lines)}))
