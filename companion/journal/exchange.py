"""Convert games to and from their public documents (docs/formats.md): the game, or the journal with its history."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, replace
from datetime import datetime
from functools import partial
from typing import TypeVar, get_type_hints

from companion.documents.errors import DocumentError, DocumentKind, Expected, Flaw
from companion.documents.game import (
    MOST_HANDS,
    MOST_OVERRULED,
    Document,
    DrawnHand,
    HandChange,
    RecordedHand,
    players_of,
    read_change,
)
from companion.documents.hand_writer import write_change, write_recorded_hand
from companion.documents.reader import (
    check_kind,
    join,
    quoted,
    read_choice,
    read_flag,
    read_list,
    read_mapping,
    read_object,
    read_string,
    read_text,
    read_whole,
    wrong_type,
    wrong_value,
)
from companion.documents.showdown import DECK_KEYS
from companion.documents.texts import LONGEST_NAME, LONGEST_READ, clean_name, clean_text, repaired_name
from companion.journal.codec import plain
from companion.journal.events import CLASS_OF, Event, encode
from companion.journal.events.base import Kind
from companion.journal.events.game import GameStarted, PlayersRenamed
from companion.journal.events.hands import DocumentEvent, HandRecorded
from companion.journal.kinds import kind_of
from companion.journal.names import cleaned_head, renamed_head
from companion.journal.sheet import Feat, Ruling, ScoreSheet, SheetRow, Standing
from companion.journal.state import DeckUsed, GameState, PlayedHand, Record

T = TypeVar("T")

VERSION = 1
_RECORDED, _DOCUMENT = "recorded", "document"
"""The field of an event with a hand, and its key in the document."""

ID = re.compile(r"[A-Za-z0-9_-]{8,80}")
"""The ids of a game's first records have the id of its form and a number."""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_YEARS = range(1970, 9999)
"""What a clock that was never set, or set wrong, may have written; a day more or less can still be computed."""
MOST_SEQ = 10_000_000
_MOST_DEPTH = 20
"""Lists and objects within each other in a body; a round of Gem II has six."""
MOST_FAULTS = 200
MOST_SEATS = 52


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    record: Record
    verdict: Ruling | None = None

    @property
    def content(self) -> tuple[str, str, str, str, str]:
        """What two copies of a record have in common: all but the ruling, which depends on the version of the app."""
        kind, body = encode(self.record.event)
        return self.id, self.record.at, self.record.by, kind, body


def entry_of(record: Record, record_id: str, verdict: Ruling | None) -> Entry:
    """Return a stored record as an entry, without what means something on its own server only."""
    event = record.event
    match event:
        case GameStarted(deck=DeckUsed() as deck):
            event = replace(event, deck=replace(deck, id=None))
        case _:
            pass
    return Entry(record_id, replace(record, by=repaired_name(record.by), event=event), verdict)


def is_journal(document: object) -> bool:
    return isinstance(document, dict) and "journal" in document


def write_journal(entries: Iterable[Entry]) -> str:
    lines = []
    head: Document = {}
    for entry in entries:
        event = entry.record.event
        if isinstance(event, GameStarted):
            head = event.head
        elif isinstance(event, PlayersRenamed):
            head = renamed_head(head, event.names)
        lines.append(json.dumps(_entry(entry, head), ensure_ascii=False, separators=(",", ":")))
    text = ",\n".join(lines)
    return f'{{"journal": {VERSION}, "records": [\n{text}\n]}}\n'


def _entry(entry: Entry, head: Document) -> dict[str, object]:
    event = entry.record.event
    body = plain(event)
    if isinstance(event, DocumentEvent):
        body[_RECORDED] = write_recorded_hand(event.recorded, head)
        body = {_DOCUMENT if name == _RECORDED else name: item for name, item in body.items()}
    if isinstance(event, HandRecorded) and event.changed:
        body["changed"] = [write_change(change, players_of(head)) for change in event.changed]
    ruling = {} if entry.verdict is None else {"verdict": plain(entry.verdict.recorded)}
    record = {"id": entry.id, "at": entry.record.at, "by": entry.record.by, "kind": event.kind}
    return {**record, "body": body, **ruling}


def read_journal(document: object, most: int) -> tuple[Entry, ...]:
    check_kind(document, DocumentKind.WHOLE_GAME)
    keys = read_mapping(document, "")
    if "journal" not in keys:
        raise DocumentError(Flaw.MISSING_KEY, "journal", key="journal")
    version = read_whole(keys["journal"], "journal", 1, MOST_SEQ)
    if version > VERSION:
        raise DocumentError(Flaw.NEWER_VERSION, "journal")
    keys = read_object(document, "", ("journal", "records"))
    entries = read_list(keys["records"], "records", _EntryReader().read, most)
    if not entries or not isinstance(entries[0].record.event, GameStarted):
        raise DocumentError(Flaw.START_MISSING, "records")
    ids: set[str] = set()
    for place, entry in enumerate(entries):
        if entry.id in ids:
            raise DocumentError(Flaw.ID_REPEATED, join(join("records", place), "id"), key=entry.id)
        ids.add(entry.id)
    return tuple(replace(entry, record=replace(entry.record, seq=seq)) for seq, entry in enumerate(entries, start=1))


class _EntryReader:
    """Reads records in their order: a hand names the players as they were called then."""

    def __init__(self) -> None:
        self._head: Document | None = None

    def read(self, value: object, where: str) -> Entry:
        keys = read_object(value, where, ("id", "at", "by", "kind", "body"), ("verdict",))
        kind = keys["kind"]
        if not isinstance(kind, str) or kind not in tuple(Kind):
            raise DocumentError(Flaw.UNKNOWN_RECORD, join(where, "kind"), value=quoted(kind))
        event = self._read_event(Kind(kind), keys["body"], join(where, "body"))
        verdict = None
        if "verdict" in keys:
            if not isinstance(event, DocumentEvent):
                raise DocumentError(Flaw.NO_VERDICT, join(where, "verdict"), value=kind)
            verdict = _read_ruling(keys["verdict"], join(where, "verdict"))
        at = _read_time(keys["at"], join(where, "at"))
        by = repaired_name(read_string(keys["by"], join(where, "by"), LONGEST_READ))
        return Entry(_read_id(keys["id"], join(where, "id")), Record(0, at, by, event), verdict)

    def _read_event(self, kind: Kind, value: object, where: str) -> Event:
        _check_nesting(value, where, _MOST_DEPTH)
        event_class: Callable[..., Event] = CLASS_OF[kind]
        known, types = fields(CLASS_OF[kind]), get_type_hints(CLASS_OF[kind])
        names = {field.name: _DOCUMENT if field.name == _RECORDED else field.name for field in known}
        required = [
            names[field.name] for field in known if field.default is MISSING and field.default_factory is MISSING
        ]
        body = read_object(value, where, required, [name for name in names.values() if name not in required])
        read = {**FIELD_READERS, RecordedHand: self._read_hand, tuple[HandChange, ...]: self._read_changes}
        event = event_class(
            **{name: read[types[name]](body[key], join(where, key)) for name, key in names.items() if key in body}
        )
        match event:
            case GameStarted(head=head) if self._head is None:
                self._head = _clean_head(head, join(where, "head"))
                return replace(event, head=self._head)
            case PlayersRenamed(names=renamed):
                event = PlayersRenamed({clean_name(old): clean_name(new) for old, new in renamed.items()})
                self._head = renamed_head(self._started, event.names)
            case _:
                pass
        return event

    @property
    def _started(self) -> Document:
        if self._head is None:
            raise DocumentError(Flaw.START_MISSING, "records")
        return self._head

    def _read_hand(self, value: object, where: str) -> RecordedHand:
        return kind_of(self._started["game"]).read_hand(value, where, self._started)

    def _read_changes(self, value: object, where: str) -> tuple[HandChange, ...]:
        return read_list(value, where, partial(read_change, names=players_of(self._started)))


def _clean_head(head: Document, where: str) -> Document:
    kind = kind_of(head.get("game"))
    if kind.hands_key in head:
        raise DocumentError(Flaw.HANDS_IN_HEAD, join(where, kind.hands_key), key=kind.hands_key)
    try:
        kind.read({**head, kind.hands_key: []})
    except DocumentError as error:
        raise DocumentError(error.defect.flaw, join(where, error.where), **error.defect.facts) from error
    return cleaned_head(head)


def _read_id(value: object, where: str) -> str:
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise wrong_value(value, where, Expected.ID)
    return value


def _read_time(value: object, where: str) -> str:
    with suppress(ValueError):
        if isinstance(value, str) and _TIME.fullmatch(value) and datetime.fromisoformat(value).year in _YEARS:
            return value
    raise wrong_value(value, where, Expected.TIME)


def _check_nesting(value: object, where: str, most: int) -> None:
    """Refuse what is nested too deeply to be worked on, and numbers that no document has."""
    if isinstance(value, dict | list):
        if not most:
            raise DocumentError(Flaw.TOO_DEEP, where)
        items = value.values() if isinstance(value, dict) else value
        for item in items:
            _check_nesting(item, where, most - 1)
    elif isinstance(value, float):
        raise wrong_type(value, where, Expected.WHOLE_NUMBER)


def _text(value: object, where: str) -> str:
    """Read a text; what it may contain depends on the event, and is checked with it."""
    return clean_text(read_string(value, where, MOST_SEQ))


def _number(value: object, where: str) -> int:
    return read_whole(value, where, 1, MOST_SEQ)


def _flat(read: Callable[[object, str], T]) -> Callable[[object, str], Mapping[str, T]]:
    def read_flat(value: object, where: str) -> Mapping[str, T]:
        return {key: read(item, join(where, key)) for key, item in read_mapping(value, where).items()}

    return read_flat


def _or_null(read: Callable[[object, str], T]) -> Callable[[object, str], T | None]:
    return lambda value, where: None if value is None else read(value, where)


def _points(value: object, where: str) -> int:
    return read_whole(value, where, -MOST_OVERRULED, MOST_OVERRULED)


def _deck(value: object, where: str) -> DeckUsed:
    keys = read_object(value, where, ("name",), ("id", "made_up"))
    made_up = read_flag(keys.get("made_up", False), join(where, "made_up"))
    return DeckUsed(None, read_text(keys["name"], join(where, "name"), LONGEST_NAME), made_up)


FIELD_READERS: Mapping[object, Callable[[object, str], object]] = {
    str: _text,
    str | None: _or_null(_text),
    int: _number,
    bool: read_flag,
    Document: read_mapping,
    Mapping[str, str]: _flat(_text),
    Mapping[str, int]: _flat(_points),
    DeckUsed | None: _or_null(_deck),
}
"""By the type of an event's field, but hands, whose players have names only in their game."""


def _read_ruling(value: object, where: str) -> Ruling:
    keys = read_object(value, where, ("standing",), ("points", "winner", "shared_by", "feats", "faults"))
    place = {key: join(where, key) for key in keys}
    if "faults" in keys:
        # Sentences for a reader; the sheet has its own reasons.
        read_list(keys["faults"], place["faults"], read_text, MOST_FAULTS)
    return Ruling(
        Standing(read_choice(keys["standing"], place["standing"], tuple(Standing))),
        read_list(keys["points"], place["points"], _points) if "points" in keys else None,
        _seat(keys["winner"], place["winner"]) if "winner" in keys else None,
        read_list(keys["shared_by"], place["shared_by"], _seat) if "shared_by" in keys else (),
        read_list(keys["feats"], place["feats"], _read_feat) if "feats" in keys else (),
    )


def _seat(value: object, where: str) -> int:
    return read_whole(value, where, 0, MOST_SEATS)


def _read_feat(value: object, where: str) -> tuple[int, Feat]:
    match value:
        case [seat, feat]:
            return _seat(seat, join(where, 0)), Feat(read_choice(feat, join(where, 1), tuple(Feat)))
        case _:
            raise wrong_type(value, where, Expected.FEAT)


_KEY_ORDER = (
    "game", "form", "players", "teams", "first_dealer", "level", "timer", "sides", "at", "place", "note", "house_rules",
    *DECK_KEYS,
)  # fmt: skip


def game_document(state: GameState, hands: Iterable[PlayedHand] | None = None) -> dict[str, object]:
    if hands is None:
        keeps_places = len(_first_side(state.head)) > 1 and "form" in state.head
        hands = (_drawn(hand) if hand.struck else hand for hand in state.hands if keeps_places or not hand.struck)
    known = {key: state.head[key] for key in _KEY_ORDER if key in state.head}
    rest = {key: value for key, value in state.head.items() if key not in known}
    kind = kind_of(state.game)
    return {**known, **rest, kind.hands_key: [write_recorded_hand(hand.recorded, state.head) for hand in hands]}


def _first_side(head: Document) -> Sequence[object]:
    """Return the first side, which has as many members as hands for two are played side by side."""
    match head.get("sides"):
        case [list(first) | tuple(first), *_]:
            return first
        case _:
            return ()


def _drawn(hand: PlayedHand) -> PlayedHand:
    """Return a hand that only keeps its place in its round."""
    return replace(hand, recorded=RecordedHand(DrawnHand()))


def exported(state: GameState, sheet: ScoreSheet) -> dict[str, object]:
    if sheet.score is None:
        return game_document(state)
    return game_document(state, (_exported(row) for row in sheet.rows if row.place is not None or row.keeps_place))


def _exported(row: SheetRow) -> PlayedHand:
    if row.keeps_place:
        return _drawn(row.hand)
    if row.dealer_by_the_rules is None or row.dealer != row.dealer_by_the_rules:
        return row.hand
    return replace(row.hand, recorded=replace(row.hand.recorded, dealer=None))


def events_of(document: Document, deck: DeckUsed | None = None) -> tuple[Event, ...]:
    kind = kind_of(document.get("game"))
    head = cleaned_head({name: value for name, value in document.items() if name != kind.hands_key})
    hands = read_list(document.get(kind.hands_key), kind.hands_key, partial(kind.read_hand, head=head), MOST_HANDS)
    return (GameStarted(head, deck), *map(HandRecorded, hands))
