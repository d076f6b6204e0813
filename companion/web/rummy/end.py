"""The end of a game: who won and why, the pairing's record, and the same table again."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for

from companion.journal.events import GameReopened, GameStarted
from companion.journal.undo_labels import undo_words
from companion.store import games
from companion.store.derived import head_to_head
from companion.store.people import devices, rematches
from companion.store.people.members import Role
from companion.web.gem2 import sheet as gem2_sheet
from companion.web.gem2.state.game import Gem2Game
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.views import end_view, sheet_view, table_view
from companion.web.security import access
from companion.web.shared.game_kinds import is_gem2
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key, record_event

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

blueprint = Blueprint("end", __name__, url_prefix="/g/<game>")


@pages.context("rummy/end.html")
class EndPage:
    """What the page of a game's end shows."""

    game: str
    game_name: str
    summary: str
    ending: end_view.Ending
    chart: sheet_view.Chart | None
    record: end_view.PairRecord | None
    hands: int
    may_record: bool
    closed: bool
    over: bool
    undoable: int | None
    undo_words: str
    seq: int
    idempotency_key: str


@blueprint.get("/end")
def end(game: str) -> Response | BaseResponse:
    """Show how a game ended; one that goes on leads back to its table."""
    member = access.require(game)
    state, scored = games.sheet(access.store(), game)
    if not scored.over and not state.closed:
        return go_to(url_for("table.table", game=game))
    if is_gem2(state.game):
        return gem2_sheet.end(Gem2Game(member, state, scored))
    rules = table_view.rules_of(state.head)
    played = head_to_head.head_to_head(access.store(), member.device, state.game, state.players)
    return pages.show(
        EndPage(
            game=game,
            game_name=GAMES[state.game].name,
            summary=table_view.summary_of(state.head),
            ending=end_view.ending_of(state, scored),
            chart=sheet_view.chart_of(scored, state.players, table_view.sides_of(state.head), rules.target),
            record=end_view.record_of(state.players, played) if played else None,
            hands=sum(row.place is not None for row in scored.rows),
            may_record=member.role.may(Role.SCORER),
            closed=state.closed,
            over=scored.over,
            undoable=state.undoable,
            undo_words=undo_words(state),
            seq=state.seq,
            idempotency_key=new_idempotency_key(),
        )
    )


@blueprint.post("/rematch")
def rematch(game: str) -> BaseResponse:
    """Start another game at the same table, or come along to it; who deals first is drawn by lot (ruling 15)."""
    member = access.require(game)
    state = games.state(access.store(), game)
    kept = {
        key: state.head[key]
        for key in ("game", "players", "sides", "teams", "level", "timer", "house_rules", "print", "gems")
        if key in state.head
    }
    head = {**kept, "first_dealer": secrets.choice(state.players)} if "first_dealer" in state.head else kept
    there = rematches.next_game(access.store(), game)
    begun = rematches.begin(
        access.store(),
        member,
        access.author(member, state.players),
        GameStarted(head, state.deck),
        record_id=idempotency_key_of(request.form),
    )
    devices.remember_names(access.store(), member.device, state.players)
    return go_to(url_for("table.table", game=begun, drawn=None if begun == there else 1))


@blueprint.post("/reopen")
def reopen(game: str) -> BaseResponse:
    """Lay a cleared table again."""
    member = access.require(game, Role.SCORER)
    state = games.state(access.store(), game)
    record_event(member, state.players, GameReopened())
    return go_to(url_for("table.table", game=game))
