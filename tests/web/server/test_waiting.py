"""Phones that wait for news: told at once, bounded, and never in each other's way."""

import asyncio
from collections.abc import Awaitable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bench.client import Line
from bench.load import Load, lay_tables
from companion.journal.events.game import GameNoted
from companion.store import games
from companion.store.errors import StoreBusy
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices, members
from companion.web.base.live import HOLD
from companion.web.security.phone import PHONE_COOKIE
from companion.web.server import waiting
from companion.web.server.waiting import GONE, NO_COUNT, Answer, Waiting, Watcher
from tests.support.server import serving

_HTML = ("Content-Type", "text/html; charset=utf-8")


class Counts(Watcher):
    """Counts of changes that a test sets."""

    def __init__(self, **counts: int) -> None:
        self.now: dict[str, int] = counts
        self.looks = 0
        self.failure: Exception | None = None
        self.here: list[tuple[str, int]] = []

    def note(self, phones: Sequence[tuple[str, int]]) -> None:
        self.here += phones

    def counts(self, games: Sequence[str], new: Sequence[str]) -> Mapping[str, int]:
        assert set(new) <= set(games)
        self.looks += 1
        if self.failure:
            raise self.failure
        return {game: self.now.get(game, NO_COUNT) for game in games}

    def news(self, counts: Mapping[str, int]) -> Mapping[str, str]:
        return {game: GONE if count == NO_COUNT else f"{count}.digest" for game, count in counts.items()}


class Client:
    """A client that hangs up when it is told to."""

    def __init__(self) -> None:
        self.hung_up = asyncio.Event()

    def client_disconnect(self) -> Awaitable[Any]:
        return self.hung_up.wait()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "LOOK_EVERY", 0.001)


def run(what: Coroutine[Any, Any, None]) -> None:
    """Run in a thread of its own: where a browser test came before, this one has a loop that runs."""
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, what).result()


def ask(
    waits: Waiting, game: str, seen: int, *, address: str = "", client: Client | None = None
) -> asyncio.Task[Answer]:
    quiet: Answer = (204, [(HOLD, f"{game} 7 {seen}"), ("Cache-Control", "no-store"), _HTML], b"")
    return asyncio.ensure_future(waits.answer(quiet, address, client or Client()))


def test_all_who_wait_are_told_of_a_change_and_nobody_else() -> None:
    async def play() -> None:
        counts = Counts(one=5, two=9)
        waits = Waiting(counts)
        told, also, quiet = ask(waits, "one", 5), ask(waits, "one", 5), ask(waits, "two", 9)
        await asyncio.sleep(0.05)
        assert (waits.count, told.done(), quiet.done()) == (3, False, False)
        # Those who wait are here.
        assert set(counts.here) <= {("one", 7), ("two", 7)}
        assert counts.here
        counts.now["one"] = 6
        status, headers, body = await told
        assert (status, body) == (200, b"6.digest")
        assert (await also)[2] == b"6.digest"
        assert HOLD not in dict(headers)
        assert [value for name, value in headers if name == "Content-Type"] == ["text/plain; charset=utf-8"]
        assert dict(headers)["Cache-Control"] == "no-store"
        assert (waits.count, quiet.done()) == (1, False)
        # A phone whose page is older than the last look is told as well.
        assert (await ask(waits, "one", 5))[2] == b"6.digest"
        waits.release()
        assert (await quiet)[0] == 204

    run(play())


def test_a_quiet_phone_is_answered_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "HELD_FOR", (0.01, 0.02))

    async def play() -> None:
        waits = Waiting(Counts(one=5))
        status, headers, body = await ask(waits, "one", 5)
        assert (status, body, HOLD in dict(headers), waits.count) == (204, b"", False, 0)

    run(play())


def test_who_hung_up_leaves_nothing_behind() -> None:
    async def play() -> None:
        client, counts = Client(), Counts(one=5)
        waits = Waiting(counts)
        asked = ask(waits, "one", 5, client=client)
        await asyncio.sleep(0.01)
        client.hung_up.set()
        await asked
        assert waits.count == 0
        await asyncio.sleep(0.02)
        looks = counts.looks
        await asyncio.sleep(0.02)
        # Nobody waits, so nobody looks.
        assert counts.looks == looks

    run(play())


def test_a_deleted_game_is_news() -> None:
    async def play() -> None:
        assert (await ask(Waiting(Counts()), "one", 5))[2] == GONE.encode()

    run(play())


def test_no_address_and_no_crowd_holds_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "MOST_PER_ADDRESS", 2)
    monkeypatch.setattr(waiting, "MOST_WAITING", 3)

    async def play() -> None:
        waits = Waiting(Counts(one=5))
        held = [ask(waits, "one", 5, address="a") for _ in range(2)]
        assert (await ask(waits, "one", 5, address="a"))[0] == 204
        held.append(ask(waits, "one", 5, address="b"))
        assert (await ask(waits, "one", 5, address="c"))[0] == 204
        assert waits.count == 3
        waits.release()
        await asyncio.gather(*held)
        assert waits.count == 0

    run(play())


@pytest.mark.parametrize("failure", [StoreBusy(), RuntimeError("of a driver")])
def test_a_store_in_trouble_lets_all_go_and_is_asked_again(failure: Exception) -> None:
    async def play() -> None:
        counts = Counts(one=5)
        waits = Waiting(counts)
        asked = ask(waits, "one", 5)
        await asyncio.sleep(0.01)
        counts.failure = failure
        async with asyncio.timeout(5):
            assert (await asked)[0] == 204
        counts.failure = None
        again = ask(waits, "one", 5)
        counts.now["one"] = 6
        assert (await again)[2] == b"6.digest"

    run(play())


async def play_on_the_server(port: int, place: DatabasePlace, laid: list[tuple[str, str, list[str]]]) -> None:
    (game, _, tokens), (_, _, (stranger, *_)) = laid
    lines = [Line(port, f"{PHONE_COOKIE}={token}") for token in (*tokens, stranger)]
    try:
        await play_with(lines[:-1], lines[-1], place, game, tokens)
    finally:
        for line in lines:
            line.close()
        await asyncio.sleep(0.1)


async def play_with(lines: list[Line], stranger: Line, place: DatabasePlace, game: str, tokens: list[str]) -> None:
    store = open_store(place)
    pages = [(await line.get(f"/g/{game}")).text for line in lines]
    seen = [page.partition('data-seen="')[2].partition('"')[0] for page in pages]
    held = [
        asyncio.ensure_future(line.get(f"/g/{game}/pulse?seen={count}&held"))
        for line, count in zip(lines, seen, strict=True)
    ]
    # Who isn't in the game waits for nothing.
    assert (await stranger.get(f"/g/{game}/pulse?seen={seen[0]}&held")).status == 404
    await asyncio.sleep(0.5)
    assert not any(one.done() for one in held)
    author = games.Author(devices.find_or_create(store, tokens[0]).id, "Ann")
    games.append(store, game, GameNoted("x"), record_id="a-note-for-all", seen=1, author=author)
    answers = await asyncio.gather(*held)
    assert [answer.status for answer in answers] == [200, 200, 200]
    assert "x-hold" not in answers[0].headers
    assert len({answer.text for answer in answers}) == 1
    # A phone that is removed learns of it.
    question = asyncio.ensure_future(lines[2].get(f"/g/{game}/pulse?seen={answers[0].text}&held"))
    await asyncio.sleep(0.3)
    members.remove_phone(store, game, devices.find_or_create(store, tokens[2]).id)
    assert (await question).status == 200
    assert (await lines[2].get(f"/g/{game}/pulse?seen={answers[0].text}&held")).status == 404
    store.close()


def test_phones_wait_on_the_real_server(tmp_path: Path) -> None:
    place = DatabasePlace(tmp_path)
    laid = lay_tables(place, Load(tables=2, phones=6))
    with serving(place) as served:
        asyncio.run(play_on_the_server(served.port, place, laid))
