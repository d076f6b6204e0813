"""Compute stale caches again, a few games per request, so that no page waits for all the games of a phone.

The pages say how many games are left, and the next request goes on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.journal.state import JournalError
from companion.store import games
from companion.store.database import Row, Store, retried
from companion.store.derived.sums import GAMES_OF, these_games
from companion.store.derived.table_cache import (
    TableSummary,
    cached_summaries,
    mark_unreadable,
    rules_version,
    unreadable,
)

GAMES_AT_ONCE = 20
RECORDS_AT_ONCE = 2_000
"""Games are computed again until they have this many records together; the first one always is."""


_UNCOUNTED = (
    "FROM mine JOIN games ON games.id = mine.game LEFT JOIN tallies ON tallies.game = games.id "
    "WHERE (tallies.game IS NULL OR tallies.rules <> :rules OR tallies.seq <> games.seq)"
)
"""Which of the games `mine` aren't counted by these rules as they are now."""


@dataclass(frozen=True, slots=True)
class GamesOfPhone:
    """A page of the games that a phone is in, the one changed last first."""

    tables: Sequence[tuple[str, TableSummary]]
    more: bool
    uncounted: int
    """How many are left out because their summaries aren't computed again yet."""
    unreadable: Sequence[str]


NONE = GamesOfPhone((), more=False, uncounted=0, unreadable=())


def games_of(store: Store, device: int, most: int = games.GAMES_SHOWN, skip: int = 0) -> GamesOfPhone:
    """List games of a device; after an update, only as many as can be computed again at once."""
    rows = store.rows(
        "SELECT games.id AS game, games.seq FROM members JOIN games ON games.id = members.game "
        "WHERE members.device = ? AND members.revoked_at IS NULL ORDER BY games.changed_at DESC, games.id "
        "LIMIT ? OFFSET ?",
        [device, most + 1, skip],
    )
    more, rows = len(rows) > most, rows[:most]
    tables, left = summaries(store, rows)
    ids = [str(row["game"]) for row in rows]
    broken = unreadable(store, [game for game in ids if game not in tables])
    shown = [(game, tables[game]) for game in ids if game in tables]
    return GamesOfPhone(shown, more, left, [game for game in ids if game in broken])


def summaries(store: Store, rows: Sequence[Row]) -> tuple[dict[str, TableSummary], int]:
    """Return the summaries of games, each by its id, and how many aren't computed again yet."""
    tables = cached_summaries(store, [row["game"] for row in rows])
    missing = [row for row in rows if row["game"] not in tables]
    broken = unreadable(store, [row["game"] for row in missing])
    stale = [row for row in missing if row["game"] not in broken]
    left = compute_some(store, stale)
    if len(left) < len(stale):
        tables |= cached_summaries(store, [row["game"] for row in stale])
    return tables, len(left)


@retried
def compute_some(store: Store, stale: Sequence[Row]) -> Sequence[Row]:
    """Compute the caches of the first of these games again; return the games that are left.

    A game that can't be read is noted as such, so that it isn't tried again with each request. `companion check` says
    what is wrong with it.
    """
    chosen = list(_within_bounds(stale))
    for row in chosen:
        try:
            games.rebuild(store, row["game"])
        except JournalError:
            with store.writing(durable=False) as conn:
                mark_unreadable(conn, row["game"], row["seq"])
    return stale[len(chosen) :]


def count_more(
    store: Store, device: int | None, kind: str = "", names: str = "", *, among: Sequence[str] | None = None
) -> int:
    """Count some of the uncounted games of a device again, or of all; return how many are left.

    Those of some players at a game come first, if they are named. If it's known among which games they can be, only
    these are looked at.
    """
    mine, values = _among(device, among)
    rows = store.rows(
        f"WITH mine (game) AS ({mine}) SELECT games.id AS game, games.seq, count(*) OVER () AS left {_UNCOUNTED} "
        "ORDER BY CASE WHEN kind = :kind AND names = :names THEN 0 ELSE 1 END, games.changed_at DESC LIMIT :most",
        {**values, "kind": kind, "names": names, "most": GAMES_AT_ONCE},
    )
    return rows[0]["left"] - len(rows) + len(compute_some(store, rows)) if rows else 0


def uncounted(store: Store, device: int | None, *, among: Sequence[str] | None = None) -> int:
    """Return how many games of a device, or of all, aren't counted by these rules."""
    mine, values = _among(device, among)
    row = store.row(f"WITH mine (game) AS ({mine}) SELECT count(*) AS left {_UNCOUNTED}", values)
    return row["left"] if row else 0


def _among(device: int | None, games: Sequence[str] | None) -> tuple[str, dict[str, object]]:
    mine, values = (GAMES_OF, {"device": device}) if games is None else these_games(games)
    return mine, {**values, "rules": rules_version()}


def _within_bounds(rows: Iterable[Row]) -> Iterable[Row]:
    records = 0
    for place, row in enumerate(rows):
        records += row["seq"]
        if place >= GAMES_AT_ONCE or (place and records > RECORDS_AT_ONCE):
            return
        yield row
