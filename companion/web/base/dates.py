"""Dates: the day of a stored moment where the phone is, and the form of the date and note of a hand or a game.

Moments are stored in UTC, and people play in the evening. A script tells the phone's zone in a cookie. Without one it
is the zone of the machine that serves, which mostly stands in the same house.
"""

from contextlib import suppress
from datetime import UTC, date, datetime, tzinfo
from typing import Any, Self
from zoneinfo import ZoneInfo

from flask import request
from wtforms import Field, StringField, ValidationError
from wtforms.validators import Length
from wtforms.widgets import TextArea

from companion.documents.reader import LONGEST_NOTE
from companion.web.base.forms import AppForm, TextField
from companion.wording import web as errors

COOKIE = "zone"
LONGEST_ZONE = 60
ISO_DATE_LENGTH = len("2026-11-21")


def day_of(moment: str) -> str:
    """Return the day of a stored moment as YYYY-MM-DD."""
    try:
        parsed = datetime.fromisoformat(moment)
    except ValueError:
        return moment
    if parsed.tzinfo is None:
        # A day, or the local time that the table wrote itself.
        return moment[:ISO_DATE_LENGTH]
    return parsed.astimezone(_zone()).date().isoformat()


def today() -> date:
    """Return the day that it is where the phone is."""
    return datetime.now(_zone()).date()


def _zone() -> tzinfo | None:
    """Return the phone's time zone; None stands for the server's."""
    name = request.cookies.get(COOKIE, "")
    if not name or len(name) > LONGEST_ZONE:
        return None
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        return None


def date_shown(stored: str) -> str:
    """Return the day of a stored date, as a date field takes it; empty where it is none.

    >>> date_shown("2026-11-21T20:15"), date_shown("last winter")
    ('2026-11-21', '')
    """
    with suppress(ValueError):
        return date.fromisoformat(stored[:ISO_DATE_LENGTH]).isoformat()
    return ""


def tidied(note: str) -> str:
    r"""Return a note with single spaces, its lines kept apart.

    >>> tidied("  by candle   light \r\n\r\n and late ")
    'by candle light\n\nand late'
    """
    return "\n".join(" ".join(line.split()) for line in note.splitlines()).strip("\n")


class NoteField(StringField):
    widget = TextArea()

    def process_formdata(self, valuelist: list[Any]) -> None:
        if valuelist:
            self.data = tidied(valuelist[0])


def _is_date(_form: object, field: Field) -> None:
    if field.data and date_shown(field.data) != field.data:
        raise ValidationError(errors.NOT_A_DATE)


class DateAndNoteForm(AppForm):
    at = TextField("", [_is_date], render_kw={"type": "date"})
    note = NoteField("", [Length(max=LONGEST_NOTE, message=errors.too_long(LONGEST_NOTE))], render_kw={"dir": "auto"})

    @classmethod
    def of(cls, at: str, note: str) -> Self:
        """Return the form with a date and note as they are stored."""
        return cls(data={"at": date_shown(at), "note": note})

    def changed_date(self, at: str) -> str | None:
        """Return the date that the form sets, empty to remove it; None where it shows what is stored already."""
        entered = self.at.data or ""
        return None if entered == date_shown(at) else entered

    def changed_note(self, note: str) -> str | None:
        """Return the note that the form sets, empty to remove it; None where it is the stored one, spaces aside."""
        entered = self.note.data or ""
        return None if entered == tidied(note) else entered
