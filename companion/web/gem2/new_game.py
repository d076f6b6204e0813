"""A new game of Gem II: alone, of two players, or of two teams of two."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for

from companion.documents.gem2_duel import TIMER_MINUTES
from companion.documents.texts import LONGEST_NAME, typed_name
from companion.journal.events import GameStarted
from companion.journal.names import TEAM_SIGN
from companion.rules.gem2.cards import Level
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.games import Author
from companion.store.people import devices
from companion.web.gem2.state.game import DUEL, GAMES, SOLO
from companion.web.security import access
from companion.web.shared import game_kinds
from companion.web.shared.player_names import wrong_names
from companion.web.shell import pages
from companion.web.shell.htmx import go_to, target, wants_part
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.datastructures import MultiDict
    from werkzeug.wrappers import Response as BaseResponse

blueprint = Blueprint("gem2_new", __name__)

NAMES_OFFERED = 8
DRAW = "draw"
LINES = {SOLO: "1 player, five rounds, a personal best", DUEL: "2 players or 2 teams, six rounds, bets and penalties"}


@dataclass(frozen=True, slots=True)
class Typed:
    """Everything on the form as it was typed: nothing of it is lost, whatever is wrong with it."""

    game: str
    names: tuple[str, ...]
    """The players: one, or two and after them their partners."""
    level: str = "1"
    timer: str = "0"
    dealer: str = DRAW

    @property
    def seats(self) -> int:
        """How many names are asked for."""
        return 1 if self.game == SOLO else 4


@pages.context("gem2/new_game/new_game.html")
class NewPage:
    """What the page of a new game shows."""

    games: tuple[game_kinds.MenuEntry, ...]
    typed: Typed
    line: str
    levels: tuple[tuple[str, str, str], ...]
    timers: tuple[tuple[str, str], ...]
    wrong: Mapping[str, str]
    remembered: tuple[str, ...]
    idempotency_key: str


@pages.context("gem2/new_game/_form.html")
class NewForm(NewPage):
    """The form alone."""


LEVELS = (
    (str(Level.ONE.value), "Level 1", "X onto I: yes"),
    (str(Level.TWO.value), "Level 2", "X onto I: no"),
)
TIMERS = (("0", "no timer"), *((str(one), f"{one} {'minute' if one == 1 else 'minutes'}") for one in TIMER_MINUTES))


def read(form: MultiDict[str, str], game: str) -> Typed:
    """Take what was sent."""
    names = tuple(typed_name(name) for name in form.getlist("player"))
    typed = Typed(game, names)
    level, timer, dealer = form.get("level", "1"), form.get("timer", "0"), form.get("dealer", DRAW)
    return Typed(
        game=game,
        names=(*names, "", "", "", "")[: typed.seats],
        level=level if level in {value for value, _, _ in LEVELS} else "1",
        timer=timer if timer in dict(TIMERS) else "0",
        dealer=dealer if dealer in {"0", "1"} and game == DUEL else DRAW,
    )


@blueprint.get("/new/<game>")
def new_game(game: str) -> Response | BaseResponse:
    """Show the form of a new game."""
    if game not in GAMES:
        return go_to(url_for("new_game.new_game"))
    return form_of(read(request.args, game))


@blueprint.post("/new/<game>")
def act(game: str) -> Response | BaseResponse:
    """Take a name that is known, or start the game."""
    if game not in GAMES:
        return go_to(url_for("new_game.new_game"))
    typed = read(request.form, game)
    verb, _, about = request.form.get("act", "start").partition(":")
    if verb == "name":
        return form_of(_with_name(typed, about))
    if verb != "start":
        return form_of(typed)
    wrong = _wrong(typed)
    if wrong:
        return form_of(typed, wrong, 422)
    phone = access.known_device()
    head, drawn = head_of(typed)
    try:
        started = games.start(
            access.store(),
            Author(phone.id, phone.label or "the scorer"),
            GameStarted(head),
            record_id=idempotency_key_of(request.form),
        )
    except NotPossible as error:
        return form_of(typed, {"": error.sentence}, 422)
    devices.remember_names(access.store(), phone.id, [name for name in typed.names if name])
    return go_to(url_for("table.table", game=started, drawn=1 if drawn else None))


def _with_name(typed: Typed, name: str) -> Typed:
    names = list(typed.names)
    if name and name not in names and "" in names:
        names[names.index("")] = name
    return replace(typed, names=tuple(names))


def _wrong(typed: Typed) -> dict[str, str]:
    """Say everything that is wrong, by the field."""
    wrong = wrong_names(typed.names)
    for seat, name in enumerate(typed.names[: 1 if typed.game == SOLO else 2]):
        if not name:
            wrong[f"player-{seat}"] = "Who plays here?"
    partners = typed.names[2:]
    if any(partners) and not all(partners):
        wrong[f"player-{2 + partners.index('')}"] = "Teams are of two: both need a partner, or neither."
    for side in (0, 1):
        if any(partners) and len(TEAM_SIGN.join((typed.names[side], partners[side]))) > LONGEST_NAME:
            wrong.setdefault(
                f"player-{2 + side}", f"The names of a team have at most {LONGEST_NAME} characters together."
            )
    return wrong


def head_of(typed: Typed) -> tuple[dict[str, object], bool]:
    """Make the head of the game document, and say whether the dealer was drawn by lot (II: two player, setup 4)."""
    head: dict[str, object] = {"game": typed.game, "players": [typed.names[0]], "level": int(typed.level)}
    if typed.game == SOLO:
        return head, False
    sides = list(typed.names[:2])
    if any(typed.names[2:]):
        teams = [[typed.names[side], typed.names[2 + side]] for side in (0, 1)]
        sides = [TEAM_SIGN.join(team) for team in teams]
        head["teams"] = teams
    drawn = typed.dealer == DRAW
    head |= {"players": sides, "first_dealer": secrets.choice(sides) if drawn else sides[int(typed.dealer)]}
    return head | ({"timer": int(typed.timer)} if typed.timer != "0" else {}), drawn


def form_of(typed: Typed, wrong: Mapping[str, str] | None = None, status: int = 200) -> Response:
    """Show the form, whole or in the place of the one that is there."""
    page = (NewForm if wants_part() and target() == "new-game" else NewPage)(
        games=game_kinds.menu(),
        typed=typed,
        line=LINES[typed.game],
        levels=LEVELS,
        timers=TIMERS,
        wrong=wrong or {},
        remembered=_remembered(typed),
        idempotency_key=request.form.get("idempotency_key") or new_idempotency_key(),
    )
    return pages.show(page, status)


def _remembered(typed: Typed) -> tuple[str, ...]:
    phone = access.device()
    names = devices.names(access.store(), phone.id) if phone else []
    return tuple(name for name in names if name not in typed.names and TEAM_SIGN not in name)[:NAMES_OFFERED]
