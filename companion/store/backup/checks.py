"""Integrity check: the file, every journal, and every recorded ruling judged again. Nothing is changed."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from companion.journal.events import DocumentEvent, HandEvent, HandRecorded, JournalError, Record
from companion.journal.exchange import hands_key
from companion.journal.fold import GameState, fold
from companion.journal.rulings import rule_on
from companion.journal.sheet import sheet_of
from companion.journal.spelling import normalized
from companion.store import journals
from companion.store.backup.read_only import open_migrated, open_read_only
from companion.store.database import Store
from companion.store.derived.table_cache import cached_summaries, recorded_verdict, ruling_json, summary_from
from companion.store.errors import StoreBroken
from companion.store.sqlite_errors import is_damage, store_error


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be, in a sentence."""

    game: str | None
    hand: int | None
    sentence: str


@dataclass(slots=True)
class CheckReport:
    """What was looked at, and what was found."""

    games: int = 0
    records: int = 0
    rulings: int = 0
    findings: list[Finding] = field(default_factory=list)


def check_file(path: Path) -> CheckReport:
    """Look at everything in a database file, the store's own or a backup; raises StoreBroken if it cannot be opened."""
    checked = CheckReport()
    if path.is_file() and not path.stat().st_size:
        checked.findings.append(Finding(None, None, f"{path.name} is empty: it holds no games."))
        return checked
    try:
        with open_read_only(path) as store:
            checked.findings.extend(_file(store))
        with open_migrated(path) as store:
            _games(store, checked)
    except (StoreBroken, sqlite3.Error) as error:
        if not _says_damage(error):
            raise
        checked.findings.append(_damaged(None, error))
    return checked


def check(store: Store) -> CheckReport:
    """Look at everything in an open store."""
    checked = CheckReport(findings=[*_file(store)])
    _games(store, checked)
    return checked


def _games(store: Store, checked: CheckReport) -> None:
    # A page of games at a time: a check of a million hands needs no more memory than the longest game.
    last = ""
    try:
        while rows := store.rows("SELECT id FROM games WHERE id > ? ORDER BY id LIMIT 100", [last]):
            for row in rows:
                last = row["id"]
                _one_game(store, checked, last)
    except (StoreBroken, sqlite3.Error) as error:
        checked.findings.append(_damaged(None, error))


def _one_game(store: Store, checked: CheckReport, game: str) -> None:
    try:
        with store.reading():
            checked.findings.extend(_game(store, checked, game))
    except (StoreBroken, sqlite3.Error, KeyError, TypeError, ValueError) as error:
        checked.findings.append(_damaged(game, error))


def _damaged(game: str | None, error: Exception) -> Finding:
    return Finding(game, None, f"The file is damaged, and not all of it can be read: {error.__cause__ or error}.")


def _says_damage(error: StoreBroken | sqlite3.Error) -> bool:
    cause = error.__cause__ if isinstance(error, StoreBroken) else error
    return is_damage(cause) or (isinstance(cause, sqlite3.Error) and store_error(cause) is None)


def _file(store: Store) -> Iterator[Finding]:
    try:
        for row in store.rows("PRAGMA integrity_check"):
            if row["integrity_check"] != "ok":
                yield Finding(None, None, f"The file is damaged: {row['integrity_check']}.")
        for row in store.rows("PRAGMA foreign_key_check"):
            yield Finding(None, None, f"A row of {row['table']} refers to one that is not there.")
    except (StoreBroken, sqlite3.Error) as error:
        yield _damaged(None, error)


def _game(store: Store, checked: CheckReport, game: str) -> Iterator[Finding]:
    checked.games += 1
    try:
        lines = list(journals.lines(store, game))
        records = [line.record for line in lines]
        state = fold(records)
    except (JournalError, KeyError, TypeError, ValueError) as trouble:
        yield Finding(game, None, f"The journal cannot be read: {trouble}.")
        return
    checked.records += len(records)
    if [one.seq for one in records] != list(range(1, len(records) + 1)):
        yield Finding(game, None, "The journal has gaps.")
    stored = store.row("SELECT seq FROM games WHERE id = ?", [game])
    if stored is None or stored["seq"] != state.seq:
        yield Finding(game, None, "The journal does not end where the game says.")
    yield from _rulings(checked, game, lines)
    kept = cached_summaries(store, [game]).get(game)
    if kept is not None and kept != _as_kept(state):
        yield Finding(game, None, "The table that is kept is not what the journal says; it can be thrown away.")


def _as_kept(state: GameState) -> object:
    return summary_from(state, sheet_of(state))


def _rulings(checked: CheckReport, game: str, lines: list[journals.JournalLine]) -> Iterator[Finding]:
    records = [*normalized(line.record for line in lines)]
    for line, record, state in zip(lines, records, _states(records), strict=True):
        event = record.event
        if line.verdict is None or not isinstance(event, DocumentEvent):
            continue
        checked.rulings += 1
        if hands_key(state.game) == "rounds":
            today = recorded_verdict(sheet_of(fold(records[: line.record.seq])), line.hand)
        else:
            today = ruling_json(rule_on(state.head, event.document))
        if today is None or json.loads(today) != json.loads(line.verdict):
            yield Finding(
                game, line.hand, f"Hand {line.hand} was ruled {line.verdict}; by the rules of today it is {today}."
            )


def _states(records: list[Record]) -> Iterator[GameState]:
    """Give for each record the game as it was then, as far as its head goes: hands do not change that."""
    done: list[Record] = []
    state: GameState | None = None
    for about_hands, some in groupby(records, key=lambda one: isinstance(one.event, HandRecorded | HandEvent)):
        for record in some:
            done.append(record)
            if not about_hands or state is None:
                state = fold(done)
            yield state
