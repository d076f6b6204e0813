"""House rules in words, and the rules of a table on its help page."""

from collections.abc import Callable, Mapping
from typing import assert_never

from companion.documents.reader import quoted
from companion.rules.rummy.house_rules import (
    GEM_PARTS_KEYS,
    HOUSE_RULES,
    STAKES,
    Allowed,
    Contradicting,
    Contradiction,
    HouseRuleError,
    plays_without_gem_parts,
    ruleset_for,
)
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
    SetName,
    Shutout,
    TieBreak,
)
from companion.wording.cards import GAME_WORDS, plural
from companion.wording.table_forms import GAMES_IN_FORMS

SET_NAMES: Mapping[str, str] = {
    SetName.PUBLISHER: "An equal count undercuts too",
    SetName.GAMERULES: "Only a lower count undercuts",
    SetName.NORTH_AMERICAN: "North American",
    SetName.UK: "British",
    SetName.FULL_SCORING: "Full scoring",
    SetName.HOLLYWOOD: "Hollywood",
    SetName.OKLAHOMA: "Oklahoma",
    SetName.HOLLYWOOD_OKLAHOMA: "Hollywood Oklahoma",
    SetName.STRAIGHT: "Straight Gin",
}
SET_WORDS: Mapping[str, str] = {
    SetName.PUBLISHER: "For 25 and the difference, as in the rulebook in the box.",
    SetName.GAMERULES: "For 25 and nothing else. Three players play to 110 too.",
    SetName.NORTH_AMERICAN: "To {target}, with 25 for Gin and for an undercut.",
    SetName.UK: "Gin is 20 and an undercut 10.",
    SetName.FULL_SCORING: "100 for the game and 25 for each hand won; a shutout doubles the hands.",
    SetName.HOLLYWOOD: "Three games at once on one sheet, with full scoring.",
    SetName.OKLAHOMA: "The upcard sets the knock, a spade doubles, to 150, with full scoring.",
    SetName.HOLLYWOOD_OKLAHOMA: "Three games of Oklahoma at once, with full scoring.",
    SetName.STRAIGHT: "Nobody knocks: a hand ends with Gin.",
}
ROUND_WORDS: Mapping[str, str] = {
    SetName.FULL_SCORING: "100 for the game and 25 for each round won; a shutout doubles the rounds.",
}
"""Of sets that say something else where several hands are a round."""
SUMMARY_NAMES: Mapping[str, str] = {**SET_NAMES, SetName.GAMERULES: "only a lower count undercuts"}
BY_THE_BOOK = "by the book"
BY_THE_SET = "as chosen above"

LABELS: Mapping[HouseRule, str] = {
    HouseRule.TARGET: "The game goes to",
    HouseRule.HAND_SIZE: "Cards per player",
    HouseRule.KNOCK_LIMIT: "A knock needs at most",
    HouseRule.GIN_BONUS: "Gin",
    HouseRule.BIG_GIN_BONUS: "Big Gin",
    HouseRule.UNDERCUT_BONUS: "Undercut",
    HouseRule.UNDERCUT_ON_TIE: "Equal deadwood undercuts",
    HouseRule.UNDERCUT_SCORES_DIFFERENCE: "An undercut scores the difference too",
    HouseRule.MINIMUM_SCORE: "Minimum score",
    HouseRule.GEM_PARTS_KNOCKER: "Gem Parts, for the Knocker",
    HouseRule.GEM_PARTS_OTHER: "Gem Parts, for another player",
    HouseRule.RUM_BONUS: "Rum, from each opponent",
    HouseRule.ZERO_SUM: "Opponents pay the winner",
    HouseRule.LAY_OFFS: "Lay-offs",
    HouseRule.LAYOUT: "A hand scores",
    HouseRule.TIE_BREAK: "If the totals are tied",
    HouseRule.STRAIGHT: "Straight Gin, without knocking",
    HouseRule.ACE_ALLOWS_ONE: "An Ace as the upcard lets 1 point knock",
    HouseRule.SPADES_DOUBLE: "A spade as the upcard doubles the hand",
    HouseRule.GAME_BONUS: "Bonus for ending the game",
    HouseRule.BOX_BONUS: "Bonus for each hand won",
    HouseRule.GIN_BOXES: "Extra boxes for Gin",
    HouseRule.BIG_GIN_BOXES: "Extra boxes for Big Gin",
    HouseRule.UNDERCUT_BOXES: "Extra boxes for an undercut",
    HouseRule.SHUTOUT: "If the loser has no entry",
    HouseRule.SHUTOUT_BONUS: "Bonus if the loser has no entry",
    HouseRule.COLUMNS: "Games at once",
    HouseRule.OPPONENTS: "Opponents in the next round",
    HouseRule.NEXT_DEALER: "Who deals next",
    HouseRule.STAKE_PER_POINT: "Stake for each point",
    HouseRule.STAKE_PER_BOX: "Stake for each box",
}
"""In the order in which forms ask for them."""


_OF_ROUNDS = {HouseRule.BOX_BONUS: "Bonus for each round won"}
"""Labels where several hands are a round."""


def label_of(rule: HouseRule, form: Form | None) -> str:
    return _OF_ROUNDS.get(rule, LABELS[rule]) if form is Form.PARTNERS else LABELS[rule]


def _label(key: str) -> str:
    return LABELS[HouseRule(key)] if key in LABELS else key


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
    Opponents.ROTATE: "others",
    Opponents.STAY: "the same",
    NextDealer.NEXT_SEAT: "by turns",
    NextDealer.WINNER: "who won",
    NextDealer.LOSER: "who lost",
}
COLUMN_NAMES: Mapping[HouseRuleValue, str] = {1: "one", 3: "three, as in Hollywood"}
NOT_PLAYED = "not played"
GEM_PARTS_LABEL = "Gem Parts"
GEM_PARTS_PLAYED = "played"
NONE_NAMES: Mapping[str, str] = {
    HouseRule.KNOCK_LIMIT: "no limit",
    HouseRule.BIG_GIN_BONUS: NOT_PLAYED,
    HouseRule.BIG_GIN_BOXES: "as many as for Gin",
}


NO_STAKE = "none"


def hundredths(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def value_name(key: str, value: HouseRuleValue) -> str:
    if value is None:
        return NONE_NAMES[key]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key in STAKES and isinstance(value, int):
        return hundredths(value) if value else NO_STAKE
    if key == HouseRule.COLUMNS:
        return COLUMN_NAMES.get(value, str(value))
    return VALUE_NAMES.get(value, value) if isinstance(value, str) else str(value)


def labeled_rules(rules: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Return house rules as labels and values, unknown ones as they are stored; Gem Parts worth 0 isn't played."""
    without = plays_without_gem_parts(rules)
    named = [
        (_label(key), value_name(key, value) if value is None or isinstance(value, (int, str)) else str(value))
        for key, value in rules.items()
        if not (without and key in GEM_PARTS_KEYS)
    ]
    return (*named, (GEM_PARTS_LABEL, NOT_PLAYED)) if without else tuple(named)


def house_rule_list(rules: Mapping[str, object]) -> str:
    return ", ".join(f"{label.lower()} {value}" for label, value in labeled_rules(rules)) or BY_THE_BOOK


def rules_of_some_hands(first: int, last: int | None, rules: Mapping[str, object]) -> str:
    if last is None:
        hands = f"From hand {first}"
    elif first == last:
        hands = f"Hand {first}"
    else:
        hands = f"Hands {first} to {last}"
    return f"{hands}: {house_rule_list(rules)}"


def rules_error_sentence(error: HouseRuleError) -> str:
    names = " and ".join(f"“{_label(key)}”" for key in error.keys if key != "form")
    match error.facts:
        case Contradicting() if "form" in error.keys:
            return f"{names} can't be chosen here: {_contradiction(error.facts)}."
        case Contradicting():
            return f"{names} contradict each other: {_contradiction(error.facts)}."
        case Game():
            return f"This game has no house rule {names}."
        case Allowed():
            allowed = _allowed_words(error.facts, lambda value: "“none”" if value is None else f"“{value}”")
            return f"{names} has to be {allowed}."
    assert_never(error.facts)


def house_rule_message(facts: Game | Allowed | Contradicting, keys: str, value: str) -> str:
    match facts:
        case Contradicting():
            return f"{keys} contradict each other: {_contradiction(facts)}"
        case Game():
            return f"unknown house rule {keys}; {facts} has {', '.join(HOUSE_RULES[facts])}"
        case Allowed():
            return f"expected {_allowed_words(facts, quoted)}, not {value}"
    assert_never(facts)


def _allowed_words(allowed: Allowed, shown: Callable[[HouseRuleValue], str]) -> str:
    if allowed.numbers:
        low, high = allowed.numbers
        return " or ".join([f"a whole number from {low} to {high}", *map(shown, allowed.values)])
    words = [str(value).lower() for value in allowed.values]
    is_choice = isinstance(allowed.values[0], str)
    return f"one of {', '.join(words)}" if is_choice else " or ".join(words)


def _contradiction(facts: Contradicting) -> str:
    rules = facts.rules
    match facts.why:
        case Contradiction.BIG_GIN_BELOW_GIN:
            return "Big Gin can't be worth less than Gin"
        case Contradiction.NO_BIG_GIN:
            return "at this table Big Gin isn't played"
        case Contradiction.NO_ACE_TO_KNOCK_WITH:
            return "an Ace decides nothing where the upcard doesn't set the knock"
        case Contradiction.BOXES_FOR_NOTHING:
            return "extra boxes are worth nothing where a hand won brings neither a bonus nor a stake"
        case Contradiction.TWO_SHUTOUTS:
            return "a shutout counts twice or brings a bonus, not both"
        case Contradiction.TWO_STAKES:
            return "a game is settled for its points or for its boxes, not both"
        case Contradiction.NO_OPPONENTS_TO_KEEP:
            return "only partners change opponents after a round"
        case Contradiction.NEWCOMER_DEALS:
            return "in cutthroat whoever comes in deals"
        case Contradiction.UNDERCUT_FOR_NOTHING:
            return "an undercut would score nothing at all"
        case Contradiction.NOBODY_KNOCKS:
            return "in Straight Gin nobody knocks"
        case Contradiction.NO_KNOCK_TO_RAISE:
            return "only a knock is raised to the minimum, and in Straight Gin nobody knocks"
        case Contradiction.MINIMUM_OVER_TARGET:
            return "the least score of a hand can't be over the target of the game"
        case Contradiction.NOTHING_TO_DRAW:
            return f"{rules.seats} hands of {rules.hand_size} cards leave nothing to draw of {DECK_SIZE}"
    assert_never(facts.why)


def number_error_sentence(key: str, limits: tuple[int, int], text: str) -> str:
    if key in STAKES:
        low, high = map(hundredths, limits)
        return f"{_label(key)}: enter an amount from {low} to {high}, such as 0.05, not “{text[:20]}”."
    return f"{_label(key)}: enter a whole number from {limits[0]} to {limits[1]}, not “{text[:20]}”."


def see_rule(key: str) -> str:
    return f"See “{_label(key)}”."


def none_hint(key: str) -> str:
    return f"“none” means {NONE_NAMES[key]}"


def set_words(name: str, target: HouseRuleValue, form: Form | None) -> str:
    """Return what a named set plays, in a sentence."""
    in_rounds = ROUND_WORDS if form is Form.PARTNERS else {}
    return in_rounds.get(name, SET_WORDS[name]).format(target=target)


def rules_summary(game: Game, seats: int, rules: Mapping[str, HouseRuleValue], form: Form | None = None) -> str:
    played = ruleset_for(game, seats, rules, form)
    line = f"{GAMES_IN_FORMS[form or ''].format(game=GAME_WORDS[game])} to {played.target}"
    if played.named_set is not None:
        return f"{line}, {SUMMARY_NAMES[played.named_set]}"
    besides = {key: value for key, value in rules.items() if key in played.changed - {HouseRule.TARGET}}
    others = [f"{label.lower()}: {value}" for label, value in labeled_rules(besides)]
    return ", ".join([line, *others]) if others else f"{line}, {BY_THE_BOOK}"


def since_sentences(position: int, game_rules: Mapping[str, object], *, is_entered: bool) -> tuple[str, ...]:
    """Return what to know before house rules change from the coming hand on.

    `game_rules` are the changed ones that belong to the whole game.
    """
    sentences = ["The hands before it keep their rules and their points."]
    if is_entered:
        new = f"Hand {position} isn’t recorded yet: it is played by the new rules, with what is entered of it."
        sentences.insert(0, new)
    if game_rules:
        sentences.append(f"For the whole game in any case: {house_rule_list(game_rules)}.")
    return tuple(sentences)


def ending_change(*, over_before: bool, over_after: bool, same_winners: bool) -> str:
    if over_before != over_after:
        return "The game would be over." if over_after else "The game would go on."
    return "" if same_winners else "Someone else would win."


FROM_HAND_ON = "From hand {number} on"
NO_HAND_CHANGES = "No recorded hand would change."
FOR_THE_WHOLE_GAME = "For the whole game"
PLAY_BY_THESE = "Play by these rules"
OTHER_RULES = "house rules of this hand: {rules}"
STAKE_HINT = "such as 0.05: only shows at the end who owes what"
UPCARD_HINT = "“upcard” means the upcard’s number"
RULES_CONFLICT = "Someone just changed this game. This is what these rules would change now."


TARGET = "Game to"
CARDS = "Cards each"
KNOCK = "Knock"
KNOCK_WITH = "Knock with at most"
QUEENS_DIAMONDS = "Queen’s Diamonds"
QUEEN_AND = "Q\u00a0{diamond}"
MINIMUM = "Minimum score"
UNDERCUT = "Undercut"
LOWEST = "Lowest without knocking"
GIN, BIG_GIN = "Gin", "Big Gin"
GEM_PARTS = "Gem Parts"
RUM = "Rum"


def end_figures(form: Form | None) -> Mapping[str, str]:
    box = "Each round won" if form is Form.PARTNERS else "Each hand won"
    return {HouseRule.GAME_BONUS: "Game bonus", HouseRule.BOX_BONUS: box}


ANY_TIME = "any time"
GIN_ONLY = "Gin only"
UPCARD_IS = "upcard {card}"
OR_MORE_CARDS = "or more"
DIFFERENCE_TOO = "+ difference"
NO_DIFFERENCE = "nothing else"
KNOCKER_OR_OTHER = "Knocker, others"
FROM_EACH = "from each"
FROM_THE_KNOCKER = "from the knocker"
CALLED = "if called"

BEST_MATCHES, MORE_MATCHES, MATCHES = "Best matches", "More matches", "Matches"


def dice_words(dice: tuple[int, int]) -> str:
    return f"dice {dice[0]} and {dice[1]}"


def changed_words(changes: Mapping[str, str]) -> str:
    return "; ".join(f"{label[:1].lower()}{label[1:]}: {value}" for label, value in changes.items())


def found_words(query: str, many: int, best: int, *, in_part: bool) -> str:
    if not many:
        return f"No rule mentions “{query}”. Try another word."
    if in_part:
        return f"No rule mentions all of “{query}”. These come nearest."
    found = plural(many, "rule")
    return f"“{query}”: the best {best} of {found} first." if best else f"“{query}”: {found}."
