"""The only module that uses htmx-flask: what a request asks for, and what an answer tells htmx to do.

htmx-flask 0.1.0 refuses two of htmx's swaps, sends `push_url=True` as a word and never says `Vary`; so nothing else
in the app imports it.
"""

import json
from collections.abc import Mapping

from flask import Flask, Response, make_response, redirect, request
from htmx_flask import Htmx
from htmx_flask.requests import HtmxHeaders
from werkzeug.wrappers import Response as BaseResponse

from companion.web.security.guard import vary_by

REFRESH = "X-Refresh"
"""Header of a script that fetches its page again: of what surrounds the page's blocks it needs nothing."""


def init_app(app: Flask) -> None:
    """Read htmx's request headers, and tell caches that pages depend on them."""
    Htmx(app)
    app.after_request(_vary)


def _vary(answer: Response) -> Response:
    if answer.mimetype == "text/html":
        vary_by(answer, "HX-Request")
    return answer


def _htmx_headers() -> HtmxHeaders | None:
    headers: HtmxHeaders | None = getattr(request, "htmx", None)
    return headers or None


def wants_part() -> bool:
    """Return whether the request wants only a part of a page."""
    headers = _htmx_headers()
    return headers is not None and not headers.boosted and not headers.history_restore_request


def target() -> str:
    """Return the id of the element that htmx is about to fill, or nothing."""
    headers = _htmx_headers()
    return (headers.target or "") if headers else ""


def refreshing() -> bool:
    """Return whether a script fetches its page again, for the blocks that changed."""
    return REFRESH in request.headers


def go_to(address: str) -> BaseResponse:
    """Redirect: 303 for a plain form or link; scripts get a header.

    htmx would put the other page into this one. The script that fetches a page again would load the other page twice.
    """
    if not (wants_part() or refreshing()):
        return redirect(address, 303)
    answer = make_response("", 200)
    answer.headers["HX-Redirect"] = address
    return answer


def tell(answer: Response, events: Mapping[str, object], once_in_place: Mapping[str, object] | None = None) -> Response:
    """Have htmx raise events in the page, before the answer is put into it and once it is in place."""
    answer.headers["HX-Trigger"] = json.dumps(events)
    if once_in_place:
        answer.headers["HX-Trigger-After-Swap"] = json.dumps(once_in_place)
    return answer


def instead_of_part(page: Response) -> Response:
    """Have htmx show a whole page where it asked for a part: a refusal with status 422 is put in place too."""
    if wants_part():
        page.headers["HX-Retarget"] = "body"
        page.headers["HX-Reswap"] = "innerHTML"
    return page


def at_address(answer: Response, address: str) -> Response:
    """Have the browser show the address at which a whole page would show this part."""
    if wants_part():
        answer.headers["HX-Replace-Url"] = address
    return answer
