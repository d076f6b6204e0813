"""Everything on this phone as one file: the database, the secret that goes with it, and the cookies.

A backup that is brought back replaces all three. It is checked first and saved beside them; once it is there whole it
counts, and an app that is stopped in between brings it back when it starts.
"""

import io
import json
import tempfile
import zipfile
import zlib
from pathlib import Path

from companion.pocket import cookies
from companion.store.backup.backups import backup, damage_of_file
from companion.store.backup.copies import write_file
from companion.store.backup.read_only import open_migrated
from companion.store.database import Store
from companion.store.engines.sqlite import DATABASE
from companion.store.errors import StoreError
from companion.store.opening import SECRET, SECRET_BYTES
from companion.web.base.forms import ZIP_BEGINS
from companion.wording import document_errors as errors

MARK = "gem-companion.json"
VERSION = 1
TO_BRING_BACK = "bring-back"
_WAITING = ".restored"
REPLACED = "replaced.zip"
"""Everything that was here before the last backup was brought back."""
_PARTS = (DATABASE, SECRET, cookies.NAME)
_LARGEST = 256_000_000
"""Bytes of all parts; a game of 200 hands takes less than one million."""
_LARGEST_MARK = 1000
_PACKED_AS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""As backups are packed; others can't be unpacked in part."""


class BackupRefusedError(Exception):
    """A file isn't brought back; the message is for the player."""


def pack(store: Store) -> bytes:
    folder = store.folder
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made) / DATABASE
        backup(store, copy)
        parts = {
            DATABASE: copy.read_bytes(),
            SECRET: (folder / SECRET).read_bytes(),
            cookies.NAME: (folder / cookies.NAME).read_bytes() if (folder / cookies.NAME).exists() else b"{}",
        }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MARK, json.dumps({"version": VERSION}))
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def take(store: Store, packed: bytes) -> None:
    """Check a backup and decide for it: it is brought back before the next request.

    Raise BackupRefusedError for any other file, and where there is no room for it.
    """
    parts = _unpack(packed)
    _check(parts)
    folder = store.folder
    try:
        write_file(folder / REPLACED, pack(store))
        for name, content in parts.items():
            write_file(folder / f"{name}{_WAITING}", content)
        write_file(folder / TO_BRING_BACK, b"")
    except OSError as error:
        for name in parts:
            (folder / f"{name}{_WAITING}").unlink(missing_ok=True)
        raise BackupRefusedError(errors.NO_ROOM_FOR_BACKUP) from error


def is_waiting(folder: Path) -> bool:
    return (folder / TO_BRING_BACK).exists()


def bring_back(folder: Path) -> None:
    """Put a backup that was decided for in place of what is there; nobody has the database open.

    It needs no room, and can be done again where it was stopped in between.
    """
    for name in _PARTS:
        waiting = folder / f"{name}{_WAITING}"
        if waiting.exists() and name == DATABASE:
            replace_database(folder, waiting)
        elif waiting.exists():
            waiting.replace(folder / name)
    (folder / TO_BRING_BACK).unlink()


def replace_database(folder: Path, new: Path) -> None:
    """Move a file in place of the database. The caller does it again if this was stopped in between."""
    for suffix in ("-journal", "-wal", "-shm"):
        # The new file must not meet what belongs to the old one.
        (folder / f"{DATABASE}{suffix}").unlink(missing_ok=True)
    new.replace(folder / DATABASE)


def _unpack(packed: bytes) -> dict[str, bytes]:
    if not packed:
        raise BackupRefusedError(errors.NO_BACKUP_CHOSEN)
    if packed.lstrip().startswith(b"{"):
        raise BackupRefusedError(errors.A_GAME_FILE)
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            marked = json.loads(_read(archive, MARK)) if _size(archive, MARK) <= _LARGEST_MARK else {}
            if marked.get("version", 0) > VERSION:
                raise BackupRefusedError(errors.BACKUP_TOO_NEW)
            if sum(_size(archive, name) for name in _PARTS) > _LARGEST:
                raise BackupRefusedError(errors.NOT_A_PHONE_BACKUP)
            return {name: _read(archive, name) for name in _PARTS}
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, EOFError, OSError) as error:
        is_part = packed.startswith(ZIP_BEGINS) and isinstance(error, zipfile.BadZipFile)
        raise BackupRefusedError(errors.PHONE_BACKUP_DAMAGED if is_part else errors.NOT_A_PHONE_BACKUP) from error
    except (zlib.error, NotImplementedError, RuntimeError) as error:
        # Damaged, packed in another way, or with a password.
        raise BackupRefusedError(errors.NOT_A_PHONE_BACKUP) from error


def _size(archive: zipfile.ZipFile, name: str) -> int:
    return archive.getinfo(name).file_size


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a part, of which no more is unpacked than its size says: a forged one may unpack to gigabytes."""
    part = archive.getinfo(name)
    if part.compress_type not in _PACKED_AS:
        raise BackupRefusedError(errors.NOT_A_PHONE_BACKUP)
    with archive.open(part) as file:
        return file.read(part.file_size)


def _check(parts: dict[str, bytes]) -> None:
    if len(parts[SECRET]) < SECRET_BYTES or not cookies.is_readable(parts[cookies.NAME]):
        raise BackupRefusedError(errors.NOT_A_PHONE_BACKUP)
    with tempfile.TemporaryDirectory() as made:
        database = Path(made) / DATABASE
        database.write_bytes(parts[DATABASE])
        try:
            damage = damage_of_file(database)
            if not damage:
                with open_migrated(database):
                    pass
        except StoreError as error:
            raise BackupRefusedError(errors.PHONE_BACKUP_UNREADABLE) from error
    if damage:
        raise BackupRefusedError(errors.PHONE_BACKUP_DAMAGED)
