"""Games: starting and importing them, saying something to their journals, and reading them back folded.

Everything that is said carries an id made on the phone and the `seq` that the phone had seen. The same id again is
answered with what was recorded; something that talks past what another phone said meanwhile raises Conflict.
"""

import json
import re
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from companion.documents.errors import DocumentError
from companion.journal.codec import decode, encode
from companion.journal.conflicts import conflicting
from companion.journal.events import DeckUsed, Document, DocumentEvent, Event, GameStarted, HandRecorded, Record
from companion.journal.exchange import events_of, hands_key, read_document
from companion.journal.fold import GameState, fold
from companion.journal.preview import Preview, why_not_countable
from companion.journal.preview import preview as prospect_of
from companion.journal.rulings import Ruling, from_json
from companion.journal.sheet import ScoreSheet, sheet_of
from companion.journal.validation import why_impossible
from companion.store import journals
from companion.store.database import Store, json_text, now
from companion.store.derived.table_cache import (
    RulingCache,
    TableSummary,
    cached_summaries,
    save_summary,
    score_game,
    summary_from,
)
from companion.store.errors import Conflict, NotPossible, StoreBusy
from companion.store.limits import HAND_BYTES, IMPORTED_HANDS, RECORDS_OF_A_GAME
from companion.store.people import devices

_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_TRIES = 50
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH = 12
GAMES_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Appended:
    """What was recorded."""

    game: str
    seq: int
    hand: int | None
    """The number of the hand that the record is about."""
    repeated: bool
    """It had been recorded already, by the same id."""


@dataclass(frozen=True, slots=True)
class NewRecord:
    """An event to be recorded, under the id that the phone made for it."""

    record_id: str
    event: Event


@dataclass(frozen=True, slots=True)
class Author:
    """Who says something: the device, and the name that the history shows."""

    device: int
    name: str


def new_id() -> str:
    """Make an id for a record, where the phone cannot (a form without JavaScript carries one from the server)."""
    return secrets.token_urlsafe(16)


def start(store: Store, author: Author, started: GameStarted, *, record_id: str) -> str:
    """Start a game and give its id; the starting device owns it. The same record id again gives the same game.

    Raises NotPossible with a sentence where the game's document could not be read.
    """
    return _begun(store, author, (started,), record_id)


def import_document(
    store: Store, author: Author, document: Document, *, record_id: str, deck: DeckUsed | None = None
) -> str:
    """Make a game of a game document; one that `companion score` would refuse is refused with a sentence.

    What is longer than a game may be is refused before any of it is looked at.
    """
    hands = document.get(hands_key(str(document.get("game"))))
    if isinstance(hands, list) and len(hands) > IMPORTED_HANDS:
        raise NotPossible(f"A game of more than {IMPORTED_HANDS} hands cannot be imported.")
    try:
        read_document(document)
    except DocumentError as trouble:
        raise NotPossible(f"This is no game that can be imported. {trouble}.") from trouble
    return _begun(store, author, events_of(document, deck), record_id)


def append(store: Store, game: str, event: Event, *, record_id: str, seen: int, author: Author) -> Appended:
    """Record an event, once.

    Raises Conflict, NotPossible (with a sentence), NoSuchGame, StoreBusy or StoreFull; then nothing was written.
    """
    return append_all(store, game, [NewRecord(record_id, event)], seen=seen, author=author)


def append_all(  # noqa: PLR0913 (all named but the first three)
    store: Store,
    game: str,
    entries: Sequence[NewRecord],
    *,
    seen: int,
    author: Author,
    then: Callable[[GameState, ScoreSheet], NewRecord | None] | None = None,
    beside: Callable[[], object] | None = None,
) -> Appended:
    """Record several events in one transaction, once: all of them or none. The last one is what the form is about.

    `then` may make one more entry out of what they lead to. `beside` writes what belongs to them elsewhere in the
    store, within the same transaction. Raises what `append` raises; then nothing was written.
    """
    bounded = [NewRecord(entry.record_id, _bounded(entry.event)) for entry in entries]
    for entry in bounded:
        _check_id(entry.record_id)
    main = bounded[-1].record_id
    for _ in range(_TRIES):
        lines, rulings = journals.read_with_rulings(store, game)
        before = {line.id: line for line in lines}
        if main in before:
            return Appended(game, before[main].record.seq, before[main].hand, repeated=True)
        # An earlier version may have recorded some of them alone.
        new = [entry for entry in bounded if entry.record_id not in before]
        records = [line.record for line in lines]
        try:
            batch = _judged(records, rulings, new, seen=seen, author=author, then=then)
        except (Conflict, NotPossible):
            repeated = recorded(store, game, main)  # the other half of a double tap may have been recorded just now
            if repeated is None:
                raise
            return repeated
        with suppress(_OvertakenError), store.writing() as conn:
            _write(conn, game, batch)
            if beside is not None:
                beside()
            line = next(line for line in batch.lines if line.id == main)
            return Appended(game, line.record.seq, line.hand, repeated=False)
    raise StoreBusy


@dataclass(frozen=True, slots=True)
class _Batch:
    """New lines of a journal, and the game and sheet that they lead to."""

    lines: Sequence[journals.JournalLine]
    state: GameState
    sheet: ScoreSheet
    rulings: RulingCache


class _OvertakenError(Exception):
    """Another phone recorded something since the journal was read."""


def _judged(
    before: Sequence[Record],
    rulings: RulingCache,
    entries: Sequence[NewRecord],
    *,
    seen: int,
    author: Author,
    then: Callable[[GameState, ScoreSheet], NewRecord | None] | None,
) -> _Batch:
    """Fold and score a game with new events, outside the write lock; raises if one of them cannot be recorded."""
    state = start = fold(before)
    new: list[Record] = []
    for entry in entries:
        _check_conflict(start, before, entry.event, seen)
    for entry in entries:
        new.append(_allowed(state, entry.event, author))
        state = fold((*before, *new))
    sheet = sheet_of(state, rulings.rule)
    for record in new:
        objected = why_not_countable(state, sheet, record.event)
        if objected is not None:
            raise NotPossible(objected)
    ids = [entry.record_id for entry in entries]
    last = None if then is None else then(state, sheet)
    if last is not None and why_impossible(state, last.event) is None:
        new.append(Record(state.seq + 1, now(), author.name, last.event))
        ids.append(last.record_id)
        state = fold((*before, *new))
        sheet = sheet_of(state, rulings.rule)
    lines = list(journals.lines_of(new, ids, author.device, sheet, start.recorded))
    return _Batch(lines, state, sheet, rulings)


def _write(conn: sqlite3.Connection, game: str, batch: _Batch) -> None:
    closed = batch.state.closed
    if not journals.append(conn, game, batch.lines, closed=closed):
        raise _OvertakenError
    for line in batch.lines:
        if isinstance(line.record.event, DocumentEvent):
            conn.execute("DELETE FROM drafts WHERE game = ? AND hand = ?", [game, line.hand])
    batch.rulings.keep(conn, game)
    save_summary(conn, game, batch.state, batch.sheet)
    if closed:
        # Nobody is invited to a cleared table.
        conn.execute("DELETE FROM codes WHERE game = ?", [game])
        conn.execute(
            "UPDATE links SET revoked_at = ? WHERE game = ? AND revoked_at IS NULL AND role <> 'owner'", [now(), game]
        )


def _check_conflict(state: GameState, said: Sequence[Record], event: Event, seen: int) -> None:
    clashes = conflicting(event, said, seen)
    # A phone that has seen more than there is has seen it before a backup was restored.
    if clashes or seen > state.seq:
        raise Conflict(clashes, state, event)


def _allowed(state: GameState, event: Event, author: Author) -> Record:
    refused = why_impossible(state, event)
    if refused is not None:
        raise NotPossible(refused)
    if state.seq >= RECORDS_OF_A_GAME:
        raise NotPossible("This game has been changed too often; export it, and import it as a new one.")
    return Record(state.seq + 1, now(), author.name, event)


def preview(store: Store, game: str, event: Event) -> Preview:
    """Tell what would change if an event were recorded: for asking the table before it is."""
    event = _bounded(event)
    lines, rulings = journals.read_with_rulings(store, game)
    records = [line.record for line in lines]
    refused = why_impossible(fold(records), event)
    if refused is not None:
        raise NotPossible(refused)
    found = prospect_of(records, event, rulings.rule)
    objected = why_not_countable(found.state, found.after, event)
    if objected is not None:
        raise NotPossible(objected)
    return found


def state(store: Store, game: str) -> GameState:
    """Fold a game's journal."""
    return fold(journals.read(store, game))


def rulings_recorded(store: Store, game: str, hand: int | None = None) -> dict[int, Ruling]:
    """Return how each hand, or one of them, was ruled when it was recorded or corrected, by the record's seq."""
    rows = store.rows(
        "SELECT seq, verdict FROM journal WHERE game = :game AND verdict IS NOT NULL "
        "AND (:hand IS NULL OR hand = :hand)",
        {"game": game, "hand": hand},
    )
    return {row["seq"]: from_json(json.loads(row["verdict"])) for row in rows}


def sheet(store: Store, game: str) -> tuple[GameState, ScoreSheet]:
    """Fold a game's journal and score it."""
    folded = state(store, game)
    return folded, score_game(store, game, folded)[0]


def table_summary(store: Store, game: str) -> TableSummary:
    """Give what the table page shows, at the same cost however many hands were played."""
    kept = cached_summaries(store, [game]).get(game)
    return rebuild(store, game) if kept is None else kept


def all_ids(store: Store) -> list[str]:
    """List all games, the one changed last first."""
    return [str(row["id"]) for row in store.rows("SELECT id FROM games ORDER BY changed_at DESC, id")]


def rebuild(store: Store, game: str) -> TableSummary:
    """Make anew what is kept of a game."""
    folded = state(store, game)
    written, rulings = score_game(store, game, folded)
    if not store.read_only:
        with store.writing(durable=False) as conn:
            rulings.keep(conn, game)
            save_summary(conn, game, folded, written)
    return summary_from(folded, written)


def recorded(store: Store, game: str, record_id: str) -> Appended | None:
    """Tell what was recorded under a phone's id: a form that was sent again has nothing more to do."""
    row = store.row("SELECT seq, hand FROM journal WHERE game = ? AND id = ?", [game, record_id])
    return None if row is None else Appended(game, row["seq"], row["hand"], repeated=True)


def _check_id(record_id: str) -> None:
    if not _ID.fullmatch(record_id):
        raise NotPossible("This form carries no proper id; load the page again.")


def _bounded(event: Event) -> Event:
    kind, body = encode(event)
    json_text(json.loads(body), HAND_BYTES, "That is more than a hand can hold.")
    return decode(kind, body)


def _begun(store: Store, author: Author, events: Sequence[Event], start_id: str) -> str:
    _check_id(start_id)
    again = _started(store, author.device, start_id)
    if again is not None:
        return again
    at = now()
    said = [Record(seq, at, author.name, _bounded(event)) for seq, event in enumerate(events, start=1)]
    folded = fold(said)
    written, rulings = score_game(store, "", folded)
    _check_begun(folded, written)
    game = "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))
    ids = [f"{start_id}-{place}" for place in range(len(said))]
    with store.writing() as conn:
        devices.check_game_limit(store, author.device)
        done = conn.execute(
            "INSERT INTO games (id, start_id, device, seq, made_at, changed_at) VALUES (?, ?, ?, 0, ?, ?) "
            "ON CONFLICT DO NOTHING",
            [game, start_id, author.device, at, at],
        ).rowcount
        if done:
            lines = list(journals.lines_of(said, ids, author.device, written, 0))
            journals.append(conn, game, lines, closed=False)
            conn.execute(
                "INSERT INTO members (game, device, role, since, seen_at) VALUES (?, ?, 'owner', ?, ?)",
                [game, author.device, at, at],
            )
            rulings.keep(conn, game)
            save_summary(conn, game, folded, written)
    if done:
        return game
    again = _started(store, author.device, start_id)
    if again is None:
        raise StoreBusy
    return again


def _check_begun(folded: GameState, written: ScoreSheet) -> None:
    """Refuse a game that could not be scored or exported."""
    if written.error:
        raise NotPossible(f"This game cannot be played: {written.error}.")
    first = fold((Record(1, "", "", GameStarted(folded.head)),))
    for place, row in enumerate(written.rows, start=1):
        refused = why_impossible(first, HandRecorded(row.hand.document))
        if refused is None and row.place is None:
            refused = " ".join(row.faults) or "It comes after the end of the game."
        if refused is not None:
            raise NotPossible(f"Hand {place} cannot be imported. {refused}")


def _started(store: Store, device: int, start_id: str) -> str | None:
    row = store.row("SELECT id FROM games WHERE device = ? AND start_id = ?", [device, start_id])
    return None if row is None else str(row["id"])
