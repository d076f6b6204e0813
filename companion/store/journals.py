"""Journals as they stand in the table `journal`: reading them, and the one guarded way to lengthen them."""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.journal.codec import decode, encode
from companion.journal.events import DocumentEvent, HandRecorded, Record
from companion.journal.fold import hand_of
from companion.journal.sheet import ScoreSheet
from companion.store.database import Row, Store
from companion.store.derived.table_cache import recorded_verdict
from companion.store.errors import NoSuchGame
from companion.store.storage_use import add_use


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A record as it is stored: with the phone's id for it, the device, and how a hand was ruled at the time."""

    record: Record
    id: str
    device: int | None
    hand: int | None
    verdict: str | None


def read(store: Store, game: str) -> list[Record]:
    """Read a game's journal."""
    rows = store.rows("SELECT seq, at, by, kind, body FROM journal WHERE game = ? ORDER BY seq", [game])
    if not rows:
        raise NoSuchGame
    return [_record(row) for row in rows]


def lines(store: Store, game: str) -> Iterator[JournalLine]:
    """Read a game's journal with all that is stored beside the records."""
    rows = store.rows("SELECT * FROM journal WHERE game = ? ORDER BY seq", [game])
    return (JournalLine(_record(row), row["id"], row["device"], row["hand"], row["verdict"]) for row in rows)


def _record(row: Row) -> Record:
    return Record(row["seq"], row["at"], row["by"], decode(row["kind"], row["body"]))


def lines_of(
    records: Iterable[Record], ids: Iterable[str], device: int, sheet: ScoreSheet, recorded: int
) -> Iterator[JournalLine]:
    """Make lines of new records; `recorded` hands were recorded before them, `sheet` is the one that they lead to."""
    for record, record_id in zip(records, ids, strict=True):
        recorded += isinstance(record.event, HandRecorded)
        hand = hand_of(record.event, recorded)
        verdict = recorded_verdict(sheet, hand) if isinstance(record.event, DocumentEvent) else None
        yield JournalLine(record, record_id, device, hand, verdict)


def append(conn: sqlite3.Connection, game: str, line: JournalLine) -> bool:
    """Add a line if it is the next one: one guarded INSERT, so of two phones that race one is told to look again."""
    kind, body = encode(line.record.event)
    seq, at, by = line.record.seq, line.record.at, line.record.by
    done = conn.execute(
        "INSERT INTO journal (game, seq, id, at, by, device, kind, hand, body, verdict) "
        "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE (SELECT seq FROM games WHERE id = ?) = ? ON CONFLICT DO NOTHING",
        [game, seq, line.id, at, by, line.device, kind, line.hand, body, line.verdict, game, seq - 1],
    )
    if done.rowcount:
        add_use(len(body) + len(line.verdict or ""))
        conn.execute(
            "UPDATE games SET seq = ?, pulse = pulse + 1, changed_at = max(changed_at, ?) WHERE id = ?", [seq, at, game]
        )
    return bool(done.rowcount)
