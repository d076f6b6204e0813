"""Overruling: the table's own points replace a ruling."""

from collections.abc import Sequence
from typing import Any, Self

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import FieldList, RadioField
from wtforms.validators import InputRequired, Optional

from companion.journal.events.hands import HandOverruled, OverrulingWithdrawn
from companion.journal.sheet import SheetRow
from companion.journal.state import GameState
from companion.rules.rummy.ruleset import SEATS
from companion.store.errors import NotPossible
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.forms import AppForm, text_field, whole_number_field
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import record_event
from companion.web.rummy.views.sheet_view import outcome_of
from companion.web.security.membership import require_member
from companion.web.sheet.responses import row_with_points
from companion.wording import web as errors
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("overrule", __name__, url_prefix="/g/<game>/hands/<int:number>")

MOST_PLAYERS = max(seats.stop - 1 for seats in SEATS.values())
REASON_LENGTH = 500


class OverruleForm(AppForm):
    """The points that replace a ruling, who won, why, and who decided; players by their seats."""

    points = FieldList(whole_number_field(5), max_entries=MOST_PLAYERS)
    winner = RadioField(coerce=int, validators=[Optional()], validate_choice=False)
    reason = text_field(REASON_LENGTH, required=True, autocomplete="off")
    by = RadioField(coerce=int, validators=[InputRequired(errors.WHO_DECIDED)])

    def for_players(self, players: Sequence[str]) -> Self:
        """Offer these players."""
        self.winner.choices = self.by.choices = list(enumerate(players))
        while len(self.points) < len(players):
            self.points.append_entry()
        return self


@pages.context("rummy/overrule.html")
class OverrulePage:
    """The page on which the table overrules a ruling."""

    address: str
    back: str
    ruled: str
    players: tuple[str, ...]
    form: OverruleForm
    overruled: bool


@blueprint.get("/overrule")
def overrule_form(game: str, number: int) -> Response:
    """Ask for the points that count instead, why, and who decided."""
    member = require_member(game, Role.SCORER)
    state, row = row_with_points(member, number)
    points = [str((row.points or {}).get(name, 0)) for name in state.players]
    winner = state.players.index(row.winner) if row.winner in state.players else None
    form = OverruleForm(data={"points": points, "winner": winner, "by": member.seat}).for_players(state.players)
    return _show(member, state, row, form)


def _show(member: Member, state: GameState, row: SheetRow, form: OverruleForm, status: int = 200) -> Response:
    where: dict[str, Any] = {"game": member.game, "number": row.hand.number}
    page = OverrulePage(
        address=url_for("overrule.overrule", **where),
        back=url_for("sheet.hand", **where),
        ruled=outcome_of(row),
        players=state.players,
        form=form,
        overruled=row.hand.recorded.overruled is not None,
    )
    return pages.show(page, status)


@blueprint.post("/overrule")
def overrule(game: str, number: int) -> Response | BaseResponse:
    """Record the table's own points, or withdraw them."""
    member = require_member(game, Role.SCORER)
    state, row = row_with_points(member, number)
    hand = url_for("sheet.hand", game=game, number=number)
    if request.form.get("act") == "withdraw":
        record_event(member, state.players, OverrulingWithdrawn(number))
        return go_to(hand)
    form = OverruleForm(request.form).for_players(state.players)
    if form.validate():
        numbers = [field.number or 0 for field in form.points][: len(state.players)]
        points = dict(zip(state.players, numbers, strict=True))
        winner = dict(enumerate(state.players)).get(form.winner.data)
        by = state.players[form.by.data]
        try:
            record_event(member, state.players, HandOverruled(number, points, winner, form.reason.data or "", by))
        except NotPossible as failure:
            form.add_error(store_sentence(failure))
        else:
            return go_to(hand)
    return _show(member, state, row, form, 422)
