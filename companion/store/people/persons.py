"""What a phone says about the people in its games: which names are one person, nicknames, colors.

A name is said to be the same as another; the person is the one at the end. So taking one back gives what was before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.documents.texts import clean_name, same_name
from companion.store.database import Connection, Store, add_use, marks, retried
from companion.store.errors import NotPossible, Problem
from companion.store.limits import LABEL_LENGTH, PERSONS_OF_A_DEVICE

COLORS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink")
ROOTS = (
    "roots (name, person) AS (SELECT name, name FROM persons WHERE device = :device AND same_as = '' "
    "UNION ALL SELECT persons.name, roots.person FROM roots JOIN persons "
    "ON persons.device = :device AND persons.same_as = roots.name)"
)
"""A table for statements that begin WITH RECURSIVE: the person of each name that the phone says something about."""
_PERSON_BYTES = 100


@dataclass(frozen=True, slots=True)
class Said:
    same_as: str = ""
    nickname: str = ""
    color: str = ""


NOTHING = Said()


def said(store: Store, device: int | None) -> dict[str, Said]:
    """Return what a phone says about each name that it says something about."""
    rows = store.rows("SELECT name, same_as, nickname, color FROM persons WHERE device = ? ORDER BY name", [device])
    return {row["name"]: Said(row["same_as"], row["nickname"], row["color"]) for row in rows}


def root_of(known: Mapping[str, Said], name: str) -> str:
    """Return whose name this is: the main spelling."""
    person, passed = name, {name}
    while (of := known.get(person, NOTHING).same_as) and of not in passed:
        person = of
        passed.add(of)
    # No phone can say that names are each other's; a backup that somebody made up may.
    return name if known.get(person, NOTHING).same_as else person


def spellings(known: Mapping[str, Said], name: str) -> tuple[str, ...]:
    """Return all names that are the same person as this one, the main one first."""
    root = root_of(known, name)
    return root, *(other for other in known if other != root and root_of(known, other) == root)


def called(known: Mapping[str, Said], person: str) -> str:
    """Return what a person is called: the nickname, or else the name."""
    return known.get(person, NOTHING).nickname or person


@retried
def merge(store: Store, device: int, name: str, into: str) -> None:
    """Say that two names are one person, who is called as the second.

    Raise NotPossible for a name that is in no game of the phone, and for two who sat at one table.
    """
    with store.writing() as conn:
        known = said(store, device)
        one, other = root_of(known, name), root_of(known, into)
        if one == other:
            return
        if _games(store, device, known, one) & _games(store, device, known, other):
            raise NotPossible(Problem.PLAYED_TOGETHER)
        _say(conn, device, other, known.get(other, NOTHING))
        _say(conn, device, one, replace(known.get(one, NOTHING), same_as=other))
        _tidy(store, conn, device)


@retried
def split(store: Store, device: int, name: str) -> None:
    """Make a name a person of its own again, together with the names that were merged into it."""
    with store.writing() as conn:
        conn.execute("UPDATE persons SET same_as = '' WHERE device = ? AND name = ?", [device, name])
        _tidy(store, conn, device)


@retried
def describe(store: Store, device: int, name: str, nickname: str, color: str) -> None:
    """Give a person a nickname and one of `COLORS`, or neither; raise NotPossible for what another one is called."""
    nickname = clean_name(nickname)
    if len(nickname) > LABEL_LENGTH or color not in {"", *COLORS}:
        raise NotPossible(Problem.NICKNAME, most=LABEL_LENGTH)
    with store.writing() as conn:
        known = said(store, device)
        person = root_of(known, name)
        _games(store, device, known, person)
        if nickname and same_name(nickname, _called(store, device, known, person)):
            raise NotPossible(Problem.NICKNAME_TAKEN)
        _say(conn, device, person, Said("", nickname, color))
        _tidy(store, conn, device)


def _games(store: Store, device: int, known: Mapping[str, Said], person: str) -> set[str]:
    """Return the games of a phone in which a person played; raise NotPossible if there are none."""
    names = spellings(known, person)
    rows = store.rows(
        "SELECT played.game FROM members JOIN played ON played.game = members.game "  # noqa: S608 (only marks)
        f"WHERE members.device = ? AND members.revoked_at IS NULL AND played.name IN ({marks(names)})",
        [device, *names],
    )
    if not rows:
        raise NotPossible(Problem.NO_SUCH_PERSON)
    return {str(row["game"]) for row in rows}


def _called(store: Store, device: int, known: Mapping[str, Said], person: str) -> set[str]:
    """Return what everybody else in the games of a phone is called."""
    others = {root_of(known, name) for name in _names(store, device)} - {person}
    return {called(known, name) for name in others}


def _names(store: Store, device: int) -> set[str]:
    rows = store.rows(
        "SELECT DISTINCT played.name FROM members JOIN played ON played.game = members.game "
        "WHERE members.device = ? AND members.revoked_at IS NULL",
        [device],
    )
    return {str(row["name"]) for row in rows}


def _say(conn: Connection, device: int, name: str, words: Said) -> None:
    conn.execute(
        "INSERT INTO persons (device, name, same_as, nickname, color) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (device, name) DO UPDATE SET same_as = excluded.same_as, nickname = excluded.nickname, "
        "color = excluded.color",
        [device, name, words.same_as, words.nickname, words.color],
    )
    add_use(_PERSON_BYTES)


def _tidy(store: Store, conn: Connection, device: int) -> None:
    """Remove names of which nothing is said, and where there are too many, those that are in no game any more.

    Raise NotPossible if too many are left: each of them can be taken back.
    """
    known = said(store, device)
    _remove(conn, device, known, {name for name, words in known.items() if words == NOTHING})
    if len(known) > PERSONS_OF_A_DEVICE:
        _remove(conn, device, known, known.keys() - _names(store, device))
    if len(known) > PERSONS_OF_A_DEVICE:
        raise NotPossible(Problem.TOO_MANY_PERSONS, most=PERSONS_OF_A_DEVICE)


def _remove(conn: Connection, device: int, known: dict[str, Said], names: set[str]) -> None:
    """Remove names, but none as long as another one is the same."""
    while removed := (names & known.keys()) - {words.same_as for words in known.values()}:
        for name in removed:
            conn.execute("DELETE FROM persons WHERE device = ? AND name = ?", [device, name])
            del known[name]
