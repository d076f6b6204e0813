"""What the corners of a deck's cards look like: taught by photos, for decks whose indices are unusual."""

from collections.abc import Iterable

from companion.photo.reading import LOOK_BYTES, Lesson
from companion.store import decks
from companion.store.counts import add_use
from companion.store.database import Row, Store, retried
from companion.store.limits import LOOKS_OF_A_CARD

_LESSON_BYTES = LOOK_BYTES + 50


def lessons(store: Store, deck: int) -> tuple[Lesson, ...]:
    """Return what a deck was taught, the latest of each card first."""
    rows = store.rows("SELECT card, look FROM lessons WHERE deck = ? ORDER BY card, number DESC", [deck])
    return tuple(map(_lesson, rows))


def lessons_for(store: Store, device: int | None, game: str | None = None) -> tuple[Lesson, ...]:
    """Return the lessons for a photo: of the usual deck of the phone that takes it, else of the game's first phone."""
    rows = store.rows(
        "WITH phones (device, place) AS (SELECT ?, 0 UNION ALL SELECT device, 1 FROM games WHERE id = ?) "
        "SELECT card, look, place FROM phones JOIN decks USING (device) JOIN lessons ON lessons.deck = decks.id "
        "WHERE decks.usual = 1 ORDER BY place, card, number DESC",
        [device, game],
    )
    return tuple(_lesson(row) for row in rows if row["place"] == rows[0]["place"])


@retried
def teach(store: Store, device: int, deck: int, taught: Iterable[Lesson]) -> bool:
    """Add lessons to a deck; return False if it doesn't exist.

    A look that was taught as another card is now this card's. The oldest looks of a card make room.
    """
    with store.writing() as conn:
        if decks.deck(store, device, deck) is None:
            return False
        before = _count(store, deck)
        taught = tuple(taught)
        conn.executemany("DELETE FROM lessons WHERE deck = ? AND look = ?", [(deck, lesson.look) for lesson in taught])
        conn.executemany(
            "INSERT INTO lessons (deck, card, number, look) SELECT :deck, :card, coalesce(max(number), 0) + 1, :look "
            "FROM lessons WHERE deck = :deck AND card = :card",
            [{"deck": deck, "card": lesson.card, "look": lesson.look} for lesson in taught],
        )
        conn.execute(
            "DELETE FROM lessons WHERE deck = :deck AND (card, number) IN (SELECT card, number FROM "
            "(SELECT card, number, row_number() OVER (PARTITION BY card ORDER BY number DESC) AS age "
            "FROM lessons WHERE deck = :deck) AS aged WHERE age > :most)",
            {"deck": deck, "most": LOOKS_OF_A_CARD},
        )
        add_use(_LESSON_BYTES * max(0, _count(store, deck) - before))
    return True


@retried
def forget(store: Store, device: int, deck: int) -> None:
    with store.writing() as conn:
        conn.execute(
            "DELETE FROM lessons WHERE deck IN (SELECT id FROM decks WHERE device = ? AND id = ?)", [device, deck]
        )


def _count(store: Store, deck: int) -> int:
    row = store.row("SELECT count(*) AS looks FROM lessons WHERE deck = ?", [deck])
    return row["looks"] if row else 0


def _lesson(row: Row) -> Lesson:
    return Lesson(row["card"], row["look"])
