"""One round: what it came to, and every correction that can be made to it afterwards."""

from dataclasses import replace

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import RecordedHand
from companion.documents.gem2 import ending_of
from companion.journal.events.hands import DocumentEvent, HandReplaced
from companion.journal.sheet import SheetRow
from companion.rules.gem2.duel import CountedRound, Round
from companion.rules.gem2.turn import Deal
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.dates import DateAndNoteForm
from companion.web.base.htmx import go_to
from companion.web.gem2.forms import DealsForm, RoundOverruleForm, last_four_answer, with_last_four
from companion.web.gem2.game import AnyGame, DuelGame, SoloGame, load_game, record_event, with_deals
from companion.web.gem2.views import round_view
from companion.web.security.membership import require_member
from companion.web.sheet import responses as ruling_responses
from companion.web.sheet.history import HistoryEntry, history_entries, undo_of
from companion.wording import gem2_card as wording
from companion.wording.gem2_card import NO_SUCH_VERSION
from companion.wording.gem2_table import as_sentence
from companion.wording.store_errors import store_sentence, why_not_counted

blueprint = Blueprint("gem2_rounds", __name__, url_prefix="/g/<game>")


@pages.context("gem2/round/round.html")
class RoundPage:
    """The page of one round."""

    game: str
    solo: bool
    number: int
    title: str
    outcome: str
    remarks: tuple[str, ...]
    faults: tuple[str, ...]
    doubts: tuple[str, ...]
    error: str
    parts: tuple[round_view.PartView, ...]
    deals: tuple[str, ...]
    deals_form: DealsForm | None
    overrule_form: RoundOverruleForm | None
    four_x_answers: tuple[tuple[str, str], ...]
    four_x: str
    counted: bool
    players: tuple[str, ...]
    overruled: bool
    responses: ruling_responses.Responses | None
    disputing: bool
    """What disputes the ruling is open."""
    struck: bool
    reason: str
    date: str
    note: str
    date_and_note: DateAndNoteForm
    entries: tuple[HistoryEntry, ...]
    just_over: bool
    game_over: bool
    next_page: str
    may_record: bool
    undoable: int | None
    undo_words: str


def show(game: AnyGame, number: int, sent: DateAndNoteForm | None) -> Response:
    """Show a round; called for the address that every hand of a sheet has."""
    return _show(game, game.row(number), 422 if sent else 200, sent=sent)


@blueprint.post("/hands/<int:number>/round")
def change(game: str, number: int) -> Response | BaseResponse:
    """Correct a round: its deals, its last four cards, its points, or back to an earlier version."""
    loaded = load_game(require_member(game, Role.SCORER))
    row = loaded.row(number)
    verb, _, argument = request.form.get("act", "").partition(":")
    form: DealsForm | RoundOverruleForm | None = None
    recorded = row.hand.recorded
    match verb, loaded, recorded.played:
        case "deals", SoloGame(), _:
            form = DealsForm(request.form)
            if not form.validate():
                return _show(loaded, row, 422, sent=form)
            recorded = replace(recorded, played=form.round(), overruled=None)
        case "out" | "insert", DuelGame(), Round() as played if argument.isdecimal():
            place = int(argument[:2]) - 1
            deals = list(played.deals)
            deals[place : place + 1 if verb == "out" else place] = [Deal(0)] if verb == "insert" else []
            recorded = with_deals(recorded, played, deals)
        case "four-x", DuelGame(), Round() | CountedRound() as played if argument in {"yes", "no", "0", "1"}:
            ending = with_last_four(played.ending, argument, loaded)
            recorded = replace(recorded, played=replace(played, ending=ending))
        case "overrule", _, _ if _may_overrule(loaded, row):
            overrule = form = RoundOverruleForm(request.form)
            if not overrule.check(loaded.players):
                return _show(loaded, row, 422, sent=overrule)
            recorded = replace(recorded, overruled=overrule.overruling)
        case "stand", _, _:
            recorded = replace(recorded, overruled=None)
        case "bring-back", _, _ if argument.isdecimal():
            recorded = _earlier_version(row, int(argument[:9]))
        case _:
            raise BadRequest
    try:
        record_event(loaded, HandReplaced(number, recorded))
    except NotPossible as error:
        return _show(loaded, row, 422, as_sentence(store_sentence(error)), form)
    if verb == "insert":
        return go_to(url_for("gem2_deals.deal", game=game, number=number, deal=int(argument[:2])))
    return go_to(url_for("sheet.hand", game=game, number=number, over=1 if verb == "four-x" else None))


def _may_overrule(game: AnyGame, row: SheetRow) -> bool:
    return row.place is not None and round_view.is_finished(game, row)


def _earlier_version(row: SheetRow, seq: int) -> RecordedHand:
    version = next((change.event for change in row.hand.history if change.seq == seq), None)
    if not isinstance(version, DocumentEvent):
        abort(404, NO_SUCH_VERSION)
    return version.recorded


def _show(
    game: AnyGame,
    row: SheetRow,
    status: int = 200,
    error: str = "",
    sent: DealsForm | RoundOverruleForm | DateAndNoteForm | None = None,
) -> Response:
    recorded = row.hand.recorded
    solo = isinstance(game, SoloGame)
    finished = round_view.is_finished(game, row)
    points = [(row.points or {}).get(name, 0) for name in game.players]
    overrule = sent if isinstance(sent, RoundOverruleForm) else RoundOverruleForm.of_points(points)
    page = RoundPage(
        game=game.id,
        solo=solo,
        number=row.hand.number,
        title=wording.ROUND_TITLE.format(position=row.position),
        outcome=round_view.outcome_of(game, row),
        remarks=round_view.remarks_of(game, row),
        faults=() if row.hand.struck else why_not_counted(row),
        doubts=round_view.doubts_of(game, row),
        error=error,
        parts=round_view.parts_of(game, row),
        deals=() if isinstance(game, SoloGame) else round_view.deals_of(game, row),
        deals_form=(sent if isinstance(sent, DealsForm) else DealsForm.of_round(recorded)) if solo else None,
        overrule_form=overrule if _may_overrule(game, row) else None,
        four_x_answers=_four_x_answers(game, row),
        four_x=last_four_answer(ending_of(recorded), game),
        counted=isinstance(recorded.played, CountedRound),
        players=game.players,
        overruled=recorded.overruled is not None,
        responses=ruling_responses.responses_to(game.member, game.state, row) if finished and not solo else None,
        disputing="dispute" in request.args,
        struck=row.hand.struck,
        reason=row.hand.reason,
        date=recorded.at,
        note=recorded.note,
        date_and_note=sent if isinstance(sent, DateAndNoteForm) else DateAndNoteForm.of(recorded.at, recorded.note),
        entries=history_entries(game.state, row.hand.history, {}),
        just_over="over" in request.args and finished,
        game_over=game.over,
        next_page=wording.next_page(over=game.over, next_position=0 if game.running else game.current_position),
        may_record=game.member.role.may(Role.SCORER) and not game.state.closed,
        undoable=game.state.undoable,
        undo_words=undo_of(game.state).undo_label,
    )
    return pages.show(page, status)


def _four_x_answers(game: AnyGame, row: SheetRow) -> tuple[tuple[str, str], ...]:
    """Return the answers to what the last four cards are, where a round of two sides ended on four (R.29)."""
    if isinstance(game, SoloGame) or not round_view.ends_on_four(game, row):
        return ()
    return wording.four_x_answers(game.players)
