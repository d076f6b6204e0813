"""The games one can choose, as data: what they are called, who may play, and how their house rules are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from companion.rules.rummy.ruleset import (
    CHOICES,
    HOUSE_RULES,
    NAMED_SETS,
    NULLABLE,
    NUMBER_LIMITS,
    SEATS,
    Game,
    HouseRuleError,
    HouseRuleProblem,
    HouseRuleValue,
    KnockAt,
    LayOffRule,
    LayoutRule,
    TieBreak,
    book_value,
    ruleset_for,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One game as the screens name it."""

    key: Game
    name: str
    line: str
    seats: range
    has_dice: bool
    has_decks: bool
    sides_for: tuple[int, ...] = ()


def _info(key: Game, name: str, line: str, *, sides_for: tuple[int, ...] = ()) -> GameInfo:
    rules = ruleset_for(key, SEATS[key].start)
    return GameInfo(key, name, line, SEATS[key], rules.has_dice, rules.has_gems, sides_for)


GAMES: Mapping[str, GameInfo] = {
    info.key: info
    for info in (
        _info(Game.GEM_RUMMY, "Gem Rummy", "2 or 3 players, dice, gems"),
        _info(Game.GIN_RUMMY, "Gin Rummy", "2 players, knock at 10"),
        _info(Game.KNOCK_RUMMY, "Knock Rummy", "2 to 7 players, no lay-offs", sides_for=(4, 6)),
    )
}

SET_NAMES = {
    "publisher": "The publisher's rulebook",
    "gamerules": "The gamerules page",
    "north-american": "North American",
    "uk": "British",
}

LABELS = {
    "target": "The game goes to",
    "hand_size": "Cards dealt to each",
    "knock_limit": "A knock needs at most",
    "gin_bonus": "Gin",
    "big_gin_bonus": "Big Gin",
    "undercut_bonus": "Undercut",
    "undercut_on_tie": "Equal deadwood undercuts",
    "undercut_scores_difference": "An undercut scores the difference too",
    "minimum_score": "The least a winning Knocker scores",
    "gem_parts_knocker": "Gem Parts of the Knocker",
    "gem_parts_other": "Gem Parts of another player",
    "rum_bonus": "Rum, from each opponent",
    "zero_sum": "What one collects, the others pay",
    "lay_offs": "Lay-offs",
    "layout": "A hand scores",
    "tie_break": "Equal totals at the end",
}
"""In the order in which they are asked for."""

VALUE_NAMES: Mapping[str, str] = {
    KnockAt.DICE: "the dice",
    LayOffRule.AS_PLAYED: "the players find them",
    LayOffRule.FOUND: "the app finds them",
    LayoutRule.AS_LAID: "as it was laid",
    LayoutRule.BEST: "at its best layout",
    TieBreak.FINAL_HAND: "the last hand decides",
    TieBreak.PLAY_ON: "another hand decides",
}
_NOTHING = {"knock_limit": "no limit", "big_gin_bonus": "not played"}
_NONE_WORDS = frozenset({"none", "no", "-", "no limit", "not played"})


def value_name(key: str, value: HouseRuleValue) -> str:
    """Say a house rule's value in words."""
    if value is None:
        return _NOTHING[key]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return VALUE_NAMES.get(value, value)
    return str(value)


@dataclass(frozen=True, slots=True)
class RuleField:
    """How one house rule is asked for: a number to type, or a choice; empty means what the book says."""

    key: str
    label: str
    book: str
    hint: str
    options: tuple[tuple[str, str], ...] = ()
    value: str = ""
    error: str = ""


def rule_fields(game: Game, seats: int, typed: Mapping[str, str], wrong: Mapping[str, str]) -> tuple[RuleField, ...]:
    """List a game's house rules as fields, with what was typed and what is wrong with it."""
    return tuple(
        RuleField(
            key=key,
            label=LABELS[key],
            book=value_name(key, book_value(game, seats, key)),
            hint=_hint(game, key),
            options=_options(key),
            value=typed.get(key, ""),
            error=wrong.get(key, ""),
        )
        for key in LABELS
        if key in HOUSE_RULES[game]
    )


def _hint(game: Game, key: str) -> str:
    return f"“none”: {_NOTHING[key]}" if key in NULLABLE[game] else ""


def _options(key: str) -> tuple[tuple[str, str], ...]:
    if key in CHOICES:
        return tuple((choice.value, VALUE_NAMES[choice]) for choice in CHOICES[key])
    return () if key in NUMBER_LIMITS else (("yes", "yes"), ("no", "no"))


class UnreadableRuleError(ValueError):
    """What was typed for a house rule is no value of it."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def read_rules(game: Game, typed: Mapping[str, str]) -> dict[str, HouseRuleValue]:
    """Read the fields of the house rules; an empty one changes nothing."""
    return {
        key: _read(game, key, typed[key].strip())
        for key in LABELS
        if key in HOUSE_RULES[game] and typed.get(key, "").strip()
    }


def _read(game: Game, key: str, text: str) -> HouseRuleValue:
    if key in CHOICES:
        return text
    if key not in NUMBER_LIMITS:
        return {"yes": True, "no": False}.get(text.lower(), text)
    if text.lower() in _NONE_WORDS and key in NULLABLE[game]:
        return None
    if text.isdecimal():
        return int(text[:9])
    low, high = NUMBER_LIMITS[key]
    raise UnreadableRuleError(key, f"{LABELS[key]}: a whole number from {low} to {high}, please, not “{text[:20]}”.")


def typed_rules(rules: Mapping[str, object]) -> dict[str, str]:
    """Write house rules as one would have typed them."""
    return {key: _typed(value) for key, value in rules.items()}


def _typed(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def sentence_of(error: HouseRuleError) -> str:
    """Say in one sentence why house rules cannot stand."""
    names = " and ".join(f"“{LABELS.get(key, key)}”" for key in error.keys)
    match error.problem:
        case HouseRuleProblem.CONTRADICTION:
            return f"{names} contradict each other: {error.expected}."
        case HouseRuleProblem.UNKNOWN:
            return f"This game has no house rule {names}."
        case HouseRuleProblem.WRONG_VALUE:
            return f"{names}: {error.expected}."
        case _:
            assert_never(error.problem)


def summary(game: Game, seats: int, rules: Mapping[str, HouseRuleValue]) -> str:
    """Say in one line what is played: the game, how far, and by which rules."""
    rule_set = ruleset_for(game, seats, rules)
    changed = {key: value for key, value in rules.items() if value != book_value(game, seats, key)}
    line = f"{GAMES[game].name} to {rule_set.target}"
    named = next((name for name, found in NAMED_SETS[game].items() if found and dict(found) == changed), None)
    if named is not None:
        return f"{line}, {SET_NAMES[named]}"
    others = [f"{LABELS[key].lower()}: {value_name(key, value)}" for key, value in changed.items() if key != "target"]
    return ", ".join([line, *others]) if others else f"{line}, by the book"
