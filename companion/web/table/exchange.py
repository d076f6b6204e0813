"""A game out and in: whole, as the game document, as a table for a spreadsheet."""

import base64
import csv
import io
import json
import re
import zlib
from collections.abc import Mapping
from typing import cast

from flask import Blueprint, Response, abort, make_response, request, url_for
from werkzeug.datastructures import CombinedMultiDict
from werkzeug.exceptions import UnprocessableEntity
from werkzeug.wrappers import Response as BaseResponse
from wtforms import StringField, TextAreaField

from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json
from companion.journal.events.game import GameClosed
from companion.journal.events.hands import HandRecorded
from companion.journal.exchange import exported, is_journal
from companion.journal.state import GameState
from companion.store import games, transfer
from companion.store.errors import NotPossible
from companion.store.games import Author
from companion.store.people import devices
from companion.store.people.members import Role
from companion.store.transfer import Diverged, Importer, ImportOutcome
from companion.web.base import pages
from companion.web.base.dates import day_of
from companion.web.base.forms import ZIP_BEGINS, AppForm, UploadField
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of, record_event
from companion.web.current_store import current_store
from companion.web.kinds import game_kinds
from companion.web.kinds.game_kinds import kind_of, load_game
from companion.web.security import guard, rate_limits
from companion.web.security.membership import require_member
from companion.web.security.phone import saved_phone
from companion.web.security.rate_limits import count_import
from companion.web.sheet.history import HistoryEntry, history_entries
from companion.wording import web as errors
from companion.wording.document_errors import import_sentence, placed_sentence
from companion.wording.game import IMPORTED, SCOREKEEPER
from companion.wording.store_errors import store_sentence

_FORMULA = re.compile(r"(^|\r\n|[;|\t\r\n])(?=\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r])")
"""Where a cell could begin that is a formula: some spreadsheets part cells at a semicolon, and take wide signs too."""

blueprint = Blueprint("exchange", __name__)


@blueprint.get("/g/<game>/whole.txt")
def whole_game_file(game: str) -> Response:
    """Download the whole journal, to go on elsewhere. It is plain text, since phones share no JSON files."""
    require_member(game)
    text = transfer.export(current_store(), game)
    return _download(text, "text/plain; charset=utf-8", games.state(current_store(), game), "gem.txt")


@blueprint.post("/g/<game>/move")
def move(game: str) -> Response:
    """Close a game for the phone that asks, which has all of it (else a conflict); answer with the file and its end."""
    member = require_member(game, Role.SCORER)
    closed = record_event(member, games.state(current_store(), game).players, GameClosed(moved=True))
    if games.state(current_store(), game).seq != closed.seq:
        abort(409)  # the form came again, and somebody had reopened the game
    return whole_game_file(game)


@blueprint.get("/g/<game>/export.json")
def game_file(game: str) -> Response:
    """Download the game document of the hands that count."""
    require_member(game)
    state, scored = games.sheet(current_store(), game)
    text = json.dumps(exported(state, scored), ensure_ascii=False, indent=1) + "\n"
    return _download(text, "application/json", state, "json")


@blueprint.get("/g/<game>/export.csv")
def table_file(game: str) -> Response:
    """Download the score sheet for a spreadsheet."""
    kind, scored = load_game(require_member(game))
    lines = io.StringIO()
    rows = kind.spreadsheet_rows(scored)
    csv.writer(lines).writerows([safe_text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return _download("\ufeff" + lines.getvalue(), "text/csv; charset=utf-8", scored.state, "csv")


def safe_text(word: str) -> str:
    """Keep a spreadsheet from taking text for a formula."""
    return _FORMULA.sub(r"\1'", word)


def _download(text: str, content_type: str, state: GameState, suffix: str) -> Response:
    response = make_response(text)
    response.headers["Content-Type"] = content_type
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(state, suffix)}"'
    return response


def file_name(state: GameState, suffix: str) -> str:
    """Return the name of a file made of a game."""
    return f"{state.game}-{day_of(state.started_at)}.{suffix}"


RETRY_AFTER = 5
"""Seconds after which a refused import is worth trying again."""
MAX_TEXT_SHOWN = 200_000
"""Characters of a text that cannot be imported that are shown again; no game of people is longer."""


class ImportForm(AppForm):
    """A game file, or its text."""

    file = UploadField(render_kw={"accept": ".json,.txt,application/json,text/plain"})
    text = TextAreaField(render_kw={"spellcheck": "false"})
    packed = StringField()
    """The file as the page sends it again that asks what to do with it."""
    separately = StringField()
    """Not empty to bring in as a separate game what went on both here and there."""

    def content(self) -> bytes:
        """Return the file or text that was sent."""
        return self.file.content() or (self.text.data or "").encode() or _unpacked(self.packed.data or "")

    def document(self) -> dict[str, object]:
        """Return the document that was sent, of either kind; or raise DocumentError or UnprocessableEntity."""
        content = self.content()
        if not content.strip():
            raise UnprocessableEntity(errors.NOTHING_TO_IMPORT)
        if content.startswith(ZIP_BEGINS):
            raise UnprocessableEntity(errors.A_PHONE_BACKUP)
        document = parse_json(content)
        if not isinstance(document, dict) or not (
            is_journal(document) or game_kinds.is_known(str(document.get("game")))
        ):
            raise UnprocessableEntity(errors.UNKNOWN_GAME)
        return document


def _packed(document: Mapping[str, object]) -> str:
    """Return a document in a tenth of its size, for a hidden field."""
    return base64.b64encode(zlib.compress(json.dumps(document, separators=(",", ":")).encode())).decode()


def _unpacked(packed: str) -> bytes:
    try:
        return zlib.decompressobj().decompress(base64.b64decode(packed), guard.MAX_IMPORT)
    except (ValueError, zlib.error):
        return b""


@pages.context("table/import.html")
class ImportPage:
    """The page on which a game is imported."""

    form: ImportForm
    exact: str
    """The place and the error as the command line names them, for who wrote the file."""


@blueprint.get("/import")
def choose_file() -> Response:
    """Ask for a game file."""
    return pages.show(ImportPage(form=ImportForm(), exact=""))


@blueprint.post("/import")
@guard.body_up_to(guard.MAX_IMPORT)
def take_file() -> Response | BaseResponse:
    """Import a game document as a game of this phone, or bring in a whole game."""
    count_import()
    form = ImportForm(CombinedMultiDict((request.files, request.form)))
    document: dict[str, object] = {}
    try:
        with rate_limits.heavy_work():
            document = form.document()
            if is_journal(document):
                game, outcome = _bring_in(document, separately=bool(form.separately.data))
            else:
                game, outcome = _import(document), ImportOutcome.STARTED
    except Diverged as diverged:
        return _ask(diverged, document)
    except (DocumentError, NotPossible, UnprocessableEntity) as failure:
        plain, exact = _why_not(failure)
        form.add_error(plain, "file" if form.file.data else "text")
        return _show_again(form, 422, exact=exact)
    except rate_limits.BusyError:
        form.add_error(errors.IMPORT_BUSY)
        answer = _show_again(form, 503)
        answer.headers["Retry-After"] = str(RETRY_AFTER)
        return answer
    table = games.table_summary(current_store(), game)
    page = "end.end" if table.over or table.closed else "table.table"
    return go_to(url_for(page, game=game, imported=outcome.value))


def _why_not(failure: DocumentError | NotPossible | UnprocessableEntity) -> tuple[str, str]:
    """Return why a file can't be imported: in plain words, and with its place for who wrote the file."""
    match failure:
        case UnprocessableEntity():
            return str(failure.description), ""
        case (DocumentError() as unreadable) | NotPossible(__cause__=DocumentError() as unreadable):
            return import_sentence(unreadable), placed_sentence(unreadable)
        case NotPossible():
            return store_sentence(failure), str(failure.__cause__ or "")


@blueprint.app_template_global()
def imported_words() -> str:
    """Return what the import did that led to this page; empty on any other."""
    return IMPORTED.get(request.args.get("imported", ""), "")


@blueprint.app_template_global()
def hand_under_way(game: str) -> bool:
    """Return whether a hand is being entered, which no export has."""
    table = games.table_summary(current_store(), game)
    return bool(kind_of(table.game).goes_on(game, table)[1])


def _import(document: dict[str, object]) -> str:
    phone = saved_phone()
    author = Author(phone.id, phone.label or SCOREKEEPER)
    game = games.import_document(current_store(), author, document, record_id=idempotency_key_of(request.form))
    devices.remember_names(current_store(), phone.id, cast("list[str]", document["players"]))
    return game


def _bring_in(document: dict[str, object], *, separately: bool) -> tuple[str, ImportOutcome]:
    phone, store = saved_phone(), current_store()
    imported = transfer.bring_in(store, Importer(phone.id), transfer.read(document), separately=separately)
    if imported.outcome == ImportOutcome.STARTED:
        devices.remember_names(store, phone.id, games.table_summary(store, imported.game).players)
    return imported.game, imported.outcome


MOST_CHANGES_SHOWN = 20


@pages.context("table/import_diverged.html")
class DivergedPage:
    """A game that went on both here and in a file, and the choice."""

    diverged: Diverged
    hand_word: str
    same_until: str
    """The last hand that both have, empty if there is none."""
    new_here: tuple[HistoryEntry, ...]
    """What this phone has that the file doesn't, the latest first."""
    new_there: tuple[HistoryEntry, ...]
    most_shown: int
    packed: str


def _ask(diverged: Diverged, document: Mapping[str, object]) -> Response:
    state, shared = diverged.here.state, diverged.shared
    same = sum(isinstance(change.event, HandRecorded) for change in state.history if change.seq <= shared)
    hand_word = kind_of(state.game).hand_word
    page = DivergedPage(
        diverged=diverged,
        hand_word=hand_word,
        same_until=f"{hand_word} {state.positions[same]}" if same else "",
        new_here=_changes_after(state, shared),
        new_there=_changes_after(diverged.there.state, shared),
        most_shown=MOST_CHANGES_SHOWN,
        packed=_packed(document),
    )
    return pages.show(page, 409)


def _changes_after(state: GameState, shared: int) -> tuple[HistoryEntry, ...]:
    return tuple(entry for entry in history_entries(state, state.history, {}) if entry.change.seq > shared)


def _show_again(form: ImportForm, status: int, *, exact: str = "") -> Response:
    form.text.data = (form.text.data or "")[:MAX_TEXT_SHOWN]
    return pages.show(ImportPage(form=form, exact=exact), status)
