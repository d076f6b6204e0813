"""What cannot be recorded, with the sentence that says why."""

from collections.abc import Mapping
from typing import assert_never

from companion.journal.events import (
    DeckChanged,
    Document,
    Event,
    GameClosed,
    GameDated,
    GameNoted,
    GameReopened,
    GameStarted,
    GemsLearned,
    HandAccepted,
    HandDated,
    HandDisputed,
    HandMoved,
    HandNoted,
    HandOverruled,
    HandRecorded,
    HandReplaced,
    HandRestored,
    HandStruckOut,
    HouseRulesChanged,
    OverrulingWithdrawn,
    PlayersRenamed,
    Redone,
    Undone,
)
from companion.journal.fold import Change, GameState, Hand

LONGEST_NAME = 40
LONGEST_NOTE = 2000
LONGEST_REASON = 500
LONGEST_DATE = 40
MOST_POINTS = 1_000_000
MOST_HANDS = 10_000


def refusal(state: GameState, event: Event) -> str | None:  # noqa: C901, PLR0911, PLR0912 (a case an event)
    """Say in a sentence why an event cannot happen to the game as it stands; None if it can."""
    if state.closed and not isinstance(event, GameReopened):
        return "This game is closed; reopen it first."
    match event:
        case GameStarted():
            return "The game has already begun."
        case HandRecorded(document=document):
            if state.recorded >= MOST_HANDS:
                return f"A game holds at most {MOST_HANDS} hands; start another one."
            return _of_document(document)
        case (
            HandReplaced(hand=number)
            | HandStruckOut(hand=number)
            | HandRestored(hand=number)
            | HandMoved(hand=number)
            | HandNoted(hand=number)
            | HandDated(hand=number)
            | HandAccepted(hand=number)
            | HandDisputed(hand=number)
            | HandOverruled(hand=number)
            | OverrulingWithdrawn(hand=number)
        ):
            hand = state.hand(number)
            return "This hand is not on the sheet." if hand is None else _of_hand(state, hand, event)
        case HouseRulesChanged() | GemsLearned() | DeckChanged():
            return None
        case PlayersRenamed(names=names):
            return _of_names(state, names)
        case GameNoted(note=note):
            return _too_long("A note", note, LONGEST_NOTE)
        case GameDated(at=at):
            return _too_long("A date", at, LONGEST_DATE)
        case GameClosed():
            return None
        case GameReopened():
            return None if state.closed else "This game is open already."
        case Undone(record=seq):
            return _of_undoing(state.history, seq, undone=False)
        case Redone(record=seq):
            return _of_undoing(state.history, seq, undone=True)
        case _:
            assert_never(event)


def _of_hand(state: GameState, hand: Hand, event: Event) -> str | None:  # noqa: C901, PLR0911, PLR0912
    match event:
        case HandReplaced(document=document):
            return _of_document(document)
        case HandStruckOut(reason=reason):
            return "This hand is struck out already." if hand.struck else _too_long("A reason", reason, LONGEST_REASON)
        case HandRestored():
            return None if hand.struck else "This hand is not struck out."
        case HandMoved(before=before):
            if before is not None and (before == hand.number or state.hand(before) is None):
                return "A hand is moved before another hand of the sheet, or to the end."
        case HandNoted(note=note):
            return _too_long("A note", note, LONGEST_NOTE)
        case HandDated(at=at):
            return _too_long("A date", at, LONGEST_DATE)
        case HandAccepted(player=player, points=points):
            return _of_player(state, player) or _of_points(state, points)
        case HandDisputed(player=player, word=word):
            return _of_player(state, player) or _too_long("A word why", word, LONGEST_REASON)
        case HandOverruled(points=points, winner=winner, reason=reason, by=by):
            if not reason.strip():
                return "An overruling needs a reason: the sheet shows it."
            if winner is not None and winner not in state.players:
                return f"{winner} does not sit at the table."
            return (
                _of_points(state, points)
                or _too_long("A reason", reason, LONGEST_REASON)
                or _too_long("A name", by, LONGEST_NAME)
            )
        case OverrulingWithdrawn():
            return None if "overruled" in hand.document else "The ruling on this hand stands as it is."
        case _:
            pass
    return None


def _of_document(document: Document) -> str | None:
    note, at = document.get("note", ""), document.get("at", "")
    if not isinstance(note, str) or not isinstance(at, str):
        return "A note and a date are text."
    return _too_long("A note", note, LONGEST_NOTE) or _too_long("A date", at, LONGEST_DATE)


def _too_long(what: str, text: str, longest: int) -> str | None:
    return f"{what} has at most {longest} characters." if len(text) > longest else None


def _of_player(state: GameState, player: str) -> str | None:
    return None if player in state.players else f"{player} does not sit at the table."


def _of_points(state: GameState, points: Mapping[str, int]) -> str | None:
    if set(points) != set(state.players):
        return "Points are given to each player of the game and to nobody else."
    if any(abs(amount) > MOST_POINTS for amount in points.values()):
        return f"Points go up to {MOST_POINTS}."
    return None


def _of_names(state: GameState, names: Mapping[str, str]) -> str | None:
    if not names or any(one not in state.players for one in names):
        return "Only a player of the game can have another name."
    after = [names.get(one, one) for one in state.players]
    if len(set(after)) < len(after):
        return "Two players of a game cannot have the same name."
    for name in names.values():
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            return f"A name has 1 to {LONGEST_NAME} characters, none of them a control character."
    return None


def _of_undoing(history: tuple[Change, ...], seq: int, *, undone: bool) -> str | None:
    change = next((one for one in history if one.seq == seq), None)
    if change is None or isinstance(change.event, GameStarted | PlayersRenamed | Undone | Redone):
        return "There is nothing to undo." if not undone else "There is nothing to redo."
    if change.undone != undone:
        return "That is undone already." if change.undone else "That counts already."
    return None
