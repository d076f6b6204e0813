"""Phones that wait, and nothing happens: what they cost in memory and in the processor's time, and how often they ask.

    python -m bench.waiting --phones 5000

The phones of each table call from an address of their own. Memory is what the server's processes have for themselves.
"""

import asyncio
import re
import sys
import time

from bench.client import Line
from bench.load import Load, address_of, lay_tables
from bench.measurement import Arguments, Reasons, settings
from companion.web.security.phone import PHONE_COOKIE
from companion.web.server.sockets import max_connections
from tests.support.places import ENGINES, new_place
from tests.support.server import Served, serving

MOST_BYTES = 100_000
"""Memory that a waiting phone may cost."""
MOST_A_MINUTE = 60 / 25
_SEEN = re.compile(r'data-seen="([^"]*)"')


class Phone:
    """A phone that waits."""

    def __init__(self, port: int, game: str, token: str, table: int) -> None:
        self.line = Line(port, f"{PHONE_COOKIE}={token}", address=address_of(table))
        self.game = game
        self.asked = 0

    async def wait(self) -> None:
        """Load the table, and ask for news until it is stopped."""
        page = (await self.line.get(f"/g/{self.game}")).text
        found = _SEEN.search(page)
        seen = found[1] if found else ""
        while True:
            self.asked += 1
            answer = await self.line.get(f"/g/{self.game}/pulse?seen={seen}&held")
            if answer.status not in {200, 204}:
                raise SystemExit(f"the answer was {answer.status}")


async def measure(served: Served, laid: list[tuple[str, str, list[str]]], seconds: float) -> Reasons:
    """Let all phones wait, and print what they cost; return what is wrong, or too much."""
    phones = [
        Phone(served.port, game, token, table) for table, (game, _, tokens) in enumerate(laid) for token in tokens
    ]
    warm = Line(served.port, f"{PHONE_COOKIE}={laid[0][2][0]}")
    for _ in range(300):
        await warm.get(f"/g/{laid[0][0]}")
    before = served.own_bytes()
    tasks = []
    for phone in phones:
        tasks.append(asyncio.ensure_future(phone.wait()))
        await asyncio.sleep(0.005)
    await asyncio.sleep(3)
    bytes_each = (served.own_bytes() - before) / len(phones)
    asked, spent, since = sum(phone.asked for phone in phones), served.processor_seconds(), time.monotonic()
    await asyncio.sleep(seconds)
    minutes = (time.monotonic() - since) / 60
    a_minute = (sum(phone.asked for phone in phones) - asked) / minutes / len(phones)
    share = (served.processor_seconds() - spent) / (60 * minutes)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    failed = [one for one in ended if not isinstance(one, asyncio.CancelledError)]
    for phone in phones:
        phone.line.close()
    warm.close()
    await asyncio.sleep(0.2)
    print(f"{len(phones)} waiting phones: {bytes_each / 1000:.1f} kB each, {a_minute:.2f} questions a minute each,")
    print(f"{100 * share:.0f} % of one core")
    reasons = Reasons(wrong=[*map(str, failed)])
    if bytes_each > MOST_BYTES:
        reasons.slow.append(f"a waiting phone takes {bytes_each / 1000:.0f} kB")
    if a_minute > MOST_A_MINUTE:
        reasons.slow.append(f"a waiting phone asks {a_minute:.1f} times a minute")
    return reasons


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--phones", type=int, default=5000)
    asked.add_argument("--tables", type=int, default=1700)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--engine", choices=ENGINES, default="sqlite")
    given = asked.parse_args(arguments)
    max_connections()
    with new_place(given.engine) as place:
        laid = lay_tables(place, Load(tables=given.tables, phones=given.phones))
        with serving(place) as served:
            return asyncio.run(measure(served, laid, given.seconds)).ending()


if __name__ == "__main__":
    sys.exit(main())
