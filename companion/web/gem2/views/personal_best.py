"""Personal bests: the highest card of a player alone, over the finished games of this phone."""

from __future__ import annotations

from companion.store.derived import head_to_head
from companion.web.security import access


def personal_best_words(device: int, name: str, level: int) -> str:
    """Say what there is to beat."""
    found = head_to_head.personal_bests(access.store(), device, name, level)
    return f"To beat: {found.best}, {name}'s best on Level {level} of this phone." if found.games else ""
