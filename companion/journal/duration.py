"""How long a game was played, by the times of its records."""

from datetime import datetime

from companion.journal.events.hands import DealRecorded, HandRecorded
from companion.journal.state import GameState

LONGEST_MINUTES = 12 * 60
"""What takes longer was played on several evenings, and only the first and the last of its records say when."""


def minutes_played(state: GameState) -> int | None:
    """Return the minutes from the start to the last hand; None for an imported game or one of several evenings."""
    times = [
        change.at
        for change in state.history
        if isinstance(change.event, HandRecorded | DealRecorded) and not change.undone
    ]
    if not times:
        return None
    try:
        played = datetime.fromisoformat(times[-1]) - datetime.fromisoformat(state.started_at)
    except (TypeError, ValueError):
        return None
    minutes = round(played.total_seconds() / 60)
    return minutes if 0 < minutes <= LONGEST_MINUTES else None
