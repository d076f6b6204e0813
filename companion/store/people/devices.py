"""Devices: phones and browsers, known by the token in their cookie, and the players' names they remember."""

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.documents.texts import clean_name
from companion.store.database import Store, add_use, count_change_for, now, retried
from companion.store.errors import NotPossible, Problem, StoreError
from companion.store.limits import GAMES_OF_A_DEVICE, LABEL_LENGTH, NAMES_OF_A_DEVICE, RECORDS_OF_A_DEVICE

_DEVICE_BYTES = 400


@dataclass(frozen=True, slots=True)
class Device:
    id: int
    label: str
    seen_at: str


def find(store: Store, token: str) -> Device | None:
    row = store.row("SELECT id, label, seen_at FROM devices WHERE token_hash = ?", [hash_token(token)])
    return None if row is None else Device(row["id"], row["label"], row["seen_at"])


def is_in_a_game(store: Store, token: str) -> bool:
    row = store.row(
        "SELECT 1 FROM devices JOIN members ON device = devices.id WHERE token_hash = ? AND revoked_at IS NULL LIMIT 1",
        [hash_token(token)],
    )
    return row is not None


def note_seen(store: Store, device: Device) -> bool:
    """Note that a device is in use. Return False on its first request of a day: its cookie is due for renewal."""
    if device.seen_at.startswith(f"{datetime.now(UTC):%Y-%m-%d}"):
        return True
    with suppress(StoreError), store.noting(patient=False) as conn:
        conn.execute("UPDATE devices SET seen_at = ? WHERE id = ?", [now(), device.id])
    return False


@retried
def find_or_create(store: Store, token: str) -> Device:
    """Find the device of a cookie, or store it: on its first change, not on its first page view."""
    device = find(store, token)
    if device is None:
        with store.writing() as conn:
            conn.execute(
                "INSERT INTO devices (token_hash, made_at, seen_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [hash_token(token), now(), now()],
            )
        add_use(_DEVICE_BYTES)
        device = find(store, token)
    if device is None:
        raise NotPossible(Problem.PHONE_NOT_SAVED)
    return device


def command_line(store: Store) -> int:
    """Return the device in whose name the command line imports games. No phone can send its token: it is too long."""
    return find_or_create(store, store.keyed_hash("command line", "").hex()).id


def hash_token(token: str) -> bytes:
    """Return the hash under which a token is stored. Tokens are random, so it needs no key."""
    return hashlib.sha256(token.encode()).digest()


@retried
def save_label(store: Store, device: int, label: str) -> None:
    if len(label) > LABEL_LENGTH or not label.isprintable():
        raise NotPossible(Problem.PHONE_NAME, most=LABEL_LENGTH)
    with store.writing() as conn:
        conn.execute("UPDATE devices SET label = ? WHERE id = ?", [label.strip(), device])
        count_change_for(conn, device)


def games_owned(store: Store, device: int) -> frozenset[str]:
    rows = store.rows("SELECT game FROM members WHERE device = ? AND revoked_at IS NULL AND role = 'owner'", [device])
    return frozenset(row["game"] for row in rows)


def check_game_limit(store: Store, device: int) -> None:
    if len(games_owned(store, device)) >= GAMES_OF_A_DEVICE:
        raise NotPossible(Problem.TOO_MANY_GAMES, most=GAMES_OF_A_DEVICE)
    row = store.row("SELECT CAST(coalesce(sum(seq), 0) AS BIGINT) AS records FROM games WHERE device = ?", [device])
    if row is not None and row["records"] >= RECORDS_OF_A_DEVICE:
        raise NotPossible(Problem.TOO_MANY_RECORDS)


def names(store: Store, device: int) -> list[str]:
    rows = store.rows("SELECT name FROM people WHERE device = ? ORDER BY used_at DESC, name", [device])
    return [row["name"] for row in rows]


@retried
def remember_names(store: Store, device: int, players: Iterable[str]) -> None:
    """Remember players' names on a device; the oldest are forgotten."""
    with store.writing(durable=False) as conn:
        conn.executemany(
            "INSERT INTO people (device, name, used_at) VALUES (?, ?, ?) "
            "ON CONFLICT (device, name) DO UPDATE SET used_at = excluded.used_at",
            [(device, clean_name(name), now()) for name in players],
        )
        conn.execute(
            "DELETE FROM people WHERE device = :device AND name NOT IN "
            "(SELECT name FROM people WHERE device = :device ORDER BY used_at DESC LIMIT :most)",
            {"device": device, "most": NAMES_OF_A_DEVICE},
        )


@retried
def forget_name(store: Store, device: int, name: str) -> None:
    with store.writing(durable=False) as conn:
        conn.execute("DELETE FROM people WHERE device = ? AND name = ?", [device, name])
