"""What can be done to a hand of any game: strike it out, date it, restore an earlier version, overrule it."""

from dataclasses import replace
from typing import Self

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import BadRequest, UnprocessableEntity
from werkzeug.wrappers import Response as BaseResponse
from wtforms import FieldList, RadioField
from wtforms.validators import InputRequired, Optional

from companion.documents.game import DrawnHand, Overruling, RecordedHand
from companion.documents.showdown import PlayedShowdown
from companion.documents.texts import clean_text
from companion.journal.events import Event
from companion.journal.events.hands import (
    DocumentEvent,
    HandDated,
    HandNoted,
    HandReplaced,
    HandRestored,
    HandStruckOut,
)
from companion.journal.sheet import SheetRow
from companion.rules.rummy.ruleset import SEATS
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.dates import DateAndNoteForm
from companion.web.base.forms import AppForm, text_field, whole_number_field
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import record_events, seen_of
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.security.membership import require_member
from companion.web.sheet.hand import load_hand, may_be_overruled
from companion.wording import web as errors
from companion.wording.store_errors import NO_SUCH_HAND, NO_SUCH_VERSION, store_sentence

blueprint = Blueprint("corrections", __name__, url_prefix="/g/<game>/hands/<int:number>")

MOST_PLAYERS = max(seats.stop - 1 for seats in SEATS.values())
REASON_LENGTH = 500


def _load(game: str, number: int) -> tuple[ScoredGame, SheetRow]:
    return load_hand(require_member(game, Role.SCORER), number)


def _record(scored: ScoredGame, row: SheetRow, *events: tuple[str, Event]) -> BaseResponse:
    """Record the events, each with a suffix for the form's key, and go to the page of the hand."""
    record_events(scored.member, scored.players, events)
    return go_to(url_for("sheet.hand", game=scored.id, number=row.hand.number))


@blueprint.post("/strike")
def strike(game: str, number: int) -> BaseResponse:
    """Take a hand off the score; it stays on the sheet."""
    reason = " ".join(request.form.get("reason", "").split())
    return _record(*_load(game, number), ("", HandStruckOut(number, reason)))


@blueprint.post("/restore")
def restore(game: str, number: int) -> BaseResponse:
    return _record(*_load(game, number), ("", HandRestored(number)))


@blueprint.post("/drawn")
def make_drawn(game: str, number: int) -> BaseResponse:
    scored, row = _load(game, number)
    match row.hand.recorded.played:
        case PlayedShowdown(dice=dice, upcard=upcard) | DrawnHand(dice=dice, upcard=upcard):
            return _record(scored, row, ("", HandReplaced(number, RecordedHand(DrawnHand(dice, upcard)))))
        case _:
            raise BadRequest


@blueprint.post("/dealer")
def change_dealer(game: str, number: int) -> BaseResponse:
    scored, row = _load(game, number)
    recorded, dealer = row.hand.recorded, request.form.get("dealer")
    if not isinstance(recorded.played, PlayedShowdown | DrawnHand):
        raise BadRequest
    if dealer not in scored.players:
        raise UnprocessableEntity
    dealt = replace(recorded, dealer=scored.players.index(dealer))
    return _record(scored, row, ("", HandReplaced(number, dealt)))


@blueprint.post("/note")
def change_note(game: str, number: int) -> Response | BaseResponse:
    scored, row = _load(game, number)
    form, recorded = DateAndNoteForm(request.form), row.hand.recorded
    if not form.validate():
        return scored.kind.show_hand(scored, row, sent=form)
    note, day = form.changed_note(recorded.note), form.changed_date(recorded.at)
    events: list[tuple[str, Event]] = [] if note is None else [("", HandNoted(number, note))]
    return _record(scored, row, *events, *([] if day is None else [("-at", HandDated(number, day))]))


@blueprint.post("/version")
def restore_version(game: str, number: int) -> BaseResponse:
    scored, row = _load(game, number)
    seq = request.form.get("version", type=int)
    version = next((change.event for change in row.hand.history if change.seq == seq), None)
    if not isinstance(version, DocumentEvent):
        abort(404, NO_SUCH_VERSION.format(hand=scored.kind.hand_word))
    return _record(scored, row, ("", HandReplaced(number, version.recorded)))


class OverruleForm(AppForm):
    """The points that replace a ruling, who won, why, and who decided; players by their seats."""

    points = FieldList(whole_number_field(5), max_entries=MOST_PLAYERS)
    winner = RadioField(coerce=int, validators=[Optional()], validate_choice=False)
    reason = text_field(REASON_LENGTH, required=True, autocomplete="off")
    by = RadioField(coerce=int, validators=[InputRequired(errors.WHO_DECIDED)])

    def for_hand(self, scored: ScoredGame, row: SheetRow) -> Self:
        """Offer who played, as winners too where hands are won; one who plays alone decides alone."""
        self.winner.choices = [(seat, scored.players[seat]) for seat in _seats(scored, row)]
        self.by.choices = list(enumerate(scored.players))
        while len(self.points) < len(self.winner.choices):
            self.points.append_entry()
        if not scored.kind.hands_are_won:
            del self.winner
        if len(scored.players) == 1:
            del self.by
        return self

    def overruling(self, scored: ScoredGame, row: SheetRow) -> Overruling:
        seats = _seats(scored, row)
        given = dict(zip(seats, (field.number or 0 for field in self.points), strict=False))
        points = tuple(given.get(seat, 0) for seat in range(len(scored.players)))
        winner = self.winner.data if self.winner and self.winner.data in seats else None
        return Overruling(points, winner, clean_text(self.reason.data or ""), self.by.data if self.by else 0)


def _seats(scored: ScoredGame, row: SheetRow) -> tuple[int, ...]:
    """Return the seats of those who played a hand."""
    return tuple(scored.players.index(name) for name in row.pair or scored.players)


@pages.context("sheet/overrule.html")
class OverrulePage:
    scored: ScoredGame
    row: SheetRow
    ruled: str
    form: OverruleForm


@blueprint.get("/overrule")
def overrule_form(game: str, number: int) -> Response:
    scored, row = _load(game, number)
    if not may_be_overruled(scored, row):
        abort(404, NO_SUCH_HAND)
    points = [str((row.points or {}).get(name, 0)) for name in row.pair or scored.players]
    winner = scored.players.index(row.winner) if row.winner in scored.players else None
    form = OverruleForm(data={"points": points, "winner": winner, "by": scored.member.seat})
    return _show_form(scored, row, form.for_hand(scored, row))


@blueprint.post("/overrule")
def overrule(game: str, number: int) -> Response | BaseResponse:
    scored, row = _load(game, number)
    if not may_be_overruled(scored, row) and seen_of(request.form).position >= scored.state.seq:
        abort(404, NO_SUCH_HAND)  # else another phone has just changed it, which the page of the conflict shows
    form = OverruleForm(request.form).for_hand(scored, row)
    if form.validate():
        event = scored.kind.overruling(row.hand, scored.players, form.overruling(scored, row))
        try:
            return _record(scored, row, ("", event))
        except NotPossible as failure:
            form.add_error(store_sentence(failure))
    return _show_form(scored, row, form, 422)


def _show_form(scored: ScoredGame, row: SheetRow, form: OverruleForm, status: int = 200) -> Response:
    page = OverrulePage(scored=scored, row=row, ruled=scored.kind.line(scored, row).outcome, form=form)
    return pages.show(page, status)


@blueprint.post("/overrule/withdraw")
def withdraw_overruling(game: str, number: int) -> BaseResponse:
    """Let the ruling count again that the table overruled."""
    scored, row = _load(game, number)
    return _record(scored, row, ("", scored.kind.overruling(row.hand, scored.players, None)))
