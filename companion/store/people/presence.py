"""Which phones are here now, and on which seats."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain

from companion.store.database import Store, now
from companion.store.errors import StoreError
from companion.store.people.members import Member

SECONDS_BETWEEN_NOTES = 20
_CHUNK = 400
_SECONDS_PRESENT = 60


def note_presence(store: Store, member: Member) -> None:
    """Note that a device is here: called with every request, written a few times a minute, lost without harm."""
    if _seconds_since(member.seen_at) < SECONDS_BETWEEN_NOTES:
        return
    with suppress(StoreError), store.noting(patient=False) as conn:
        conn.execute(
            "UPDATE members SET seen_at = ? WHERE game = ? AND device = ?", [now(), member.game, member.device]
        )


def note_waiting(store: Store, phones: Sequence[tuple[str, int]]) -> None:
    """Note that devices are here that wait for news of a game: all of them together, a few times a minute."""
    for first in range(0, len(phones), _CHUNK):
        chunk = phones[first : first + _CHUNK]
        pairs = ", ".join(["(?, CAST(? AS BIGINT))"] * len(chunk))
        with suppress(StoreError), store.noting() as conn:
            conn.execute(
                f"UPDATE members SET seen_at = ? WHERE (game, device) IN (VALUES {pairs})",  # noqa: S608 (only marks)
                [now(), *chain.from_iterable(chunk)],
            )


def is_present(member: Member) -> bool:
    """Return whether a device sent a request in the last minute."""
    return _seconds_since(member.seen_at) < _SECONDS_PRESENT


def phones_on_seats(store: Store, game: str) -> dict[int, int]:
    """Return the device on each occupied seat."""
    rows = store.rows(
        "SELECT seat, device FROM members WHERE game = ? AND seat IS NOT NULL AND revoked_at IS NULL", [game]
    )
    return {row["seat"]: row["device"] for row in rows}


def _seconds_since(at: str) -> float:
    # A time in the future was written before the clock was set back.
    return abs((datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds())
