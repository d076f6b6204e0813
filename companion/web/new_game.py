"""The screen of a new game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request, url_for

from companion.rules.rummy.ruleset import NAMED_SETS
from companion.web import new_game_form as forms
from companion.web import pages
from companion.web.catalogue import GAMES, SET_NAMES
from companion.web.htmx import go_to, target, wants_part
from companion.web.once import new_once

if TYPE_CHECKING:
    from collections.abc import Iterable

    from werkzeug.wrappers import Response as BaseResponse

    from companion.web.catalogue import GameInfo, RuleField

blueprint = Blueprint("new_game", __name__)


@pages.context("new_game/new_game.html")
class NewGamePage:
    """What the page of a new game shows."""

    games: Iterable[GameInfo]
    typed: forms.Typed
    wrong: forms.Wrong
    remembered: tuple[str, ...]
    decks: tuple[tuple[str, str], ...]
    named_sets: tuple[tuple[str, str], ...]
    rule_fields: tuple[RuleField, ...]
    rules_open: bool
    said: str
    once: str


@pages.context("new_game/_form.html")
class NewGameForm(NewGamePage):
    """The form alone."""


@pages.context("new_game/_said.html")
class Said:
    """The line that says what was chosen."""

    said: str


@blueprint.get("/new")
def new_game() -> Response:
    """Show the form of a new game."""
    return _form(forms.read(request.args), forms.Wrong({}))


@blueprint.post("/new")
def act() -> Response | BaseResponse:
    """Do what the pressed button says: change the form, or start the game."""
    typed = forms.read(request.form)
    what = request.form.get("act", "start")
    if what == "look":
        return pages.show(Said(said=forms.said(typed)))
    if what != "start":
        return _form(forms.act(typed, what), forms.Wrong({}))
    ready = forms.check(typed)
    if isinstance(ready, forms.Wrong):
        return _form(typed, ready, 422)
    return go_to(url_for("home.home"))


def _form(typed: forms.Typed, wrong: forms.Wrong, status: int = 200) -> Response:
    shown = NewGameForm if wants_part() and target() == "new-game" else NewGamePage
    return pages.show(
        shown(
            games=tuple(GAMES.values()),
            typed=typed,
            wrong=wrong,
            remembered=forms.remembered((), typed),
            decks=(),
            named_sets=tuple((name, SET_NAMES[name]) for name in NAMED_SETS[typed.game]),
            rule_fields=forms.fields_of(typed, wrong),
            rules_open=forms.rules_touched(typed, wrong),
            said="" if wrong else forms.said(typed),
            once=request.form.get("once") or new_once(),
        ),
        status,
    )
