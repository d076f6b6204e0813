"""What the app says when something goes wrong: what it is, what to do next, and the way home. Never a traceback."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, current_app, request, url_for
from werkzeug.exceptions import BadHost, HTTPException, InternalServerError, NotFound

from companion.web.security import access
from companion.web.shell import pages

if TYPE_CHECKING:
    from flask import Flask


@dataclass(frozen=True, slots=True)
class ErrorText:
    """One kind of failure in the table's words."""

    title: str
    happened: str
    next_step: str


ERROR_TEXTS = {
    400: ErrorText(
        "That could not be read",
        "The phone sent something that the app does not understand.",
        "Go back, check what was entered, and send it again.",
    ),
    403: ErrorText(
        "This phone may not do that",
        "The link you came by lets you look, or the page was open for too long.",
        "Go back and reload the page; if it stays so, ask the owner of the game for a link.",
    ),
    404: ErrorText(
        "There is nothing here",
        "The address is mistyped, or it belongs to a game that this phone is not in.",
        "Start from the home page, where this phone's games are, or ask for a new link.",
    ),
    405: ErrorText(
        "That is no page",
        "The address takes what a form sends, and cannot be opened by itself.",
        "Start again from the home page.",
    ),
    409: ErrorText(
        "Somebody was quicker",
        "Another phone changed the same thing while you were at it. Nothing was overwritten.",
        "Go back, reload, look at what is there now, and decide again.",
    ),
    413: ErrorText(
        "That is too much at once",
        "What was sent is larger than anything a card table needs.",
        "Send a smaller file or a shorter text.",
    ),
    422: ErrorText(
        "That cannot be",
        "What was sent does not fit the game as it stands.",
        "Go back and look at what is there now.",
    ),
    429: ErrorText(
        "One moment, please",
        "Too many requests came from this phone or this network in a short time.",
        "Wait a minute, then try once more.",
    ),
    500: ErrorText(
        "The app made a mistake",
        "What was recorded before is safe; the last step may not have been recorded.",
        "Go back and try again. If it happens again, look at the terminal where the app runs: it says why.",
    ),
    503: ErrorText(
        "The app is busy or its disk is full",
        "Nothing was half written: the last step was not recorded.",
        "Wait a moment and send it again. The person who runs the app should look at the disk.",
    ),
}
"""A page for each answer that can go wrong."""


@pages.context("shell/error.html")
class ErrorPage:
    """What the page of a failure shows."""

    status: int
    trouble: ErrorText
    said: str
    back: str
    """The address of the game that it happened in, where this phone is in one."""


def init_app(app: Flask) -> None:
    """Answer every failure with a page of ours."""
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(Exception, _broken)


def _answer(error: HTTPException) -> Response:
    if isinstance(request.routing_exception, BadHost):
        # Where the request names no host, no page can tell where its style or the way home is.
        return Response("The address of this server cannot be written so.\n", BadHost.code, mimetype="text/plain")
    status = error.code or 500
    trouble = ERROR_TEXTS.get(status, ERROR_TEXTS[400] if status < InternalServerError.code else ERROR_TEXTS[500])
    # A sentence of our own, given to abort(), says more than the general one; Werkzeug's own stays unshown.
    said = error.description or ""
    own = said if said != type(error).description else ""
    answer = pages.show(ErrorPage(status=status, trouble=trouble, said=own, back=_table(status)), status)
    for name, value in error.get_headers():
        if name in {"Retry-After", "Allow"}:
            answer.headers[name] = value
    return answer


def _table(status: int) -> str:
    game = (request.view_args or {}).get("game", "")
    # Where the store itself fails, or nothing may be told, no question is put to it.
    if not game or status == NotFound.code or status >= InternalServerError.code:
        return ""
    return url_for("table.table", game=game) if access.membership(game) else ""


def _broken(error: Exception) -> Response:
    current_app.logger.error("The app failed", exc_info=error)
    return _answer(InternalServerError())
