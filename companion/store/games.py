"""Start, import and read games; append events to their journals, what a form says once however often it comes.

Every event has an id made on the phone, and the `seq` of the last record that the phone has seen. The same id again
returns what was recorded; an event that conflicts with an unseen one raises Conflict.
"""

import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from companion.documents.errors import DocumentError
from companion.documents.game import Document
from companion.journal.codec import from_json, plain
from companion.journal.events import Event, cleaned
from companion.journal.events.base import Objection, Obstacle
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import DocumentEvent
from companion.journal.exchange import events_of
from companion.journal.fold import Replay, fold
from companion.journal.kinds import kind_of, sheet_of
from companion.journal.preview import Preview, conflicting, why_not_countable
from companion.journal.preview import preview as journal_preview
from companion.journal.sheet import Ruling, ScoreSheet
from companion.journal.state import DeckUsed, GameState, Record
from companion.store import journals
from companion.store.database import (
    CONFLICT,
    RECORDED,
    Connection,
    LastRecord,
    Store,
    count_change,
    count_happening,
    json_text,
    now,
    retried,
)
from companion.store.derived.table_cache import (
    RulingCache,
    TableSummary,
    cached_summaries,
    save_summary,
    score_game,
    summary_from,
)
from companion.store.errors import Conflict, NoSuchGame, NotPossible, Problem, StoreBusy
from companion.store.limits import HAND_BYTES, IMPORTED_HANDS, RECORDS_OF_A_GAME
from companion.store.people import devices

_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_TRIES = 50
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
GAMES_SHOWN = 25


@dataclass(frozen=True, slots=True)
class Appended:
    seq: int
    hand: int | None
    repeated: bool
    scored: tuple[GameState, ScoreSheet] | None = None
    """What it led to; None if it was repeated."""


@dataclass(frozen=True, slots=True)
class NewRecord:
    record_id: str
    event: Event


@dataclass(frozen=True, slots=True)
class Author:
    device: int
    name: str


def new_id() -> str:
    """Return a new id for a record. Forms carry one, since a phone without JavaScript can't make it."""
    return secrets.token_urlsafe(16)


def start(store: Store, author: Author, started: GameStarted, *, record_id: str) -> str:
    """Start a game owned by the author's device, and return its id. The same record id again returns the same game."""
    return _start(store, author, (started,), record_id)


def import_document(
    store: Store, author: Author, document: Document, *, record_id: str, deck: DeckUsed | None = None
) -> str:
    """Start a game from a game document. Raise NotPossible for one that `companion score` would refuse."""
    kind = kind_of(document.get("game"))
    hands = document.get(kind.hands_key)
    if isinstance(hands, list) and len(hands) > IMPORTED_HANDS:
        raise NotPossible(Problem.IMPORT_TOO_LONG, most=IMPORTED_HANDS)
    try:
        kind.read(document)
    except DocumentError as error:
        raise NotPossible(Problem.NOT_IMPORTABLE, cause=error) from error
    return _start(store, author, events_of(document, deck), record_id)


def append(store: Store, game: str, event: Event, *, record_id: str, seen: int, author: Author) -> Appended:
    """Record an event once, or raise a StoreError: Conflict, NotPossible, NoSuchGame, StoreBusy or StoreFull."""
    return append_all(store, game, [NewRecord(record_id, event)], seen=seen, author=author)


@retried
def append_all(  # noqa: PLR0913 (all named but the first three)
    store: Store,
    game: str,
    entries: Sequence[NewRecord],
    *,
    seen: int,
    author: Author,
    follow_up: Callable[[GameState, ScoreSheet], NewRecord | None] | None = None,
    also_write: Callable[[], object] | None = None,
) -> Appended:
    """Record several events in one transaction, once. Raise what `append` raises.

    The last event is the one that the form is about. `follow_up` may return one more entry, given what they lead to;
    `also_write` writes elsewhere in the store within the same transaction.
    """
    bounded = [NewRecord(entry.record_id, _bounded(entry.event)) for entry in entries]
    for entry in bounded:
        _check_id(entry.record_id)
    main = bounded[-1].record_id
    for _ in range(_TRIES):
        lines, rulings = journals.read_with_rulings(store, game)
        before = {line.id: line for line in lines}
        if main in before:
            store.make_durable()
            return Appended(before[main].record.seq, before[main].hand, repeated=True)
        records = [line.record for line in lines]
        batch = _prepare(records, rulings, bounded, seen=seen, author=author, follow_up=follow_up)
        appended = None
        with suppress(OvertakenError), store.writing() as conn:
            write_batch(conn, game, batch)
            if also_write is not None:
                also_write()
            line = next(line for line in batch.lines if line.id == main)
            appended = Appended(line.record.seq, line.hand, repeated=False, scored=(batch.state, batch.sheet))
        if appended is not None:
            last = batch.lines[-1]
            at_last = LastRecord(last.record.seq, last.id, last.record.at)
            store.recent_games.keep(game, at_last, batch.state, batch.sheet)
            count_happening(RECORDED)
            return appended
    raise StoreBusy


@dataclass(frozen=True, slots=True)
class Batch:
    """New lines of a journal, with the state and sheet that they lead to."""

    lines: Sequence[journals.JournalLine]
    state: GameState
    sheet: ScoreSheet
    rulings: RulingCache


class OvertakenError(Exception):
    """Another phone recorded something since the journal was read."""


def _prepare(
    before: Sequence[Record],
    rulings: RulingCache,
    entries: Sequence[NewRecord],
    *,
    seen: int,
    author: Author,
    follow_up: Callable[[GameState, ScoreSheet], NewRecord | None] | None,
) -> Batch:
    """Fold and score a game with new events, outside the write lock."""
    replay = Replay(before)
    state = start = replay.state()
    new: list[Record] = []
    led_to: list[GameState] = []
    for entry in entries:
        conflicts = conflicting(entry.event, before, seen)
        # A phone that has seen more than there is saw it before a backup was restored.
        if conflicts or seen > start.seq:
            count_happening(CONFLICT)
            raise Conflict(conflicts, start, entry.event)
    for entry in entries:
        _refuse(entry.event.why_impossible(state))
        if state.seq >= RECORDS_OF_A_GAME:
            raise NotPossible(Problem.TOO_MANY_CHANGES)
        new.append(Record(state.seq + 1, now(), author.name, entry.event))
        replay.add(new[-1])
        state = replay.state()
        led_to.append(state)
    sheet = sheet_of(state, rulings.rule)
    for record, after in zip(new, led_to, strict=True):
        _refuse(why_not_countable(after, sheet, record.event))
    ids = [entry.record_id for entry in entries]
    last = None if follow_up is None else follow_up(state, sheet)
    if last is not None and last.event.why_impossible(state) is None:
        new.append(Record(state.seq + 1, now(), author.name, last.event))
        ids.append(last.record_id)
        replay.add(new[-1])
        state = replay.state()
        sheet = sheet_of(state, rulings.rule)
    lines = list(journals.lines_of(new, ids, author.device, sheet, start.recorded))
    return Batch(lines, state, sheet, rulings)


def write_batch(conn: Connection, game: str, batch: Batch) -> None:
    """Append lines to a journal, with all that follows; raise OvertakenError if they don't come next anymore."""
    closed = batch.state.closed
    if not journals.append(conn, game, batch.lines, closed=closed):
        raise OvertakenError
    for line in batch.lines:
        if isinstance(line.record.event, DocumentEvent):
            conn.execute("DELETE FROM drafts WHERE game = ? AND hand = ?", [game, line.hand])
    batch.rulings.save(conn, game)
    save_summary(conn, game, batch.state, batch.sheet)
    if closed:
        # All invitations to a closed game end.
        conn.execute("DELETE FROM codes WHERE game = ?", [game])
        conn.execute(
            "UPDATE links SET revoked_at = ? WHERE game = ? AND revoked_at IS NULL AND role <> 'owner'", [now(), game]
        )


def _refuse(objection: Objection | None) -> None:
    if objection is not None:
        raise NotPossible(Problem.NOT_RECORDABLE, objection=objection)


def preview(store: Store, game: str, event: Event) -> Preview:
    event = _bounded(event)
    lines, rulings = journals.read_with_rulings(store, game)
    replay = Replay(line.record for line in lines)
    _refuse(event.why_impossible(replay.state()))
    effect = journal_preview(replay, event, rulings.rule)
    _refuse(why_not_countable(effect.state, effect.after, event))
    return effect


def state(store: Store, game: str) -> GameState:
    return fold(journals.read(store, game))


def first_recorded(store: Store, game: str, hand: int) -> int:
    """Return the journal position of the record of a hand; 0 for one that was never recorded, or imported."""
    (row,) = store.rows("SELECT MIN(seq) AS seq FROM journal WHERE game = ? AND hand = ?", [game, hand])
    return row["seq"] or 0


def rulings_recorded(store: Store, game: str, hand: int | None = None) -> dict[int, Ruling]:
    """Return the ruling on each hand, or on one, at the time when it was recorded or corrected, by the record's seq."""
    rows = store.rows(
        "SELECT seq, verdict FROM journal WHERE game = :game AND verdict IS NOT NULL "
        "AND (CAST(:hand AS BIGINT) IS NULL OR hand = :hand)",
        {"game": game, "hand": hand},
    )
    return {row["seq"]: from_json(Ruling, row["verdict"]) for row in rows}


def sheet(store: Store, game: str) -> tuple[GameState, ScoreSheet]:
    row = store.row("SELECT seq, id, at FROM journal WHERE game = ? ORDER BY seq DESC LIMIT 1", [game])
    if row is None:
        raise NoSuchGame
    last = LastRecord(row["seq"], row["id"], row["at"])
    known = store.recent_games.find(game, last)
    if known is None:
        game_state = state(store, game)
        known = game_state, score_game(store, game, game_state)[0]
        if game_state.seq == last.seq:
            store.recent_games.keep(game, last, *known)
    return known


def table_summary(store: Store, game: str) -> TableSummary:
    """Return what the table page shows. Cached, so the cost doesn't depend on the number of hands."""
    cached = cached_summaries(store, [game]).get(game)
    return rebuild(store, game) if cached is None else cached


def all_ids(store: Store) -> list[str]:
    return [str(row["id"]) for row in store.rows("SELECT id FROM games ORDER BY changed_at DESC, id")]


@retried
def rebuild(store: Store, game: str) -> TableSummary:
    game_state = state(store, game)
    score_sheet, rulings = score_game(store, game, game_state)
    if not store.read_only:
        with store.writing(durable=False) as conn:
            rulings.save(conn, game)
            save_summary(conn, game, game_state, score_sheet)
    return summary_from(game_state, score_sheet)


@retried
def delete(store: Store, game: str, *, seen: int) -> bool:
    """Delete a game for good, unless something was recorded after `seen`; return whether it is gone."""
    with store.writing() as conn:
        if conn.execute("SELECT 1 FROM games WHERE id = ? AND seq <> ?", [game, seen]).fetchone():
            return False
        for table in (
            "codes",
            "comings",
            "drafts",
            "rulings",
            "standings",
            "tallies",
            "played",
            "members",
            "links",
            "journal",
        ):
            conn.execute(f"DELETE FROM {table} WHERE game = ?", [game])  # noqa: S608 (no input)
        for (before,) in conn.execute("SELECT game FROM rematches WHERE begun = ?", [game]).fetchall():
            count_change(conn, before)
        conn.execute("DELETE FROM rematches WHERE ? IN (game, begun)", [game])
        conn.execute("DELETE FROM games WHERE id = ?", [game])
    return True


def recorded(store: Store, game: str, record_id: str) -> Appended | None:
    """Return what was recorded with an id: a form that is sent again has nothing more to do."""
    row = store.row("SELECT seq, hand FROM journal WHERE game = ? AND id = ?", [game, record_id])
    if row is None:
        return None
    store.make_durable()
    return Appended(row["seq"], row["hand"], repeated=True)


def _check_id(record_id: str) -> None:
    if not _ID.fullmatch(record_id):
        raise NotPossible(Problem.FORM_WITHOUT_ID)


def _bounded(event: Event) -> Event:
    event = cleaned(event)
    json_text(plain(event), HAND_BYTES)
    return event


@retried
def _start(store: Store, author: Author, events: Sequence[Event], start_id: str) -> str:
    _check_id(start_id)
    started = _started(store, author.device, start_id)
    if started is not None:
        return started
    at = now()
    records = [Record(seq, at, author.name, _bounded(event)) for seq, event in enumerate(events, start=1)]
    game_state = fold(records)
    score_sheet, rulings = score_game(store, "", game_state)
    _check_scorable(score_sheet)
    ids = [f"{start_id}-{place}" for place in range(len(records))]
    lines = list(journals.lines_of(records, ids, author.device, score_sheet, 0))
    with store.writing() as conn:
        devices.check_game_limit(store, author.device)
        game = insert_game(conn, author.device, start_id, Batch(lines, game_state, score_sheet, rulings))
        if game is not None:
            add_owner(conn, game, author.device)
    game = game or _started(store, author.device, start_id)
    if game is None:
        raise StoreBusy
    return game


def insert_game(conn: Connection, device: int, start_id: str, batch: Batch) -> str | None:
    """Add a game with its whole journal; return its id, or None if the device has already started one with this id."""
    game = "".join(secrets.choice(_LETTERS) for _ in range(12))
    at = now()
    inserted = conn.execute(
        "INSERT INTO games (id, start_id, device, seq, made_at, changed_at) VALUES (?, ?, ?, 0, ?, ?) "
        "ON CONFLICT DO NOTHING",
        [game, start_id, device, at, at],
    ).rowcount
    if not inserted:
        return None
    write_batch(conn, game, batch)
    return game


def add_owner(conn: Connection, game: str, device: int) -> None:
    conn.execute(
        "INSERT INTO members (game, device, role, since, seen_at) VALUES (?, ?, 'owner', ?, ?)",
        [game, device, now(), now()],
    )


def _check_scorable(score_sheet: ScoreSheet) -> None:
    if score_sheet.defect:
        raise NotPossible(Problem.GAME_NOT_PLAYABLE, defect=score_sheet.defect)
    for number, row in enumerate(score_sheet.rows, start=1):
        if row.place is None:
            objection = Objection(Obstacle.AFTER_THE_END, defect=row.defect, faults=row.faults)
            raise NotPossible(Problem.HAND_NOT_IMPORTABLE, number=number, objection=objection)


def _started(store: Store, device: int, start_id: str) -> str | None:
    row = store.row("SELECT id FROM games WHERE device = ? AND start_id = ?", [device, start_id])
    return None if row is None else str(row["id"])
