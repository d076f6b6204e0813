"""A round of two sides as the table counted it: no deals, only its totals."""

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import RecordedHand
from companion.journal.events.hands import HandRecorded, HandReplaced
from companion.rules.gem2.round import dealer_of
from companion.store import games
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of
from companion.web.current_store import current_store
from companion.web.gem2.forms import CountedForm
from companion.web.gem2.game import DuelGame, load_duel, record_event
from companion.web.security.membership import require_member
from companion.wording.gem2_card import ENDINGS, counted_four_x_answers
from companion.wording.gem2_table import as_sentence
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("gem2_counted", __name__, url_prefix="/g/<game>/counted")


@pages.context("gem2/round/counted.html")
class CountedPage:
    """The page of a counted round."""

    address: str
    back: str
    position: int
    dealer: str
    players: tuple[str, ...]
    form: CountedForm
    four_x_answers: tuple[tuple[str, str], ...]
    endings: tuple[tuple[str, str], ...]
    replaces: bool


@blueprint.get("")
def counted(game: str) -> Response:
    """Ask for a counted round: a new one, or a new version of one on the card."""
    duel = load_duel(require_member(game, Role.SCORER))
    number = request.args.get("hand", 0, type=int)
    return _show(duel, number, CountedForm.of_round(duel.hand(number).recorded if number else None, duel))


@blueprint.post("")
def record(game: str) -> Response | BaseResponse:
    """Record the round, replacing any deals entered for it."""
    duel = load_duel(require_member(game, Role.SCORER))
    asked = request.args.get("hand", 0, type=int)
    recorded = games.recorded(current_store(), game, idempotency_key_of(request.form))
    if recorded:
        return _go_to_round(game, recorded.hand or asked)
    number = asked or (duel.running.hand.number if duel.running else 0)
    if number:
        duel.hand(number)
    form = CountedForm.read(request.form)
    if not form.check(duel):
        return _show(duel, asked, form)
    recorded_round = RecordedHand(form.round(duel))
    try:
        record_event(duel, HandReplaced(number, recorded_round) if number else HandRecorded(recorded_round))
    except NotPossible as error:
        form.add_error(as_sentence(store_sentence(error)))
        return _show(duel, asked, form)
    return _go_to_round(game, number or duel.state.next_hand)


def _go_to_round(game: str, number: int) -> BaseResponse:
    return go_to(url_for("sheet.hand", game=game, number=number, over=1))


def _show(game: DuelGame, number: int, form: CountedForm) -> Response:
    if game.over and not number:
        abort(404)
    row = game.sheet.row(number) if number else None
    round_number = (row.place or 1) if row else game.next_round
    page = CountedPage(
        address=url_for("gem2_counted.record", game=game.id, hand=number or None),
        back=url_for("sheet.hand", game=game.id, number=number) if row else url_for("table.table", game=game.id),
        position=row.position if row else game.current_position,
        dealer=game.sides[dealer_of(round_number)],
        players=game.players,
        form=form,
        four_x_answers=counted_four_x_answers(game.players),
        endings=tuple(ENDINGS.items()),
        replaces=row is not None or game.running is not None,
    )
    return pages.show(page, 422 if form.errors else 200)
