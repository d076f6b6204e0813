"""What those who run a server see of it: metrics and the log, and nothing of what is played."""

import asyncio
import json
import logging
import os
import socket
from functools import partial
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from companion.store.backup import regular
from companion.store.database import count_happening, take_happenings
from companion.store.opening import open_store
from companion.web.server import json_log, metrics
from companion.web.server.observed import Noted, ObservedGate
from companion.web.server.wsgi import Scope
from tests.support.rsgi import NOBODY, Line, Told, app_that_notes


def test_a_request_is_noted_by_kind_without_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    door = ObservedGate(app_that_notes([]), (), watcher=NOBODY, trusted_hops=0)
    door.notes.append(json_log.note)
    told: Scope = Told("GET", path="/g/k3vd8x2mq7pa/pulse", query_string="seen=1.secret")
    asyncio.run(door.__rsgi__(told, Line()))
    logged = json.loads(capsys.readouterr().out)
    assert logged.keys() == {"time", "kind", "method", "status", "ms", "bytes"}
    assert (logged["kind"], logged["method"], logged["status"]) == ("pulse", "GET", 200)


@pytest.mark.parametrize(
    ("message", "arguments", "logged"),
    [
        # Some libraries write the traceback into their message.
        ("It failed\nValueError: Ann", (), "It failed"),
        ("error in %r: %s", ("pool", "refused"), "error in 'pool': refused"),
    ],
)
def test_what_failed_is_logged_in_one_line(message: str, arguments: tuple[str, ...], logged: str) -> None:
    name = "psycopg.pool" if arguments else "server"
    record = logging.LogRecord(name, logging.WARNING, "", 0, message, arguments, None)
    assert json.loads(json_log.Formatter().format(record))["message"] == logged


def test_only_failed_health_checks_are_logged(capsys: pytest.CaptureFixture[str]) -> None:
    for status in (200, 503):
        json_log.note(Noted("health", "GET", status, 0.001, 6))
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["status"] == 503


def test_the_newest_backup_is_dated(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    totals, registry = metrics.Totals(store, tmp_path / "backups"), CollectorRegistry()
    registry.register(totals)
    assert "companion_last_backup_timestamp_seconds 0.0" in generate_latest(registry).decode()
    os.utime(regular.make(tmp_path, tmp_path / "backups", 1), (1e9, 1e9))
    shown = generate_latest(registry).decode()
    store.close()
    assert "companion_last_backup_timestamp_seconds 1e+09" in shown


def test_what_several_workers_tell_is_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = str(tmp_path / "socket")
    monkeypatch.setenv(metrics.ADDRESS, address)
    store = open_store(tmp_path)
    take_happenings()  # of tests before
    count_happening("StoreBusy")
    totals, registry = metrics.Totals(store), CollectorRegistry()
    registry.register(totals)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        for pid, waiting in ((1, 2), (2, 3)):
            teller = metrics.MetricsTeller(partial(int, waiting))
            teller.note(Noted("page", "GET", 200, 0.02, 100))
            # What can't be told now is told later.
            if pid == 1:
                teller.tell()
                receiver.bind(address)
            monkeypatch.setattr(os, "getpid", partial(int, pid))
            teller.tell()
            totals.add(receiver.recv(100_000))
    shown = generate_latest(registry).decode()
    store.close()
    assert 'companion_requests_total{kind="page",method="GET",status="200"} 2.0' in shown
    assert 'companion_request_seconds_bucket{kind="page",le="0.01"} 0.0' in shown
    assert 'companion_request_seconds_bucket{kind="page",le="0.025"} 2.0' in shown
    assert "companion_waiting_phones 5.0" in shown
    assert 'companion_store_errors_total{error="StoreBusy"} 1.0' in shown
    assert "companion_games 0.0" in shown
