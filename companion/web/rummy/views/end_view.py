"""Who won and why, and what a pairing's games come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from companion.journal.rulings import Feat
from companion.web.rummy.views.table_view import side_name, sides_of
from companion.web.shared.pair_record import PairRecord
from companion.wording.cards import listed_words
from companion.wording.outcomes import FEAT_COUNT_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.journal.fold import GameState
    from companion.journal.sheet import ScoreSheet
    from companion.store.derived.head_to_head import HeadToHead


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    headline: str
    why: str
    totals: tuple[tuple[str, int, bool], ...]
    """Name, total, and whether that one won."""


def ending_of(state: GameState, scored: ScoreSheet) -> Ending:
    """Say who won and why, ties included (ruling 13)."""
    names = _teams(state)
    totals = {name: sum(scored.totals.get(one, 0) for one in team) for name, team in names.items()}
    winners = [name for name, team in names.items() if set(team) & set(_winners(scored, names))]
    listed = sorted(totals.items(), key=lambda one: -one[1])
    shown = tuple((name, total, name in winners) for name, total in listed)
    if not winners:
        return Ending("The table was cleared", "The game was not played to its end.", shown)
    target = cast("int", scored.answer.get("target", 0))
    headline = _headline([names[winner] for winner in winners], [total for _, total, _ in shown])
    return Ending(headline, _why(winners, totals, target), shown)


def _teams(state: GameState) -> dict[str, tuple[str, ...]]:
    sides = sides_of(state.head)
    if sides:
        return {side_name(side): side for side in sides}
    return {name: (name,) for name in state.players}


def _winners(scored: ScoreSheet, names: Mapping[str, Sequence[str]]) -> set[str]:
    """Read the winners off the sheet, which lists players, or of partners the sides."""
    found = scored.answer.get("winners")
    members: set[str] = set()
    for one in found if isinstance(found, list) else []:
        members.update(one if isinstance(one, list) else names.get(str(one), (str(one),)))
    return members


def _headline(winners: Sequence[Sequence[str]], totals: Sequence[int]) -> str:
    best, *others = totals
    score = f", {best} to {others[0]}" if len(others) == 1 else f" with {best}"
    said = listed_words([side_name(team) for team in winners])
    if len(winners) > 1:
        return f"{said} share the win{score}"
    verb = "wins" if len(winners[0]) == 1 else "win"
    return f"{said} {verb}{score}"


def _why(winners: Sequence[str], totals: Mapping[str, int], target: int) -> str:
    best = max(totals.values())
    level = [name for name, total in totals.items() if total == best]
    reached = [name for name, total in totals.items() if total >= target]
    reached_said = f"{listed_words(reached)} reached {target}"
    if len(winners) > 1:
        return f"{reached_said}; {listed_words(level)} are level at {best}, and scored the same in the last hand."
    if len(level) > 1:
        return (
            f"{reached_said}; {listed_words(level)} are level at {best}, and {winners[0]} scored more in the last hand."
        )
    if reached == list(winners):
        return f"{reached_said}, and nobody has more."
    return f"{reached_said}, and {winners[0]} has the highest total."


def record_of(players: Sequence[str], duel: HeadToHead) -> PairRecord:
    """Put a pairing's record into rows, the players as they sit."""
    tallies = sorted(duel.players, key=lambda one: players.index(one.name))
    rows = [
        ("Games won", tuple(one.games for one in tallies)),
        ("Hands won", tuple(one.hands for one in tallies)),
        *((FEAT_COUNT_WORDS[feat], tuple(one.feats.get(feat, 0) for one in tallies)) for feat in Feat),
        ("Best hand", tuple(one.best for one in tallies)),
    ]
    kept = tuple((label, counts) for label, counts in rows if any(counts) or label.endswith("won"))
    return PairRecord(duel.games, duel.hands, tuple(players), kept, duel.uncounted)
