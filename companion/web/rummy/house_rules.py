"""House rules of a running game: what a change would do, and its recording for the whole game or from a hand on."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events.game import HouseRulesChanged, HouseRulesFrom
from companion.journal.preview import Preview
from companion.journal.sheet import ScoreSheet
from companion.journal.state import GameState
from companion.rules.rummy.house_rules import GAME_RULES, HOUSE_RULES, NAMED_SETS, HouseRuleError, ruleset_for
from companion.rules.rummy.ruleset import Game, HouseRuleValue
from companion.store import drafts, games
from companion.store.errors import Conflict, NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import record_event
from companion.web.current_store import current_store
from companion.web.rummy.catalog import form_of, require_rummy, rules_of, summary_of
from companion.web.rummy.hand_line import outcome_of
from companion.web.rummy.house_rules_form import (
    HouseRulesForm,
    UnreadableRuleError,
    named_sets_of,
    read_rules,
    rule_errors,
    typed_rules,
)
from companion.web.security.membership import require_member
from companion.wording import house_rules as wording
from companion.wording.game import HAND
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("house_rules", __name__, url_prefix="/g/<game>")

MOST_SHOWN = 30
"""Hands that would change; of more only the number is said."""


@dataclass(frozen=True, slots=True)
class Impact:
    """The game before and after, as far as they differ, for one choice from when on."""

    label: str
    """From when on, as the button says."""
    before: tuple[str, ...]
    """What is said first."""
    summary: str
    hands: tuple[tuple[str, str, str], ...]
    """The hand, how it stands, and how it would stand."""
    totals: tuple[tuple[str, int, int], ...]
    ending: str

    @property
    def changes(self) -> bool:
        """Whether the sheet would change at all."""
        return bool(self.hands or self.totals or self.ending)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is said before the hands and totals."""
        return self.before if self.before or self.changes else (wording.NO_HAND_CHANGES,)


@pages.context("rummy/house_rules/house_rules.html")
class HouseRulesPage:
    """The form of a game's house rules, or what a change would do."""

    game: str
    from_table: bool
    summary: str
    named_sets: tuple[tuple[str, str, str], ...]
    rules: HouseRulesForm
    impacts: tuple[Impact, ...]
    """What the change would do, for the whole game, and from the next hand on, where that is something else."""
    most_shown: int = MOST_SHOWN


@blueprint.get("/rules")
def rules(game: str) -> Response:
    """Show the house rules of a game, to be changed."""
    require_member(game, Role.SCORER)
    state = _state(game)
    return _show(game, state, _form(state, typed_rules(state.house_rules)))


def _state(game: str) -> GameState:
    state = games.state(current_store(), game)
    require_rummy(state.game)
    return state


def _form(state: GameState, values: Mapping[str, str]) -> HouseRulesForm:
    return HouseRulesForm.of(Game(state.game), len(state.players), values, form=form_of(state.head))


def _show(
    game: str, state: GameState, form: HouseRulesForm, status: int = 200, impacts: tuple[Impact, ...] = ()
) -> Response:
    page = HouseRulesPage(
        game=game,
        from_table=_from_table(),
        summary=summary_of(state.head),
        named_sets=named_sets_of(Game(state.game), form_of(state.head)),
        rules=form,
        impacts=impacts,
    )
    return pages.show(page, status)


def _from_table() -> bool:
    return request.args.get("back") == "table"


@blueprint.post("/rules")
def change_rules(game: str) -> Response | BaseResponse:
    """Show what other house rules would change, and ask; then record them."""
    member = require_member(game, Role.SCORER)
    state = _state(game)
    kind, seats, form_played = Game(state.game), len(state.players), form_of(state.head)
    action = request.form.get("act", "")
    named_set = NAMED_SETS[kind].get(action.removeprefix("set:")) if action.startswith("set:") else None
    if named_set is not None:
        return _show(game, state, _form(state, typed_rules(named_set.values)))
    form = HouseRulesForm.of(kind, seats, sent=request.form, form=form_played)
    try:
        house_rules = read_rules(kind, form.typed)
        ruleset_for(kind, seats, house_rules, form_played)
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
        form.add_error(wording.RULES_CONFLICT)
        now = games.state(current_store(), game)
        return _show(game, now, form, 409, _impacts(game, now, house_rules))
    return go_to(url_for("table.table" if _from_table() else "about.about", game=game))


def _impacts(game: str, state: GameState, house_rules: Mapping[str, HouseRuleValue]) -> tuple[Impact, ...]:
    """Return what a change would do for the whole game, and from the next hand on where that is something else."""
    store, kind = current_store(), Game(state.game)
    whole = games.preview(store, game, HouseRulesChanged(house_rules))
    before = rules_of(state.head)
    after = ruleset_for(kind, len(state.players), house_rules, before.form)
    changed = [rule for rule in HOUSE_RULES[kind] if before.value(rule) != after.value(rule)]
    if not state.hands or GAME_RULES.issuperset(changed):
        return (impact_of(whole, wording.PLAY_BY_THESE),)
    position = state.positions[state.next_hand]
    sentences = wording.since_sentences(
        position,
        {rule: after.value(rule) for rule in changed if rule in GAME_RULES},
        is_entered=bool(drafts.drafts(store, game, state.next_hand)),
    )
    since = games.preview(store, game, HouseRulesFrom(house_rules))
    return (
        impact_of(whole, wording.FOR_THE_WHOLE_GAME),
        impact_of(since, wording.FROM_HAND_ON.format(number=position), sentences),
    )


def impact_of(preview: Preview, label: str, sentences: tuple[str, ...] = ()) -> Impact:
    """Return what a change of house rules would do; `sentences` are said first."""
    before, after = preview.before, preview.after
    totals = [(name, _total(before, name), _total(after, name)) for name in after.totals or before.totals]
    return Impact(
        label=label,
        before=sentences,
        summary=summary_of(preview.state.head),
        hands=tuple(
            (HAND.format(number=one.before.position), outcome_of(one.before), outcome_of(one.after))
            for one in preview.differences
            if one.before is not None and one.after is not None
        ),
        totals=tuple((name, old, new) for name, old, new in totals if old != new),
        ending=wording.ending_change(
            over_before=before.over, over_after=after.over, same_winners=before.winners == after.winners
        ),
    )


def _total(sheet: ScoreSheet, name: str) -> int:
    """Return the total of a player or a side, with what the end of the game adds to it."""
    return (sheet.final or sheet.totals).get(name, 0)
