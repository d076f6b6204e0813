"""Time and chance of a simulated evening: what happens next, and what the app itself takes for now and for random."""

import heapq
import random
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Self
from unittest.mock import patch

from companion.store import database
from companion.store.people import devices, invitations, join_codes, members
from companion.web.base import dates
from companion.web.gem2 import table, turn_view
from companion.web.kinds import game_kinds

WITH_A_CLOCK = (database, devices, invitations, join_codes, members, dates, table, turn_view, game_kinds)
"""Modules that ask what time it is."""


@dataclass(order=True)
class Happening:
    due: float
    order: int
    act: Callable[[], None] = field(compare=False)
    gone: bool = field(default=False, compare=False)


@dataclass
class Clock:
    """Virtual time in milliseconds, and everything that is going to happen."""

    seed: int
    now: float = 0.0
    server_off: float = 0.0
    """By how much the server's clock is wrong, in milliseconds."""
    ahead: list[Happening] = field(default_factory=list)
    count: int = 0
    trace: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.secrets = random.Random(f"secrets {self.seed}")

    def after(self, milliseconds: float, act: Callable[[], None]) -> Happening:
        self.count += 1
        happening = Happening(self.now + milliseconds, self.count, act)
        heapq.heappush(self.ahead, happening)
        return happening

    def next_due(self) -> float | None:
        while self.ahead and self.ahead[0].gone:
            heapq.heappop(self.ahead)
        return self.ahead[0].due if self.ahead else None

    def step(self) -> None:
        happening = heapq.heappop(self.ahead)
        self.now = max(self.now, happening.due)
        if not happening.gone:
            happening.gone = True
            happening.act()

    def tell(self, what: str) -> None:
        self.trace.append(f"{self.now / 1000:9.3f} {what}")

    def likely(self, probability: float) -> bool:
        return self.chance.random() < probability

    @property
    def wall(self) -> datetime:
        """What the server's clock shows."""
        return datetime(2026, 3, 1, 18, 0, tzinfo=UTC) + timedelta(milliseconds=self.now + self.server_off)

    def seconds(self) -> float:
        return self.wall.timestamp()

    @contextmanager
    def ticking(self) -> Generator[None]:
        """Let the app live by this clock and by this chance."""
        clock = self

        class SimulatedTime(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Self:
                return cls.fromtimestamp(clock.wall.timestamp(), tz)

        with ExitStack() as patches:
            for module in WITH_A_CLOCK:
                patches.enter_context(patch.object(module, "datetime", SimulatedTime))
            patches.enter_context(patch.object(time, "time", self.seconds))
            patches.enter_context(patch.object(random, "_urandom", self.secrets.randbytes))
            yield
