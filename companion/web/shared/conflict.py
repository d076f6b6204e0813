"""What is shown where another phone said something meanwhile: what it did, what was to be said here, and the choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app, request, url_for
from werkzeug.exceptions import Conflict as ConflictPage

from companion.journal.fold import Change
from companion.store.drafts import DraftConflict
from companion.store.errors import Conflict
from companion.web.gem2.views.history import versions_of
from companion.web.shared import history_view
from companion.web.shared.game_kinds import is_gem2
from companion.web.shell import pages
from companion.web.shell.idempotency import new_once

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask, Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.fold import GameState
    from companion.web.shared.history_view import Entry

_MADE_ANEW = frozenset({"once", "seen", "form_token", "fresh"})


@pages.context("shared/conflict.html")
class QuickerPage:
    """Both versions, and the form that was sent, to be sent again by somebody who has seen the other one."""

    back: str
    others: tuple[Entry, ...]
    mine: str
    address: str
    fields: tuple[tuple[str, str], ...]
    once: str
    seen: int


def init_app(app: Flask) -> None:
    """Answer every form that talks past another phone, unless its own screen does so."""
    app.register_error_handler(Conflict, _both)
    app.register_error_handler(DraftConflict, _entered_meanwhile)


def _entered_meanwhile(conflict: DraftConflict) -> BaseResponse:
    return current_app.make_response(current_app.handle_http_exception(ConflictPage(conflict.sentence)))


def _both(conflict: Conflict) -> Response:
    state, event = conflict.state, conflict.event
    about: int = getattr(event, "hand", state.next_hand)
    wanted = Change(seq=state.seq + 1, at="", by="", event=event, undone=False, hand=about)
    game = (request.view_args or {})["game"]
    on_the_sheet = state.hand(about) is not None
    page = QuickerPage(
        back=url_for("sheet.hand", game=game, number=about) if on_the_sheet else url_for("table.table", game=game),
        others=done_meanwhile(conflict),
        mine=_entries(state, (*state.history, wanted))[0].said,
        address=request.path,
        fields=tuple((name, value) for name, value in request.form.items(multi=True) if name not in _MADE_ANEW),
        once=new_once(),
        seen=state.seq,
    )
    return pages.show(page, 409)


def done_meanwhile(conflict: Conflict) -> tuple[Entry, ...]:
    """Write what the other phones did, the latest first."""
    said = {record.seq for record in conflict.records}
    changes = conflict.state.history
    written = zip(reversed(changes), _entries(conflict.state, changes), strict=True)
    return tuple(entry for change, entry in written if change.seq in said)


def _entries(state: GameState, changes: Sequence[Change]) -> tuple[Entry, ...]:
    """Write changes in the words of the game."""
    if is_gem2(state.game):
        return tuple(version.entry for version in versions_of(state, changes))
    return history_view.history(state, changes)
