"""The rules of a rummy as its table plays it: the numbers, the house rules, and the register's rules that hold."""

from collections.abc import Iterator
from dataclasses import replace

from companion.documents.showdown_draft import SharedState
from companion.register.entries import Rule, Seating, chosen_by, overruled_by
from companion.register.entries import rules_in_play as rules_of_table
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.rummy.calls import knock_limit
from companion.rules.rummy.house_rules import GEM_PARTS_KEYS, book_value
from companion.rules.rummy.melds import designated_diamond
from companion.rules.rummy.ruleset import HouseRule, KnockAt, RuleSet, Scoring
from companion.store.derived.table_cache import TableSummary
from companion.web.kinds.game_kinds import Figure, GameRules
from companion.web.rummy.catalog import rules_of, sides_of
from companion.wording import house_rules as wording
from companion.wording.cards import card_word
from companion.wording.house_rules import LABELS, NOT_PLAYED, labeled_rules, value_name

_NUMBERS = frozenset(
    {
        *("target", "hand_size", "knock_limit", "gin_bonus", "big_gin_bonus", "undercut_bonus"),
        *("minimum_score", "gem_parts_knocker", "gem_parts_other", "rum_bonus", "game_bonus", "box_bonus"),
    }
)
"""House rules shown as numbers; the others are shown in words, where a table has them."""


def rules_in_play(table: TableSummary, known: SharedState) -> GameRules:
    """Return the rules of a game; what is known was rolled or turned up for the coming hand."""
    rules = rules_of(table.head)
    sides = bool(sides_of(table.head))
    # Each hand of a form is played by two.
    players = 2 if rules.form else len(table.players)
    of_table = rules_of_table(Seating(rules.game, players, sides), chosen_by(rules))
    overruled = overruled_by(rules)
    in_play = tuple(rule for rule in of_table if rule.id not in overruled)
    return GameRules(
        figures=tuple(_figures(rules, known)),
        house_rules=tuple(
            wording.changed_words({wording.label_of(key, rules.form): _value(rules, key)})
            for key in LABELS
            if key in rules.changed and key not in _NUMBERS
        ),
        rules=in_play,
        changed={rule.id: words for rule in in_play for words in [_changed(rules, rule)] if words},
    )


def _changed(rules: RuleSet, rule: Rule) -> str:
    changes = {key: rules.value(HouseRule(key)) for key in rule.house_rules if key in rules.changed}
    return wording.changed_words(dict(labeled_rules(changes)))


def _value(rules: RuleSet, key: str) -> str:
    return value_name(key, rules.value(HouseRule(key)))


def _figures(rules: RuleSet, known: SharedState) -> Iterator[Figure]:
    dice = known.dice
    yield _figure(rules, wording.TARGET, "target")
    yield _knock(rules, known)
    if rules.has_dice and dice:
        yield Figure(wording.QUEENS_DIAMONDS, wording.QUEEN_AND.format(diamond=card_word(designated_diamond(dice))))
    yield _figure(rules, wording.CARDS, "hand_size", detail=wording.OR_MORE_CARDS if rules.more_cards_allowed else "")
    if rules.scoring is Scoring.LOWEST:
        yield _figure(rules, wording.LOWEST, "undercut_bonus", detail=wording.FROM_THE_KNOCKER)
        yield _figure(rules, wording.RUM, "rum_bonus", detail=wording.FROM_EACH)
        return
    difference = wording.DIFFERENCE_TOO if rules.undercut_scores_difference else wording.NO_DIFFERENCE
    if not rules.straight:
        yield _figure(rules, wording.UNDERCUT, "undercut_bonus", detail=difference)
    yield _figure(rules, wording.GIN, "gin_bonus", detail=wording.CALLED if rules.gin_must_be_called else "")
    if rules.big_gin_bonus is not None or "big_gin_bonus" in rules.changed:
        yield _figure(
            rules, wording.BIG_GIN, "big_gin_bonus", detail=wording.CALLED if rules.gin_must_be_called else ""
        )
    if rules.minimum_score or "minimum_score" in rules.changed:
        yield _figure(rules, wording.MINIMUM, "minimum_score")
    yield from (
        _figure(rules, label, key)
        for key, label in wording.end_figures(rules.form).items()
        if key in rules.changed and rules.value(HouseRule(key))
    )
    if rules.has_gems:
        figure = _figure(rules, wording.GEM_PARTS, *GEM_PARTS_KEYS, detail=wording.KNOCKER_OR_OTHER)
        yield figure if rules.has_gem_parts else replace(figure, value=NOT_PLAYED, detail="")


def _figure(rules: RuleSet, label: str, *keys: str, detail: str = "") -> Figure:
    """Return the numbers of some house rules, with the book's if one of them is another."""
    book = ", ".join(value_name(key, book_value(rules.game, rules.seats, key, rules.form)) for key in keys)
    changed = any(key in rules.changed for key in keys)
    return Figure(label, ", ".join(_value(rules, key) for key in keys), detail, book if changed else "")


def _knock(rules: RuleSet, known: SharedState) -> Figure:
    dice = known.dice
    if rules.straight:
        return Figure(wording.KNOCK, wording.GIN_ONLY, "", _figure(rules, "", "knock_limit").book)
    if rules.knock_limit is KnockAt.UPCARD and known.upcard:
        limit = knock_limit(rules, None, CARDS_BY_NAME[known.upcard])
        upcard = wording.UPCARD_IS.format(card=card_word(CARDS_BY_NAME[known.upcard]))
        return Figure(wording.KNOCK_WITH, str(limit) if limit else wording.GIN_ONLY, upcard)
    if rules.knock_limit is None:
        return Figure(wording.KNOCK, wording.ANY_TIME, "", _figure(rules, "", "knock_limit").book)
    if rules.knock_limit is KnockAt.DICE and dice:
        return Figure(wording.KNOCK_WITH, str(knock_limit(rules, dice)), wording.dice_words(dice))
    return _figure(rules, wording.KNOCK_WITH, "knock_limit")
