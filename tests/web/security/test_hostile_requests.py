"""What the hostile requests of `make bench` find where it is, and those that once brought something down."""

import json
from collections.abc import Callable
from functools import partial
from itertools import cycle

from flask import abort, redirect, request
from werkzeug.wrappers import Response

from bench.hostile.random_requests import attack
from bench.hostile.world import World, counted
from companion.store.people.members import Role
from tests.support.store import change


def test_a_weakness_is_found() -> None:
    def fails(_: World) -> str:
        raise KeyError(request.path)

    def tells_a_secret(world: World) -> str:
        return (world.folder / "secret").read_bytes().hex()

    def writes(world: World) -> str:
        change(world.store, "UPDATE journal SET by = ? WHERE game = ?", [str(world.written()), world.targets[0]])
        return "written"

    def leads_away(_: World) -> Response:
        return redirect("http://evil.test/") if request.method == "GET" else abort(404)

    views: tuple[Callable[[World], str | Response], ...] = (leads_away, writes, tells_a_secret, fails)

    def weaken(world: World) -> None:
        del world.targets[1:]
        endpoints = sorted({rule.endpoint for rule in world.app.url_map.iter_rules() if not rule.arguments})
        for endpoint, view in zip(endpoints, cycle(views), strict=False):
            world.app.view_functions[endpoint] = partial(view, world)

    findings = attack(400, seed=6, weaken=weaken)
    for shown in ("500 from ", "gives away", "lets", "leads away"):
        assert any(shown in fault for fault in findings.faults), (shown, findings.faults)


ENDLESS = "9" * 5000
"""A number with more digits than Python reads."""
LARGE = "9" * 20
"""A number that is larger than SQLite's integers."""
MALFORMED: tuple[tuple[str, dict[str, str]], ...] = (
    ("/g/{}/hand/3", {"knock": f"{ENDLESS}:knock"}),
    ("/g/{}/hand/3", {"knock": f"{'0' * 5000}1:"}),
    ("/g/{}/hand/3/lay-offs", {"pass": ENDLESS}),
    ("/g/{}/hand/3/lay-offs", {"move": f"0:AS:{ENDLESS}:0"}),
    ("/g/{}/hand/3/seat/0", {"act": f"to:{ENDLESS}"}),
    ("/g/{}/hand/3/seat/0", {"points": ENDLESS}),
    ("/g/{}/hand/3/seat/0", {"points": "²"}),
    ("/g/{}/hand/3/gin", {"call": "gin"}),
    ("/g/{}/hand/3/wait", {"seat": "²"}),
    ("/g/{}/hand/3/ruling", {"hand": "new", "hand_json": "["}),
    ("/g/{}/hand/3/ruling", {"hand": "new", "hand_json": '{"hand": [], "gems": {}}'}),
    ("/g/{}/hand/3/ruling", {"hand": "new", "hand_json": '{"hand": {}, "gems": {"5C": 3}}'}),
    ("/g/{}/hand/3/ruling", {"hand": "new", "hand_json": '{"hand": {"knocker": "\\ud800"}, "gems": {}}'}),
    ("/g/{}/hand/1/ruling", {"hand": "old", "hand_json": "[" * 20_000}),
    ("/g/{}/hands/1/overrule", {"by": "-1", "winner": LARGE, "points-0": "1.5"}),
    ("/g/{}/hands/1/word", {"seat": ENDLESS, "act": "accept"}),
    ("/g/{}/people/out", {"device": ENDLESS}),
    ("/g/{}/people/link", {"role": "seat", "seat": "²"}),
    ("/g/{}/offline", {"number": ENDLESS, "knocker": "-1", "hand-0": "²", "hand-1": ENDLESS, "seen": LARGE}),
    ("/g/{}/undo", {"act": f"undo:{ENDLESS}"}),
    ("/g/{}/dice", {"first": "5", "second": "6", "act": "set", "seen": LARGE}),
    ("/g/{}/rematch", {"dealer": "²"}),
    ("/new", {"player": "Ann", "act": f"up:{ENDLESS}"}),
    ("/new", {"player": "Ann", "act": f"down:{ENDLESS}"}),
    ("/new", {"player": "Ann", "deck": LARGE, "idempotency_key": ""}),
    *(
        ("/import", {"text": json.dumps({**counted("gem-rummy", 1), "game": json.loads(game)})})
        for game in ("{}", "[]", "7", "null", '{"gem-rummy": 1}')
    ),
    ("/import", {"text": '{"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "rounds": [{"deals": []}]}'}),
)
"""What once brought something down, in its smallest form."""


def test_what_is_malformed_brings_nothing_down(world: World) -> None:
    for path, fields in MALFORMED:
        for game in world.targets if "{}" in path else ("",):
            sent = {"idempotency_key": "a-hostile-id", "seen": "3", **fields}
            answer = world.post(Role.OWNER, path.format(game), *sent.items(), ("player", "Bob"))
            assert answer.status < 500, (path, fields, game)
            if answer.status == 303:
                assert world.get(Role.OWNER, answer.header("Location").partition("#")[0]).status < 500, (path, fields)
    assert world.get(Role.OWNER, f"/decks/{LARGE}").status in {404, 422}
