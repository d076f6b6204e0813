"""The screen of a new game."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events.game import GameStarted
from companion.journal.state import DeckUsed
from companion.rules.rummy.house_rules import NAMED_SETS
from companion.store import decks, games
from companion.store.errors import NotPossible
from companion.store.games import Author
from companion.store.people import devices
from companion.web.base import pages
from companion.web.base.htmx import go_to, target, wants_part
from companion.web.base.idempotency import idempotency_key_of
from companion.web.current_store import current_store
from companion.web.kinds import game_kinds
from companion.web.rummy import new_game_form as forms
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.house_rules_form import HouseRulesForm
from companion.web.security.phone import current_phone, saved_phone
from companion.web.table.latest_games import latest_games, names_to_offer, people_of
from companion.wording.game import SCOREKEEPER
from companion.wording.house_rules import SET_NAMES, SET_WORDS
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("new_game", __name__)


@pages.context("rummy/new_game/new_game.html")
class NewGamePage:
    """What the page of a new game shows."""

    games: tuple[game_kinds.MenuEntry, ...]
    typed: forms.Typed
    errors: forms.FormErrors
    remembered: tuple[str, ...]
    decks: tuple[tuple[str, str], ...]
    named_sets: tuple[tuple[str, str, str], ...]
    """Of each its key, its name, and what it plays in a sentence."""
    rules: HouseRulesForm
    rules_asked: bool
    """The house rules of a named set were asked for without a script."""
    summary: str


@pages.context("rummy/new_game/_form.html")
class NewGameForm(NewGamePage):
    """The form alone."""


@pages.context("rummy/new_game/_summary.html")
class HouseRulesNote:
    """The line that says what was chosen."""

    summary: str


@pages.context("rummy/new_game/_rules.html")
class HouseRulesFields:
    """The fields of the house rules."""

    rules: HouseRulesForm


@blueprint.get("/new")
def new_game() -> Response:
    """Show the form of a new game like the last one, or of the game and the deck that were asked for."""
    typed = forms.read(request.args) if request.args else _like_the_last()
    return _form(_with_usual_deck(typed), forms.FormErrors({}))


def _like_the_last() -> forms.Typed:
    tables = latest_games()
    table = next((table for table in tables if table.game in GAMES), None)
    typed = forms.like(table) if table else forms.Typed()
    if tables and tables[0] is not table:
        typed = forms.with_people(replace(typed, sides=forms.Sides.ALONE), people_of(tables[0].head))
    return typed


def _with_usual_deck(typed: forms.Typed) -> forms.Typed:
    known = [key for key, _ in _decks(typed)]
    return typed if typed.deck in known else replace(typed, deck=known[0] if known else "")


@blueprint.post("/new")
def act() -> Response | BaseResponse:
    """Do what the pressed button says: change the form, or start the game."""
    typed = forms.read(request.form)
    what = request.form.get("act", "start")
    if what == "look":
        return pages.show(HouseRulesNote(summary=_summary(typed)))
    if what == "rules" and wants_part():
        return pages.show(HouseRulesFields(rules=forms.rules_form(typed, forms.FormErrors({}))))
    if what != "start":
        changed = forms.act(typed, what)
        if changed.game != typed.game:
            last = next((table for table in latest_games() if table.game == changed.game), None)
            changed = _with_usual_deck(forms.with_rules_of(changed, last))
        return _form(changed, forms.FormErrors({}))
    ready = forms.check(typed)
    if isinstance(ready, forms.FormErrors):
        return _form(typed, ready, 422)
    phone = saved_phone()
    head, deck = _with_deck(ready.head, typed, phone.id)
    try:
        game = games.start(
            current_store(),
            Author(phone.id, phone.label or SCOREKEEPER),
            GameStarted(head, deck),
            record_id=idempotency_key_of(request.form),
        )
    except NotPossible as error:
        return _form(typed, forms.FormErrors({"": store_sentence(error)}), 422)
    devices.remember_names(current_store(), phone.id, typed.players)
    return go_to(url_for("table.table", game=game, drawn=1 if ready.drawn else None))


def _with_deck(
    head: Mapping[str, object], typed: forms.Typed, phone: int
) -> tuple[Mapping[str, object], DeckUsed | None]:
    """Take what is known of the gems of the chosen deck into the game."""
    number = int(typed.deck) if typed.deck.isdecimal() and len(typed.deck) < len(str(2**63)) else 0
    chosen = decks.deck(current_store(), phone, number) if typed.info.has_decks else None
    if chosen is None:
        return head, None
    return {**head, **chosen.head}, DeckUsed(chosen.id, chosen.name, chosen.made_up)


def _decks(typed: forms.Typed) -> tuple[tuple[str, str], ...]:
    phone = current_phone()
    if phone is None or not typed.info.has_decks:
        return ()
    return tuple(
        (str(deck.id), f"{deck.name} (made up)" if deck.made_up else deck.name)
        for deck in decks.decks(current_store(), phone.id)
    )


def _summary(typed: forms.Typed) -> str:
    deck = dict(_decks(typed)).get(typed.deck)
    return ", ".join(filter(None, (forms.summary_of(typed), deck)))


def _form(typed: forms.Typed, errors: forms.FormErrors, status: int = 200) -> Response:
    shown = NewGameForm if wants_part() and target() == "new-game" else NewGamePage
    return pages.show(
        shown(
            games=game_kinds.menu(),
            typed=typed,
            errors=errors,
            remembered=names_to_offer(),
            decks=_decks(typed),
            named_sets=tuple((name, SET_NAMES[name], SET_WORDS[name]) for name in NAMED_SETS[typed.game]),
            rules=forms.rules_form(typed, errors),
            rules_asked=request.form.get("act") == "rules",
            summary="" if errors.about_rules else _summary(typed),
        ),
        status,
    )
