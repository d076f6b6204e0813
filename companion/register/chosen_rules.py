"""The register's rules that house rules bring in or set aside: of real tables, and of Gem Rummy's other text."""

from companion.register.entries import rules
from companion.rules.rummy.ruleset import KnockAt, RuleSet, Shutout

_BIG_GIN_ADDS = 6
_ABOUT_GEM_PARTS = frozenset(
    {
        *("P.gem-parts", "P.gem-parts-deadwood", "P.gem-parts-points", "P.kings-one-gem", "P.king-in-stash"),
        *("G.gem-parts", "G.kings-one-gem", "R.8"),
    }
)


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
