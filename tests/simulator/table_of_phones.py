"""A simulated table with no server: Ann's phone runs the app, the others reach it over channels that break."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from companion.pocket.in_browser import PocketApp
from tests.simulator.browsers import Request
from tests.simulator.server import Fault, Server, ServerAnswer
from tests.simulator.world import NO_NETWORK_AFTER, SECOND, World
from tests.support.html_lint import TokenClient
from tests.support.pocket_phones import ADDRESS, PocketClient, client_class

HOST = 0
"""The number of the phone that runs the app."""
FAULTS = (Fault.FULL, Fault.NOT_WRITTEN, Fault.KILLED)
"""What may happen to it: its page is closed in the middle of a request, or it has no room left."""
CALLS = (100.0, 4 * SECOND)
"""Milliseconds until two phones have found each other again."""


def make_pocket_app(folder: Path) -> PocketApp:
    return PocketApp(folder, ADDRESS, "one")


@dataclass
class PocketServer(Server):
    """The page that runs the app: one process. Closed and opened again it finds its games where they were."""

    pocket: PocketApp = field(kw_only=True)
    place: Path = field(kw_only=True)
    has_news: bool = False

    def begin(self, empty: Path) -> None:
        shutil.rmtree(self.place)
        self.folder = shutil.copytree(empty, self.place)
        self.pocket.flask.test_client_class = client_class(self.pocket, TokenClient)
        self._open()

    def _reopen(self) -> None:
        self.pocket.open()

    def answer(self, request: Mapping[str, Any], cookie: str, fault: tuple[Fault, int] | None) -> ServerAnswer | None:
        answer = super().answer(request, cookie, fault)
        self.has_news = self.pocket.has_news  # of this request; the checks ask more
        return answer

    def client_of(self, phone: int) -> FlaskClient:
        client = PocketClient(self.pocket.flask, use_cookies=True)
        client.pocket, client.number = self.pocket, phone
        return client

    def stop(self, *, power: bool) -> None:
        super().stop(power=power)
        self.folder = self.folder.rename(self.place)


@dataclass
class Channels(World):
    """The phones' network: a channel from each guest to the host, which closes with all that is under way on it."""

    faulty = FAULTS
    lacks = frozenset({"power", "update", "tab"})
    server: PocketServer
    links: dict[int, bool] = field(default_factory=dict)
    """Whether each phone has a channel."""
    under_way: dict[int, Request] = field(default_factory=dict)
    waiting: list[Request] = field(default_factory=list)
    """Pages that were opened while there was no channel."""

    def connect(self, phone: int) -> None:
        self.links[phone] = self.server.up and self.phones[phone].line.there
        if self.links[phone]:
            waited = [request for request in self.waiting if request["phone"] == phone]
            self.waiting = [request for request in self.waiting if request["phone"] != phone]
            for request in waited:
                self._send(request)
            super().connect(phone)

    def cut(self, phone: int) -> None:
        if phone == HOST and self.server.up:
            self.phones[phone].line.there = True  # its own pages need no network
            return
        self.links[phone] = False
        for request in [one for one in self.under_way.values() if one["phone"] == phone]:
            del self.under_way[request["id"]]
            self._not_reached(request, sent=True)

    def _not_reached(self, request: Request, *, sent: bool) -> None:
        if request["phone"] == HOST or request["headers"].get("Sec-Fetch-Mode") != "navigate":
            self.clock.after(NO_NETWORK_AFTER, partial(self._deliver, request, None))
        elif sent and request["method"] == "POST":
            back = {"status": 303, "headers": {"Location": request["headers"].get("Referer", "/")}, "body": ""}
            self.clock.after(NO_NETWORK_AFTER, partial(self.browser, "answer", id=request["id"], **back))
        else:
            self.waiting.append(request)

    def _send(self, request: Request) -> None:
        number = request["phone"]
        if not self.links.setdefault(number, True):
            self._not_reached(request, sent=False)
            return
        self.under_way[request["id"]] = request
        takes = 1.0 if number == HOST else self._takes(self.phones[number].line)
        self.clock.after(takes, partial(self._come, request))

    def _come(self, request: Request) -> None:
        if request["id"] in self.under_way:
            self._arrive(request, again=False)
            if self.server.up and self.server.has_news:
                for number in [number for number, link in self.links.items() if link]:
                    self.clock.after(self._takes(self.phones[number].line), partial(self.browser, "news", phone=number))

    def _bring_back(self, request: Request, answer: ServerAnswer | None) -> None:
        if answer is not None:
            self.clock.after(self._takes(self.phones[request["phone"]].line), partial(self._over, request, answer))

    def _over(self, request: Request, answer: ServerAnswer) -> None:
        if self.under_way.pop(request["id"], None):
            self._deliver(request, answer)

    def left(self, phone: int) -> None:
        if phone == HOST:
            self.kill_server(power=False)
        else:
            self.cut(phone)
            self._call(phone)

    def _call(self, phone: int) -> None:
        if self.phones[phone].line.there:
            self.clock.after(self.clock.chance.uniform(*CALLS), partial(self.connect, phone))

    def _server_ended(self) -> None:
        if not self.server.up:
            for number in self.links:
                self.cut(number)
        super()._server_ended()

    def _start_server(self) -> None:
        super()._start_server()
        self.connect(HOST)
        self.browser("reload", phone=HOST)
        for number in self.phones:
            if number != HOST:
                self._call(number)
