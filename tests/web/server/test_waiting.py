"""Phones that wait for news: told at once, bounded, and never in each other's way."""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from bench.load import Load, lay_tables
from companion.journal.events.game import GameNoted
from companion.store import games
from companion.store.database import Store
from companion.store.errors import StoreBusy
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices, members
from companion.web.app import create_app
from companion.web.base.live import HOLD
from companion.web.config import Settings
from companion.web.current_store import store_of
from companion.web.security.phone import PHONE_COOKIE
from companion.web.server import waiting
from companion.web.server.gate import Gate
from companion.web.server.waiting import GONE, NO_COUNT, Answer, Waiting, Watcher
from tests.support.rsgi import Line, Told, in_a_loop

_HTML = ("Content-Type", "text/html; charset=utf-8")


class Looks:
    """Counts the looks of a watcher."""

    def __init__(self) -> None:
        self.number = 0
        self.one_more = threading.Condition()

    def note(self) -> None:
        with self.one_more:
            self.number += 1
            self.one_more.notify_all()

    async def whole(self) -> None:
        """Return after a look that began after now."""

        def wait() -> bool:
            with self.one_more:
                # When the second from now begins, all who wait have been told of the first.
                wanted = self.number + 2
                return self.one_more.wait_for(lambda: self.number >= wanted, 10)

        assert await asyncio.to_thread(wait)


class Counts(Watcher):
    """Counts of changes that a test sets."""

    def __init__(self, **counts: int) -> None:
        self.now: dict[str, int] = counts
        self.looks = Looks()
        self.failure: Exception | None = None
        self.here: list[tuple[str, int]] = []

    def note(self, phones: Sequence[tuple[str, int]]) -> None:
        self.here += phones

    def counts(self, games: Sequence[str], new: Sequence[str]) -> Mapping[str, int]:
        assert set(new) <= set(games)
        self.looks.note()
        if self.failure:
            raise self.failure
        return {game: self.now.get(game, NO_COUNT) for game in games}

    def news(self, counts: Mapping[str, int]) -> Mapping[str, str]:
        return {game: GONE if count == NO_COUNT else f"{count}.digest" for game, count in counts.items()}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "LOOK_EVERY", 0.001)


def ask(waits: Waiting, hold: str, address: str = "", hangs_up: asyncio.Event | None = None) -> asyncio.Task[Answer]:
    """Wait for news of games, for a client that hangs up when told to."""
    quiet: Answer = (204, [(HOLD, hold), ("Cache-Control", "no-store"), _HTML], b"")
    client = Mock(client_disconnect=(hangs_up or asyncio.Event()).wait)
    return asyncio.ensure_future(waits.answer(quiet, address, client))


@in_a_loop
async def test_all_who_wait_are_told_of_a_change_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = Counts(one=5, two=9)
    waits = Waiting(counts)
    told, also, quiet = ask(waits, "one 7 5"), ask(waits, "one 7 5"), ask(waits, "two 7 9")
    await counts.looks.whole()
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
    assert (await ask(waits, "one 7 5"))[2] == b"6.digest"
    waits.release()
    assert (await quiet)[0] == 204
    # A quiet phone is answered after a while, too.
    monkeypatch.setattr(waiting, "HELD_FOR", (0.01, 0.02))
    status, headers, body = await ask(waits, "two 7 9")
    assert (status, body, HOLD in dict(headers), waits.count) == (204, b"", False, 0)


@in_a_loop
async def test_a_page_of_several_games_is_told_of_the_first_that_changes() -> None:
    counts = Counts(one=5, two=9)
    waits = Waiting(counts)
    both = ask(waits, "one 7 5,two 7 9")
    await counts.looks.whole()
    assert (waits.count, both.done()) == (2, False)
    counts.now["two"] = 10
    assert (await both)[2] == b"10.digest"
    assert waits.count == 0


@in_a_loop
async def test_who_hung_up_leaves_nothing_behind() -> None:
    hangs_up, counts = asyncio.Event(), Counts(one=5)
    waits = Waiting(counts)
    asked = ask(waits, "one 7 5", hangs_up=hangs_up)
    await counts.looks.whole()
    hangs_up.set()
    await asked
    assert waits.count == 0
    assert (await ask(waits, "deleted 7 5"))[2] == GONE.encode()
    # Nobody waits, so the looks end.
    await asyncio.wait_for(asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}), 10)


@in_a_loop
async def test_no_address_and_no_crowd_holds_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "MOST_PER_ADDRESS", 2)
    monkeypatch.setattr(waiting, "MOST_WAITING", 3)
    waits = Waiting(Counts(one=5))
    held = [ask(waits, "one 7 5", address="a") for _ in range(2)]
    assert (await ask(waits, "one 7 5", address="a"))[0] == 204
    held.append(ask(waits, "one 7 5", address="b"))
    assert (await ask(waits, "one 7 5", address="c"))[0] == 204
    assert waits.count == 3
    waits.release()
    await asyncio.gather(*held)
    assert waits.count == 0


@pytest.mark.parametrize("failure", [StoreBusy(), RuntimeError("of a driver")])
@in_a_loop
async def test_a_store_in_trouble_lets_all_go_and_is_asked_again(failure: Exception) -> None:
    counts = Counts(one=5)
    waits = Waiting(counts)
    asked = ask(waits, "one 7 5")
    await counts.looks.whole()
    counts.failure = failure
    async with asyncio.timeout(5):
        assert (await asked)[0] == 204
    counts.failure = None
    again = ask(waits, "one 7 5")
    counts.now["one"] = 6
    assert (await again)[2] == b"6.digest"


class CountedWatcher(Watcher):
    """Looks for changes in a store, and counts its looks."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.looks = Looks()

    def counts(self, games: Sequence[str], new: Sequence[str]) -> Mapping[str, int]:
        self.looks.note()
        return super().counts(games, new)


class App:
    """The app behind its gate."""

    def __init__(self, folder: Path) -> None:
        app = create_app(Settings(folder))
        self.store = store_of(app)
        self.watcher = CountedWatcher(self.store)
        self.gate = Gate(app, watcher=self.watcher)

    async def get(self, token: str, path: str, query: str = "") -> Answer:
        headers = [("host", "localhost"), ("cookie", f"{PHONE_COOKIE}={token}")]
        line = Line()
        await self.gate.__rsgi__(Told("GET", headers, path, query), line)
        return line.answers[0]

    async def until_waiting(self, phones: int) -> None:
        while self.gate.waiting.count < phones:
            await self.watcher.looks.whole()


@in_a_loop
async def test_phones_of_the_app_wait_and_are_told_what_another_process_changes(tmp_path: Path) -> None:
    (game, _, tokens), (_, _, (stranger, *_)) = lay_tables(DatabasePlace(tmp_path), Load(tables=2, phones=6))
    app, pulse, other_process = App(tmp_path), f"/g/{game}/pulse", open_store(tmp_path)
    pages = [(await app.get(token, f"/g/{game}"))[2].decode() for token in tokens]
    seen = [page.partition('data-seen="')[2].partition('"')[0] for page in pages]
    held = [
        asyncio.ensure_future(app.get(token, pulse, f"seen={count}&held"))
        for token, count in zip(tokens, seen, strict=True)
    ]
    # Who isn't in the game waits for nothing.
    assert (await app.get(stranger, pulse, f"seen={seen[0]}&held"))[0] == 404
    await app.until_waiting(3)
    author = games.Author(devices.find_or_create(other_process, tokens[0]).id, "Ann")
    games.append(other_process, game, GameNoted("x"), record_id="a-note-for-all", seen=1, author=author)
    (status, headers, news), *others = await asyncio.gather(*held)
    assert (status, HOLD in dict(headers)) == (200, False)
    assert [(status, body) for status, _, body in others] == [(200, news)] * 2
    # A phone that is removed learns of it.
    question = asyncio.ensure_future(app.get(tokens[2], pulse, f"seen={news.decode()}&held"))
    await app.until_waiting(1)
    members.remove_phone(other_process, game, devices.find_or_create(other_process, tokens[2]).id)
    assert (await question)[0] == 200
    assert (await app.get(tokens[2], pulse, f"seen={news.decode()}&held"))[0] == 404
    for store in (app.store, other_process):
        store.close()
