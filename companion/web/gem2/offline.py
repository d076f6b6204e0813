"""A round on one page, for a phone without a network: counted, or one player's deals.

The page knows no rules: errors are shown when the round arrives.
"""

from flask import Response, abort, request, url_for
from werkzeug.exceptions import UnprocessableEntity
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import RecordedHand
from companion.journal.events.hands import DealRecorded, HandRecorded, HandReplaced
from companion.store import games
from companion.store.derived.table_cache import TableSummary
from companion.store.errors import NotPossible
from companion.store.people.members import Member
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of
from companion.web.current_store import current_store
from companion.web.gem2.counted import CountedForm
from companion.web.gem2.game import AnyGame, SoloGame, load_game
from companion.web.gem2.round_history import goes_on
from companion.web.gem2.rounds import DealsForm
from companion.web.security.membership import author_of
from companion.web.table.offline import OfflineShell, shell_of
from companion.wording.gem2_card import CANNOT_ADD, ONLY_SCORER
from companion.wording.gem2_table import as_sentence
from companion.wording.store_errors import store_sentence


@pages.context("gem2/offline.html")
class OfflineRoundPage:
    """What a phone shows of a game without a network."""

    shell: OfflineShell
    form: CountedForm | DealsForm | None
    """For two sides the one, for one player the other."""


def show(member: Member, table: TableSummary) -> Response:
    """Show the page that the phone keeps."""
    game = load_game(member)
    if not isinstance(game, SoloGame):
        return _show(game, table, CountedForm.of_round(None, game))
    running = game.running.hand.recorded if game.running else None
    return _show(game, table, DealsForm.of_round(running, all_bonus_rounds=True))


def record(member: Member, table: TableSummary, seen: int) -> Response | BaseResponse:
    """Record a round entered without a network; called once it is known to be a new one."""
    game = load_game(member)
    if not game.keeps_score:
        abort(403, ONLY_SCORER)
    if game.finished:
        raise UnprocessableEntity(CANNOT_ADD)
    form: CountedForm | DealsForm
    if isinstance(game, SoloGame):
        form = DealsForm(request.form)
        played = RecordedHand(form.round()) if form.validate() else None
    else:
        form = CountedForm.read(request.form, game)
        played = RecordedHand(form.round()) if form.check() else None
    if played is None:
        return _show(game, table, form, 422)
    number = game.current_hand
    event: HandRecorded | DealRecorded | HandReplaced = HandRecorded(played)
    if game.running:
        # Deals played on without a network, or a correction of those before.
        event = (DealRecorded if goes_on(game.running.hand.recorded, played) else HandReplaced)(number, played)
    try:
        games.append(
            current_store(),
            game.id,
            event,
            record_id=idempotency_key_of(request.form),
            seen=seen,
            author=author_of(member, game.players),
        )
    except NotPossible as error:
        form.add_error(as_sentence(store_sentence(error)))
        return _show(game, table, form, 422)
    return go_to(url_for("sheet.hand", game=game.id, number=number, over=1))


def _show(game: AnyGame, table: TableSummary, form: CountedForm | DealsForm, status: int = 200) -> Response:
    page = OfflineRoundPage(
        shell=shell_of(game.member, table, game.current_position, " ".join(form.form_errors)),
        form=form if game.keeps_score and not game.finished else None,
    )
    return pages.show(page, status)
