"""Requests that arrive late by chance, and answers too: of a server, or of the app on the phone itself.

What pages and tests take for granted about the order of both shows at once, without a busy machine.
"""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Awaitable
from typing import Any

from companion.web.server.gate import Exchange, Gate
from companion.web.server.observed import kind_of
from companion.web.server.wsgi import Scope

LATE = "COMPANION_TEST_LATE"
"""The environment variable that says by how many seconds at most each way is late."""
OFTEN = 0.6
"""How often a way is late at all: one that never waits overtakes the others."""
LATE_WORKER = f"""(() => {{
  const {{ postMessage: pass }} = Worker.prototype;
  const wait = () => new Promise((done) => {{
    setTimeout(done, Math.random() < {OFTEN} ? Math.random() * SECONDS * 1000 : 0);
  }});
  // Unlike on a network, none overtakes another one.
  let [asked, answered] = [Promise.resolve(), Promise.resolve()];
  Worker.prototype.postMessage = function (message, [port, ...more] = []) {{
    const given = port ? [port, ...more] : [];
    if (!message.method || message.address.includes("/static/")) pass.call(this, message, given);
    else {{
      const {{ port1, port2 }} = new MessageChannel();
      port1.onmessage = ({{ data }}) => {{
        answered = answered.then(wait).then(() => port.postMessage(data, [data.body]));
      }};
      asked = asked.then(wait).then(() => pass.call(this, message, [port2, ...more]));
    }}
  }};
}})()"""
"""Runs first in the page around the pocket edition. SECONDS stands for how late each way is at most."""


def seconds_late() -> float:
    return float(os.environ.get(LATE, "0"))


class LateGate:
    """A gate before which every request waits, and after which every answer does."""

    def __init__(self, gate: Gate, seconds: float) -> None:
        self._gate = gate
        self._seconds = seconds

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (whatever the server asks a gate for)
        return getattr(self._gate, name)

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        kept = _KeptAnswer(exchange)
        await self._wait(scope)
        await self._gate.__rsgi__(scope, kept)
        await self._wait(scope)
        exchange.response_bytes(*kept.answer)

    async def _wait(self, scope: Scope) -> None:
        if kind_of(scope) != "static" and random.random() < OFTEN:
            await asyncio.sleep(self._seconds * random.random())


class _KeptAnswer:
    """A request whose answer is kept for later."""

    answer: tuple[int, list[tuple[str, str]], bytes]

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    def __aiter__(self) -> AsyncIterator[bytes]:
        return aiter(self._exchange)

    def client_disconnect(self) -> Awaitable[None]:
        return self._exchange.client_disconnect()

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.answer = status, headers, body
