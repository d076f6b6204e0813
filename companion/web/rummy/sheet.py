"""The score sheet of a rummy, and the page of one hand."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Response, abort, request, url_for

from companion.documents.errors import DocumentError
from companion.documents.showdown import PlayedShowdown
from companion.journal.sheet import SheetRow, Standing, showdown_of
from companion.journal.state import GameState
from companion.rules.rummy.showdown_input import Counted
from companion.store import drafts, games
from companion.store.people.members import Member, Role
from companion.web.base import pages
from companion.web.base.dates import DateAndNoteForm
from companion.web.current_store import current_store
from companion.web.kinds.chart import Chart
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.rummy.catalog import rules_of, sides_of, summary_of
from companion.web.rummy.next_hand import NextStep, next_step
from companion.web.rummy.views import end_view, sheet_view
from companion.web.rummy.views.columns_view import EndOfGame, ended_games, filed_words, won_by_all
from companion.web.rummy.views.ruling_view import RulingView, overruled_words, ruling_of
from companion.web.sheet import responses as ruling_responses
from companion.web.sheet.history import HistoryEntry, UndoView, history_entries, undo_of
from companion.wording.game import dealer_stays, dealt_otherwise, showdown_label
from companion.wording.history import undone_sentence
from companion.wording.rulings import STANDING_WORDS
from companion.wording.store_errors import NO_SUCH_HAND, why_not_counted


@pages.context("rummy/sheet/sheet.html")
class SheetPage:
    """What the page of the sheet shows."""

    game: str
    summary: str
    rules_by_hands: tuple[str, ...]
    """Which hands were played by which house rules; empty where all were played by the same."""
    date: str
    note: str
    chart: Chart | None
    table: sheet_view.SheetTable
    ends: tuple[EndOfGame, ...]
    won_by: str
    over: bool
    may_record: bool
    undo: UndoView


def show_sheet(game: ScoredGame) -> Response:
    """Show the sheet."""
    member, state, scored = game.member, game.state, game.sheet
    return pages.show(
        SheetPage(
            game=member.game,
            summary=summary_of(state.head),
            rules_by_hands=sheet_view.rules_by_hands(state, scored),
            date=str(state.head.get("at", "")),
            note=str(state.head.get("note", "")),
            chart=end_view.chart_of_game(game),
            table=sheet_view.sheet_table(state, scored, request.args.get("to", type=int)),
            ends=ended_games(scored),
            won_by=won_by_all(scored),
            over=scored.over or state.closed,
            may_record=member.role.may(Role.SCORER) and not state.closed,
            undo=undo_of(state),
        )
    )


@pages.context("rummy/sheet/hand.html")
class RecordedHandPage:
    """What the page of one hand shows."""

    game: str
    line: sheet_view.SheetLine
    remarks: tuple[str, ...]
    date: str
    note: str
    date_and_note: DateAndNoteForm
    struck: bool
    reason: str
    drawn: bool
    players: tuple[str, ...]
    dealer: str
    dealer_note: str
    """Who would have dealt by the rules, where somebody else did."""
    faults: tuple[str, ...]
    overruled: str
    ruling: RulingView | None
    letters: Mapping[str, str]
    hand_addresses: tuple[str, ...]
    responses: ruling_responses.Responses | None
    disputing: bool
    """What disputes the ruling is open."""
    is_last: bool
    """It is the last hand of a game that goes on."""
    lead: str
    """Where this phone goes by itself, because the next hand is being played; empty while it isn't."""
    lead_label: str
    replaced: int | None
    """The correction that was just recorded, as long as undo takes back that and nothing else."""
    undone: str
    """What was undone last, as a sentence, if it's about this hand."""
    redoable: int | None
    dealer_stays: str
    """Who dealt the hand after it, where the correction would have changed that."""
    late: bool
    """Another phone recorded the hand while it was being entered on this one."""
    entries: tuple[HistoryEntry, ...]
    may_record: bool
    correct: str
    counted: bool
    """Of every hand only the number was entered."""
    hub: str
    correction_changed_at: str


def show_hand(game: ScoredGame, number: int, sent: DateAndNoteForm | None) -> Response:
    """Show one hand with its ruling and what can be done to it."""
    row = game.sheet.row(number)
    if row is None:
        abort(404, NO_SUCH_HAND)
    return pages.show(_hand_page(game, row, sent), 422 if sent else 200)


def _hand_page(scored: ScoredGame, row: SheetRow, sent: DateAndNoteForm | None) -> RecordedHandPage:
    member, state, game = scored.member, scored.state, scored.member.game
    is_last = row is scored.sheet.rows[-1] and not (scored.sheet.over or state.closed)
    lead, lead_label = _lead(member, state) if is_last else ("", "")
    recorded = row.hand.recorded
    ruling = _ruling(state, row)
    if ruling is not None:
        ruling = replace(ruling, filed=filed_words(scored.sheet, row))
    later = next((other for other in scored.sheet.rows if other.place and other.position > row.position), None)
    played = recorded.played
    counted = isinstance(played, PlayedShowdown) and all(isinstance(hand, Counted) for hand in played.hands)
    line = sheet_view.line_of(row, state.players)
    undo = undo_of(state)
    word = STANDING_WORDS[Standing.OVERRULED]
    return RecordedHandPage(
        game=game,
        line=line,
        # Who set the ruling aside, and why, stands in a note of its own.
        remarks=tuple(remark for remark in line.remarks if not remark.startswith(word)),
        date=recorded.at,
        note=recorded.note,
        date_and_note=sent or DateAndNoteForm.of(recorded.at, recorded.note),
        struck=row.hand.struck,
        reason=row.hand.reason,
        drawn=recorded.drawn,
        players=state.players,
        dealer=row.dealer or "",
        dealer_note=dealt_otherwise(row.dealer, row.dealer_by_the_rules),
        faults=why_not_counted(row) if ruling is None else (),
        overruled=overruled_words(recorded, state.players),
        ruling=ruling,
        letters=_letters(state),
        hand_addresses=(),
        responses=ruling_responses.responses_to(
            member, state, row, url_for("overrule.overrule_form", game=game, number=row.hand.number)
        ),
        disputing="dispute" in request.args,
        is_last=is_last,
        lead=lead,
        lead_label=lead_label,
        replaced=state.undoable if state.undoable == request.args.get("replaced", type=int) else None,
        undone=undone_sentence(undo.redo_label, is_draft=False) if undo.redo_hand == row.hand.number else "",
        redoable=undo.redo,
        dealer_stays=dealer_stays(later.position, later.dealer, later.dealer_by_the_rules) if later else "",
        late="late" in request.args,
        entries=history_entries(
            state, row.hand.history, games.rulings_recorded(current_store(), game, row.hand.number)
        ),
        may_record=member.role.may(Role.SCORER) and not state.closed,
        correct=url_for("numbers.numbers", game=game, number=row.hand.number)
        if counted
        else f"{url_for('table.table', game=game)}/showdown?hand={row.hand.number}",
        counted=counted,
        hub=url_for("showdown.hub", game=game, number=row.hand.number),
        correction_changed_at=drafts.last_saved_at(drafts.drafts(current_store(), game, row.hand.number)),
    )


def _lead(member: Member, state: GameState) -> tuple[str, str]:
    """Return where the phone goes on from the last hand, and the label of that: whoever watches, to the next hand."""
    stored = drafts.drafts(current_store(), member.game, state.next_hand)
    step = next_step(member, stored)
    plays = member.role.may(Role.SEAT)
    if step is None and (plays or not stored):
        return "", ""
    table = url_for("table.table", game=member.game)
    label = showdown_label(enters_own=step is NextStep.ENTER_OWN_HAND, plays=plays)
    return (table if step is None else f"{table}/showdown"), label


def _ruling(state: GameState, row: SheetRow) -> RulingView | None:
    """Rule on the hand as the rules are now; None where there is nothing to rule on, or no way to read it."""
    before = None
    one_game = rules_of(state.head).columns == 1
    if one_game and row.standing == Standing.COUNTS and row.totals is not None and row.points is not None:
        before = {name: total - row.points[name] for name, total in row.totals.items()}
    try:
        showdown = showdown_of(state, row.hand.recorded)
    except DocumentError:
        return None
    if showdown is None:
        return None
    sides = sides_of(state.head)
    return ruling_of(showdown, totals=before, sides=sides, made_up=bool(state.deck and state.deck.made_up))


def _letters(state: GameState) -> dict[str, str]:
    known = state.head.get("print") or state.head.get("gems") or {}
    return {str(name): str(letters) for name, letters in known.items()} if isinstance(known, Mapping) else {}
