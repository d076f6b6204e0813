"""A game out and in: as the game document, as a table for a spreadsheet, as a score sheet on paper."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, cast

from flask import Blueprint, Response, make_response, request, url_for

from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.games import Author
from companion.store.people import devices
from companion.web.security import access, guard, heavy_work
from companion.web.shared import game_kinds
from companion.web.shared.game_kinds import load_game
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key
from companion.web.shell.time_zone import day_of

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.fold import GameState

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


BUSY = "Another game is being brought in just now. Nothing was changed; try again in a moment."
BUSY_FOR = 5
"""Seconds after which it is worth trying again."""
TEXT_KEPT = 200_000
"""Of a text that cannot be read, as much is shown again; no game of people is longer."""


@pages.context("game/import.html")
class ImportPage:
    """What the page of the import shows."""

    wrong: str
    text: str
    idempotency_key: str


@blueprint.get("/import")
def choose_file() -> Response:
    """Ask for a game document."""
    return pages.show(ImportPage(wrong="", text="", idempotency_key=new_idempotency_key()))


@blueprint.post("/import")
@guard.body_up_to(guard.MAX_IMPORT)
def take_file() -> Response | BaseResponse:
    """Make a game of a game document."""
    access.count_import()
    try:
        with heavy_work.heavy_work():
            game = _brought_in()
    except (DocumentError, NotPossible) as error:
        return _not_taken(str(error), 422)
    except heavy_work.BusyError:
        answer = _not_taken(BUSY, 503)
        answer.headers["Retry-After"] = str(BUSY_FOR)
        return answer
    return go_to(url_for("table.table", game=game))


def _brought_in() -> str:
    sent = request.files.get("file")
    document = _read(sent.read() if sent and sent.filename else request.form.get("text", "").encode())
    phone = access.known_device()
    author = Author(phone.id, phone.label or "the scorer")
    game = games.import_document(access.store(), author, document, record_id=idempotency_key_of(request.form))
    devices.remember_names(access.store(), phone.id, cast("list[str]", document["players"]))
    return game


def _not_taken(wrong: str, status: int) -> Response:
    text = request.form.get("text", "")[:TEXT_KEPT]
    return pages.show(ImportPage(wrong=wrong, text=text, idempotency_key=idempotency_key_of(request.form)), status)


def _read(content: bytes) -> dict[str, object]:
    if not content.strip():
        raise NotPossible("Choose a game file, or put its text here.")
    document = parse_json(content)
    if not isinstance(document, dict) or not game_kinds.is_known(str(document.get("game"))):
        raise NotPossible("The app keeps no games of this kind yet.")
    return document
