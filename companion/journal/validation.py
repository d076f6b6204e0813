"""Decide whether an event can be recorded in a game as it stands.

Texts, dates and names must fit the public documents, so that every game can be exported.
"""

from collections.abc import Callable, Mapping
from typing import assert_never

from companion.documents.errors import DocumentError
from companion.documents.game import LONGEST_REASON, MOST_OVERRULED
from companion.documents.reader import LONGEST_NOTE, read_date, read_name, read_text
from companion.documents.texts import name_key
from companion.journal import events
from companion.journal.fold import GameState, Hand
from companion.journal.names import members_to_rename, renamed_teams
from companion.wording.errors import journal as errors

MOST_HANDS = 20_000


def why_impossible(state: GameState, event: events.Event) -> str | None:  # noqa: PLR0912 (a case an event)
    """Return a sentence that says why an event can't be recorded; None if it can."""
    if state.closed != isinstance(event, events.GameReopened):
        return errors.GAME_CLOSED if state.closed else errors.GAME_OPEN
    match event:
        case events.GameStarted():
            return errors.GAME_STARTED
        case events.HandRecorded(document=document):
            if state.recorded >= MOST_HANDS:
                return errors.TOO_MANY_HANDS.format(most=MOST_HANDS)
            return _document_error(document)
        case (
            events.DealRecorded(hand=number)
            | events.HandReplaced(hand=number)
            | events.HandStruckOut(hand=number)
            | events.HandRestored(hand=number)
            | events.HandNoted(hand=number)
            | events.HandDated(hand=number)
            | events.HandAccepted(hand=number)
            | events.HandDisputed(hand=number)
            | events.HandOverruled(hand=number)
            | events.OverrulingWithdrawn(hand=number)
        ):
            hand = state.hand(number)
            return errors.NO_SUCH_HAND if hand is None else _hand_error(state, hand, event)
        case events.PlayersRenamed(names=names):
            return _renaming_error(state, names)
        case events.GameNoted(note=note):
            return _note_error(note)
        case events.GameDated(at=at):
            return _date_error(at)
        case events.GemsLearned():
            return errors.ALL_GEMS_KNOWN if "print" in state.head else None
        case events.HouseRulesChanged() | events.HouseRulesFrom() | events.GameClosed() | events.GameReopened():
            return None
        case events.Undone(record=seq):
            return None if seq == state.undoable else errors.NOTHING_TO_UNDO
        case events.Redone(record=seq):
            return None if seq == state.redoable else errors.NOTHING_TO_REDO
        case _:
            assert_never(event)


def _hand_error(state: GameState, hand: Hand, event: events.HandEvent) -> str | None:
    match event:
        case events.DealRecorded(document=document) | events.HandReplaced(document=document):
            return _document_error(document)
        case events.HandStruckOut(reason=reason):
            return errors.ALREADY_STRUCK_OUT if hand.struck else _reason_error(reason)
        case events.HandRestored():
            return None if hand.struck else errors.NOT_STRUCK_OUT
        case events.HandNoted(note=note):
            return _note_error(note)
        case events.HandDated(at=at):
            return _date_error(at)
        case events.HandAccepted(player=player, points=points):
            return _player_error(state, player) or _points_error(state, points)
        case events.HandDisputed(player=player, word=word):
            return _player_error(state, player) or _reason_error(word)
        case events.HandOverruled():
            return _overruling_error(state, hand, event)
        case events.OverrulingWithdrawn():
            return None if "overruled" in hand.document else errors.NOT_OVERRULED
        case _:
            assert_never(event)


def _overruling_error(state: GameState, hand: Hand, event: events.HandOverruled) -> str | None:
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


def _document_error(document: events.Document) -> str | None:
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
