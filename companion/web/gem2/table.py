"""The table of a Gem II game: the current turn, its cards by one tap, bets, the timer, undo."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events.game import Redone, Undone
from companion.rules.gem2.cards import PILES
from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.turn import Bet
from companion.store import drafts
from companion.store.database import now
from companion.store.drafts import DraftConflict
from companion.store.errors import Conflict, NotPossible
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.htmx import go_to, tell, wants_part
from companion.web.base.idempotency import recorded_before
from companion.web.current_store import current_store
from companion.web.gem2.game import AnyGame, SoloGame, fault_sentence_of, load_game, record_event, redoable, undoable
from companion.web.gem2.solo import SoloEntry, solo_entry
from companion.web.gem2.turn import DealEntry, TurnDraft, TurnEntry, current_entry, save_draft
from companion.web.gem2.turn_view import TurnView, view_of
from companion.web.security.membership import require_member
from companion.wording.gem2_table import NOTHING_CHOSEN, TURN_CHANGED, announce_turn, as_sentence
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("gem2", __name__, url_prefix="/g/<game>")


@pages.context("gem2/table/table.html")
class Gem2TablePage:
    game: AnyGame
    entry: TurnEntry | SoloEntry
    view: TurnView | SoloEntry
    last: str
    """What was undone last, or how the last deal went."""
    error: str


@pages.context("gem2/table/_table.html")
class Gem2TablePart(Gem2TablePage):
    """The table alone."""


def _number(name: str) -> int | None:
    """Return a number of cards from the form; None where none was entered."""
    text = request.form.get(name, "").strip()
    return int(text[:4]) if text.isdecimal() and text.isascii() else None


def entry_of(game: AnyGame) -> TurnEntry | SoloEntry | None:
    """Return the deal on the table; None after the last one."""
    return solo_entry(game) if isinstance(game, SoloGame) else current_entry(game)


def table(member: Member) -> Response | BaseResponse:
    """Show the table; called for the address that every game's table has."""
    game = load_game(member)
    entry = None if game.state.closed else entry_of(game)
    return _show(entry) if entry else go_to(url_for("end.end", game=game.id))


@blueprint.post("/turn")
def turn(game: str) -> Response | BaseResponse:
    """Do what was tapped: record the deal, save what was entered of it, start the timer, undo."""
    # One address for all buttons, since each sends the whole form, and what all of them check first stands here once.
    member = require_member(game, Role.SEAT)
    verb, _, named = request.form.get("act", "").partition(":")
    if named and verb not in {"undo", "redo"}:
        raise BadRequest
    try:
        return _answer(member, verb)
    except DraftConflict:
        # Something was recorded while this tap was worked on, perhaps by the same phone: the game has gone on.
        return _answer(member, verb)


def _answer(member: Member, verb: str) -> Response | BaseResponse:
    game = load_game(member)
    # What the tap is about, however much else was recorded or entered since.
    hand, deal = (request.form.get(name, 0, type=int) for name in ("hand", "deal"))
    if recorded_before(member.game):
        if verb == "keep" and wants_part():
            # A number that was waiting to be kept when its deal was recorded: the answer to that says where to go.
            return Response(status=204)
        return _go_on(game, hand)
    entry = entry_of(game)
    if entry is None:
        return go_to(url_for("end.end", game=game.id))
    if (hand, deal) != entry.place:
        return _update(entry) if verb == "keep" else _show_change(entry)
    if verb in _ACTIONS:
        return _ACTIONS[verb](entry)
    if verb in _ACTIONS_OF_TWO and isinstance(entry, TurnEntry):
        return _ACTIONS_OF_TWO[verb](entry)
    raise BadRequest


def _read(entry: DealEntry, draft: TurnDraft) -> TurnDraft:
    """Return a draft with the fields beside the button that was tapped."""
    form, split = request.form, entry.split
    count = _number("count")
    if split and ("before" in form) != (draft.removed is not None):
        count = None  # chosen on a page that asked for the other of the two numbers
    if split and "before" in form:
        draft = replace(draft, removed=_number("before"))
    if count is not None:
        draft = replace(draft, finished=count) if split else replace(draft, removed=count)
    bets = [form.get(f"bet-{jewel}", "0") for jewel in range(len(Bet))]
    if "bets-were" in form and "".join(f"{bet}." for bet in bets if bet != "0") != form["bets-were"]:
        # Only bets that were changed on this page count. The version of the draft can't say which were: it is old, too,
        # after a number was kept or the timer started, and a bet made then must not be lost.
        draft = replace(draft, bets=tuple(bet for text in bets for bet in Bet if text == str(bet.value)))
    if form.get("announced") in {"yes", "no"}:
        draft = replace(draft, announced=form["announced"] == "yes")
    dealt = _number("dealt")
    if dealt is not None:
        draft = replace(draft, dealt=dealt if dealt != PILES else None)
    return draft


def _keep(entry: DealEntry, step: int = 0) -> Response | BaseResponse:
    """Keep what was entered, with the number of cards changed by a step."""
    draft = _read(entry, entry.draft)
    if isinstance(entry, SoloEntry):
        count = _number("count")
        if step or count is not None:
            draft = replace(draft, removed=min(entry.upcoming.most, max(0, (count or 0) + step)))
    elif step and entry.split:
        draft = replace(draft, finished=max(0, (draft.finished or 0) + step))
    elif step:
        draft = replace(draft, removed=max(0, (draft.removed or 0) + step))
    return _save_count(entry, draft)


def _save_count(entry: DealEntry, draft: TurnDraft) -> Response | BaseResponse:
    try:
        entry.check(draft)
    except Gem2Error as error:
        return _show(entry, fault_sentence_of(entry.game, error), HTTPStatus.UNPROCESSABLE_ENTITY)
    return _update(entry if draft == entry.draft else entry.save(lambda _: draft))


def _record(entry: DealEntry) -> Response | BaseResponse:
    count = _number("count")
    if count is None:
        return _show(entry, NOTHING_CHOSEN, HTTPStatus.UNPROCESSABLE_ENTITY)
    draft = _read(entry, entry.draft)
    if isinstance(entry, TurnEntry) and entry.split and _number("before") is None:
        if "before" not in request.form and draft.removed is not None:
            return _update(entry)  # already answered: tapped twice, or on a phone that doesn't know it yet
        draft = replace(draft, removed=count, finished=None)
        if not entry.with_draft(draft).nothing_left:
            return _save_count(entry, draft)
    elif entry.split:
        draft = replace(draft, finished=count)
    else:
        draft = replace(draft, removed=count, finished=None)
    try:
        game = entry.record(draft)
    except Conflict:
        return _reload(entry, TURN_CHANGED)
    except NotPossible as error:
        return _show(entry.with_draft(draft), as_sentence(store_sentence(error)), HTTPStatus.UNPROCESSABLE_ENTITY)
    return _go_on(game, entry.hand)


def _undo(entry: DealEntry, *, redo: bool = False) -> Response | BaseResponse:
    """Undo or redo what the button named, a record or something entered, and nothing else however often it's tapped."""
    if isinstance(entry, TurnEntry) and entry.on_sheet:
        return _leave(entry)
    named = request.form["act"].partition(":")[2]
    if named.isdecimal():
        seq, event = (redoable(entry.game), Redone) if redo else (undoable(entry.game), Undone)
        if seq and named == str(seq):
            record_event(entry.game, event(seq))
        return _reload(entry)

    def change(draft: TurnDraft) -> TurnDraft:
        # Named as shown: a call that has become impossible is no step.
        shown = entry.with_draft(draft).draft
        return shown.with_undone(named) if redo else shown.without(named)

    changed = entry.save(change)
    return _update(changed, announce=True) if changed.place == entry.place else _reload(entry)


def _start(entry: TurnEntry) -> Response | BaseResponse:
    return _update(entry.save(lambda draft: replace(_read(entry, draft), started=now())))


def _stop(entry: TurnEntry) -> Response | BaseResponse:
    return _update(entry.save(lambda draft: replace(_read(entry, draft), started="", used=0)))


def _hand_over(entry: TurnEntry) -> Response | BaseResponse:
    """Hand the turn over, once: the other side gets a new time limit (II.timer)."""

    def change(draft: TurnDraft) -> TurnDraft:
        return draft if draft.timed_out else replace(_read(entry, draft), timed_out=True, started=now(), used=0)

    return _update(entry.save(change))


def _leave(entry: TurnEntry) -> Response | BaseResponse:
    """Leave a deal on the sheet as it is; while its round goes on, what was changed of it can be redone."""
    game = entry.game
    if entry.on_sheet and game.running and game.running.hand.number == entry.hand:
        following = TurnDraft(deal=entry.draft.deal + 1, undone=entry.draft)
        save_draft(game, entry.hand, following, lambda _: following)
    else:
        drafts.discard(current_store(), game.id, entry.hand)
    return _reload(entry)


def _ask(entry: TurnEntry, endpoint: str) -> BaseResponse:
    """Go where something is said or looked up about a turn, which takes nothing of its time."""
    entry.save(lambda draft: _read(entry, draft).paused(datetime.now(UTC)))
    return go_to(url_for(endpoint, game=entry.game.id))


_ACTIONS: Mapping[str, Callable[[DealEntry], Response | BaseResponse]] = {
    "record": _record,
    "keep": _keep,
    "plus": partial(_keep, step=1),
    "minus": partial(_keep, step=-1),
    "undo": _undo,
    "redo": partial(_undo, redo=True),
}
_ACTIONS_OF_TWO: Mapping[str, Callable[[TurnEntry], Response | BaseResponse]] = {
    "start": _start,
    "stop": _stop,
    "time-up": _hand_over,
    "leave": _leave,
    "call": partial(_ask, endpoint="gem2_calls.call"),
    "referee": partial(_ask, endpoint="gem2_moves.in_game"),
}


def _go_on(game: AnyGame, hand: int) -> Response | BaseResponse:
    """Show the next deal of a round, or what the round came to."""
    if game.running is None or game.running.hand.number != hand:
        return go_to(url_for("sheet.hand", game=game.id, number=hand, over=1))
    entry = entry_of(game)
    return _update(entry, announce=True) if entry else go_to(url_for("end.end", game=game.id))


def _reload(entry: DealEntry, error: str = "") -> Response | BaseResponse:
    current = entry_of(load_game(entry.game.member))
    if current is None:
        return go_to(url_for("end.end", game=entry.game.id))
    return _show_change(current) if error else _update(current, announce=True)


def _show_change(entry: DealEntry) -> Response:
    # htmx doesn't put a 409 in place.
    return _show(entry, TURN_CHANGED, HTTPStatus.OK if wants_part() else HTTPStatus.CONFLICT)


def _update(entry: DealEntry, *, announce: bool = False) -> Response | BaseResponse:
    return _show(entry, announce=announce) if wants_part() else go_to(url_for("table.table", game=entry.game.id))


def _show(entry: DealEntry, error: str = "", status: HTTPStatus = HTTPStatus.OK, *, announce: bool = False) -> Response:
    assert isinstance(entry, TurnEntry | SoloEntry)  # noqa: S101 (there are no others)
    view = view_of(entry) if isinstance(entry, TurnEntry) else entry
    last = view.last
    page = (Gem2TablePart if wants_part() else Gem2TablePage)(
        game=entry.game, entry=entry, view=view, last=last, error=error
    )
    answer = pages.show(page, status)
    return tell(answer, {"say": announce_turn(last, view.heading, view.deal)}) if announce else answer
