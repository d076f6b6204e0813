"""One recorded deal of a round of two sides, to be corrected: cards, bets, calls, cards dealt."""

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
from companion.web.gem2.forms import DEAL_SIZES, DealForm
from companion.web.gem2.game import DuelGame, load_duel, record_event, with_deals
from companion.web.security.membership import require_member
from companion.wording.gem2_card import CALL_CHOICES, NO_SUCH_DEAL
from companion.wording.gem2_table import as_sentence, call_words
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("gem2_deals", __name__, url_prefix="/g/<game>/hands/<int:number>/deals/<int:deal>")


@pages.context("gem2/round/deal.html")
class DealPage:
    """The page of one deal."""

    game: str
    hand: int
    position: int
    deal: int
    player: str
    other: str
    form: DealForm
    calls: tuple[tuple[str, bool], ...]
    """The recorded calls, and whether each is kept."""
    sides: tuple[tuple[str, str], ...]
    penalties: tuple[tuple[str, str], ...]
    deal_sizes: tuple[tuple[str, str], ...]


@blueprint.get("")
def deal(game: str, number: int, deal: int) -> Response:
    """Show a deal, to be corrected."""
    duel = load_duel(require_member(game, Role.SCORER))
    row, played = _recorded(duel, number, deal)
    recorded = played.deals[deal - 1]
    return _show(duel, row, deal, recorded, DealForm.of_deal(recorded), [True] * len(recorded.calls))


@blueprint.post("")
def change(game: str, number: int, deal: int) -> Response | BaseResponse:
    """Record the corrected deal."""
    duel = load_duel(require_member(game, Role.SCORER))
    row, played = _recorded(duel, number, deal)
    recorded = played.deals[deal - 1]
    form = DealForm(request.form)
    kept = [request.form.get(f"call-{place}") == "keep" for place in range(len(recorded.calls))]
    if not form.validate():
        return _show(duel, row, deal, recorded, form, kept)
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
        return _show(duel, row, deal, recorded, form, kept)
    return go_to(url_for("sheet.hand", game=game, number=number))


def _recorded(game: DuelGame, number: int, deal: int) -> tuple[SheetRow, Round]:
    row = game.sheet.row(number)
    match row:
        case SheetRow(hand=PlayedHand(recorded=RecordedHand(Round() as played)), place=int()) if (
            1 <= deal <= len(played.deals)
        ):
            return row, played
        case _:
            return abort(404, NO_SUCH_DEAL)


def _show(game: DuelGame, row: SheetRow, number: int, recorded: Deal, form: DealForm, kept: list[bool]) -> Response:
    player = player_of(row.place or 1, number)
    page = DealPage(
        game=game.id,
        hand=row.hand.number,
        position=row.position,
        deal=number,
        player=game.sides[player],
        other=game.sides[player.other],
        form=form,
        calls=tuple(zip((call_words(call, game.sides) for call in recorded.calls), kept, strict=True)),
        sides=tuple((side.value, name) for side, name in game.sides.items()),
        penalties=CALL_CHOICES,
        deal_sizes=tuple((size, size) for size in DEAL_SIZES),
    )
    return pages.show(page, 422 if form.errors else 200)
