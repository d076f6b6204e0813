"""Waiting phones: requests that are held until something changes in their game. They cost memory, and no thread.

The app answers such a request at once if there is news. If not, it says which count of changes the phone has seen (the
header `HOLD`), and the request stays here, in the event loop. While anybody waits, the process asks the store several
times a second for the counts of all these games together. That works across processes, machines and database engines.
"""

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import Awaitable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeAlias

from companion.store.database import Store
from companion.store.errors import StoreError
from companion.store.people import members, polling
from companion.store.people.members import SECONDS_BETWEEN_NOTES
from companion.web.base.live import HOLD

HELD_FOR = (25.0, 29.0)
"""Seconds after which a quiet phone is answered, at random between these: phones that came together don't all return
together."""
LOOK_EVERY = 0.1
"""Seconds between two looks, at least."""
LOOKS_SHARE = 0.05
"""The share of its time that a process looks, at most: with many games it looks less often."""
LOOK_AFTER = 0.5
"""Seconds after which it looks all the same."""
MOST_WAITING = 12_000
"""Phones that may wait in one process."""
MOST_PER_ADDRESS = 2_000
"""Phones of one address that may wait in one process: a tournament behind one router, and no more."""
NO_COUNT = -1
_log = logging.getLogger(__name__)
_PLAIN = ("Content-Type", "text/plain; charset=utf-8")
Answer: TypeAlias = tuple[int, list[tuple[str, str]], bytes]
GONE = "0.gone"
"""The news of a game that is deleted: its page says so."""


class Client(Protocol):
    """A client whose request is held."""

    def client_disconnect(self) -> Awaitable[None]:
        """Return when the client hangs up."""


class Waiting:
    """The phones that wait in this process."""

    def __init__(self, watcher: "Watcher") -> None:
        self._watcher = watcher
        self._phones: dict[str, set[_Phone]] = {}
        self._per_address: defaultdict[str, int] = defaultdict(int)
        # One thread, because the store tells each thread what has changed since it last asked.
        self._thread = ThreadPoolExecutor(1, "watcher")
        self._watching: asyncio.Task[None] | None = None
        self._new: set[str] = set()
        """Games for which somebody has begun to wait since the last look."""
        self._closed = False
        self.count = 0
        """How many wait."""

    async def answer(self, answer: Answer, address: str, client: Client) -> Answer:
        """Return an answer of the app, or hold the request first if the app says so."""
        status, headers, body = answer
        hold = next((value for name, value in headers if name == HOLD), None)
        if hold is None:
            return answer
        headers = [header for header in headers if header[0] not in {HOLD, "Content-Length", "Content-Type"}]
        news = await self._news(hold, address, client)
        return (200, [*headers, _PLAIN], news.encode()) if news else (status, headers, body)

    async def _news(self, hold: str, address: str, client: Client) -> str:
        """Hold a request; return the news of its game, of several the first; or nothing after a while without any."""
        if self._closed or self.count >= MOST_WAITING or self._per_address[address] >= MOST_PER_ADDRESS:
            return ""
        loop = asyncio.get_running_loop()
        told: asyncio.Future[str] = loop.create_future()
        phones = [
            (game, _Phone(int(device), int(seen), told)) for game, device, seen in map(str.split, hold.split(","))
        ]
        _, phone = phones[0]
        hung_up = asyncio.ensure_future(client.client_disconnect())
        hung_up.add_done_callback(lambda _: phone.tell(""))
        timer = loop.call_later(random.uniform(*HELD_FOR), phone.tell, "")  # noqa: S311 (no secret)
        for game, waits in phones:
            self._add(game, waits, address)
        try:
            return await told
        finally:
            timer.cancel()
            hung_up.cancel()
            for game, waits in phones:
                self._remove(game, waits, address)

    def _add(self, game: str, phone: "_Phone", address: str) -> None:
        self._phones.setdefault(game, set()).add(phone)
        self._per_address[address] += 1
        self.count += 1
        self._new.add(game)
        if self._watching is None or self._watching.done():
            self._watching = asyncio.get_running_loop().create_task(self._watch())

    def _remove(self, game: str, phone: "_Phone", address: str) -> None:
        self.count -= 1
        self._per_address[address] -= 1
        if not self._per_address[address]:
            del self._per_address[address]
        self._phones[game].discard(phone)
        if not self._phones[game]:
            del self._phones[game]

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        noted_at = 0.0
        while self._phones:
            begun = loop.time()
            games, new, self._new = list(self._phones), list(self._new), set()
            try:
                if begun - noted_at > SECONDS_BETWEEN_NOTES:
                    noted_at = begun
                    here = [(game, phone.device) for game, phones in self._phones.items() for phone in phones]
                    await loop.run_in_executor(self._thread, self._watcher.note, here)
                counts = await loop.run_in_executor(self._thread, self._watcher.counts, games, new)
                changed = self._changed(counts)
                news = await loop.run_in_executor(self._thread, self._watcher.news, changed) if changed else {}
            except StoreError:
                # They ask again, and are told then what is wrong.
                self.release()
            except Exception:  # noqa: BLE001 (without the watcher nobody would be told anything)
                _log.exception("The watcher failed")
                self.release()
            else:
                for game, text in news.items():
                    for phone in self._phones.get(game, ()):
                        if phone.seen != changed[game]:
                            phone.tell(text)
            took = loop.time() - begun
            await asyncio.sleep(min(LOOK_AFTER, max(LOOK_EVERY, took / LOOKS_SHARE)))

    def _changed(self, counts: Mapping[str, int]) -> dict[str, int]:
        """Return the counts of the games in which a phone has seen another one."""
        return {
            game: count
            for game, count in counts.items()
            if any(phone.seen != count for phone in self._phones.get(game, ()))
        }

    def close(self) -> None:
        """Answer all of them, and hold no more, because the server stops."""
        self._closed = True
        self.release()

    def release(self) -> None:
        """Answer all of them, because the server can't look."""
        for phones in self._phones.values():
            for phone in phones:
                phone.tell("")


class _Phone:
    """A held request."""

    __slots__ = ("answer", "device", "seen")

    def __init__(self, device: int, seen: int, answer: "asyncio.Future[str]") -> None:
        self.device = device
        self.seen = seen
        self.answer = answer

    def tell(self, news: str) -> None:
        """Answer, unless that was done."""
        if not self.answer.done():
            self.answer.set_result(news)


class Watcher:
    """Looks for changes in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self) -> None:
        """Read anything; raise StoreError if that is impossible."""
        polling.changes_of(self._store, [""])

    def counts(self, games: Sequence[str], new: Sequence[str]) -> Mapping[str, int]:
        """Return the counts of changes: of the new games, or of all if something can have changed since the last look.

        A game that was deleted has none.
        """
        asked = games if self._store.may_have_changed() else new
        counts = polling.changes_of(self._store, asked)
        return {game: counts.get(game, NO_COUNT) for game in asked}

    def note(self, phones: Sequence[tuple[str, int]]) -> None:
        """Note which devices are here, in which games."""
        members.note_waiting(self._store, phones)

    def news(self, counts: Mapping[str, int]) -> Mapping[str, str]:
        """Return what the phones in these games are told."""
        return {
            game: GONE if count == NO_COUNT else f"{count}.{polling.visible_digest(self._store, game)}"
            for game, count in counts.items()
        }
