"""The rummies as data: every number and switch of a rulebook, with its source.

`None` means that a game doesn't have something. The defaults are the books' own numbers; house rules replace them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, assert_never

from companion.rules.rummy.citations import GEM_2, GEM_3, GIN, KNOCK, Citations

DECK_SIZE = 52

HouseRuleValue = int | bool | str | None


class Game(StrEnum):
    """The rummies of the rulebooks."""

    GEM_RUMMY = "gem-rummy"
    GIN_RUMMY = "gin-rummy"
    KNOCK_RUMMY = "knock-rummy"


class Scoring(StrEnum):
    """Who scores from whom: the Knocker against each opponent, or the lowest count from everyone."""

    KNOCKER = "knocker"
    LOWEST = "lowest"


class NextDealer(StrEnum):
    """Who deals the next hand."""

    WINNER = "winner"
    NEXT_SEAT = "next-seat"


class LayoutRule(StrEnum):
    """Which layout of a hand scores."""

    AS_LAID = "as-laid"
    BEST = "best"


class LayOffRule(StrEnum):
    """Who finds the lay-offs on the app's screens; a document gives them or leaves them out."""

    AS_PLAYED = "as-played"
    FOUND = "found"


class TieBreak(StrEnum):
    """What decides equal totals at the end."""

    FINAL_HAND = "final-hand"
    PLAY_ON = "play-on"


class KnockAt(StrEnum):
    """Knock limits other than a fixed number."""

    DICE = "dice"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game as one table plays it."""

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
    rum_bonus: int
    missed_rum: int
    zero_sum: bool
    lay_offs: LayOffRule
    layout: LayoutRule
    tie_break: TieBreak

    seats: int
    has_gems: bool
    has_dice: bool
    has_lay_offs: bool
    gin_must_be_called: bool
    """In Gem Rummy Gin is a call ("may call"); elsewhere a hand without unmatched cards is gin or rum."""
    lay_offs_take_turns: bool
    more_cards_allowed: bool
    """In Gem Rummy with three, players may hold more cards by taking lower discards (P, three players, 3)."""
    scoring: Scoring
    next_dealer: NextDealer
    cites: Citations
    changed: frozenset[str] = frozenset()
    """The house rules whose value isn't the book's."""


_GEM = RuleSet(
    game=Game.GEM_RUMMY,
    hand_size=11,  # P, deal and roll
    target=110,  # P, other rules; 140 with three: P, three players, 1
    knock_limit=KnockAt.DICE,  # P, knock
    gin_bonus=25,  # P, GIN
    big_gin_bonus=35,  # P, BIG GIN
    undercut_bonus=25,  # P, UNDERCUT
    undercut_on_tie=True,  # P, UNDERCUT: equal or lower
    undercut_scores_difference=True,  # ruling 7
    minimum_score=11,  # P, MINIMUM SCORE
    gem_parts_knocker=16,  # P, GEM PARTS
    gem_parts_other=8,  # P, GEM PARTS
    rum_bonus=0,
    missed_rum=0,
    zero_sum=False,
    lay_offs=LayOffRule.AS_PLAYED,  # ruling 14
    layout=LayoutRule.AS_LAID,  # ruling 14
    tie_break=TieBreak.FINAL_HAND,  # G, winning
    seats=2,
    has_gems=True,
    has_dice=True,
    has_lay_offs=True,
    gin_must_be_called=True,  # ruling 5
    lay_offs_take_turns=False,
    more_cards_allowed=False,
    scoring=Scoring.KNOCKER,
    next_dealer=NextDealer.WINNER,  # P, deal and roll
    cites=GEM_2,
)

_GEM_FOR_THREE = replace(
    _GEM,
    seats=3,
    target=140,  # P, three players, 1
    more_cards_allowed=True,  # P, three players, 3
    lay_offs_take_turns=True,  # P, three-player scoring, 2
    cites=GEM_3,
)

_GIN = replace(
    _GEM,
    game=Game.GIN_RUMMY,
    hand_size=10,  # N, game setup
    target=100,  # N, end game
    knock_limit=10,  # N, knocking
    gin_bonus=25,  # N, knocking
    big_gin_bonus=None,  # ruling 16
    undercut_bonus=25,  # N, knocking
    minimum_score=0,
    gem_parts_knocker=0,
    gem_parts_other=0,
    has_gems=False,
    has_dice=False,
    gin_must_be_called=False,  # N, knocking: no deadwood is gin
    next_dealer=NextDealer.NEXT_SEAT,  # N, game setup
    cites=GIN,
)

_KNOCK = replace(
    _GIN,
    game=Game.KNOCK_RUMMY,
    hand_size=10,  # K, play; 7 for more than two
    knock_limit=None,  # ruling 20
    gin_bonus=0,
    undercut_bonus=10,  # K, scoring
    rum_bonus=25,  # K, scoring
    missed_rum=25,  # K, scoring; ruling 30
    has_lay_offs=False,  # ruling 20
    scoring=Scoring.LOWEST,
    cites=KNOCK,
)

SEATS = {Game.GEM_RUMMY: range(2, 4), Game.GIN_RUMMY: range(2, 3), Game.KNOCK_RUMMY: range(2, 8)}
"""How many may play, by the books; Knock Rummy as many as 52 cards allow with seven each."""

NUMBER_LIMITS: Mapping[str, tuple[int, int]] = {
    "hand_size": (1, 25),
    "target": (1, 100_000),
    "knock_limit": (0, 500),
    "gin_bonus": (0, 1000),
    "big_gin_bonus": (0, 1000),
    "undercut_bonus": (0, 1000),
    "minimum_score": (0, 1000),
    "gem_parts_knocker": (0, 1000),
    "gem_parts_other": (0, 1000),
    "rum_bonus": (0, 1000),
}
CHOICES: Mapping[str, type[StrEnum]] = {"lay_offs": LayOffRule, "layout": LayoutRule, "tie_break": TieBreak}

_UNDERCUT_KEYS = ("undercut_on_tie", "undercut_scores_difference")
_COMMON_KEYS = ("hand_size", "target", "knock_limit", "undercut_bonus", "layout", "tie_break")
HOUSE_RULES: Mapping[Game, tuple[str, ...]] = {
    Game.GEM_RUMMY: (
        *_COMMON_KEYS,
        "gin_bonus",
        "big_gin_bonus",
        *_UNDERCUT_KEYS,
        "minimum_score",
        "gem_parts_knocker",
        "gem_parts_other",
        "lay_offs",
    ),
    Game.GIN_RUMMY: (*_COMMON_KEYS, "gin_bonus", "big_gin_bonus", *_UNDERCUT_KEYS, "minimum_score", "lay_offs"),
    Game.KNOCK_RUMMY: (*_COMMON_KEYS, "rum_bonus", "zero_sum"),
}

NULLABLE: Mapping[Game, frozenset[str]] = {
    Game.GEM_RUMMY: frozenset({"big_gin_bonus"}),
    Game.GIN_RUMMY: frozenset({"big_gin_bonus"}),
    Game.KNOCK_RUMMY: frozenset({"knock_limit"}),
}

UK: Mapping[str, HouseRuleValue] = {"gin_bonus": 20, "undercut_bonus": 10}  # N, final notes
NAMED_SETS: Mapping[Game, Mapping[str, Mapping[str, HouseRuleValue]]] = {
    Game.GEM_RUMMY: {
        "publisher": {},
        "gamerules": {"undercut_on_tie": False, "undercut_scores_difference": False},
    },
    Game.GIN_RUMMY: {"north-american": {}, "uk": UK},
    Game.KNOCK_RUMMY: {},
}


class HouseRuleProblem(StrEnum):
    """Why a house rule is refused."""

    UNKNOWN = "house-rule-unknown"
    WRONG_VALUE = "house-rule-value"
    CONTRADICTION = "house-rules-contradict"


class HouseRuleError(ValueError):
    """A house rule that the game doesn't have, a value it can't have, or two rules that contradict."""

    def __init__(self, problem: HouseRuleProblem, keys: tuple[str, ...], expected: str) -> None:
        super().__init__(f"{' and '.join(keys)}: {expected}")
        self.problem = problem
        self.keys = keys
        self.expected = expected


def ruleset_for(game: Game, seats: int, house_rules: Mapping[str, HouseRuleValue] | None = None) -> RuleSet:
    """Return the rules of a game for so many players, with the table's house rules."""
    changes = house_rules or {}
    for key, value in changes.items():
        _check_value(game, key, value)
    chosen: dict[str, Any] = {key: _choice(key, value) for key, value in changes.items()}
    book = _book_rules(game, seats)
    rules = replace(book, **chosen, changed=frozenset(key for key in chosen if chosen[key] != getattr(book, key)))
    _check_together(rules, frozenset(changes))
    return replace(rules, cites=_cites(rules))


def _cites(rules: RuleSet) -> Citations:
    """Return the citations, changed where house rules contradict the cited sentence."""
    cites = rules.cites
    if rules.game == Game.GIN_RUMMY and rules.gin_bonus == UK["gin_bonus"]:
        cites = replace(cites, gin_bonus="N.uk")
    if rules.game == Game.GIN_RUMMY and rules.undercut_bonus == UK["undercut_bonus"]:
        cites = replace(cites, undercut="N.uk")
    if rules.scoring == Scoring.KNOCKER and not (rules.undercut_on_tie and rules.undercut_scores_difference):
        as_in_g = rules.has_gems and not rules.undercut_on_tie and not rules.undercut_scores_difference
        cites = replace(cites, undercut="G.undercut" if as_in_g else "R.7")
    if rules.game == Game.KNOCK_RUMMY and rules.knock_limit is not None:
        cites = replace(cites, knock="R.20")
    return cites


def book_value(game: Game, seats: int, key: str) -> HouseRuleValue:
    """Return the rulebook's own value for a house rule."""
    value: HouseRuleValue = getattr(_book_rules(game, seats), key)
    return value


def _book_rules(game: Game, seats: int) -> RuleSet:
    match game:
        case Game.GEM_RUMMY:
            return _GEM if seats == _GEM.seats else _GEM_FOR_THREE
        case Game.GIN_RUMMY:
            return _GIN
        case Game.KNOCK_RUMMY:
            return _KNOCK if seats == _KNOCK.seats else replace(_KNOCK, seats=seats, hand_size=7)  # K, play
    assert_never(game)


def _choice(key: str, value: HouseRuleValue) -> HouseRuleValue:
    if key in CHOICES:
        return CHOICES[key](str(value))
    return KnockAt.DICE if value == KnockAt.DICE else value


def _check_value(game: Game, key: str, value: HouseRuleValue) -> None:
    if key not in HOUSE_RULES[game]:
        keys = ", ".join(HOUSE_RULES[game])
        raise HouseRuleError(HouseRuleProblem.UNKNOWN, (key,), f"{game} has {keys}")
    expected = _expected(game, key, value)
    if expected:
        raise HouseRuleError(HouseRuleProblem.WRONG_VALUE, (key,), expected)


def _expected(game: Game, key: str, value: HouseRuleValue) -> str:
    """Return what a key's value must be; nothing if it's valid."""
    if key in CHOICES:
        names = [choice.value for choice in CHOICES[key]]
        return "" if value in names else f"one of {', '.join(names)} expected"
    if key not in NUMBER_LIMITS:
        return "" if isinstance(value, bool) else "true or false expected"
    if value is None and key in NULLABLE[game]:
        return ""
    if key == "knock_limit" and game == Game.GEM_RUMMY and value == KnockAt.DICE:
        return ""
    low, high = NUMBER_LIMITS[key]
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return ""
    return f"a whole number from {low} to {high} expected"


def _check_together(rules: RuleSet, chosen: frozenset[str]) -> None:
    """Raise if two house rules chosen by the table contradict each other."""
    contradictions = (
        (
            rules.big_gin_bonus is not None and rules.big_gin_bonus < rules.gin_bonus,
            ("gin_bonus", "big_gin_bonus"),
            "Big Gin cannot be worth less than Gin",
        ),
        (
            rules.scoring == Scoring.KNOCKER and not rules.undercut_bonus and not rules.undercut_scores_difference,
            ("undercut_bonus", "undercut_scores_difference"),
            "an undercut would score nothing at all",
        ),
        (
            rules.minimum_score > rules.target,
            ("minimum_score", "target"),
            "the least score of a hand cannot be over the target of the game",
        ),
        (
            rules.seats * rules.hand_size >= DECK_SIZE,
            ("hand_size", "players"),
            f"{rules.seats} hands of {rules.hand_size} cards leave nothing to draw of {DECK_SIZE}",
        ),
    )
    for contradicts, keys, reason in contradictions:
        if contradicts and chosen.issuperset(set(keys) - {"players"}):
            raise HouseRuleError(HouseRuleProblem.CONTRADICTION, keys, reason)
