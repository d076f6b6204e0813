"""The page of one round: its score lines, its deals, and what the last four cards were."""

from dataclasses import replace

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.gem2 import ending_of
from companion.journal.events.hands import HandReplaced
from companion.journal.sheet import SheetRow
from companion.rules.gem2.duel import CountedRound, Round
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.forms import AppForm
from companion.web.base.htmx import go_to
from companion.web.gem2.forms import DealsForm, last_four_answer, with_last_four
from companion.web.gem2.game import AnyGame, SoloGame, load_duel, record_event
from companion.web.gem2.views import round_view
from companion.web.kinds.score_table import ScorePart
from companion.web.security.membership import require_member
from companion.web.sheet.hand import RecordedHandView, hand_view
from companion.wording import gem2_card as wording

blueprint = Blueprint("gem2_rounds", __name__, url_prefix="/g/<game>/hands/<int:number>")


@pages.context("gem2/round/round.html")
class RoundPage:
    """The page of one round."""

    hand: RecordedHandView
    doubts: tuple[str, ...]
    parts: tuple[ScorePart, ...]
    deals: tuple[str, ...]
    """The deals of a round of two sides, each with a page of its own."""
    deals_form: DealsForm | None
    """The deals of one player's round."""
    four_x_answers: tuple[tuple[str, str], ...]
    four_x: str
    counted: bool
    just_over: bool
    next_page: str


def show(game: AnyGame, row: SheetRow, *, sent: AppForm | None = None, error: str = "") -> Response:
    """Show a round; called for the address that every hand of a sheet has."""
    recorded = row.hand.recorded
    deals_form = sent if isinstance(sent, DealsForm) else DealsForm.of_round(recorded)
    page = RoundPage(
        hand=hand_view(game, row, sent=sent, error=error),
        doubts=round_view.doubts_of(game, row),
        parts=round_view.parts_of(game, row),
        deals=() if isinstance(game, SoloGame) else round_view.deals_of(game, row),
        deals_form=deals_form if isinstance(game, SoloGame) else None,
        four_x_answers=_four_x_answers(game, row),
        four_x=last_four_answer(ending_of(recorded), game),
        counted=isinstance(recorded.played, CountedRound),
        just_over="over" in request.args and round_view.is_finished(game, row),
        next_page=wording.next_page(over=game.over, next_position=0 if game.running else game.current_position),
    )
    return pages.show(page, 422 if sent or error else 200)


def _four_x_answers(game: AnyGame, row: SheetRow) -> tuple[tuple[str, str], ...]:
    """Return the answers to what the last four cards are, where a round of two sides ended on four (R.29)."""
    if isinstance(game, SoloGame) or not round_view.ends_on_four(game, row):
        return ()
    return wording.four_x_answers(game.players)


@blueprint.post("/four-x")
def record_last_four(game: str, number: int) -> BaseResponse:
    """Record whether the last four cards are the four X's, or who holds a missing one."""
    duel = load_duel(require_member(game, Role.SCORER))
    recorded, answer = duel.row(number).hand.recorded, request.form.get("answer", "")
    if not isinstance(recorded.played, Round | CountedRound) or answer not in {"yes", "no", "0", "1"}:
        raise BadRequest
    ending = with_last_four(recorded.played.ending, answer, duel)
    record_event(duel, HandReplaced(number, replace(recorded, played=replace(recorded.played, ending=ending))))
    return go_to(url_for("sheet.hand", game=game, number=number, over=1))
