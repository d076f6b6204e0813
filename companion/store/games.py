"""Games: starting and importing them, saying something to their journals, and reading them back folded.

Everything that is said carries an id made on the phone and the `seq` that the phone had seen. The same id again is
answered with what was recorded; something that talks past what another phone said meanwhile raises Conflict.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from companion.journal.codec import decode, encode
from companion.journal.events import DeckUsed, Document, Event, GameStarted, HandRecorded, HandReplaced, Record
from companion.journal.exchange import events_of
from companion.journal.fold import GameState, fold, hand_of
from companion.journal.refusals import LONGEST_NAME, refusal
from companion.journal.sheet import Sheet
from companion.journal.topics import clashing
from companion.store.bounds import GAMES_OF_A_DEVICE, HAND_BYTES, RECORDS_OF_A_GAME
from companion.store.database import Row, Store, now
from companion.store.errors import Conflict, NoSuchGame, NotPossible, StoreBusy
from companion.store.standings import Table, judged, keep_table, sheet_for, table_from, tables_kept

_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_TRIES = 50
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH = 12


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
class Speaker:
    """Who says something: the device, and the name that the history shows."""

    device: int
    name: str


def new_id() -> str:
    """Make an id for a record, where the phone cannot (a form without JavaScript carries one from the server)."""
    return secrets.token_urlsafe(16)


def start(store: Store, speaker: Speaker, started: GameStarted, *, record_id: str) -> str:
    """Start a game and give its id; the starting device owns it. The same record id again gives the same game."""
    return _written(store, speaker, [(started, record_id)])


def import_document(
    store: Store, speaker: Speaker, document: Document, *, record_id: str, deck: DeckUsed | None = None
) -> str:
    """Make a game of a game document that companion.documents has found readable."""
    events = events_of(document, deck)
    return _written(store, speaker, [(event, f"{record_id}-{place}") for place, event in enumerate(events)])


def append(store: Store, game: str, event: Event, *, record_id: str, seen: int, speaker: Speaker) -> Appended:
    """Record an event, once.

    Raises Conflict, NotPossible (with a sentence), NoSuchGame, StoreBusy or StoreFull; then nothing was written.
    """
    _check_id(record_id)
    kind, body = encode(event)
    if len(body.encode()) > HAND_BYTES:
        raise NotPossible("That is more than a hand can hold.")
    for _ in range(_TRIES):
        found = _recorded(store, game, record_id)
        if found is not None:
            return found
        records = _records(store, game)
        clashes = clashing(event, records, seen)
        before = fold(records)
        if clashes:
            raise Conflict(clashes, before)
        refused = refusal(before, event)
        if refused is not None:
            raise NotPossible(refused)
        if len(records) >= RECORDS_OF_A_GAME:
            raise NotPossible("This game has been changed too often; export it, and import it as a new one.")
        record = Record(before.seq + 1, now(), speaker.name, event)
        state = fold((*records, record))
        number = hand_of(event, state.recorded)
        sheet = sheet_for(store, state)
        verdict = judged(sheet, number) if isinstance(event, HandRecorded | HandReplaced) else None
        with store.writing() as conn:
            done = conn.execute(
                "INSERT INTO journal (game, seq, id, at, by, device, kind, hand, body, verdict) "
                "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE (SELECT seq FROM games WHERE id = ?) = ? "
                "ON CONFLICT DO NOTHING",
                [
                    *(
                        game,
                        record.seq,
                        record_id,
                        record.at,
                        speaker.name,
                        speaker.device,
                        kind,
                        number,
                        body,
                        verdict,
                    ),
                    *(game, before.seq),
                ],
            ).rowcount
            if done:
                conn.execute(
                    "UPDATE games SET seq = ?, pulse = pulse + 1, closed = ?, changed_at = ? WHERE id = ?",
                    [record.seq, state.closed, record.at, game],
                )
                if isinstance(event, HandRecorded | HandReplaced):
                    conn.execute("DELETE FROM drafts WHERE game = ? AND hand = ?", [game, number])
                keep_table(conn, game, state, sheet)
        if done:
            return Appended(game, record.seq, number, repeated=False)
    raise StoreBusy


def records(store: Store, game: str) -> list[Record]:
    """Give a game's journal."""
    return _records(store, game)


def state(store: Store, game: str) -> GameState:
    """Fold a game's journal."""
    return fold(_records(store, game))


def sheet(store: Store, game: str) -> tuple[GameState, Sheet]:
    """Fold a game's journal and score it."""
    folded = state(store, game)
    return folded, sheet_for(store, folded)


def table(store: Store, game: str) -> Table:
    """Give what the table page shows, at the same cost however many hands were played."""
    kept = tables_kept(store, [game]).get(game)
    if kept is not None:
        return kept
    return _rebuilt(store, game)


def of_device(store: Store, device: int) -> list[tuple[str, Table]]:
    """List the games that a device takes part in, the one changed last first."""
    rows = store.rows(
        "SELECT games.id FROM members JOIN games ON games.id = members.game "
        "WHERE members.device = ? AND members.revoked_at IS NULL ORDER BY games.changed_at DESC, games.id",
        [device],
    )
    found = [row["id"] for row in rows]
    kept = tables_kept(store, found)
    return [(game, kept[game] if game in kept else _rebuilt(store, game)) for game in found]


def pulse(store: Store, game: str) -> int:
    """Give a number that grows with every change that other phones should see: what a poll compares."""
    row = store.row("SELECT pulse FROM games WHERE id = ?", [game])
    if row is None:
        raise NoSuchGame
    number: int = row["pulse"]
    return number


def _rebuilt(store: Store, game: str) -> Table:
    folded, scored = sheet(store, game)
    with store.writing(durable=False) as conn:
        keep_table(conn, game, folded, scored)
    return table_from(folded, scored)


def _records(store: Store, game: str) -> list[Record]:
    rows = store.rows("SELECT seq, at, by, kind, body FROM journal WHERE game = ? ORDER BY seq", [game])
    if not rows:
        raise NoSuchGame
    return [_record(row) for row in rows]


def _record(row: Row) -> Record:
    return Record(row["seq"], row["at"], row["by"], decode(row["kind"], row["body"]))


def _recorded(store: Store, game: str, record_id: str) -> Appended | None:
    row = store.row("SELECT seq, hand FROM journal WHERE game = ? AND id = ?", [game, record_id])
    return None if row is None else Appended(game, row["seq"], row["hand"], repeated=True)


def _check_id(record_id: str) -> None:
    if not _ID.fullmatch(record_id):
        raise NotPossible("This form carries no proper id; load the page again.")


def _written(store: Store, speaker: Speaker, said: Sequence[tuple[Event, str]]) -> str:
    start_id = said[0][1]
    _check_id(start_id)
    again = _started(store, speaker.device, start_id)
    if again is not None:
        return again
    at = now()
    records = [Record(seq, at, speaker.name, event) for seq, (event, _) in enumerate(said, start=1)]
    folded = fold(records[:1])
    _check_players(folded)
    for record in records[1:]:
        refused = refusal(folded, record.event)
        if refused is not None:
            raise NotPossible(refused)
    folded = fold(records)
    scored = sheet_for(store, folded)
    game = "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))
    lines = _lines(game, speaker, records, [one for _, one in said], scored)
    with store.writing() as conn:
        many = conn.execute("SELECT count(*) FROM games WHERE device = ?", [speaker.device]).fetchone()[0]
        if many >= GAMES_OF_A_DEVICE:
            raise NotPossible(f"A phone starts at most {GAMES_OF_A_DEVICE} games.")
        done = conn.execute(
            "INSERT INTO games (id, start_id, device, seq, made_at, changed_at) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            [game, start_id, speaker.device, folded.seq, at, at],
        ).rowcount
        if done:
            conn.executemany(
                "INSERT INTO journal (game, seq, id, at, by, device, kind, hand, body, verdict) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                lines,
            )
            conn.execute(
                "INSERT INTO members (game, device, role, since, seen_at) VALUES (?, ?, 'owner', ?, ?)",
                [game, speaker.device, at, at],
            )
            keep_table(conn, game, folded, scored)
    if done:
        return game
    again = _started(store, speaker.device, start_id)
    if again is None:
        raise StoreBusy
    return again


def _lines(
    game: str, speaker: Speaker, records: Sequence[Record], ids: Sequence[str], scored: Sheet
) -> list[tuple[object, ...]]:
    lines: list[tuple[object, ...]] = []
    played = 0
    for record, record_id in zip(records, ids, strict=True):
        kind, body = encode(record.event)
        hand = None
        if isinstance(record.event, HandRecorded):
            played += 1
            hand = played
        verdict = judged(scored, hand) if hand else None
        lines.append((game, record.seq, record_id, record.at, record.by, speaker.device, kind, hand, body, verdict))
    return lines


def _started(store: Store, device: int, start_id: str) -> str | None:
    row = store.row("SELECT id FROM games WHERE device = ? AND start_id = ?", [device, start_id])
    return None if row is None else str(row["id"])


def _check_players(state: GameState) -> None:
    names = state.players
    if not names or any(not 1 <= len(name) <= LONGEST_NAME for name in names):
        raise NotPossible(f"A name has 1 to {LONGEST_NAME} characters.")
