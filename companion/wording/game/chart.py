"""The chart of the running totals in words, for screen readers."""

from collections.abc import Mapping, Sequence

CHART_OF_GAME = "Game {number} of three"
"""Over the chart of one of three games that are played at once."""
MOST_READ_OUT = 20
"""Totals of a player that the description lists, the last ones."""


def chart_description(series: Mapping[str, Sequence[int]], target: int | None, each: str) -> str:
    """Return the running totals in words; each series starts at 0, before the first hand.

    >>> chart_description({"Ann": [0, 18, 18], "Bob": [0, 0, 25]}, 100, "hand")
    'Totals after each hand. Ann: 18, 18. Bob: 0, 25. The game goes to 100.'
    """
    totals = [f"{name}: {', '.join(map(str, line[1:][-MOST_READ_OUT:]))}" for name, line in series.items()]
    hands = max(len(line) for line in series.values()) - 1
    which = f"each {each}" if hands <= MOST_READ_OUT else f"each of the last {MOST_READ_OUT} {each}s"
    goal = "" if target is None else f" The game goes to {target}."
    return f"Totals after {which}. {'. '.join(totals)}.{goal}"


def latest_description(results: Sequence[tuple[Sequence[str], int]]) -> str:
    """Return who won the last games, and by how much; the latest comes last.

    >>> latest_description([(["Ann"], 27), (["Bob"], 0), (["Ann", "Bob"], 0)])
    'The last 3 games, the latest last: Ann by 27, Bob with equal totals, shared.'
    """
    games = [_result(winners, margin) for winners, margin in results]
    return f"The last {len(games)} games, the latest last: {', '.join(games)}."


def _result(winners: Sequence[str], margin: int) -> str:
    if len(winners) != 1:
        return "shared"
    return f"{winners[0]} by {margin}" if margin else f"{winners[0]} with equal totals"
