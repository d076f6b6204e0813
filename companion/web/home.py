"""The home page: the games of this phone, and the ways into the app."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.web import pages

blueprint = Blueprint("home", __name__)


@pages.context("home/home.html")
class HomePage:
    """What the home page shows."""


@blueprint.get("/")
def home() -> Response:
    """Show the home page."""
    return pages.show(HomePage())
