"""The page that a phone keeps for when it has no network, and the form that it sends once it has one again.

A page knows no rules: a hand is a number, shorthand, or what was counted; what is wrong with it is shown when it
arrives. A kind of game adds its fields to the page and records what they say.
"""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.derived.table_cache import TableSummary
from companion.store.people.members import Member, Role
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of, recorded_before, seen_of
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import GameScreens, kind_of
from companion.web.security.membership import require_member

blueprint = Blueprint("offline", __name__, url_prefix="/g/<game>/offline")


@dataclass(frozen=True, slots=True)
class OfflineShell:
    """What the page shows of any game, and what its form sends besides the fields."""

    game: str
    kind: GameScreens[Any]
    table: TableSummary
    position: int
    """Which hand of the sheet the form is for."""
    idempotency_key: str
    """Of the form that was sent, if any."""
    error: str


def shell_of(member: Member, table: TableSummary, position: int, error: str = "") -> OfflineShell:
    """Return what stands around the fields of a game."""
    return OfflineShell(member.game, kind_of(table.game), table, position, idempotency_key_of(request.form), error)


@blueprint.get("")
def offline(game: str) -> Response:
    """Show the page that the phone keeps."""
    member = require_member(game)
    table = games.table_summary(current_store(), game)
    return kind_of(table.game).show_offline(member, table)


@blueprint.post("")
def sent(game: str) -> Response | BaseResponse:
    """Record a hand that was entered without a network, once however often it is sent."""
    member = require_member(game, Role.SEAT)
    recorded = recorded_before(game)
    if recorded is not None and recorded.hand:
        return go_to(url_for("sheet.hand", game=game, number=recorded.hand))
    if recorded is not None:
        return go_to(url_for("table.table", game=game))
    table = games.table_summary(current_store(), game)
    return kind_of(table.game).record_offline(member, table, _seen_seq(game))


def _seen_seq(game: str) -> int:
    """Return the journal position that the phone had seen.

    A hand that waited behind another one counts as having seen it, as soon as that one is recorded.
    """
    earlier = games.recorded(current_store(), game, request.form.get("after", ""))
    return max(seen_of(request.form).position, earlier.seq if earlier else 0)
