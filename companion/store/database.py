"""The store on any engine: reads, keyed hashes, and transactions that run again when another one was in the way.

Statements are written once, for SQLite and PostgreSQL. A transaction that writes behaves as if it ran alone. SQLite
gets there with a lock, PostgreSQL by refusing one of two transactions that got in each other's way; that one runs
again (`retried`).
"""

import hmac
import json
import random
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar, cast

from companion.journal.sheet import ScoreSheet
from companion.journal.state import GameState
from companion.store.errors import Finding, NotPossible, Problem, StoreBusy, TransactionLost

Row: TypeAlias = dict[str, Any]
Values: TypeAlias = Sequence[object] | Mapping[str, object]
P = ParamSpec("P")
T = TypeVar("T")

IN_BROWSER = sys.platform == "emscripten"
BUSY_SECONDS = 10.0
"""How long a request waits for a database that is busy or can't be reached."""


def now() -> str:
    """Return the current time as it is stored: UTC, to the second."""
    return format_time(datetime.now(UTC))


def json_text(value: object, most: int) -> str:
    """Return JSON for a column; raise NotPossible for more than `most` bytes and for text that isn't Unicode."""
    return short_enough(json.dumps(value, ensure_ascii=False, separators=(",", ":")), most)


def short_enough(text: str, most: int) -> str:
    """Return a text for a column; raise NotPossible for more than `most` bytes and for text that isn't Unicode."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise NotPossible(Problem.BAD_CHARACTERS) from error
    if size > most:
        raise NotPossible(Problem.HAND_TOO_LARGE)
    return text


def format_time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


class Result(Protocol):
    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...  # noqa: ANN401 (a row has the types of its columns)
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """Within a transaction."""

    def execute(self, sql: str, parameters: Any = (), /) -> Result: ...  # noqa: ANN401 (Values; sqlite3 declares it so)
    def executemany(self, sql: str, parameters: Iterable[Any], /) -> object: ...


RECORDED = "recorded"
CONFLICT = "conflict"
_lock = threading.Lock()
_happenings: Counter[str] = Counter()


def count_happening(what: str) -> None:
    """Count for those who run this process."""
    with _lock:
        _happenings[what] += 1


def take_happenings() -> dict[str, int]:
    """Return the counts since this was last asked."""
    with _lock:
        taken = dict(_happenings)
        _happenings.clear()
    return taken


class _Use(threading.local):
    size = 0


_use = _Use()


def add_use(size: int) -> None:
    """Count bytes added, for the daily limit of an address. What replaces something adds what it is larger by."""
    _use.size += size


def take_use() -> int:
    size, _use.size = _use.size, 0
    return size


@contextmanager
def kept_use() -> Generator[None]:
    """Count nothing of what fails."""
    before = _use.size
    try:
        yield
    except BaseException:
        _use.size = before
        raise


MOST_RECORDS = 5_000
"""Of all recent games together: some 20 megabytes."""


@dataclass(frozen=True, slots=True)
class LastRecord:
    """What tells a journal from every other one: the last of its records."""

    seq: int
    id: str
    at: str


class RecentGames:
    """Games as they were folded and scored last: a page of a game that hasn't changed does neither again.

    Each is found under its last record only, so a game that went on, here or in another process, or that a backup
    brought back to what it was, is read again.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[str, tuple[LastRecord, GameState, ScoreSheet]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, game: str, last: LastRecord) -> tuple[GameState, ScoreSheet] | None:
        with self._lock:
            known = self._games.get(game)
            if known is None or known[0] != last:
                return None
            self._games.move_to_end(game)
            return known[1:]

    def keep(self, game: str, last: LastRecord, state: GameState, sheet: ScoreSheet) -> None:
        with self._lock:
            self._games[game] = last, state, sheet
            self._games.move_to_end(game)
            while self._games and sum(last.seq for last, _, _ in self._games.values()) > MOST_RECORDS:
                self._games.popitem(last=False)


MOST_SUMS = 100
"""A record of 2,000 games takes half a megabyte, and so do the rows that it's made of."""


class RecentSums:
    """What was summed over many games last, each sum with the state of these games: a page shown again sums nothing."""

    def __init__(self) -> None:
        self._sums: OrderedDict[Hashable, tuple[object, object]] = OrderedDict()
        self._lock = threading.Lock()

    def has(self, key: Hashable, at: object) -> bool:
        """Return whether something is kept for these games as they are."""
        with self._lock:
            known = self._sums.get(key)
        return known is not None and known[0] == at

    def last(self, key: Hashable) -> object:
        """Return what is kept, however these games are now; None if nothing is."""
        with self._lock:
            return self._sums.get(key, (None, None))[1]

    def get(self, key: Hashable, at: object, make: Callable[[], T]) -> T:
        """Return what is kept for these games as they are, or else make it."""
        with self._lock:
            known = self._sums.get(key)
            if known is not None and known[0] == at:
                self._sums.move_to_end(key)
                return cast("T", known[1])
        made = make()
        with self._lock:
            self._sums[key] = at, made
            self._sums.move_to_end(key)
            if len(self._sums) > MOST_SUMS:
                self._sums.popitem(last=False)
        return made


class _Thread(threading.local):
    is_retried = False
    """This thread is in work that runs again if its transaction is refused."""


class Store(ABC):
    """An open database, safe to share between threads and across a fork: each gets its own connection."""

    read_only = False

    def __init__(self, folder: Path, secret: bytes, busy_seconds: float) -> None:
        self.folder = folder
        """The folder of the secret and of the copies that are made automatically."""
        self._secret = secret
        self.busy_seconds = busy_seconds
        self._thread = _Thread()
        self.recent_games = RecentGames()
        self.recent_sums = RecentSums()

    @property
    @abstractmethod
    def place(self) -> str:
        """Where the database is, as sentences name it."""

    @abstractmethod
    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return the rows of a query."""

    def row(self, sql: str, values: Values = ()) -> Row | None:
        return next(iter(self.rows(sql, values)), None)

    @abstractmethod
    def may_have_changed(self) -> bool:
        """Return whether something may have been committed since this thread last asked."""

    @abstractmethod
    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query one by one, within `reading` or `writing`, however many there are."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[None]:
        """Let several reads see the same state of the database."""

    def writing(self, *, durable: bool = True) -> AbstractContextManager[Connection]:
        """Run a transaction that writes everything or nothing, within a `retried` function.

        Durable writes are on the disk when this ends.
        """
        if not self._thread.is_retried:
            raise RuntimeError("a transaction needs a `retried` function around it")
        return self._transaction(durable=durable)

    @abstractmethod
    def _transaction(self, *, durable: bool) -> AbstractContextManager[Connection]:
        """Run a transaction as if it were alone, or join the open one."""

    @abstractmethod
    def noting(self, *, patient: bool = True) -> AbstractContextManager[Connection]:
        """Run a short transaction that may be lost without harm, whose statements each stand alone.

        One that isn't patient doesn't wait for a lock.
        """

    @abstractmethod
    def make_durable(self) -> None:
        """Wait until all that can be read is as safe as a durable write."""

    @abstractmethod
    def damage(self) -> Iterator[Finding]:
        """Yield a sentence for everything that the engine itself finds wrong with the database."""

    @abstractmethod
    def bytes_used(self) -> int:
        """Return the size of the database."""

    def sizes(self) -> dict[str, int]:
        # The journal of a game has no gaps, so its last number counts it without reading it.
        row = self.row("SELECT count(*) AS games, coalesce(sum(seq), 0) AS records FROM games")
        counts = row or {"games": 0, "records": 0}
        return {"database_bytes": self.bytes_used(), "games": int(counts["games"]), "records": int(counts["records"])}

    def has_other_secret(self) -> bool:
        """Return whether the database says that its servers have another secret than this store."""
        return False

    @abstractmethod
    def is_in_use(self) -> bool:
        """Return whether another process, such as the running app, has the database open."""

    @abstractmethod
    def copy_to(self, target: Path) -> None:
        """Write all that is stored into a backup, in one consistent state, while others read and write."""

    @abstractmethod
    def replace_all(self, source: Any, then: Callable[[Connection], None] | None = None) -> Path:  # noqa: ANN401 (an SqliteStore, which is defined from this)
        """Replace all games with those of an open backup, even while servers run; return the copy of the replaced ones.

        Nobody else writes between that copy and the end. What is done `then` is part of it.
        """

    @abstractmethod
    def close(self) -> None:
        """Close this thread's connection; the next use opens a new one."""

    def run(self, work: Callable[[], T], *, settles: bool = True) -> T:
        """Run work with its transactions, again if one was refused, until the database has been busy for too long.

        If the connection was lost while it committed, nobody knows whether it did. Work that `settles` that runs again
        then too: it finds what it has done by an id, or doing it twice changes nothing.
        """
        if self._thread.is_retried:
            return work()
        deadline = time.monotonic() + self.busy_seconds
        pause = 0.002
        self._thread.is_retried = True
        try:
            while True:
                try:
                    with kept_use():
                        return work()
                except TransactionLost as lost:
                    if time.monotonic() > deadline or (lost.perhaps_committed and not settles):
                        raise StoreBusy from lost
                time.sleep(random.uniform(0, pause))  # noqa: S311 (so that two don't meet again)
                pause = min(2 * pause, 0.2)
        finally:
            self._thread.is_retried = False

    def together(self, work: Callable[[], T]) -> T:
        """Run work as one transaction, again if it was refused."""

        def transaction() -> T:
            with self.writing():
                return work()

        return self.run(transaction)

    def keyed_hash(self, purpose: str, what: str | bytes) -> bytes:
        """Return a hash keyed with this server's secret, different for each purpose."""
        data = what.encode() if isinstance(what, str) else what
        return hmac.digest(self._secret, purpose.encode() + b"\0" + data, "sha256")


def retried(function: Callable[Concatenate[Store, P], T]) -> Callable[Concatenate[Store, P], T]:
    """Let a function's transactions run again if they were refused or lost. The function then runs from its start."""
    return _running(function, settles=True)


def retried_unless_sent(function: Callable[Concatenate[Store, P], T]) -> Callable[Concatenate[Store, P], T]:
    """Let a function run again as `retried` does, except if its transaction may be committed already."""
    return _running(function, settles=False)


def _running(function: Callable[Concatenate[Store, P], T], *, settles: bool) -> Callable[Concatenate[Store, P], T]:
    @wraps(function)
    def run(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return store.run(lambda: function(store, *args, **kwargs), settles=settles)

    return run


def count_change(conn: Connection, game: str) -> None:
    """Count a change that other phones should see (column `games.pulse`), within the transaction that makes it."""
    conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def count_change_for(conn: Connection, device: int) -> None:
    conn.execute(
        "UPDATE games SET pulse = pulse + 1 WHERE id IN "
        "(SELECT game FROM members WHERE device = ? AND revoked_at IS NULL)",
        [device],
    )


def count_restore(conn: Connection) -> None:
    """Count a change of every game, by so much that no phone has seen the new counts before the restore."""
    conn.execute("UPDATE games SET pulse = pulse + ?", [random.randint(1, 1_000_000_000)])  # noqa: S311 (no secret)
