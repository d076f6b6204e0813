"""Storage quota: how much one address (all its phones together) may add to the database in a day.

Each process counts for itself and reports to the store in larger amounts, so that a tap costs nothing.
"""

import threading
from dataclasses import dataclass, field

from flask import Flask, Response, abort, current_app, request

from companion.store import limits
from companion.store.database import take_use
from companion.web.current_store import current_store
from companion.web.security.guard import SAFE_METHODS
from companion.web.security.rate_limits import DAY, client_address
from companion.wording.web import QUOTA_USED_UP

KILOBYTES_PER_ADDRESS = "KILOBYTES_AN_ADDRESS"
"""The setting: what one address may add in a day; a hand and its ruling take two or three kilobytes."""
REPORT_EVERY = 100_000
"""Bytes of one address after which they are reported to the store."""
MAX_ADDRESSES = 10_000
_QUOTA = "companion.quota"


@dataclass(slots=True)
class _Usage:
    """An address's use: bytes not yet reported to the store, and its kilobytes at the last report."""

    unreported: int = 0
    kilobytes: int = 0


@dataclass(slots=True)
class _Quota:
    usage: dict[str, _Usage] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


def init_app(app: Flask) -> None:
    """Count what requests add, and refuse those of an address that added too much."""
    app.config.setdefault(KILOBYTES_PER_ADDRESS, 100_000)
    app.extensions[_QUOTA] = _Quota()
    app.before_request(_check)
    app.after_request(_count)


def _check() -> None:
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
        abort(429, QUOTA_USED_UP)


def _count(answer: Response) -> Response:
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
