"""Sums over the games of a phone, kept from page to page.

The games are taken in two parts: the settled ones, which haven't changed lately, and the latest. What a statement gives
for the settled ones is kept until one of them changes, so after a change to a running game only a few games are read.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.store.database import Row, Store
from companion.store.derived import recompute
from companion.store.derived.sums import GAMES_OF, these_games
from companion.store.derived.table_cache import rules_version
from companion.store.people import persons

T = TypeVar("T")

LATEST = 20
"""Games that are left unsettled when the games are divided."""
MOST_LATEST = 60
"""With so many, the games are divided again."""

_OF_DEVICE = "members JOIN games ON games.id = members.game WHERE members.device = :device AND revoked_at IS NULL"
_GAMES_AT = (
    "SELECT '' AS game, count(*) AS games, CAST(coalesce(sum(seq), 0) AS BIGINT) AS records, "  # noqa: S608 (no input)
    "CAST(coalesce(sum(pulse), 0) AS BIGINT) AS changes, max(made_at) AS made, "
    f"(SELECT max(revoked_at) FROM members WHERE device = :device) AS went FROM {_OF_DEVICE} AND changed_at <= :before "
    f"UNION ALL SELECT game, 1, seq, pulse, NULL, NULL FROM {_OF_DEVICE} AND changed_at > :before"
)
_BEFORE = (
    "SELECT max(changed_at) AS before FROM (SELECT changed_at, row_number() OVER (ORDER BY changed_at DESC) AS place, "  # noqa: S608 (no input)
    "count(*) OVER (PARTITION BY CASE fingerprint WHEN '' THEN id ELSE fingerprint END) AS copies "
    f"FROM (SELECT id, changed_at FROM {_OF_DEVICE}) AS own JOIN tallies ON tallies.game = id) AS placed "
    "WHERE place > :latest OR copies > 1"
)
_SETTLED = f"SELECT game FROM {_OF_DEVICE} AND changed_at <= :before"  # noqa: S608 (no input)
_FINGERPRINTS = "SELECT fingerprint FROM mine JOIN tallies ON tallies.game = mine.game WHERE fingerprint <> ''"
_LEAST = frozenset({"first_on"})
_MOST = frozenset({"last_on", "best"})
"""Columns that aren't added up."""
_PARTS = "parts"


@dataclass(frozen=True, slots=True)
class GamesAt:
    """Games of a device, and how far they are: the same as long as nothing is recorded or restored."""

    game: str
    """If it is only one."""
    games: int
    records: int
    changes: int
    made: str | None
    """When the newest of them was begun, which tells one from another that is as far."""
    went: str | None
    """When the device left any game last."""


@dataclass(frozen=True, slots=True)
class Known:
    """What sums are made of: the games of a device as they are, and what it says about people."""

    device: int | None
    words: Mapping[str, persons.Said]
    before: str = ""
    """When the last of the settled games was changed."""
    settled: GamesAt | None = None
    latest: tuple[GamesAt, ...] = ()

    @property
    def latest_games(self) -> Sequence[str]:
        return [one.game for one in self.latest]


def known_now(store: Store, device: int | None) -> Known:
    """Return how things are, for all sums of a page."""
    words = persons.said(store, device)
    last = store.recent_sums.last((device, _PARTS))
    return _known(store, device, words, last.before if isinstance(last, Known) else "")


def _known(store: Store, device: int | None, words: Mapping[str, persons.Said], before: str) -> Known:
    settled, *latest = (GamesAt(**row) for row in store.rows(_GAMES_AT, {"device": device, "before": before}))
    return Known(device, words, before, settled, tuple(latest))


@dataclass(frozen=True, slots=True)
class Summing:
    """Reads what is to be summed."""

    store: Store
    known: Known
    uncounted: int = 0
    """Games that aren't counted yet."""

    def rows(self, statement: str, values: Mapping[str, object], by: Collection[str] = ()) -> list[Row]:
        """Return the rows of a statement over `mine`, the table of the games.

        If `by` names columns, there is one row for each of their values: those of both parts are added.
        """
        rows = self.each(statement, values, dict)
        return added_rows(rows, by) if by else rows

    def each(self, statement: str, values: Mapping[str, object], read: Callable[[Row], T]) -> list[T]:
        """Return what is made of each row."""
        if self.uncounted or self.known.device is None:
            return [read(row) for row in self._rows(GAMES_OF, statement, values)]
        return [*self.of_settled(statement, values, read), *self.of_latest(statement, values, read)]

    def of_settled(self, statement: str, values: Mapping[str, object], read: Callable[[Row], T]) -> list[T]:
        known = self.known
        key, at = (known.device, statement, *values.values()), (known.before, known.settled, known.words)
        values = {**values, "before": known.before}
        return self.store.recent_sums.get(
            key, at, lambda: [read(row) for row in self._rows(_SETTLED, statement, values)]
        )

    def of_latest(self, statement: str, values: Mapping[str, object], read: Callable[[Row], T]) -> list[T]:
        mine, games = these_games(self.known.latest_games)
        return [read(row) for row in self._rows(mine, statement, {**values, **games})]

    def _rows(self, games: str, statement: str, values: Mapping[str, object]) -> list[Row]:
        return self.store.rows(
            f"WITH RECURSIVE {persons.ROOTS}, mine (game) AS ({games}) {statement}",
            {**values, "device": self.known.device, "rules": rules_version()},
        )


def added_rows(rows: Iterable[Row], by: Collection[str]) -> list[Row]:
    """Return sums of parts as sums of the whole, one for each value of the columns `by`."""
    whole: dict[tuple[object, ...], Row] = {}
    for row in rows:
        key = tuple(row[name] for name in by)
        part = whole.get(key)
        whole[key] = row if part is None else {name: _added(name, part[name], row[name], by) for name in row}
    return list(whole.values())


def _added(name: str, one: Any, other: Any, by: Collection[str]) -> Any:  # noqa: ANN401 (as the columns are)
    if name in by:
        return one
    if name in _LEAST:
        return min(one, other)
    return max(one, other) if name in _MOST else one + other


def kept(
    store: Store, known: Known, key: tuple[object, ...], make: Callable[[Summing], T], *, counts_more: bool = True
) -> T:
    """Return sums as they are kept, or make them; before that, count some games again that aren't counted."""
    sums, key, parts = store.recent_sums, (known.device, *key), (known.device, _PARTS)
    left = 0

    def made() -> T:
        with store.reading():
            return make(Summing(store, known, left))

    if not sums.has(key, known):
        # All of the settled ones were counted when they were taken as such.
        among = known.latest_games if _are_settled(store, known) else None
        left = (recompute.count_more if counts_more else recompute.uncounted)(store, known.device, among=among)
        if left or known.device is None:
            return made()
        known = sums.get(parts, known, lambda: _in_parts(store, known))
    return sums.get(key, known, made)


def _are_settled(store: Store, known: Known) -> bool:
    """Return whether the settled games are still those for which sums are kept, and not too many are left besides."""
    last = store.recent_sums.last((known.device, _PARTS))
    is_same = isinstance(last, Known) and (last.before, last.settled) == (known.before, known.settled)
    return is_same and len(known.latest) < MOST_LATEST


def _in_parts(store: Store, known: Known) -> Known:
    """Return the games as they are divided already, or divide them again where that is needed."""
    if _are_settled(store, known) and not _parts_copies(Summing(store, known)):
        return known
    row = store.row(_BEFORE, {"device": known.device, "latest": LATEST})
    return _known(store, known.device, known.words, row["before"] or "" if row else "")


def _parts_copies(summing: Summing) -> bool:
    """Return whether one of the latest games is a copy of a settled one: it would be counted twice."""
    settled = summing.of_settled(_FINGERPRINTS, {}, _fingerprint)
    return not set(summing.of_latest(_FINGERPRINTS, {}, _fingerprint)).isdisjoint(settled)


def _fingerprint(row: Row) -> str:
    return str(row["fingerprint"])
