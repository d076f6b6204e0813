"""Leave a game, or delete it (owner only, confirmed twice)."""

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.derived.table_cache import TableSummary
from companion.store.people import members
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import seen_of
from companion.web.current_store import current_store
from companion.web.kinds import game_kinds
from companion.web.security.membership import require_member

blueprint = Blueprint("leaving", __name__, url_prefix="/g/<game>/leave")


@pages.context("people/leave.html")
class LeavePage:
    """The question before a game is left or deleted."""

    member: Member
    table: TableSummary
    hand_word: str
    others: int
    """How many other phones lose the game too."""
    sure: bool
    """The first question was answered; this is the second."""
    changed: bool
    """The game changed since the last question."""


@blueprint.get("")
def leave(game: str) -> Response:
    """Ask whether to leave or delete a game; twice before deleting it."""
    return _show(require_member(game))


def _show(member: Member, *, changed: bool = False, status: int = 200) -> Response:
    table = games.table_summary(current_store(), member.game)
    page = LeavePage(
        member=member,
        table=table,
        hand_word=game_kinds.kind_of(table.game).hand_word,
        others=len(members.members(current_store(), member.game)) - 1,
        sure="sure" in request.args and not changed,
        changed=changed,
    )
    answer = pages.show(page, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("")
def leave_or_delete(game: str) -> Response | BaseResponse:
    """Leave a game, or delete it after the second question if it has not changed since."""
    member = require_member(game)
    if member.role != Role.OWNER:
        members.leave(current_store(), game, member.device)
    elif request.form.get("sure") != "yes":
        return go_to(url_for("leaving.leave", game=game, sure=1))
    elif not games.delete(current_store(), game, seen=seen_of(request.form).position):
        return _show(member, changed=True, status=409)
    return go_to(url_for("games.all_games"))
