"""The way in: whether photos can be read here, and reading one. numpy and Pillow are loaded with the first photo."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Protocol

from companion.photo.reading import DeckPhoto, PhotoError, PhotoReading, TaughtLook, Trouble

WEIGHTS = Path(__file__).with_name("weights.npz")
WAIT = 10.0
"""Seconds that a photo waits for the others before it."""

_turn = Lock()


class Elsewhere(Protocol):
    """What reads photos where numpy and Pillow aren't."""

    def read_photo(self, body: bytes, lessons: Sequence[TaughtLook]) -> PhotoReading: ...
    def look_at_deck(self, body: bytes) -> DeckPhoto: ...


_elsewhere: ContextVar[Elsewhere | None] = ContextVar("elsewhere", default=None)


@contextmanager
def read_by(other: Elsewhere) -> Iterator[None]:
    """Have something else read the photos meanwhile."""
    before = _elsewhere.set(other)
    try:
        yield
    finally:
        _elsewhere.reset(before)


def missing() -> tuple[str, ...]:
    """Name what reading photos lacks here: packages, or the file of weights."""
    packages = (name for module, name in (("numpy", "numpy"), ("PIL", "Pillow")) if not _is_installed(module))
    return (*packages, *(() if WEIGHTS.is_file() else (WEIGHTS.name,)))


def is_available() -> bool:
    return _elsewhere.get() is not None or not missing()


def read_photo(body: bytes, lessons: Sequence[TaughtLook] = ()) -> PhotoReading:
    """Return the cards of a photo; `PhotoError` if it is none, or the photos before it take too long.

    Lessons are what the deck has taught, where it was taught.
    """
    elsewhere = _elsewhere.get()
    if elsewhere is not None:
        return elsewhere.read_photo(body, lessons)
    from companion.photo.server import read

    with _one_at_a_time():
        return read(WEIGHTS, body, lessons)


def look_at_deck(body: bytes) -> DeckPhoto:
    elsewhere = _elsewhere.get()
    if elsewhere is not None:
        return elsewhere.look_at_deck(body)
    from companion.photo.server import look_at_deck

    with _one_at_a_time():
        return look_at_deck(WEIGHTS, body)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    if not _turn.acquire(timeout=WAIT):
        raise PhotoError(Trouble.BUSY)
    try:
        yield
    finally:
        _turn.release()


@cache
def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:
        return False
