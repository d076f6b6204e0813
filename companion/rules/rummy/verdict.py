"""A ruling: who scores what and why, or everything that is wrong; facts only, the sentences are made elsewhere."""

from dataclasses import dataclass
from enum import StrEnum

from companion.rules.cards import Card
from companion.rules.gems import Gem, MissingGems, PrintFault
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.melds import Meld, NoMeld
from companion.rules.rummy.unknown import UnknownLetter


class Call(StrEnum):
    """What the Knocker says."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"
    RUM = "rum"


class Role(StrEnum):
    """What a player is in one hand."""

    KNOCKER = "knocker"
    OTHER = "non-knocker"


class LineCode(StrEnum):
    """For what points are given."""

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


class FaultCode(StrEnum):
    """What can be wrong with a showdown."""

    CARD_REPEATED = "card-repeated"
    CARD_COUNT = "card-count"
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


@dataclass(frozen=True, slots=True)
class HandSize:
    """How many cards a hand has, and how many it should have; `or_more` with three players of Gem Rummy."""

    held: int
    expected: int
    or_more: bool
    house_rule: bool = False


@dataclass(frozen=True, slots=True)
class OverLimit:
    """The deadwood of a knock that was not allowed, the knock number, and the least that the same cards could have."""

    deadwood: int
    limit: int
    best: int | None
    house_rule: bool = False


@dataclass(frozen=True, slots=True)
class CallFacts:
    """A call, the deadwood that belies it, the least that the same cards could have, and whether the call is played."""

    call: Call
    deadwood: int
    best: int | None
    played_here: bool = True


@dataclass(frozen=True, slots=True)
class MeldInPlay:
    """A meld as it lay, and whose."""

    owner: str
    meld: Meld


@dataclass(frozen=True, slots=True)
class WrongAt:
    """Which meld a wrong lay-off has to do with, whose turn it was instead, and what the Knocker called."""

    meld: MeldInPlay | None
    ahead: str | None
    call: Call


FaultFacts = NoMeld | HandSize | OverLimit | CallFacts | WrongAt | PrintFault | MissingGems | None


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: whose, with which cards, and the facts for the sentence."""

    code: FaultCode
    player: str | None
    cards: tuple[Card, ...]
    rule: str
    facts: FaultFacts = None


@dataclass(frozen=True, slots=True)
class Pot:
    """Winnings that several players divide: who paid how much, the extra from the Knocker, and who shares them."""

    paid: tuple[tuple[str, int], ...]
    knocker: str
    extra: int
    """What the Knocker pays besides, for not being the lowest."""
    winners: tuple[str, ...]
    """From the Knocker's left."""
    ties_knocker: bool

    @property
    def total(self) -> int:
        """The points that are divided."""
        return self.extra + sum(points for _, points in self.paid)

    @property
    def favored(self) -> tuple[str, ...]:
        """Those who get an odd point each, the first from the Knocker's left (ruling 18)."""
        return self.winners[: self.total % len(self.winners)]


@dataclass(frozen=True, slots=True)
class Tie:
    """Players with equal points at the top of a hand, which the Knocker wins for that."""

    players: tuple[str, ...]
    knocker: str
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points: how many, from whom if from somebody, the rule, and the numbers it was worked out from.

    `house_rule` says that the table changed the number that the rule names.
    """

    code: LineCode
    points: int
    against: str | None
    rule: str
    numbers: tuple[int, ...] = ()
    house_rule: bool = False
    pot: Pot | None = None
    is_tie: bool = False
    """Nothing passes between the two, because they tie (Knock Rummy)."""


@dataclass(frozen=True, slots=True)
class BestLayout:
    """The best that could have been done with the same cards, for the look back after the ruling."""

    melds: tuple[Meld, ...]
    laid_off: tuple[Card, ...]
    deadwood: tuple[Card, ...]
    points: int
    certain: bool = True
    """No letter that is not known could let it be better."""


@dataclass(frozen=True, slots=True)
class PlayerVerdict:
    """One player's part of a ruling; `points` are None where the showdown is not legal."""

    name: str
    role: Role
    groups: tuple[Meld | NoMeld, ...]
    laid_off: tuple[Card, ...]
    deadwood: tuple[Card, ...]
    deadwood_points: int
    best: BestLayout | None
    gem_parts: bool
    king_gems: tuple[tuple[Card, Gem], ...]
    points: int | None
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The whole ruling of one showdown."""

    legal: bool
    faults: tuple[Fault, ...]
    players: tuple[PlayerVerdict, ...]
    winner: str | None
    call: Call
    lay_offs: tuple[LayOff | Pass, ...]
    tie: Tie | None = None
    unknown_gems: tuple[Card, ...] = ()
    """The cards whose letter is not known and could change this ruling."""
    asked: tuple[UnknownLetter, ...] = ()
    """The letters of them that are asked first; once they are known the others may matter no more."""
