"""Where a store is and with which secret, and opening it: an SQLite file in a folder, or a PostgreSQL database.

The secret is made at the first start and kept beside the database, or given to servers that share one.
"""

import os
import re
import secrets
import sys
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Self

from companion.store.backup.copies import remove_abandoned, sync_to_disk, unfinished_file
from companion.store.backup.read_only import open_migrated
from companion.store.database import BUSY_SECONDS, IN_BROWSER, Store
from companion.store.engines.sqlite import DATABASE, open_file
from companion.store.errors import OtherSecret, Problem, StoreBroken, StoreError

DATABASE_SETTING = "COMPANION_DATABASE"
SECRET_SETTING = "COMPANION_SECRET"  # noqa: S105 (the name of a setting)
SECRET = "secret"  # noqa: S105 (the name of a file)
SECRET_BYTES = 32
_POSTGRESQL = re.compile(r"postgres(?:ql)?://")
_ANOTHER_KIND = re.compile(
    r"://|^\s*(?:jdbc:)?postgres\w*[:+]|(?:^|\s)(?:host|hostaddr|port|dbname|user|password|service)\s*=",
    re.IGNORECASE,
)
"""Addresses of other databases, misspelled ones, and PostgreSQL's other form: none is the name of a folder."""
_HOST = r"(?:\[[^\]@?#\s/]*\]|[^\]\[@?#\s/:,]*)(?::\d*)?"
_PARTS = re.compile(
    r"(?P<scheme>postgres(?:ql)?://)(?:(?P<user>[^:@/?#\s]*)(?P<password>:[^@/?#\s]*)?@)?"
    rf"(?P<rest>{_HOST}(?:,{_HOST})*(?:/[^@?#\s]*)?)(?P<settings>\?\S*)?"
)


@dataclass(frozen=True, slots=True)
class DatabasePlace:
    folder: Path
    database: str = ""
    """The address of a PostgreSQL database, to be used instead of SQLite."""
    secret: str = ""
    """The secret that several servers share, to be used instead of the one in the folder."""

    @property
    def shown(self) -> str:
        return shown_address(self.database) if self.database else str(self.folder)

    @classmethod
    def from_environment(cls, folder: Path, database: str | None = None) -> Self:
        """Return the place that the environment names, unless a database is given."""
        chosen = os.environ.get(DATABASE_SETTING, "") if database is None else database
        return cls(folder, chosen.strip(), os.environ.get(SECRET_SETTING, ""))


def open_store(
    place: DatabasePlace | Path, *, busy_seconds: float = BUSY_SECONDS, brings_secret: bool = False
) -> Store:
    """Open a store. Create its tables and its secret at the first start; migrate an older database.

    One that brings a secret gives it to a PostgreSQL database without games, whatever that was started with before.
    """
    place = place if isinstance(place, DatabasePlace) else DatabasePlace(place)
    try:
        place.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreBroken(Problem.FOLDER_NOT_MADE, path=place.folder, reason=error.strerror) from error
    remove_abandoned(place.folder)
    is_new = not place.secret and read_secret(place.folder) is None
    secret = given_secret(place.secret) if place.secret else kept_secret(place.folder)
    if not place.database:
        return open_file(place.folder, secret, busy_seconds)
    open_database = _postgres(place.database).open_database
    try:
        opened: Store = open_database(place.database, place.folder, secret, busy_seconds, brings_secret=brings_secret)
    except StoreError as error:
        if is_new and read_secret(place.folder) == secret:
            # It is the secret of nothing.
            (place.folder / SECRET).unlink(missing_ok=True)
        if is_new and isinstance(error, OtherSecret):
            raise StoreBroken(Problem.NO_SECRET, path=place.shown, folder=place.folder.resolve()) from error
        raise
    return opened


def open_to_read(place: DatabasePlace, secret: bytes = b"") -> AbstractContextManager[Store]:
    """Open a store that is there without changing it; an SQLite file with older tables is updated in a copy.

    Nothing needs the secret but `Store.has_other_secret`.
    """
    if not place.database:
        return open_migrated(place.folder / DATABASE)
    opened: AbstractContextManager[Store] = _postgres(place.database).open_to_read(place.database, place.folder, secret)
    return opened


def _postgres(database: str) -> ModuleType:
    check_address(database)
    try:
        return import_module("companion.store.engines.postgres")
    except ImportError as error:
        raise StoreBroken(Problem.PSYCOPG_MISSING, python=sys.executable) from error


def is_postgresql(text: str) -> bool:
    return _POSTGRESQL.match(text) is not None


def is_another_address(text: str) -> bool:
    """Return whether this is meant to be an address, but is none of PostgreSQL.

    >>> [is_another_address(text) for text in ("postgre://db/companion", "sslmode=off host=db", "a/b=c")]
    [True, True, False]
    """
    return _ANOTHER_KIND.search(text) is not None and not is_postgresql(text)


def check_address(text: str) -> None:
    """Raise StoreBroken for an address that isn't PostgreSQL's, or in which a password can't be told from the rest."""
    if not is_postgresql(text):
        raise StoreBroken(Problem.UNKNOWN_DATABASE)
    if not _parts_of(text):
        raise StoreBroken(Problem.ADDRESS_UNREADABLE)


def shown_address(text: str) -> str:
    """Return an address without what may be secret: the password, and the settings, which may hold one.

    >>> shown_address("postgresql://ann:a:b@db1,db2:5433/companion?target_session_attrs=read-write")
    'postgresql://ann:…@db1,db2:5433/companion?…'
    >>> shown_address("postgresql://ann:a/b@db/companion")
    'postgresql://…'
    """
    parts = _parts_of(text)
    if parts is None:
        return "postgresql://…"
    user = "" if parts["user"] is None else f"{parts['user']}{':…' if parts['password'] else ''}@"
    return f"{parts['scheme']}{user}{parts['rest']}{'?…' if parts['settings'] else ''}"


def _parts_of(text: str) -> re.Match[str] | None:
    parts = _PARTS.fullmatch(text)
    if parts is None or (parts["user"] is None and "@" in (parts["settings"] or "")):
        return None
    # A byte that isn't UTF-8 is a surrogate here.
    return None if any("\ud800" <= char <= "\udfff" for char in text) else parts


def given_secret(text: str) -> bytes:
    """Return the secret that a setting gives: 64 hexadecimal digits of a file, or any long text."""
    with suppress(ValueError):
        secret = bytes.fromhex(text)
        if len(secret) >= SECRET_BYTES:
            return secret
    secret = os.fsencode(text)
    if len(secret) < SECRET_BYTES:
        raise StoreBroken(Problem.SECRET_TOO_SHORT, least=SECRET_BYTES)
    return secret


def kept_secret(folder: Path) -> bytes:
    path = folder / SECRET
    for _ in range(2):
        secret = read_secret(folder)
        if secret is not None:
            return secret
        create_file(path, secrets.token_bytes(SECRET_BYTES))
    raise StoreBroken(Problem.FILE_NOT_MADE, path=path)


def read_secret(folder: Path) -> bytes | None:
    path = folder / SECRET
    try:
        secret = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreBroken(Problem.FILE_NOT_READ, path=path, reason=error.strerror) from error
    if len(secret) < SECRET_BYTES:
        raise StoreBroken(Problem.NOT_THE_SECRET, path=path)
    return secret


def replace_secret(folder: Path, secret: bytes) -> None:
    """Put a secret into a folder, in place of the one that is there; the file is at each moment one or the other."""
    path = folder / SECRET
    try:
        with unfinished_file(folder) as aside:
            aside.write_bytes(secret)
            sync_to_disk(aside)
            aside.replace(path)
            sync_to_disk(folder)
    except OSError as error:
        raise StoreBroken(Problem.FILE_NOT_WRITTEN, path=path, reason=error.strerror) from error


def create_file(path: Path, content: bytes) -> None:
    """Create a file whole: of two processes at their first start, both end up with the same secret."""
    try:
        with unfinished_file(path.parent) as aside:
            aside.write_bytes(content)
            if IN_BROWSER:
                aside.rename(path)
                return
            with suppress(FileExistsError):
                path.hardlink_to(aside)
    except OSError as error:
        raise StoreBroken(Problem.FILE_NOT_WRITTEN, path=path, reason=error.strerror) from error
