"""The day of a stored moment in the phone's time zone: moments are stored in UTC, and people play in the evening.

A script tells the phone's zone in a cookie. Without one it is the zone of the machine that serves, which mostly stands
in the same house.
"""

from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo

from flask import request

COOKIE = "zone"
LONGEST = 60


def day_of(moment: str) -> str:
    """Return the day of a stored moment as YYYY-MM-DD."""
    try:
        parsed = datetime.fromisoformat(moment)
    except ValueError:
        return moment
    if parsed.tzinfo is None:
        # A day, or the local time that the table wrote itself.
        return moment[: len("2026-11-21")]
    return parsed.astimezone(_zone()).date().isoformat()


def today() -> date:
    """Return the day that it is where the phone is."""
    return datetime.now(_zone()).date()


def _zone() -> tzinfo | None:
    """Return the phone's time zone; None stands for the server's."""
    name = request.cookies.get(COOKIE, "")
    if not name or len(name) > LONGEST:
        return None
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        return None
