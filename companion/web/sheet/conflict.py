"""Conflict page: another phone changed the game first. Shows both versions and lets the player choose."""

from flask import Flask, Response, current_app, request, url_for
from werkzeug.exceptions import Conflict as HTTPConflict
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.state import HistoryRecord
from companion.store.drafts import DraftConflict
from companion.store.errors import Conflict
from companion.web.base import pages
from companion.web.base.idempotency import idempotency_key_of, note_seen
from companion.web.sheet.history import HistoryEntry, history_entries
from companion.wording.store_errors import objection_sentence, store_sentence

REGENERATED_FIELDS = frozenset({"idempotency_key", "seen", "form_token", "queued"})


@pages.context("sheet/conflict.html")
class ConflictPage:
    """Both versions, and the form as it was sent, to be sent again."""

    back: str
    others: tuple[HistoryEntry, ...]
    mine: str
    impossible: str
    """Why it can't be saved any more after what the others did."""
    address: str
    fields: tuple[tuple[str, str], ...]
    queued: str
    """The id under which the phone may still keep what it sent; empty where no phone does."""


def init_app(app: Flask) -> None:
    """Answer the conflicts that no screen answers itself."""
    app.register_error_handler(Conflict, _show_conflict)
    app.register_error_handler(DraftConflict, _on_conflict)


def _on_conflict(conflict: DraftConflict) -> BaseResponse:
    return current_app.make_response(current_app.handle_http_exception(HTTPConflict(store_sentence(conflict))))


def _show_conflict(conflict: Conflict) -> Response:
    state, event = conflict.state, conflict.event
    note_seen(state.seq)
    number: int = getattr(event, "hand", state.next_hand)
    own = HistoryRecord(seq=state.seq + 1, at="", by="", event=event, undone=False, hand=number, players=state.players)
    game = (request.view_args or {})["game"]
    on_sheet = state.hand(number) is not None
    objection = event.why_impossible(state)
    page = ConflictPage(
        back=url_for("sheet.hand", game=game, number=number) if on_sheet else url_for("table.table", game=game),
        others=concurrent_changes(conflict),
        mine=history_entries(state, (*state.history, own), {})[0].sentence,
        impossible=objection_sentence(objection) if objection else "",
        address=request.script_root + (request.full_path if request.query_string else request.path),
        fields=tuple((name, value) for name, value in request.form.items(multi=True) if name not in REGENERATED_FIELDS),
        queued=idempotency_key_of(request.form) if request.blueprint == "offline" else "",
    )
    return pages.show(page, 409)


def concurrent_changes(conflict: Conflict) -> tuple[HistoryEntry, ...]:
    """Return what the other phones did, the latest first."""
    state, new = conflict.state, {record.seq for record in conflict.records}
    return tuple(entry for entry in history_entries(state, state.history, {}) if entry.change.seq in new)
