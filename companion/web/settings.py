"""Settings of this phone: light or dark, two or four colours of suits, the names that it remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request, url_for
from wtforms import Form, RadioField

from companion.store import devices
from companion.web import access, look, pages
from companion.web.htmx import go_to

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as BaseResponse

blueprint = Blueprint("settings", __name__)


THEMES: dict[str, str] = {look.Theme.AUTO: "As the phone", look.Theme.LIGHT: "Light", look.Theme.DARK: "Dark"}
COLOURS: dict[str, str] = {look.Colours.TWO: "Two colours", look.Colours.FOUR: "Four colours"}


class LookForm(Form):
    """The choices of the settings page."""

    theme = RadioField(
        "Light or dark",
        choices=THEMES,
        default=look.Theme.AUTO,
    )
    colours = RadioField(
        "Suits",
        choices=COLOURS,
        default=look.Colours.TWO,
    )


@pages.context("settings/settings.html")
class SettingsPage:
    """What the settings page shows."""

    form: LookForm
    names: tuple[str, ...]
    """The players whom this phone remembers."""
    saved: bool


def _page(form: LookForm) -> SettingsPage:
    phone = access.device()
    return SettingsPage(
        form=form,
        names=tuple(devices.names(access.store(), phone.id)) if phone else (),
        saved="saved" in request.args,
    )


@blueprint.get("/settings")
def settings() -> Response:
    """Show the settings."""
    now = look.current()
    return pages.show(_page(LookForm(data={"theme": now.theme, "colours": now.colours})))


@blueprint.post("/settings")
def keep() -> Response | BaseResponse:
    """Keep the settings on this phone."""
    form = LookForm(request.form)
    if not form.validate():
        return pages.show(_page(form), 422)
    answer = go_to(url_for("settings.settings", saved=1))
    look.keep(answer, look.Look(look.Theme(form.theme.data), look.Colours(form.colours.data)))  # type: ignore[arg-type]
    return answer


@blueprint.post("/settings/forget")
def forget() -> BaseResponse:
    """Forget a player's name."""
    phone = access.device()
    if phone is not None:
        devices.forget_name(access.store(), phone.id, request.form.get("name", ""))
    return go_to(url_for("settings.settings", saved=1))
