"""The head-to-head record of the players at a table, as the end of a game shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PairRecord:
    """A pairing's record: how many games and hands, and each player's share of them."""

    games: int
    hands: int
    players: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """What is counted, and how often each player has it."""
    uncounted: int
    """Games of this phone that are still being counted."""
