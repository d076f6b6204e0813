"""The score sheet, the history, and the page of one hand, with the corrections that every game allows."""

from dataclasses import replace

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import BadRequest, UnprocessableEntity
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import DrawnHand, RecordedHand
from companion.documents.showdown import PlayedShowdown
from companion.journal.events import Event
from companion.journal.events.hands import HandDated, HandNoted, HandReplaced, HandRestored, HandStruckOut
from companion.journal.state import GameState, PlayedHand
from companion.store.people.members import Role
from companion.web.base.dates import DateAndNoteForm
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import record_events
from companion.web.kinds.game_kinds import load_game
from companion.web.security.membership import require_member
from companion.wording.store_errors import NO_SUCH_HAND

blueprint = Blueprint("sheet", __name__, url_prefix="/g/<game>")


@blueprint.get("/sheet")
def sheet(game: str) -> Response:
    """Show the score sheet."""
    kind, scored = load_game(require_member(game))
    return kind.show_sheet(scored)


@blueprint.get("/hands/<int:number>")
def hand(game: str, number: int) -> Response:
    """Show one hand with what can be done to it."""
    kind, scored = load_game(require_member(game))
    return kind.show_hand(scored, number, None)


@blueprint.post("/hands/<int:number>")
def change(game: str, number: int) -> Response | BaseResponse:
    """Strike a hand out, restore it, change its note or date, or make it a drawn one."""
    member = require_member(game, Role.SCORER)
    kind, scored = load_game(member)
    hand = scored.state.hand(number)
    if hand is None:
        abort(404, NO_SUCH_HAND)
    date_and_note = DateAndNoteForm(request.form)
    if request.form.get("act") == "note" and not date_and_note.validate():
        return kind.show_hand(scored, number, date_and_note)
    record_events(member, scored.state.players, _events(scored.state, hand, date_and_note))
    return go_to(url_for("sheet.hand", game=game, number=number))


def _events(state: GameState, hand: PlayedHand, date_and_note: DateAndNoteForm) -> list[tuple[str, Event]]:
    recorded = hand.recorded
    match request.form.get("act"), recorded.played:
        case "strike", _:
            return [("", HandStruckOut(hand.number, " ".join(request.form.get("reason", "").split())))]
        case "restore", _:
            return [("", HandRestored(hand.number))]
        case "drawn", PlayedShowdown(dice=dice, upcard=upcard) | DrawnHand(dice=dice, upcard=upcard):
            return [("", HandReplaced(hand.number, RecordedHand(DrawnHand(dice, upcard))))]
        case "dealer", PlayedShowdown() | DrawnHand():
            dealer = request.form.get("dealer")
            if dealer not in state.players:
                raise UnprocessableEntity
            return [("", HandReplaced(hand.number, replace(recorded, dealer=state.players.index(dealer))))]
        case "note", _:
            events: list[tuple[str, Event]] = []
            note = date_and_note.changed_note(recorded.note)
            day = date_and_note.changed_date(recorded.at)
            if note is not None:
                events.append(("", HandNoted(hand.number, note)))
            if day is not None:
                events.append(("-at", HandDated(hand.number, day)))
            return events
        case _:
            raise BadRequest
