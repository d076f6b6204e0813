"""The end of a rummy: who won and why, and the head-to-head record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.journal.undo_labels import undo_words
from companion.store.derived import head_to_head
from companion.store.people.members import Role
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.views import end_view, table_view
from companion.web.security import access
from companion.web.shared.chart import Chart, chart_of
from companion.web.shell import pages
from companion.web.shell.idempotency import new_idempotency_key

if TYPE_CHECKING:
    from flask import Response

    from companion.web.shared.game_kinds import ScoredGame
    from companion.web.shared.pair_record import PairRecord


@pages.context("rummy/end.html")
class EndPage:
    """What the page of a game's end shows."""

    game: str
    game_name: str
    summary: str
    ending: end_view.Ending
    chart: Chart | None
    record: PairRecord | None
    hands: int
    may_record: bool
    closed: bool
    over: bool
    undoable: int | None
    undo_words: str
    seq: int
    idempotency_key: str


def show_end(game: ScoredGame) -> Response:
    """Show how a game ended."""
    member, state, scored = game.member, game.state, game.sheet
    rules = table_view.rules_of(state.head)
    played = head_to_head.head_to_head(access.store(), member.device, state.game, state.players)
    return pages.show(
        EndPage(
            game=member.game,
            game_name=GAMES[state.game].name,
            summary=table_view.summary_of(state.head),
            ending=end_view.ending_of(state, scored),
            chart=chart_of(scored, state.players, table_view.sides_of(state.head), rules.target),
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
