"""Metrics for Prometheus: the workers send counts to the main process, which adds them up and shows them on a port.

What a worker counted stays counted after it was replaced. All is told once a second; a worker that is killed loses at
most that. Only the main process needs prometheus_client.
"""

import asyncio
import json
import os
import socket
import tempfile
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.store.backup.regular import date_of_newest
from companion.store.database import CONFLICT, RECORDED, Store, take_happenings
from companion.store.errors import StoreError
from companion.web.server.observed import Noted

ADDRESS = "COMPANION_METRICS_SOCKET"
"""The environment variable with the path of the socket that the workers send to."""
TELL_EVERY = 1.0
SILENT_AFTER = 5.0
"""Seconds after which a worker that says nothing counts as ended: its phones don't wait any more."""
SIZES_EVERY = 60.0
"""Seconds for which the number of games and records isn't counted again."""
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LARGEST = 100_000
_SIZES = {
    "database_bytes": "Size of the database.",
    "games": "Games stored.",
    "records": "Events stored in all games.",
}
_REQUEST, _BUCKET, _SUM, _HAPPENED = "request", "bucket", "sum", "happened"


class MetricsTeller:
    """Counts in a worker, and tells the main process."""

    def __init__(self, waiting: Callable[[], int]) -> None:
        self._waiting = waiting
        self._counts: Counter[tuple[str, ...]] = Counter()
        self._seconds: Counter[str] = Counter()

    def note(self, request: Noted) -> None:
        """Count a request."""
        self._counts[_REQUEST, request.kind, request.method, str(request.status)] += 1
        self._counts[_BUCKET, request.kind, str(bisect_left(BOUNDS, request.seconds))] += 1
        self._seconds[request.kind] += request.seconds  # type: ignore[assignment]  # a Counter adds up anything

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tell at intervals, in the worker's event loop."""
        self.tell()
        loop.call_later(TELL_EVERY, self.start, loop)

    def tell(self) -> None:
        """Send what was counted since the last time; keep it if that is impossible now."""
        for what, number in take_happenings().items():
            self._counts[_HAPPENED, what] += number
        counts = [*((*key, number) for key, number in self._counts.items())]
        counts += [(_SUM, kind, seconds) for kind, seconds in self._seconds.items()]
        message = json.dumps({"pid": os.getpid(), "waiting": self._waiting(), "counts": counts}).encode()
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(message, os.environ[ADDRESS])
            self._counts.clear()
            self._seconds.clear()


class Totals:
    """What all workers have told, for prometheus_client a collector."""

    def __init__(self, store: Store, backups: Path | None = None) -> None:
        self._store = store
        self._backups = backups
        self._lock = threading.Lock()
        self._counts: Counter[tuple[str, ...]] = Counter()
        self._seconds: dict[str, float] = {}
        self._waiting: dict[int, tuple[float, int]] = {}
        self._sizes: tuple[float, dict[str, int]] = (float("-inf"), {})

    def add(self, message: bytes) -> None:
        """Add what a worker told."""
        told = json.loads(message)
        with self._lock:
            self._waiting[told["pid"]] = time.monotonic(), told["waiting"]
            for *key, number in told["counts"]:
                if key[0] == _SUM:
                    self._seconds[key[1]] = self._seconds.get(key[1], 0.0) + number
                else:
                    self._counts[tuple(key)] += number

    def collect(self) -> Iterator[Any]:
        """Yield all metrics."""
        from prometheus_client import core  # noqa: PLC0415 (only if asked for)

        with self._lock:
            counts, seconds = Counter(self._counts), dict(self._seconds)
            since = time.monotonic() - SILENT_AFTER
            self._waiting = {pid: told for pid, told in self._waiting.items() if told[0] > since}
            waiting = sum(count for _, count in self._waiting.values())
            sizes = self._read_sizes()
        requests = core.CounterMetricFamily(
            "companion_requests", "Requests answered.", labels=["kind", "method", "status"]
        )
        errors = core.CounterMetricFamily("companion_store_errors", "Errors of the store.", labels=["error"])
        for key, number in counts.items():
            if key[0] == _REQUEST:
                requests.add_metric(key[1:], number)
            elif key[0] == _HAPPENED and key[1] not in {RECORDED, CONFLICT}:
                errors.add_metric(key[1:], number)
        times = core.HistogramMetricFamily(
            "companion_request_seconds", "Time until the answer, or until the request was held.", labels=["kind"]
        )
        for kind, total in seconds.items():
            times.add_metric([kind], _buckets(kind, counts), total)
        yield from (requests, times, errors)
        yield core.CounterMetricFamily(
            "companion_recordings", "Hands and other events recorded.", counts[_HAPPENED, RECORDED]
        )
        yield core.CounterMetricFamily(
            "companion_conflicts", "Times two phones changed the same thing.", counts[_HAPPENED, CONFLICT]
        )
        yield core.GaugeMetricFamily("companion_waiting_phones", "Phones waiting for news.", waiting)
        for name, number in sizes.items():
            yield core.GaugeMetricFamily(f"companion_{name}", _SIZES[name], number)
        if self._backups is not None:
            newest = date_of_newest(self._backups)
            yield core.GaugeMetricFamily(
                "companion_last_backup_timestamp_seconds", "Time of the newest regular backup, 0 for none.", newest
            )

    def _read_sizes(self) -> dict[str, int]:
        read_at, sizes = self._sizes
        if time.monotonic() - read_at > SIZES_EVERY:
            try:
                sizes = self._store.sizes()
            except StoreError:
                # No number is better than an old one.
                sizes = {}
            self._sizes = time.monotonic(), sizes
        return sizes


def _buckets(kind: str, counts: Counter[tuple[str, ...]]) -> list[tuple[str, float]]:
    total, buckets = 0, []
    for place, bound in enumerate((*map(str, BOUNDS), "+Inf")):
        total += counts[_BUCKET, kind, str(place)]
        buckets.append((bound, float(total)))
    return buckets


def show(host: str, port: int, store: Store, backups: Path | None = None) -> None:
    """Collect what workers tell from now on, and show it to Prometheus; raise OSError if the port can't be used."""
    from prometheus_client import CollectorRegistry, start_http_server  # noqa: PLC0415 (only if asked for)

    # A private folder, so that nobody else on this machine can send. It ends with this object, at the exit.
    folder = tempfile.TemporaryDirectory(prefix="companion-metrics-")
    path = Path(folder.name, "socket")
    receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    receiver.bind(str(path))
    os.environ[ADDRESS] = str(path)
    totals, registry = Totals(store, backups), CollectorRegistry()
    registry.register(totals)
    start_http_server(port, host, registry)

    def receive() -> None:
        with folder:
            while True:
                totals.add(receiver.recv(_LARGEST))

    threading.Thread(target=receive, name="metrics", daemon=True).start()
