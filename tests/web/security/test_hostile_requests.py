"""Two thousand hostile requests; `make bench` sends a hundred thousand."""

from collections.abc import Callable

import pytest
from flask import abort, redirect, request
from werkzeug.wrappers import Response

from bench.hostile.findings import told
from bench.hostile.random_requests import attack
from bench.hostile.world import World
from companion.journal.events.game import GameNoted
from companion.store import games
from companion.store.people import devices
from companion.web.security.phone import phone_token


def test_hostile_requests_bring_nothing_down_change_nothing_and_learn_nothing() -> None:
    findings = attack(2_000, seed=20)
    assert not findings.faults, "\n".join(told(findings, 0))
    assert findings.asked >= 2_000
    # The attack is one: it comes through to most of what can be done.
    assert len(findings.done) >= 15, findings.done


def fails(_: World) -> str:
    raise KeyError(request.path)


def tells_a_secret(world: World) -> str:
    return (world.folder / "secret").read_bytes().hex()


def writes(world: World) -> str:
    note = GameNoted(f"seen {world.written()} times")
    device = devices.find_or_create(world.store, phone_token()).id
    record = f"written-{world.written()}"
    seen = games.table_summary(world.store, world.targets[0]).seq
    games.append(world.store, world.targets[0], note, record_id=record, seen=seen, author=games.Author(device, "x"))
    return "written"


def leads_away(_: World) -> Response:
    return redirect("http://evil.test/") if request.method == "GET" else abort(404)


@pytest.mark.parametrize(
    ("weakness", "shown"),
    [
        (fails, "500 from "),
        (tells_a_secret, "gives away"),
        (writes, "lets"),
        (leads_away, "leads away"),
    ],
)
def test_a_weakness_is_found(weakness: Callable[[World], str | Response], shown: str) -> None:
    def weaken(world: World) -> None:
        for rule in list(world.app.url_map.iter_rules()):
            if not rule.arguments:
                world.app.view_functions[rule.endpoint] = lambda: weakness(world)

    findings = attack(400, seed=3, weaken=weaken)
    assert any(shown in fault for fault in findings.faults), findings.faults
