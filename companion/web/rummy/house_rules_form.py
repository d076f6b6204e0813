"""The form of a rummy's house rules, in a new game and in one that goes on.

An empty field leaves the value of the named set, or of the book.
"""

import re
from collections.abc import Mapping
from typing import Self

from werkzeug.datastructures import MultiDict
from wtforms import Field, RadioField, SelectChoice  # type: ignore[attr-defined]  # the stubs are of WTForms 3.2

from companion.rules.rummy.house_rules import (
    CHOICES,
    COLUMNS,
    GEM_PARTS_KEYS,
    HOUSE_RULES,
    KNOCK_AT,
    NAMED_SETS,
    NOT_IN_FORM,
    NULLABLE,
    NUMBER_LIMITS,
    STAKES,
    HouseRuleError,
    book_value,
    plays_without_gem_parts,
    values_of_set,
)
from companion.rules.rummy.ruleset import SEATS, Form, Game, HouseRule, HouseRuleValue, KnockAt
from companion.web.base.forms import AppForm, TextField
from companion.wording.house_rules import (
    BY_THE_BOOK,
    BY_THE_SET,
    GEM_PARTS_LABEL,
    GEM_PARTS_PLAYED,
    LABELS,
    NOT_PLAYED,
    SET_NAMES,
    STAKE_HINT,
    UPCARD_HINT,
    VALUE_NAMES,
    hundredths,
    label_of,
    none_hint,
    number_error_sentence,
    rules_error_sentence,
    see_rule,
    set_words,
    value_name,
)

PREFIX = "rule-"
GEM_PARTS = "gem_parts"
"""A field of the form only, which sets both numbers of Gem Parts."""
_NOT_PLAYED = "no"


def rules_asked(game: Game, form: Form | None) -> tuple[HouseRule, ...]:
    """Return the house rules that a form of a game can have, in the order in which they are asked."""
    return tuple(rule for rule in LABELS if rule in HOUSE_RULES[game] and rule not in NOT_IN_FORM[form])


class HouseRulesForm(AppForm):
    """A field for each house rule of a game, named by its key."""

    @classmethod
    def of(
        cls,
        game: Game,
        seats: int,
        values: Mapping[str, str] | None = None,
        sent: MultiDict[str, str] | None = None,
        *,
        named_set: str = "",
        form: Form | None = None,
    ) -> Self:
        """Return the form of a game with values, or as it was sent; an empty field is as in the named set."""
        named = values_of_set(game, named_set)
        keys = rules_asked(game, form)
        unchanged = {key: named.get(key, book_value(game, seats, key, form)) for key in keys}
        sources = {key: BY_THE_SET if key in named else BY_THE_BOOK for key in keys}
        fields: dict[str, Field] = {}
        for key in keys:
            if key == GEM_PARTS_KEYS[0]:
                fields[GEM_PARTS] = _gem_parts_field()
            fields[key.value] = _field(game, key, unchanged[key], sources[key], label_of(key, form))
        as_unchanged = typed_rules({key: value for key, value in unchanged.items() if _options(key)})
        changed = {key: value for key, value in (values or {}).items() if value != as_unchanged.get(key)}
        made: Self = type(cls.__name__, (cls,), fields)(sent, prefix=PREFIX, data=changed)
        return made

    @property
    def typed(self) -> dict[str, str]:
        """What was entered, by the keys of the rules."""
        return {key: value or "" for key, value in self.data.items()}

    def add_errors(self, errors: Mapping[str, str]) -> None:
        """Add errors by the keys of the rules; those about anything else are about the whole form."""
        for key, error in errors.items():
            self.add_error(error, key if key in self else "")


def _field(game: Game, key: HouseRule, unchanged: HouseRuleValue, source: str, label: str) -> Field:
    options = _options(key)
    if options:
        name = value_name(key, unchanged)
        others = [option for option in options if option[1] != name]
        return RadioField(
            label,
            choices=[SelectChoice("", name), *(SelectChoice(*option) for option in others)],
            default="",
            description=source,
            validate_choice=False,
        )
    hint = none_hint(key) if key in NULLABLE[game] else UPCARD_HINT if _may_be_upcard(game, key) else ""
    keys = "text" if hint else "numeric"
    if key in STAKES:
        hint, keys = STAKE_HINT, "decimal"
    attributes = {"placeholder": _typed(key, unchanged), "inputmode": keys, "maxlength": 12}
    return TextField(label, description=hint, render_kw=attributes)


def _gem_parts_field() -> Field:
    """Return the choice whether Gem Parts is played at all; if not, its two numbers are 0 and need no field."""
    choices = [SelectChoice("", GEM_PARTS_PLAYED), SelectChoice(_NOT_PLAYED, NOT_PLAYED)]
    return RadioField(GEM_PARTS_LABEL, choices=choices, default="", description=BY_THE_BOOK, validate_choice=False)


def _options(key: str) -> tuple[tuple[str, str], ...]:
    if key in CHOICES:
        return tuple((choice.value, VALUE_NAMES[choice]) for choice in CHOICES[key])
    if key == HouseRule.COLUMNS:
        return tuple((str(number), value_name(key, number)) for number in COLUMNS)
    return () if key in NUMBER_LIMITS else (("yes", "yes"), ("no", "no"))


def named_sets_of(game: Game, form: Form | None = None) -> tuple[tuple[str, str, str], ...]:
    """Return the named sets of a game: of each its key, its name, and what it plays in a sentence."""
    target = book_value(game, SEATS[game].start, HouseRule.TARGET, form)
    return tuple((name, SET_NAMES[name], set_words(name, target, form)) for name in NAMED_SETS[game])


class UnreadableRuleError(ValueError):
    """A house rule was entered that isn't one of its values."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(sentence)
        self.key = key


_AMOUNT = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")
_NONE_WORDS = frozenset({"none", "no", "-", "no limit", "not played"})


def read_rules(game: Game, typed: Mapping[str, str]) -> dict[str, HouseRuleValue]:
    """Return the house rules that a form sets; an empty field changes nothing."""
    read = {
        rule.value: _read(game, rule, typed[rule].strip())
        for rule in LABELS
        if rule in HOUSE_RULES[game] and typed.get(rule, "").strip()
    }
    without_gem_parts = typed.get(GEM_PARTS) == _NOT_PLAYED and GEM_PARTS_KEYS[0] in HOUSE_RULES[game]
    return {**read, **dict.fromkeys(GEM_PARTS_KEYS, 0)} if without_gem_parts else read


def _may_be_upcard(game: Game, key: str) -> bool:
    return key == HouseRule.KNOCK_LIMIT and KNOCK_AT.get(game) is KnockAt.UPCARD


def _read(game: Game, key: str, text: str) -> HouseRuleValue:
    if key in CHOICES:
        return text
    if key == HouseRule.COLUMNS:
        return int(text) if text in map(str, COLUMNS) else text
    if _may_be_upcard(game, key) and text.lower() == KnockAt.UPCARD:
        return KnockAt.UPCARD.value
    if key not in NUMBER_LIMITS:
        return {"yes": True, "no": False}.get(text.lower(), text)
    if text.lower() in _NONE_WORDS and key in NULLABLE[game]:
        return None
    if key in STAKES and (amount := _AMOUNT.fullmatch(text)):
        return int(amount[1]) * 100 + int((amount[2] or "").ljust(2, "0"))
    if key not in STAKES and text.isdecimal():
        return int(text[:9])
    raise UnreadableRuleError(key, number_error_sentence(key, NUMBER_LIMITS[key], text))


def typed_rules(rules: Mapping[str, object]) -> dict[str, str]:
    """Return house rules as they would be entered."""
    typed = {key: _typed(key, value) for key, value in rules.items()}
    if not plays_without_gem_parts(rules):
        return typed
    return {GEM_PARTS: _NOT_PLAYED, **{key: text for key, text in typed.items() if key not in GEM_PARTS_KEYS}}


def _typed(key: str, value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key in STAKES and isinstance(value, int):
        return hundredths(value)
    return str(value)


def rule_errors(error: UnreadableRuleError | HouseRuleError) -> dict[str, str]:
    """Return an error by the rules it is about: the sentence at the first, at the others where to find it."""
    if isinstance(error, UnreadableRuleError):
        return {error.key: str(error)}
    first, *others = error.keys
    return {first: rules_error_sentence(error), **dict.fromkeys(others, see_rule(first))}
