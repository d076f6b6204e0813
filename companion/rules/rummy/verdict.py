"""The verdict on a showdown: who scores what and why, or every fault. Facts only; wording/ has the sentences."""

from enum import StrEnum

from companion.rules.cards import Card
from companion.rules.facts import fact
from companion.rules.gems import Gem, MissingGems, PrintFault
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.melds import Meld, NoMeld


class Call(StrEnum):
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"
    RUM = "rum"


class HandRole(StrEnum):
    KNOCKER = "knocker"
    OTHER = "non-knocker"


class LineCode(StrEnum):
    DIFFERENCE = "difference"
    GIN_BONUS = "gin-bonus"
    BIG_GIN_BONUS = "big-gin-bonus"
    UNDERCUT_BONUS = "undercut-bonus"
    GEM_PARTS = "gem-parts"
    MINIMUM_SCORE = "minimum-score"
    RUM_BONUS = "rum-bonus"
    MISSED_RUM = "missed-rum"
    SHARE = "share"
    PAID = "paid"
    SPADE_DOUBLES = "spade-doubles"


class Remark(StrEnum):
    """What a loser would ask about a score line."""

    CLOSED = "closed"
    """Nobody could lay off against the call."""
    CANNOT_BE_UNDERCUT = "cannot-be-undercut"
    """The other hand has no deadwood either, but the call can't be undercut."""
    FLAT = "flat"
    """An undercut scores no difference at this table."""
    UNDERCUT_ALL_THE_SAME = "undercut-all-the-same"
    """An undercut doesn't take this away."""
    TIE = "tie"
    """The two players tie, so neither pays the other (Knock Rummy)."""
    UNTIED_RUM = "untied-rum"
    """The other hand counts nothing either, but rum can't be tied."""
    ONE_UNDERCUT = "one-undercut"
    """Only one of the others undercut the Knocker, who keeps the minimum score."""


class UnscoredGemParts(StrEnum):
    PASSED_UP = "passed-up"
    NOT_PLAYED = "not-played"
    """The player claims them, but a house rule gives that player no points for them."""


class FaultCode(StrEnum):
    CARD_REPEATED = "card-repeated"
    CARD_COUNT = "card-count"
    POINTS_TOO_HIGH = "points-too-high"
    NOT_A_MELD = "not-a-meld"
    GEM_UNKNOWN = "gem-unknown"
    NOT_GEM_PARTS = "not-gem-parts"
    PRINT_BROKEN = "print-broken"
    KNOCK_TOO_HIGH = "knock-too-high"
    NOT_GIN = "not-gin"
    NOT_BIG_GIN = "not-big-gin"
    NOT_RUM = "not-rum"
    LAY_OFF_ON_GIN = "lay-off-on-gin"
    LAY_OFF_BY_KNOCKER = "lay-off-by-knocker"
    LAY_OFF_ONTO_OWN = "lay-off-onto-own"
    LAY_OFF_NOT_HELD = "lay-off-not-held"
    LAY_OFF_DOES_NOT_FIT = "lay-off-does-not-fit"
    LAY_OFF_OUT_OF_TURN = "lay-off-out-of-turn"
    LAY_OFF_NOT_PLAYED = "lay-off-not-played"


@fact
class HandSize:
    held: int
    expected: int
    or_more: bool
    house_rule: bool = False
    most: int | None = None
    """How many it can have at most, if it has more than that, though more than expected are allowed."""
    big_gin: bool = False


@fact
class TooManyPoints:
    points: int
    cards: int
    most: int
    beside: bool


@fact
class OverLimit:
    deadwood: int
    limit: int
    house_rule: bool = False
    upcard: Card | None = None
    straight: bool = False
    dice: tuple[int, int] | None = None
    besides_groups: bool = False
    """The points are those besides groups that aren't melds, whose cards are deadwood too."""


@fact
class CallFacts:
    call: Call
    deadwood: int
    played_here: bool = True
    may_be_a_knock: bool = False
    """A knock with this deadwood would be legal."""
    besides_groups: bool = False
    """The points are those besides groups that aren't melds, whose cards are deadwood too."""


@fact
class MeldInPlay:
    owner: str
    meld: Meld


@fact
class LayOffFacts:
    meld: MeldInPlay | None
    ahead: str | None
    call: Call
    owner: str
    is_in_hand: bool = True
    bearer: Card | None = None
    """The other card of the same group that is known to bear the gem of the stash."""


@fact
class BestOf:
    points: int
    limit: int | None
    may_be_a_knock: bool = False
    """More was called, but a knock with these points would be legal."""

    @property
    def is_legal(self) -> bool:
        return self.limit is None or self.points <= self.limit


FaultFacts = NoMeld | HandSize | TooManyPoints | OverLimit | CallFacts | LayOffFacts | PrintFault | MissingGems | None


@fact
class Fault:
    """What makes a showdown illegal: player, cards, and the facts for its sentence."""

    code: FaultCode
    player: str | None
    cards: tuple[Card, ...]
    rule: str
    facts: FaultFacts = None
    undecided: tuple[Card, ...] = ()
    """The Knocker's cards whose unknown gems could remove the fault."""
    best: BestOf | None = None
    """If all that is wrong with the Knocker's hand is how it is laid out, or what was called."""

    @property
    def is_of_lay_off(self) -> bool:
        return isinstance(self.facts, LayOffFacts) or self.code == FaultCode.LAY_OFF_NOT_PLAYED


@fact
class Pot:
    paid: tuple[tuple[str, int], ...]
    knocker: str
    extra: int
    """What the Knocker also pays, for not being the lowest."""
    extra_rule: str
    extra_by_house_rule: bool
    winners: tuple[str, ...]

    @property
    def total(self) -> int:
        return self.extra + sum(points for _, points in self.paid)

    @property
    def favored(self) -> tuple[str, ...]:
        """Return the winners who get an odd point each, from the Knocker's left (R.18)."""
        return self.winners[: self.total % len(self.winners)]


@fact
class Tie:
    """Players tied for the most points of a hand, which the Knocker wins, or for the lowest count, who share it."""

    players: tuple[str, ...]
    knocker: str
    points: int
    """What each of them scores; the lowest count of a hand that they share."""
    rule: str
    is_shared: bool = False
    """The players split the winnings of Knock Rummy, so nobody alone wins the hand (R.18)."""
    ties_knocker: bool = False
    """The Knocker has the same count as those who share, and so collects nothing and pays them nothing."""
    nobody_pays: bool = False


Reasons = tuple[tuple[LineCode, int], ...]


@fact
class ScoreLine:
    code: LineCode
    points: int
    against: str | None
    rule: str
    numbers: tuple[int, ...] = ()
    house_rule: bool = False
    """The table changed the number that the rule names."""
    pot: Pot | None = None
    no_minimum: int = 0
    """The minimum score that the Knocker doesn't get because of this line."""
    paid_for: Reasons = ()
    """What a payment is for; its sum is more than the payment where several winners split it."""
    also_undercut: str = ""
    remark: Remark | None = None
    call: Call | None = None


@fact
class BestLayout:
    melds: tuple[Meld, ...]
    laid_off: tuple[Card, ...]
    deadwood: tuple[Card, ...]
    points: int
    certain: bool = True
    """No unknown letter could make it better."""


@fact
class UnknownLetter:
    seat: int
    card: Card
    gems: frozenset[Gem]


@fact
class PlayerVerdict:
    """One player's part of a verdict; `points` is None if the showdown is illegal."""

    name: str
    role: HandRole
    groups: tuple[Meld | NoMeld, ...]
    laid_off: tuple[Card, ...]
    deadwood: tuple[Card, ...]
    deadwood_points: int
    best: BestLayout | None
    gem_parts: bool
    king_gems: tuple[tuple[Card, Gem], ...]
    points: int | None
    lines: tuple[ScoreLine, ...]
    unscored_gem_parts: UnscoredGemParts | None = None
    gem_parts_by_eye: bool = False
    """It rests on the table's check, as not all gems of the hand are known."""


@fact
class Verdict:
    legal: bool
    faults: tuple[Fault, ...]
    players: tuple[PlayerVerdict, ...]
    winner: str | None
    """None if the showdown is illegal, and if several players share the hand."""
    call: Call
    lay_offs: tuple[LayOff | Pass, ...]
    tie: Tie | None = None
    unknown_gems: tuple[Card, ...] = ()
    """The cards whose unknown letters could change this verdict."""
    asked: tuple[UnknownLetter, ...] = ()
    """The letters to ask for first; once they are known, the others may no longer matter."""

    @property
    def shared_by(self) -> tuple[str, ...]:
        return self.tie.players if self.tie and self.tie.is_shared else ()

    @property
    def winners(self) -> tuple[str, ...]:
        return (self.winner,) if self.winner is not None else self.shared_by
