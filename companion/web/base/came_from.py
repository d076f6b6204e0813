"""The page that a link was tapped on: `from` in an address, used only if it is a page of a game or of learning one."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Flask, current_app, request, url_for
from werkzeug.exceptions import HTTPException

PARAMETER = "from"
_GAME = "game"
_LEARNING = "learning"
"""Begins the names of the blueprints of learning a game."""
_LONGEST = 2000
"""Every link of a page repeats the address, and no page of a game has a longer one."""


def init_app(app: Flask) -> None:
    """Let templates name the page that a link is on."""
    app.jinja_env.globals["coming_from"] = coming_from


def coming_from() -> Mapping[str, Any]:
    """Return the parameter that leads back to this page of a game or of learning one, or to the one that led here."""
    led_here = {PARAMETER: request.args[PARAMETER]} if came_from() else {}
    if _GAME not in (request.view_args or {}) and not (request.endpoint or "").startswith(_LEARNING):
        return led_here
    if request.method != "GET":
        # A form that is shown again with its errors is at the address of its page.
        return {PARAMETER: request.path}
    query = urlencode({name: value for name, value in request.args.items() if name != PARAMETER} | led_here)
    page = f"{request.path}?{query}" if query else request.path
    return {PARAMETER: page if len(page) <= _LONGEST else request.path}


def came_from(game: str = "") -> str:
    """Return the address of the page that `from` names: of a game, or of learning one unless a game is given.

    Empty for anything else. The address is built again from the app's own addresses, so it can't lead to another site.
    """
    endpoint, values, query = _named(game)
    return url_for(endpoint, **values) + (f"?{query}" if query else "") if endpoint else ""


def values_of_came_from(game: str) -> Mapping[str, Any]:
    """Return what the address of that page says: its hand and its seat, if it has any."""
    return _named(game)[1]


def _named(game: str) -> tuple[str, Mapping[str, Any], str]:
    """Return the endpoint, the values and the query of the page that `from` names; nothing for none of this app."""
    nothing: tuple[str, Mapping[str, Any], str] = ("", {}, "")
    named = request.args.get(PARAMETER, "")
    if not named or len(named) > _LONGEST:
        return nothing
    try:
        parts = urlsplit(named)
        if parts.scheme or parts.netloc:
            return nothing
        adapter = current_app.create_url_adapter(request)
        endpoint, values = adapter.match(parts.path, method="GET")  # type: ignore[union-attr]  # None without a request
    except (HTTPException, ValueError):
        return nothing
    if game and values.get(_GAME) != game:
        return nothing
    if _GAME not in values and not endpoint.startswith(_LEARNING):
        return nothing
    return endpoint, values, urlencode(parse_qsl(parts.query, keep_blank_values=True))
