"""What can be said about a game as a whole: its rules and their change, its date and note, the players' names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, abort, request, url_for

from companion.documents.texts import typed_name
from companion.journal.events import Event, GameClosed, GameDated, GameNoted, HouseRulesChanged, PlayersRenamed
from companion.journal.names import members_to_rename
from companion.journal.sheet import sheet_of
from companion.journal.validation import why_impossible
from companion.rules.rummy.ruleset import NAMED_SETS, Game, HouseRuleError, ruleset_for
from companion.store import games
from companion.store.errors import Conflict
from companion.store.people.members import Role
from companion.web.rummy.catalog import (
    SET_NAMES,
    UnreadableRuleError,
    read_rules,
    rule_fields,
    sentence_of,
    typed_rules,
)
from companion.web.rummy.new_game_form import RULE
from companion.web.rummy.views import rules_change, table_view
from companion.web.security import access
from companion.web.shared.date_and_note import changed_date, changed_note, date_shown
from companion.web.shared.game_kinds import is_gem2, rummy_only, summary_of
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key, record_event, record_events

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.fold import GameState
    from companion.rules.rummy.ruleset import HouseRuleValue
    from companion.web.rummy.catalog import RuleField

blueprint = Blueprint("about", __name__, url_prefix="/g/<game>")

MEANWHILE = "Another phone changed the game meanwhile. This is what these rules would change now."


@pages.context("game/about.html")
class AboutPage:
    """What the page about a game shows."""

    game: str
    summary: str
    has_house_rules: bool
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
    return AboutPage(
        game=game,
        summary=summary_of(state.head),
        has_house_rules=not is_gem2(state.game),
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


@pages.context("game/house_rules.html")
class RulesPage:
    """What the page of a game's house rules shows."""

    game: str
    summary: str
    named_sets: tuple[tuple[str, str], ...]
    rule_fields: tuple[RuleField, ...]
    wrong: str
    impact: rules_change.Impact | None
    typed: Mapping[str, str]
    seq: int
    idempotency_key: str


@blueprint.get("/rules")
def rules(game: str) -> Response:
    """Show the house rules of a game, to be changed."""
    access.require(game, Role.SCORER)
    state = games.state(access.store(), game)
    rummy_only(state.game)
    return pages.show(_rules(game, state, typed_rules(state.house_rules)))


def _rules(
    game: str,
    state: GameState,
    typed: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
    impact: rules_change.Impact | None = None,
) -> RulesPage:
    key = Game(state.game)
    return RulesPage(
        game=game,
        summary=table_view.summary_of(state.head),
        named_sets=tuple((name, SET_NAMES[name]) for name in NAMED_SETS[key]),
        rule_fields=rule_fields(key, len(state.players), typed, wrong or {}),
        wrong=" ".join((wrong or {}).values()),
        impact=impact,
        typed=typed,
        seq=state.seq,
        idempotency_key=request.form.get("idempotency_key") or new_idempotency_key(),
    )


@blueprint.post("/rules")
def change_rules(game: str) -> Response | BaseResponse:
    """Say what other house rules would change in the hands already ruled, and ask; then record them."""
    member = access.require(game, Role.SCORER)
    state = games.state(access.store(), game)
    rummy_only(state.game)
    act = request.form.get("act", "")
    typed = {key.removeprefix(RULE): value.strip() for key, value in request.form.items() if key.startswith(RULE)}
    named = act.removeprefix("set:")
    if act.startswith("set:") and named in NAMED_SETS[Game(state.game)]:
        return pages.show(_rules(game, state, typed_rules(NAMED_SETS[Game(state.game)][named])))
    read = _read(state, typed)
    if isinstance(read, str):
        return pages.show(_rules(game, state, typed, {"": read}), 422)
    if act != "change":
        return pages.show(_rules(game, state, typed, impact=_impact(state, read)))
    try:
        record_event(member, state.players, HouseRulesChanged(read))
    except Conflict:
        return pages.show(_rules(game, state, typed, {"": MEANWHILE}, _impact(state, read)), 409)
    return go_to(url_for("about.about", game=game))


def _impact(state: GameState, rules: Mapping[str, HouseRuleValue]) -> rules_change.Impact:
    after = replace(state, head={**state.head, "house_rules": rules})
    return rules_change.impact_of(state, sheet_of(state), after, sheet_of(after))


def _read(state: GameState, typed: Mapping[str, str]) -> dict[str, HouseRuleValue] | str:
    game = Game(state.game)
    try:
        found = read_rules(game, typed)
        ruleset_for(game, len(state.players), found)
    except UnreadableRuleError as error:
        return str(error)
    except HouseRuleError as error:
        return sentence_of(error)
    return found
