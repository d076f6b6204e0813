"""The rules that hold at one table: those of its game and its number of players."""

from dataclasses import dataclass
from typing import assert_never

from companion.register.entries import PlayedBy, Rule, rules

_DESCRIBED_TWICE = frozenset({"G"})
"""Gem Rummy has two texts; where they differ P stands, so the other one isn't repeated at a table."""


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
        rule
        for rule in rules().values()
        if rule.id in chosen or (_holds(rule, seating) and not _is_only_if_chosen(rule) and rule.id not in replaced)
    )


def _is_only_if_chosen(rule: Rule) -> bool:
    """Return whether a rule holds only where house rules bring it in."""
    return rule.book in _DESCRIBED_TWICE or rule.is_of_real_tables


def _holds(rule: Rule, seating: Seating) -> bool:
    return seating.game in rule.games and not rule.overruled and _is_for(rule.played_by, seating)


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
        case _:
            assert_never(played_by)
