"""Personal bests: the highest card of a player alone, over the finished games of this phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.store import games
from companion.store.bounds import GAMES_OF_A_DEVICE
from companion.web import access
from companion.web.zone import day_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Bests:
    """What a player has reached on one level."""

    games: int
    best: int
    """0 before the first finished game."""
    average: int
    at: str
    """The day of the best game."""


def bests(device: int, name: str, level: int, *, without: str = "") -> Bests:
    """Look through the finished games of a phone, leaving one out."""
    played = list(_played(device, name, level, without))
    if not played:
        return Bests(0, 0, 0, "")
    best, at = max(played)
    return Bests(len(played), best, round(sum(total for total, _ in played) / len(played)), at)


def _played(device: int, name: str, level: int, without: str) -> Iterator[tuple[int, str]]:
    for game, found in games.of_device(access.store(), device, GAMES_OF_A_DEVICE):
        alone = found.game == "gem-ii-solo" and found.over and game != without
        if alone and found.players == (name,) and found.head["level"] == level:
            yield found.totals.get(name, 0), day_of(str(found.head.get("at", found.changed_at)))


def best_said(device: int, name: str, level: int) -> str:
    """Say what there is to beat."""
    found = bests(device, name, level)
    return f"To beat: {found.best}, {name}'s best on Level {level} of this phone." if found.games else ""
