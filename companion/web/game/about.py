"""What can be said about a game as a whole: its rules and their change, its date and note, the players' names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, request, url_for

from companion.documents.texts import typed_name
from companion.journal.events import Event, GameClosed, GameDated, GameNoted, PlayersRenamed
from companion.journal.names import members_to_rename
from companion.journal.validation import why_impossible
from companion.store import games
from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shared.date_and_note import changed_date, changed_note, date_shown
from companion.web.shared.game_kinds import kind_of
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key, record_events

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.fold import GameState

blueprint = Blueprint("about", __name__, url_prefix="/g/<game>")


@pages.context("game/about.html")
class AboutPage:
    """What the page about a game shows."""

    game: str
    summary: str
    house_rules: str
    """The address of its house rules, empty for a game without any."""
    players: tuple[str, ...]
    renames: tuple[tuple[str, str], ...]
    """Each field for a name: what it is for, and what stands in it."""
    wrong: str
    deck: str
    made_up: bool
    at: str
    day: str
    note: str
    may_record: bool
    seq: int
    idempotency_key: str


@blueprint.get("/about")
def about(game: str) -> Response:
    """Show what is agreed for a game."""
    member = access.require(game)
    state = games.state(access.store(), game)
    return pages.show(_about(game, state, may_record=member.role.may(Role.SCORER)))


def _about(
    game: str, state: GameState, *, may_record: bool, wrong: str = "", renames: tuple[str, ...] = ()
) -> AboutPage:
    kind = kind_of(state.game)
    return AboutPage(
        game=game,
        summary=kind.summary(state.head),
        house_rules=kind.house_rules_address(game),
        players=state.players,
        renames=_name_fields(state, renames),
        wrong=wrong,
        deck=state.deck.name if state.deck else "",
        made_up=bool(state.deck and state.deck.made_up),
        at=str(state.head.get("at", "")),
        day=date_shown(str(state.head.get("at", ""))),
        note=str(state.head.get("note", "")),
        may_record=may_record and not state.closed,
        seq=state.seq,
        idempotency_key=new_idempotency_key(),
    )


def _name_fields(state: GameState, typed: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Ask for each name; where teams have names of their own, for those of their players too."""
    members = members_to_rename(state.head)
    what = "Team" if state.head.get("teams") else "Player"
    labels = [f"{what} {seat}" for seat, _ in enumerate(state.players, start=1)]
    labels += [f"Player {place}" for place, _ in enumerate(members, start=1)]
    return tuple(zip(labels, typed or (*state.players, *members), strict=False))


@blueprint.post("/about")
def change(game: str) -> Response | BaseResponse:
    """Note something on the game, date it, rename its players, or clear the table."""
    member = access.require(game, Role.SCORER)
    state = games.state(access.store(), game)
    said = _said(state)
    for _, event in said:
        refused = why_impossible(state, event)
        if refused:
            names = tuple(request.form.getlist("name"))
            return pages.show(_about(game, state, may_record=True, wrong=refused, renames=names), 422)
    record_events(member, state.players, said)
    closed = request.form.get("act") == "close"
    return go_to(url_for("end.end" if closed else "about.about", game=game))


def _said(state: GameState) -> list[tuple[str, Event]]:
    said: list[tuple[str, Event]] = []
    match request.form.get("act"):
        case "note":
            note = changed_note(request.form, str(state.head.get("note", "")))
            day = changed_date(request.form, str(state.head.get("at", "")))
            if note is not None:
                said.append(("", GameNoted(note)))
            if day is not None:
                said.append(("-at", GameDated(day)))
        case "names":
            names = [typed_name(name) for name in request.form.getlist("name")]
            known = (*state.players, *members_to_rename(state.head))
            if len(names) != len(known):
                abort(400)
            changed = {old: new for old, new in zip(known, names, strict=True) if old != new}
            if changed:
                said.append(("", PlayersRenamed(changed)))
        case "close":
            said.append(("", GameClosed()))
        case _:
            abort(400)
    return said
