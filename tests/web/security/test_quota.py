"""What games that are brought in may cost: bounds before work, one at a time, no more than a day's worth."""

import json
import threading

import pytest

from bench.hostile.known_attacks import game_of
from bench.hostile.world import INSIDE_NAMES, World, counted
from bench.hostile.wsgi import FORM, Answer, Ask, ask, form
from companion.journal.events.game import GameNoted
from companion.journal.kinds import RummyKind
from companion.store import database, drafts, games, limits
from companion.store.derived import table_cache
from companion.store.errors import NotPossible
from companion.store.people import devices
from companion.store.people.members import Role
from companion.web.security import guard, rate_limits
from tests.support.refusals import refused
from tests.support.store import change


def brought_in(world: World, content: bytes, idempotency_key: str = "an-import-of-many") -> Answer:
    phone = world.phones[Role.OWNER]
    head = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    body = (
        b"".join(head % part for part in ((b"text", content), (b"idempotency_key", idempotency_key.encode())))
        + b"--x--\r\n"
    )
    headers = {"Cookie": phone.cookie, guard.HEADER: phone.form_token}
    return ask(world.app, Ask("POST", "/import", "", headers, body, "multipart/form-data; boundary=x"))


def test_too_many_hands_are_refused_before_one_is_looked_at(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked_at(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(RummyKind, "read", looked_at)
    monkeypatch.setattr(table_cache, "rule_hand", looked_at)
    answer = brought_in(world, json.dumps(counted("gin-rummy", limits.IMPORTED_HANDS + 1)).encode())
    assert answer.status == 422
    assert f"more than {limits.IMPORTED_HANDS} hands" in answer.text


def test_a_second_import_has_to_wait(world: World) -> None:
    content = game_of(2)
    with rate_limits.heavy_work():
        others: list[Answer] = []
        for act in (lambda: brought_in(world, content), lambda: world.get(Role.OWNER, "/")):
            aside = threading.Thread(target=lambda act=act: others.append(act()))
            aside.start()
            aside.join()
    busy, page = others
    assert (busy.status, page.status) == (503, 200)
    assert "Try again in a moment" in busy.text
    assert busy.header("Retry-After")
    # What was pasted is not lost with it.
    assert INSIDE_NAMES[0] in busy.text
    assert brought_in(world, content).status == 303


def test_a_game_that_takes_too_long_is_given_up_and_leaves_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "HEAVY_WORK_SECONDS", -1.0)
    before = world.store.rows("SELECT count(*) FROM games")
    answer = brought_in(world, game_of(2))
    assert answer.status == 422
    assert "takes too long" in answer.text
    assert world.store.rows("SELECT count(*) FROM games") == before
    monkeypatch.undo()
    assert brought_in(world, game_of(2)).status == 303


def test_without_a_time_limit_work_may_take_any_time() -> None:
    limits.check_time()
    with limits.within(1000):
        limits.check_time()
        with pytest.raises(NotPossible), limits.within(-1):
            limits.check_time()
        limits.check_time()


def test_a_game_is_taken_in_parts_only(world: World) -> None:
    phone = world.phones[Role.OWNER]
    body = form([("text", "x" * guard.MAX_BODY), ("form_token", phone.form_token)])
    assert ask(world.app, Ask("POST", "/import", "", {"Cookie": phone.cookie}, body, FORM)).status == 413


def test_what_one_address_adds_in_a_day_has_an_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "REPORT_EVERY", 2_000)
    world.app.config[rate_limits.KILOBYTES_PER_ADDRESS] = 20
    statuses = [brought_in(world, game_of(2), f"an-import-{turn}").status for turn in range(40)]
    taken = statuses.index(429)
    assert statuses == [303] * taken + [429] * (40 - taken)
    assert taken > 1
    # Looking goes on, recording does not, and another address is not concerned.
    assert world.get(Role.OWNER, f"/g/{world.targets[0]}").status == 200
    refused = world.post(Role.OWNER, "/settings", ("theme", "dark"))
    assert refused.status == 429
    assert "recorded from here today" in refused.text
    phone = world.phones[Role.OWNER]
    body = form([("theme", "dark"), ("colors", "four"), ("form_token", phone.form_token)])
    there = Ask("POST", "/settings", "", {"Cookie": phone.cookie}, body, FORM, address="198.51.100.7")
    assert ask(world.app, there).status == 303
    # A day later it goes on.
    change(world.store, "UPDATE attempts SET since = since - 86400 WHERE what = ?", [rate_limits.KILOBYTES_PER_ADDRESS])
    assert world.post(Role.OWNER, "/settings", ("theme", "dark"), ("colors", "four")).status == 303


def test_what_is_written_over_something_adds_nothing(world: World) -> None:
    game = world.targets[0]
    for path in ("/g/{}/hand/3/seat/1", "/g/{}/hand/3/seat/1"):
        world.post(Role.SCORER, path.format(game), ("points", "30"))
    database.take_use()
    world.post(Role.SCORER, f"/g/{game}/hand/3/seat/1", ("points", "29"))
    assert database.take_use() == 0
    owner = games.Author(world.phones[Role.OWNER].device, "Ann")
    seen = games.table_summary(world.store, game).seq
    note = GameNoted("x" * 500)
    games.append(world.store, game, note, record_id="a-note-that-counts", seen=seen, author=owner)
    assert database.take_use() >= 500


def test_what_a_draft_grows_by_counts(world: World) -> None:
    game, device = world.targets[0], world.phones[Role.OWNER].device
    sizes = []
    for seen, length in enumerate((10, 5_000, 4_000, 6_000)):
        database.take_use()
        drafts.save(world.store, game, 9, 0, {"text": "x" * length}, seen=seen, device=device)
        sizes.append(database.take_use())
    assert sizes == [len('{"text":""}') + 10, 4_990, 0, 2_000]


def test_a_phone_that_has_recorded_without_end_starts_no_more_games(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = devices.find_or_create(world.store, "another-phone")
    author = games.Author(phone.id, "Ann")
    monkeypatch.setattr(devices, "RECORDS_OF_A_DEVICE", 4)
    document = counted("gin-rummy", 3)
    games.import_document(world.store, author, document, record_id="the-first-import")
    with refused(NotPossible, "recorded too much"):
        games.import_document(world.store, author, document, record_id="the-second-import")


def test_counts_start_over_when_the_clock_is_set_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1_800_000_000.0
    monkeypatch.setattr("time.time", lambda: moment)
    counts = []
    for jump in (0, 0, 10 * 365 * 86_400, 0, -20 * 365 * 86_400, 0, 600):
        moment += jump
        counts.append(limits.count_attempts(world.store, "codes", "somebody", seconds=600))
    assert counts == [1, 2, 1, 2, 1, 2, 1]
