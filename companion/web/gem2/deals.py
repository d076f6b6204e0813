"""The recorded deals of a round, to be corrected: cards, bets, calls and cards dealt, one deal more or fewer."""

from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import RecordedHand
from companion.journal.events.hands import HandReplaced
from companion.journal.sheet import SheetRow
from companion.journal.state import PlayedHand
from companion.rules.gem2.duel import Round
from companion.rules.gem2.round import player_of
from companion.rules.gem2.turn import Deal
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.gem2 import rounds
from companion.web.gem2.forms import DealForm, DealsForm
from companion.web.gem2.game import AnyGame, DuelGame, SoloGame, load_duel, load_game, record_event, with_deals
from companion.web.security.membership import require_member
from companion.wording.gem2_card import NO_SUCH_DEAL
from companion.wording.gem2_table import as_sentence, call_words
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("gem2_deals", __name__, url_prefix="/g/<game>/hands/<int:number>/deals")


@blueprint.post("")
def change_all(game: str, number: int) -> Response | BaseResponse:
    """Record the corrected deals of one player's round."""
    loaded = load_game(require_member(game, Role.SCORER))
    row = loaded.row(number)
    if not isinstance(loaded, SoloGame):
        abort(400)
    form = DealsForm(request.form)
    if not form.validate():
        return rounds.show(loaded, row, sent=form)
    return _replace(loaded, row, replace(row.hand.recorded, played=form.round(), overruled=None), form)


def _replace(
    game: AnyGame, row: SheetRow, recorded: RecordedHand, form: DealsForm | None = None, opens: int | None = None
) -> Response | BaseResponse:
    """Record a round with other deals, and go to its page or to the deal that `opens`; show why that isn't possible."""
    number = row.hand.number
    try:
        record_event(game, HandReplaced(number, recorded))
    except NotPossible as error:
        return rounds.show(game, row, sent=form, error=as_sentence(store_sentence(error)))
    if opens is not None:
        return go_to(url_for("gem2_deals.deal", game=game.id, number=number, deal=opens))
    return go_to(url_for("sheet.hand", game=game.id, number=number))


@blueprint.post("/<int:deal>/insert")
def insert(game: str, number: int, deal: int) -> Response | BaseResponse:
    """Insert a deal before this one, and open it."""
    duel, row, played = _load_deal(game, number, deal)
    deals = (*played.deals[: deal - 1], Deal(0), *played.deals[deal - 1 :])
    return _replace(duel, row, with_deals(row.hand.recorded, played, deals), opens=deal)


@blueprint.post("/<int:deal>/delete")
def delete(game: str, number: int, deal: int) -> Response | BaseResponse:
    """Delete a deal."""
    duel, row, played = _load_deal(game, number, deal)
    deals = (*played.deals[: deal - 1], *played.deals[deal:])
    return _replace(duel, row, with_deals(row.hand.recorded, played, deals))


@pages.context("gem2/round/deal.html")
class DealPage:
    """The page of one deal of a round of two sides."""

    game: DuelGame
    row: SheetRow
    deal: int
    player: str
    other: str
    form: DealForm
    calls: tuple[tuple[str, bool], ...]
    """The recorded calls, and whether each is kept."""


@blueprint.get("/<int:deal>")
def deal(game: str, number: int, deal: int) -> Response:
    """Show a deal, to be corrected."""
    duel, row, played = _load_deal(game, number, deal)
    recorded = played.deals[deal - 1]
    return _show(
        duel, row, deal, DealForm.of_deal(recorded), [(call_words(call, duel.sides), True) for call in recorded.calls]
    )


@blueprint.post("/<int:deal>")
def change(game: str, number: int, deal: int) -> Response | BaseResponse:
    """Record the corrected deal."""
    duel, row, played = _load_deal(game, number, deal)
    recorded = played.deals[deal - 1]
    form = DealForm(request.form)
    kept = [request.form.get(f"call-{place}") == "keep" for place in range(len(recorded.calls))]
    calls = [(call_words(call, duel.sides), is_kept) for call, is_kept in zip(recorded.calls, kept, strict=True)]
    if not form.validate():
        return _show(duel, row, deal, form, calls)
    corrected = form.deal([call for call, is_kept in zip(recorded.calls, kept, strict=True) if is_kept])
    deals = (*played.deals[: deal - 1], corrected, *played.deals[deal:])
    round_after = with_deals(row.hand.recorded, played, deals)
    if (corrected.removed, corrected.finished_by_opponent) == (recorded.removed, recorded.finished_by_opponent):
        # The same cards are left, so what the table said of the last four still holds.
        round_after = replace(round_after, played=replace(played, deals=deals))
    try:
        record_event(duel, HandReplaced(number, round_after))
    except NotPossible as error:
        form.add_error(as_sentence(store_sentence(error)))
        return _show(duel, row, deal, form, calls)
    return go_to(url_for("sheet.hand", game=game, number=number))


def _load_deal(game: str, number: int, deal: int) -> tuple[DuelGame, SheetRow, Round]:
    """Load a deal of a round that counts; 404 if there is none."""
    duel = load_duel(require_member(game, Role.SCORER))
    row = duel.sheet.row(number)
    match row:
        case SheetRow(hand=PlayedHand(recorded=RecordedHand(Round() as played)), place=int()) if (
            1 <= deal <= len(played.deals)
        ):
            return duel, row, played
        case _:
            return abort(404, NO_SUCH_DEAL)


def _show(duel: DuelGame, row: SheetRow, deal: int, form: DealForm, calls: Sequence[tuple[str, bool]]) -> Response:
    player = player_of(row.place or 1, deal)
    page = DealPage(
        game=duel,
        row=row,
        deal=deal,
        player=duel.sides[player],
        other=duel.sides[player.other],
        form=form,
        calls=tuple(calls),
    )
    return pages.show(page, 422 if form.errors else 200)
