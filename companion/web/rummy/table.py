"""The table of a rummy between hands: the score, the dice, and the next hand."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import PIPS, Dice, SharedState, as_dice, as_upcard
from companion.journal.events.base import Kind
from companion.journal.named_changes import NamedChange
from companion.store import drafts, games
from companion.store.derived import head_to_head
from companion.store.derived.table_cache import TableSummary
from companion.store.drafts import SHARED, Draft, DraftConflict
from companion.store.people import members
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.htmx import at_address, go_to, tell, wants_part
from companion.web.base.player_names import short_names
from companion.web.current_store import current_store
from companion.web.people.people import player_of, who_joined
from companion.web.rummy.catalog import GAMES, require_rummy
from companion.web.rummy.next_step import NextStep, next_step
from companion.web.rummy.undone_hand import may_replace
from companion.web.rummy.views import table_view
from companion.web.security.membership import require_member
from companion.web.sheet import responses as ruling_responses
from companion.wording.game import ENTERED_BY_OTHERS, showdown_label
from companion.wording.game_end import games_so_far
from companion.wording.history import change_words, undone_sentence
from companion.wording.showdown import TAP_BOTH_DICE, TAP_RANK_AND_SUIT

blueprint = Blueprint("rummy_table", __name__, url_prefix="/g/<game>")

ROOM_OF_A_NAME = 10
"""Letters of a name beside other words; on the score stands each name in full."""


@pages.context("rummy/table/table.html")
class TablePage:
    """What the page of a table shows."""

    game: str
    game_name: str
    target: int | None
    score: str
    hand_number: int
    next_hand: int
    places: tuple[table_view.Place, ...]
    level: str
    dealer: str
    starter: str
    has_dice: bool
    has_upcard: bool
    knock: table_view.Knock | None
    other_dice: str
    """What the address says while other dice than these, or another upcard, are chosen."""
    changing: bool
    """Other dice than these, or another upcard, are being chosen."""
    drawn_lot: bool
    games_so_far: str
    """How these players stand in games won, before the first hand of another one."""
    error: str
    last: str
    not_counting: int
    may_record: bool
    may_play: bool
    undoable: int | None
    """None where undo would take back something else than what was done last."""
    undo_words: str
    undoes_last: bool
    """Undo takes back the hand shown beside it, not a change to another one."""
    undone: str
    """What was undone last, as a sentence."""
    redoable: int | None
    draft_version: int
    own: str
    """Whose phone this is; empty where it is nobody's."""
    showdown: str
    showdown_label: str
    leads_there: bool
    """The phone goes to the showdown by itself, because that is what its player does next."""
    progress: str
    """What is entered of the showdown already, on any phone."""
    may_invite: bool
    joined: str
    """Whose other phones are in; asked only where more may be invited."""
    responses: ruling_responses.LastHandResponses | None
    disputes: ruling_responses.Disputes | None
    correction: ruling_responses.Correction | None


@pages.context("rummy/table/_table.html")
class TablePart(TablePage):
    """The table alone."""


def show_table(member: Member, summary: TableSummary) -> Response | BaseResponse:
    """Show the table, or after the last hand how the game ended."""
    if summary.over or summary.closed:
        return go_to(url_for("end.end", game=member.game))
    return pages.show(_page(member, summary, _drafts(member.game, summary)))


@blueprint.post("/dice")
def dice(game: str) -> Response | BaseResponse:
    """Take the dice that were rolled on the table, or roll them here."""
    member = require_member(game, Role.SEAT)
    summary = games.table_summary(current_store(), game)
    require_rummy(summary.game)
    if not table_view.rules_of(summary.head).has_dice:
        abort(404)
    rolling = request.form.get("act") == "roll"
    rolled = _rolled() if rolling else _entered()
    if rolled is None:
        return pages.show(_page(member, summary, _drafts(game, summary), error=TAP_BOTH_DICE), 422)
    return _turn_up(member, summary, lambda shared: replace(shared, dice=rolled), {"rolled": True} if rolling else {})


@blueprint.post("/upcard")
def upcard(game: str) -> Response | BaseResponse:
    """Take the upcard that rules the coming hand."""
    member = require_member(game, Role.SEAT)
    summary = games.table_summary(current_store(), game)
    require_rummy(summary.game)
    if not table_view.rules_of(summary.head).has_upcard:
        abort(404)
    chosen = as_upcard(request.form.get("rank", "") + request.form.get("suit", ""))
    if chosen is None:
        return pages.show(_page(member, summary, _drafts(game, summary), error=TAP_RANK_AND_SUIT), 422)
    return _turn_up(member, summary, lambda shared: replace(shared, upcard=chosen), {})


def _turn_up(
    member: Member, summary: TableSummary, known: Callable[[SharedState], SharedState], event: dict[str, bool]
) -> Response | BaseResponse:
    """Save what was rolled or turned up for the coming hand, and show the table with it."""
    game = member.game
    stored = _drafts(game, summary)
    shared = known(replace(drafts.shared(stored, SharedState), settled=False))
    seen = request.form.get("seen", 0, type=int)
    try:
        draft = drafts.save(current_store(), game, summary.next_hand, SHARED, shared, seen=seen, device=member.device)
    except DraftConflict:
        page = _page(member, summary, _drafts(game, summary), error=ENTERED_BY_OTHERS)
        return pages.show(page, 409 if not wants_part() else 200)
    if not wants_part():
        return go_to(url_for("table.table", game=game))
    page = _page(member, summary, {**stored, SHARED: draft})
    answer = tell(pages.show(page), {"say": table_view.knock_words(page.knock) if page.knock else ""}, event)
    return at_address(answer, url_for("table.table", game=game))


def _rolled() -> Dice:
    return secrets.choice(PIPS), secrets.choice(PIPS)


def _entered() -> Dice | None:
    return as_dice([request.form.get(name, 0, type=int) for name in ("first", "second")])


def _games_so_far(member: Member, summary: TableSummary, called: Mapping[str, str]) -> str:
    record = head_to_head.head_to_head(current_store(), member.device, summary.game, summary.players)
    if record is None or record.uncounted:
        return ""
    won = {tally.name: tally.games for tally in record.players}
    return games_so_far({called[name]: won[name] for name in summary.players})


def goes_on(game: str, summary: TableSummary) -> tuple[str, str]:
    """Return the address of the hand half entered, and who knocked in it; the table's where no showdown has begun."""
    words = table_view.progress_words(summary, turned_up_for(game, summary).knocker)
    address = url_for("table.table", game=game)
    return (f"{address}/showdown?on=1", words) if words else (address, "")


def turned_up_for(game: str, summary: TableSummary) -> SharedState:
    """Return the dice, the upcard and the Knocker of the coming hand, as far as they are known."""
    return drafts.shared(_drafts(game, summary), SharedState)


def _drafts(game: str, summary: TableSummary) -> dict[int, Draft]:
    return drafts.drafts(current_store(), game, summary.next_hand)


def _page(member: Member, summary: TableSummary, stored: Mapping[int, Draft], *, error: str = "") -> TablePage:
    draft = stored.get(SHARED)
    turned_up = drafts.shared(stored, SharedState)
    progress = table_view.progress_words(summary, turned_up.knocker)
    undoes_last = summary.undone_next == NamedChange(Kind.HAND_RECORDED, summary.rows)
    redoes_last = summary.redone_next == NamedChange(Kind.HAND_RECORDED, summary.rows + 1)
    may_undo = summary.redoable is None and (not undoes_last or may_replace(stored))
    may_redo = not redoes_last or may_replace(stored)
    step = next_step(member, stored)
    rules = table_view.rules_of(summary.head)
    called = dict(zip(summary.players, short_names(summary.players, ROOM_OF_A_NAME), strict=True))
    # The address names these dice: once others are rolled, it no longer asks for a change.
    other_dice = f"{summary.next_hand}.{draft.version if draft else 0}"
    again = request.args.get("dice") == other_dice and member.role.may(Role.SEAT)
    may_invite = member.role == Role.OWNER and not summary.hands
    shown = TablePart if wants_part() else TablePage
    places = table_view.places(summary)
    return shown(
        game=member.game,
        game_name=GAMES[summary.game].name,
        target=summary.target,
        score=table_view.score_words(summary),
        hand_number=summary.rows + 1,
        next_hand=summary.next_hand,
        places=places,
        level=table_view.tie_words(places, summary.target) if summary.target else "",
        dealer=called.get(summary.next_dealer or "", ""),
        starter=called.get(table_view.starter(summary) or "", ""),
        has_dice=rules.has_dice,
        has_upcard=rules.has_upcard,
        knock=None if again else table_view.knock(rules, turned_up),
        other_dice=other_dice,
        changing=again,
        drawn_lot="drawn" in request.args and not summary.hands,
        games_so_far="" if summary.rows else _games_so_far(member, summary, called),
        error=error,
        last=table_view.last_hand_words(summary, called),
        not_counting=summary.not_counting,
        may_record=member.role.may(Role.SCORER),
        may_play=member.role.may(Role.SEAT),
        undoable=summary.undoable if may_undo else None,
        undo_words=change_words(summary.undone_next, "hand"),
        undoes_last=undoes_last,
        undone=undone_sentence(change_words(summary.redone_next, "hand"), is_draft=redoes_last and bool(progress)),
        redoable=summary.redoable if may_redo else None,
        draft_version=draft.version if draft else 0,
        own=player_of(member, summary.players),
        showdown=f"{url_for('table.table', game=member.game)}/showdown",
        showdown_label=showdown_label(enters_own=step is NextStep.ENTER_OWN_HAND, plays=member.role.may(Role.SEAT)),
        leads_there=step is not None,
        progress=progress,
        may_invite=may_invite,
        joined=who_joined(members.members(current_store(), member.game), member, summary.players) if may_invite else "",
        responses=ruling_responses.last_hand_responses(member, summary),
        disputes=ruling_responses.disputes_of_last_hand(member, summary),
        correction=ruling_responses.correction_of_last_hand(member, summary),
    )
