"""Why something cannot be recorded in a game."""

from typing import assert_never

from companion.journal.objections import Objection, Obstacle
from companion.journal.sheet import SheetRow
from companion.journal.state import JournalError
from companion.wording.errors.documents import document_error_sentence, placed_sentence
from companion.wording.faults import fault_sentence

NO_SUCH_HAND = "This hand isn't on the sheet."


def objection_sentence(objection: Objection) -> str:
    """Return why something can't be recorded."""
    defect = objection.defect
    reason = document_error_sentence(defect) if defect else " ".join(map(fault_sentence, objection.faults))
    match objection.obstacle:
        case Obstacle.GAME_CLOSED:
            return "This game is closed. Reopen it first."
        case Obstacle.GAME_OPEN:
            return "This game is already open."
        case Obstacle.GAME_STARTED:
            return "This game has already started."
        case Obstacle.GAME_OVER:
            return "The game is over, so no more hands can be recorded."
        case Obstacle.TOO_MANY_HANDS:
            return f"A game can have at most {objection.most} hands. Start a new one."
        case Obstacle.NO_SUCH_HAND:
            return NO_SUCH_HAND
        case Obstacle.ALL_GEMS_KNOWN:
            return "Every gem of this deck is already known."
        case Obstacle.NOTHING_TO_UNDO:
            return "There is nothing to undo, or something newer has to be undone first."
        case Obstacle.NOTHING_TO_REDO:
            return "There is nothing to redo: something else has been done since."
        case Obstacle.ALREADY_STRUCK_OUT:
            return "This hand is already struck out."
        case Obstacle.NOT_STRUCK_OUT:
            return "This hand isn't struck out."
        case Obstacle.NOT_OVERRULED:
            return "The ruling on this hand hasn't been overruled."
        case Obstacle.OVERRULING_NEEDS_REASON:
            return "Give a reason for overruling. It will be shown on the sheet."
        case Obstacle.DRAWN_HAND_HAS_NO_RULING:
            return "A drawn hand has no ruling to overrule."
        case Obstacle.NOT_A_PLAYER:
            return f"{objection.player or 'Nobody'} isn't playing in this game."
        case Obstacle.POINTS_FOR_EVERY_PLAYER:
            return "Enter points for every player, and only for them."
        case Obstacle.POINTS_OUT_OF_RANGE:
            return f"Points must be whole numbers of at most {objection.most}."
        case Obstacle.ONLY_PLAYERS_RENAMED:
            return "Only players of this game can be renamed."
        case Obstacle.SAME_NAME:
            return "Two players can't have the same name."
        case Obstacle.NOTE_UNREADABLE:
            return f"This can't be used as the note: {reason}."
        case Obstacle.REASON_UNREADABLE:
            return f"This can't be used as the reason: {reason}."
        case Obstacle.DATE_UNREADABLE:
            return f"This can't be used as the date: {reason}."
        case Obstacle.NAME_UNREADABLE:
            return f"This can't be used as a name: {reason}."
        case Obstacle.NOT_SCORABLE:
            return f"This game can't be scored: {placed_sentence(defect) if defect else reason}."
        case Obstacle.HAND_NOT_SCORABLE:
            return reason or "This hand can't be scored."
        case Obstacle.AFTER_THE_END:
            return reason or "It comes after the end of the game."
        case Obstacle.HAND_NOT_READABLE:
            return f"The hand in it can't be read: {reason}."
        case Obstacle.NOT_A_JOURNAL:
            return "This isn't written as the app writes it."
        case Obstacle.NAMES_SPELLED_OTHERWISE:
            return "Its names aren't spelled as in the game."
        case Obstacle.RULING_OF_OTHERS:
            return "The ruling recorded with it is for other players."
        case _:
            assert_never(objection.obstacle)


def why_not_counted(row: SheetRow) -> tuple[str, ...]:
    """Return why a hand on the sheet doesn't count, a sentence each; why it was struck out only if somebody said so."""
    if row.hand.struck:
        return (row.hand.reason,) if row.hand.reason else ()
    if row.defect is not None:
        return (document_error_sentence(row.defect),)
    return tuple(map(fault_sentence, row.faults))


def journal_error_words(error: JournalError) -> str:
    """Return what is wrong with stored records as a part of a sentence."""
    if error.kind is None:
        return "a journal begins with the start of the game"
    return f"a record of the kind {error.kind!r} cannot be read: {error.cause}"
