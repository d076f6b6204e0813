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
from companion.journal.objections import Objection, Obstacle

MOST_HANDS = 20_000


def why_impossible(state: GameState, event: events.Event) -> Objection | None:
    """Return why an event can't be recorded; None if it can."""
    if state.closed != isinstance(event, events.GameReopened):
        return Objection(Obstacle.GAME_CLOSED if state.closed else Obstacle.GAME_OPEN)
    match event:
        case events.GameStarted():
            return Objection(Obstacle.GAME_STARTED)
        case events.HandRecorded(document=document):
            if state.recorded >= MOST_HANDS:
                return Objection(Obstacle.TOO_MANY_HANDS, most=MOST_HANDS)
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
            return Objection(Obstacle.NO_SUCH_HAND) if hand is None else _hand_error(state, hand, event)
        case events.PlayersRenamed(names=names):
            return _renaming_error(state, names)
        case events.GameNoted(note=note):
            return _note_error(note)
        case events.GameDated(at=at):
            return _date_error(at)
        case events.GemsLearned():
            return Objection(Obstacle.ALL_GEMS_KNOWN) if "print" in state.head else None
        case events.HouseRulesChanged() | events.HouseRulesFrom() | events.GameClosed() | events.GameReopened():
            return None
        case events.Undone(record=seq):
            return None if seq == state.undoable else Objection(Obstacle.NOTHING_TO_UNDO)
        case events.Redone(record=seq):
            return None if seq == state.redoable else Objection(Obstacle.NOTHING_TO_REDO)
        case _:
            assert_never(event)


def _hand_error(state: GameState, hand: Hand, event: events.HandEvent) -> Objection | None:
    match event:
        case events.DealRecorded(document=document) | events.HandReplaced(document=document):
            return _document_error(document)
        case events.HandStruckOut(reason=reason):
            return Objection(Obstacle.ALREADY_STRUCK_OUT) if hand.struck else _reason_error(reason)
        case events.HandRestored():
            return None if hand.struck else Objection(Obstacle.NOT_STRUCK_OUT)
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
            return None if "overruled" in hand.document else Objection(Obstacle.NOT_OVERRULED)
        case _:
            assert_never(event)


def _overruling_error(state: GameState, hand: Hand, event: events.HandOverruled) -> Objection | None:
    if not event.reason.strip():
        return Objection(Obstacle.OVERRULING_NEEDS_REASON)
    if hand.document.get("drawn"):
        return Objection(Obstacle.DRAWN_HAND_HAS_NO_RULING)
    return (
        _reason_error(event.reason)
        or _points_error(state, event.points)
        or _player_error(state, event.winner)
        or _player_error(state, event.by)
    )


def _document_error(document: events.Document) -> Objection | None:
    return _note_error(document.get("note", "")) or _date_error(document.get("at", ""))


def _note_error(note: object) -> Objection | None:
    return _read_error(Obstacle.NOTE_UNREADABLE, lambda: read_text(note, "", LONGEST_NOTE))


def _reason_error(reason: object) -> Objection | None:
    return _read_error(Obstacle.REASON_UNREADABLE, lambda: read_text(reason, "", LONGEST_REASON))


def _date_error(at: object) -> Objection | None:
    return None if at == "" else _read_error(Obstacle.DATE_UNREADABLE, lambda: read_date(at, ""))


def _name_error(name: str) -> Objection | None:
    return _read_error(Obstacle.NAME_UNREADABLE, lambda: read_name(name, ""))


def _read_error(obstacle: Obstacle, read: Callable[[], object]) -> Objection | None:
    try:
        read()
    except DocumentError as error:
        return Objection(obstacle, defect=error.defect)
    return None


def _player_error(state: GameState, player: str | None) -> Objection | None:
    return None if player in state.players else Objection(Obstacle.NOT_A_PLAYER, player=player)


def _points_error(state: GameState, points: Mapping[str, int]) -> Objection | None:
    if set(points) != set(state.players):
        return Objection(Obstacle.POINTS_FOR_EVERY_PLAYER)
    if any(not isinstance(amount, int) or abs(amount) > MOST_OVERRULED for amount in points.values()):
        return Objection(Obstacle.POINTS_OUT_OF_RANGE, most=MOST_OVERRULED)
    return None


def _renaming_error(state: GameState, names: Mapping[str, str]) -> Objection | None:
    renamable = {*state.players, *members_to_rename(state.head)}
    if not names or not renamable.issuperset(names):
        return Objection(Obstacle.ONLY_PLAYERS_RENAMED)
    players = [names.get(name, name) for name in state.players]
    members = [member for team in renamed_teams(state.head, names) for member in team]
    if any(len({name_key(name) for name in group}) < len(group) for group in (players, members)):
        return Objection(Obstacle.SAME_NAME)
    return next(filter(None, map(_name_error, names.values())), None)
