"""A game out and in: as the game document, as a table for a spreadsheet, as a score sheet on paper."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, request, url_for

from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.games import Author
from companion.store.people import devices
from companion.web.gem2 import sheet as gem2_sheet
from companion.web.gem2.state.game import Gem2Game
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.views import end_view, sheet_view, table_view
from companion.web.security import access, guard, one_at_a_time
from companion.web.shared.game_kinds import NAMES, is_gem2
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key
from companion.web.shell.spreadsheet import safe_text
from companion.web.shell.time_zone import day_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.fold import GameState
    from companion.journal.sheet import ScoreSheet, SheetRow

blueprint = Blueprint("exchange", __name__)


@blueprint.get("/g/<game>/export.json")
def game_file(game: str) -> Response:
    """Give the game document of the hands that count."""
    access.require(game)
    state, scored = games.sheet(access.store(), game)
    text = json.dumps(scored.document, ensure_ascii=False, indent=1) + "\n"
    return _file(text, "application/json", f"{state.game}-{day_of(state.started_at)}.json")


@blueprint.get("/g/<game>/export.csv")
def table_file(game: str) -> Response:
    """Give the sheet as a table for a spreadsheet."""
    member = access.require(game)
    state, scored = games.sheet(access.store(), game)
    gem2 = is_gem2(state.game)
    text = gem2_sheet.as_table(Gem2Game(member, state, scored)) if gem2 else as_table(state, scored)
    return _file(text, "text/csv; charset=utf-8", f"{state.game}-{day_of(state.started_at)}.csv")


def _file(text: str, kind: str, name: str) -> Response:
    answer = make_response(text)
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def as_table(state: GameState, scored: ScoreSheet) -> str:
    """Write the sheet as comma-separated values; text never starts as a formula does."""
    written = io.StringIO()
    lines = csv.writer(written)
    players = state.players
    lines.writerow(
        [safe_text(one) for one in ("hand", "date", "dealer", "standing", "knocker", "call", "winner")]
        + [safe_text(f"{name} points") for name in players]
        + [safe_text(f"{name} total") for name in players]
        + ["note"]
    )
    lines.writerows(_table_row(row, players) for row in scored.rows)
    return "\ufeff" + written.getvalue()


def _table_row(row: SheetRow, players: Iterable[str]) -> list[str | int]:
    document = row.hand.document
    words = [document.get("at"), row.dealer, row.standing, document.get("knocker"), document.get("call"), row.winner]
    points, totals = row.points or {}, row.totals or {}
    return [
        row.place if row.place is not None else "",
        *(safe_text(str(word or "")) for word in words),
        *(points.get(name, "") for name in players),
        *(totals.get(name, "") for name in players),
        safe_text(str(document.get("note", ""))),
    ]


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A hand on paper: what each player scored, by what, and has now; or that nobody did."""

    said: str
    boxes: tuple[tuple[int, str, int], ...]


@pages.context("rummy/print.html")
class PrintPage:
    """What the score sheet on paper shows."""

    game: str
    game_name: str
    summary: str
    at: str
    note: str
    players: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    empty: int
    totals: tuple[int, ...]
    ending: str


PAPER_ROWS = 14


@blueprint.get("/g/<game>/print")
def on_paper(game: str) -> Response:
    """Show the score sheet as it goes to the printer."""
    member = access.require(game)
    state, scored = games.sheet(access.store(), game)
    if is_gem2(state.game):
        return gem2_sheet.on_paper(Gem2Game(member, state, scored))
    counted = [row for row in scored.rows if row.place is not None]
    return pages.show(
        PrintPage(
            game=game,
            game_name=GAMES[state.game].name,
            summary=table_view.summary_of(state.head),
            at=str(state.head.get("at", "")) or day_of(state.started_at),
            note=str(state.head.get("note", "")),
            players=state.players,
            rows=tuple(_paper_row(row, state.players) for row in counted),
            empty=max(0, PAPER_ROWS - len(counted)),
            totals=tuple(scored.totals.get(name, 0) for name in state.players),
            ending=end_view.ending_of(state, scored).headline if scored.over else "",
        )
    )


def _paper_row(row: SheetRow, players: Sequence[str]) -> PaperRow:
    marks: dict[int, list[str]] = {}
    for seat, feat in row.ruling.feats if row.ruling else ():
        marks.setdefault(seat, []).append(sheet_view.FEAT_MARKS[feat])
    points, totals = row.points or {}, row.totals or {}
    return PaperRow(
        said=sheet_view.PAPER_WORDS.get(row.standing, ""),
        boxes=tuple(
            (points.get(name, 0), ", ".join(marks.get(seat, ())), totals.get(name, 0))
            for seat, name in enumerate(players)
        ),
    )


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
@guard.body_up_to(guard.GAME_FILE)
def take_file() -> Response | BaseResponse:
    """Make a game of a game document."""
    access.count_import()
    try:
        with one_at_a_time.one_at_a_time():
            game = _brought_in()
    except (DocumentError, NotPossible) as error:
        return _not_taken(str(error), 422)
    except one_at_a_time.BusyError:
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
    devices.remember_names(access.store(), phone.id, table_view.players_of(document))
    return game


def _not_taken(wrong: str, status: int) -> Response:
    text = request.form.get("text", "")[:TEXT_KEPT]
    return pages.show(ImportPage(wrong=wrong, text=text, idempotency_key=idempotency_key_of(request.form)), status)


def _read(content: bytes) -> dict[str, object]:
    if not content.strip():
        raise NotPossible("Choose a game file, or put its text here.")
    document = parse_json(content)
    if not isinstance(document, dict) or str(document.get("game")) not in NAMES:
        raise NotPossible("The app keeps no games of this kind yet.")
    return document
