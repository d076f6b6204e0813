"""What a tap on a hand and a recorded ruling cost, once the app is warm: SQL statements, bytes, judgments."""

from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from bench.hops import Counting, hand_of_gem_rummy
from companion.rules.rummy.showdown import judge
from companion.store.engines.sqlite import SqliteStore
from companion.store.people import members
from tests.support.phones import store_of
from tests.support.showdown_table import HTMX, WRITTEN, Table

FEW_BYTES = 5_000


def statements(app: Flask, send: Callable[[], TestResponse]) -> tuple[list[str], TestResponse]:
    """Send a request, and return the statements that it took with its answer."""
    store, taken = store_of(app), list[str]()
    assert isinstance(store, SqliteStore)
    store.db.conn.set_trace_callback(taken.append)
    try:
        answer = send()
    finally:
        store.db.conn.set_trace_callback(None)
    return taken, answer


def test_a_tap_and_recording_take_few_statements(app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "SECONDS_BETWEEN_NOTES", 1_000_000)
    table.showdown(*WRITTEN)
    table.record_without_lay_offs()
    table.number = 2
    table.roll(3, 4)
    table.submit(knock="0:knock")
    tap = {"taps": "card:5C card:6C", "batch": "first", "seen": table.phone.position()}
    taken, answer = statements(app, lambda: table.hand.post("/seat/0", tap, HTMX))
    assert 'data-held="5C 6C"' in answer.text
    assert len(taken) <= 8, taken
    assert len(answer.data) <= FEW_BYTES
    for seat, text in enumerate(WRITTEN):
        table.write(seat, text)
    table.submit("/lay-offs", act="done")
    form = table.ruled()
    taken, answer = statements(app, lambda: table.post("/ruling", **form))
    assert answer.location == table.address
    assert len(taken) <= 12, taken


@pytest.mark.parametrize(("lay_off", "judgments"), [("", 1), ("8c onto 1", 2)])
def test_a_showdown_is_judged_once_until_it_is_on_the_sheet(app: Flask, lay_off: str, judgments: int) -> None:
    judge.cache_clear()
    counting = Counting(app.test_client())
    hand_of_gem_rummy(counting, lay_off)
    asked = ("Done, last hand", "That's all", "the ruling", "recording it", "the hand on the sheet")
    assert sum(counting.seen[what]["judged"] for what in asked) == judgments
    assert sum(counting.seen[what]["calls"] for what in asked[:-1]) <= 6_000
