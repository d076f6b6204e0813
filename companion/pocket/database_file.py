"""Put another file in place of the database, which nobody has open."""

from pathlib import Path

from companion.store.engines.sqlite import DATABASE


def replace_database(folder: Path, new: Path) -> None:
    """Move a file in place of the database. The caller does it again if this was stopped in between."""
    for suffix in ("-journal", "-wal", "-shm"):
        # The new file must not meet what belongs to the old one.
        (folder / f"{DATABASE}{suffix}").unlink(missing_ok=True)
    new.replace(folder / DATABASE)
