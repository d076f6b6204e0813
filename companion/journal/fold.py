"""Fold a game's records into its state: what undo and redo take back, every hand's history, how long it took."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from companion.documents.game import players_of
from companion.journal.events.game import GameStarted, Redone, Undone
from companion.journal.events.hands import DealRecorded, HandRecorded
from companion.journal.state import GameState, HistoryRecord, JournalError, OpenGame, OpenHand, Record


def fold(records: Iterable[Record]) -> GameState:
    """Return the state that the records lead to. A record about a hand whose recording was undone changes nothing."""
    return Replay(records).state()


class Replay:
    def __init__(self, records: Iterable[Record]) -> None:
        self._records = [*records]
        self._undoing = _Undoing()
        for record in self._records[1:]:
            self._undoing.add(record)
        self._game = _game_of(self._records, self._undoing.undone)

    def add(self, record: Record) -> None:
        """Go on by a record. Undo and redo fold all records again, everything else only this."""
        self._records.append(record)
        self._undoing.add(record)
        if isinstance(record.event, Undone | Redone):
            self._game = _game_of(self._records, self._undoing.undone)
        else:
            _apply(self._game, record, undone=False)

    def state(self) -> GameState:
        return self._state(self._game.hands.values(), tuple(self._game.history))

    def state_of(self, *numbers: int) -> GameState:
        """Return the current state with some of its hands and no history: its cost doesn't grow with the game."""
        return self._state(filter(None, map(self._game.hands.get, numbers)), ())

    def _state(self, hands: Iterable[OpenHand], history: tuple[HistoryRecord, ...]) -> GameState:
        records, game, undoing = self._records, self._game, self._undoing
        return GameState(
            seq=records[-1].seq,
            head=game.head,
            deck=game.deck,
            hands=tuple(game.finished(hand) for hand in hands),
            recorded=game.recorded,
            closed=game.closed,
            taken_by=game.taken_by,
            started_at=records[0].at,
            changed_at=records[-1].at,
            history=history,
            undoable=_last(undoing.undoable),
            redoable=_last(undoing.redoable),
        )


def _game_of(records: Sequence[Record], undone: Collection[int]) -> OpenGame:
    started = records[0].event if records else None
    if not isinstance(started, GameStarted):
        raise JournalError
    game = OpenGame(head=started.head, deck=started.deck)
    for record in records:
        _apply(game, record, undone=record.seq in undone)
    return game


@dataclass(slots=True)
class _Undoing:
    """The records that no longer count, and those that undo and redo would change, the next one last.

    Anything that is recorded but responses and renamings leaves nothing to redo.
    """

    undone: set[int] = field(default_factory=set)
    undoable: list[int] = field(default_factory=list)
    redoable: list[int] = field(default_factory=list)

    def add(self, record: Record) -> None:
        match record.event:
            case Undone(record=seq):
                self.undone.add(seq)
                _drop(self.undoable, seq)
                self.redoable.append(seq)
            case Redone(record=seq):
                self.undone.discard(seq)
                _drop(self.redoable, seq)
                self.undoable.append(seq)
            case event if event.is_undoable:
                self.undoable.append(record.seq)
                self.redoable.clear()


def _drop(seqs: list[int], seq: int) -> None:
    """Remove a seq from a list, of which it is nearly always the last."""
    if seqs and seqs[-1] == seq:
        seqs.pop()
    elif seq in seqs:
        seqs.remove(seq)


def _last(seqs: list[int]) -> int | None:
    return seqs[-1] if seqs else None


def _apply(game: OpenGame, record: Record, *, undone: bool) -> None:
    event = record.event
    if isinstance(event, HandRecorded):
        # Counted even if it was undone: a number is never reused.
        game.recorded += 1
    number = event.hand_number(game.recorded)
    change = HistoryRecord(
        record.seq, record.at, record.by, event, undone, number, players_of(game.head), record.brought_in
    )
    game.history.append(change)
    hand = game.hands.get(number or 0)
    if hand is not None:
        hand.history.append(change)
    if record.counts and not undone:
        event.apply(game, record)


LONGEST_MINUTES = 12 * 60
"""What takes longer was played on several evenings, and only the first and the last of its records say when."""


def minutes_played(state: GameState) -> int | None:
    """Return the minutes from the start to the last hand; None for an imported game or one of several evenings."""
    times = [
        change.at
        for change in state.history
        if isinstance(change.event, HandRecorded | DealRecorded) and not change.undone
    ]
    if not times:
        return None
    try:
        played = datetime.fromisoformat(times[-1]) - datetime.fromisoformat(state.started_at)
    except (TypeError, ValueError):
        return None
    minutes = round(played.total_seconds() / 60)
    return minutes if 0 < minutes <= LONGEST_MINUTES else None
