"""Read and append to journals in the table `journal`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.journal.codec import from_json, to_json
from companion.journal.events import decode, encode
from companion.journal.events.hands import DocumentEvent, HandRecorded
from companion.journal.sheet import ScoreSheet
from companion.journal.state import BroughtIn, Record
from companion.store.database import Connection, Row, Store, add_use
from companion.store.derived.table_cache import RulingCache, recorded_verdict
from companion.store.errors import NoSuchGame

_LINES_AT_ONCE = 500
_LINE_MARKS = "(CAST(? AS BIGINT), ?, ?, ?, CAST(? AS BIGINT), ?, CAST(? AS BIGINT), ?, ?, CAST(? AS TEXT))"
"""The numbers are cast because PostgreSQL takes a list's column without a number in it for text."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A record with what is stored beside it: the phone's id for it, the device, and the ruling at the time."""

    record: Record
    id: str
    device: int | None
    hand: int | None
    verdict: str | None


def read(store: Store, game: str) -> list[Record]:
    rows = store.rows("SELECT seq, at, by, kind, body, brought_in FROM journal WHERE game = ? ORDER BY seq", [game])
    if not rows:
        raise NoSuchGame
    return [_record(row) for row in rows]


def read_with_rulings(store: Store, game: str) -> tuple[list[JournalLine], RulingCache]:
    """Read a game's journal, and the cached rulings on its hands, in one query."""
    rows = store.rows(
        "SELECT journal.*, rulings.context, rulings.body AS ruling FROM journal LEFT JOIN rulings "
        "ON rulings.game = journal.game AND rulings.hand = journal.hand AND rulings.revision = journal.seq "
        "WHERE journal.game = ? ORDER BY seq",
        [game],
    )
    if not rows:
        raise NoSuchGame
    rulings = {(row["hand"], row["seq"], row["context"]): row["ruling"] for row in rows if row["ruling"] is not None}
    return [_line(row) for row in rows], RulingCache(rulings)


def lines(store: Store, game: str) -> Iterator[JournalLine]:
    rows = store.rows("SELECT * FROM journal WHERE game = ? ORDER BY seq", [game])
    return (_line(row) for row in rows)


def _line(row: Row) -> JournalLine:
    return JournalLine(_record(row), row["id"], row["device"], row["hand"], row["verdict"])


def _record(row: Row) -> Record:
    brought_in = None if row["brought_in"] is None else from_json(BroughtIn, row["brought_in"])
    return Record(row["seq"], row["at"], row["by"], decode(row["kind"], row["body"]), brought_in)


def lines_of(
    records: Iterable[Record], ids: Iterable[str], device: int, sheet: ScoreSheet, recorded: int
) -> Iterator[JournalLine]:
    """Yield lines for new records that lead to this sheet; `recorded` hands were recorded before them."""
    for record, record_id in zip(records, ids, strict=True):
        recorded += isinstance(record.event, HandRecorded)
        hand = record.event.hand_number(recorded)
        verdict = recorded_verdict(sheet, hand) if isinstance(record.event, DocumentEvent) else None
        yield JournalLine(record, record_id, device, hand, verdict)


def append(conn: Connection, game: str, lines: Sequence[JournalLine], *, closed: bool) -> bool:
    """Append lines; return False if another phone has appended something since, so the journal has to be read again.

    One guarded INSERT decides that.
    """
    return all(
        _append(conn, game, lines[start : start + _LINES_AT_ONCE], closed=closed)
        for start in range(0, len(lines), _LINES_AT_ONCE)
    )


def _append(conn: Connection, game: str, lines: Sequence[JournalLine], *, closed: bool) -> bool:
    values: list[object] = [game]
    size = 0
    for line in lines:
        record = line.record
        kind, body = encode(record.event)
        size += len(body) + len(line.verdict or "")
        values += [record.seq, line.id, record.at, record.by, line.device, kind, line.hand, body, line.verdict]
        values.append(None if record.brought_in is None else to_json(record.brought_in))
    marks = ", ".join([_LINE_MARKS] * len(lines))
    done = conn.execute(
        "INSERT INTO journal (game, seq, id, at, by, device, kind, hand, body, verdict, brought_in) "  # noqa: S608 (only marks)
        f"SELECT ?, * FROM (VALUES {marks}) AS lines WHERE (SELECT seq FROM games WHERE id = ?) = ? "
        "ON CONFLICT DO NOTHING",
        [*values, game, lines[0].record.seq - 1],
    )
    if done.rowcount != len(lines):
        return False
    add_use(size)
    last = lines[-1].record
    conn.execute(
        "UPDATE games SET seq = :seq, pulse = pulse + 1, closed = :closed, "
        "changed_at = CASE WHEN changed_at < :at THEN :at ELSE changed_at END WHERE id = :game",
        {"seq": last.seq, "at": last.at, "closed": closed, "game": game},
    )
    return True
