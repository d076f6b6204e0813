"""Overruling: the table's own points replace a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, request, url_for

from companion.journal.events import HandOverruled, OverrulingWithdrawn
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.rummy.views.sheet_view import outcome_of
from companion.web.security import access
from companion.web.shared.ruling_responses import row_with_points
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key, record_event

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.fold import GameState
    from companion.journal.sheet import SheetRow
    from companion.store.people.members import Member

blueprint = Blueprint("overrule", __name__, url_prefix="/g/<game>/hands/<int:number>")

MOST_DIGITS = 5


@pages.context("rummy/overrule.html")
class OverrulePage:
    """What is asked where the table sets a ruling aside."""

    address: str
    back: str
    ruled: str
    players: tuple[str, ...]
    points: tuple[str, ...]
    winner: int | None
    reason: str
    by: int | None
    overruled: bool
    wrong: str
    idempotency_key: str
    seen: int


@blueprint.get("/overrule")
def overrule_form(game: str, number: int) -> Response:
    """Ask for the points that shall count, why, and who says so."""
    member = access.require(game, Role.SCORER)
    state, row = row_with_points(member, number)
    points = tuple(str((row.points or {}).get(name, 0)) for name in state.players)
    winner = state.players.index(row.winner) if row.winner in state.players else None
    return pages.show(_page(member, state, row, points=points, winner=winner, by=member.seat))


def _page(  # noqa: PLR0913 (what was typed)
    member: Member,
    state: GameState,
    row: SheetRow,
    *,
    points: tuple[str, ...],
    winner: int | None,
    by: int | None,
    reason: str = "",
    wrong: str = "",
) -> OverrulePage:
    where: dict[str, Any] = {"game": member.game, "number": row.hand.number}
    return OverrulePage(
        address=url_for("overrule.overrule", **where),
        back=url_for("sheet.hand", **where),
        ruled=outcome_of(row),
        players=state.players,
        points=points,
        winner=winner,
        reason=reason,
        by=by,
        overruled="overruled" in row.hand.document,
        wrong=wrong,
        idempotency_key=new_idempotency_key(),
        seen=state.seq,
    )


@blueprint.post("/overrule")
def overrule(game: str, number: int) -> Response | BaseResponse:
    """Let the table's own points count, or the ruling again."""
    member = access.require(game, Role.SCORER)
    state, row = row_with_points(member, number)
    away = url_for("sheet.hand", game=game, number=number)
    if request.form.get("act") == "withdraw":
        record_event(member, state.players, OverrulingWithdrawn(number))
        return go_to(away)
    typed = tuple(request.form.get(f"points-{seat}", "").strip() for seat in range(len(state.players)))
    winner, by = _seat_of("winner", state), _seat_of("by", state)
    reason = " ".join(request.form.get("reason", "").split())
    read = [_whole(one) for one in typed]
    wrong = ""
    if by is None:
        wrong = "Who says so?"
    elif any(one is None for one in read):
        wrong = f"Points are whole numbers of at most {MOST_DIGITS} digits, for each player."
    else:
        points = dict(zip(state.players, (one or 0 for one in read), strict=True))
        name = state.players[winner] if winner is not None else None
        try:
            record_event(member, state.players, HandOverruled(number, points, name, reason, state.players[by]))
        except NotPossible as trouble:
            wrong = trouble.sentence
        else:
            return go_to(away)
    return pages.show(_page(member, state, row, points=typed, winner=winner, by=by, reason=reason, wrong=wrong), 422)


def _seat_of(field: str, state: GameState) -> int | None:
    seat = request.form.get(field, -1, type=int)
    return seat if 0 <= seat < len(state.players) else None


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-").removeprefix("−")
    if not digits.isdecimal() or len(digits) > MOST_DIGITS:
        return None
    return int(digits) if digits == text else -int(digits)
