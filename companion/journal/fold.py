"""The fold: from a game's records to the game as it stands, with the history of every hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from companion.journal.events import (
    DealRecorded,
    DeckChanged,
    DeckUsed,
    Document,
    Event,
    GameClosed,
    GameDated,
    GameEvent,
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
    JournalError,
    OverrulingWithdrawn,
    PlayersRenamed,
    Record,
    Redone,
    Undone,
)
from companion.journal.names import renamed, renamed_head
from companion.journal.old_claims import without_false_claims
from companion.journal.spelling import normalized


@dataclass(frozen=True, slots=True)
class HistoryRecord:
    """One record as the history shows it."""

    seq: int
    at: str
    by: str
    event: Event
    undone: bool
    hand: int | None
    """The number of the hand that it was about."""


@dataclass(frozen=True, slots=True)
class RulingResponse:
    """A player's word on a ruling: accepted (with the points then seen), or disputed with a word why."""

    player: str
    at: str
    by: str
    points: Mapping[str, int] | None = None
    word: str = ""

    @property
    def accepted(self) -> bool:
        """Say whether the player agreed."""
        return self.points is not None


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the game (in Gem II: a round) as it stands now."""

    number: int
    """Its own for good: the third hand ever recorded in the game is 3, wherever it stands on the sheet."""
    document: Document
    """What the table says now, with note, date and overruling, under the players' present names."""
    revision: int
    """The seq of the record that last changed its cards or its ruling; what was said before is about another ruling."""
    struck: bool = False
    reason: str = ""
    """Why it was struck out."""
    marks: tuple[RulingResponse, ...] = ()
    """The players' last words on the present revision."""
    history: tuple[HistoryRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class GameState:
    """A game as it stands: what the records add up to."""

    seq: int
    head: Document
    """The game document without hands or rounds, with house rules, gems, note and date as they are now."""
    deck: DeckUsed | None
    hands: tuple[Hand, ...]
    """In the order of play, struck-out ones among them."""
    recorded: int
    """How many hands were ever recorded."""
    closed: bool
    started_at: str
    changed_at: str
    history: tuple[HistoryRecord, ...]
    undoable: int | None
    """The record that "undo" would undo."""
    redoable: int | None

    @property
    def game(self) -> str:
        """The game's name in the documents, such as `gem-rummy`."""
        return str(self.head["game"])

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        names = self.head["players"]
        return tuple(str(name) for name in names) if isinstance(names, list | tuple) else ()

    @property
    def house_rules(self) -> Mapping[str, object]:
        """What the table plays otherwise than the book."""
        found = self.head.get("house_rules", {})
        return found if isinstance(found, Mapping) else {}

    @property
    def next_hand(self) -> int:
        """The number that the next recorded hand will have: drafts of it are kept under this number."""
        return self.recorded + 1

    @property
    def positions(self) -> Mapping[int, int]:
        """Map each hand's number to its position on the sheet, from 1; an undone hand has the one that it left."""
        on_sheet = {hand.number for hand in self.hands}
        positions, position = {}, 1
        for number in range(1, self.next_hand + 1):
            positions[number] = position
            position += number in on_sheet
        return positions

    def hand(self, number: int) -> Hand | None:
        """Find a hand by its number."""
        return next((one for one in self.hands if one.number == number), None)


def fold(records: Iterable[Record]) -> GameState:
    """Add the records up. A record about a hand that is not there (its recording was undone) changes nothing."""
    said = normalized(records)
    if not said or not isinstance(said[0].event, GameStarted):
        raise JournalError("a journal begins with the start of the game")
    undone, undoable, redoable = _undone(said)
    table = _Table(head=dict(said[0].event.head), deck=said[0].event.deck)
    for record in said[1:]:
        _apply(table, record, undone=record.seq in undone)
    first = HistoryRecord(said[0].seq, said[0].at, said[0].by, said[0].event, undone=False, hand=None)
    return GameState(
        seq=said[-1].seq,
        head=table.head,
        deck=table.deck,
        hands=tuple(_finished(table.hands[number]) for number in table.order),
        recorded=table.recorded,
        closed=table.closed,
        started_at=said[0].at,
        changed_at=said[-1].at,
        history=(first, *table.history),
        undoable=undoable,
        redoable=redoable,
    )


@dataclass(slots=True)
class _Hand:
    number: int
    document: Document
    revision: int
    struck: bool = False
    reason: str = ""
    marks: dict[str, RulingResponse] = field(default_factory=dict)
    history: list[HistoryRecord] = field(default_factory=list)


@dataclass(slots=True)
class _Table:
    head: dict[str, object]
    deck: DeckUsed | None
    hands: dict[int, _Hand] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    recorded: int = 0
    closed: bool = False
    history: list[HistoryRecord] = field(default_factory=list)


def _finished(hand: _Hand) -> Hand:
    return Hand(
        hand.number,
        hand.document,
        hand.revision,
        hand.struck,
        hand.reason,
        tuple(hand.marks.values()),
        tuple(hand.history),
    )


def _undone(records: tuple[Record, ...]) -> tuple[frozenset[int], int | None, int | None]:
    """Tell which records no longer count, and what undo and redo would touch next.

    A word on a ruling is not the table's doing, and other names are no deed that hands rest on: undo passes both over.
    Anything else that is new takes redo's ground away.
    """
    done: list[int] = []
    taken_back: list[int] = []
    undone: set[int] = set()
    for record in records[1:]:
        match record.event:
            case Undone(record=seq):
                undone.add(seq)
                done = [one for one in done if one != seq]
                taken_back.append(seq)
            case Redone(record=seq):
                undone.discard(seq)
                taken_back = [one for one in taken_back if one != seq]
                done.append(seq)
            case HandAccepted() | HandDisputed() | PlayersRenamed():
                pass
            case _:
                done.append(record.seq)
                taken_back.clear()
    return frozenset(undone), done[-1] if done else None, taken_back[-1] if taken_back else None


def _apply(table: _Table, record: Record, *, undone: bool) -> None:
    event = record.event
    if isinstance(event, HandRecorded):
        # Counted even when undone: a number is never given twice.
        table.recorded += 1
    number = hand_of(event, table.recorded)
    change = HistoryRecord(record.seq, record.at, record.by, event, undone, number)
    table.history.append(change)
    hand = table.hands.get(number) if number is not None else None
    if hand is not None:
        hand.history.append(change)
    if undone:
        return
    match event:
        case GameStarted() | Undone() | Redone():
            pass
        case HandRecorded(document=recorded):
            document = without_false_claims(recorded, table.head)
            table.hands[table.recorded] = _Hand(table.recorded, document, record.seq, history=[change])
            table.order.append(table.recorded)
        case (
            DealRecorded()
            | HandReplaced()
            | HandStruckOut()
            | HandRestored()
            | HandMoved()
            | HandNoted()
            | HandDated()
            | HandAccepted()
            | HandDisputed()
            | HandOverruled()
            | OverrulingWithdrawn()
        ):
            if hand is not None:
                _apply_to_hand(table, hand, event, record)
        case _:
            _apply_to_table(table, event)


def hand_of(event: Event, recorded: int) -> int | None:
    """Tell which hand an event is about, `recorded` being the number of the last hand recorded."""
    return recorded if isinstance(event, HandRecorded) else getattr(event, "hand", None)


def _apply_to_hand(table: _Table, hand: _Hand, event: HandEvent, record: Record) -> None:
    match event:
        case DealRecorded(document=document) | HandReplaced(document=document):
            kept = {key: hand.document[key] for key in ("at", "note") if key in hand.document}
            _ruled_anew(hand, {**kept, **without_false_claims(document, table.head)}, record.seq)
        case HandStruckOut(reason=reason):
            hand.struck, hand.reason = True, reason
        case HandRestored():
            hand.struck, hand.reason = False, ""
        case HandMoved(before=before):
            table.order.remove(hand.number)
            table.order.insert(table.order.index(before) if before in table.order else len(table.order), hand.number)
        case HandNoted(note=note):
            hand.document = _with(hand.document, "note", note)
        case HandDated(at=at):
            hand.document = _with(hand.document, "at", at)
        case HandAccepted(player=player, points=points):
            hand.marks[player] = RulingResponse(player, record.at, record.by, points=points)
        case HandDisputed(player=player, word=word):
            hand.marks[player] = RulingResponse(player, record.at, record.by, word=word)
        case HandOverruled(points=points, winner=winner, reason=reason, by=by):
            said = {"points": dict(points), "winner": winner, "reason": reason, "by": by}
            _ruled_anew(hand, {**hand.document, "overruled": said}, record.seq)
        case OverrulingWithdrawn():
            _ruled_anew(hand, _with(hand.document, "overruled", None), record.seq)
        case _:
            assert_never(event)


def _ruled_anew(hand: _Hand, document: Document, seq: int) -> None:
    hand.document, hand.revision = document, seq
    hand.marks.clear()


def _with(document: Document, key: str, value: object) -> dict[str, object]:
    rest = {name: one for name, one in document.items() if name != key}
    return {**rest, key: value} if value else rest


def _apply_to_table(table: _Table, event: GameEvent) -> None:
    match event:
        case HouseRulesChanged(house_rules=house_rules):
            table.head = _with(table.head, "house_rules", dict(house_rules))
        case GemsLearned(gems=gems):
            table.head = _with(table.head, "gems", _learned(table.head.get("gems"), gems))
        case DeckChanged(deck=deck, print=deck_print, gems=gems):
            table.deck = deck
            table.head = _with(_with(table.head, "print", deck_print and dict(deck_print)), "gems", dict(gems))
        case PlayersRenamed(names=names):
            table.head = dict(renamed_head(table.head, names))
            for hand in table.hands.values():
                hand.document = renamed(hand.document, names)
                hand.marks = {names.get(one, one): _mark_renamed(mark, names) for one, mark in hand.marks.items()}
        case GameNoted(note=note):
            table.head = _with(table.head, "note", note)
        case GameDated(at=at):
            table.head = _with(table.head, "at", at)
        case GameClosed():
            table.closed = True
        case GameReopened():
            table.closed = False
        case _:
            assert_never(event)


def _mark_renamed(mark: RulingResponse, names: Mapping[str, str]) -> RulingResponse:
    points = {names.get(one, one): amount for one, amount in mark.points.items()} if mark.points is not None else None
    return RulingResponse(names.get(mark.player, mark.player), mark.at, mark.by, points, mark.word)


def _learned(known: object, gems: Mapping[str, str]) -> dict[str, str]:
    before = {str(card): str(letters) for card, letters in known.items()} if isinstance(known, Mapping) else {}
    return {**before, **gems}
