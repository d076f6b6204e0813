"""A game out and in: as the game document, as a table for a spreadsheet, as a score sheet on paper."""

import csv
import io
import json
from typing import cast

from flask import Blueprint, Response, make_response, request, url_for
from werkzeug.datastructures import CombinedMultiDict
from werkzeug.wrappers import Response as BaseResponse
from wtforms import TextAreaField

from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json
from companion.journal.fold import GameState
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.games import Author
from companion.store.people import devices
from companion.web.security import access, guard, heavy_work
from companion.web.shared import game_kinds
from companion.web.shared.game_kinds import load_game
from companion.web.shell import pages
from companion.web.shell.forms import AppForm, UploadField
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key
from companion.web.shell.time_zone import day_of
from companion.wording.errors import web as errors
from companion.wording.errors.imports import import_sentence
from companion.wording.people import SCOREKEEPER

blueprint = Blueprint("exchange", __name__)


@blueprint.get("/g/<game>/export.json")
def game_file(game: str) -> Response:
    """Download the game document of the hands that count."""
    access.require(game)
    state, scored = games.sheet(access.store(), game)
    text = json.dumps(scored.document, ensure_ascii=False, indent=1) + "\n"
    return _download(text, "application/json", state, "json")


@blueprint.get("/g/<game>/export.csv")
def table_file(game: str) -> Response:
    """Download the score sheet for a spreadsheet."""
    kind, scored = load_game(access.require(game))
    lines = io.StringIO()
    csv.writer(lines).writerows(kind.spreadsheet_rows(scored))
    return _download("\ufeff" + lines.getvalue(), "text/csv; charset=utf-8", scored.state, "csv")


def _download(text: str, content_type: str, state: GameState, suffix: str) -> Response:
    response = make_response(text)
    response.headers["Content-Type"] = content_type
    name = f"{state.game}-{day_of(state.started_at)}.{suffix}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.get("/g/<game>/print")
def on_paper(game: str) -> Response:
    """Show the score sheet as it is printed."""
    kind, scored = load_game(access.require(game))
    return kind.show_print(scored)


RETRY_AFTER = 5
"""Seconds after which a refused import is worth trying again."""
MAX_TEXT_SHOWN = 200_000
"""Characters of a text that cannot be imported that are shown again; no game of people is longer."""


class ImportForm(AppForm):
    """A game file, or its text."""

    file = UploadField(render_kw={"accept": ".json,application/json"})
    text = TextAreaField(render_kw={"spellcheck": "false"})

    def document(self) -> dict[str, object]:
        """Return the game document that was sent; raise DocumentError or NotPossible if it is none."""
        content = self.file.content() or (self.text.data or "").encode()
        if not content.strip():
            raise NotPossible(errors.NOTHING_TO_IMPORT)
        document = parse_json(content)
        if not isinstance(document, dict) or not game_kinds.is_known(str(document.get("game"))):
            raise NotPossible(errors.UNKNOWN_GAME)
        return document


@pages.context("game/import.html")
class ImportPage:
    """The page on which a game is imported."""

    form: ImportForm
    exact: str
    """The place and the error as the command line names them, for who wrote the file."""
    idempotency_key: str


@blueprint.get("/import")
def choose_file() -> Response:
    """Ask for a game file."""
    return pages.show(ImportPage(form=ImportForm(), exact="", idempotency_key=new_idempotency_key()))


@blueprint.post("/import")
@guard.body_up_to(guard.MAX_IMPORT)
def take_file() -> Response | BaseResponse:
    """Import a game document as a game of this phone."""
    access.count_import()
    form = ImportForm(CombinedMultiDict((request.files, request.form)))
    try:
        with heavy_work.heavy_work():
            game = _import(form.document())
    except (DocumentError, NotPossible) as failure:
        unreadable = failure if isinstance(failure, DocumentError) else failure.__cause__
        plain = str(failure)
        if isinstance(unreadable, DocumentError):
            plain = import_sentence(unreadable.code, unreadable.where, unreadable.message)
        form.add_error(plain, "file" if form.file.data else "text")
        return _show_again(form, 422, exact=str(unreadable or ""))
    except heavy_work.BusyError:
        form.add_error(errors.IMPORT_BUSY)
        answer = _show_again(form, 503)
        answer.headers["Retry-After"] = str(RETRY_AFTER)
        return answer
    return go_to(url_for("table.table", game=game))


def _import(document: dict[str, object]) -> str:
    phone = access.known_device()
    author = Author(phone.id, phone.label or SCOREKEEPER)
    game = games.import_document(access.store(), author, document, record_id=idempotency_key_of(request.form))
    devices.remember_names(access.store(), phone.id, cast("list[str]", document["players"]))
    return game


def _show_again(form: ImportForm, status: int, *, exact: str = "") -> Response:
    form.text.data = (form.text.data or "")[:MAX_TEXT_SHOWN]
    return pages.show(ImportPage(form=form, exact=exact, idempotency_key=idempotency_key_of(request.form)), status)
