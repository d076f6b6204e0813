"""What a phone has learned: its answers to questions, what it missed, and the lessons it has passed."""

from collections.abc import Callable, Collection, Iterable

from companion.learning.lessons import LESSON, Learned, taught_keys
from companion.store.database import Connection, Row, Store, add_use, now, retried
from companion.store.limits import LEARNED_BY_A_DEVICE

_ROW_BYTES = 150


def learned(store: Store, device: int) -> dict[str, Learned]:
    """Return what a phone has learned, what was answered longest ago first."""
    rows = store.rows("SELECT * FROM learned WHERE device = ? ORDER BY at, what", [device])
    return {row["what"]: _learned(row) for row in rows}


@retried
def note_answer(
    store: Store, device: int, key: str, answer: Callable[[Learned], Learned], keeps: Callable[[Learned], bool]
) -> dict[str, Learned]:
    """Note an answer, bring what waits for other questions one nearer, and return what the phone has learned.

    `answer` makes what is remembered of a question from what was; `keeps` says whether that is worth a row.
    """
    with store.writing(durable=False) as conn:
        row = store.row("SELECT * FROM learned WHERE device = ? AND what = ?", [device, key])
        after = answer(_learned(row) if row else Learned(key))
        conn.execute("UPDATE learned SET wait = wait - 1 WHERE device = ? AND what <> ? AND wait > 0", [device, key])
        if row or keeps(after):
            _write(conn, device, [after])
            _forget_oldest(store, conn, device, key)
            add_use(0 if row else _ROW_BYTES)
    return learned(store, device)


@retried
def note_passed(store: Store, device: int, lessons: Collection[str]) -> None:
    with store.writing(durable=False) as conn:
        _write(conn, device, [Learned(LESSON + lesson) for lesson in lessons])
        _forget_oldest(store, conn, device)
        add_use(_ROW_BYTES * len(lessons))


@retried
def forget_everything(store: Store, device: int) -> None:
    with store.writing() as conn:
        conn.execute("DELETE FROM learned WHERE device = ?", [device])


def _write(conn: Connection, device: int, rows: Iterable[Learned]) -> None:
    conn.executemany(
        "INSERT INTO learned (device, what, asked, correct, still, wait, due_on, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (device, what) DO UPDATE SET asked = excluded.asked, correct = excluded.correct, "
        "still = excluded.still, wait = excluded.wait, due_on = excluded.due_on, at = excluded.at",
        [(device, row.key, row.asked, row.right, row.still, row.wait, row.due_on, now()) for row in rows],
    )


def _forget_oldest(store: Store, conn: Connection, device: int, just_answered: str = "") -> None:
    """Forget what was answered longest ago beyond the limit, last what was just answered and what lessons need.

    All lessons and their questions are fewer than the limit, so whatever else is missed, each lesson can be passed.
    """
    rows = store.rows("SELECT what, still FROM learned WHERE device = ? ORDER BY at DESC, what", [device])

    def rank(row: Row) -> int:
        key = row["what"]
        if key == just_answered or key.startswith(LESSON):
            return 0
        if key in taught_keys():
            return 1
        return 2 if row["still"] else 3

    forgotten = sorted(rows, key=rank)[LEARNED_BY_A_DEVICE:]
    conn.executemany("DELETE FROM learned WHERE device = ? AND what = ?", [(device, row["what"]) for row in forgotten])


def _learned(row: Row) -> Learned:
    return Learned(row["what"], row["asked"], row["correct"], row["still"], row["wait"], row["due_on"])
