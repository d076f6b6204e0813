"""The next game at the same table: whoever is in comes along, each on the same seat, and is shown the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request, url_for

from companion.store import drafts, members
from companion.store.drafts import SHARED, DraftConflict
from companion.store.members import Role
from companion.web import access

if TYPE_CHECKING:
    from flask import Flask

    from companion.store.members import Member

NOTE = 0
"""Where the way to the next game is noted: with the drafts of a hand that no game has."""


def init_app(app: Flask) -> None:
    """Let templates ask whether the next game has begun."""
    app.jinja_env.globals["next_game"] = lambda: next_game(str((request.view_args or {}).get("game", "")))


def next_game(game: str) -> str:
    """Give the address of the table to which the players of a game went on, if this phone is in there."""
    found = drafts.drafts(access.store(), game, NOTE).get(SHARED)
    begun = str(found.body.get("rematch", "")) if found else ""
    return url_for("table.table", game=begun) if begun and access.membership(begun) else ""


def take_along(member: Member, begun: str) -> None:
    """Let everybody who is in come along; who only watches starts a game for nobody else."""
    if not member.role.may(Role.SEAT):
        return
    store = access.store()
    with store.writing():
        for one in members.members(store, member.game):
            role = Role.SCORER if one.role == Role.OWNER else one.role
            members.join(store, begun, one.device, role)
            if one.seat is not None and one.role.may(Role.SEAT):
                members.take_seat(store, begun, one.device, one.seat)
    found = drafts.drafts(store, member.game, NOTE).get(SHARED)
    try:
        drafts.save(store, member.game, NOTE, SHARED, {"rematch": begun}, seen=found.version if found else 0)
    except DraftConflict:
        return
