"""The rummies as data: names, who may play, and how their house rules are asked for."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import abort

from companion.rules.rummy.ruleset import (
    CHOICES,
    HOUSE_RULES,
    NULLABLE,
    NUMBER_LIMITS,
    SEATS,
    Game,
    HouseRuleValue,
    book_value,
    ruleset_for,
)
from companion.wording.cards import GAME_WORDS
from companion.wording.game.house_rules import LABELS, NONE_NAMES, VALUE_NAMES, number_error_sentence, value_name


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


def _info(key: Game, line: str, *, sides_for: tuple[int, ...] = ()) -> GameInfo:
    rules = ruleset_for(key, SEATS[key].start)
    return GameInfo(key, GAME_WORDS[key], line, SEATS[key], rules.has_dice, rules.has_gems, sides_for)


GAMES: Mapping[str, GameInfo] = {
    info.key: info
    for info in (
        _info(Game.GEM_RUMMY, "2 or 3 players, dice, gems"),
        _info(Game.GIN_RUMMY, "2 players, knock at 10"),
        _info(Game.KNOCK_RUMMY, "2 to 7 players, no lay-offs", sides_for=(4, 6)),
    )
}


def require_rummy(game: str) -> None:
    """Answer 404 where a game is not a rummy."""
    if game not in GAMES:
        abort(404)


@dataclass(frozen=True, slots=True)
class RuleField:
    """One house rule on a form: a number to type, or a choice; empty means the book's value."""

    key: str
    label: str
    book: str
    hint: str
    options: tuple[tuple[str, str], ...] = ()
    value: str = ""
    error: str = ""


def rule_fields(game: Game, seats: int, typed: Mapping[str, str], errors: Mapping[str, str]) -> tuple[RuleField, ...]:
    """Return a game's house rules as fields, with what was typed and its errors."""
    return tuple(
        RuleField(
            key=key,
            label=LABELS[key],
            book=value_name(key, book_value(game, seats, key)),
            hint=f"“none” means {NONE_NAMES[key]}" if key in NULLABLE[game] else "",
            options=_options(key),
            value=typed.get(key, ""),
            error=errors.get(key, ""),
        )
        for key in LABELS
        if key in HOUSE_RULES[game]
    )


def _options(key: str) -> tuple[tuple[str, str], ...]:
    if key in CHOICES:
        return tuple((choice.value, VALUE_NAMES[choice]) for choice in CHOICES[key])
    return () if key in NUMBER_LIMITS else (("yes", "yes"), ("no", "no"))


class UnreadableRuleError(ValueError):
    """A house rule was typed that is not one of its values."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


_NONE_WORDS = frozenset({"none", "no", "-", "no limit", "not played"})


def read_rules(game: Game, typed: Mapping[str, str]) -> dict[str, HouseRuleValue]:
    """Return the house rules that a form sets; an empty field changes nothing."""
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
    raise UnreadableRuleError(key, number_error_sentence(key, NUMBER_LIMITS[key], text))


def typed_rules(rules: Mapping[str, object]) -> dict[str, str]:
    """Return house rules as they would be typed."""
    return {key: _typed(value) for key, value in rules.items()}


def _typed(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
