"""A new game of Gem II: for one player, two players, or two teams of two."""

import secrets
from collections.abc import Mapping

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events.game import GameStarted
from companion.journal.names import TEAM_SIGN
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.games import Author
from companion.store.people import devices
from companion.web.base import pages
from companion.web.base.htmx import go_to, target, wants_part
from companion.web.base.idempotency import idempotency_key_of
from companion.web.current_store import current_store
from companion.web.gem2.forms import DRAW, DuelGameForm, SoloGameForm
from companion.web.gem2.game import DUEL, SOLO
from companion.web.kinds import game_kinds
from companion.web.security.phone import saved_phone
from companion.web.table.latest_games import latest_games, names_to_offer, people_of
from companion.wording.game import SCOREKEEPER
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("gem2_new", __name__)

FORMS: dict[str, type[SoloGameForm]] = {SOLO: SoloGameForm, DUEL: DuelGameForm}


@pages.context("gem2/new_game/new_game.html")
class NewPage:
    """The page of a new game."""

    game: str
    games: tuple[game_kinds.MenuEntry, ...]
    form: SoloGameForm
    remembered: tuple[str, ...]


@pages.context("gem2/new_game/_form.html")
class NewForm(NewPage):
    """The form alone."""


@blueprint.get("/new/<game>")
def new_game(game: str) -> Response | BaseResponse:
    """Show the form of a new game."""
    if game not in FORMS:
        return go_to(url_for("new_game.new_game"))
    form = FORMS[game].read(request.args)
    if not request.args:
        _like_the_last(game, form)
    return _show(game, form)


def _like_the_last(game: str, form: SoloGameForm) -> None:
    """Fill in the names of the latest game, and what was set in the latest of this kind."""
    tables = latest_games()
    for name in _people_for(game, tables[0].head) if tables else ():
        form.add_name(name)
    form.choose(next((table.head for table in tables if table.game == game), {}))


def _people_for(game: str, head: Mapping[str, object]) -> tuple[str, ...]:
    """Return the people of another game for whom this one has places; partners come from teams alone."""
    people = people_of(head)
    return people[:1] if game == SOLO else people if head.get("teams") else people[:2]


def _without_offered_partners(form: SoloGameForm) -> None:
    """Take out partners whom nobody entered: the form of a rummy filled them in from the latest game."""
    tables = latest_games()
    head = tables[0].head if tables else {"players": ()}
    partners = {name for name in form.names[2:] if name}
    if not head.get("teams") and partners <= set(people_of(head)):
        form.keep_names(2)


@blueprint.post("/new/<game>")
def act(game: str) -> Response | BaseResponse:
    """Put a known name in or take it out, or start the game."""
    if game not in FORMS:
        return go_to(url_for("new_game.new_game"))
    form = FORMS[game].read(request.form)
    verb, _, name = request.form.get("act", "start").partition(":")
    if verb == "name":
        form.toggle_name(name)
    elif verb == "game":
        _without_offered_partners(form)
    if verb != "start":
        return _show(game, form)
    if not form.check():
        return _show(game, form, 422)
    phone = saved_phone()
    head = _head(game, form)
    try:
        started = games.start(
            current_store(),
            Author(phone.id, phone.label or SCOREKEEPER),
            GameStarted(head),
            record_id=idempotency_key_of(request.form),
        )
    except NotPossible as error:
        form.add_error(store_sentence(error))
        return _show(game, form, 422)
    devices.remember_names(current_store(), phone.id, [name for name in form.names if name])
    drawn = isinstance(form, DuelGameForm) and form.dealer.data == DRAW
    return go_to(url_for("table.table", game=started, drawn=1 if drawn else None))


def _head(game: str, form: SoloGameForm) -> dict[str, object]:
    """Return the head of the game document, the first dealer drawn if asked (II.duel.first-dealer)."""
    head: dict[str, object] = {"game": game, "players": [form.names[0]], "level": int(form.level.data)}
    if not isinstance(form, DuelGameForm):
        return head
    sides = [TEAM_SIGN.join(team) for team in form.teams] or list(form.names[:2])
    dealer = secrets.choice(sides) if form.dealer.data == DRAW else sides[int(form.dealer.data)]
    head |= {"players": sides, "first_dealer": dealer}
    head |= {"teams": form.teams} if form.teams else {}
    return head | ({"timer": int(form.timer.data)} if form.timer.data != "0" else {})


def _show(game: str, form: SoloGameForm, status: int = 200) -> Response:
    page = (NewForm if wants_part() and target() == "new-game" else NewPage)(
        game=game,
        games=game_kinds.menu(),
        form=form,
        remembered=names_to_offer(),
    )
    return pages.show(page, status)
