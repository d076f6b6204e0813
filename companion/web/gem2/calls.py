"""Calling a penalty on the current turn or the last one, right or wrong, in one tap."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.sides import Side
from companion.rules.gem2.turn import PENALTY_POINTS, Misdeal, Penalty, PenaltyCall
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of
from companion.web.current_store import current_store
from companion.web.gem2.forms import read_call
from companion.web.gem2.game import DuelGame, load_duel
from companion.web.gem2.turn import TurnDraft, TurnEntry, current_entry, last_entry, record_deal, save_entry, with_call
from companion.web.gem2.views.table_view import fault_sentence_of
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
    """A penalty that a side may call."""

    value: str
    name: str
    points: int
    own: bool
    """The side owns up to it itself."""


@dataclass(frozen=True, slots=True)
class Caller:
    """What one side may call on one turn."""

    side: str
    name: str
    other: str
    jewels: int
    penalties: tuple[CallChoice, ...]


@dataclass(frozen=True, slots=True)
class CallableTurn:
    """A turn on which a penalty may be called."""

    hand: int
    deal: int
    calls: int
    """How many calls it had when the page was shown."""
    legend: str
    common: tuple[Caller, ...]
    rare: tuple[Caller, ...]
    without_jewel: tuple[str, ...]


@pages.context("gem2/table/call.html")
class CallPage:
    """The page of a call."""

    game: str
    turns: tuple[CallableTurn, ...]
    error: str


@blueprint.get("")
def call(game: str) -> Response | BaseResponse:
    """Show what may be called."""
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
    if games.recorded(current_store(), game, idempotency_key_of(request.form)):
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
        known = request.form.get("calls", len(current.draft.calls), type=int)
        # More calls than the page knew: tapped twice, or another phone made a call.
        if known == len(current.draft.calls):
            called = with_call(current, made)
            if called.nothing_left:
                return _record(game, called)
            save_entry(game, current, lambda draft: draft if len(draft.calls) > known else _with_call(draft, made))
        return go_to(table)
    last = last_entry(game)
    if last is None or place != last.place:
        abort(409, CALL_TOO_LATE)
    called = with_call(last, made)
    if called.split and not last.split and not called.nothing_left:
        save_entry(game, last, lambda _: called.draft)
        return go_to(table)
    return _record(game, called)


def _record(game: DuelGame, called: TurnEntry) -> BaseResponse:
    """Record a deal that its last call has completed."""
    record_deal(game, called, called.draft)
    if called.turn.last:
        return go_to(url_for("sheet.hand", game=game.id, number=called.hand, over=1))
    return go_to(url_for("table.table", game=game.id))


def _with_call(draft: TurnDraft, made: PenaltyCall) -> TurnDraft:
    return replace(draft, calls=(*draft.calls, made))


def _show(game: DuelGame, error: str = "") -> Response:
    current, last = current_entry(game), last_entry(game)
    turns = [_callable_turn(game, current, ON_THIS_TURN)] if current else []
    if last and not (current and current.place == last.place):
        turns.append(_callable_turn(game, last, ON_LAST_TURN))
    page = CallPage(
        game=game.id,
        turns=tuple(turns),
        error=error,
    )
    return pages.show(page, 422 if error else 200)


def _callable_turn(game: DuelGame, entry: TurnEntry, legend: str) -> CallableTurn:
    mover = entry.mover
    sides = (mover.other, mover)
    common, rare = (
        tuple(
            caller
            for side in sides
            for caller in (_caller(game, entry, side, COMMON_CALLS[legend], common=is_common),)
            if caller.penalties
        )
        for is_common in (True, False)
    )
    return CallableTurn(
        hand=entry.hand,
        deal=entry.draft.deal,
        calls=len(entry.draft.calls),
        legend=CALLS_LEGEND.format(legend=legend, deal=entry.draft.deal, player=game.sides[entry.turn.player]),
        common=common,
        rare=rare,
        without_jewel=tuple(game.sides[side] for side in sides if not entry.turn.penalty_jewels.of(side)),
    )


def _caller(game: DuelGame, entry: TurnEntry, side: Side, listed: set[Penalty], *, common: bool) -> Caller:
    return Caller(
        side=side.value,
        name=game.sides[side],
        other=game.sides[side.other],
        jewels=entry.turn.penalty_jewels.of(side),
        penalties=tuple(choice for penalty, choice in _choices(entry, side) if (penalty in listed) is common),
    )


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
