"""The table of a rummy between hands: the score, the dice, and the next hand."""

import secrets

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import PIPS, Dice, as_dice
from companion.journal.events import Kind
from companion.store import drafts, games
from companion.store.derived.table_cache import TableSummary
from companion.store.drafts import SHARED, Draft, DraftConflict
from companion.store.people.members import Member, Role
from companion.web.rummy.catalog import GAMES, require_rummy
from companion.web.rummy.views import table_view
from companion.web.security import access
from companion.web.shared import ruling_responses
from companion.web.shared.player_names import short_names
from companion.web.shell import pages
from companion.web.shell.htmx import at_address, go_to, tell, wants_part
from companion.web.shell.idempotency import new_idempotency_key
from companion.wording.game.undo_labels import change_words

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
    knock: table_view.Knock | None
    other_dice: str
    """What the address says while other dice than these are chosen."""
    changing: bool
    """Other dice than these are being chosen."""
    drawn_lot: bool
    error: str
    last: str
    not_counting: int
    may_record: bool
    may_play: bool
    undoable: int | None
    undo_words: str
    undoes_last: bool
    """Undo takes back the hand shown beside it, not a change to another one."""
    seq: int
    draft_version: int
    idempotency_key: str
    showdown: str
    progress: str
    """What is entered of the showdown already, on any phone."""
    may_invite: bool
    responses: ruling_responses.LastHandResponses | None


@pages.context("rummy/table/_table.html")
class TablePart(TablePage):
    """The table alone."""


def show_table(member: Member, summary: TableSummary) -> Response | BaseResponse:
    """Show the table, or after the last hand how the game ended."""
    if summary.over or summary.closed:
        return go_to(url_for("end.end", game=member.game))
    return pages.show(_page(member, summary, _shared_draft(member.game, summary)))


@blueprint.post("/dice")
def dice(game: str) -> Response | BaseResponse:
    """Take the dice that were rolled on the table, or roll them here."""
    member = access.require(game, Role.SEAT)
    summary = games.table_summary(access.store(), game)
    require_rummy(summary.game)
    rolling = request.form.get("act") == "roll"
    rolled = _rolled() if rolling else _entered()
    if rolled is None:
        return pages.show(_page(member, summary, _shared_draft(game, summary), error="Tap one face of each die."), 422)
    draft = _shared_draft(game, summary)
    try:
        draft = _save_dice(game, summary, draft, rolled, member)
    except DraftConflict as conflict:
        error = "Someone else just entered the dice. Theirs count."
        return pages.show(_page(member, summary, conflict.current, error=error), 409 if not wants_part() else 200)
    if not wants_part():
        return go_to(url_for("table.table", game=game))
    page = _page(member, summary, draft)
    announcement = table_view.knock_words(page.knock, rolled) if page.knock else ""
    answer = tell(pages.show(page), {"say": announcement}, {"rolled": True} if rolling else {})
    return at_address(answer, url_for("table.table", game=game))


def _rolled() -> Dice:
    return secrets.choice(PIPS), secrets.choice(PIPS)


def _entered() -> Dice | None:
    return as_dice([request.form.get(name, 0, type=int) for name in ("first", "second")])


def dice_of(game: str, summary: TableSummary) -> Dice | None:
    """Return the dice of the coming hand, if they were rolled."""
    draft = _shared_draft(game, summary)
    return as_dice(draft.body.get("dice")) if draft else None


def _shared_draft(game: str, summary: TableSummary) -> Draft | None:
    return drafts.drafts(access.store(), game, summary.next_hand).get(SHARED)


def _save_dice(game: str, summary: TableSummary, draft: Draft | None, rolled: Dice, member: Member) -> Draft:
    known = dict(draft.body) if draft else {}
    seen = request.form.get("seen", 0, type=int)
    body = {**known, "dice": list(rolled), "settled": False}
    return drafts.save(access.store(), game, summary.next_hand, SHARED, body, seen=seen, device=member.device)


def _page(member: Member, summary: TableSummary, draft: Draft | None, *, error: str = "") -> TablePage:
    dice_known = as_dice(draft.body.get("dice")) if draft else None
    called = dict(zip(summary.players, short_names(summary.players, ROOM_OF_A_NAME), strict=True))
    # The address names these dice: once others are rolled, it no longer asks for a change.
    other_dice = f"{summary.next_hand}.{draft.version if draft else 0}"
    again = request.args.get("dice") == other_dice and member.role.may(Role.SEAT)
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
        has_dice=GAMES[summary.game].has_dice,
        knock=None if again else table_view.knock(table_view.rules_of(summary.head), dice_known),
        other_dice=other_dice,
        changing=again,
        drawn_lot="drawn" in request.args and not summary.hands,
        error=error,
        last=table_view.last_hand_words(summary, called),
        not_counting=summary.not_counting,
        may_record=member.role.may(Role.SCORER),
        may_play=member.role.may(Role.SEAT),
        undoable=summary.undoable,
        undo_words=summary.undo_words,
        undoes_last=summary.undo_words == change_words(Kind.HAND_RECORDED, f"hand {summary.rows}"),
        seq=summary.seq,
        draft_version=draft.version if draft else 0,
        idempotency_key=new_idempotency_key(),
        showdown=f"{url_for('table.table', game=member.game)}/showdown",
        progress=table_view.progress_words(summary, draft.body.get("knocker") if draft else None),
        may_invite=member.role == Role.OWNER and not summary.hands,
        responses=ruling_responses.last_hand_responses(member, summary),
    )
