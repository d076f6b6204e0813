"""The form of the table as it was tapped, and what both tables do with it."""

from dataclasses import dataclass
from http import HTTPStatus

from flask import Response, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events.game import Redone, Undone
from companion.web.base.htmx import go_to, tell, wants_part
from companion.web.gem2.game import AnyGame, record_event, redoable, undoable
from companion.web.gem2.turn import TurnDraft
from companion.web.sheet.history import undo_of
from companion.wording.history import undone_sentence


@dataclass(frozen=True, slots=True)
class Tap:
    """A button of the table with the fields beside it."""

    verb: str
    argument: str
    place: tuple[int, int]
    """The round's number in the journal and the deal that the page showed."""
    count: int | None
    """The number of cards chosen."""

    @property
    def names_record(self) -> bool:
        """Whether an undo or redo is of a record, not of a step of the turn being entered."""
        return self.argument.isdecimal()

    @property
    def step(self) -> int:
        """By how much the button changes the count."""
        return {"plus": 1, "minus": -1}.get(self.verb, 0)


def read_tap() -> Tap:
    """Return what was tapped."""
    verb, _, argument = request.form.get("act", "").partition(":")
    if argument and verb not in {"undo", "redo"}:
        raise BadRequest
    place = (request.form.get("hand", 0, type=int), request.form.get("deal", 0, type=int))
    return Tap(verb, argument, place, number_of("count"))


def number_of(name: str) -> int | None:
    """Return a number of cards from the form; None where none was entered."""
    text = request.form.get(name, "").strip()
    return int(text[:4]) if text.isdecimal() and text.isascii() else None


def undo_or_redo(game: AnyGame, tap: Tap) -> None:
    """Undo or redo the record that the button named, and no other, however often it was tapped."""
    seq, event = (redoable(game), Redone) if tap.verb == "redo" else (undoable(game), Undone)
    if seq and tap.argument == str(seq):
        record_event(game, event(seq))


def undo_action(game: AnyGame, draft: TurnDraft) -> str:
    """Return what the undo button sends; empty for nothing.

    That is the step entered last, else the last record, by its name or number. Right after that was undone, the button
    redoes it, so that a second tap takes back nothing older.
    """
    if draft.undone:
        return f"redo:{draft.undone.last_step}"
    if draft.last_step:
        return f"undo:{draft.last_step}"
    verb, seq = ("redo", redoable(game)) if game.state.redoable else ("undo", undoable(game))
    return f"{verb}:{seq}" if seq else ""


def undo_or_redo_entered(draft: TurnDraft, tap: Tap) -> TurnDraft:
    """Return a draft without the step that the button named, or with it again."""
    return draft.with_undone(tap.argument) if tap.verb == "redo" else draft.without(tap.argument)


def undone_words(game: AnyGame) -> str:
    """Return what was undone last; empty if nothing was."""
    return undone_sentence(undo_of(game.state).redo_label, is_draft=False)


def conflict_status() -> int:
    """Return the status of a page that shows someone else's change: htmx doesn't swap in a 409."""
    return HTTPStatus.OK if wants_part() else HTTPStatus.CONFLICT


def result_of(game: AnyGame, hand: int) -> BaseResponse | None:
    """Return the redirect to a round's result; None while the round goes on."""
    if game.running is None or game.running.hand.number != hand:
        return go_to(url_for("sheet.hand", game=game.id, number=hand, over=1))
    return None


def announced(answer: Response, announcement: str) -> Response:
    """Have a screen reader say what has changed."""
    return tell(answer, {"say": announcement}) if announcement else answer
