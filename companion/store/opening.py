"""Open a store: an SQLite file in a folder, or a PostgreSQL database."""

import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Self

from companion.store.backup.read_only import open_migrated
from companion.store.backup.unfinished_files import remove_abandoned
from companion.store.database import BUSY_SECONDS, Store
from companion.store.database_address import check_address, shown_address
from companion.store.engines.sqlite import DATABASE, open_file
from companion.store.errors import OtherSecret, Problem, StoreBroken, StoreError
from companion.store.secret import SECRET, given_secret, kept_secret, read_secret

DATABASE_SETTING = "COMPANION_DATABASE"
SECRET_SETTING = "COMPANION_SECRET"  # noqa: S105 (the name of a setting)


@dataclass(frozen=True, slots=True)
class DatabasePlace:
    folder: Path
    """The folder of the SQLite database and of the secret."""
    database: str = ""
    """The address of a PostgreSQL database, to be used instead of SQLite."""
    secret: str = ""
    """The secret that several servers share, to be used instead of the one in the folder."""

    @property
    def shown(self) -> str:
        """Where the games are, as people read it."""
        return shown_address(self.database) if self.database else str(self.folder)

    @classmethod
    def from_environment(
        cls, folder: Path, database: str | None = None, environment: Mapping[str, str] = os.environ
    ) -> Self:
        """Return the place that the environment names, unless a database is given."""
        chosen = environment.get(DATABASE_SETTING, "") if database is None else database
        return cls(folder, chosen.strip(), environment.get(SECRET_SETTING, ""))


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
