"""House rules of a running game: what a change would do to the hands already played, and the change."""

from collections.abc import Mapping

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events import HouseRulesChanged
from companion.journal.fold import GameState
from companion.rules.rummy.house_rules import NAMED_SETS, HouseRuleError, HouseRuleValue, ruleset_for
from companion.rules.rummy.ruleset import Game
from companion.store import games
from companion.store.errors import Conflict, NotPossible
from companion.store.people.members import Role
from companion.web.rummy.catalog import require_rummy
from companion.web.rummy.house_rules_form import (
    HouseRulesForm,
    UnreadableRuleError,
    read_rules,
    rule_errors,
    typed_rules,
)
from companion.web.rummy.views import rules_change, table_view
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key, record_event
from companion.wording.game.house_rules import RULES_CONFLICT, SET_NAMES, SET_WORDS

blueprint = Blueprint("house_rules", __name__, url_prefix="/g/<game>")


@pages.context("rummy/house_rules.html")
class HouseRulesPage:
    """The form of a game's house rules, or what a change would do."""

    game: str
    back: str
    back_to_table: bool
    summary: str
    named_sets: tuple[tuple[str, str, str], ...]
    """Of each its key, its name, and what it plays in a sentence."""
    rules: HouseRulesForm
    impact: rules_change.Impact | None
    seq: int
    idempotency_key: str


@blueprint.get("/rules")
def rules(game: str) -> Response:
    """Show the house rules of a game, to be changed."""
    access.require(game, Role.SCORER)
    state = games.state(access.store(), game)
    require_rummy(state.game)
    return _show(game, state, _form(state, typed_rules(state.house_rules)))


def _form(state: GameState, values: Mapping[str, str]) -> HouseRulesForm:
    return HouseRulesForm.of(Game(state.game), len(state.players), values)


def _show(
    game: str, state: GameState, form: HouseRulesForm, status: int = 200, *, impact: rules_change.Impact | None = None
) -> Response:
    page = HouseRulesPage(
        game=game,
        back=url_for("table.table" if _from_table() else "about.about", game=game),
        back_to_table=_from_table(),
        summary=table_view.summary_of(state.head),
        named_sets=tuple((name, SET_NAMES[name], SET_WORDS[name]) for name in NAMED_SETS[Game(state.game)]),
        rules=form,
        impact=impact,
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
    kind, seats = Game(state.game), len(state.players)
    action = request.form.get("act", "")
    named_set = NAMED_SETS[kind].get(action.removeprefix("set:")) if action.startswith("set:") else None
    if named_set is not None:
        return _show(game, state, _form(state, typed_rules(named_set)))
    form = HouseRulesForm.of(kind, seats, sent=request.form)
    try:
        house_rules = read_rules(kind, form.typed)
        ruleset_for(kind, seats, house_rules)
        if action != "change":
            return _show(game, state, form, impact=_impact(game, house_rules))
        record_event(member, state.players, HouseRulesChanged(house_rules))
    except (UnreadableRuleError, HouseRuleError) as error:
        form.add_errors(rule_errors(error))
        return _show(game, state, form, 422)
    except NotPossible as error:
        form.add_error(error.sentence)
        return _show(game, state, form, 422)
    except Conflict:
        form.add_error(RULES_CONFLICT)
        return _show(game, state, form, 409, impact=_impact(game, house_rules))
    return go_to(url_for("table.table" if _from_table() else "about.about", game=game))


def _from_table() -> bool:
    return request.args.get("back") == "table"


def _impact(game: str, house_rules: Mapping[str, HouseRuleValue]) -> rules_change.Impact:
    return rules_change.impact_of(games.preview(access.store(), game, HouseRulesChanged(house_rules)))
