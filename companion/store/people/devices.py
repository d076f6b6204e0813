"""Phones and browsers: who they are (a cookie's token, kept hashed), their settings and the names they remember."""

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from companion.documents.texts import clean_name
from companion.store.database import Store, now
from companion.store.errors import NotPossible, StoreError
from companion.store.limits import (
    GAMES_OF_A_DEVICE,
    LABEL_LENGTH,
    NAMES_OF_A_DEVICE,
    RECORDS_OF_A_DEVICE,
)
from companion.store.storage_use import add_use

_DEVICE_BYTES = 400
"""What a phone takes in the store before it has done anything."""


@dataclass(frozen=True, slots=True)
class Device:
    """A phone or browser that has done something worth remembering."""

    id: int
    label: str
    seen_at: str


def find(store: Store, token: str) -> Device | None:
    """Find the device of a cookie."""
    row = store.row("SELECT id, label, seen_at FROM devices WHERE token_hash = ?", [hash_token(token)])
    return None if row is None else Device(row["id"], row["label"], row["seen_at"])


def note_seen(store: Store, device: Device) -> bool:
    """Note that a device is in use; False on its first request of a day, when its cookie is due to be renewed."""
    today = now()[: len("2026-11-21")]
    if device.seen_at.startswith(today):
        return True
    with suppress(StoreError), store.writing(durable=False, patient=False) as conn:
        conn.execute("UPDATE devices SET seen_at = ? WHERE id = ?", [now(), device.id])
    return False


def find_or_create(store: Store, token: str) -> Device:
    """Find the device of a cookie, or write it down: at its first deed, not at its first look."""
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
        raise NotPossible("This phone could not be remembered; try again.")
    return device


def hash_token(token: str) -> bytes:
    """Hash a token of full strength for keeping."""
    return hashlib.sha256(token.encode()).digest()


def save_label(store: Store, device: int, label: str) -> None:
    """Let a phone be called something, such as "Bob's phone"."""
    if len(label) > LABEL_LENGTH or not label.isprintable():
        raise NotPossible(f"What a phone is called has at most {LABEL_LENGTH} characters, none a control character.")
    with store.writing() as conn:
        conn.execute("UPDATE devices SET label = ? WHERE id = ?", [label.strip(), device])


def games_owned(store: Store, device: int) -> frozenset[str]:
    """Tell which games belong to a device."""
    rows = store.rows("SELECT game FROM members WHERE device = ? AND revoked_at IS NULL AND role = 'owner'", [device])
    return frozenset(row["game"] for row in rows)


def check_game_limit(store: Store, device: int) -> None:
    """Refuse one game more than a device may have of its own."""
    if len(games_owned(store, device)) >= GAMES_OF_A_DEVICE:
        raise NotPossible(
            f"A phone has at most {GAMES_OF_A_DEVICE} games of its own; delete one that is no longer needed."
        )
    row = store.row("SELECT total(seq) AS records FROM games WHERE device = ?", [device])
    if row is not None and row["records"] >= RECORDS_OF_A_DEVICE:
        raise NotPossible("This phone has recorded more than any table plays; delete a game that is no longer needed.")


def names(store: Store, device: int) -> list[str]:
    """List the players' names that a device remembers, the latest first."""
    rows = store.rows("SELECT name FROM people WHERE device = ? ORDER BY used_at DESC, name", [device])
    return [row["name"] for row in rows]


def remember_names(store: Store, device: int, players: Iterable[str]) -> None:
    """Remember who plays here; the longest unused are forgotten."""
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


def forget_name(store: Store, device: int, name: str) -> None:
    """Forget a player's name."""
    with store.writing(durable=False) as conn:
        conn.execute("DELETE FROM people WHERE device = ? AND name = ?", [device, name])
