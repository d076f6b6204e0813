"""Days as the phone's clock has them, and clocks that are set."""

import time
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.store.people import members
from companion.web.base.dates import day_of


@pytest.fixture
def machine_in_tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("America/New_York", "2026-11-21"),
        ("Europe/Vienna", "2026-11-22"),
        ("UTC", "2026-11-22"),
        ("Pacific/Kiritimati", "2026-11-22"),
        # Where the phone says nothing that can be read, the machine's own zone.
        ("", "2026-11-22"),
        ("../../etc/passwd", "2026-11-22"),
        ("/etc/localtime", "2026-11-22"),
        ("Nowhere/At_All", "2026-11-22"),
        ("x" * 5000, "2026-11-22"),
    ],
)
@pytest.mark.usefixtures("machine_in_tokyo")
def test_a_day_is_the_phones_own(app: Flask, zone: str, day: str) -> None:
    with app.test_request_context(headers={"Cookie": f"zone={zone}"}):
        assert day_of("2026-11-22T02:30:00Z") == day
        # What the table wrote itself stays.
        for written in ("2026-11-21T23:30", "2026-11-21", "some day"):
            assert day_of(written) == written.partition("T")[0]


def test_who_was_here_before_the_clock_was_set_back_is_not_here_for_ever() -> None:
    for seen_at in ("2099-01-01T00:00:00Z", "2020-01-01T00:00:00Z"):
        assert not members.is_present(members.Member("game", 1, members.Role.SEAT, 0, "", seen_at, seen_at))
