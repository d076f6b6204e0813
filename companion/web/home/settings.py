"""Settings of this phone: light or dark, two or four colors of suits, ratings, the names that it remembers."""

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import RadioField

from companion.store.people import devices
from companion.web.base import pages
from companion.web.base.forms import AppForm
from companion.web.base.htmx import go_to
from companion.web.base.pages import Appearance, Ratings, SuitColors, Theme
from companion.web.current_store import current_store
from companion.web.security.phone import current_phone
from companion.wording.ratings import RATINGS_EXPLAINED

blueprint = Blueprint("settings", __name__)


class AppearanceForm(AppForm):
    theme = RadioField(choices=list(Theme), default=Theme.AUTO)
    colors = RadioField(choices=list(SuitColors), default=SuitColors.TWO)
    ratings = RadioField(choices=list(Ratings), default=Ratings.OFF)


@pages.context("home/settings.html")
class SettingsPage:
    form: AppearanceForm
    ratings_explained: str
    names: tuple[str, ...]
    """The players whom this phone remembers."""
    saved: bool


def _page(form: AppearanceForm) -> SettingsPage:
    phone = current_phone()
    return SettingsPage(
        form=form,
        ratings_explained=RATINGS_EXPLAINED,
        names=tuple(devices.names(current_store(), phone.id)) if phone else (),
        saved="saved" in request.args,
    )


@blueprint.get("/settings")
def settings() -> Response:
    now = pages.current_look()
    return pages.show(_page(AppearanceForm(data={"theme": now.theme, "colors": now.colors, "ratings": now.ratings})))


@blueprint.post("/settings")
def keep() -> Response | BaseResponse:
    form = AppearanceForm(request.form)
    if not form.validate():
        return pages.show(_page(form), 422)
    answer = go_to(url_for("settings.settings", saved=1))
    data = form.data
    look = Appearance(Theme(data["theme"]), SuitColors(data["colors"]), Ratings(data["ratings"]))
    pages.remember_look(answer, look)
    return answer


@blueprint.post("/settings/forget")
def forget() -> BaseResponse:
    phone = current_phone()
    if phone is not None:
        devices.forget_name(current_store(), phone.id, request.form.get("name", ""))
    return go_to(url_for("settings.settings", saved=1))
