"""Requests as the server hands them to the gate, without a server."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec
from wsgiref.types import WSGIEnvironment

from companion.web.server.waiting import Watcher
from companion.web.server.wsgi import Headers

Asked = list[dict[str, Any]]
P = ParamSpec("P")


@dataclass
class Listed:
    sent: Sequence[tuple[str, str]]

    def items(self) -> list[tuple[str, str]]:
        return list(self.sent)


@dataclass
class Told:
    method: str = "POST"
    sent: Sequence[tuple[str, str]] = ()
    path: str = "/join"
    query_string: str = "a=1"
    authority: str | None = None
    client: str = "192.168.1.20:50000"
    server: str = "10.0.0.1:8000"
    scheme: str = "http"
    http_version: str = "1.1"
    headers: Headers = field(init=False)

    def __post_init__(self) -> None:
        self.headers = Listed(self.sent)


async def never() -> None:
    await asyncio.get_running_loop().create_future()


@dataclass
class Line:
    """A connection on which a body comes in parts; None stands for one that never comes."""

    parts: Sequence[bytes | None] = ()
    answers: list[tuple[int, list[tuple[str, str]], bytes]] = field(default_factory=list)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            if part is None:
                await never()
            else:
                yield part

    async def client_disconnect(self) -> None:
        await never()

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.answers.append((status, headers, body))


class Nobody(Watcher):
    """Looks for nothing: nobody waits."""

    def __init__(self) -> None:
        pass


NOBODY = Nobody()


def run(what: Coroutine[Any, Any, None]) -> None:
    """Run in a thread of its own: where a browser test came before, this one has a loop that runs."""
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, what).result()


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run_it(*args: P.args, **kwargs: P.kwargs) -> None:
        run(test(*args, **kwargs))

    return run_it


def app_that_notes(asked: Asked) -> Callable[..., list[bytes]]:
    def app(environ: WSGIEnvironment, start: Callable[..., object]) -> list[bytes]:
        asked.append({**environ, "body": environ["wsgi.input"].read()})
        start("200 OK", [("X-Heard", "yes")])
        return [b"he", b"ard"]

    return app
