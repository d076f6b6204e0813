"""Is everything still as it was said? Integrity, every journal, every ruling that was ever recorded."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from companion.journal.events import HandEvent, HandRecorded, HandReplaced, JournalError, Record
from companion.journal.exchange import hands_key
from companion.journal.fold import GameState, fold
from companion.journal.rulings import rule_on
from companion.journal.sheet import sheet_of
from companion.store import journals
from companion.store.database import Store
from companion.store.errors import StoreBroken
from companion.store.standings import ruled, table_from, tables_kept, written


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be, in a sentence."""

    game: str | None
    hand: int | None
    sentence: str


@dataclass(slots=True)
class Checked:
    """What was looked at, and what was found."""

    games: int = 0
    records: int = 0
    rulings: int = 0
    findings: list[Finding] = field(default_factory=list)


def check(store: Store) -> Checked:
    """Look at everything; nothing is changed."""
    checked = Checked()
    try:
        checked.findings.extend(_file(store))
        # A page of games at a time: a check of a million hands needs no more memory than the longest game.
        last = ""
        while rows := store.rows("SELECT id FROM games WHERE id > ? ORDER BY id LIMIT 100", [last]):
            for row in rows:
                last = row["id"]
                with store.reading():
                    checked.findings.extend(_game(store, checked, last))
    except StoreBroken as trouble:
        checked.findings.append(Finding(None, None, f"The file is damaged. {trouble.sentence}"))
    return checked


def _file(store: Store) -> Iterator[Finding]:
    for row in store.rows("PRAGMA integrity_check"):
        if row["integrity_check"] != "ok":
            yield Finding(None, None, f"The file is damaged: {row['integrity_check']}.")
    for row in store.rows("PRAGMA foreign_key_check"):
        yield Finding(None, None, f"A row of {row['table']} refers to one that is not there.")


def _game(store: Store, checked: Checked, game: str) -> Iterator[Finding]:
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
    kept = tables_kept(store, [game]).get(game)
    if kept is not None and kept != _as_kept(state):
        yield Finding(game, None, "The table that is kept is not what the journal says; it can be thrown away.")


def _as_kept(state: GameState) -> object:
    return table_from(state, sheet_of(state))


def _rulings(checked: Checked, game: str, lines: list[journals.Line]) -> Iterator[Finding]:
    records = [line.record for line in lines]
    for line, state in zip(lines, _states(records), strict=True):
        event = line.record.event
        if line.verdict is None or not isinstance(event, HandRecorded | HandReplaced):
            continue
        checked.rulings += 1
        if hands_key(state.game) == "rounds":
            today = ruled(sheet_of(fold(records[: line.record.seq])), line.hand)
        else:
            today = written(rule_on(state.head, event.document))
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
