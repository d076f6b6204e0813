"""What hostile requests once brought down, each in its smallest form."""

import json

from bench.hostile.world import World, counted
from bench.hostile.wsgi import FORM, HERE, Ask, ask, form
from companion.store.people.members import Role

ENDLESS = "9" * 5000
"""A number with more digits than Python reads."""
LARGE = "9" * 20
"""A number that is larger than SQLite's integers."""


def test_a_malformed_host_is_refused_in_plain_words(world: World) -> None:
    for path, method in (("/", "GET"), ("/", "POST"), ("/nowhere", "GET")):
        answer = ask(world.app, Ask(method, path, headers={"Host": "x" * 300}))
        assert answer.status == 400
        assert "an address like that" in answer.text
        assert answer.header("Content-Security-Policy")


def test_a_malformed_origin_counts_as_another_site(world: World) -> None:
    owner = world.phones[Role.OWNER]
    body = form([("form_token", owner.form_token)])
    for origin in ("http://[", "http://]/", "://", "", "\xff"):
        headers = {"Cookie": owner.cookie, "Origin": origin, "Host": HERE}
        assert ask(world.app, Ask("POST", "/settings", "", headers, body, FORM)).status == 403, origin


NUMBERS = (
    ("hand/3", "knock", f"{ENDLESS}:knock"),
    ("hand/3", "knock", f"{'0' * 5000}1:"),
    ("hand/3/lay-offs", "pass", ENDLESS),
    ("hand/3/lay-offs", "move", f"0:AS:{ENDLESS}:0"),
    ("hand/3/seat/0", "act", f"to:{ENDLESS}"),
    ("hand/3/seat/0", "points", ENDLESS),
    ("hand/3/seat/0", "points", "²"),
    ("undo", "act", f"undo:{ENDLESS}"),
)


def test_a_number_without_end_is_no_number(world: World) -> None:
    for path, field, value in NUMBERS:
        for game in world.targets:
            fields = ((field, value), ("idempotency_key", "a-hostile-id"), ("seen", "3"))
            assert world.post(Role.OWNER, f"/g/{game}/{path}", *fields).status < 500, (path, field)


def test_a_seat_without_end_is_not_moved(world: World) -> None:
    for act in (f"up:{ENDLESS}", f"down:{ENDLESS}"):
        fields = (("player", "Ann"), ("player", "Bob"), ("act", act), ("idempotency_key", "a-hostile-id"))
        assert world.post(Role.OWNER, "/new", *fields).status == 200


def test_a_number_that_the_store_cannot_hold_is_refused(world: World) -> None:
    game = world.targets[0]
    # Change dice than those that lie there: the same ones again are a retry, whatever was seen.
    seen = (("first", "5"), ("second", "6"), ("act", "set"), ("seen", LARGE))
    assert world.post(Role.OWNER, f"/g/{game}/dice", *seen).status in {409, 422}
    assert world.get(Role.OWNER, f"/decks/{LARGE}").status in {404, 422}
    assert world.post(Role.OWNER, "/new", ("player", "Ann"), ("player", "Bob"), ("deck", LARGE)).status < 500


def test_gin_is_no_call_where_it_is_not_played(world: World) -> None:
    knock_rummy = world.targets[2]
    where = f"/g/{knock_rummy}/hand/3"
    for call in ("gin", "big-gin", "", "best"):
        assert world.post(Role.SCORER, f"{where}/gin", ("call", call)).status == 400
    for seat in range(4):
        world.post(Role.SCORER, f"{where}/seat/{seat}", ("points", str(seat + 1)), ("done", ""))
    assert world.get(Role.SCORER, f"{where}/ruling").status == 200


def test_a_game_alone_has_no_calls_and_no_counted_rounds(world: World) -> None:
    alone = world.targets[5]
    for path in ("call", "counted"):
        assert world.get(Role.OWNER, f"/g/{alone}/{path}").status == 404
        assert (
            world.post(Role.OWNER, f"/g/{alone}/{path}", ("idempotency_key", "a-hostile-id"), ("seen", "2")).status
            == 404
        )


def test_a_round_alone_may_have_no_deals_yet(world: World) -> None:
    document = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "rounds": [{"deals": []}]}
    fields = (("text", json.dumps(document)), ("idempotency_key", "an-import-of-nothing"))
    answer = world.post(Role.OWNER, "/import", *fields)
    assert answer.status in {303, 422}
    if answer.status == 303:
        assert world.get(Role.OWNER, answer.header("Location")).status == 200


def test_a_game_without_a_kind_is_refused(world: World) -> None:
    games: tuple[object, ...] = ({}, [], 7, None, {"gem-rummy": 1})
    for game in games:
        text = json.dumps({**counted("gem-rummy", 1), "game": game})
        answer = world.post(Role.OWNER, "/import", ("text", text), ("idempotency_key", "an-import-of-no-game"))
        assert answer.status == 422, game
        assert "a game that the app knows" in answer.text
