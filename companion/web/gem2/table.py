"""The table of a Gem II game: the turn that is played, its cards by one tap, bets, the time, undo."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for
from werkzeug.exceptions import BadRequest

from companion.journal.events import Undone
from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.round import LARGEST_DEAL, play_deal
from companion.rules.gem2.turn import Bet
from companion.store import drafts, games
from companion.store.database import now
from companion.store.errors import Conflict, NotPossible
from companion.store.people.members import Role
from companion.web.gem2 import solo
from companion.web.gem2.state.game import (
    OpenTurn,
    as_sentence,
    current_turn,
    fault_sentence_for,
    load_game,
    record_deal,
    record_event,
    save_turn,
    undoable,
    with_entry,
)
from companion.web.gem2.state.turn_draft import PILES
from companion.web.gem2.views import table_view
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to, tell, wants_part
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.store.people.members import Member
    from companion.web.gem2.state.game import Gem2Game
    from companion.web.gem2.state.turn_draft import TurnDraft

NOTHING_CHOSEN = "Choose first how many cards came off."

blueprint = Blueprint("gem2", __name__, url_prefix="/g/<game>")


@pages.context("gem2/table/table.html")
class DuelPage:
    """What the table of two sides shows."""

    game: str
    score: str
    round_number: int
    heading: str
    facts: str
    sides: tuple[table_view.SideView, ...]
    bets: tuple[table_view.BetChoice, ...]
    bet_options: tuple[tuple[int, str, str], ...]
    bets_were: str
    announcer: str
    announced: bool | None
    before: str
    before_value: int | None
    pad: table_view.Keypad
    timer: table_view.Timer | None
    booked: tuple[str, ...]
    trouble: str
    drawn_lot: str
    asks: str
    last: str
    hand: int
    deal: int
    dealt: int
    deal_sizes: tuple[int, ...]
    changing: bool
    not_counting: int
    takes_back: str
    undo: str
    """What the button sends: bare for what was entered, with the number of the record for a deal."""
    may_play: bool
    seq: int
    idempotency_key: str


@pages.context("gem2/table/_table.html")
class DuelPart(DuelPage):
    """The table alone."""


def table(member: Member) -> Response | BaseResponse:
    """Show the table; called for the address that every game's table has."""
    at = load_game(member)
    shown = None if at.solo or at.state.closed else current_turn(at)
    if shown:
        return _show(at, shown)
    ended = at.over or at.state.closed
    return go_to(url_for("end.end", game=at.game)) if ended else solo.show(at)


@blueprint.post("/turn")
def turn(game: str) -> Response | BaseResponse:
    """Do what was tapped: record the deal, keep what was entered of it, start the time, take something back."""
    at = load_game(access.require(game, Role.SEAT))
    if at.solo:
        return solo.act(at)
    if games.recorded(access.store(), game, idempotency_key_of(request.form)):
        return _away(at, request.form.get("hand", 0, type=int))
    shown = current_turn(at)
    if shown is None:
        return go_to(url_for("end.end", game=game))
    place = (request.form.get("hand", 0, type=int), request.form.get("deal", 0, type=int))
    if place != (shown.hand, shown.entry.deal):
        if request.form.get("act") == "keep":
            return _then(at, shown)
        return _show(at, shown, "Another phone was quicker: this is the turn that is due now.", 409)
    return _act(at, shown)


def _act(at: Gem2Game, shown: OpenTurn) -> Response | BaseResponse:
    verb = request.form.get("act", "")
    match verb:
        case "record":
            return _record(at, shown, _number("count"))
        case "keep" | "plus" | "minus":
            return _keep(at, shown, {"plus": 1, "minus": -1}.get(verb, 0))
        case "start":
            return _then(at, save_turn(at, shown, lambda entry: replace(_read(shown, entry), started=now())))
        case "stop":
            return _then(at, save_turn(at, shown, lambda entry: replace(_read(shown, entry), started="")))
        case "time-up":
            return _then(at, save_turn(at, shown, lambda entry: _handed_over(shown, entry)))
        case "undo":
            return _undo(at, shown, "")
        case _ if verb.startswith("undo:"):
            return _undo(at, shown, verb.removeprefix("undo:"))
        case "leave":
            drafts.discard(access.store(), at.game, shown.hand)
            return _next(at)
        case "call":
            save_turn(at, shown, lambda entry: _read(shown, entry))
            return go_to(url_for("gem2_calls.call", game=at.game))
        case _:
            raise BadRequest


def _number(name: str) -> int | None:
    """Read a number of cards from the form; None where none was typed."""
    text = request.form.get(name, "").strip()
    return int(text[:4]) if text.isdecimal() and text.isascii() else None


def _read(shown: OpenTurn, entry: TurnDraft) -> TurnDraft:
    """Add to an entry what stands in the form beside the button that was tapped."""
    form = request.form
    count = _number("count")
    if shown.split and ("before" in form) != (entry.removed is not None):
        count = None  # chosen on a page that asked for the other of the two numbers
    if shown.split and "before" in form:
        entry = replace(entry, removed=_number("before"))
    if count is not None:
        entry = replace(entry, finished=count) if shown.split else replace(entry, removed=count)
    bets = [form.get(f"bet-{jewel}", "0") for jewel in range(len(Bet))]
    if "bets-were" in form and "".join(f"{bet}." for bet in bets if bet != "0") != form["bets-were"]:
        # Otherwise the page says nothing new of the bets, and another phone may have.
        entry = replace(entry, bets=tuple(Bet(int(bet)) for bet in bets if bet in {str(one.value) for one in Bet}))
    if form.get("announced") in {"yes", "no"}:
        entry = replace(entry, announced=form["announced"] == "yes")
    dealt = _number("dealt")
    if dealt is not None:
        entry = replace(entry, dealt=dealt if dealt != PILES else None)
    return entry


def _handed_over(shown: OpenTurn, entry: TurnDraft) -> TurnDraft:
    """Hand the turn over when the time is up: the other side gets a new limit (II: timers). Said twice it is once."""
    if entry.timed_out:
        return entry
    return replace(_read(shown, entry), timed_out=True, started=now())


def _keep(at: Gem2Game, shown: OpenTurn, step: int) -> Response | BaseResponse:
    entry = _read(shown, shown.entry)
    if step and shown.split:
        entry = replace(entry, finished=max(0, (entry.finished or 0) + step))
    elif step:
        entry = replace(entry, removed=max(0, (entry.removed or 0) + step))
    return _kept(at, shown, entry)


def _kept(at: Gem2Game, shown: OpenTurn, entry: TurnDraft) -> Response | BaseResponse:
    try:
        play_deal(shown.before, replace(entry, calls=()).as_deal())
    except Gem2Error as error:
        return _show(at, shown, fault_sentence_for(at, error), 422)
    return _then(at, save_turn(at, shown, lambda _: entry))


def _record(at: Gem2Game, shown: OpenTurn, number: int | None) -> Response | BaseResponse:
    if number is None:
        return _show(at, shown, NOTHING_CHOSEN, 422)
    entry = _read(shown, shown.entry)
    if shown.split and _number("before") is None:
        if "before" not in request.form and entry.removed is not None:
            return _then(at, shown)  # an answer already given: tapped twice, or on a phone that has not heard of it yet
        return _kept(at, shown, replace(entry, removed=number, finished=None))
    entry = replace(entry, finished=number) if shown.split else replace(entry, removed=number, finished=None)
    try:
        record_deal(at, shown, entry)
    except Conflict:
        return _next(at, "Another phone was quicker: this is the turn that is due now.")
    except NotPossible as error:
        return _show(at, with_entry(shown, entry), as_sentence(error), 422)
    return _away(load_game(at.member), shown.hand)


def _away(at: Gem2Game, hand: int) -> Response | BaseResponse:
    """Go on after a deal: to the next turn, or after the last one to what the round came to."""
    if at.running is None or at.running.hand.number != hand:
        return go_to(url_for("sheet.hand", game=at.game, number=hand, over=1))
    return _next(at)


def _next(at: Gem2Game, trouble: str = "") -> Response | BaseResponse:
    """Show the turn that is due after something was recorded or taken back."""
    at = load_game(at.member)
    shown = current_turn(at)
    if shown is None:
        return go_to(url_for("end.end", game=at.game))
    return _show(at, shown, trouble, 409) if trouble else _then(at, shown, told=True)


def _undo(at: Gem2Game, shown: OpenTurn, record_number: str) -> Response | BaseResponse:
    """Take back what the page named: something entered, or that record and no other, however often it was tapped."""
    if shown.on_sheet:
        drafts.discard(access.store(), at.game, shown.hand)
    elif not record_number:
        return _then(at, save_turn(at, shown, lambda entry: entry.without_last()))
    elif (seq := undoable(at)) and record_number == str(seq):
        record_event(at, Undone(seq))
    return _next(at)


def _then(at: Gem2Game, shown: OpenTurn, *, told: bool = False) -> Response | BaseResponse:
    if not wants_part():
        return go_to(url_for("table.table", game=at.game))
    answer = _show(at, shown)
    if told:
        said = f"{table_view.last_deal_words(at, shown)} {table_view.turn_heading(at, shown)}, deal {shown.entry.deal}."
        return tell(answer, {"say": said.strip()})
    return answer


def _show(at: Gem2Game, shown: OpenTurn, trouble: str = "", status: int = 200) -> Response:
    part = wants_part()
    entry, now_turn = shown.entry, shown.turn
    taken_before = shown.split and entry.removed is not None
    taken = (entry.removed or 0) if shown.split else 0
    page = (DuelPart if part else DuelPage)(
        game=at.game,
        score=table_view.listed_totals(at.sheet.totals, at.state.players),
        round_number=at.state.positions[shown.hand],
        heading=table_view.turn_heading(at, shown),
        facts=table_view.deal_facts(shown),
        sides=table_view.sides_shown(at, shown),
        bets=table_view.bet_choices(shown),
        bet_options=table_view.BETS,
        bets_were="".join(f"{bet.value}." for bet in entry.bets),
        announcer=table_view.called(at)[now_turn.dealer] if now_turn.announce and not shown.on_sheet else "",
        announced=entry.announced,
        before=table_view.called(at)[now_turn.player] if taken_before else "",
        before_value=entry.removed,
        pad=table_view.keypad(
            now_turn.most - taken,
            now_turn.most_by_moves - taken,
            entry.finished if shown.split else entry.removed,
            f"{shown.hand}-{entry.deal}-{'after' if taken_before else 'all'}",
            table_view.way_on(at, shown),
        ),
        timer=table_view.timer_of(int(at.head.get("timer", 0)), entry),
        booked=table_view.booked(at, shown),
        trouble=trouble,
        drawn_lot=at.sides[now_turn.dealer] if "drawn" in request.args and not at.counting else "",
        asks=table_view.question(at, shown),
        last="" if shown.split else table_view.last_deal_words(at, shown),
        hand=shown.hand,
        deal=entry.deal,
        dealt=entry.dealt or PILES,
        deal_sizes=tuple(range(1, min(LARGEST_DEAL, shown.before.in_hand) + 1)),
        changing=shown.on_sheet,
        not_counting=at.not_counting,
        takes_back=_takes_back(at, shown),
        undo="undo" if entry.undoable else f"undo:{undoable(at)}",
        may_play=at.member.role.may(Role.SEAT),
        seq=at.state.seq,
        idempotency_key=new_idempotency_key(),
    )
    # htmx swaps no answer of 409 in; the sentence says what happened.
    return pages.show(page, 200 if part and status == HTTPStatus.CONFLICT else status)


def _takes_back(at: Gem2Game, shown: OpenTurn) -> str:
    """Say what undo would take back; nothing where there is nothing."""
    if shown.on_sheet:
        return "Leave it as it was"
    return "Undo" if shown.entry.undoable or undoable(at) else ""
