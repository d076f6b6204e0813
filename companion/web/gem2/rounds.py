"""One round of Gem II by itself: what it came to, and everything that can be put right in it afterwards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, request, url_for
from werkzeug.exceptions import BadRequest

from companion.journal.events import DocumentEvent, HandReplaced, PlayersRenamed
from companion.journal.names import renamed
from companion.journal.undo_labels import undo_words
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.gem2.state.game import as_sentence, load_game, record_event, without_ruling
from companion.web.gem2.views import deal_fields, round_view
from companion.web.gem2.views.history import DealVersion, versions_of
from companion.web.security import access
from companion.web.shared import ruling_responses
from companion.web.shared.date_and_note import date_shown
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.journal.sheet import SheetRow
    from companion.web.gem2.state.game import Gem2Game

blueprint = Blueprint("gem2_rounds", __name__, url_prefix="/g/<game>")

_WHOLE = re.compile(r"-?[0-9]{1,5}")


@pages.context("gem2/round/round.html")
class RoundPage:
    """What the page of one round shows."""

    game: str
    solo: bool
    number: int
    title: str
    outcome: str
    remarks: tuple[str, ...]
    faults: tuple[str, ...]
    doubts: tuple[str, ...]
    trouble: str
    parts: tuple[round_view.PartView, ...]
    deals: tuple[round_view.DealView, ...]
    typed: tuple[deal_fields.DealsTyped, ...]
    last_four: tuple[round_view.LastFour, ...]
    counted: bool
    players: tuple[str, ...]
    points: tuple[int, ...]
    may_overrule: bool
    overruled: bool
    responses: ruling_responses.Responses | None
    struck: bool
    reason: str
    at: str
    day: str
    note: str
    versions: tuple[DealVersion, ...]
    just_over: bool
    game_over: bool
    way_on: str
    may_record: bool
    undoable: int | None
    undo_words: str
    seq: int
    idempotency_key: str


def show(at: Gem2Game, number: int) -> Response:
    """Show a round; called for the address that every hand of a sheet has."""
    return _show(at, _row(at, number))


def _row(at: Gem2Game, number: int) -> SheetRow:
    row = at.sheet.row(number)
    if row is None:
        abort(404, "This round is not on the sheet.")
    return row


def _show(
    at: Gem2Game, row: SheetRow, trouble: str = "", status: int = 200, typed: tuple[deal_fields.DealsTyped, ...] = ()
) -> Response:
    document: Mapping[str, Any] = row.hand.document
    finished = round_view.is_finished(row)
    page = RoundPage(
        game=at.game,
        solo=at.solo,
        number=row.hand.number,
        title=round_view.title_of(row),
        outcome=round_view.outcome_of(at, row),
        remarks=round_view.remarks_of(at, row),
        faults=() if row.hand.struck else row.faults,
        doubts=round_view.doubts_of(at, row),
        trouble=trouble,
        parts=round_view.parts_of(at, row),
        deals=round_view.deals_of(at, row),
        typed=typed or (deal_fields.so_far(document) if at.solo else ()),
        last_four=round_view.last_four(at, row),
        counted="counted" in document,
        players=at.state.players,
        points=tuple((row.points or {}).get(name, 0) for name in at.state.players),
        may_overrule=row.place is not None and finished,
        overruled="overruled" in document,
        responses=ruling_responses.responses_to(at.member, at.state, row) if finished and not at.solo else None,
        struck=row.hand.struck,
        reason=row.hand.reason,
        at=str(document.get("at", "")),
        day=date_shown(str(document.get("at", ""))),
        note=str(document.get("note", "")),
        versions=versions_of(at.state, row.hand.history),
        just_over="over" in request.args and finished,
        game_over=at.over,
        way_on=_way_on(at),
        may_record=at.member.role.may(Role.SCORER) and not at.state.closed,
        undoable=at.state.undoable,
        undo_words=undo_words(at.state),
        seq=at.state.seq,
        idempotency_key=new_idempotency_key(),
    )
    return pages.show(page, status)


def _way_on(at: Gem2Game) -> str:
    if at.over:
        return "How it ended"
    return f"On to round {at.next_position}" if at.running is None else "Back to the table"


@blueprint.post("/hands/<int:number>/round")
def change(game: str, number: int) -> Response | BaseResponse:
    """Put a round right: deals as numbers, a deal in or out, what its end showed, an earlier version of it."""
    at = load_game(access.require(game, Role.SCORER))
    row = _row(at, number)
    document = dict(row.hand.document)
    verb, _, about = request.form.get("act", "").partition(":")
    away = url_for("sheet.hand", game=game, number=number)
    typed: tuple[deal_fields.DealsTyped, ...] = ()
    match verb:
        case "deals" if at.solo:
            typed = deal_fields.typed_deals(request.form)
            try:
                document = {
                    **_without(without_ruling(document), "deals", "bonus_rounds"),
                    **deal_fields.deals_of(typed),
                }
            except deal_fields.NumberError as error:
                return _show(at, row, error.sentence, 422, typed)
        case "out" | "insert" if about.isdecimal() and "deals" in document and not at.solo:
            place = int(about[:2]) - 1
            put: list[object] = [{"removed": 0}] if verb == "insert" else []
            deals = list(document["deals"]) if isinstance(document["deals"], list) else []
            deals[place : place + (verb == "out")] = put
            document = {**without_ruling(document), "deals": deals}
        case "four-x" if about in {"yes", "no", "0", "1"} and not at.solo:
            document = round_view.with_last_four(document, about, at.state.players)
        case "overrule" if row.place is not None and round_view.is_finished(row):
            document["overruled"] = _overruling(at)
        case "stand":
            document = _without(document, "overruled")
        case "bring-back" if about.isdecimal():
            document = _earlier(at, row, int(about[:9]))
        case _:
            raise BadRequest
    try:
        record_event(at, HandReplaced(number, document))
    except NotPossible as error:
        return _show(at, row, as_sentence(error), 422, typed)
    if verb == "insert":
        return go_to(url_for("gem2_deals.deal", game=game, number=number, deal=int(about[:2])))
    return go_to(f"{away}?over=1" if verb == "four-x" else away)


def _without(document: Mapping[str, object], *keys: str) -> dict[str, object]:
    return {key: value for key, value in document.items() if key not in keys}


def _overruling(at: Gem2Game) -> dict[str, object]:
    """Read the table's own points for a round, why, and who says so."""
    form = request.form
    typed = [form.get(f"points-{seat}", "").strip() for seat in range(len(at.state.players))]
    by = form.get("by", 0 if at.solo else -1, type=int)
    if not 0 <= by < len(at.state.players):
        abort(422, "Who says so? Choose the one who sets the round aside.")
    if not all(_WHOLE.fullmatch(text) for text in typed):
        abort(422, "Points are whole numbers of at most five digits, for each player.")
    points = dict(zip(at.state.players, map(int, typed), strict=True))
    return {"points": points, "reason": " ".join(form.get("reason", "").split()), "by": at.state.players[by]}


def _earlier(at: Gem2Game, row: SheetRow, seq: int) -> dict[str, object]:
    """Give the round as it was recorded then, under the names that the players have now."""
    version = next((change.event for change in row.hand.history if change.seq == seq), None)
    if not isinstance(version, DocumentEvent):
        abort(404, "There is no such version of this round.")
    document = version.document
    for change in at.state.history:
        if change.seq > seq and not change.undone and isinstance(change.event, PlayersRenamed):
            document = renamed(document, change.event.names)
    return dict(document)
