"""How much one address may add to the store in a day: all its phones together, in journals, drafts, decks, phones.

Each process counts for itself and tells the store in larger pieces, so that a tap costs nothing.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import abort, current_app, request

from companion.store import storage_use
from companion.store.people import attempts
from companion.web.security import access
from companion.web.security.guard import READING

if TYPE_CHECKING:
    from flask import Flask, Response

KILOBYTES_AN_ADDRESS = "KILOBYTES_AN_ADDRESS"
"""How much one address may add in a day; a hand and its ruling are two or three kilobytes."""
A_DAY = 86_400
TOLD_EVERY = 100_000
"""Bytes of one address after which the store is told of them."""
ADDRESSES_KEPT = 10_000
_QUOTA = "companion.quota"
_SENTENCE = "More was recorded from here today than any table plays. Nothing was changed; go on tomorrow."


@dataclass(slots=True)
class _Counted:
    """What this process knows of an address: bytes not told to the store yet, and kilobytes at the last telling."""

    untold: int = 0
    kilobytes: int = 0


@dataclass(slots=True)
class _Quota:
    counted: dict[str, _Counted] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


def init_app(app: Flask) -> None:
    """Count what requests add, and refuse those of an address that has added too much."""
    app.config.setdefault(KILOBYTES_AN_ADDRESS, 100_000)
    app.extensions[_QUOTA] = _Quota()
    app.before_request(_check)
    app.after_request(_count)


def _check() -> None:
    storage_use.take_use()
    if request.method in READING:
        return
    quota: _Quota = current_app.extensions[_QUOTA]
    counted = quota.counted.get(access.client_address())
    most = current_app.config[KILOBYTES_AN_ADDRESS]
    if counted is None or counted.kilobytes + counted.untold // 1000 < most:
        return
    # It may be another day by now.
    counted.kilobytes = attempts.count_attempts(
        access.store(), KILOBYTES_AN_ADDRESS, access.client_address(), seconds=A_DAY, amount=0
    )
    if counted.kilobytes >= most:
        abort(429, _SENTENCE)


def _count(answer: Response) -> Response:
    size = storage_use.take_use()
    if not size:
        return answer
    quota: _Quota = current_app.extensions[_QUOTA]
    address = access.client_address()
    with quota.lock:
        if len(quota.counted) >= ADDRESSES_KEPT:
            quota.counted.clear()
        counted = quota.counted.setdefault(address, _Counted())
        counted.untold += size
        told, counted.untold = divmod(counted.untold, 1000) if counted.untold >= TOLD_EVERY else (0, counted.untold)
    if told:
        counted.kilobytes = attempts.count_attempts(
            access.store(), KILOBYTES_AN_ADDRESS, address, seconds=A_DAY, amount=told
        )
    return answer
