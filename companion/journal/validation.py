"""What cannot be recorded, with the sentence that says why.

Texts, dates and names are held to what the public documents can carry, so that every game can be exported.
"""

from collections.abc import Callable, Mapping
from typing import assert_never

from companion.documents.errors import DocumentError
from companion.documents.game import LONGEST_REASON, MOST_OVERRULED
from companion.documents.reader import LONGEST_NOTE, read_date, read_name, read_text
from companion.documents.texts import name_key
from companion.journal.events import (
    DealRecorded,
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
    HandEvent,
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
from companion.journal.fold import GameState, Hand
from companion.journal.names import members_to_rename, renamed_teams

MOST_HANDS = 20_000


def why_impossible(state: GameState, event: Event) -> str | None:
    """Say in a sentence why an event cannot happen to the game as it stands; None if it can."""
    if state.closed != isinstance(event, GameReopened):
        return "This game is closed; reopen it first." if state.closed else "This game is open already."
    match event:
        case GameStarted():
            return "The game has already begun."
        case HandRecorded(document=document):
            if state.recorded >= MOST_HANDS:
                return f"A game holds at most {MOST_HANDS} hands; start another one."
            return _of_document(document)
        case (
            DealRecorded(hand=number)
            | HandReplaced(hand=number)
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
        case PlayersRenamed(names=names):
            return _of_names(state, names)
        case GameNoted(note=note):
            return _of_note(note)
        case GameDated(at=at):
            return _of_date(at)
        case GemsLearned():
            return "Every gem of this deck is known already." if "print" in state.head else None
        case HouseRulesChanged() | DeckChanged() | GameClosed() | GameReopened():
            return None
        case Undone() | Redone():
            return _of_undoing(state, event)
        case _:
            assert_never(event)


def _of_undoing(state: GameState, event: Undone | Redone) -> str | None:
    if isinstance(event, Undone):
        there = event.record == state.undoable
        return None if there else "There is nothing to undo, or something newer is undone first."
    there = event.record == state.redoable
    return None if there else "There is nothing to redo: something else was done since."


def _of_hand(state: GameState, hand: Hand, event: HandEvent) -> str | None:
    match event:
        case DealRecorded(document=document) | HandReplaced(document=document):
            return _of_document(document)
        case HandStruckOut(reason=reason):
            return "This hand is struck out already." if hand.struck else _of_reason(reason)
        case HandRestored():
            return None if hand.struck else "This hand is not struck out."
        case HandMoved(before=before):
            there = before is None or (before != hand.number and state.hand(before) is not None)
            return None if there else "A hand is moved before another hand of the sheet, or to the end."
        case HandNoted(note=note):
            return _of_note(note)
        case HandDated(at=at):
            return _of_date(at)
        case HandAccepted(player=player, points=points):
            return _of_player(state, player) or _of_points(state, points)
        case HandDisputed(player=player, word=word):
            return _of_player(state, player) or _of_reason(word)
        case HandOverruled():
            return _of_overruling(state, hand, event)
        case OverrulingWithdrawn():
            return None if "overruled" in hand.document else "The ruling on this hand stands as it is."
        case _:
            assert_never(event)


def _of_overruling(state: GameState, hand: Hand, event: HandOverruled) -> str | None:
    if not event.reason.strip():
        return "An overruling needs a reason: the sheet shows it."
    if hand.document.get("drawn"):
        return "A drawn hand has no ruling that could be set aside."
    return (
        _of_reason(event.reason)
        or _of_points(state, event.points)
        or _of_player(state, event.winner)
        or _of_player(state, event.by)
    )


def _of_document(document: Document) -> str | None:
    note, at = document.get("note", ""), document.get("at", "")
    return _of_note(note) or _of_date(at)


def _of_note(note: object) -> str | None:
    return _unless(lambda: read_text(note, "the note", LONGEST_NOTE))


def _of_reason(reason: object) -> str | None:
    return _unless(lambda: read_text(reason, "the reason", LONGEST_REASON))


def _of_date(at: object) -> str | None:
    return None if at == "" else _unless(lambda: read_date(at, "the date"))


def _unless(read: Callable[[], object]) -> str | None:
    try:
        read()
    except DocumentError as trouble:
        return f"This cannot be kept as {trouble.where}: {trouble.message}."
    return None


def _of_player(state: GameState, player: str | None) -> str | None:
    return None if player in state.players else f"{player or 'Nobody'} does not sit at the table."


def _of_points(state: GameState, points: Mapping[str, int]) -> str | None:
    if set(points) != set(state.players):
        return "Points are given to each player of the game and to nobody else."
    if any(not isinstance(amount, int) or abs(amount) > MOST_OVERRULED for amount in points.values()):
        return f"Points are whole numbers up to {MOST_OVERRULED}."
    return None


def _of_names(state: GameState, names: Mapping[str, str]) -> str | None:
    known = {*state.players, *members_to_rename(state.head)}
    if not names or any(one not in known for one in names):
        return "Only a player of the game can have another name."
    after = [names.get(one, one) for one in state.players]
    members = [member for team in renamed_teams(state.head, names) for member in team]
    if any(len({name_key(name) for name in some}) < len(some) for some in (after, members)):
        return "Two players of a game cannot have the same name."
    refused = (_unless(lambda name=name: read_name(name, "a name")) for name in names.values())  # type: ignore[misc]
    return next((one for one in refused if one), None)
