"""Settings of this phone: light or dark, two or four colours of suits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request, url_for
from wtforms import Form, RadioField

from companion.web import look, pages
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


@blueprint.get("/settings")
def settings() -> Response:
    """Show the settings."""
    now = look.current()
    return pages.show(SettingsPage(form=LookForm(data={"theme": now.theme, "colours": now.colours})))


@blueprint.post("/settings")
def keep() -> Response | BaseResponse:
    """Keep the settings on this phone."""
    form = LookForm(request.form)
    if not form.validate():
        return pages.show(SettingsPage(form=form), 422)
    answer = go_to(url_for("settings.settings"))
    look.keep(answer, look.Look(look.Theme(form.theme.data), look.Colours(form.colours.data)))  # type: ignore[arg-type]
    return answer
