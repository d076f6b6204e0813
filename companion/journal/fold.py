"""Fold a game's records into its current state, with the history of every hand."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from companion.documents.game import HAND_REMARKS
from companion.journal import events
from companion.journal.names import Rename, Renamings, renamed_by, renamed_head
from companion.journal.normalize import normalized
from companion.rules.rummy.house_rules import rules_of_hands


@dataclass(frozen=True, slots=True)
class HistoryRecord:
    """A record as the history shows it."""

    seq: int
    at: str
    by: str
    event: events.Event
    undone: bool
    hand: int | None
    """The number of the hand that it is about."""
    brought_in: events.BroughtIn | None = None


@dataclass(frozen=True, slots=True)
class RulingResponse:
    """A player's response to a ruling: accepted, with the points then shown, or disputed, with a word why."""

    player: str
    at: str
    by: str
    points: Mapping[str, int] | None = None
    word: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the player accepted."""
        return self.points is not None


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the game (in Gem II: a round) in its current state."""

    number: int
    """Permanent: the third hand ever recorded in the game is 3, wherever it is on the sheet."""
    document: events.Document
    """The hand as a document, with note, date and overruling, under the players' current names.

    It has `house_rules` where it was played by others than the game's.
    """
    revision: int
    """The seq of the record that last changed its cards or its ruling: earlier responses are to another ruling."""
    struck: bool = False
    reason: str = ""
    """Why it was struck out."""
    responses: tuple[RulingResponse, ...] = ()
    """The players' latest responses to the current revision."""
    disputed_before: tuple[str, ...] = ()
    """Who disputed the hand before it was corrected or overruled."""
    history: tuple[HistoryRecord, ...] = ()

    @property
    def house_rules(self) -> Mapping[str, object] | None:
        """The house rules that it was played by; None where they are the game's."""
        own = self.document.get("house_rules")
        return own if isinstance(own, Mapping) else None

    @property
    def own_head(self) -> events.Document:
        """What of the game's head is otherwise for this hand: the house rules, where they are."""
        return {} if self.house_rules is None else {"house_rules": self.house_rules}

    @property
    def played_at(self) -> str:
        """When the hand was first recorded; empty where its game was imported with it."""
        return self.history[0].at if self.history else ""


@dataclass(frozen=True, slots=True)
class GameState:
    """The current state of a game."""

    seq: int
    head: events.Document
    """The game document without hands or rounds."""
    deck: events.DeckUsed | None
    hands: tuple[Hand, ...]
    """In the order of play, including struck-out hands."""
    recorded: int
    """How many hands were ever recorded."""
    closed: bool
    started_at: str
    changed_at: str
    history: tuple[HistoryRecord, ...]
    undoable: int | None
    """The record that undo would undo."""
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
        """The table's changes to the rules."""
        return _house_rules(self.head)

    @property
    def next_hand(self) -> int:
        """The number of the next hand to be recorded; its drafts are stored under it."""
        return self.recorded + 1

    @property
    def positions(self) -> Mapping[int, int]:
        """Map each hand's number to its position on the sheet, from 1. An undone hand keeps the one it had."""
        on_sheet = {hand.number for hand in self.hands}
        positions, position = {}, 1
        for number in range(1, self.next_hand + 1):
            positions[number] = position
            position += number in on_sheet
        return positions

    def rules_of_hand(self, hand: Hand) -> Mapping[str, object]:
        """Return the house rules by which a hand is ruled."""
        return rules_of_hands(self.house_rules) if hand.house_rules is None else hand.house_rules

    def change(self, seq: int | None) -> HistoryRecord | None:
        """Find a record by its number."""
        return next((change for change in reversed(self.history) if change.seq == seq), None)

    def hand(self, number: int) -> Hand | None:
        """Find a hand by its number."""
        return next((hand for hand in self.hands if hand.number == number), None)


def fold(records: Iterable[events.Record]) -> GameState:
    """Return the state that the records lead to. A record about a hand whose recording was undone changes nothing."""
    return Replay(records).state()


class Replay:
    """A fold that goes on record by record."""

    def __init__(self, records: Iterable[events.Record]) -> None:
        self._records = [*normalized(records)]
        self._undoing = _Undoing()
        for record in self._records[1:]:
            self._undoing.add(record)
        self._table = _table_of(self._records, self._undoing.undone)

    def add(self, record: events.Record) -> None:
        """Go on by a record, of normalized names. Undo and redo fold all records again, everything else only this."""
        self._records.append(record)
        self._undoing.add(record)
        if isinstance(record.event, events.Undone | events.Redone):
            self._table = _table_of(self._records, self._undoing.undone)
        else:
            _apply(self._table, record, undone=False)

    def state(self) -> GameState:
        """Return the current state."""
        started = self._records[0]
        first = HistoryRecord(started.seq, started.at, started.by, started.event, undone=False, hand=None)
        return self._state(self._table.hands.values(), (first, *self._table.history))

    def state_of(self, *numbers: int) -> GameState:
        """Return the current state with some of its hands and no history: its cost doesn't grow with the game."""
        return self._state(filter(None, map(self._table.hands.get, numbers)), ())

    def _state(self, hands: "Iterable[_Hand]", history: tuple[HistoryRecord, ...]) -> GameState:
        records, table, undoing = self._records, self._table, self._undoing
        return GameState(
            seq=records[-1].seq,
            head=table.head,
            deck=table.deck,
            hands=tuple(_finished(table, hand) for hand in hands),
            recorded=table.recorded,
            closed=table.closed,
            started_at=records[0].at,
            changed_at=records[-1].at,
            history=history,
            undoable=_last(undoing.undoable),
            redoable=_last(undoing.redoable),
        )


def _table_of(records: Sequence[events.Record], undone: Collection[int]) -> "_Table":
    started = records[0].event if records else None
    if not isinstance(started, events.GameStarted):
        raise events.JournalError("a journal begins with the start of the game")
    table = _Table(head=dict(started.head), deck=started.deck)
    for record in records[1:]:
        _apply(table, record, undone=record.seq in undone)
    return table


@dataclass(slots=True)
class _Hand:
    number: int
    document: events.Document
    revision: int
    renamings: int
    """How many of the game's renamings its document and responses have gone through."""
    house_rules: object
    """Those by which it is ruled, unless the house rules were changed for the whole game since."""
    rules_since: int
    """How many changes of the house rules for the whole game there were when it was recorded."""
    struck: bool = False
    reason: str = ""
    responses: dict[str, RulingResponse] = field(default_factory=dict)
    disputed_before: tuple[str, ...] = ()
    history: list[HistoryRecord] = field(default_factory=list)


@dataclass(slots=True)
class _Table:
    head: dict[str, object]
    deck: events.DeckUsed | None
    hands: dict[int, _Hand] = field(default_factory=dict)
    recorded: int = 0
    closed: bool = False
    history: list[HistoryRecord] = field(default_factory=list)
    renamings: Renamings = field(default_factory=Renamings)
    rules_of_all: Mapping[str, object] = field(default_factory=dict)
    """The house rules of hands that the last change for the whole game set, in every hand recorded by then."""
    changes_of_all: int = 0
    """How many such changes there were."""


def _finished(table: _Table, hand: _Hand) -> Hand:
    _bring_names_up_to_date(table, hand)
    house_rules = hand.house_rules if hand.rules_since == table.changes_of_all else table.rules_of_all
    differs = house_rules != rules_of_hands(_house_rules(table.head))
    return Hand(
        hand.number,
        {**hand.document, "house_rules": house_rules} if differs else hand.document,
        hand.revision,
        hand.struck,
        hand.reason,
        tuple(hand.responses.values()),
        hand.disputed_before,
        tuple(hand.history),
    )


@dataclass(slots=True)
class _Undoing:
    """The records that no longer count, and those that undo and redo would change, the next one last.

    Undo passes over responses, which belong to their player, and over renamings, because later hands use the new
    names. Anything else that is recorded leaves nothing to redo.
    """

    undone: set[int] = field(default_factory=set)
    undoable: list[int] = field(default_factory=list)
    redoable: list[int] = field(default_factory=list)

    def add(self, record: events.Record) -> None:
        """Go on by a record, not the first of its journal."""
        match record.event:
            case events.Undone(record=seq):
                self.undone.add(seq)
                _drop(self.undoable, seq)
                self.redoable.append(seq)
            case events.Redone(record=seq):
                self.undone.discard(seq)
                _drop(self.redoable, seq)
                self.undoable.append(seq)
            case events.HandAccepted() | events.HandDisputed() | events.PlayersRenamed():
                pass
            case _:
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


def _apply(table: _Table, record: events.Record, *, undone: bool) -> None:
    event = record.event
    if isinstance(event, events.HandRecorded):
        # Counted even if it was undone: a number is never reused.
        table.recorded += 1
    number = hand_of(event, table.recorded)
    change = HistoryRecord(record.seq, record.at, record.by, event, undone, number, record.brought_in)
    table.history.append(change)
    hand = table.hands.get(number) if number is not None else None
    if hand is not None:
        hand.history.append(change)
    if undone or not record.counts:
        return
    match event:
        case events.GameStarted() | events.Undone() | events.Redone():
            pass
        case events.HandRecorded(document=recorded):
            table.hands[table.recorded] = _Hand(
                table.recorded,
                _without_house_rules(recorded),
                record.seq,
                table.renamings.count,
                recorded.get("house_rules", rules_of_hands(_house_rules(table.head))),
                table.changes_of_all,
                history=[change],
            )
        case (
            events.DealRecorded()
            | events.HandReplaced()
            | events.HandStruckOut()
            | events.HandRestored()
            | events.HandNoted()
            | events.HandDated()
            | events.HandAccepted()
            | events.HandDisputed()
            | events.HandOverruled()
            | events.OverrulingWithdrawn()
        ):
            if hand is not None:
                _bring_names_up_to_date(table, hand)
                _apply_to_hand(hand, event, record)
        case _:
            _apply_to_table(table, event)


def hand_of(event: events.Event, recorded: int) -> int | None:
    """Return the number of the hand that an event is about; `recorded` is that of the last recorded hand."""
    return recorded if isinstance(event, events.HandRecorded) else getattr(event, "hand", None)


def _apply_to_hand(hand: _Hand, event: events.HandEvent, record: events.Record) -> None:
    match event:
        case events.DealRecorded(document=document) | events.HandReplaced(document=document):
            remarks = {key: hand.document[key] for key in HAND_REMARKS if key in hand.document}
            # A corrected hand is still ruled by the rules that it was played by.
            corrected = _without_house_rules(document)
            if isinstance(event, events.HandReplaced):
                _keep_disputes(hand)
            _replace_document(hand, {**remarks, **corrected}, record.seq)
        case events.HandStruckOut(reason=reason):
            hand.struck, hand.reason = True, reason
        case events.HandRestored():
            hand.struck, hand.reason = False, ""
        case events.HandNoted(note=note):
            hand.document = _with(hand.document, "note", note)
        case events.HandDated(at=at):
            hand.document = _with(hand.document, "at", at)
        case events.HandAccepted(player=player, points=points):
            hand.responses[player] = RulingResponse(player, record.at, record.by, points=points)
        case events.HandDisputed(player=player, word=word):
            hand.responses[player] = RulingResponse(player, record.at, record.by, word=word)
        case events.HandOverruled(points=points, winner=winner, reason=reason, by=by):
            overruled = {"points": dict(points), "winner": winner, "reason": reason, "by": by}
            _keep_disputes(hand)
            _replace_document(hand, {**hand.document, "overruled": overruled}, record.seq)
        case events.OverrulingWithdrawn():
            hand.disputed_before = ()
            _replace_document(hand, _with(hand.document, "overruled", None), record.seq)
        case _:
            assert_never(event)


def _house_rules(head: events.Document) -> Mapping[str, object]:
    house_rules = head.get("house_rules", {})
    return house_rules if isinstance(house_rules, Mapping) else {}


def _without_house_rules(document: events.Document) -> events.Document:
    return {key: value for key, value in document.items() if key != "house_rules"}


def _keep_disputes(hand: _Hand) -> None:
    disputing = (player for player, response in hand.responses.items() if not response.accepted)
    hand.disputed_before = tuple(dict.fromkeys((*hand.disputed_before, *disputing)))


def _replace_document(hand: _Hand, document: events.Document, seq: int) -> None:
    hand.document, hand.revision = document, seq
    hand.responses.clear()


def _with(document: events.Document, key: str, value: object) -> dict[str, object]:
    rest = {name: item for name, item in document.items() if name != key}
    return {**rest, key: value} if value else rest


def _apply_to_table(table: _Table, event: events.GameEvent) -> None:
    match event:
        case events.HouseRulesChanged(house_rules=house_rules):
            table.head = _with(table.head, "house_rules", dict(house_rules))
            table.rules_of_all = rules_of_hands(house_rules)
            table.changes_of_all += 1
        case events.HouseRulesFrom(house_rules=house_rules):
            table.head = _with(table.head, "house_rules", dict(house_rules))
        case events.GemsLearned(gems=gems, not_gems=not_gems):
            table.head = _with(table.head, "gems", _learned(table.head.get("gems"), gems))
            table.head = _with(table.head, "not_gems", _learned(table.head.get("not_gems"), not_gems))
        case events.PlayersRenamed(names=names):
            table.head = dict(renamed_head(table.head, names))
            table.renamings.add(names)
        case events.GameNoted(note=note):
            table.head = _with(table.head, "note", note)
        case events.GameDated(at=at):
            table.head = _with(table.head, "at", at)
        case events.GameClosed():
            table.closed = True
        case events.GameReopened():
            table.closed = False
        case _:
            assert_never(event)


def _bring_names_up_to_date(table: _Table, hand: _Hand) -> None:
    """Apply to a hand the renamings since it was last used, so that one costs the same in a game of any length."""
    if hand.renamings == table.renamings.count:
        return
    rename = table.renamings.since(hand.renamings)
    hand.renamings = table.renamings.count
    hand.document = renamed_by(hand.document, rename)
    hand.responses = {rename(name): _renamed_response(response, rename) for name, response in hand.responses.items()}
    hand.disputed_before = tuple(map(rename, hand.disputed_before))


def _renamed_response(response: RulingResponse, rename: Rename) -> RulingResponse:
    points = response.points
    if points is not None:
        points = {rename(name): amount for name, amount in points.items()}
    return replace(response, player=rename(response.player), points=points)


def _learned(known: object, gems: Mapping[str, str]) -> dict[str, str]:
    before = {str(card): str(letters) for card, letters in known.items()} if isinstance(known, Mapping) else {}
    return {card: letters for card, letters in {**before, **gems}.items() if letters}
