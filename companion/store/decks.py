"""A device's decks: the known gem of each card, and what its corners look like where photos taught that.

One deck is the usual one.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.photo.reading import LOOK_BYTES, TaughtLook
from companion.rules.cards import CARDS_BY_NAME, name_of
from companion.rules.gems import Gem, Print, PrintGroup, group_of
from companion.store.database import Row, Store, add_use, now, retried, retried_unless_sent
from companion.store.errors import NotPossible, Problem
from companion.store.limits import DECKS_OF_A_DEVICE, LABEL_LENGTH, LOOKS_OF_A_CARD

_DECK_BYTES = 2500
_LESSON_BYTES = LOOK_BYTES + 50


@dataclass(frozen=True, slots=True)
class Deck:
    id: int
    name: str
    gems: Mapping[str, str]
    not_gems: Mapping[str, str]
    """The gems that cards of unknown letter were said not to show."""
    made_up: bool
    usual: bool
    changed_at: str

    def known(self, group: PrintGroup | None = None) -> int:
        """Count the known gems, of all cards or of a group."""
        names = self.gems if group is None else map(name_of, group.cards)
        return sum(len(self.gems.get(name, "")) for name in names)

    @property
    def head(self) -> dict[str, object]:
        letters = {CARDS_BY_NAME[name]: map(Gem, gems) for name, gems in self.gems.items()}
        if Print.of(letters).complete:
            return {"print": dict(self.gems)}
        return {"gems": dict(self.gems), **({"not_gems": dict(self.not_gems)} if self.not_gems else {})}


def decks(store: Store, device: int) -> list[Deck]:
    rows = store.rows("SELECT * FROM decks WHERE device = ? ORDER BY usual DESC, id", [device])
    return [_deck(row) for row in rows]


def deck(store: Store, device: int, number: int) -> Deck | None:
    row = store.row("SELECT * FROM decks WHERE device = ? AND id = ?", [device, number])
    return None if row is None else _deck(row)


@retried_unless_sent
def make(
    store: Store,
    device: int,
    name: str,
    gems: Mapping[str, str],
    not_gems: Mapping[str, str] | None = None,
    *,
    made_up: bool = False,
) -> Deck:
    """Add a deck. A device's first deck becomes its usual one."""
    with store.writing() as conn:
        (count,) = conn.execute("SELECT count(*) FROM decks WHERE device = ?", [device]).fetchone()
        if count >= DECKS_OF_A_DEVICE:
            raise NotPossible(Problem.TOO_MANY_DECKS, most=DECKS_OF_A_DEVICE)
        (number,) = conn.execute(
            "INSERT INTO decks (device, name, gems, not_gems, made_up, usual, changed_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
            [
                device,
                _name(name),
                json.dumps(dict(gems)),
                _still_open(not_gems or {}, gems),
                made_up,
                count == 0,
                now(),
            ],
        ).fetchone()
        add_use(_DECK_BYTES)
    made = deck(store, device, number)
    if made is None:
        raise NotPossible(Problem.DECK_GONE)
    return made


@retried
def change(
    store: Store,
    device: int,
    number: int,
    *,
    name: str | None = None,
    gems: Mapping[str, str] | None = None,
    not_gems: Mapping[str, str] | None = None,
) -> Deck | None:
    """Rename a deck or replace its gems; return None if it doesn't exist."""
    with store.writing() as conn:
        if name is not None:
            conn.execute("UPDATE decks SET name = ? WHERE device = ? AND id = ?", [_name(name), device, number])
        before = deck(store, device, number)
        if gems is not None and before is not None:
            not_shown = before.not_gems if not_gems is None else not_gems
            conn.execute(
                "UPDATE decks SET gems = ?, not_gems = ?, changed_at = ? WHERE device = ? AND id = ?",
                [json.dumps(dict(gems)), _still_open(not_shown, gems), now(), device, number],
            )
    return deck(store, device, number)


@retried
def learn(
    store: Store, device: int, number: int, gems: Mapping[str, str], not_gems: Mapping[str, str] | None = None
) -> Deck | None:
    with store.writing():
        known = deck(store, device, number)
        if known is None:
            return None
        not_shown = {**known.not_gems, **(not_gems or {})}
        return change(store, device, number, gems={**known.gems, **gems}, not_gems=not_shown)


def _still_open(not_gems: Mapping[str, str], gems: Mapping[str, str]) -> str:
    whole = {name for name, letters in gems.items() if len(letters) == group_of(CARDS_BY_NAME[name]).gems_a_card}
    return json.dumps({name: letters for name, letters in not_gems.items() if letters and name not in whole})


@retried
def make_usual(store: Store, device: int, number: int) -> None:
    with store.writing() as conn:
        conn.execute("UPDATE decks SET usual = CASE id WHEN ? THEN 1 ELSE 0 END WHERE device = ?", [number, device])


@retried
def remove(store: Store, device: int, number: int) -> None:
    """Remove a deck. Games played with it keep its known gems."""
    with store.writing() as conn:
        conn.execute("DELETE FROM decks WHERE device = ? AND id = ?", [device, number])
        conn.execute(
            "UPDATE decks SET usual = 1 WHERE id = (SELECT min(id) FROM decks WHERE device = :device) "
            "AND NOT EXISTS (SELECT 1 FROM decks WHERE device = :device AND usual = 1)",
            {"device": device},
        )


def lessons(store: Store, number: int) -> tuple[TaughtLook, ...]:
    rows = store.rows("SELECT card, look FROM lessons WHERE deck = ? ORDER BY card, number DESC", [number])
    return tuple(map(_lesson, rows))


def lessons_for(store: Store, device: int | None, game: str | None = None) -> tuple[TaughtLook, ...]:
    """Return the lessons for a photo: of the usual deck of the phone that takes it, else of the game's first phone."""
    rows = store.rows(
        "WITH phones (device, place) AS (SELECT ?, 0 UNION ALL SELECT device, 1 FROM games WHERE id = ?) "
        "SELECT card, look, place FROM phones JOIN decks USING (device) JOIN lessons ON lessons.deck = decks.id "
        "WHERE decks.usual = 1 ORDER BY place, card, number DESC",
        [device, game],
    )
    return tuple(_lesson(row) for row in rows if row["place"] == rows[0]["place"])


@retried
def teach(store: Store, device: int, number: int, taught: Iterable[TaughtLook]) -> bool:
    """Add lessons to a deck; return False if it doesn't exist.

    A look that was taught as another card is now this card's. The oldest looks of a card make room.
    """
    with store.writing() as conn:
        if deck(store, device, number) is None:
            return False
        before = _looks(store, number)
        taught = tuple(taught)
        conn.executemany(
            "DELETE FROM lessons WHERE deck = ? AND look = ?", [(number, lesson.look) for lesson in taught]
        )
        conn.executemany(
            "INSERT INTO lessons (deck, card, number, look) SELECT :deck, :card, coalesce(max(number), 0) + 1, :look "
            "FROM lessons WHERE deck = :deck AND card = :card",
            [{"deck": number, "card": lesson.card, "look": lesson.look} for lesson in taught],
        )
        conn.execute(
            "DELETE FROM lessons WHERE deck = :deck AND (card, number) IN (SELECT card, number FROM "
            "(SELECT card, number, row_number() OVER (PARTITION BY card ORDER BY number DESC) AS age "
            "FROM lessons WHERE deck = :deck) AS aged WHERE age > :most)",
            {"deck": number, "most": LOOKS_OF_A_CARD},
        )
        add_use(_LESSON_BYTES * max(0, _looks(store, number) - before))
    return True


@retried
def forget_lessons(store: Store, device: int, number: int) -> None:
    with store.writing() as conn:
        conn.execute(
            "DELETE FROM lessons WHERE deck IN (SELECT id FROM decks WHERE device = ? AND id = ?)", [device, number]
        )


def _name(name: str) -> str:
    if not 1 <= len(name.strip()) <= LABEL_LENGTH or not name.isprintable():
        raise NotPossible(Problem.DECK_NAME, most=LABEL_LENGTH)
    return name.strip()


def _deck(row: Row) -> Deck:
    gems, not_gems = json.loads(row["gems"]), json.loads(row["not_gems"])
    return Deck(row["id"], row["name"], gems, not_gems, bool(row["made_up"]), bool(row["usual"]), row["changed_at"])


def _looks(store: Store, number: int) -> int:
    row = store.row("SELECT count(*) AS looks FROM lessons WHERE deck = ?", [number])
    return row["looks"] if row else 0


def _lesson(row: Row) -> TaughtLook:
    return TaughtLook(row["card"], row["look"])
