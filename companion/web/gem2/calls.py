"""Calling a penalty on the current turn or the last one, right or wrong, in one tap."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.lines import Side
from companion.rules.gem2.turn import PENALTY_POINTS, Misdeal, Penalty, PenaltyCall
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import recorded_before
from companion.web.gem2.game import DuelGame, fault_sentence_of, load_duel
from companion.web.gem2.rounds import read_call
from companion.web.gem2.turn import TurnDraft, TurnEntry, current_entry, last_entry
from companion.web.security.membership import require_member
from companion.wording.gem2_rules import PENALTY_NAMES
from companion.wording.gem2_table import (
    CALL_TOO_LATE,
    CALLS_LEGEND,
    ON_LAST_TURN,
    ON_THIS_TURN,
    as_sentence,
    misdeal_call,
)
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("gem2_calls", __name__, url_prefix="/g/<game>/call")

ORDER = (Penalty.WRONG_MOVE, Penalty.MISSED_MOVE, Penalty.PASS_TURN, Penalty.INCORRECT_DEAL, Penalty.LAST_ROUND_4X)
COMMON_CALLS = {
    ON_THIS_TURN: {Penalty.WRONG_MOVE, Penalty.MISSED_MOVE, Penalty.PASS_TURN, Penalty.INCORRECT_DEAL},
    ON_LAST_TURN: {Penalty.MISSED_MOVE},
}
"""Shown at once; all other calls are folded away."""


@dataclass(frozen=True, slots=True)
class CallChoice:
    value: str
    name: str
    points: int
    own: bool
    """The side owns up to it itself."""


Callers = tuple[tuple[Side, tuple[CallChoice, ...]], ...]
"""What each side may call; without sides that may call nothing."""


@dataclass(frozen=True, slots=True)
class CallableTurn:
    entry: TurnEntry
    legend: str
    common: Callers
    rare: Callers

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.entry.mover.other, self.entry.mover


@pages.context("gem2/table/call.html")
class CallPage:
    game: DuelGame
    turns: tuple[CallableTurn, ...]
    error: str


@blueprint.get("")
def call(game: str) -> Response | BaseResponse:
    duel = load_duel(require_member(game, Role.SEAT))
    return go_to(url_for("end.end", game=game)) if duel.over and last_entry(duel) is None else _show(duel)


@blueprint.post("")
def make(game: str) -> Response | BaseResponse:
    """Book a call: after a right one the caller finishes the turn, after a wrong one the turn goes on."""
    duel = load_duel(require_member(game, Role.SEAT))
    choice, _, judgment = request.form.get("call", "").rpartition("=")
    made = read_call(choice, request.form.get("caller", ""), correct=judgment != "wrong")
    if made is None or judgment not in {"right", "wrong"}:
        abort(400)
    if recorded_before(game):
        return go_to(url_for("table.table", game=game))
    try:
        return _book(duel, made)
    except Gem2Error as error:
        return _show(duel, fault_sentence_of(duel, error))
    except NotPossible as error:
        return _show(duel, as_sentence(store_sentence(error)))


def _book(game: DuelGame, made: PenaltyCall) -> BaseResponse:
    place = (request.form.get("hand", 0, type=int), request.form.get("deal", 0, type=int))
    table = url_for("table.table", game=game.id)
    current = current_entry(game)
    if current and place == current.place:
        # More calls than the page knew: tapped twice, or another phone made a call. The version of the draft doesn't
        # say that, since each number kept and each pause of the timer changes it, too, and no call depends on these.
        known = request.form.get("calls", len(current.draft.calls), type=int)
        if known != len(current.draft.calls):
            return go_to(table)
        called = current.with_call(made)
        if called.nothing_left:
            return _record(called)

        def with_call(draft: TurnDraft) -> TurnDraft:
            return draft if len(draft.calls) > known else replace(draft, calls=(*draft.calls, made))

        current.save(with_call)
        return go_to(table)
    last = last_entry(game)
    if last is None or place != last.place:
        abort(409, CALL_TOO_LATE)
    called = last.with_call(made)
    if called.split and not last.split and not called.nothing_left:
        last.save(lambda _: called.draft)
        return go_to(table)
    return _record(called)


def _record(called: TurnEntry) -> BaseResponse:
    """Record a deal that its last call has completed."""
    game = called.record(called.draft)
    if called.turn.last:
        return go_to(url_for("sheet.hand", game=game.id, number=called.hand, over=1))
    return go_to(url_for("table.table", game=game.id))


def _show(game: DuelGame, error: str = "") -> Response:
    current, last = current_entry(game), last_entry(game)
    turns = [_callable_turn(current, ON_THIS_TURN)] if current else []
    if last and not (current and current.place == last.place):
        turns.append(_callable_turn(last, ON_LAST_TURN))
    return pages.show(CallPage(game=game, turns=tuple(turns), error=error), 422 if error else 200)


def _callable_turn(entry: TurnEntry, words: str) -> CallableTurn:
    def callers(*, common: bool) -> Callers:
        listed = COMMON_CALLS[words]
        offered = (
            (side, tuple(choice for penalty, choice in _choices(entry, side) if (penalty in listed) is common))
            for side in (entry.mover.other, entry.mover)
        )
        return tuple((side, choices) for side, choices in offered if choices)

    player = entry.game.sides[entry.turn.player]
    legend = CALLS_LEGEND.format(legend=words, deal=entry.draft.deal, player=player)
    return CallableTurn(entry, legend, callers(common=True), callers(common=False))


def _choices(entry: TurnEntry, side: Side) -> Iterator[tuple[Penalty, CallChoice]]:
    allowed = entry.turn.may_call(side, side.other)
    for penalty in ORDER:
        points, name = PENALTY_POINTS[penalty], PENALTY_NAMES[penalty]
        if penalty is Penalty.INCORRECT_DEAL and penalty in allowed:
            for misdeal in Misdeal if entry.turn.last else (Misdeal.TWO_AT_ONCE,):
                yield penalty, CallChoice(f"{penalty}:{misdeal}", misdeal_call(misdeal), points, own=False)
        elif penalty in allowed:
            yield penalty, CallChoice(penalty.value, name, points, own=False)
    for penalty in entry.turn.may_call(side, side):
        yield penalty, CallChoice(f"{penalty}:self", PENALTY_NAMES[penalty], PENALTY_POINTS[penalty], own=True)
