"""Move whole games between servers: a game's journal as a document, and such a document into this store.

The id of its first record identifies a game, on every server. A phone finds the games that it is in, and no others, so
an import can't tell whether someone else on the server has the game.
"""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from companion.journal.codec import from_json, plain
from companion.journal.events.hands import HandRecorded
from companion.journal.exchange import Entry, entry_of, read_journal, write_journal
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.replay import OthersWords, objections
from companion.journal.sheet import Ruling
from companion.journal.state import BroughtIn, GameState, Record
from companion.store import games, journals
from companion.store.database import Store, json_text, now, retried
from companion.store.derived.table_cache import RulingCache, ruling_json
from companion.store.errors import NoSuchGame, NotPossible, Problem, StoreBusy, StoreError
from companion.store.games import Batch, OvertakenError
from companion.store.limits import HAND_BYTES, IMPORTED_HANDS, RECORDS_OF_A_GAME, check_time
from companion.store.people import devices, members

_TRIES = 50
_EVERY_GAME = "SELECT games.id AS game, 1 AS may FROM games WHERE :device = :device"
_GAMES_OF_DEVICE = (
    "SELECT game, role IN ('owner', 'scorer') AS may FROM members WHERE device = :device AND revoked_at IS NULL"
)


class ImportOutcome(StrEnum):
    STARTED = "started"
    CONTINUED = "continued"
    """Records were added to a game that was there."""
    UNCHANGED = "unchanged"
    """The game was there, with everything that the document has."""
    NOT_AGREED = "not-agreed"
    """Records could be added, and that wasn't agreed to."""


@dataclass(frozen=True, slots=True)
class Imported:
    game: str
    outcome: ImportOutcome


@dataclass(frozen=True, slots=True)
class Importer:
    """Who imports: a device, or the command line, which may change every game and owns none."""

    device: int
    operator: str = ""


@dataclass(frozen=True, slots=True)
class GameCopy:
    state: GameState
    totals: Mapping[str, int]


class Diverged(StoreError):  # noqa: N818 (a state of the game, not a mistake)
    """A game went on both here and in a document; or only there, and this device may not record it here."""

    usual = Problem.DIVERGED

    def __init__(self, game: str, here: GameCopy, there: GameCopy, shared: int) -> None:
        super().__init__()
        self.game = game
        self.here = here
        self.there = there
        self.shared = shared

    @property
    def is_behind(self) -> bool:
        return self.shared == self.here.state.seq


Agree: TypeAlias = Callable[[str, GameState, int], bool]
"""Whether to add to a game: its id, the state that it would have, and how many of its records are there already."""


def export(store: Store, game: str) -> str:
    entries = [_stored_entry(line) for line in journals.lines(store, game)]
    if not entries:
        raise NoSuchGame(Problem.NO_GAME_WITH_ID, game=game)
    return write_journal(entries)


def read(document: object) -> tuple[Entry, ...]:
    """Read a document within the limits of the store; raise DocumentError or NotPossible."""
    entries = read_journal(document, RECORDS_OF_A_GAME)
    if sum(isinstance(entry.record.event, HandRecorded) for entry in entries) > IMPORTED_HANDS:
        raise NotPossible(Problem.IMPORT_TOO_LONG, most=IMPORTED_HANDS)
    for entry in entries:
        json_text(plain(entry.record.event), HAND_BYTES)
        if entry.verdict is not None and len(ruling_json(entry.verdict).encode()) > HAND_BYTES:
            raise NotPossible(Problem.HAND_TOO_LARGE)
    return entries


def bring_in(
    store: Store, importer: Importer, entries: Sequence[Entry], *, separately: bool = False, agree: Agree | None = None
) -> Imported:
    """Bring in the game of a document; raise Diverged, NotPossible, StoreBusy or StoreFull.

    The same document again finds the game that it made. With `separately` a game that went on both here and there
    becomes a game of its own. `agree`, if given, is asked before something is added to a game that is there.
    """
    for _ in range(_TRIES):
        wanted, copy, other = _resolve(store, importer, entries)
        with suppress(OvertakenError):
            if copy is None:
                if other is not None and not separately:
                    raise _diverged(other, entries)
                return Imported(_start(store, importer, wanted), ImportOutcome.STARTED)
            if copy.shared == len(wanted):
                return Imported(copy.game, ImportOutcome.UNCHANGED)
            is_agreed = _continue(store, importer, wanted, copy, agree)
            return Imported(copy.game, ImportOutcome.CONTINUED if is_agreed else ImportOutcome.NOT_AGREED)
    raise StoreBusy


@dataclass(frozen=True, slots=True)
class _Copy:
    game: str
    may_record: bool
    lines: Sequence[journals.JournalLine]
    rulings: RulingCache
    shared: int

    def takes(self, entries: Sequence[Entry]) -> bool:
        """Return whether the document has nothing new, or goes on where this game ends."""
        return self.shared == len(entries) or (self.may_record and self.shared == len(self.lines))


def _resolve(
    store: Store, importer: Importer, entries: Sequence[Entry]
) -> tuple[Sequence[Entry], _Copy | None, _Copy | None]:
    """Return the entries under the identity that they get here, the game that takes them, and one that doesn't.

    A document that was once brought in as a separate game finds that again, and goes on there.
    """
    other: _Copy | None = None
    while True:
        copies = [_compare(store, game, may_record, entries) for game, may_record in _find(store, importer, entries[0])]
        takers = [copy for copy in copies if copy.takes(entries)]
        copy = max(takers, key=lambda copy: copy.shared, default=None)
        if copy is not None or not copies:
            return entries, copy, other
        other = max(copies, key=lambda copy: copy.shared)
        entries = _separate(entries, other.shared)


def _find(store: Store, importer: Importer, first: Entry) -> list[tuple[str, bool]]:
    rows = store.rows(
        f"SELECT mine.game, may FROM ({_EVERY_GAME if importer.operator else _GAMES_OF_DEVICE}) AS mine "  # noqa: S608 (no input)
        "JOIN journal ON journal.game = mine.game AND seq = 1 WHERE journal.id = :first ORDER BY may DESC, mine.game",
        {"device": importer.device, "first": first.id},
    )
    return [(str(row["game"]), bool(row["may"])) for row in rows]


def _compare(store: Store, game: str, may_record: bool, entries: Sequence[Entry]) -> _Copy:
    lines, rulings = journals.read_with_rulings(store, game)
    shared = 0
    for line, entry in zip(lines, entries, strict=False):
        if line.id != entry.id or _stored_entry(line).content != entry.content:
            break
        shared += 1
    return _Copy(game, may_record, lines, rulings, shared)


def _separate(entries: Sequence[Entry], shared: int) -> Sequence[Entry]:
    """Return the entries under another identity, the same for all documents that leave a game at the same record."""
    first, leaves = entries[0].id, entries[shared].id
    digest = hashlib.blake2b(f"{first} {shared} {leaves}".encode(), digest_size=16).hexdigest()
    return [replace(entries[0], id=f"copy-{digest}"), *entries[1:]]


def _diverged(copy: _Copy, entries: Sequence[Entry]) -> Diverged:
    rulings = RulingCache({})
    _check(entries, rulings, 0)
    here = _side([line.record for line in copy.lines], copy.rulings)
    return Diverged(copy.game, here, _side([entry.record for entry in entries], rulings), copy.shared)


def _side(records: Sequence[Record], rulings: RulingCache) -> GameCopy:
    state = fold(records)
    return GameCopy(state, sheet_of(state, rulings.rule).totals)


@retried
def _start(store: Store, importer: Importer, entries: Sequence[Entry]) -> str:
    rulings = RulingCache({})
    _check(entries, rulings, 0)
    records = [entry.record for entry in entries]
    batch = _batch(records, entries, 0, importer.device, rulings)
    with store.writing() as conn:
        # Another form may have brought in the same document by now.
        if _find(store, importer, entries[0]):
            raise OvertakenError
        if not importer.operator:
            devices.check_game_limit(store, importer.device)
        game = games.insert_game(conn, importer.device, games.new_id(), batch)
        if game is None:
            raise OvertakenError
        if not importer.operator:
            games.add_owner(conn, game, importer.device)
    return game


@retried
def _continue(store: Store, importer: Importer, entries: Sequence[Entry], copy: _Copy, agree: Agree | None) -> bool:
    """Add what is new to a game, marked as brought in, if that is agreed to; return whether it is."""
    known = len(copy.lines)
    seats = _seats_of_others(store, importer, copy.game)
    entries = _brought_in(store, importer, entries, copy, seats)
    _check(entries, copy.rulings, known)
    records = [*(line.record for line in copy.lines), *(entry.record for entry in entries[known:])]
    batch = _batch(records, entries, known, importer.device, copy.rulings)
    if agree is not None and not agree(copy.game, batch.state, known):
        return False
    with store.writing() as conn:
        # The phone may have been removed by now, or another one may have come.
        is_in = (copy.game, True) in _find(store, importer, entries[0])
        if not is_in or seats != _seats_of_others(store, importer, copy.game):
            raise OvertakenError
        games.write_batch(conn, copy.game, batch)
    return True


def _seats_of_others(store: Store, importer: Importer, game: str) -> frozenset[int]:
    on_seats = members.phones_on_seats(store, game)
    return frozenset(seat for seat, device in on_seats.items() if device != importer.device)


def _brought_in(
    store: Store, importer: Importer, entries: Sequence[Entry], copy: _Copy, seats: Collection[int]
) -> list[Entry]:
    """Return the entries, the new ones marked as brought in.

    What only a player may say, who has another phone in the game, doesn't count. It stays in the journal, so that the
    same file, and a later one, are still known.
    """
    known = len(copy.lines)
    by = importer.operator or members.name_of(store, copy.game, importer.device)
    mark = BroughtIn(now(), by)
    players = fold([line.record for line in copy.lines]).players
    others = OthersWords(players, seats)
    marked = list(entries[:known])
    for entry in entries[known:]:
        mark_of_this = replace(mark, counts=not others.include(entry.record))
        marked.append(replace(entry, record=replace(entry.record, brought_in=mark_of_this)))
    return marked


def _check(entries: Sequence[Entry], rulings: RulingCache, known: int) -> None:
    """Raise NotPossible for entries that couldn't have been recorded; so many at the start are known to be right."""
    for number, objection in enumerate(objections(entries, rulings.rule, known), start=1):
        check_time()
        if objection is not None:
            raise NotPossible(Problem.CHANGE_NOT_IMPORTABLE, number=number, objection=objection)


def _batch(records: Sequence[Record], entries: Sequence[Entry], known: int, device: int, rulings: RulingCache) -> Batch:
    """Return what is new in a game of these records, with the rulings at the time: all but so many `known` entries."""
    state = fold(records)
    sheet = sheet_of(state, rulings.rule)
    if sheet.defect:
        raise NotPossible(Problem.GAME_NOT_PLAYABLE, defect=sheet.defect)
    lines = []
    recorded = 0
    for number, entry in enumerate(entries):
        event = entry.record.event
        if isinstance(event, HandRecorded):
            recorded += 1
        if number >= known:
            verdict = None if entry.verdict is None else ruling_json(entry.verdict)
            lines.append(journals.JournalLine(entry.record, entry.id, device, event.hand_number(recorded), verdict))
    return Batch(lines, state, sheet, rulings)


def _stored_entry(line: journals.JournalLine) -> Entry:
    return entry_of(line.record, line.id, None if line.verdict is None else from_json(Ruling, line.verdict))
