"""The page of one hand: how it came out, who agrees with that, and what can be done to it."""

from dataclasses import dataclass, replace

from flask import abort, request

from companion.journal.sheet import SheetRow
from companion.store import games
from companion.store.people.members import Member
from companion.web.base.dates import DateAndNoteForm
from companion.web.base.forms import AppForm
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import HandLine, ScoredGame, load_game
from companion.web.sheet.history import HistoryEntry, UndoView, history_entries, undo_of
from companion.web.sheet.responses import Responses, responses_to
from companion.wording.history import undone_sentence
from companion.wording.store_errors import NOT_ON_SHEET, why_not_counted


@dataclass(frozen=True, slots=True)
class RecordedHandView:
    """A hand of any game as its page shows it; a kind of game adds what only its hands have."""

    scored: ScoredGame
    row: SheetRow
    line: HandLine
    responses: Responses | None
    entries: tuple[HistoryEntry, ...]
    undo: UndoView
    date_and_note: DateAndNoteForm
    error: str = ""

    @property
    def number(self) -> int:
        return self.row.hand.number

    @property
    def faults(self) -> tuple[str, ...]:
        """Why the hand doesn't count, unless somebody struck it out."""
        return () if self.row.hand.struck else why_not_counted(self.row)

    @property
    def may_overrule(self) -> bool:
        return self.scored.may_record and may_be_overruled(self.scored, self.row)

    @property
    def is_last(self) -> bool:
        """It is the last hand of a game that goes on."""
        return self.row is self.scored.sheet.rows[-1] and not self.scored.finished

    @property
    def replaced(self) -> int | None:
        """The correction that was just recorded, as long as undo takes back that and nothing else."""
        return self.undo.undo if self.undo.undo == request.args.get("replaced", type=int) else None

    @property
    def undone(self) -> str:
        """What was undone last, as a sentence, if it's about this hand."""
        about_this = self.undo.redo_hand == self.number
        return undone_sentence(self.undo.redo_label, is_draft=False) if about_this else ""


def hand_view(scored: ScoredGame, row: SheetRow, *, sent: AppForm | None = None, error: str = "") -> RecordedHandView:
    """Return what the page of any hand shows; a form that was sent has errors."""
    state, recorded = scored.state, row.hand.recorded
    to_agree_on = len(scored.players) > 1 and scored.kind.is_finished(scored, row)
    rulings = games.rulings_recorded(current_store(), scored.id, row.hand.number)
    return RecordedHandView(
        scored=scored,
        row=row,
        line=scored.kind.line(scored, row),
        responses=_responses(scored, row) if to_agree_on else None,
        entries=history_entries(state, row.hand.history, rulings),
        undo=undo_of(state),
        date_and_note=sent if isinstance(sent, DateAndNoteForm) else DateAndNoteForm.of(recorded.at, recorded.note),
        error=error,
    )


def _responses(scored: ScoredGame, row: SheetRow) -> Responses | None:
    """Return the responses; long after the game nobody is asked for one, unless a dispute is left."""
    responses = responses_to(scored.member, scored.state, row)
    if responses is None or responses.disputes or not scored.is_long_over:
        return responses
    return replace(responses, answers_for=(), own=None) if responses.accepted_by else None


def may_be_overruled(scored: ScoredGame, row: SheetRow) -> bool:
    has_points = row.place is not None and row.points is not None and not row.hand.recorded.drawn
    return has_points and scored.kind.is_finished(scored, row)


def load_hand(member: Member, number: int) -> tuple[ScoredGame, SheetRow]:
    """Load a hand with its game, or abort with 404."""
    _, scored = load_game(member)
    row = scored.sheet.row(number)
    if row is None:
        abort(404, NOT_ON_SHEET.format(hand=scored.kind.hand_word, sheet=scored.kind.sheet_word))
    return scored, row
