"""The date and note of a hand or a game as a form edits them: what is left alone stays exactly as it is."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date

from flask import abort

ISO_DATE_LENGTH = len("2026-11-21")


def date_shown(stored: str) -> str:
    """Return the day of a stored date, as a date field takes it; empty where it is none.

    >>> date_shown("2026-11-21T20:15"), date_shown("last winter")
    ('2026-11-21', '')
    """
    with suppress(ValueError):
        return date.fromisoformat(stored[:ISO_DATE_LENGTH]).isoformat()
    return ""


def changed_date(form: Mapping[str, str], stored: str) -> str | None:
    """Return the date that the form sets, empty to remove it; None where it shows what is stored already."""
    entered = form.get("at", "").strip()
    if entered == date_shown(stored):
        return None
    if entered and date_shown(entered) != entered:
        abort(422, "Enter a date like 2026-11-21.")
    return entered


def changed_note(form: Mapping[str, str], stored: str) -> str | None:
    """Return the note that the form sets, empty to remove it; None where it is the stored one, spaces aside."""
    entered = tidied(form.get("note", ""))
    return None if entered == tidied(stored) else entered


def tidied(note: str) -> str:
    r"""Return a note with single spaces, its lines kept apart.

    >>> tidied("  by candle   light \r\n\r\n and late ")
    'by candle light\n\nand late'
    """
    return "\n".join(" ".join(line.split()) for line in note.splitlines()).strip("\n")
