"""House rules: what a table may change of its game, named sets of them, and what can't stand together."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from companion.rules.rummy.citations import Citations
from companion.rules.rummy.ruleset import (
    DECK_SIZE,
    Game,
    KnockAt,
    LayOffRule,
    LayoutRule,
    RuleSet,
    Scoring,
    Shutout,
    TieBreak,
    book_rules,
)

HouseRuleValue = int | bool | str | None

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
    "game_bonus": (0, 1000),
    "box_bonus": (0, 1000),
}
CHOICES: Mapping[str, type[StrEnum]] = {
    "lay_offs": LayOffRule,
    "layout": LayoutRule,
    "tie_break": TieBreak,
    "shutout": Shutout,
}
COLUMNS = (1, 3)
"""How many games may be played at once."""
KNOCK_AT: Mapping[Game, KnockAt] = {Game.GEM_RUMMY: KnockAt.DICE, Game.GIN_RUMMY: KnockAt.UPCARD}
"""What may set the knock limit of a hand instead of a number."""

GEM_PARTS_KEYS = ("gem_parts_knocker", "gem_parts_other")
_UNDERCUT_KEYS = ("undercut_on_tie", "undercut_scores_difference")
_COMMON_KEYS = ("hand_size", "target", "knock_limit", "undercut_bonus", "layout", "tie_break")
HOUSE_RULES: Mapping[Game, tuple[str, ...]] = {
    Game.GEM_RUMMY: (
        *_COMMON_KEYS,
        "gin_bonus",
        "big_gin_bonus",
        *_UNDERCUT_KEYS,
        "minimum_score",
        *GEM_PARTS_KEYS,
        "lay_offs",
    ),
    Game.GIN_RUMMY: (
        *_COMMON_KEYS,
        "straight",
        "spades_double",
        "gin_bonus",
        "big_gin_bonus",
        *_UNDERCUT_KEYS,
        "minimum_score",
        "lay_offs",
        "game_bonus",
        "box_bonus",
        "shutout",
        "columns",
    ),
    Game.KNOCK_RUMMY: (*_COMMON_KEYS, "rum_bonus", "zero_sum"),
}

GAME_RULES = frozenset({"target", "columns", "tie_break", "game_bonus", "box_bonus", "shutout"})
"""What belongs to the whole game: when it ends and what its end is worth. All others rule each hand by itself."""

NULLABLE: Mapping[Game, frozenset[str]] = {
    Game.GEM_RUMMY: frozenset({"big_gin_bonus"}),
    Game.GIN_RUMMY: frozenset({"big_gin_bonus"}),
    Game.KNOCK_RUMMY: frozenset({"knock_limit"}),
}

BOX_OF_20 = 20
UK: Mapping[str, HouseRuleValue] = {"gin_bonus": 20, "undercut_bonus": 10}  # N, final notes
FULL_SCORING: Mapping[str, HouseRuleValue] = {  # T, end of a game
    "game_bonus": 100,
    "box_bonus": 25,
    "shutout": Shutout.HAND_POINTS.value,
}
OKLAHOMA: Mapping[str, HouseRuleValue] = {  # T, Oklahoma
    "target": 150,
    "knock_limit": KnockAt.UPCARD.value,
    "spades_double": True,
}
NAMED_SETS: Mapping[Game, Mapping[str, Mapping[str, HouseRuleValue]]] = {
    Game.GEM_RUMMY: {
        "publisher": {},
        "gamerules": {  # G, for three players too (ruling 13)
            "target": 110,
            "undercut_on_tie": False,
            "undercut_scores_difference": False,
        },
    },
    Game.GIN_RUMMY: {
        "north-american": {},
        "uk": UK,
        "full-scoring": FULL_SCORING,
        "hollywood": {**FULL_SCORING, "columns": 3},
        "oklahoma": {**OKLAHOMA, **FULL_SCORING},
        "hollywood-oklahoma": {**OKLAHOMA, **FULL_SCORING, "columns": 3},
        "straight": {"straight": True},
    },
    Game.KNOCK_RUMMY: {},
}


class HouseRuleProblem(StrEnum):
    """Why a house rule is refused."""

    UNKNOWN = "house-rule-unknown"
    WRONG_VALUE = "house-rule-value"
    CONTRADICTION = "house-rules-contradict"


class HouseRuleError(ValueError):
    """A house rule that the game doesn't have, a value it can't have, or two rules that contradict."""

    def __init__(
        self,
        problem: HouseRuleProblem,
        keys: tuple[str, ...],
        expected: str,
        alternatives: tuple[HouseRuleValue, ...] = (),
    ) -> None:
        super().__init__(f"{' and '.join(keys)}: {expected}")
        self.problem = problem
        self.keys = keys
        self.expected = expected
        self.alternatives = alternatives
        """What a number may be instead."""


def ruleset_for(game: Game, seats: int, house_rules: Mapping[str, HouseRuleValue] | None = None) -> RuleSet:
    """Return the rules of a game for so many players, with the table's house rules."""
    book, changes = book_rules(game, seats), house_rules or {}
    if not changes:
        return book
    for key, value in changes.items():
        _check_value(game, key, value)
    chosen: dict[str, Any] = {key: _choice(key, value) for key, value in changes.items()}
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
    if rules.knock_limit == KnockAt.UPCARD:
        cites = replace(cites, knock="T.oklahoma")
    if rules.straight:
        # Only Gin ends a hand, and on Gin nobody lays off.
        cites = replace(
            cites,
            knock="T.straight",
            no_lay_off_on_gin="N.gin",
            knocker_no_lay_off="N.gin",
            lay_off="N.gin",
            misfit="N.gin",
            lay_off_held="N.gin",
            laid_off="N.gin",
        )
    if rules.box_bonus == BOX_OF_20:
        cites = replace(cites, box_bonus="T.box-20")
    if rules.shutout is Shutout.DIFFERENCE:
        cites = replace(cites, shutout="T.shutout-difference")
    return cites


def rules_of_hands(house_rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the house rules by which each hand is ruled, without those of the whole game."""
    return {key: value for key, value in house_rules.items() if key not in GAME_RULES}


def plays_without_gem_parts(house_rules: Mapping[str, object]) -> bool:
    """Return whether house rules do away with Gem Parts, by giving nobody points for it (ruling 9)."""
    return all(house_rules.get(key) == 0 for key in GEM_PARTS_KEYS)


def book_value(game: Game, seats: int, key: str) -> HouseRuleValue:
    """Return the rulebook's own value for a house rule."""
    value: HouseRuleValue = getattr(book_rules(game, seats), key)
    return value


def _choice(key: str, value: HouseRuleValue) -> HouseRuleValue:
    if key in CHOICES:
        return CHOICES[key](str(value))
    if key == "knock_limit" and isinstance(value, str):
        return KnockAt(value)
    return value


def _check_value(game: Game, key: str, value: HouseRuleValue) -> None:
    if key not in HOUSE_RULES[game]:
        keys = ", ".join(HOUSE_RULES[game])
        raise HouseRuleError(HouseRuleProblem.UNKNOWN, (key,), f"{game} has {keys}")
    expected = _expected(game, key, value)
    if expected:
        raise HouseRuleError(HouseRuleProblem.WRONG_VALUE, (key,), expected, _alternatives(game, key))


def _expected(game: Game, key: str, value: HouseRuleValue) -> str:
    """Return what a key's value must be; nothing if it's valid."""
    if key in CHOICES:
        names = [choice.value for choice in CHOICES[key]]
        return "" if value in names else f"one of {', '.join(names)}"
    if key == "columns":
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return "" if is_number and value in COLUMNS else "1 or 3"
    if key not in NUMBER_LIMITS:
        return "" if isinstance(value, bool) else "true or false"
    if value in _alternatives(game, key):
        return ""
    low, high = NUMBER_LIMITS[key]
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return ""
    return f"a whole number from {low} to {high}"


def _alternatives(game: Game, key: str) -> tuple[HouseRuleValue, ...]:
    """Return what a house rule may be instead of a number."""
    knock_at = (KNOCK_AT[game].value,) if key == "knock_limit" and game in KNOCK_AT else ()
    return (*knock_at, None) if key in NULLABLE[game] else knock_at


def _check_together(rules: RuleSet, chosen: frozenset[str]) -> None:
    """Raise if two house rules chosen by the table contradict each other."""
    contradictions = (
        (
            rules.big_gin_bonus is not None and rules.big_gin_bonus < rules.gin_bonus,
            ("gin_bonus", "big_gin_bonus"),
            "Big Gin can't be worth less than Gin",
        ),
        (
            rules.scoring == Scoring.KNOCKER and not rules.undercut_bonus and not rules.undercut_scores_difference,
            ("undercut_bonus", "undercut_scores_difference"),
            "an undercut would score nothing at all",
        ),
        *(
            (rules.straight, ("straight", key), "in Straight Gin nobody knocks")
            for key in ("knock_limit", "undercut_bonus", *_UNDERCUT_KEYS)
        ),
        (
            rules.straight and rules.minimum_score > 0,
            ("straight", "minimum_score"),
            "only a knock is raised to the minimum, and in Straight Gin nobody knocks",
        ),
        (
            rules.minimum_score > rules.target,
            ("minimum_score", "target"),
            "the least score of a hand can't be over the target of the game",
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
