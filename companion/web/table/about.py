"""About a game: date, place and note, the players' names, and the end of the table."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse
from wtforms import FieldList

from companion.documents.game import GAME_REMARKS
from companion.documents.reader import LONGEST_PLACE
from companion.documents.texts import clean_name
from companion.journal.events import Event
from companion.journal.events.game import GameClosed, GameDated, GameNoted, GamePlaced, PlayersRenamed
from companion.journal.names import members_to_rename
from companion.journal.state import GameState
from companion.store import games
from companion.store.derived.finding import places
from companion.store.people import devices
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.dates import DateAndNoteForm
from companion.web.base.forms import AppForm, name_field, text_field
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import record_events
from companion.web.base.player_names import name_errors
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import GameScreens, kind_of
from companion.web.security.membership import require_member
from companion.web.table.exchange import file_name
from companion.wording.store_errors import objection_sentence

blueprint = Blueprint("about", __name__, url_prefix="/g/<game>")


class NamesForm(AppForm):
    """The names of the players, or of the teams and then of their players."""

    names = FieldList(name_field())

    def check(self, state: GameState) -> bool:
        """Add an error beside every name that can't be; return whether there is none."""
        if not self.validate():
            return False
        sides = len(state.players)
        for first, names in ((0, self.names.data[:sides]), (sides, self.names.data[sides:])):
            for field, error in name_errors(names).items():
                self.add_error(error, "names", first + int(field.removeprefix("player-")))
        changed = self.changed(state)
        impossible = PlayersRenamed(changed).why_impossible(state) if changed and not self.errors else None
        if impossible:
            self.add_error(objection_sentence(impossible), "names", max(map(_names(state).index, changed)))
        return not self.errors

    @property
    def first_wrong(self) -> int | None:
        """Which name is the first with an error."""
        return next((place for place, name in enumerate(self.names) if name.errors), None)

    def changed(self, state: GameState) -> dict[str, str]:
        """Return the new names by the old ones."""
        return {old: new for old, new in zip(_names(state), self.names.data, strict=True) if old != new}


class DatePlaceNoteForm(DateAndNoteForm):
    place = text_field(LONGEST_PLACE, maxlength=LONGEST_PLACE, dir="auto", autocomplete="off")

    def changed_place(self, place: str) -> str | None:
        """Return the place that the form sets, empty to remove it; None where it is the stored one."""
        entered = clean_name(self.place.data or "")
        return None if entered == place else entered


@pages.context("table/about.html")
class AboutPage:
    """What is agreed for a game."""

    game: str
    kind: GameScreens[Any]
    state: GameState
    may_record: bool
    names: NamesForm
    remarks: DatePlaceNoteForm
    places: Sequence[str]
    """Where this phone's games were played, to choose from."""
    error: str
    file_name: str
    """Of the file with the whole game."""


@blueprint.get("/about")
def about(game: str) -> Response:
    """Show what is agreed for a game."""
    member = require_member(game)
    state = games.state(current_store(), game)
    return pages.show(_page(member, state, may_record=member.role.may(Role.SCORER)))


def _names(state: GameState) -> tuple[str, ...]:
    """Return every name that can be changed: where teams have names of their own, those of their players too."""
    return (*state.players, *members_to_rename(state.head))


def _page(
    member: Member,
    state: GameState,
    names: NamesForm | None = None,
    remarks: DatePlaceNoteForm | None = None,
    *,
    error: str = "",
    may_record: bool = True,
) -> AboutPage:
    return AboutPage(
        game=member.game,
        kind=kind_of(state.game),
        state=state,
        may_record=may_record and not state.closed,
        names=names or NamesForm(data={"names": _names(state)}),
        remarks=remarks or _remarks_form(state),
        places=places(current_store(), member.device) if may_record else (),
        error=error,
        file_name=file_name(state, "gem.txt"),
    )


@blueprint.post("/about")
def change(game: str) -> Response | BaseResponse:
    """Change the note, the date or the players' names, or clear the table."""
    member = require_member(game, Role.SCORER)
    state = games.state(current_store(), game)
    names = remarks = None
    action = request.form.get("act")
    events: list[tuple[str, Event]] = []
    match action:
        case "names":
            names = NamesForm(request.form)
            if len(names.names) != len(_names(state)):
                abort(400)
            if not names.check(state):
                return pages.show(_page(member, state, names), 422)
            changed = names.changed(state)
            if changed:
                events.append(("", PlayersRenamed(changed)))
        case "note":
            remarks = DatePlaceNoteForm(request.form)
            if not remarks.validate():
                return pages.show(_page(member, state, remarks=remarks), 422)
            at, place, note = (_remark(state, key) for key in GAME_REMARKS)
            new_note, day, new_place = (
                remarks.changed_note(note),
                remarks.changed_date(at),
                remarks.changed_place(place),
            )
            if new_note is not None:
                events.append(("", GameNoted(new_note)))
            if day is not None:
                events.append(("-at", GameDated(day)))
            if new_place is not None:
                events.append(("-place", GamePlaced(new_place)))
        case "close" if state.closed:
            return go_to(url_for("end.end", game=game))  # tapped twice
        case "close":
            events.append(("", GameClosed()))
        case _:
            raise BadRequest
    objection = next(filter(None, (event.why_impossible(state) for _, event in events)), None)
    if objection:
        return pages.show(_page(member, state, names, remarks, error=objection_sentence(objection)), 422)
    record_events(member, state.players, events)
    if names is not None:
        devices.remember_names(current_store(), member.device, names.names.data)
    return go_to(url_for("end.end" if action == "close" else "about.about", game=game))


def _remark(state: GameState, key: str) -> str:
    return str(state.head.get(key, ""))


def _remarks_form(state: GameState) -> DatePlaceNoteForm:
    form = DatePlaceNoteForm.of(_remark(state, "at"), _remark(state, "note"))
    form.place.data = _remark(state, "place")
    return form
