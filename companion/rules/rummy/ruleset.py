"""The rummies as data: every number and switch of a rulebook, with its source.

`None` means that a game doesn't have something. House rules replace these numbers (`house_rules.py`).
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from typing import assert_never

from companion.rules.rummy.citations import GEM_2, GEM_3, GIN, KNOCK, Citations

DECK_SIZE = 52

HouseRuleValue = int | bool | str | None


class HouseRule(StrEnum):
    """What a table may change of its game. Each value is the name of a field of `RuleSet`."""

    HAND_SIZE = "hand_size"
    TARGET = "target"
    KNOCK_LIMIT = "knock_limit"
    GIN_BONUS = "gin_bonus"
    BIG_GIN_BONUS = "big_gin_bonus"
    UNDERCUT_BONUS = "undercut_bonus"
    UNDERCUT_ON_TIE = "undercut_on_tie"
    UNDERCUT_SCORES_DIFFERENCE = "undercut_scores_difference"
    MINIMUM_SCORE = "minimum_score"
    GEM_PARTS_KNOCKER = "gem_parts_knocker"
    GEM_PARTS_OTHER = "gem_parts_other"
    RUM_BONUS = "rum_bonus"
    ZERO_SUM = "zero_sum"
    LAY_OFFS = "lay_offs"
    LAYOUT = "layout"
    TIE_BREAK = "tie_break"
    STRAIGHT = "straight"
    SPADES_DOUBLE = "spades_double"
    GAME_BONUS = "game_bonus"
    BOX_BONUS = "box_bonus"
    SHUTOUT = "shutout"
    SHUTOUT_BONUS = "shutout_bonus"
    COLUMNS = "columns"
    ACE_ALLOWS_ONE = "ace_allows_one"
    NEXT_DEALER = "next_dealer"
    OPPONENTS = "opponents"
    GIN_BOXES = "gin_boxes"
    BIG_GIN_BOXES = "big_gin_boxes"
    UNDERCUT_BOXES = "undercut_boxes"
    STAKE_PER_POINT = "stake_per_point"
    STAKE_PER_BOX = "stake_per_box"


class SetName(StrEnum):
    PUBLISHER = "publisher"
    GAMERULES = "gamerules"
    NORTH_AMERICAN = "north-american"
    UK = "uk"
    FULL_SCORING = "full-scoring"
    HOLLYWOOD = "hollywood"
    OKLAHOMA = "oklahoma"
    HOLLYWOOD_OKLAHOMA = "hollywood-oklahoma"
    STRAIGHT = "straight"


class Game(StrEnum):
    GEM_RUMMY = "gem-rummy"
    GIN_RUMMY = "gin-rummy"
    KNOCK_RUMMY = "knock-rummy"


class Form(StrEnum):
    """How more than two play Gin: in hands for two, side by side or by turns."""

    PARTNERS = "partners"
    CAPTAIN = "captain"
    CUTTHROAT = "cutthroat"


class Opponents(StrEnum):
    """Whether partners change opponents after each round."""

    ROTATE = "rotate"
    STAY = "stay"


class Scoring(StrEnum):
    """Who scores from whom: the Knocker against each opponent, or the lowest count from everyone."""

    KNOCKER = "knocker"
    LOWEST = "lowest"


class NextDealer(StrEnum):
    NEXT_SEAT = "next-seat"
    WINNER = "winner"
    LOSER = "loser"
    """Of two players, or two sides: where more play, several lose a hand."""


class LayoutRule(StrEnum):
    AS_LAID = "as-laid"
    BEST = "best"


class LayOffRule(StrEnum):
    AS_PLAYED = "as-played"
    FOUND = "found"


class TieBreak(StrEnum):
    FINAL_HAND = "final-hand"
    PLAY_ON = "play-on"


class KnockAt(StrEnum):
    DICE = "dice"
    UPCARD = "upcard"


class Shutout(StrEnum):
    """What is doubled at the end of a game in which the loser has no entry."""

    NONE = "none"
    HAND_POINTS = "hand-points"
    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class RuleSet:
    game: Game
    hand_size: int
    target: int
    knock_limit: int | KnockAt | None
    gin_bonus: int
    big_gin_bonus: int | None
    undercut_bonus: int
    undercut_on_tie: bool
    undercut_scores_difference: bool
    minimum_score: int
    gem_parts_knocker: int
    gem_parts_other: int
    lay_offs: LayOffRule
    layout: LayoutRule
    tie_break: TieBreak
    seats: int
    has_gems: bool
    has_dice: bool
    has_lay_offs: bool
    gin_must_be_called: bool
    """In Gem Rummy Gin is a call ("may call"); elsewhere a hand without unmatched cards is gin or rum."""
    scoring: Scoring
    next_dealer: NextDealer
    cites: Citations = field(hash=False)  # it holds a mapping
    lay_offs_take_turns: bool = False
    more_cards_allowed: bool = False
    """In Gem Rummy with three, players may hold more cards by taking lower discards (P3.hand-size)."""
    rum_bonus: int = 0
    missed_rum: int = 0
    zero_sum: bool = False
    straight: bool = False
    """Nobody knocks: a hand ends with Gin (T.straight)."""
    spades_double: bool = False
    """A spade as the upcard doubles the hand (T.oklahoma-spade)."""
    ace_allows_one: bool = False
    """An Ace as the upcard lets one point knock (T.oklahoma-ace-one)."""
    game_bonus: int = 0
    box_bonus: int = 0
    shutout: Shutout = Shutout.NONE
    shutout_bonus: int = 0
    gin_boxes: int = 0
    """Boxes for a hand won by Gin, besides the one for the hand (T.extra-boxes)."""
    big_gin_boxes: int | None = None
    """None: as many as for Gin (R.37)."""
    undercut_boxes: int = 0
    stake_per_point: int = 0
    """In hundredths of whatever the table plays for (T.stake-point)."""
    stake_per_box: int = 0
    form: Form | None = None
    """None where all who are at the table play each hand."""
    opponents: Opponents = Opponents.ROTATE
    columns: int = 1
    """Games that are played at once on one sheet: three in Hollywood (T.hollywood)."""
    changed: frozenset[HouseRule] = frozenset()
    other_ways: frozenset[str] = frozenset()
    named_set: SetName | None = None

    def value(self, rule: HouseRule) -> HouseRuleValue:
        value: HouseRuleValue = getattr(self, rule.value)
        return value

    @property
    def has_upcard(self) -> bool:
        return self.knock_limit == KnockAt.UPCARD or self.spades_double

    @property
    def has_gem_parts(self) -> bool:
        """Whether Gem Parts is played: a table that gives it no points has none (R.9)."""
        return bool(self.gem_parts_knocker or self.gem_parts_other)

    def gem_parts_points(self, *, knocks: bool) -> int:
        return self.gem_parts_knocker if knocks else self.gem_parts_other

    @property
    def settles_at_the_end(self) -> bool:
        bonuses = self.game_bonus or self.box_bonus or self.shutout_bonus
        return bool(bonuses or self.columns > 1) or self.shutout is not Shutout.NONE

    @property
    def has_stake(self) -> bool:
        return bool(self.stake_per_point or self.stake_per_box)

    @property
    def has_extra_boxes(self) -> bool:
        return bool(self.gin_boxes or self.big_gin_boxes or self.undercut_boxes)


_GEM = RuleSet(
    game=Game.GEM_RUMMY,
    hand_size=11,  # P.deal
    target=110,  # P.end
    knock_limit=KnockAt.DICE,  # P.knock
    gin_bonus=25,  # P.gin
    big_gin_bonus=35,  # P.big-gin
    undercut_bonus=25,  # P.undercut
    undercut_on_tie=True,  # P.undercut: equal or lower
    undercut_scores_difference=True,  # R.7
    minimum_score=11,  # P.minimum
    gem_parts_knocker=16,  # P.gem-parts-points
    gem_parts_other=8,  # P.gem-parts-points
    lay_offs=LayOffRule.AS_PLAYED,  # R.14
    layout=LayoutRule.AS_LAID,  # R.14
    tie_break=TieBreak.FINAL_HAND,  # G.final-hand-tie
    seats=2,
    has_gems=True,
    has_dice=True,
    has_lay_offs=True,
    gin_must_be_called=True,  # R.5
    scoring=Scoring.KNOCKER,
    next_dealer=NextDealer.WINNER,  # P.winner-deals
    cites=GEM_2,
)

_GEM_FOR_THREE = replace(
    _GEM,
    seats=3,
    target=140,  # P3.end
    more_cards_allowed=True,  # P3.hand-size
    lay_offs_take_turns=True,  # P3.alternating
    cites=GEM_3,
)

_GIN = replace(
    _GEM,
    game=Game.GIN_RUMMY,
    hand_size=10,  # N.deal
    target=100,  # N.end
    knock_limit=10,  # N.knock
    gin_bonus=25,  # N.gin
    big_gin_bonus=None,  # R.16
    undercut_bonus=25,  # N.undercut
    minimum_score=0,
    gem_parts_knocker=0,
    gem_parts_other=0,
    has_gems=False,
    has_dice=False,
    gin_must_be_called=False,  # N.gin: no deadwood is gin
    next_dealer=NextDealer.NEXT_SEAT,  # N.dealer
    cites=GIN,
)

_KNOCK = replace(
    _GIN,
    game=Game.KNOCK_RUMMY,
    hand_size=10,  # K.deal: 7 for more than two
    knock_limit=None,  # R.20
    gin_bonus=0,
    undercut_bonus=10,  # K.lowest-bonus
    rum_bonus=25,  # K.rum-bonus
    missed_rum=25,  # K.missed-rum, R.30
    has_lay_offs=False,  # R.20
    scoring=Scoring.LOWEST,
    cites=KNOCK,
)

_GIN_IN_FORM = {
    Form.PARTNERS: replace(
        _GIN,
        form=Form.PARTNERS,
        target=125,  # T.partners-target
        next_dealer=NextDealer.WINNER,  # T.partners-deal
    ),
    Form.CAPTAIN: replace(_GIN, form=Form.CAPTAIN),
    Form.CUTTHROAT: replace(_GIN, form=Form.CUTTHROAT),
}

SEATS = {Game.GEM_RUMMY: range(2, 4), Game.GIN_RUMMY: range(2, 3), Game.KNOCK_RUMMY: range(2, 8)}
"""How many may play, by the books; Knock Rummy as many as 52 cards allow with seven each."""
SEATS_IN_FORM = {Form.PARTNERS: range(4, 9, 2), Form.CAPTAIN: range(3, 8, 2), Form.CUTTHROAT: range(3, 4)}
MOST_PAIRS = max(seats[-1] for seats in SEATS_IN_FORM.values()) // 2


@cache
def book_rules(game: Game, seats: int, form: Form | None = None) -> RuleSet:
    """Return the rules of a game by its book; those of a form of Gin rule hands for two."""
    if form is not None:
        return _GIN_IN_FORM[form]
    match game:
        case Game.GEM_RUMMY:
            return _GEM if seats == _GEM.seats else _GEM_FOR_THREE
        case Game.GIN_RUMMY:
            return _GIN
        case Game.KNOCK_RUMMY:
            return _KNOCK if seats == _KNOCK.seats else replace(_KNOCK, seats=seats, hand_size=7)  # K.deal
    assert_never(game)
