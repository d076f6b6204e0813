"""Calling a penalty: on the turn that is played, or on the one that has just ended; right or wrong, in one tap."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flask import Blueprint, abort, request, url_for

from companion.documents.gem2_duel import read_deal
from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.turn import PENALTY_POINTS, Call, Misdeal, Penalty
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.gem2.deals import EXAMPLES, read_call_choice
from companion.web.gem2.state.game import (
    as_sentence,
    current_turn,
    fault_sentence_for,
    load_duel,
    open_turn,
    record_deal,
    save_turn,
    with_call,
    with_entry,
)
from companion.web.gem2.state.turn_draft import turn_draft_of
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key
from companion.wording.gem2 import PENALTY_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.rules.gem2.sides import Side
    from companion.web.gem2.state.game import Gem2Game, OpenTurn
    from companion.web.gem2.state.turn_draft import TurnDraft

blueprint = Blueprint("gem2_calls", __name__, url_prefix="/g/<game>/call")


@dataclass(frozen=True, slots=True)
class Callable:
    """A penalty that a side may call at this moment."""

    value: str
    name: str
    points: int
    own: bool
    """A side owns up to it itself."""


@dataclass(frozen=True, slots=True)
class Caller:
    """What one side may call in one turn."""

    side: str
    name: str
    other: str
    jewels: int
    penalties: tuple[Callable, ...]


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn on which something may be called."""

    hand: int
    deal: int
    calls: int
    """How many were made on it when the page was shown."""
    legend: str
    callers: tuple[Caller, ...]
    rare: tuple[Caller, ...]
    """What is called seldom, folded away."""
    without_jewel: tuple[str, ...]


@pages.context("gem2/table/call.html")
class CallPage:
    """What the page of a call shows."""

    game: str
    turns: tuple[TurnView, ...]
    moves: str
    trouble: str
    seq: int
    idempotency_key: str


@blueprint.get("")
def call(game: str) -> Response | BaseResponse:
    """Show what may be called."""
    at = load_duel(access.require(game, Role.SEAT))
    return go_to(url_for("end.end", game=game)) if at.over and last_turn(at) is None else _show(at)


def _show(at: Gem2Game, trouble: str = "") -> Response:
    ended, shown = last_turn(at), current_turn(at)
    turns = [_shown(at, shown, "On this turn")] if shown else []
    if ended and not (turns and (turns[0].hand, turns[0].deal) == (ended.hand, ended.entry.deal)):
        turns.append(_shown(at, ended, "On the turn that has just ended"))
    page = CallPage(
        game=at.game,
        turns=tuple(turns),
        moves=url_for("gem2_moves.in_game", game=at.game),
        trouble=trouble,
        seq=at.state.seq,
        idempotency_key=new_idempotency_key(),
    )
    return pages.show(page, 422 if trouble else 200)


OFTEN = {
    "On this turn": {Penalty.WRONG_MOVE, Penalty.MISSED_MOVE, Penalty.PASS_TURN, Penalty.INCORRECT_DEAL},
    "On the turn that has just ended": {Penalty.MISSED_MOVE},
}


def _shown(at: Gem2Game, turn: OpenTurn, legend: str) -> TurnView:
    mover = turn.turn.mover if not turn.entry.timed_out else turn.turn.player.other
    sides = (mover.other, mover)
    often = tuple(_caller(at, turn, side, OFTEN[legend], often=True) for side in sides)
    rare = tuple(_caller(at, turn, side, OFTEN[legend], often=False) for side in sides)
    return TurnView(
        turn.hand,
        turn.entry.deal,
        len(turn.entry.calls),
        f"{legend}: deal {turn.entry.deal}, {at.sides[turn.turn.player]}",
        tuple(one for one in often if one.penalties),
        tuple(one for one in rare if one.penalties),
        tuple(at.sides[side] for side in sides if not turn.turn.penalty_jewels.of(side)),
    )


def _caller(at: Gem2Game, turn: OpenTurn, side: Side, listed: set[Penalty], *, often: bool) -> Caller:
    return Caller(
        side=side.value,
        name=at.sides[side],
        other=at.sides[side.other],
        jewels=turn.turn.penalty_jewels.of(side),
        penalties=tuple(one for penalty, one in _penalties(turn, side) if (penalty in listed) is often),
    )


ORDER = (Penalty.WRONG_MOVE, Penalty.MISSED_MOVE, Penalty.PASS_TURN, Penalty.INCORRECT_DEAL, Penalty.LAST_ROUND_4X)


def _penalties(turn: OpenTurn, side: Side) -> Iterator[tuple[Penalty, Callable]]:
    allowed = turn.turn.may_call(side, side.other)
    for penalty in ORDER:
        points, name = PENALTY_POINTS[penalty], PENALTY_NAMES[penalty]
        if penalty is Penalty.INCORRECT_DEAL and penalty in allowed:
            for example in Misdeal if turn.turn.last else (Misdeal.TWO_AT_ONCE,):
                yield penalty, Callable(f"{penalty}:{example}", f"{name}: {EXAMPLES[example]}", points, own=False)
        elif penalty in allowed:
            yield penalty, Callable(penalty.value, name, points, own=False)
    for penalty in turn.turn.may_call(side, side):
        yield penalty, Callable(f"{penalty}:self", PENALTY_NAMES[penalty], PENALTY_POINTS[penalty], own=True)


def last_turn(at: Gem2Game) -> OpenTurn | None:
    """Give the turn that was recorded last, as long as nothing else was recorded since."""
    row = at.running or (at.counting[-1] if at.counting else None)
    deals = row.hand.document.get("deals") if row else None
    if row is None or not isinstance(deals, list) or not deals:
        return None
    known = read_deal(deals[-1], "", at.sides)
    return open_turn(at, row.hand, row.place or 1, turn_draft_of(known, len(deals)))


@blueprint.post("")
def make(game: str) -> Response | BaseResponse:
    """Book a call: a right one leads on to what the caller takes off, a wrong one lets the turn go on."""
    at = load_duel(access.require(game, Role.SEAT))
    choice, _, said = request.form.get("call", "").rpartition("=")
    made = read_call_choice(choice, request.form.get("caller", ""), correct=said != "wrong")
    if made is None or said not in {"right", "wrong"}:
        abort(400)
    if games.recorded(access.store(), game, idempotency_key_of(request.form)):
        return go_to(url_for("table.table", game=game))
    where = (request.form.get("hand", 0, type=int), request.form.get("deal", 0, type=int))
    try:
        return _booked(at, made, where)
    except Gem2Error as error:
        return _show(at, fault_sentence_for(at, error))
    except NotPossible as error:
        return _show(at, as_sentence(error))


def _with(entry: TurnDraft, made: Call) -> TurnDraft:
    return replace(entry, calls=(*entry.calls, made))


def _booked(at: Gem2Game, made: Call, where: tuple[int, int]) -> BaseResponse:
    ended = last_turn(at)
    table = url_for("table.table", game=at.game)
    shown = current_turn(at)
    if shown and where == (shown.hand, shown.entry.deal):
        known = request.form.get("calls", len(shown.entry.calls), type=int)
        if known == len(shown.entry.calls):  # otherwise tapped twice, or called on another phone meanwhile
            with_call(shown, made)
            save_turn(at, shown, lambda entry: entry if len(entry.calls) > known else _with(entry, made))
        return go_to(table)
    if ended is None or where != (ended.hand, ended.entry.deal):
        abort(409, "Another phone has recorded something meanwhile. Look at the table, then call again.")
    called = with_call(ended, made)
    if called.split and not ended.split:
        save_turn(at, ended, lambda _: called.entry)
        return go_to(table)
    record_deal(at, with_entry(ended, called.entry), called.entry)
    return go_to(url_for("sheet.hand", game=at.game, number=ended.hand, over=1) if ended.turn.last else table)
