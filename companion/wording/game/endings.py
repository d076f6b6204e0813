"""How a game ended, in words: who won, and why."""

from collections.abc import Mapping, Sequence

from companion.wording.cards import listed_words

CLEARED_HEADLINE = "The game was closed"
CLEARED_REASON = "It wasn't played to the end."


def win_title(winners: Sequence[str], *, are_teams: bool) -> str:
    """Return who won.

    >>> win_title(["Ann"], are_teams=False), win_title(["Ann & Cid"], are_teams=True)
    ('Ann wins', 'Ann & Cid win')
    """
    if len(winners) > 1:
        return f"{listed_words(winners)} share the win"
    return f"{winners[0]} {'win' if are_teams else 'wins'}"


def win_headline(winners: Sequence[str], totals: Sequence[int], *, are_teams: bool) -> str:
    """Return who won, and the score; the totals come highest first.

    >>> win_headline(["Ann"], [104, 3], are_teams=False)
    'Ann wins, 104 to 3'
    """
    best, *others = totals
    score = f", {best} to {others[0]}" if len(others) == 1 else f" with {best}"
    return f"{win_title(winners, are_teams=are_teams)}{score}"


def target_reason(winners: Sequence[str], totals: Mapping[str, int], target: int) -> str:
    """Return why these win who reached the target, ties included (R.13)."""
    best = max(totals.values())
    level = [name for name, total in totals.items() if total == best]
    reached = [name for name, total in totals.items() if total >= target]
    start = f"{listed_words(reached)} reached {target}"
    if len(winners) > 1:
        return f"{start}; {listed_words(level)} are tied at {best}, and scored the same in the last hand."
    if len(level) > 1:
        return f"{start}; {listed_words(level)} are tied at {best}, and {winners[0]} scored more in the last hand."
    if reached == list(winners):
        return f"{start}, and nobody has more."
    return f"{start}, and {winners[0]} has the highest total."
