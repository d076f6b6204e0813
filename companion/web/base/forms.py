"""WTForms building blocks: a base form, and fields for text, names and whole numbers.

Every form that has fields and errors is an `AppForm`. Labels stand in the template (`field(form.name, "Name")`),
errors in companion/wording/web.py; the form token is checked by companion/web/security/guard.py.
"""

from typing import Any

from werkzeug.datastructures import FileStorage, MultiDict
from wtforms import Field, FileField, Form, StringField, ValidationError
from wtforms.form import BaseForm
from wtforms.meta import DefaultMeta
from wtforms.validators import InputRequired, Length, Optional

from companion.documents.texts import LONGEST_NAME, typed_name
from companion.wording import web as errors
from companion.wording.document_errors import name_sentence

MINUS_SIGN = "−"
MOST_DIGITS = 9
LONGEST_FIELD_NAME = 40


class AppForm(Form):
    """A form whose errors stand beside its fields, or in `form_errors` where they are about all of it."""

    class Meta(DefaultMeta):
        """How WTForms reads what was sent."""

        def wrap_formdata(  # type: ignore[override]  # WTForms states it as overloads
            self, form: BaseForm, formdata: MultiDict[str, Any] | None
        ) -> MultiDict[str, Any] | None:
            """Drop files sent to other fields, and names no field has: WTForms fails on a list's index `²`."""
            if formdata is None:
                return None
            uploads = {field.name for field in form if isinstance(field, UploadField)}
            return MultiDict(
                (name, value)
                for name, value in formdata.items(multi=True)
                if name.isascii() and len(name) <= LONGEST_FIELD_NAME and (isinstance(value, str) or name in uploads)
            )

    def add_error(self, error: str, field: str = "", place: int | None = None) -> None:
        """Add an error to a field, to one place of a list of fields, or to the form: what only rules or store found."""
        if not field:
            self.form_errors.append(error)
            return
        named: Any = self[field]
        for wrong in (named,) if place is None else (named, named[place]):
            wrong.errors = [*wrong.errors, error]


class TextField(StringField):
    """A line of text, without spaces around it and with single ones within."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        if valuelist:
            self.data = " ".join(valuelist[0].split())


class NameField(StringField):
    """A name in its one spelling (companion/documents/texts.py); what cannot be a name stays as it was typed."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        if valuelist:
            self.data = typed_name(valuelist[0])


ZIP_BEGINS = b"PK\x03\x04"
"""How a zip file begins, whatever its name says."""


class UploadField(FileField):
    """An uploaded file; text sent under its name counts as none."""

    def content(self) -> bytes:
        """Return the bytes of the file, none where no file was chosen."""
        sent = self.data
        return sent.read() if isinstance(sent, FileStorage) and sent.filename else b""


class WholeNumberField(StringField):
    """A whole number, kept as it was typed until it is one."""

    @property
    def number(self) -> int | None:
        return whole_number(self.data or "", MOST_DIGITS)


def text_field(longest: int, *, required: bool = False, id: str | None = None, **attributes: object) -> TextField:  # noqa: A002 (HTML's name)
    checks = [_presence(required=required), Length(max=longest, message=errors.too_long(longest))]
    return TextField("", checks, id=id, render_kw=attributes)


def name_field(*, required: bool = True, **attributes: object) -> NameField:
    attributes = {"maxlength": LONGEST_NAME, "dir": "auto", **attributes}
    return NameField("", [_presence(required=required), _is_name], render_kw=attributes)


def whole_number_field(digits: int, *, required: bool = True, **attributes: object) -> WholeNumberField:
    """Make a field for a whole number of at most so many digits, which may be negative."""

    def is_number(_form: Form, field: Field) -> None:
        if whole_number(field.data, digits) is None:
            raise ValidationError(errors.not_a_whole_number(digits))

    attributes = {"inputmode": "numeric", "autocomplete": "off", "maxlength": digits + 1, **attributes}
    return WholeNumberField("", [_presence(required=required), is_number], render_kw=attributes)


def whole_number(text: str, digits: int) -> int | None:
    """Return the whole number that a text is, of at most so many digits; None if it is none.

    >>> whole_number("17", 3), whole_number("−4", 3), whole_number("1.5", 3), whole_number("1234", 3)
    (17, -4, None, None)
    """
    text = text.strip()
    magnitude = text.removeprefix("-").removeprefix(MINUS_SIGN)
    if not magnitude.isdecimal() or len(magnitude) > digits:
        return None
    return int(magnitude) if magnitude == text else -int(magnitude)


def _presence(*, required: bool) -> InputRequired | Optional:
    return InputRequired(errors.REQUIRED) if required else Optional()


def _is_name(_form: Form, field: Field) -> None:
    error = name_sentence(field.data)
    if error:
        raise ValidationError(error)
