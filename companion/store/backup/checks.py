"""Integrity check: database file, journals, and every recorded ruling judged again. Nothing is changed."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from companion.journal.events.hands import DocumentEvent, HandEvent, HandRecorded
from companion.journal.fold import fold
from companion.journal.kinds import kind_of, sheet_of
from companion.journal.sheet import rule_on
from companion.journal.state import GameState, JournalError, Record
from companion.store import journals
from companion.store.backup.read_only import open_migrated, open_read_only
from companion.store.database import Store
from companion.store.derived.table_cache import cached_summaries, recorded_verdict, ruling_json, summary_from
from companion.store.engines.sqlite import DATABASE
from companion.store.engines.sqlite_errors import is_damage, store_error
from companion.store.errors import Facts, Finding, Problem, StoreBroken
from companion.store.opening import DatabasePlace, open_to_read


@dataclass(slots=True)
class CheckReport:
    games: int = 0
    records: int = 0
    rulings: int = 0
    findings: list[Finding] = field(default_factory=list)


def check_file(path: Path) -> CheckReport:
    """Check a database file, the store's own or a backup; raise StoreBroken if it can't be opened."""
    report = CheckReport()
    if path.is_file() and not path.stat().st_size:
        report.findings.append(Finding(Problem.EMPTY_DATABASE, {"path": path.name}))
        return report
    try:
        with open_read_only(path) as store:
            report.findings.extend(_check_database(store))
        with open_migrated(path) as store:
            _games(store, report)
    except (StoreBroken, sqlite3.Error) as error:
        cause = error.__cause__ if isinstance(error, StoreBroken) else error
        if not is_damage(cause) and not (isinstance(cause, sqlite3.Error) and store_error(cause) is None):
            raise
        report.findings.append(_damaged(None, error))
    return report


def check_place(place: DatabasePlace) -> CheckReport:
    if not place.database:
        return check_file(place.folder / DATABASE)
    with open_to_read(place) as store:
        return check(store)


def check(store: Store) -> CheckReport:
    report = CheckReport(findings=[*_check_database(store)])
    _games(store, report)
    return report


def _games(store: Store, report: CheckReport) -> None:
    # In pages, so that a check of a million hands needs no more memory than the longest game.
    last = ""
    try:
        while rows := store.rows("SELECT id FROM games WHERE id > ? ORDER BY id LIMIT 100", [last]):
            for row in rows:
                last = row["id"]
                try:
                    with store.reading():
                        report.findings.extend(_game_findings(store, report, last))
                except (StoreBroken, sqlite3.Error, KeyError, TypeError, ValueError) as error:
                    report.findings.append(_damaged(last, error))
    except (StoreBroken, sqlite3.Error) as error:
        report.findings.append(_damaged(None, error))


def _damaged(game: str | None, error: Exception) -> Finding:
    return Finding(Problem.CHECK_PARTLY_READABLE, {"cause": error.__cause__ or error}, game)


def _check_database(store: Store) -> Iterator[Finding]:
    try:
        yield from store.damage()
    except (StoreBroken, sqlite3.Error) as error:
        yield _damaged(None, error)


def _game_findings(store: Store, report: CheckReport, game: str) -> Iterator[Finding]:
    report.games += 1
    try:
        lines = list(journals.lines(store, game))
        records = [line.record for line in lines]
        state = fold(records)
    except (JournalError, KeyError, TypeError, ValueError) as error:
        yield Finding(Problem.CHECK_JOURNAL_UNREADABLE, {"cause": error}, game)
        return
    report.records += len(records)
    if [record.seq for record in records] != list(range(1, len(records) + 1)):
        yield Finding(Problem.CHECK_JOURNAL_GAPS, game=game)
    stored = store.row("SELECT seq FROM games WHERE id = ?", [game])
    if stored is None or stored["seq"] != state.seq:
        yield Finding(Problem.CHECK_JOURNAL_END, game=game)
    yield from _ruling_findings(report, game, lines)
    cached = cached_summaries(store, [game]).get(game)
    if cached is not None and cached != summary_from(state, sheet_of(state)):
        yield Finding(Problem.CHECK_STALE_SUMMARY, game=game)


def _ruling_findings(report: CheckReport, game: str, lines: list[journals.JournalLine]) -> Iterator[Finding]:
    records = [line.record for line in lines]
    imported: dict[int | None, Mapping[str, object] | None] = {}
    for line, state in zip(lines, _states(records), strict=True):
        event = line.record.event
        if line.verdict is None or not isinstance(event, DocumentEvent):
            continue
        report.rulings += 1
        if isinstance(event, HandRecorded):
            imported[line.hand] = event.recorded.house_rules
        if not kind_of(state.game).hands_stand_alone:
            today = recorded_verdict(sheet_of(fold(records[: line.record.seq])), line.hand)
        else:
            hand = None if line.hand is None else state.hand(line.hand)
            # The house rules of a hand may not have been the game's when it was ruled.
            own_rules = imported.get(line.hand) if hand is None else hand.house_rules
            today = ruling_json(rule_on(state.head, replace(event.recorded, house_rules=own_rules)))
        if today is None or json.loads(today) != json.loads(line.verdict):
            facts: Facts = {"hand": line.hand, "before": line.verdict, "today": today}
            yield Finding(Problem.CHECK_RULING_CHANGED, facts, game, line.hand)


def _states(records: list[Record]) -> Iterator[GameState]:
    """Yield for each record the game as it was then, as far as its head goes. Hands don't change that."""
    before: list[Record] = []
    state: GameState | None = None
    for about_hands, group in groupby(records, key=lambda record: isinstance(record.event, HandRecorded | HandEvent)):
        for record in group:
            before.append(record)
            if not about_hands or state is None:
                state = fold(before)
            yield state
