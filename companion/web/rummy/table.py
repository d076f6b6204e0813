"""The table between hands: the score, the dice, and the ways on."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from flask import Blueprint, abort, request, url_for

from companion.journal.events import Kind, Redone, Undone
from companion.store import drafts, games
from companion.store.drafts import SHARED, DraftConflict
from companion.store.people.members import Role
from companion.web.gem2 import table as gem2_table
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.views import table_view
from companion.web.rummy.views.sheet_view import short_names
from companion.web.security import access
from companion.web.shared import ruling_responses
from companion.web.shared.game_kinds import is_gem2, rummy_only
from companion.web.shell import pages
from companion.web.shell.htmx import at_address, go_to, tell, wants_part
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key, record_event, seen_seq_of
from companion.web.showdown import recording
from companion.wording.undo_labels import change_words

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.store.derived.table_cache import TableSummary
    from companion.store.drafts import Draft
    from companion.store.people.members import Member

blueprint = Blueprint("table", __name__, url_prefix="/g/<game>")

ROOM_OF_A_HEADING = 16
"""Letters of a name in the heading of the coming hand; above it stands each name in full."""


@pages.context("rummy/table/table.html")
class TablePage:
    """What the page of a table shows."""

    game: str
    game_name: str
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
    drawn_lot: bool
    trouble: str
    last: str
    not_counting: int
    may_record: bool
    may_play: bool
    undoable: int | None
    undo_words: str
    undoes_last: bool
    """Undo would take the hand named beside it back, not something said of another one."""
    seq: int
    draft_version: int
    idempotency_key: str
    showdown: str
    going: str
    """What was said of the showdown already, on this phone or on another one."""
    may_invite: bool
    talk: ruling_responses.LastHandResponses | None


@pages.context("rummy/table/_table.html")
class TablePart(TablePage):
    """The table alone."""


@blueprint.get("")
def table(game: str) -> Response | BaseResponse:
    """Show the table, or after the last hand how the game ended."""
    member = access.require(game)
    found = games.table_summary(access.store(), game)
    if is_gem2(found.game):
        return gem2_table.table(member)
    if found.over or found.closed:
        return go_to(url_for("end.end", game=game))
    return pages.show(_page(member, found, _shared(game, found)))


@blueprint.post("/dice")
def dice(game: str) -> Response | BaseResponse:
    """Take the dice that were rolled on the table, or roll them here."""
    member = access.require(game, Role.SEAT)
    found = games.table_summary(access.store(), game)
    rummy_only(found.game)
    rolling = request.form.get("act") == "roll"
    rolled = _rolled() if rolling else _entered()
    if rolled is None:
        return pages.show(_page(member, found, _shared(game, found), trouble="Tap one face of each die."), 422)
    draft = _shared(game, found)
    try:
        draft = _save_dice(game, found, draft, rolled, member)
    except DraftConflict as conflict:
        said = "Another phone was quicker with the dice: these count."
        return pages.show(_page(member, found, conflict.found, trouble=said), 409 if not wants_part() else 200)
    if not wants_part():
        return go_to(url_for("table.table", game=game))
    page = _page(member, found, draft)
    said = table_view.knock_words(page.knock, rolled) if page.knock else ""
    answer = tell(pages.show(page), {"say": said}, {"rolled": True} if rolling else {})
    return at_address(answer, url_for("table.table", game=game))


def _rolled() -> table_view.Dice:
    return secrets.choice(table_view.PIPS), secrets.choice(table_view.PIPS)


def _entered() -> table_view.Dice | None:
    return table_view.read_dice([request.form.get(name, 0, type=int) for name in ("first", "second")])


def _shared(game: str, found: TableSummary) -> Draft | None:
    return drafts.drafts(access.store(), game, found.next_hand).get(SHARED)


def _save_dice(game: str, found: TableSummary, draft: Draft | None, rolled: table_view.Dice, member: Member) -> Draft:
    known = dict(draft.body) if draft else {}
    seen = request.form.get("seen", 0, type=int)
    body = {**known, "dice": list(rolled), "settled": False}
    return drafts.save(access.store(), game, found.next_hand, SHARED, body, seen=seen, device=member.device)


@blueprint.post("/drawn")
def drawn(game: str) -> Response | BaseResponse:
    """Record that the hand was drawn: two cards were left to draw (ruling 12)."""
    member = access.require(game, Role.SCORER)
    found = games.table_summary(access.store(), game)
    rummy_only(found.game)
    draft = _shared(game, found)
    thrown = table_view.read_dice(draft.body.get("dice")) if draft else None
    document: dict[str, object] = {"drawn": True}
    if thrown and GAMES[found.game].has_dice:
        document["dice"] = list(thrown)
    number = request.form.get("number", found.next_hand, type=int)
    sent = recording.Sent(
        document, {}, idempotency_key_of(request.form), seen_seq_of(request.form), new=True, accepts=False
    )
    return recording.record(member, number, sent)


@blueprint.post("/undo")
def undo(game: str) -> BaseResponse:
    """Undo the last change, or do it again."""
    member = access.require(game, Role.SCORER)
    found = games.table_summary(access.store(), game)
    verb, _, seq = request.form.get("act", "").partition(":")
    if verb not in {"undo", "redo"} or not seq.isdecimal():
        abort(400)
    event = Redone(int(seq[:9])) if verb == "redo" else Undone(int(seq[:9]))
    record_event(member, found.players, event)
    return go_to(url_for("sheet.sheet" if request.form.get("from") == "sheet" else "table.table", game=game))


def _page(member: Member, found: TableSummary, draft: Draft | None, *, trouble: str = "") -> TablePage:
    dice_known = table_view.read_dice(draft.body.get("dice")) if draft else None
    called = dict(zip(found.players, short_names(found.players, ROOM_OF_A_HEADING), strict=True))
    # Only these dice may be chosen anew: a mode that outlived what it was asked for could never be left.
    other_dice = f"{found.next_hand}.{draft.version if draft else 0}"
    again = request.args.get("dice") == other_dice and member.role.may(Role.SEAT)
    shown = TablePart if wants_part() else TablePage
    places = table_view.places(found)
    return shown(
        game=member.game,
        game_name=GAMES[found.game].name,
        score=table_view.score_words(found),
        hand_number=found.rows + 1,
        next_hand=found.next_hand,
        places=places,
        level=table_view.level_words(places, found.target) if found.target else "",
        dealer=called.get(found.next_dealer or "", ""),
        starter=called.get(table_view.starter(found) or "", ""),
        has_dice=GAMES[found.game].has_dice,
        knock=None if again else table_view.knock(table_view.rules_of(found.head), dice_known),
        other_dice=other_dice,
        drawn_lot="drawn" in request.args and not found.hands,
        trouble=trouble,
        last=table_view.last_hand_words(found),
        not_counting=found.not_counting,
        may_record=member.role.may(Role.SCORER),
        may_play=member.role.may(Role.SEAT),
        undoable=found.undoable,
        undo_words=found.undo_words,
        undoes_last=found.undo_words == change_words(Kind.HAND_RECORDED, f"hand {found.rows}"),
        seq=found.seq,
        draft_version=draft.version if draft else 0,
        idempotency_key=new_idempotency_key(),
        showdown=f"{url_for('table.table', game=member.game)}/showdown",
        going=table_view.progress_words(found, draft.body.get("knocker") if draft else None),
        may_invite=member.role == Role.OWNER and not found.hands,
        talk=ruling_responses.last_hand_responses(member, found),
    )
