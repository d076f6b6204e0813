"""The rules that hold at one table: those of its game and number of players, changed by its house rules."""

from dataclasses import dataclass
from typing import assert_never

from companion.register.entries import PlayedBy, Rule, rules
from companion.rules.rummy.ruleset import KnockAt, RuleSet, Shutout

_BIG_GIN_ADDS = 6
_ABOUT_GEM_PARTS = frozenset(
    {
        *("P.gem-parts", "P.gem-parts-deadwood", "P.gem-parts-points", "P.kings-one-gem", "P.king-in-stash"),
        *("G.gem-parts", "G.kings-one-gem", "R.8"),
    }
)


@dataclass(frozen=True, slots=True)
class Seating:
    """What is played, by how many, and whether in partnerships or teams."""

    game: str
    players: int
    sides: bool = False


def rules_in_play(seating: Seating, chosen: frozenset[str] = frozenset()) -> tuple[Rule, ...]:
    """Return the rules of a table, in the register's order.

    `chosen` are ids that the table's house rules bring in. One that stands in another book for a sentence of the same
    name replaces it there: `G.undercut` replaces `P.undercut`.
    """
    replaced = {f"P.{rule_id.removeprefix('G.')}" for rule_id in chosen if rule_id.startswith("G.")}
    return tuple(
        rule for rule in rules().values() if rule.id in chosen or (_holds(rule, seating) and rule.id not in replaced)
    )


def _holds(rule: Rule, seating: Seating) -> bool:
    """Return whether a rule holds at a table without house rules.

    Gem Rummy has two texts; where they differ P stands, so the other one isn't repeated at a table.
    """
    is_only_if_chosen = rule.book == "G" or rule.is_of_real_tables
    is_of_game = seating.game in rule.games and not rule.overruled
    return is_of_game and not is_only_if_chosen and _is_for(rule.played_by, seating)


def _is_for(played_by: PlayedBy, seating: Seating) -> bool:
    match played_by:
        case PlayedBy.ANY:
            return True
        case PlayedBy.ONE:
            return seating.players == 1
        case PlayedBy.TWO:
            return seating.players == 2
        case PlayedBy.THREE:
            return seating.players == 3
        case PlayedBy.TWO_OR_MORE:
            return seating.players > 1
        case PlayedBy.SIDES:
            return seating.sides
    assert_never(played_by)


def chosen_by(table: RuleSet) -> frozenset[str]:
    """Return the ids of the rules that hold because of a table's house rules."""
    played = {
        "knock_limit": table.knock_limit is KnockAt.UPCARD,
        "spades_double": table.spades_double,
        "straight": table.straight,
        "big_gin_bonus": table.big_gin_bonus == table.gin_bonus + _BIG_GIN_ADDS and not table.has_gems,
        "game_bonus": bool(table.game_bonus),
        "box_bonus": bool(table.box_bonus),
        "shutout": table.shutout is not Shutout.NONE,
        "columns": table.columns > 1,
    }
    keys = {key for key, holds in played.items() if holds}
    pages_differ = {"T.box-bonus", "T.box-20", "T.shutout", "T.shutout-difference"}
    not_here = {*pages_differ, "T.oklahoma-target"} - {*table.other_ways, table.cites.box_bonus, table.cites.shutout}
    not_here |= {"T.oklahoma-ace-one", "T.hollywood-more"}  # what rulings set aside
    of_real_tables = {
        rule.id
        for rule in rules().values()
        if rule.is_of_real_tables and keys.intersection(rule.house_rules) and rule.id not in not_here
    }
    return frozenset({*of_real_tables, *table.other_ways.intersection({"G.end", "G.undercut"})})


def overruled_by(table: RuleSet) -> frozenset[str]:
    """Return the ids of the book's rules that a table's house rules set aside."""
    overruled = {"N.box-scores"} if table.settles_at_the_end else set()
    if "G.end" in table.other_ways:
        overruled.add("P3.end")
    if table.straight:
        overruled |= {"N.knock", "N.undercut", "N.difference", "N.lay-off", "R.7"}
    if not table.has_gem_parts:
        overruled |= _ABOUT_GEM_PARTS
    return frozenset(overruled)
