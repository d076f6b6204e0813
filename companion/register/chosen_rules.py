"""The register's rules that a set of house rules brings in or sets aside: of real tables (T), and of G."""

from companion.register.entries import rules
from companion.rules.rummy.ruleset import KnockAt, RuleSet, Shutout

_BIG_GIN_ADDS = 6
_OKLAHOMA_TARGET = 150
_TARGET_OF_G = 110


def chosen_by(table: RuleSet) -> frozenset[str]:
    """Return the ids of the rules that hold because of a table's house rules."""
    keys, others = _keys_in_force(table), _other_ways(table)
    of_real_tables = frozenset(
        rule.id
        for rule in rules().values()
        if rule.is_of_real_tables and keys.intersection(rule.house_rules) and rule.id not in others
    )
    of_g = {"G.end"} if _ends_as_in_g(table) else set()
    if table.cites.undercut == "G.undercut":
        of_g.add(table.cites.undercut)
    return of_real_tables | of_g


def _ends_as_in_g(table: RuleSet) -> bool:
    """Return whether three play to the target that G has for two (ruling 13)."""
    return table.has_gems and "target" in table.changed and table.target == _TARGET_OF_G


def _keys_in_force(table: RuleSet) -> frozenset[str]:
    """Return the house rules that a table plays as the pages describe them."""
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
    return frozenset(key for key, holds in played.items() if holds)


def _other_ways(table: RuleSet) -> frozenset[str]:
    """Return the rules that say otherwise than this table plays, where pages differ or a ruling sets one aside."""
    pages_differ = {"T.box-bonus", "T.box-20", "T.shutout", "T.shutout-difference"}
    others = pages_differ - {table.cites.box_bonus, table.cites.shutout}
    target = () if table.target == _OKLAHOMA_TARGET else ("T.oklahoma-target",)
    return frozenset({*others, "T.oklahoma-ace-one", "T.hollywood-more", *target})


_ABOUT_GEM_PARTS = frozenset(
    {
        *("P.gem-parts", "P.gem-parts-deadwood", "P.gem-parts-points", "P.kings-one-gem", "P.king-in-stash"),
        *("G.gem-parts", "G.kings-one-gem", "R.8"),
    }
)


def overruled_by(table: RuleSet) -> frozenset[str]:
    """Return the ids of the book's rules that a table's house rules set aside."""
    overruled = {"N.box-scores"} if table.settles_at_the_end else set()
    if _ends_as_in_g(table):
        overruled.add("P3.end")
    if table.straight:
        overruled |= {"N.knock", "N.undercut", "N.difference", "N.lay-off", "R.7"}
    if not table.has_gem_parts:
        overruled |= _ABOUT_GEM_PARTS
    return frozenset(overruled)
