"""House rules in words: labels, values, named sets, and why a set cannot stand."""

from collections.abc import Mapping
from typing import assert_never

from companion.rules.rummy.house_rules import (
    GEM_PARTS_KEYS,
    NAMED_SETS,
    HouseRuleError,
    HouseRuleProblem,
    HouseRuleValue,
    book_value,
    plays_without_gem_parts,
    ruleset_for,
)
from companion.rules.rummy.ruleset import Game, KnockAt, LayOffRule, LayoutRule, Shutout, TieBreak
from companion.wording.cards import GAME_WORDS

SET_NAMES = {
    "publisher": "An equal count undercuts too",
    "gamerules": "Only a lower count undercuts",
    "north-american": "North American",
    "uk": "British",
    "full-scoring": "Full scoring",
    "hollywood": "Hollywood",
    "oklahoma": "Oklahoma",
    "hollywood-oklahoma": "Hollywood Oklahoma",
    "straight": "Straight Gin",
}
SET_WORDS = {
    "publisher": "For 25 and the difference, as in the rulebook in the box.",
    "gamerules": "For 25 and nothing else. Three players play to 110 too.",
    "north-american": "To 100, with 25 for Gin and for an undercut.",
    "uk": "Gin is 20 and an undercut 10.",
    "full-scoring": "100 for the game and 25 for each hand won; a shutout doubles the hands.",
    "hollywood": "Three games at once on one sheet, with full scoring.",
    "oklahoma": "The upcard sets the knock, a spade doubles, to 150, with full scoring.",
    "hollywood-oklahoma": "Three games of Oklahoma at once, with full scoring.",
    "straight": "Nobody knocks: a hand ends with Gin.",
}
"""Each named set in a sentence."""
SUMMARY_NAMES = {**SET_NAMES, "gamerules": "only a lower count undercuts"}
"""The named sets within a line."""
BY_THE_BOOK = "by the book"
BY_THE_SET = "as chosen above"

LABELS = {
    "target": "The game goes to",
    "hand_size": "Cards per player",
    "knock_limit": "A knock needs at most",
    "gin_bonus": "Gin",
    "big_gin_bonus": "Big Gin",
    "undercut_bonus": "Undercut",
    "undercut_on_tie": "Equal deadwood undercuts",
    "undercut_scores_difference": "An undercut scores the difference too",
    "minimum_score": "Minimum score",
    "gem_parts_knocker": "Gem Parts, for the Knocker",
    "gem_parts_other": "Gem Parts, for another player",
    "rum_bonus": "Rum, from each opponent",
    "zero_sum": "Opponents pay the winner",
    "lay_offs": "Lay-offs",
    "layout": "A hand scores",
    "tie_break": "If the totals are tied",
    "straight": "Straight Gin, without knocking",
    "spades_double": "A spade as the upcard doubles the hand",
    "game_bonus": "Bonus for ending the game",
    "box_bonus": "Bonus for each hand won",
    "shutout": "If the loser has no entry",
    "columns": "Games at once",
}
"""In the order in which forms ask for them."""

VALUE_NAMES: Mapping[str, str] = {
    KnockAt.DICE: "the dice",
    KnockAt.UPCARD: "the upcard",
    Shutout.NONE: "nothing more",
    Shutout.HAND_POINTS: "the hands count twice",
    Shutout.DIFFERENCE: "the difference counts twice",
    LayOffRule.AS_PLAYED: "the players find them",
    LayOffRule.FOUND: "the app finds them",
    LayoutRule.AS_LAID: "as it was laid",
    LayoutRule.BEST: "at its best layout",
    TieBreak.FINAL_HAND: "the last hand decides",
    TieBreak.PLAY_ON: "another hand decides",
}
COLUMN_NAMES: Mapping[HouseRuleValue, str] = {1: "one", 3: "three, as in Hollywood"}
NOT_PLAYED = "not played"
GEM_PARTS_LABEL = "Gem Parts"
GEM_PARTS_PLAYED = "played"
NONE_NAMES = {"knock_limit": "no limit", "big_gin_bonus": NOT_PLAYED}
"""What a house rule without a value means."""


def value_name(key: str, value: HouseRuleValue) -> str:
    """Return a house rule's value in words."""
    if value is None:
        return NONE_NAMES[key]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key == "columns":
        return COLUMN_NAMES.get(value, str(value))
    return VALUE_NAMES.get(value, value) if isinstance(value, str) else str(value)


def labeled_rules(rules: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Return house rules as labels and values, unknown ones as they are stored; Gem Parts for nothing isn't played."""
    without = plays_without_gem_parts(rules)
    named = [
        (LABELS.get(key, key), _stored_value(key, value))
        for key, value in rules.items()
        if not (without and key in GEM_PARTS_KEYS)
    ]
    return (*named, (GEM_PARTS_LABEL, NOT_PLAYED)) if without else tuple(named)


def house_rule_list(rules: Mapping[str, object]) -> str:
    """Return stored house rules in words."""
    return ", ".join(f"{label.lower()} {value}" for label, value in labeled_rules(rules)) or BY_THE_BOOK


def rules_of_some_hands(first: int, last: int | None, rules: Mapping[str, object]) -> str:
    """Return by which house rules some hands of a game were played; without a last one, all from the first on.

    >>> rules_of_some_hands(4, None, {"knock_limit": 8})
    'From hand 4: a knock needs at most 8'
    """
    if last is None:
        hands = FROM_HAND.format(number=first)
    elif first == last:
        hands = f"Hand {first}"
    else:
        hands = f"Hands {first} to {last}"
    return f"{hands}: {house_rule_list(rules)}"


def _stored_value(key: str, value: object) -> str:
    return value_name(key, value) if value is None or isinstance(value, (int, str)) else str(value)


def rules_error_sentence(error: HouseRuleError) -> str:
    """Return why house rules cannot stand."""
    names = " and ".join(f"“{LABELS.get(key, key)}”" for key in error.keys)
    match error.problem:
        case HouseRuleProblem.CONTRADICTION:
            return f"{names} contradict each other: {error.expected}."
        case HouseRuleProblem.UNKNOWN:
            return f"This game has no house rule {names}."
        case HouseRuleProblem.WRONG_VALUE:
            alternatives = ["“none”" if value is None else f"“{value}”" for value in error.alternatives]
            return f"{names} has to be {' or '.join([error.expected, *alternatives])}."
        case _:
            assert_never(error.problem)


def number_error_sentence(key: str, limits: tuple[int, int], text: str) -> str:
    """Return why a typed value is not a number that a house rule can have."""
    return f"{LABELS[key]}: enter a whole number from {limits[0]} to {limits[1]}, not “{text[:20]}”."


def see_rule(key: str) -> str:
    """Return at which other rule an error stands."""
    return f"{SEE}“{LABELS.get(key, key)}”."


def none_hint(key: str) -> str:
    """Return what to enter for a rule to have no value."""
    return f"“none” means {NONE_NAMES[key]}"


def upcard_hint() -> str:
    """Return what to enter for the upcard to set the knock."""
    return "“upcard” means the upcard’s number"


def rules_summary(game: Game, seats: int, rules: Mapping[str, HouseRuleValue]) -> str:
    """Return in one line what is played: the game, how far, and by which rules."""
    changed = {key: value for key, value in rules.items() if value != book_value(game, seats, key)}
    line = f"{GAME_WORDS[game]} to {ruleset_for(game, seats, rules).target}"
    named = next(
        (name for name, values in NAMED_SETS[game].items() if values and _besides_target(values, changed)), None
    )
    if named is not None:
        return f"{line}, {SUMMARY_NAMES[named]}"
    besides = {key: value for key, value in changed.items() if key != "target"}
    others = [f"{label.lower()}: {value}" for label, value in labeled_rules(besides)]
    return ", ".join([line, *others]) if others else f"{line}, {BY_THE_BOOK}"


def _besides_target(values: Mapping[str, HouseRuleValue], changed: Mapping[str, HouseRuleValue]) -> bool:
    """Return whether two sets of house rules play the same, however far the game goes."""
    return {**values, "target": None} == {**changed, "target": None}


def since_sentences(position: int, game_rules: Mapping[str, object], *, is_entered: bool) -> tuple[str, ...]:
    """Return what is said before house rules are changed from a hand on, which isn't recorded yet.

    `game_rules` are the changed ones that belong to the whole game.
    """
    return (
        *((COMING_HAND_ENTERED.format(number=position),) if is_entered else ()),
        EARLIER_HANDS_STAY,
        *((OF_THE_WHOLE_GAME.format(rules=house_rule_list(game_rules)),) if game_rules else ()),
    )


def ending_change(*, over_before: bool, over_after: bool, same_winners: bool) -> str:
    """Return what a change of house rules would do to the end of a game; empty where nothing."""
    if over_before != over_after:
        return "The game would be over." if over_after else "The game would go on."
    return "" if same_winners else "Someone else would win."


FROM_HAND = "From hand {number}"
FROM_HAND_ON = "From hand {number} on"
NO_HAND_CHANGES = "No recorded hand would change."
EARLIER_HANDS_STAY = "The hands before it keep their rules and their points."
COMING_HAND_ENTERED = "Hand {number} isn’t recorded yet: it is played by the new rules, with what is entered of it."
OF_THE_WHOLE_GAME = "For the whole game in any case: {rules}."
FOR_THE_WHOLE_GAME = "For the whole game"
PLAY_BY_THESE = "Play by these rules"
OTHER_RULES = "house rules of this hand: {rules}"
SEE = "See "
RULES_CONFLICT = "Someone just changed this game. This is what these rules would change now."
