"""What a phone says of its people: that two names are one person, what somebody is called, and their color."""

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.store.derived import people
from companion.store.errors import NotPossible
from companion.store.people import persons
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.persons.person import LookForm, person_page
from companion.web.security.phone import current_phone
from companion.wording.people import NO_SUCH_PERSON
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("person_changes", __name__, url_prefix="/people/person")


def _phone() -> int:
    phone = current_phone()
    if phone is None:
        abort(404, NO_SUCH_PERSON)
    return phone.id


def _page_of(name: str) -> BaseResponse:
    return go_to(url_for("person.person", name=name))


@blueprint.post("/look")
def look() -> Response | BaseResponse:
    """Say what a person is called, and choose their color."""
    device, name, form = _phone(), request.form.get("name", ""), LookForm(request.form)
    if not form.validate():
        return pages.show(person_page(device, name, form), 422)
    try:
        persons.describe(current_store(), device, name, form.nickname.data or "", form.color.data or "")
    except NotPossible as failure:
        return pages.show(person_page(device, name, form, store_sentence(failure)), 422)
    return _page_of(name)


@blueprint.post("/merge")
def merge() -> Response | BaseResponse:
    """Make two names one person, who goes by the name that has played more."""
    device, name, other = _phone(), request.form.get("name", ""), request.form.get("other", "")
    kept = max(name, other, key=lambda spelling: _hands_of(device, spelling))
    try:
        persons.merge(current_store(), device, other if kept == name else name, kept)
    except NotPossible as failure:
        return pages.show(person_page(device, name, error=store_sentence(failure)), 422)
    return go_to(url_for("person.person", name=kept, done=1))


def _hands_of(device: int, name: str) -> int:
    record = people.person(current_store(), device, name)
    return record.person.figures.hands if record else 0


@blueprint.post("/split")
def split() -> BaseResponse:
    """Make a name a person of its own again."""
    device, name = _phone(), request.form.get("name", "")
    persons.split(current_store(), device, name)
    return _page_of(name)
