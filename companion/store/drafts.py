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
from companion.store.derived.table_cache import TableSummary, read_summary, rules_version
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


@dataclass(frozen=True, slots=True)
class StoredShowdown:
    """What the store has of a hand that is being entered."""

    table: TableSummary | None
    """None where it has to be computed again."""
    drafts: Mapping[int, Draft]
    """By seat."""
    phones: Mapping[int, int]
    """Which phone sits on which seat."""


def read_showdown(store: Store, game: str, hand: int) -> StoredShowdown:
    """Read a hand's drafts, the game's cached summary and who sits where, in one query."""
    rows = store.rows(
        "SELECT 'draft' AS part, hand, seat, version, body, ready, device, at FROM drafts "
        "WHERE game = :game AND hand = :hand "
        "UNION ALL SELECT 'phone', NULL, seat, NULL, NULL, NULL, device, NULL FROM members "
        "WHERE game = :game AND seat IS NOT NULL AND revoked_at IS NULL "
        "UNION ALL SELECT 'table', NULL, NULL, NULL, body, NULL, NULL, NULL FROM standings "
        "JOIN games ON games.id = standings.game AND games.seq = standings.seq "
        "WHERE standings.game = :game AND rules = :rules",
        {"game": game, "hand": hand, "rules": rules_version()},
    )
    tables = [read_summary(row["body"]) for row in rows if row["part"] == "table"]
    return StoredShowdown(
        table=tables[0] if tables else None,
        drafts={row["seat"]: _draft(row) for row in rows if row["part"] == "draft"},
        phones={row["seat"]: row["device"] for row in rows if row["part"] == "phone"},
    )


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
    draft = Draft(hand, seat, seen + 1, json.loads(text), ready, device, now())
    with store.writing(durable=False) as conn:
        row = conn.execute(_ONE, [game, hand, seat]).fetchone()
        before = None if row is None else _draft(dict(zip(_COLUMNS, row, strict=True)))
        if seen != (before.version if before else 0):
            if before is None or (before.body, before.ready) != (draft.body, ready):
                raise DraftConflict(before)
            return before
        conn.execute(
            "INSERT INTO drafts (game, hand, seat, version, body, ready, device, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (game, hand, seat) DO UPDATE SET version = excluded.version, body = excluded.body, "
            "ready = excluded.ready, device = excluded.device, at = excluded.at",
            [game, hand, seat, draft.version, text, ready, device, draft.at],
        )
        add_use(0 if before else len(text))
        # What others see of a hand that is entered face down is only who is at it: its taps are nobody else's.
        if before is None or seat == SHARED or ready or (before.ready, before.device) != (ready, device):
            count_change(conn, game)
    return draft


def discard(store: Store, game: str, hand: int) -> None:
    """Throw a hand's drafts away: the table starts entering it anew."""
    with store.writing(durable=False) as conn:
        conn.execute("DELETE FROM drafts WHERE game = ? AND hand = ?", [game, hand])
        count_change(conn, game)


_COLUMNS = ("hand", "seat", "version", "body", "ready", "device", "at")
_ONE = "SELECT hand, seat, version, body, ready, device, at FROM drafts WHERE game = ? AND hand = ? AND seat = ?"


def _draft(row: Row) -> Draft:
    return Draft(
        row["hand"], row["seat"], row["version"], json.loads(row["body"]), bool(row["ready"]), row["device"], row["at"]
    )
