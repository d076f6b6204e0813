"""The server's secret: made at the first start and kept beside the database, or given to servers that share one."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from companion.store.backup.unfinished_files import sync_to_disk, unfinished_file
from companion.store.database import IN_BROWSER
from companion.store.errors import Problem, StoreBroken

SECRET = "secret"  # noqa: S105 (the name of a file)
SECRET_BYTES = 32


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
    """Return the secret in a folder; create it at the first start."""
    path = folder / SECRET
    for _ in range(2):
        secret = read_secret(folder)
        if secret is not None:
            return secret
        create_file(path, secrets.token_bytes(SECRET_BYTES))
    raise StoreBroken(Problem.FILE_NOT_MADE, path=path)


def read_secret(folder: Path) -> bytes | None:
    """Return the secret in a folder, if there is one."""
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
