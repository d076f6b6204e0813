"""What may be asked of a server: bounds before work, one import at a time, a day's worth, dear hands."""

import json
import threading

import pytest
from werkzeug.test import encode_multipart

from bench.hostile.known_attacks import game_of
from bench.hostile.world import INSIDE_NAMES, World, counted
from bench.hostile.worst_hands import Document, kind_of, stored
from bench.hostile.wsgi import FORM, Answer, Ask, ask, form
from companion.documents.showdown import read_showdown
from companion.journal.exchange import write_journal
from companion.journal.kinds import RummyKind
from companion.rules.rummy import solver
from companion.rules.rummy.showdown import judge
from companion.store import games, limits
from companion.store.database import Store
from companion.store.derived import table_cache
from companion.store.errors import NotPossible
from companion.store.people import devices
from companion.store.people.members import Role
from companion.web.security import guard, rate_limits
from tests.support.refusals import refused
from tests.support.store import change
from tests.support.whole_games import EVENTFUL, whole_game


def brought_in(world: World, content: bytes, idempotency_key: str = "an-import-of-many") -> Answer:
    phone = world.phones[Role.OWNER]
    boundary, body = encode_multipart({"text": content.decode(), "idempotency_key": idempotency_key})
    headers = {"Cookie": phone.cookie, guard.HEADER: phone.form_token}
    return ask(world.app, Ask("POST", "/import", "", headers, body, f"multipart/form-data; boundary={boundary}"))


def test_too_many_hands_are_refused_before_one_is_looked_at(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(RummyKind, "read")
    monkeypatch.delattr(table_cache, "rule_hand")
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
    for content in (game_of(2), write_journal(whole_game(*EVENTFUL)).encode()):
        answer = brought_in(world, content)
        assert answer.status == 422
        assert "takes too long" in answer.text
    assert world.store.rows("SELECT count(*) FROM games") == before


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


def test_a_phone_that_has_recorded_without_end_starts_no_more_games(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = games.Author(devices.find_or_create(store, "another-phone").id, "Ann")
    monkeypatch.setattr(devices, "RECORDS_OF_A_DEVICE", 4)
    document = counted("gin-rummy", 3)
    games.import_document(store, author, document, record_id="the-first-import")
    with refused(NotPossible, "recorded too much"):
        games.import_document(store, author, document, record_id="the-second-import")


@pytest.mark.parametrize("document", stored(), ids=lambda document: str(kind_of(document)))
def test_the_dearest_hands_spend_less_than_half_of_the_budget(
    monkeypatch: pytest.MonkeyPatch, document: Document
) -> None:
    monkeypatch.setattr(solver, "MOST_STEPS", solver.MOST_STEPS // 2)
    solver.best_layouts.cache_clear()
    judge.cache_clear()
    judge(read_showdown(document))
