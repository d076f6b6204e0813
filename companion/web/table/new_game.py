"""A new game: one form for every game, begun like the last one of this phone."""

from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest
from typing import cast

from flask import Blueprint, Response, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.derived import recompute
from companion.store.derived.table_cache import TableSummary
from companion.store.errors import NotPossible
from companion.store.games import Author
from companion.store.people import devices
from companion.web.base import pages
from companion.web.base.htmx import go_to, target, wants_part
from companion.web.base.idempotency import idempotency_key_of
from companion.web.current_store import current_store
from companion.web.kinds import game_kinds
from companion.web.kinds.new_game_form import NewGameForm, people_of
from companion.web.security.phone import current_phone, saved_phone
from companion.wording.game import SCOREKEEPER
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("new_game", __name__)

LOOKED_AT = 10
NAMES_OFFERED = 8


@pages.context("table/new_game.html")
class NewGamePage:
    """The page of a new game."""

    games: tuple[game_kinds.MenuEntry, ...]
    form: NewGameForm
    remembered: tuple[str, ...]


@pages.context("table/_new_game.html")
class NewGameFields(NewGamePage):
    """The form alone."""


def _games_here() -> list[str]:
    """Return the games whose form has this address; none where no game has it."""
    # Both as addresses have it, for the app may lie below another one.
    here = url_for(request.endpoint or "", **(request.view_args or {}))
    return [entry.key for entry in game_kinds.menu() if entry.address == here]


def _form(game: str, sent: MultiDict[str, str]) -> NewGameForm:
    return game_kinds.kind_of(game).new_game_form(game, sent)


@blueprint.get("/new")
@blueprint.get("/new/<game>", endpoint="of_game")
def new_game(game: str = "") -> Response | BaseResponse:  # noqa: ARG001 (of the address)
    """Show the form of a new game like the last one, or of the game and the deck that were asked for."""
    here = _games_here()
    if not here:
        return go_to(url_for("new_game.new_game"))
    if request.args:
        asked = request.args.get("game", "")
        form = _form(asked if asked in here else here[0], request.args)
        form.like(None)
        return _show(form)
    tables = _latest_games()
    last = next((table for table in tables if table.game in here), None)
    form = _form(last.game if last else here[0], MultiDict())
    if tables:
        form.seat_people(_people_of(tables[0].head), in_teams=bool(tables[0].head.get("teams")))
    form.like(last)
    return _show(form)


@blueprint.post("/new")
@blueprint.post("/new/<game>", endpoint="act_of_game")
def act(game: str = "") -> Response | BaseResponse:  # noqa: ARG001 (of the address)
    """Do what the pressed button says: change the form, or start the game."""
    here = _games_here()
    if not here:
        return go_to(url_for("new_game.new_game"))
    verb, _, about = request.form.get("act", "start").partition(":")
    sent = request.form.get("game", "")
    if verb == "game":
        return _show(_switched(about if about in here else here[0], sent))
    form = _form(sent if sent in here else here[0], request.form)
    if verb == "start":
        return _start(form)
    part = form.part(verb) if wants_part() else None
    if part is not None:
        return pages.show(part)
    form.act(verb, about)
    return _show(form)


def _switched(game: str, before: str) -> NewGameForm:
    """Return the form of another game with the people of the form before, and the settings of the last such game."""
    if game == before:
        return _form(game, request.form)
    # In a form of its own the first dealer stands for a side.
    keys = ("player", "form") if request.form.get("form") else ("player", "dealer")
    form = _form(game, MultiDict({key: request.form.getlist(key) for key in keys if key in request.form}))
    tables = _latest_games()
    people = people_of(*([name.strip() for name in request.form.getlist(key)] for key in ("player", "spare")))
    form.seat_people(people, in_teams=not _were_offered(people[2:], tables))
    form.like(next((table for table in tables if table.game == game), None))
    # What was chosen already stays where this game offers it too.
    form.chosen |= {one.name: request.form[one.name] for one in form.choices if one.name in request.form}
    return form


def _were_offered(partners: list[str], tables: tuple[TableSummary, ...]) -> bool:
    """Return whether nobody entered these: the form of a game without partners filled them in from the latest game."""
    if not tables or tables[0].head.get("teams"):
        return False
    return set(partners) <= set(_people_of(tables[0].head))


def _start(form: NewGameForm) -> Response | BaseResponse:
    if not form.check():
        return _show(form, 422)
    phone = saved_phone()
    try:
        started = games.start(
            current_store(),
            Author(phone.id, phone.label or SCOREKEEPER),
            form.start(phone.id),
            record_id=idempotency_key_of(request.form),
        )
    except NotPossible as error:
        form.errors[""] = store_sentence(error)
        return _show(form, 422)
    devices.remember_names(current_store(), phone.id, [name for name in form.names if name])
    return go_to(url_for("table.table", game=started, drawn=1 if form.drawn else None))


def _show(form: NewGameForm, status: int = 200) -> Response:
    form.settle()
    shown = NewGameFields if wants_part() and target() == "new-game" else NewGamePage
    return pages.show(shown(games=game_kinds.menu(), form=form, remembered=_names_to_offer()), status)


def _latest_games() -> tuple[TableSummary, ...]:
    """Return the latest games of the phone, the one changed last first."""
    phone = current_phone()
    listed = recompute.games_of(current_store(), phone.id, LOOKED_AT) if phone else recompute.NONE
    return tuple(table for _, table in listed.tables)


def _people_of(head: Mapping[str, object]) -> tuple[str, ...]:
    """Return the people of a game in the order of the form's seats, leaving out names that were forgotten."""
    sides = cast("Sequence[Sequence[str]]", head.get("teams") or ("form" in head and head.get("sides")) or ())
    rows = zip_longest(*sides) if sides else [cast("Sequence[str]", head["players"])]
    known = _names()
    return tuple(name for name in chain.from_iterable(rows) if name in known)


def _names_to_offer() -> tuple[str, ...]:
    """Return names that were used on this phone, the latest first."""
    return tuple(_names()[:NAMES_OFFERED])


def _names() -> Sequence[str]:
    phone = current_phone()
    return devices.names(current_store(), phone.id) if phone else ()
