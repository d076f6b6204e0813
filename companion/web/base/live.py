"""Live updates: every phone shows at once what another one did.

Each page of a game carries the game's change counter. A script asks whether it has changed; until it has, the server
holds the request (companion/web/server/waiting.py). Then the script fetches the page and replaces the blocks that
differ. In templates `{% filter live("scores") %} ... {% endfilter %}` marks such a block. Where held requests don't
work, the script asks about every second.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from flask import Blueprint, Flask, Response, abort, current_app, g, request, url_for
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.people import polling
from companion.store.people.polling import PollState
from companion.web.base.came_from import coming_from
from companion.web.base.htmx import go_to, refreshing
from companion.web.base.idempotency import keys_of_this_page, note_seen, read_seen, seen_of
from companion.web.current_store import current_store
from companion.web.security.membership import HELD, poll_state

View = TypeVar("View", bound="Callable[..., Any]")

blueprint = Blueprint("live", __name__, url_prefix="/g/<game>")

HOLD = "X-Hold"
"""Header with the game of a phone that waits, its device, and the change counter it has seen; for the gate alone.

A page of several games names all of them, with commas between.
"""
SEEN = "X-Seen"
"""Header with what a page was made from, where no form carries it: of a page that is fetched again, and of a photo."""
_ON_THE_SHEET = frozenset({"sheet", "responses"})
_ANSWERS_LATE_FORMS: dict[Callable[..., Any], LateForms] = {}
SCREENS_WITHOUT_WAKE_LOCK = frozenset({"end", "sheet", "history", "about", "exchange", "people"})
"""Screens on which the phone may go to sleep."""
_OFFERS_NO_RULES = frozenset(
    {
        "about",
        "aloud",
        "big_screen",
        "end",
        "exchange",
        "help",
        "history",
        "house_rules",
        "leaving",
        "offline",
        "corrections",
        "people",
        "sheet",
    }
)
"""Screens without the button that opens the rules: those on which no hand is played or entered."""
_BESIDE = frozenset({"big_screen"})
_KEPT_FROM = frozenset({"table", "end"})
"""Screens shown after every hand: from there a phone caches the sheet and the offline page."""


@dataclass(frozen=True, slots=True)
class Live:
    """Data attributes of the body, for the scripts.

    The address to ask for news, the change counter, the phone's role, the journal position of the page, whether the
    screen stays awake, and a mark of what the phone has cached for when there is no network.
    """

    address: str
    seen: str
    role: str
    position: int
    awake: bool
    keep: str
    beside: bool
    """It may be shown beside another window of the same phone."""
    page: str
    """The address by which the page goes from now on; empty if it's the one by which it was asked for."""


def init_app(app: Flask) -> None:
    """Read the change counter before a page is made, so that no change falls between the two."""
    app.before_request(_begin)
    app.jinja_env.globals["live"] = now
    app.jinja_env.globals["rules_in_play"] = rules_in_play
    app.jinja_env.globals["refreshing"] = refreshing
    app.jinja_env.filters["live"] = live_block
    app.jinja_env.filters["passing"] = passing


class LateForms(StrEnum):
    """When a view itself answers a form for a hand that another phone recorded meanwhile."""

    ALWAYS = "always"
    ON_THE_SHEET = "on the sheet"
    """As long as that hand was not undone since."""


def answers_late_forms(when: LateForms) -> Callable[[View], View]:
    """Mark a view that shows by itself what became of a hand that another phone recorded meanwhile."""

    def mark(view: View) -> View:
        _ANSWERS_LATE_FORMS[view] = when
        return view

    return mark


def _begin() -> BaseResponse | None:
    game = (request.view_args or {}).get("game")
    if game is None or request.endpoint == "live.pulse":
        return None
    state = poll_state(game)
    if state is None:
        return None
    g.live_known = True
    note_seen(state.seq)
    if request.method == "GET":
        _follow(state)
    return _moved_on(game, state.seq)


def _follow(state: PollState) -> None:
    game = state.member.game
    g.live_address = url_for("live.pulse", game=game)
    g.live_seen = f"{state.changes}.{polling.visible_digest(current_store(), game)}"
    g.live_role = state.member.role
    g.live_position = state.seq
    g.live_keep = f"{state.seq}-{state.member.role}-{state.member.seat}"


def follow(game: str, page: str) -> None:
    """Have a page show at once what changes in another game than its address names, before it reads anything of it.

    From now on it goes by the address `page`, so that it stays when the first game is deleted.
    """
    state = poll_state(game)
    if state is not None:
        _follow(state)
        g.live_page = page


def follow_all(address: str, games: Sequence[str]) -> None:
    """Have a page show at once what changes in any of several games; `address` answers with `pulse_of`."""
    g.live_address = address
    g.live_seen = _seen_in(_states_of(games))
    g.live_role = g.live_keep = ""
    g.live_position = 0


def _states_of(games: Sequence[str]) -> list[PollState]:
    return [state for state in map(poll_state, games) if state]


def _counters(states: Sequence[PollState]) -> str:
    return ",".join(f"{state.member.game}-{state.changes}" for state in states)


def _seen_in(states: Sequence[PollState]) -> str:
    """Return the change counters of several games, and one digest of what their pages show."""
    digests = [polling.visible_digest(current_store(), state.member.game) for state in states]
    return f"{_counters(states)}.{hashlib.blake2b(' '.join(digests).encode(), digest_size=6).hexdigest()}"


def _moved_on(game: str, now: int) -> BaseResponse | None:
    """Lead a page whose hand was recorded on another phone meanwhile to that hand on the sheet."""
    number = (request.view_args or {}).get("number")
    if number is None or request.blueprint in _ON_THE_SHEET:
        return None
    answers = _ANSWERS_LATE_FORMS.get(current_app.view_functions[request.endpoint or ""])
    if answers is LateForms.ALWAYS or _position() >= now or not recorded_meanwhile(game, number):
        return None
    if games.state(current_store(), game).hand(number) is None:
        return go_to(url_for("table.table", game=game))
    if answers is LateForms.ON_THE_SHEET:
        return None
    late = 1 if request.method == "POST" else None
    return go_to(url_for("sheet.hand", game=game, number=number, late=late))


def recorded_meanwhile(game: str, number: int) -> bool:
    """Return whether a hand was recorded after the page was made that took it for the one being played."""
    return 0 < _position() < games.first_recorded(current_store(), game, number)


def _position() -> int:
    """Return the journal position from which the page was made that sends this request; 0 where it doesn't say it."""
    return (read_seen(request.headers[SEEN]) if SEEN in request.headers else seen_of(request.form)).position


def now() -> Live | None:
    """Return what the body of the page says; None for a page of no game."""
    if "live_seen" not in g:
        return None
    return Live(
        address=g.live_address,
        seen=g.live_seen,
        role=g.live_role,
        position=g.live_position,
        beside=request.blueprint in _BESIDE,
        page=g.get("live_page", ""),
        awake=request.blueprint not in SCREENS_WITHOUT_WAKE_LOCK,
        keep=g.live_keep if request.blueprint in _KEPT_FROM else "",
    )


def rules_in_play() -> str:
    """Return the address of the game's rules, for the screens on which a hand is played or entered; else nothing."""
    game = (request.view_args or {}).get("game") if "live_known" in g else None
    if game is None or request.blueprint in _OFFERS_NO_RULES:
        return ""
    return url_for("help.rules", game=game, **coming_from())


@pass_context  # so that it isn't applied once for all when the template is compiled
def passing(_context: Context, content: str) -> Markup:
    """Leave out of a live block's mark what only the answer to a tap says, such as a refusal.

    The block is the same without it, so news of that tap or an earlier one doesn't take it away.
    """
    g.setdefault("live_passing", []).append(content)
    return Markup(content)  # noqa: S704 (the templates' own, or escaped when it was rendered)


def live_block(content: str, name: str, classes: str = "", tag: str = "div") -> Markup:
    """Wrap a block that may change, with a mark by which the script sees whether it has.

    Ids of recordings are new each time, and are the only thing in a block that is.
    """
    # Markup would make each word of the block Markup again, a fifth of the time of a page.
    lasting = str(content)
    for part in (*keys_of_this_page(), *g.get("live_passing", ())):
        lasting = lasting.replace(part, "")
    mark = hashlib.blake2b("".join(lasting.split()).encode(), digest_size=6).hexdigest()
    # Both come from our own templates, and the content was escaped when it was rendered.
    opened = f'<{tag} id="{name}" class="{classes}" data-live="{mark}">'
    return Markup(f"{opened}{content}</{tag}>")  # noqa: S704


@blueprint.get("/pulse")
def pulse(game: str) -> Response:
    """Return the change counter, or 204 if it hasn't changed since the page was made."""
    state = poll_state(game)
    if state is None:
        abort(404)
    if _seen_before() == str(state.changes):
        return _nothing_new([state])
    return _news(f"{state.changes}.{polling.visible_digest(current_store(), game)}")


def pulse_of(games: Sequence[str]) -> Response:
    """Return the change counters of several games, or 204 if none has changed and there is no other one.

    Where none is left, the page has to be loaded again, as one whose game is gone.
    """
    if not games:
        abort(404)
    states = _states_of(games)
    return _nothing_new(states) if _counters(states) == _seen_before() else _news(_seen_in(states))


def _seen_before() -> str:
    return request.args.get("seen", "").partition(".")[0]


def _news(seen: str) -> Response:
    return _never_stored(Response(seen, content_type="text/plain"))


def _nothing_new(states: Sequence[PollState]) -> Response:
    answer = Response(status=204)
    if HELD in request.args and states:
        answer.headers[HOLD] = ",".join(
            f"{state.member.game} {state.member.device} {state.changes}" for state in states
        )
    return _never_stored(answer)


def _never_stored(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
