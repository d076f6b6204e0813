"""What is being entered and not yet recorded: kept here, so that reload, Back and a dead battery lose nothing.

A draft belongs to a hand of a game (the hand that is being played has the number `state.next_hand`) and to a seat, or
to `SHARED` for what is nobody's own: dice, knocker, call, lay-offs. Each carries a version; a phone that saves over a
version that it has not seen is shown what is there instead.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from companion.store.change_counter import count_change
from companion.store.database import Row, Store, json_text, now
from companion.store.errors import StoreError
from companion.store.limits import DRAFT_BYTES
from companion.store.storage_use import add_use

SHARED = -1


@dataclass(frozen=True, slots=True)
class Draft:
    """What one seat has entered so far."""

    hand: int
    seat: int
    version: int
    body: Mapping[str, object]
    ready: bool
    """The player says that the hand is in; when all are, they are turned up together."""
    device: int | None
    at: str


class DraftConflict(StoreError):  # noqa: N818 (as Conflict)
    """Another phone has saved this draft meanwhile, or the hand was recorded (then `found` is None)."""

    sentence = "Another phone has entered something here meanwhile."

    def __init__(self, found: Draft | None) -> None:
        super().__init__("" if found else "This hand was recorded meanwhile.")
        self.found = found


def drafts(store: Store, game: str, hand: int) -> dict[int, Draft]:
    """Give a hand's drafts by seat."""
    rows = store.rows("SELECT * FROM drafts WHERE game = ? AND hand = ?", [game, hand])
    return {row["seat"]: _draft(row) for row in rows}


def last_saved_at(found: Mapping[int, Draft]) -> str:
    """Return when a hand's drafts were last saved; empty where there are none."""
    return max((draft.at for draft in found.values()), default="")


def visible_to(found: Mapping[int, Draft], device: int, seats: int) -> dict[int, Draft]:
    """Give the drafts that a phone may see: hands lie face down for the other phones until all are in."""
    all_in = all(seat in found and found[seat].ready for seat in range(seats))
    return {seat: draft for seat, draft in found.items() if all_in or seat == SHARED or draft.device in {None, device}}


def save(  # noqa: PLR0913 (a draft's place, its content, and who saw what)
    store: Store,
    game: str,
    hand: int,
    seat: int,
    body: Mapping[str, object],
    *,
    seen: int,
    ready: bool = False,
    device: int | None = None,
) -> Draft:
    """Save a draft over the version that was seen (0: none was there), or raise DraftConflict with what is there.

    Saving again what is there already is no conflict: a retry after a lost answer.
    """
    text = json_text(dict(body), DRAFT_BYTES, "That is more than a hand can hold.")
    values = [text, ready, device, now(), game, hand, seat]
    with store.writing(durable=False) as conn:
        before = conn.execute(_SHOWN, [game, hand, seat]).fetchone()
        if seen == 0:
            saved = conn.execute(
                "INSERT INTO drafts (body, ready, device, at, game, hand, seat, version) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING",
                values,
            )
        else:
            saved = conn.execute(
                "UPDATE drafts SET body = ?, ready = ?, device = ?, at = ?, version = version + 1 "
                "WHERE game = ? AND hand = ? AND seat = ? AND version = ?",
                [*values, seen],
            )
        found = conn.execute(_ONE, [game, hand, seat]).fetchone()
        draft = None if found is None else _draft(dict(zip(_COLUMNS, found, strict=True)))
        if saved.rowcount:
            add_use(len(text) if seen == 0 else 0)
            # What others see of a hand that is entered face down is only who is at it: its taps are nobody else's.
            if before is None or seat == SHARED or ready or before != (ready, device):
                count_change(conn, game)
        elif draft is None or (draft.body, draft.ready) != (json.loads(text), ready):
            raise DraftConflict(draft)
    if draft is None:
        raise DraftConflict(None)
    return draft


def discard(store: Store, game: str, hand: int) -> None:
    """Throw a hand's drafts away: the table starts entering it anew."""
    with store.writing(durable=False) as conn:
        conn.execute("DELETE FROM drafts WHERE game = ? AND hand = ?", [game, hand])
        count_change(conn, game)


_SHOWN = "SELECT ready, device FROM drafts WHERE game = ? AND hand = ? AND seat = ?"
_COLUMNS = ("hand", "seat", "version", "body", "ready", "device", "at")
_ONE = "SELECT hand, seat, version, body, ready, device, at FROM drafts WHERE game = ? AND hand = ? AND seat = ?"


def _draft(row: Row) -> Draft:
    return Draft(
        row["hand"], row["seat"], row["version"], json.loads(row["body"]), bool(row["ready"]), row["device"], row["at"]
    )
