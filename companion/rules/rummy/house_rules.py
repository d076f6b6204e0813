"""House rules: what a table may change of its game, named sets of them, and what can't stand together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from companion.rules.rummy.ruleset import (
    DECK_SIZE,
    Form,
    Game,
    HouseRule,
    HouseRuleValue,
    KnockAt,
    LayOffRule,
    LayoutRule,
    NextDealer,
    Opponents,
    RuleSet,
    Scoring,
    SetName,
    Shutout,
    TieBreak,
    book_rules,
)

NUMBER_LIMITS: Mapping[str, tuple[int, int]] = {
    HouseRule.HAND_SIZE: (1, 25),
    HouseRule.TARGET: (1, 100_000),
    HouseRule.KNOCK_LIMIT: (0, 500),
    HouseRule.GIN_BONUS: (0, 1000),
    HouseRule.BIG_GIN_BONUS: (0, 1000),
    HouseRule.UNDERCUT_BONUS: (0, 1000),
    HouseRule.MINIMUM_SCORE: (0, 1000),
    HouseRule.GEM_PARTS_KNOCKER: (0, 1000),
    HouseRule.GEM_PARTS_OTHER: (0, 1000),
    HouseRule.RUM_BONUS: (0, 1000),
    HouseRule.GAME_BONUS: (0, 1000),
    HouseRule.BOX_BONUS: (0, 1000),
    HouseRule.SHUTOUT_BONUS: (0, 1000),
    HouseRule.GIN_BOXES: (0, 10),
    HouseRule.BIG_GIN_BOXES: (0, 10),
    HouseRule.UNDERCUT_BOXES: (0, 10),
    HouseRule.STAKE_PER_POINT: (0, 100_000),
    HouseRule.STAKE_PER_BOX: (0, 100_000),
}
CHOICES: Mapping[str, type[StrEnum]] = {
    HouseRule.LAY_OFFS: LayOffRule,
    HouseRule.LAYOUT: LayoutRule,
    HouseRule.TIE_BREAK: TieBreak,
    HouseRule.SHUTOUT: Shutout,
    HouseRule.NEXT_DEALER: NextDealer,
    HouseRule.OPPONENTS: Opponents,
}
STAKES = frozenset({HouseRule.STAKE_PER_POINT, HouseRule.STAKE_PER_BOX})
"""House rules whose numbers are hundredths."""
COLUMNS = (1, 3)
KNOCK_AT: Mapping[Game, KnockAt] = {Game.GEM_RUMMY: KnockAt.DICE, Game.GIN_RUMMY: KnockAt.UPCARD}

GEM_PARTS_KEYS = (HouseRule.GEM_PARTS_KNOCKER, HouseRule.GEM_PARTS_OTHER)
_UNDERCUT_KEYS = (HouseRule.UNDERCUT_ON_TIE, HouseRule.UNDERCUT_SCORES_DIFFERENCE)
_EXTRA_BOXES = (HouseRule.GIN_BOXES, HouseRule.BIG_GIN_BOXES, HouseRule.UNDERCUT_BOXES)
_COMMON_KEYS = (
    HouseRule.HAND_SIZE,
    HouseRule.TARGET,
    HouseRule.KNOCK_LIMIT,
    HouseRule.UNDERCUT_BONUS,
    HouseRule.LAYOUT,
    HouseRule.TIE_BREAK,
)
HOUSE_RULES: Mapping[Game, tuple[HouseRule, ...]] = {
    Game.GEM_RUMMY: (
        *_COMMON_KEYS,
        HouseRule.GIN_BONUS,
        HouseRule.BIG_GIN_BONUS,
        *_UNDERCUT_KEYS,
        HouseRule.MINIMUM_SCORE,
        *GEM_PARTS_KEYS,
        HouseRule.LAY_OFFS,
    ),
    Game.GIN_RUMMY: (
        *_COMMON_KEYS,
        HouseRule.STRAIGHT,
        HouseRule.SPADES_DOUBLE,
        HouseRule.GIN_BONUS,
        HouseRule.BIG_GIN_BONUS,
        *_UNDERCUT_KEYS,
        HouseRule.MINIMUM_SCORE,
        HouseRule.LAY_OFFS,
        HouseRule.GAME_BONUS,
        HouseRule.BOX_BONUS,
        HouseRule.SHUTOUT,
        HouseRule.SHUTOUT_BONUS,
        HouseRule.COLUMNS,
        HouseRule.ACE_ALLOWS_ONE,
        HouseRule.NEXT_DEALER,
        HouseRule.OPPONENTS,
        *_EXTRA_BOXES,
        HouseRule.STAKE_PER_POINT,
        HouseRule.STAKE_PER_BOX,
    ),
    Game.KNOCK_RUMMY: (*_COMMON_KEYS, HouseRule.RUM_BONUS, HouseRule.ZERO_SUM),
}

GAME_RULES: frozenset[str] = frozenset(
    {
        HouseRule.TARGET,
        HouseRule.COLUMNS,
        HouseRule.TIE_BREAK,
        HouseRule.GAME_BONUS,
        HouseRule.BOX_BONUS,
        HouseRule.SHUTOUT,
        HouseRule.SHUTOUT_BONUS,
        HouseRule.NEXT_DEALER,
        HouseRule.OPPONENTS,
        *_EXTRA_BOXES,
        *STAKES,
    }
)
"""What belongs to the whole game: who deals, when it ends, what that is worth. All others rule each hand by itself."""

NULLABLE: Mapping[Game, frozenset[str]] = {
    Game.GEM_RUMMY: frozenset({HouseRule.BIG_GIN_BONUS}),
    Game.GIN_RUMMY: frozenset({HouseRule.BIG_GIN_BONUS, HouseRule.BIG_GIN_BOXES}),
    Game.KNOCK_RUMMY: frozenset({HouseRule.KNOCK_LIMIT}),
}


NOT_IN_FORM: Mapping[Form | None, frozenset[HouseRule]] = {
    None: frozenset({HouseRule.OPPONENTS}),
    Form.PARTNERS: frozenset(),
    Form.CAPTAIN: frozenset({HouseRule.OPPONENTS}),
    Form.CUTTHROAT: frozenset({HouseRule.OPPONENTS, HouseRule.NEXT_DEALER}),
}
"""What can't be chosen: only partners change opponents, and in cutthroat the player who comes in deals."""


@dataclass(frozen=True, slots=True)
class OtherWay:
    """A rule of the register by which a table plays otherwise than by its book: who plays by the values plays by it."""

    rule: str
    values: Mapping[HouseRule, HouseRuleValue]
    cited_for: tuple[str, ...] = ()


_ONLY_LOWER = {HouseRule.UNDERCUT_ON_TIE: False}
_FLAT = {HouseRule.UNDERCUT_SCORES_DIFFERENCE: False}
_UNDERCUTS = (OtherWay("R.7", _ONLY_LOWER, ("undercut",)), OtherWay("R.7", _FLAT, ("undercut",)))
_GAMERULES = (
    OtherWay("G.end", {HouseRule.TARGET: 110}),  # for three players too: R.13
    OtherWay("G.undercut", {**_ONLY_LOWER, **_FLAT}, ("undercut",)),
)
_UK = (
    OtherWay("N.uk", {HouseRule.GIN_BONUS: 20}, ("gin_bonus",)),
    OtherWay("N.uk", {HouseRule.UNDERCUT_BONUS: 10}, ("undercut",)),
)
_FULL_SCORING = (
    OtherWay("T.game-bonus", {HouseRule.GAME_BONUS: 100}, ("game_bonus",)),
    OtherWay("T.box-bonus", {HouseRule.BOX_BONUS: 25}, ("box_bonus",)),
    OtherWay("T.shutout", {HouseRule.SHUTOUT: Shutout.HAND_POINTS.value}, ("shutout",)),
)
_OTHER_SCORING = (
    OtherWay("T.box-20", {HouseRule.BOX_BONUS: 20}, ("box_bonus",)),
    OtherWay("T.shutout-difference", {HouseRule.SHUTOUT: Shutout.DIFFERENCE.value}, ("shutout",)),
)
_SETTLING = (
    OtherWay("T.shutout-bonus", {HouseRule.SHUTOUT_BONUS: 100}),
    OtherWay("T.extra-boxes", {HouseRule.GIN_BOXES: 2, HouseRule.UNDERCUT_BOXES: 1}),
    OtherWay("T.loser-deals", {HouseRule.NEXT_DEALER: NextDealer.LOSER.value}),
    OtherWay("T.winner-deals", {HouseRule.NEXT_DEALER: NextDealer.WINNER.value}),
)
_ACE_ALLOWS_ONE = (OtherWay("T.oklahoma-ace-one", {HouseRule.ACE_ALLOWS_ONE: True}, ("knock_on_ace",)),)
_OKLAHOMA = (
    OtherWay("T.oklahoma-target", {HouseRule.TARGET: 150}),
    OtherWay("T.oklahoma", {HouseRule.KNOCK_LIMIT: KnockAt.UPCARD.value}, ("knock",)),
    OtherWay("T.oklahoma-spade", {HouseRule.SPADES_DOUBLE: True}, ("spade_doubles",)),
)
_HOLLYWOOD = (OtherWay("T.hollywood", {HouseRule.COLUMNS: 3}),)
_STRAIGHT_RULE = {HouseRule.STRAIGHT: True}
_STRAIGHT = (
    OtherWay("T.straight", _STRAIGHT_RULE, ("knock",)),
    OtherWay(  # only Gin ends a hand, and on Gin nobody lays off
        "N.gin",
        _STRAIGHT_RULE,
        ("no_lay_off_on_gin", "knocker_no_lay_off", "lay_off", "misfit", "lay_off_held", "laid_off"),
    ),
)
OTHER_WAYS: Mapping[Game, tuple[OtherWay, ...]] = {
    Game.GEM_RUMMY: (*_UNDERCUTS, *_GAMERULES),
    Game.GIN_RUMMY: (
        *_UK,
        *_UNDERCUTS,
        *_FULL_SCORING,
        *_OTHER_SCORING,
        *_SETTLING,
        *_OKLAHOMA,
        *_ACE_ALLOWS_ONE,
        *_HOLLYWOOD,
        *_STRAIGHT,
    ),
    Game.KNOCK_RUMMY: (),
}
"""Where two replace the same citation, the later one is cited."""


@dataclass(frozen=True, slots=True)
class NamedSet:
    ways: tuple[OtherWay, ...] = ()

    @property
    def values(self) -> dict[str, HouseRuleValue]:
        return {rule.value: value for way in self.ways for rule, value in way.values.items()}


NAMED_SETS: Mapping[Game, Mapping[str, NamedSet]] = {
    Game.GEM_RUMMY: {SetName.PUBLISHER: NamedSet(), SetName.GAMERULES: NamedSet(_GAMERULES)},
    Game.GIN_RUMMY: {
        SetName.NORTH_AMERICAN: NamedSet(),
        SetName.UK: NamedSet(_UK),
        SetName.FULL_SCORING: NamedSet(_FULL_SCORING),
        SetName.HOLLYWOOD: NamedSet((*_FULL_SCORING, *_HOLLYWOOD)),
        SetName.OKLAHOMA: NamedSet((*_OKLAHOMA, *_FULL_SCORING)),
        SetName.HOLLYWOOD_OKLAHOMA: NamedSet((*_OKLAHOMA, *_FULL_SCORING, *_HOLLYWOOD)),
        SetName.STRAIGHT: NamedSet(_STRAIGHT),
    },
    Game.KNOCK_RUMMY: {},
}


@dataclass(frozen=True, slots=True)
class Allowed:
    numbers: tuple[int, int] | None
    values: tuple[HouseRuleValue, ...]

    def __contains__(self, value: object) -> bool:
        if self.numbers and type(value) is int:
            return self.numbers[0] <= value <= self.numbers[1]
        return any(value == own and type(value) is type(own) for own in self.values)


class Contradiction(StrEnum):
    BIG_GIN_BELOW_GIN = "big-gin-below-gin"
    UNDERCUT_FOR_NOTHING = "undercut-for-nothing"
    NOBODY_KNOCKS = "nobody-knocks"
    NO_KNOCK_TO_RAISE = "no-knock-to-raise"
    MINIMUM_OVER_TARGET = "minimum-over-target"
    NOTHING_TO_DRAW = "nothing-to-draw"
    NO_ACE_TO_KNOCK_WITH = "no-ace-to-knock-with"
    NO_BIG_GIN = "no-big-gin"
    BOXES_FOR_NOTHING = "boxes-for-nothing"
    TWO_SHUTOUTS = "two-shutouts"
    TWO_STAKES = "two-stakes"
    NO_OPPONENTS_TO_KEEP = "no-opponents-to-keep"
    NEWCOMER_DEALS = "newcomer-deals"


_ALONE = frozenset(
    {
        Contradiction.NO_ACE_TO_KNOCK_WITH,
        Contradiction.NO_BIG_GIN,
        Contradiction.BOXES_FOR_NOTHING,
        Contradiction.NO_OPPONENTS_TO_KEEP,
        Contradiction.NEWCOMER_DEALS,
    }
)
"""What one house rule alone contradicts, as long as the table leaves the other as it is."""


@dataclass(frozen=True, slots=True)
class Contradicting:
    why: Contradiction
    rules: RuleSet


class HouseRuleProblem(StrEnum):
    UNKNOWN = "house-rule-unknown"
    WRONG_VALUE = "house-rule-value"
    CONTRADICTION = "house-rules-contradict"


class HouseRuleError(ValueError):
    def __init__(self, problem: HouseRuleProblem, keys: tuple[str, ...], facts: Game | Allowed | Contradicting) -> None:
        super().__init__(f"{problem}: {', '.join(keys)}")
        self.problem = problem
        self.keys = keys
        self.facts = facts


def ruleset_for(
    game: Game, seats: int, house_rules: Mapping[str, HouseRuleValue] | None = None, form: Form | None = None
) -> RuleSet:
    if not house_rules:
        return book_rules(game, seats, form)
    for key, value in house_rules.items():
        if key not in HOUSE_RULES[game]:
            raise HouseRuleError(HouseRuleProblem.UNKNOWN, (key,), game)
        allowed = allowed_values(game, key)
        if value not in allowed:
            raise HouseRuleError(HouseRuleProblem.WRONG_VALUE, (key,), allowed)
    return _changed_rules(game, seats, tuple(house_rules.items()), form)


@lru_cache(maxsize=256)
def _changed_rules(
    game: Game, seats: int, changes: tuple[tuple[str, HouseRuleValue], ...], form: Form | None
) -> RuleSet:
    """Return the rules with house rules whose values are checked; cached, as the hands of a game share them."""
    book = book_rules(game, seats, form)
    chosen: dict[str, Any] = {key: _choice(key, value) for key, value in changes}
    rules = replace(book, **chosen)
    for why, keys in _contradictions(rules):
        if why in _ALONE or chosen.keys() >= set(keys) - {"players", "form"}:
            raise HouseRuleError(HouseRuleProblem.CONTRADICTION, keys, Contradicting(why, rules))
    changed = {rule: rules.value(rule) for rule in map(HouseRule, chosen) if rules.value(rule) != book.value(rule)}
    ways = [way for way in OTHER_WAYS[game] if changed.items() >= way.values.items()]
    cited: dict[str, Any] = {field: way.rule for way in ways for field in way.cited_for}
    if game is Game.KNOCK_RUMMY and rules.knock_limit is not None:
        cited["knock"] = "R.20"
    return replace(
        rules,
        cites=replace(book.cites, **cited),
        changed=frozenset(changed),
        other_ways=frozenset(way.rule for way in ways),
        named_set=_named_set(game, changed),
    )


def _choice(key: str, value: HouseRuleValue) -> HouseRuleValue:
    if key in CHOICES:
        return CHOICES[key](str(value))
    return KnockAt(value) if key == HouseRule.KNOCK_LIMIT and isinstance(value, str) else value


@cache
def allowed_values(game: Game, key: str) -> Allowed:
    if key in CHOICES:
        return Allowed(None, tuple(choice.value for choice in CHOICES[key]))
    if key == HouseRule.COLUMNS:
        return Allowed(None, COLUMNS)
    if key not in NUMBER_LIMITS:
        return Allowed(None, (True, False))
    knock_at = (KNOCK_AT[game].value,) if key == HouseRule.KNOCK_LIMIT and game in KNOCK_AT else ()
    return Allowed(NUMBER_LIMITS[key], (*knock_at, None) if key in NULLABLE[game] else knock_at)


def _contradictions(rules: RuleSet) -> Iterator[tuple[Contradiction, tuple[str, ...]]]:
    """Yield every pair of house rules that contradict each other, whether the table chose them or not."""
    if rules.big_gin_bonus is not None and rules.big_gin_bonus < rules.gin_bonus:
        yield Contradiction.BIG_GIN_BELOW_GIN, (HouseRule.GIN_BONUS, HouseRule.BIG_GIN_BONUS)
    if rules.scoring is Scoring.KNOCKER and not rules.undercut_bonus and not rules.undercut_scores_difference:
        yield Contradiction.UNDERCUT_FOR_NOTHING, (HouseRule.UNDERCUT_BONUS, HouseRule.UNDERCUT_SCORES_DIFFERENCE)
    if rules.straight:
        for rule in (HouseRule.KNOCK_LIMIT, HouseRule.UNDERCUT_BONUS, *_UNDERCUT_KEYS, HouseRule.UNDERCUT_BOXES):
            yield Contradiction.NOBODY_KNOCKS, (HouseRule.STRAIGHT, rule)
        if rules.minimum_score:
            yield Contradiction.NO_KNOCK_TO_RAISE, (HouseRule.STRAIGHT, HouseRule.MINIMUM_SCORE)
    if rules.minimum_score > rules.target:
        yield Contradiction.MINIMUM_OVER_TARGET, (HouseRule.MINIMUM_SCORE, HouseRule.TARGET)
    if rules.seats * rules.hand_size >= DECK_SIZE:
        yield Contradiction.NOTHING_TO_DRAW, (HouseRule.HAND_SIZE, "players")
    if rules.ace_allows_one and rules.knock_limit is not KnockAt.UPCARD:
        yield Contradiction.NO_ACE_TO_KNOCK_WITH, (HouseRule.KNOCK_LIMIT, HouseRule.ACE_ALLOWS_ONE)
    if rules.big_gin_boxes is not None and rules.big_gin_bonus is None:
        yield Contradiction.NO_BIG_GIN, (HouseRule.BIG_GIN_BONUS, HouseRule.BIG_GIN_BOXES)
    if rules.big_gin_boxes is not None and rules.big_gin_boxes < rules.gin_boxes:
        yield Contradiction.BIG_GIN_BELOW_GIN, (HouseRule.GIN_BOXES, HouseRule.BIG_GIN_BOXES)
    if not rules.box_bonus and not rules.stake_per_box:
        for rule in _EXTRA_BOXES:
            if rules.value(rule):
                yield Contradiction.BOXES_FOR_NOTHING, (HouseRule.BOX_BONUS, rule)
    if rules.shutout_bonus and rules.shutout is not Shutout.NONE:
        yield Contradiction.TWO_SHUTOUTS, (HouseRule.SHUTOUT, HouseRule.SHUTOUT_BONUS)
    if rules.stake_per_point and rules.stake_per_box:
        yield Contradiction.TWO_STAKES, (HouseRule.STAKE_PER_POINT, HouseRule.STAKE_PER_BOX)
    if rules.opponents is Opponents.STAY and HouseRule.OPPONENTS in NOT_IN_FORM[rules.form]:
        yield Contradiction.NO_OPPONENTS_TO_KEEP, (HouseRule.OPPONENTS, "form")
    if rules.next_dealer is not NextDealer.NEXT_SEAT and HouseRule.NEXT_DEALER in NOT_IN_FORM[rules.form]:
        yield Contradiction.NEWCOMER_DEALS, (HouseRule.NEXT_DEALER, "form")


def _named_set(game: Game, changed: Mapping[HouseRule, HouseRuleValue]) -> SetName | None:
    played = {rule: value for rule, value in changed.items() if rule is not HouseRule.TARGET}
    for name, named in NAMED_SETS[game].items():
        if named.ways and played == {rule: value for rule, value in named.values.items() if rule != HouseRule.TARGET}:
            return SetName(name)
    return None


def values_of_set(game: Game, name: str) -> dict[str, HouseRuleValue]:
    return NAMED_SETS[game].get(name, NamedSet()).values


def rules_of_hands(house_rules: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in house_rules.items() if key not in GAME_RULES}


def plays_without_gem_parts(house_rules: Mapping[str, object]) -> bool:
    """Return whether house rules do away with Gem Parts, by giving nobody points for it (R.9)."""
    return all(house_rules.get(key) == 0 for key in GEM_PARTS_KEYS)


def book_value(game: Game, seats: int, key: str, form: Form | None = None) -> HouseRuleValue:
    return book_rules(game, seats, form).value(HouseRule(key))
