"""The table of a Gem II game: the current turn, its cards by one tap, bets, the timer, undo."""

from dataclasses import replace
from datetime import UTC, datetime

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from companion.rules.gem2.board import PILES
from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.round import LARGEST_DEAL, play_deal
from companion.rules.gem2.turn import Bet
from companion.store import drafts, games
from companion.store.database import now
from companion.store.drafts import DraftConflict
from companion.store.errors import Conflict, NotPossible
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.htmx import go_to, wants_part
from companion.web.base.idempotency import idempotency_key_of
from companion.web.current_store import current_store
from companion.web.gem2 import solo
from companion.web.gem2.game import DuelGame, SoloGame, load_duel, load_game
from companion.web.gem2.tap import (
    Tap,
    announced,
    conflict_status,
    number_of,
    read_tap,
    result_of,
    undo_action,
    undo_or_redo,
    undo_or_redo_entered,
    undone_words,
)
from companion.web.gem2.turn import TurnDraft, TurnEntry, current_entry, record_deal, save_draft, save_entry, with_draft
from companion.web.gem2.views import table_view
from companion.web.security.membership import require_member
from companion.wording.gem2_table import (
    BETS,
    NOTHING_CHOSEN,
    TURN_CHANGED,
    announce_turn,
    as_sentence,
    deal_facts,
    listed_totals,
    time_ran_out,
)
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("gem2", __name__, url_prefix="/g/<game>")


@pages.context("gem2/table/table.html")
class DuelPage:
    """The table of two sides."""

    game: str
    score: str
    position: int
    heading: str
    facts: str
    ran_out: str
    """That time ran out, where that is why the other side finishes the turn; else empty."""
    sides: tuple[table_view.TableSide, ...]
    bets: tuple[table_view.BetChoice, ...]
    bet_options: tuple[tuple[int, str, str, bool], ...]
    """Number of cards, label, what it brings, and whether the bet can be won."""
    bets_were: str
    announcer: str
    announced: bool | None
    before: str
    """Who took cards off before the turn was cut short; empty while that isn't entered."""
    before_count: int | None
    pad: table_view.Keypad
    timer: table_view.Timer | None
    booked: tuple[str, ...]
    error: str
    drawn_dealer: str
    question: str
    last: str
    hand: int
    deal: int
    dealt: str
    deal_sizes: tuple[tuple[str, str], ...]
    changing: bool
    not_counting: int
    undo: str
    """What the button that undoes or redoes sends."""
    may_play: bool


@pages.context("gem2/table/_table.html")
class DuelPart(DuelPage):
    """The table alone."""


def table(member: Member) -> Response | BaseResponse:
    """Show the table; called for the address that every game's table has."""
    game = load_game(member)
    if game.state.closed:
        return go_to(url_for("end.end", game=game.id))
    if isinstance(game, SoloGame):
        return go_to(url_for("end.end", game=game.id)) if game.over else solo.show(game)
    entry = current_entry(game)
    return _show(game, entry) if entry else go_to(url_for("end.end", game=game.id))


@blueprint.post("/turn")
def turn(game: str) -> Response | BaseResponse:
    """Do what was tapped: record the deal, save what was entered of it, start the timer, undo."""
    member, tap = require_member(game, Role.SEAT), read_tap()
    try:
        return _answer(member, tap)
    except DraftConflict:
        # Something was recorded while this tap was worked on, perhaps by the same phone: the game has gone on.
        return _answer(member, tap)


def _answer(member: Member, tap: Tap) -> Response | BaseResponse:
    game, loaded = member.game, load_game(member)
    recorded = games.recorded(current_store(), game, idempotency_key_of(request.form))
    if recorded and tap.verb == "keep" and wants_part():
        # A number that was waiting to be kept when its deal was recorded: the answer to that one says where to go.
        return Response(status=204)
    result = result_of(loaded, tap.place[0]) if recorded else None
    if result:
        return result
    if isinstance(loaded, SoloGame):
        return solo.update(loaded, announce=True) if recorded else solo.act(loaded, tap)
    entry = current_entry(loaded)
    if entry is None:
        return go_to(url_for("end.end", game=game))
    if recorded:
        return _update(loaded, entry, announce=True)
    if tap.place != entry.place:
        return _update(loaded, entry) if tap.verb == "keep" else _show(loaded, entry, TURN_CHANGED, conflict_status())
    return _act(loaded, entry, tap)


def _act(game: DuelGame, entry: TurnEntry, tap: Tap) -> Response | BaseResponse:
    match tap.verb:
        case "record":
            return _record(game, entry, tap.count)
        case "keep" | "plus" | "minus":
            return _count(game, entry, tap.step)
        case "start":
            return _update(game, save_entry(game, entry, lambda draft: replace(_read(entry, draft), started=now())))
        case "stop":
            return _update(
                game, save_entry(game, entry, lambda draft: replace(_read(entry, draft), started="", used=0))
            )
        case "time-up":
            return _update(game, save_entry(game, entry, lambda draft: _timed_out(entry, draft)))
        case "undo" | "redo":
            return _undo(game, entry, tap)
        case "leave":
            return _leave(game, entry)
        case "call" | "referee":
            # What is said and looked up about a turn takes nothing of its time.
            save_entry(game, entry, lambda draft: _read(entry, draft).paused(datetime.now(UTC)))
            return go_to(url_for("gem2_calls.call" if tap.verb == "call" else "gem2_moves.in_game", game=game.id))
        case _:
            raise BadRequest


def _read(entry: TurnEntry, draft: TurnDraft) -> TurnDraft:
    """Return a draft with the fields beside the button that was tapped."""
    form, split = request.form, entry.split
    count = number_of("count")
    if split and ("before" in form) != (draft.removed is not None):
        count = None  # chosen on a page that asked for the other of the two numbers
    if split and "before" in form:
        draft = replace(draft, removed=number_of("before"))
    if count is not None:
        draft = replace(draft, finished=count) if split else replace(draft, removed=count)
    bets = [form.get(f"bet-{jewel}", "0") for jewel in range(len(Bet))]
    if "bets-were" in form and "".join(f"{bet}." for bet in bets if bet != "0") != form["bets-were"]:
        # A page that changed no bet must not overwrite bets from another phone.
        draft = replace(draft, bets=tuple(bet for text in bets for bet in Bet if text == str(bet.value)))
    if form.get("announced") in {"yes", "no"}:
        draft = replace(draft, announced=form["announced"] == "yes")
    dealt = number_of("dealt")
    if dealt is not None:
        draft = replace(draft, dealt=dealt if dealt != PILES else None)
    return draft


def _timed_out(entry: TurnEntry, draft: TurnDraft) -> TurnDraft:
    """Return the draft with the turn handed over, once: the other side gets a new time limit (II.timer)."""
    return draft if draft.timed_out else replace(_read(entry, draft), timed_out=True, started=now(), used=0)


def _count(game: DuelGame, entry: TurnEntry, step: int) -> Response | BaseResponse:
    draft = _read(entry, entry.draft)
    if step and entry.split:
        draft = replace(draft, finished=max(0, (draft.finished or 0) + step))
    elif step:
        draft = replace(draft, removed=max(0, (draft.removed or 0) + step))
    return _save_count(game, entry, draft)


def _save_count(game: DuelGame, entry: TurnEntry, draft: TurnDraft) -> Response | BaseResponse:
    try:
        play_deal(entry.before, replace(draft, calls=()).as_deal())
    except Gem2Error as error:
        return _show(game, entry, table_view.fault_sentence_of(game, error), 422)
    return _update(game, save_entry(game, entry, lambda _: draft))


def _record(game: DuelGame, entry: TurnEntry, count: int | None) -> Response | BaseResponse:
    if count is None:
        return _show(game, entry, NOTHING_CHOSEN, 422)
    draft = _read(entry, entry.draft)
    if entry.split and number_of("before") is None:
        if "before" not in request.form and draft.removed is not None:
            return _update(game, entry)  # already answered: tapped twice, or on a phone that doesn't know it yet
        draft = replace(draft, removed=count, finished=None)
        if not with_draft(entry, draft).nothing_left:
            return _save_count(game, entry, draft)
    else:
        draft = replace(draft, finished=count) if entry.split else replace(draft, removed=count, finished=None)
    try:
        game = record_deal(game, entry, draft)
    except Conflict:
        return _reload(game, TURN_CHANGED)
    except NotPossible as error:
        return _show(game, with_draft(entry, draft), as_sentence(store_sentence(error)), 422)
    return result_of(game, entry.hand) or _show_current(game)


def _undo(game: DuelGame, entry: TurnEntry, tap: Tap) -> Response | BaseResponse:
    """Undo something entered, or undo or redo the record that the button named."""
    if entry.on_sheet:
        return _leave(game, entry)
    if not tap.names_record:
        # Named as shown: a call that has become impossible is no step.
        changed = save_entry(game, entry, lambda draft: undo_or_redo_entered(with_draft(entry, draft).draft, tap))
        return _update(game, changed, announce=True) if changed.place == entry.place else _reload(game)
    undo_or_redo(game, tap)
    return _reload(game)


def _leave(game: DuelGame, entry: TurnEntry) -> Response | BaseResponse:
    """Leave a deal on the sheet as it is; while its round goes on, what was changed of it can be redone."""
    if entry.on_sheet and game.running and game.running.hand.number == entry.hand:
        following = TurnDraft(deal=entry.draft.deal + 1, undone=entry.draft)
        save_draft(game, entry.hand, following, lambda _: following)
    else:
        drafts.discard(current_store(), game.id, entry.hand)
    return _reload(game)


def _reload(game: DuelGame, error: str = "") -> Response | BaseResponse:
    """Show the current turn after something was recorded or undone."""
    return _show_current(load_duel(game.member), error)


def _show_current(game: DuelGame, error: str = "") -> Response | BaseResponse:
    entry = current_entry(game)
    if entry is None:
        return go_to(url_for("end.end", game=game.id))
    return _show(game, entry, error, conflict_status()) if error else _update(game, entry, announce=True)


def _update(game: DuelGame, entry: TurnEntry, *, announce: bool = False) -> Response | BaseResponse:
    return _show(game, entry, announce=announce) if wants_part() else go_to(url_for("table.table", game=game.id))


def _show(game: DuelGame, entry: TurnEntry, error: str = "", status: int = 200, *, announce: bool = False) -> Response:
    view = table_view.view_of(game, entry)
    draft, turn, names, split = entry.draft, entry.turn, view.names, entry.split
    last = view.undone_step or ("" if split else undone_words(game) or view.last_deal)
    taken_before = split and draft.removed is not None
    taken = (draft.removed or 0) if split else 0
    page = (DuelPart if wants_part() else DuelPage)(
        game=game.id,
        score=listed_totals(game.sheet.totals, game.players),
        position=game.state.positions[entry.hand],
        heading=view.heading,
        facts=deal_facts(turn, draft.dealt),
        ran_out=time_ran_out(names[turn.player]) if draft.timed_out else "",
        sides=table_view.sides_of(game, entry),
        bets=table_view.bet_choices(entry),
        bet_options=tuple((bet.value, *BETS[bet], turn.may_be_won(bet)) for bet in Bet),
        bets_were="".join(f"{bet.value}." for bet in draft.bets),
        announcer=names[turn.dealer] if turn.announce and not entry.on_sheet else "",
        announced=draft.announced,
        before=names[turn.player] if taken_before else "",
        before_count=draft.removed,
        pad=table_view.keypad(
            turn.most - taken,
            turn.most_by_moves - taken,
            draft.finished if split else draft.removed,
            f"{entry.hand}-{draft.deal}-{'after' if taken_before else 'all'}",
            view.next_step,
        ),
        timer=table_view.timer_of(int(game.head.get("timer", 0)), draft),
        booked=view.booked_calls,
        error=error,
        drawn_dealer=game.sides[turn.dealer] if "drawn" in request.args and not game.counting else "",
        question=view.question,
        last=last,
        hand=entry.hand,
        deal=draft.deal,
        dealt=str(draft.dealt or PILES),
        deal_sizes=tuple((str(size), str(size)) for size in range(1, min(LARGEST_DEAL, entry.before.in_hand) + 1)),
        changing=entry.on_sheet,
        not_counting=game.not_counting,
        undo=undo_action(game, entry.draft),
        may_play=game.member.role.may(Role.SEAT),
    )
    return announced(pages.show(page, status), announce_turn(last, page.heading, draft.deal) if announce else "")
