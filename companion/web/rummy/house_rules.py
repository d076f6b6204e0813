"""House rules of a running game: preview and record a change, for the whole game or from the next hand on."""

from collections.abc import Mapping

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events.game import HouseRulesChanged, HouseRulesFrom
from companion.journal.state import GameState
from companion.rules.rummy.house_rules import (
    GAME_RULES,
    HOUSE_RULES,
    NAMED_SETS,
    HouseRuleError,
    ruleset_for,
)
from companion.rules.rummy.ruleset import Game, HouseRuleValue
from companion.store import drafts, games
from companion.store.errors import Conflict, NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import record_event
from companion.web.current_store import current_store
from companion.web.rummy.catalog import require_rummy, rules_of, summary_of
from companion.web.rummy.house_rules_form import (
    HouseRulesForm,
    UnreadableRuleError,
    read_rules,
    rule_errors,
    typed_rules,
)
from companion.web.rummy.views import rules_change
from companion.web.security.membership import require_member
from companion.wording.house_rules import (
    FOR_THE_WHOLE_GAME,
    FROM_HAND_ON,
    PLAY_BY_THESE,
    RULES_CONFLICT,
    SET_NAMES,
    SET_WORDS,
    since_sentences,
)
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("house_rules", __name__, url_prefix="/g/<game>")


@pages.context("rummy/house_rules/house_rules.html")
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
    """What the change would do, for the whole game."""
    since: rules_change.Impact | None
    """What it would do from the next hand on, where that is something else."""


@blueprint.get("/rules")
def rules(game: str) -> Response:
    """Show the house rules of a game, to be changed."""
    require_member(game, Role.SCORER)
    state = games.state(current_store(), game)
    require_rummy(state.game)
    return _show(game, state, _form(state, typed_rules(state.house_rules)))


def _form(state: GameState, values: Mapping[str, str]) -> HouseRulesForm:
    return HouseRulesForm.of(Game(state.game), len(state.players), values)


def _show(
    game: str,
    state: GameState,
    form: HouseRulesForm,
    status: int = 200,
    *,
    impacts: tuple[rules_change.Impact | None, rules_change.Impact | None] = (None, None),
) -> Response:
    impact, since = impacts
    page = HouseRulesPage(
        game=game,
        back=url_for("table.table" if _from_table() else "about.about", game=game),
        back_to_table=_from_table(),
        summary=summary_of(state.head),
        named_sets=tuple((name, SET_NAMES[name], SET_WORDS[name]) for name in NAMED_SETS[Game(state.game)]),
        rules=form,
        impact=impact,
        since=since,
    )
    return pages.show(page, status)


@blueprint.post("/rules")
def change_rules(game: str) -> Response | BaseResponse:
    """Show what other house rules would change, and ask; then record them."""
    member = require_member(game, Role.SCORER)
    state = games.state(current_store(), game)
    require_rummy(state.game)
    kind, seats = Game(state.game), len(state.players)
    action = request.form.get("act", "")
    named_set = NAMED_SETS[kind].get(action.removeprefix("set:")) if action.startswith("set:") else None
    if named_set is not None:
        return _show(game, state, _form(state, typed_rules(named_set.values)))
    form = HouseRulesForm.of(kind, seats, sent=request.form)
    try:
        house_rules = read_rules(kind, form.typed)
        ruleset_for(kind, seats, house_rules)
        if action not in {"change", "since"}:
            return _show(game, state, form, impacts=_impacts(game, state, house_rules))
        change = HouseRulesFrom(house_rules) if action == "since" else HouseRulesChanged(house_rules)
        record_event(member, state.players, change)
    except (UnreadableRuleError, HouseRuleError) as error:
        form.add_errors(rule_errors(error))
        return _show(game, state, form, 422)
    except NotPossible as error:
        form.add_error(store_sentence(error))
        return _show(game, state, form, 422)
    except Conflict:
        form.add_error(RULES_CONFLICT)
        now = games.state(current_store(), game)
        return _show(game, now, form, 409, impacts=_impacts(game, now, house_rules))
    return go_to(url_for("table.table" if _from_table() else "about.about", game=game))


def _from_table() -> bool:
    return request.args.get("back") == "table"


def _impacts(
    game: str, state: GameState, house_rules: Mapping[str, HouseRuleValue]
) -> tuple[rules_change.Impact, rules_change.Impact | None]:
    """Return what a change would do for the whole game and from the next hand on; None where that is the same."""
    store, kind, seats = current_store(), Game(state.game), len(state.players)
    whole = games.preview(store, game, HouseRulesChanged(house_rules))
    before, after = rules_of(state.head), ruleset_for(kind, seats, house_rules)
    changed = [rule for rule in HOUSE_RULES[kind] if before.value(rule) != after.value(rule)]
    if not state.hands or GAME_RULES.issuperset(changed):
        return rules_change.impact_of(whole, PLAY_BY_THESE), None
    position = state.positions[state.next_hand]
    sentences = since_sentences(
        position,
        {rule: after.value(rule) for rule in changed if rule in GAME_RULES},
        is_entered=bool(drafts.drafts(store, game, state.next_hand)),
    )
    since = games.preview(store, game, HouseRulesFrom(house_rules))
    return (
        rules_change.impact_of(whole, FOR_THE_WHOLE_GAME),
        rules_change.impact_of(since, FROM_HAND_ON.format(number=position), sentences),
    )
