"""House rules of a running game: what a change would do to the hands already played, and the change."""

from collections.abc import Mapping

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events import HouseRulesChanged
from companion.journal.fold import GameState
from companion.rules.rummy.ruleset import NAMED_SETS, Game, HouseRuleError, HouseRuleValue, ruleset_for
from companion.store import games
from companion.store.errors import Conflict, NotPossible
from companion.store.people.members import Role
from companion.web.rummy.catalog import (
    RuleField,
    UnreadableRuleError,
    read_rules,
    require_rummy,
    rule_fields,
    typed_rules,
)
from companion.web.rummy.new_game_form import typed_house_rules
from companion.web.rummy.views import rules_change, table_view
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key, record_event
from companion.wording.game.house_rules import RULES_CONFLICT, SET_NAMES, rules_error_sentence

blueprint = Blueprint("house_rules", __name__, url_prefix="/g/<game>")


@pages.context("rummy/house_rules.html")
class HouseRulesPage:
    """The form of a game's house rules, or what a change would do."""

    game: str
    summary: str
    named_sets: tuple[tuple[str, str], ...]
    rule_fields: tuple[RuleField, ...]
    error: str
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
    return _show(game, state, typed_rules(state.house_rules))


def _show(
    game: str,
    state: GameState,
    typed: Mapping[str, str],
    *,
    error: str = "",
    impact: rules_change.Impact | None = None,
    status: int = 200,
) -> Response:
    key = Game(state.game)
    page = HouseRulesPage(
        game=game,
        summary=table_view.summary_of(state.head),
        named_sets=tuple((name, SET_NAMES[name]) for name in NAMED_SETS[key]),
        rule_fields=rule_fields(key, len(state.players), typed, {}),
        error=error,
        impact=impact,
        typed=typed,
        seq=state.seq,
        idempotency_key=request.form.get("idempotency_key") or new_idempotency_key(),
    )
    return pages.show(page, status)


@blueprint.post("/rules")
def change_rules(game: str) -> Response | BaseResponse:
    """Show what other house rules would change, and ask; then record them."""
    member = access.require(game, Role.SCORER)
    state = games.state(access.store(), game)
    require_rummy(state.game)
    action = request.form.get("act", "")
    typed = typed_house_rules(request.form)
    named_set = NAMED_SETS[Game(state.game)].get(action.removeprefix("set:")) if action.startswith("set:") else None
    if named_set is not None:
        return _show(game, state, typed_rules(named_set))
    try:
        house_rules = _read(state, typed)
        if action != "change":
            return _show(game, state, typed, impact=_impact(game, house_rules))
        record_event(member, state.players, HouseRulesChanged(house_rules))
    except UnreadableRuleError as error:
        return _show(game, state, typed, error=str(error), status=422)
    except HouseRuleError as error:
        return _show(game, state, typed, error=rules_error_sentence(error), status=422)
    except NotPossible as error:
        return _show(game, state, typed, error=error.sentence, status=422)
    except Conflict:
        return _show(game, state, typed, error=RULES_CONFLICT, impact=_impact(game, house_rules), status=409)
    return go_to(url_for("about.about", game=game))


def _read(state: GameState, typed: Mapping[str, str]) -> dict[str, HouseRuleValue]:
    game = Game(state.game)
    house_rules = read_rules(game, typed)
    ruleset_for(game, len(state.players), house_rules)
    return house_rules


def _impact(game: str, house_rules: Mapping[str, HouseRuleValue]) -> rules_change.Impact:
    return rules_change.impact_of(games.preview(access.store(), game, HouseRulesChanged(house_rules)))
