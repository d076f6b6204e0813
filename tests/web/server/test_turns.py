"""Whose request is answered next where many ask at once."""

import asyncio
import threading

import pytest

from companion.web.server import turns
from companion.web.server.turns import THREADS, THREADS_PER_ADDRESS, RequestTurns, TooManyWaitError
from tests.support.rsgi import in_a_loop

SLOW = 10 * turns.QUICK


class Counter:
    """Threads whose requests cost what the test says, at a time that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self.spent = threading.local()
        self.turns = RequestTurns(lambda: self.now, lambda: float(getattr(self.spent, "seconds", 0.0)))
        self.begun: list[str] = []
        self.one_more = threading.Condition()
        self.go_on = threading.Event()

    def begin(self, address: str) -> None:
        with self.one_more:
            self.begun.append(address)
            self.one_more.notify_all()

    async def ask(self, address: str, cost: float = 0.0) -> None:
        def answer() -> None:
            self.begin(address)
            self.spent.seconds = getattr(self.spent, "seconds", 0.0) + cost

        await self.turns.take(address, answer)

    def hold(self, address: str, go_on: threading.Event | None = None) -> asyncio.Task[None]:
        """Ask for what is answered when the test goes on."""

        def answer() -> None:
            self.begin(address)
            assert (go_on or self.go_on).wait(10)

        return asyncio.create_task(self.turns.take(address, answer))

    async def until_begun(self, number: int) -> None:
        def wait() -> bool:
            with self.one_more:
                return self.one_more.wait_for(lambda: len(self.begun) >= number, 10)

        assert await asyncio.to_thread(wait)


@in_a_loop
async def test_addresses_that_ask_for_dear_pages_leave_a_thread_to_a_quick_one() -> None:
    counter = Counter()
    await counter.ask("phone")
    counter.begun.clear()
    # Nothing is known about the first sixteen; then it is known that they are slow, and nothing about a newcomer.
    for begin, quick in ((THREADS - 1, ["phone"]), (THREADS_PER_ADDRESS, ["phone", "newcomer"])):
        held = [counter.hold(f"stranger {number}") for number in range(16)]
        await counter.until_begun(begin)
        for address in quick:
            await asyncio.wait_for(counter.ask(address), 10)
        assert counter.begun[begin:] == quick
        counter.go_on.set()
        await asyncio.gather(*held)
        counter.go_on.clear()
        for number in range(16):
            await counter.ask(f"stranger {number}", SLOW)
        counter.begun.clear()


@in_a_loop
async def test_slow_addresses_take_turns_and_who_has_used_less_comes_first() -> None:
    counter = Counter()
    for number in range(THREADS_PER_ADDRESS - 1):
        await counter.ask(f"holding {number}", SLOW)
    for address, cost in (("last", SLOW), ("much", 5 * SLOW), ("little", SLOW), ("less", SLOW / 2)):
        await counter.ask(address, cost)
    held = [counter.hold(f"holding {number}") for number in range(THREADS_PER_ADDRESS - 1)]
    go_on = threading.Event()
    last = counter.hold("last", go_on)
    await counter.until_begun(2 * THREADS_PER_ADDRESS + 3)
    counter.begun.clear()
    asked = ["much", "little", "little", "less", "less"]
    asking = [asyncio.create_task(counter.ask(address, SLOW)) for address in asked]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(last, *asking)
    counter.go_on.set()
    await asyncio.gather(*held)
    assert counter.begun == ["less", "little", "less", "little", "much"]


@in_a_loop
async def test_a_request_that_is_given_up_leaves_its_place() -> None:
    counter = Counter()
    held = [counter.hold("one") for _ in range(THREADS_PER_ADDRESS)]
    await counter.until_begun(THREADS_PER_ADDRESS)
    given_up = [asyncio.create_task(counter.ask("one")) for _ in range(2)]
    await asyncio.sleep(0)
    given_up[0].cancel()
    counter.go_on.set()
    await asyncio.gather(*held, *given_up, return_exceptions=True)
    await asyncio.gather(*(counter.ask("one") for _ in range(2 * THREADS)))
    assert len(counter.begun) == THREADS_PER_ADDRESS + 1 + 2 * THREADS


@in_a_loop
async def test_so_many_requests_wait_and_those_of_quick_addresses_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_WAITING", 2)
    counter = Counter()
    await counter.ask("phone")
    held = [counter.hold(f"stranger {number}") for number in range(THREADS - 1 + 2)]
    await counter.until_begun(THREADS)
    with pytest.raises(TooManyWaitError):
        await counter.ask("one more")
    await asyncio.wait_for(counter.ask("phone"), 10)
    counter.go_on.set()
    await asyncio.gather(*held)
    assert counter.begun.count("phone") == 2


@in_a_loop
async def test_not_every_address_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_ADDRESSES", 3)
    counter = Counter()
    for number in range(10):
        await counter.ask(f"stranger {number}")
    assert counter.turns.remembered <= 3
