"""A device's decks: the known gem of each card. One deck is the usual one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gems import Gem, Print, group_of
from companion.store.counts import add_use
from companion.store.database import Row, Store, now, retried, retried_unless_sent
from companion.store.errors import NotPossible, Problem
from companion.store.limits import DECKS_OF_A_DEVICE, LABEL_LENGTH

_DECK_BYTES = 2500


@dataclass(frozen=True, slots=True)
class Deck:
    id: int
    name: str
    gems: Mapping[str, str]
    """The letters of the known cards."""
    not_gems: Mapping[str, str]
    """The gems that cards of unknown letter were said not to show."""
    made_up: bool
    usual: bool
    changed_at: str

    @property
    def head(self) -> dict[str, object]:
        """The deck as the head of a game has it."""
        letters = {CARDS_BY_NAME[name]: map(Gem, gems) for name, gems in self.gems.items()}
        if Print.of(letters).complete:
            return {"print": dict(self.gems)}
        return {"gems": dict(self.gems), **({"not_gems": dict(self.not_gems)} if self.not_gems else {})}


def decks(store: Store, device: int) -> list[Deck]:
    """List a device's decks, the usual one first."""
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
    """Add to a deck what is known of some cards: their letters, and gems that they don't show."""
    with store.writing():
        known = deck(store, device, number)
        if known is None:
            return None
        not_shown = {**known.not_gems, **(not_gems or {})}
        return change(store, device, number, gems={**known.gems, **gems}, not_gems=not_shown)


def _still_open(not_gems: Mapping[str, str], gems: Mapping[str, str]) -> str:
    """Return as JSON what is not shown by cards of which a gem is still unknown."""
    whole = {name for name, letters in gems.items() if len(letters) == group_of(CARDS_BY_NAME[name]).gems_a_card}
    return json.dumps({name: letters for name, letters in not_gems.items() if letters and name not in whole})


@retried
def make_usual(store: Store, device: int, number: int) -> None:
    """Make a deck the one that new games of this device use."""
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


def _name(name: str) -> str:
    if not 1 <= len(name.strip()) <= LABEL_LENGTH or not name.isprintable():
        raise NotPossible(Problem.DECK_NAME, most=LABEL_LENGTH)
    return name.strip()


def _deck(row: Row) -> Deck:
    gems, not_gems = json.loads(row["gems"]), json.loads(row["not_gems"])
    return Deck(row["id"], row["name"], gems, not_gems, bool(row["made_up"]), bool(row["usual"]), row["changed_at"])
