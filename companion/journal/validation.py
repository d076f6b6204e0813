"""Decide whether an event can be recorded in a game as it stands.

Texts, dates and names must fit the public documents, so that every game can be exported.
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
from companion.wording.errors import journal as errors

MOST_HANDS = 20_000


def why_impossible(state: GameState, event: Event) -> str | None:  # noqa: PLR0912 (a case an event)
    """Return a sentence that says why an event can't be recorded; None if it can."""
    if state.closed != isinstance(event, GameReopened):
        return errors.GAME_CLOSED if state.closed else errors.GAME_OPEN
    match event:
        case GameStarted():
            return errors.GAME_STARTED
        case HandRecorded(document=document):
            if state.recorded >= MOST_HANDS:
                return errors.TOO_MANY_HANDS.format(most=MOST_HANDS)
            return _document_error(document)
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
            return errors.NO_SUCH_HAND if hand is None else _hand_error(state, hand, event)
        case PlayersRenamed(names=names):
            return _renaming_error(state, names)
        case GameNoted(note=note):
            return _note_error(note)
        case GameDated(at=at):
            return _date_error(at)
        case GemsLearned():
            return errors.ALL_GEMS_KNOWN if "print" in state.head else None
        case DeckChanged():
            return errors.NOT_RECORDED_ANY_MORE
        case HouseRulesChanged() | GameClosed() | GameReopened():
            return None
        case Undone(record=seq):
            return None if seq == state.undoable else errors.NOTHING_TO_UNDO
        case Redone(record=seq):
            return None if seq == state.redoable else errors.NOTHING_TO_REDO
        case _:
            assert_never(event)


def _hand_error(state: GameState, hand: Hand, event: HandEvent) -> str | None:
    match event:
        case DealRecorded(document=document) | HandReplaced(document=document):
            return _document_error(document)
        case HandStruckOut(reason=reason):
            return errors.ALREADY_STRUCK_OUT if hand.struck else _reason_error(reason)
        case HandRestored():
            return None if hand.struck else errors.NOT_STRUCK_OUT
        case HandMoved():
            return errors.NOT_RECORDED_ANY_MORE
        case HandNoted(note=note):
            return _note_error(note)
        case HandDated(at=at):
            return _date_error(at)
        case HandAccepted(player=player, points=points):
            return _player_error(state, player) or _points_error(state, points)
        case HandDisputed(player=player, word=word):
            return _player_error(state, player) or _reason_error(word)
        case HandOverruled():
            return _overruling_error(state, hand, event)
        case OverrulingWithdrawn():
            return None if "overruled" in hand.document else errors.NOT_OVERRULED
        case _:
            assert_never(event)


def _overruling_error(state: GameState, hand: Hand, event: HandOverruled) -> str | None:
    if not event.reason.strip():
        return errors.OVERRULING_NEEDS_REASON
    if hand.document.get("drawn"):
        return errors.DRAWN_HAND_HAS_NO_RULING
    return (
        _reason_error(event.reason)
        or _points_error(state, event.points)
        or _player_error(state, event.winner)
        or _player_error(state, event.by)
    )


def _document_error(document: Document) -> str | None:
    return _note_error(document.get("note", "")) or _date_error(document.get("at", ""))


def _note_error(note: object) -> str | None:
    return _read_error(lambda: read_text(note, errors.NOTE, LONGEST_NOTE))


def _reason_error(reason: object) -> str | None:
    return _read_error(lambda: read_text(reason, errors.REASON, LONGEST_REASON))


def _date_error(at: object) -> str | None:
    return None if at == "" else _read_error(lambda: read_date(at, errors.DATE))


def _name_error(name: str) -> str | None:
    return _read_error(lambda: read_name(name, errors.NAME))


def _read_error(read: Callable[[], object]) -> str | None:
    try:
        read()
    except DocumentError as error:
        return errors.UNREADABLE_VALUE.format(what=error.where, reason=error.message)
    return None


def _player_error(state: GameState, player: str | None) -> str | None:
    return None if player in state.players else errors.NOT_A_PLAYER.format(name=player or errors.NOBODY)


def _points_error(state: GameState, points: Mapping[str, int]) -> str | None:
    if set(points) != set(state.players):
        return errors.POINTS_FOR_EVERY_PLAYER
    if any(not isinstance(amount, int) or abs(amount) > MOST_OVERRULED for amount in points.values()):
        return errors.POINTS_OUT_OF_RANGE.format(most=MOST_OVERRULED)
    return None


def _renaming_error(state: GameState, names: Mapping[str, str]) -> str | None:
    renamable = {*state.players, *members_to_rename(state.head)}
    if not names or not renamable.issuperset(names):
        return errors.ONLY_PLAYERS_RENAMED
    players = [names.get(name, name) for name in state.players]
    members = [member for team in renamed_teams(state.head, names) for member in team]
    if any(len({name_key(name) for name in group}) < len(group) for group in (players, members)):
        return errors.SAME_NAME
    return next(filter(None, map(_name_error, names.values())), None)
