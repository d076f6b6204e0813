"""What every command does at a terminal: read a document, write an answer, complain in one sentence."""

import argparse
import errno
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import BinaryIO

from companion.documents.reader import check_size, parse_json

OK = 0
PROBLEMS_FOUND = 1
FAILED = 2
LARGEST_DOCUMENT = 16_000_000
STDIN = "-"
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_DURATION = re.compile(r"([1-9]\d{0,5})([smhd])", re.ASCII)


class CommandError(Exception):
    """A command can't be done; the message is for who gave it."""


def complain(sentence: str) -> int:
    """Say in one line why a command failed; return the exit status."""
    print(f"companion: {printable(sentence)}", file=sys.stderr)
    return FAILED


def printable(sentence: str) -> str:
    """Return a sentence without what could steer a terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in sentence)


def drop_output() -> None:
    """Discard further output: nobody reads it, and the interpreter would try to flush it at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    if name == STDIN:
        if sys.stdin is None:
            raise CommandError(f"{name}: standard input is closed")
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 (later errors aren't about opening)
    except OSError as error:
        raise CommandError(f"{name}: the file can't be read: {error.strerror}") from error
    with file:
        yield file


def load(name: str, most: int = LARGEST_DOCUMENT) -> object:
    with open_input(name) as file:
        text = file.read(most + 1)
    check_size(text, most)
    return parse_json(text)


def write(text: str) -> None:
    """Write to standard output, in UTF-8 whatever the terminal says."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    sys.stdout.buffer.write(text.encode("utf-8"))


def print_json(document: object, *, indent: int | None) -> None:
    write(json.dumps(document, ensure_ascii=False, indent=indent) + "\n")


def a_day(text: str) -> str:
    """Return a date as the command line takes it."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a date, such as 2026-01-31") from error


def duration(text: str) -> float:
    """Return a duration as the command line takes it, in seconds.

    >>> duration("30m"), duration("1d")
    (1800.0, 86400.0)
    """
    found = _DURATION.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text} isn't a duration such as 30m, 1h or 1d")
    return float(int(found[1]) * _UNITS[found[2]])
