"""About a game: date and note, the players' names, and the end of the table."""

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse
from wtforms import FieldList

from companion.journal.events import Event, GameClosed, GameDated, GameNoted, PlayersRenamed
from companion.journal.fold import GameState
from companion.journal.names import members_to_rename
from companion.journal.validation import why_impossible
from companion.store import games
from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shared.date_and_note import changed_date, changed_note, date_shown
from companion.web.shared.game_kinds import kind_of
from companion.web.shell import pages
from companion.web.shell.forms import AppForm, name_field
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key, record_events

blueprint = Blueprint("about", __name__, url_prefix="/g/<game>")


class NamesForm(AppForm):
    """The names of the players, or of the teams and then of their players."""

    names = FieldList(name_field())


@pages.context("game/about.html")
class AboutPage:
    """What the page about a game shows."""

    game: str
    summary: str
    house_rules: str
    """The address of its house rules, empty for a game without any."""
    players: tuple[str, ...]
    form: NamesForm
    teams: int
    """How many of the names are those of teams."""
    deck: str
    made_up: bool
    date: str
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
    form = NamesForm(data={"names": _names(state)})
    return pages.show(_page(game, state, form, may_record=member.role.may(Role.SCORER)))


def _names(state: GameState) -> tuple[str, ...]:
    """Return every name that can be changed: where teams have names of their own, those of their players too."""
    return (*state.players, *members_to_rename(state.head))


def _page(game: str, state: GameState, form: NamesForm, *, may_record: bool) -> AboutPage:
    kind = kind_of(state.game)
    date = str(state.head.get("at", ""))
    return AboutPage(
        game=game,
        summary=kind.summary(state.head),
        house_rules=kind.house_rules_address(game),
        players=state.players,
        form=form,
        teams=len(state.players) if state.head.get("teams") else 0,
        deck=state.deck.name if state.deck else "",
        made_up=bool(state.deck and state.deck.made_up),
        date=date,
        day=date_shown(date),
        note=str(state.head.get("note", "")),
        may_record=may_record and not state.closed,
        seq=state.seq,
        idempotency_key=new_idempotency_key(),
    )


@blueprint.post("/about")
def change(game: str) -> Response | BaseResponse:
    """Change the note, the date or the players' names, or clear the table."""
    member = access.require(game, Role.SCORER)
    state = games.state(access.store(), game)
    renaming = request.form.get("act") == "names"
    form = NamesForm(request.form) if renaming else NamesForm(data={"names": _names(state)})
    if renaming and len(form.names) != len(_names(state)):
        abort(400)
    if renaming and not form.validate():
        return pages.show(_page(game, state, form, may_record=True), 422)
    events = _events(state, form)
    for reason in filter(None, (why_impossible(state, event) for _, event in events)):
        form.add_error(reason)
        return pages.show(_page(game, state, form, may_record=True), 422)
    record_events(member, state.players, events)
    closed = request.form.get("act") == "close"
    return go_to(url_for("end.end" if closed else "about.about", game=game))


def _events(state: GameState, form: NamesForm) -> list[tuple[str, Event]]:
    match request.form.get("act"):
        case "names":
            names = {old: new for old, new in zip(_names(state), form.names.data, strict=True) if old != new}
            return [("", PlayersRenamed(names))] if names else []
        case "note":
            note = changed_note(request.form, str(state.head.get("note", "")))
            day = changed_date(request.form, str(state.head.get("at", "")))
            noted = [("", GameNoted(note))] if note is not None else []
            return [*noted, *([("-at", GameDated(day))] if day is not None else [])]
        case "close":
            return [("", GameClosed())]
        case _:
            raise BadRequest
