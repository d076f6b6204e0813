"""What other house rules would change in a game that has begun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.web.rummy.views.sheet_view import outcome_of
from companion.web.rummy.views.table_view import summary_of

if TYPE_CHECKING:
    from companion.journal.fold import GameState
    from companion.journal.sheet import ScoreSheet

MOST_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Impact:
    """The game before and after, as far as they differ."""

    summary: str
    hands: tuple[tuple[str, str, str], ...]
    """Which hand, how it was, how it would be."""
    more: int
    totals: tuple[tuple[str, int, int], ...]
    ending: str


def impact_of(state: GameState, before: ScoreSheet, after_state: GameState, after: ScoreSheet) -> Impact:
    """Compare two sheets of the same hands."""
    changed = [
        (f"Hand {old.position}", outcome_of(old), outcome_of(new))
        for old, new in zip(before.rows, after.rows, strict=True)
        if (old.points, old.standing) != (new.points, new.standing)
    ]
    totals = [(name, before.totals.get(name, 0), after.totals.get(name, 0)) for name in state.players]
    return Impact(
        summary=summary_of(after_state.head),
        hands=tuple(changed[:MOST_SHOWN]),
        more=max(0, len(changed) - MOST_SHOWN),
        totals=tuple(one for one in totals if one[1] != one[2]),
        ending=_ending(before, after),
    )


def _ending(before: ScoreSheet, after: ScoreSheet) -> str:
    if after.over and not before.over:
        return "The game would be over."
    if before.over and not after.over:
        return "The game would go on."
    if before.answer.get("winners") != after.answer.get("winners"):
        return "Somebody else would win."
    return ""
