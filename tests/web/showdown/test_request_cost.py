"""What a tap on a hand and a recorded ruling cost, once the app is warm: SQL statements, modules passed, judgments."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

import companion
from bench.hops import Counting, hand_of_gem_rummy
from companion.rules.rummy.showdown import judge
from companion.store.engines.sqlite import SqliteStore
from companion.store.people import members
from tests.support.phones import store_of
from tests.support.showdown_table import Table

PACKAGE = str(Path(companion.__file__).parent)


class Cost:
    """The statements of a request, and the modules of web/ and store/ that its view passes."""

    def __init__(self, app: Flask, endpoint: str, send: Callable[[], TestResponse]) -> None:
        self.statements: list[str] = []
        self.modules: set[str] = set()
        store = store_of(app)
        assert isinstance(store, SqliteStore)
        connection = store.db.conn
        view = app.view_functions[endpoint]

        def note(frame: FrameType, event: str, _: object) -> None:
            path = frame.f_code.co_filename.removeprefix(PACKAGE)
            if event == "call" and path.startswith(("/web/", "/store/")):
                self.modules.add(path)

        def profiled(**values: Any) -> Any:  # noqa: ANN401 - as the view that it stands for
            sys.setprofile(note)
            try:
                return view(**values)
            finally:
                sys.setprofile(None)

        app.view_functions[endpoint] = profiled
        connection.set_trace_callback(self.statements.append)
        try:
            self.answer = send()
        finally:
            connection.set_trace_callback(None)
            app.view_functions[endpoint] = view


@pytest.fixture
def warm(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Give a table with one recorded hand, in whose second hand Ann knocked and taps her cards."""
    monkeypatch.setattr(members, "SECONDS_BETWEEN_NOTES", 1_000_000)
    rule_on(table)
    table.record()
    table.number = 2
    table.roll(3, 4)
    table.submit(knock="0:knock")
    table.submit("/seat/0", card="2H")
    return table


def rule_on(table: Table) -> None:
    table.submit(knock="0:knock")
    table.write(0, "567c QH7d 9cds ac 2d 3s")
    assert table.write(1, "456d KKK-s 8c as 2h 4s jd") == "/lay-offs"
    assert table.submit("/lay-offs", act="done") == "/ruling"


def test_a_tap_takes_few_statements_and_modules(app: Flask, warm: Table) -> None:
    headers = {"HX-Request": "true", "HX-Target": "hand"}
    taps = {"taps": "card:5C card:6C", "batch": "first", "seen": warm.phone.position()}
    cost = Cost(app, "hands.save_taps", lambda: warm.client.post(warm.at("/seat/0"), data=taps, headers=headers))
    assert 'data-held="2H 5C 6C"' in cost.answer.get_data(as_text=True)
    assert len(cost.statements) <= 8, cost.statements
    assert len(cost.modules) <= 21, sorted(cost.modules)


def test_recording_takes_few_statements_and_modules(app: Flask, warm: Table) -> None:
    warm.submit("/seat/0", out="2H")
    rule_on(warm)
    form = warm.ruled()
    cost = Cost(app, "ruling.record", lambda: warm.post("/ruling", **form))
    assert cost.answer.headers["Location"] == warm.address
    assert len(cost.statements) <= 12, cost.statements
    assert len(cost.modules) <= 20, sorted(cost.modules)


@pytest.mark.parametrize(("lay_off", "judgments"), [("", 1), ("8c onto 1", 2)])
def test_a_showdown_is_judged_once_until_it_is_on_the_sheet(app: Flask, lay_off: str, judgments: int) -> None:
    judge.cache_clear()
    counting = Counting(app.test_client())
    hand_of_gem_rummy(counting, lay_off)
    asked = ("Done, last hand", "That's all", "the ruling", "recording it", "the hand on the sheet")
    assert sum(counting.seen[what]["judged"] for what in asked) == judgments
    assert sum(counting.seen[what]["calls"] for what in asked[:-1]) <= 6_000
