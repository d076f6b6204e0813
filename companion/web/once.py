"""What every recording form carries: an id that makes it happen once, and what its page had seen of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.store.games import new_id

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict


def new_once() -> str:
    """Make an id for one recording; the phone may put one of its own in its place."""
    return new_id()


def once_of(form: MultiDict[str, str]) -> str:
    """Take the id that came with a form; the store refuses one that is none."""
    return form.get("once", "")


def seen_of(form: MultiDict[str, str]) -> int:
    """Take how much of the game's journal the form's page had seen."""
    return form.get("seen", 0, type=int)
