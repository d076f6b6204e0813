"""Error pages: what happened, what to do next, and a way home. Never a traceback."""

from flask import Flask, Response, current_app, request, url_for
from werkzeug.exceptions import BadHost, HTTPException, InternalServerError, NotFound, UnprocessableEntity

from companion.rules.rummy.solver import TooManyLayoutsError
from companion.store.errors import StoreError
from companion.web.base import pages
from companion.web.base.htmx import instead_of_part
from companion.web.security.membership import member_of
from companion.wording.web import ERROR_PAGES, TOO_MANY_LAYOUTS, UNREADABLE_HOST, ErrorText


@pages.context("base/error.html")
class ErrorPage:
    status: int
    text: ErrorText
    description: str
    """What is known beyond the general text of the status."""
    back: str
    """The address of the game where it happened, if this phone is in it."""


def init_app(app: Flask) -> None:
    """Answer every error with a page of the app."""
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(TooManyLayoutsError, _too_many_layouts)
    app.register_error_handler(Exception, _broken)


def _answer(error: HTTPException) -> Response:
    if isinstance(request.routing_exception, BadHost):
        # Without a host no page can address its style or the home page.
        return Response(UNREADABLE_HOST, BadHost.code, mimetype="text/plain")
    status = error.code or 500
    text = ERROR_PAGES.get(status, ERROR_PAGES[400] if status < InternalServerError.code else ERROR_PAGES[500])
    # The description passed to abort() says more than the general text; Werkzeug's own are not shown.
    description = error.description if error.description != type(error).description else None
    page = ErrorPage(status=status, text=text, description=description or "", back=_table_address(status))
    answer = pages.show(page, status)
    for name, value in error.get_headers():
        if name in {"Retry-After", "Allow"}:
            answer.headers[name] = value
    return answer


def _too_many_layouts(_: TooManyLayoutsError) -> Response:
    status = UnprocessableEntity.code
    page = ErrorPage(status=status, text=TOO_MANY_LAYOUTS, description="", back=_table_address(status))
    return instead_of_part(pages.show(page, status))


def _table_address(status: int) -> str:
    game = (request.view_args or {}).get("game", "")
    # Do not ask the store where it failed itself, or where the game must not be revealed.
    if not game or status == NotFound.code or status >= InternalServerError.code:
        return ""
    try:
        return url_for("table.table", game=game) if member_of(game) else ""
    except StoreError:
        return ""


def log_failure(error: BaseException | None) -> None:
    """Log what the app failed at: never the address, which may hold a game or an invitation."""
    current_app.logger.error("The app failed", exc_info=error)


def _broken(error: Exception) -> Response:
    log_failure(error)
    return _answer(InternalServerError())
