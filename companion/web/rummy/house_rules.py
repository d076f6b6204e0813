"""House rules of a running game: what a change would do to the hands already played, and the change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for

from companion.journal.events import HouseRulesChanged
from companion.journal.sheet import sheet_of
from companion.rules.rummy.ruleset import NAMED_SETS, Game, HouseRuleError, ruleset_for
from companion.store import games
from companion.store.errors import Conflict
from companion.store.people.members import Role
from companion.web.rummy.catalog import UnreadableRuleError, read_rules, require_rummy, rule_fields, typed_rules
from companion.web.rummy.new_game_form import RULE
from companion.web.rummy.views import rules_change, table_view
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key, record_event
from companion.wording.house_rules import SET_NAMES, rules_error_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.fold import GameState
    from companion.rules.rummy.ruleset import HouseRuleValue
    from companion.web.rummy.catalog import RuleField

blueprint = Blueprint("house_rules", __name__, url_prefix="/g/<game>")

MEANWHILE = "Another phone changed the game meanwhile. This is what these rules would change now."


@pages.context("rummy/house_rules.html")
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
    require_rummy(state.game)
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
    require_rummy(state.game)
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
        return rules_error_sentence(error)
    return found
