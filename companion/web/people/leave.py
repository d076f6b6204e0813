"""Leave a game, or delete it (owner only, confirmed twice)."""

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.people import members
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import seen_of
from companion.web.current_store import current_store
from companion.web.kinds import game_kinds
from companion.web.security.membership import require_member
from companion.wording.cards import plural

blueprint = Blueprint("leaving", __name__, url_prefix="/g/<game>/leave")


@pages.context("people/leave.html")
class LeavePage:
    """The question before a game is left or deleted."""

    game: str
    back: str
    name: str
    players: str
    owns: bool
    hands: str
    others: str
    """How many other phones lose it too; empty if none."""
    sure: bool
    """The first question was answered; this is the second."""
    changed: bool
    """The game changed since the last question."""


@blueprint.get("")
def leave(game: str) -> Response:
    """Ask whether to leave or delete a game; twice before deleting it."""
    return _show(require_member(game))


def _show(member: Member, *, changed: bool = False, status: int = 200) -> Response:
    store, game = current_store(), member.game
    table = games.table_summary(store, game)
    others = len(members.members(store, game)) - 1
    answer = pages.show(
        LeavePage(
            game=game,
            back=url_for("table.table", game=game),
            name=game_kinds.name_of(table.game),
            players=", ".join(table.players),
            owns=member.role == Role.OWNER,
            hands=plural(table.hands, game_kinds.kind_of(table.game).hand_word),
            others=plural(others, "other phone") if others else "",
            sure="sure" in request.args and not changed,
            changed=changed,
        ),
        status,
    )
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
    return go_to(url_for("home.all_games"))
