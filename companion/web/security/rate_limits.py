"""What one address may cost the server, all its phones together: how often it may do something, what it may store.

It types codes, opens tables, imports games, sends photos and brings new phones only so often, and adds only so much to
the database in a day. Each process counts that for itself and reports to the store in larger amounts, so that a tap
costs nothing. Heavy work is done one piece at a time in a process, and within a time limit: otherwise a few imports of
long games would keep every thread busy.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from flask import Flask, Response, abort, current_app, request

from companion.store import limits
from companion.store.database import take_use
from companion.web import addresses
from companion.web.current_store import current_store
from companion.wording import web as errors

TEN_MINUTES = 600
HOUR = 3600
DAY = 24 * HOUR
CODES_PER_ADDRESS = "CODES_AN_ADDRESS"
"""The setting: wrong codes one address may try in ten minutes."""
CODES_IN_ALL = "CODES_IN_ALL"
"""The setting: wrong codes that may be tried in all in ten minutes; there are 700 million codes."""
_CODES_PER_SITE = "CODES_A_SITE"
_CODES_KEPT = 3
"""Wrong codes that a site may try when too many are tried in all. A site, not an address: in IPv6 one customer has
thousands of networks."""
TABLES_PER_ADDRESS = "TABLES_AN_ADDRESS"
"""The setting: tables that phones of one address may open in a day; a code works for a day."""
DEVICES_PER_ADDRESS = "DEVICES_AN_ADDRESS"
"""The setting: new phones of one address in an hour."""
IMPORTS_PER_ADDRESS = "IMPORTS_AN_ADDRESS"
"""The setting: games one address may import in ten minutes; a long one takes seconds."""
PHOTOS_PER_ADDRESS = "PHOTOS_AN_ADDRESS"
"""The setting: photos one address may send in ten minutes; reading one takes most of a second. A table sends 40."""
KILOBYTES_PER_ADDRESS = "KILOBYTES_AN_ADDRESS"
"""The setting: what one address may add in a day; a hand and its ruling take two or three kilobytes."""

_MOST = {
    CODES_PER_ADDRESS: 20,
    CODES_IN_ALL: 1000,
    TABLES_PER_ADDRESS: 500,
    DEVICES_PER_ADDRESS: 600,
    IMPORTS_PER_ADDRESS: 100,
    PHOTOS_PER_ADDRESS: 150,
    KILOBYTES_PER_ADDRESS: 100_000,
}

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
REPORT_EVERY = 100_000
"""Bytes of one address after which they are reported to the store."""
MAX_ADDRESSES = 10_000
_QUOTA = "companion.quota"
HEAVY_WORK_SECONDS = 20.0
"""Seconds of heavy work; importing a game of 2,000 hands takes three on a small machine."""
_lock = threading.Lock()


def init_app(app: Flask) -> None:
    """Count what requests add to the database, and refuse those of an address that added too much."""
    for setting, most in _MOST.items():
        app.config.setdefault(setting, most)
    app.extensions[_QUOTA] = _Quota()
    app.before_request(_check_quota)
    app.after_request(_count_use)


def client_address() -> str:
    """Return the address that a request counts against: in IPv6 its /64 network, which is one household."""
    return addresses.network_of(request.remote_addr or "")


def count_code() -> None:
    """Count a code that is typed against its address; 429 after too many wrong ones.

    However many wrong ones others try, who has tried none may try a few.
    """
    _limit(CODES_PER_ADDRESS, client_address(), TEN_MINUTES)
    tries = limits.count_attempts(current_store(), _CODES_PER_SITE, _site(), seconds=TEN_MINUTES)
    if _are_too_many(CODES_IN_ALL, "", TEN_MINUTES) and tries > _CODES_KEPT:
        abort(429, errors.TOO_MANY_CODES_IN_ALL)


def forget_code() -> None:
    """Take back the count of a code that turned out to be right."""
    for what, who in ((CODES_PER_ADDRESS, client_address()), (_CODES_PER_SITE, _site()), (CODES_IN_ALL, "")):
        limits.forget_attempts(current_store(), what, who)


def _site() -> str:
    return addresses.network_of(request.remote_addr or "", addresses.SITE)


def count_phone() -> None:
    _limit(DEVICES_PER_ADDRESS, client_address(), HOUR, errors.TOO_MANY_PHONES)


def count_opening() -> None:
    _limit(TABLES_PER_ADDRESS, client_address(), DAY, errors.TOO_MANY_TABLES)


def count_import() -> None:
    _limit(IMPORTS_PER_ADDRESS, client_address(), TEN_MINUTES, errors.TOO_MANY_IMPORTS)


def has_sent_too_many_photos() -> bool:
    """Count a photo against its address; return whether these are too many."""
    return _are_too_many(PHOTOS_PER_ADDRESS, client_address(), TEN_MINUTES)


def _limit(setting: str, who: str, seconds: int, error: str = errors.TOO_MANY_CODES) -> None:
    if _are_too_many(setting, who, seconds):
        abort(429, error)


def _are_too_many(setting: str, who: str, seconds: int) -> bool:
    most: int = current_app.config[setting]
    return limits.count_attempts(current_store(), setting, who, seconds=seconds) > most


@dataclass(slots=True)
class _Usage:
    """An address's use: bytes not yet reported to the store, and its kilobytes at the last report."""

    unreported: int = 0
    kilobytes: int = 0


@dataclass(slots=True)
class _Quota:
    usage: dict[str, _Usage] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


def _check_quota() -> None:
    take_use()
    if request.method in SAFE_METHODS:
        return
    quota: _Quota = current_app.extensions[_QUOTA]
    usage = quota.usage.get(client_address())
    limit = current_app.config[KILOBYTES_PER_ADDRESS]
    if usage is None or usage.kilobytes + usage.unreported // 1000 < limit:
        return
    # A new day may have begun since the last report.
    usage.kilobytes = limits.count_attempts(
        current_store(), KILOBYTES_PER_ADDRESS, client_address(), seconds=DAY, amount=0
    )
    if usage.kilobytes >= limit:
        abort(429, errors.QUOTA_USED_UP)


def _count_use(answer: Response) -> Response:
    size = take_use()
    if not size:
        return answer
    quota: _Quota = current_app.extensions[_QUOTA]
    address = client_address()
    with quota.lock:
        if len(quota.usage) >= MAX_ADDRESSES:
            quota.usage.clear()
        usage = quota.usage.setdefault(address, _Usage())
        usage.unreported += size
        reported = 0
        if usage.unreported >= REPORT_EVERY:
            reported, usage.unreported = divmod(usage.unreported, 1000)
    if reported:
        usage.kilobytes = limits.count_attempts(
            current_store(), KILOBYTES_PER_ADDRESS, address, seconds=DAY, amount=reported
        )
    return answer


class BusyError(Exception):
    """Heavy work is already under way in this process."""


@contextmanager
def heavy_work() -> Iterator[None]:
    """Run the body under the time limit; raise BusyError if this process is already doing heavy work."""
    if not _lock.acquire(blocking=False):
        raise BusyError
    try:
        with limits.within(HEAVY_WORK_SECONDS):
            yield
    finally:
        _lock.release()
