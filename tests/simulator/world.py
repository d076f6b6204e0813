"""The world of a simulated evening: phones, the network between them and the server, and what goes wrong with both."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from http.cookies import SimpleCookie
from typing import Any, ClassVar

from companion.web.base.live import HOLD
from companion.web.current_store import store_of
from companion.web.server.waiting import HELD_FOR, Watcher
from tests.simulator.browsers import Browsers, Request
from tests.simulator.clock import Clock, Happening
from tests.simulator.server import Fault, Server, ServerAnswer

SECOND = 1000.0
NO_NETWORK_AFTER = 60.0
HANGS_FOR = (4 * SECOND, 25 * SECOND)
_TOKEN = re.compile(r"form_token=[^&]*&?")


@dataclass
class Line:
    slow: float = 60.0
    """Milliseconds that a message takes, on average."""
    lost: float = 0.0
    """How many of 1 are lost."""
    doubled: float = 0.0
    """How many of 1 requests arrive twice."""
    there: bool = True


@dataclass
class Held:
    game: str
    device: int
    seen: int
    request: Request
    ends: Happening


@dataclass
class Phone:
    number: int
    name: str
    cookie: str
    line: Line = field(default_factory=Line)
    tabs: list[int] = field(default_factory=list)


@dataclass
class World:
    faulty: ClassVar[Iterable[Fault]] = tuple(Fault)
    """What may happen to its server."""
    lacks: ClassVar[frozenset[str]] = frozenset()
    """What doesn't go wrong here."""
    clock: Clock
    browsers: Browsers
    server: Server
    faults: Mapping[Fault, float] = field(default_factory=dict)
    """How many of 1 requests that write meet each."""
    phones: dict[int, Phone] = field(default_factory=dict)
    arriving: dict[int, tuple[Happening, Callable[[], None]]] = field(default_factory=dict)
    """Requests on their way to the server."""
    held: list[Held] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    looks_at: Callable[[int, Request, ServerAnswer], str] = lambda _phone, _request, _answer: ""
    """What is wrong with an answer to a phone."""
    after_start: Callable[[], Iterable[str]] = lambda: ()
    """What is wrong with the store after a start."""
    requests: int = 0

    def __post_init__(self) -> None:
        self.server.next_arrival = self._take_arrival

    def browser(self, what: str, **more: object) -> Any:  # noqa: ANN401 (JSON)
        result = self.browsers.order(what, self.clock.now, **more)
        sent, self.browsers.sent = self.browsers.sent, []
        for request in sent:
            self._send(request)
        if self.browsers.errors:
            self.wrong += [f"a script failed: {error}" for error in self.browsers.errors]
            self.browsers.errors = []
        return result

    def run_until(self, end: float, done: Callable[[], bool] = lambda: False) -> None:
        clock = self.clock
        while not self.wrong and not done():
            dues = [due for due in (clock.next_due(), self.browsers.due) if due is not None]
            if not dues or min(dues) > end:
                clock.now = max(clock.now, end)
                return
            if self.browsers.due == min(dues):
                clock.now = max(clock.now, min(dues))
                self.browser("run")
            else:
                clock.step()

    def connect(self, phone: int) -> None:
        self.browser("online", phone=phone)

    def cut(self, phone: int) -> None:
        """Take a phone's network away; what is under way still arrives."""

    def left(self, phone: int) -> None:
        """Close the pages of a phone, which are opened again at once."""

    def _send(self, request: Request) -> None:
        phone = self.phones[request["phone"]]
        fail = partial(self._deliver, request, None)
        clock, line = self.clock, phone.line
        if not line.there:
            clock.after(NO_NETWORK_AFTER, fail)
            return
        if clock.likely(line.lost):
            clock.after(clock.chance.uniform(*HANGS_FOR), fail)
            return
        self._arrive_after(self._takes(line), request)
        if request["method"] == "POST" and clock.likely(line.doubled):
            self._arrive_after(self._takes(line) + clock.chance.choice((5.0, SECOND, 8 * SECOND)), request, again=True)

    def _takes(self, line: Line) -> float:
        return 2.0 + self.clock.chance.expovariate(1 / line.slow)

    def _arrive_after(self, milliseconds: float, request: Request, *, again: bool = False) -> None:
        number = request["id"] * 2 + again

        def arrive() -> None:
            self.arriving.pop(number, None)
            self._arrive(request, again=again)

        self.arriving[number] = self.clock.after(milliseconds, arrive), arrive

    def _take_arrival(self) -> Callable[[], None] | None:
        """Take the request that would arrive next."""
        if not self.arriving:
            return None
        happening, arrive = min(self.arriving.values(), key=lambda one: one[0])
        happening.gone = True
        return arrive

    def _arrive(self, request: Request, *, again: bool) -> None:
        fail = partial(self._deliver, request, None)
        if not self.server.up:
            if not again:
                self.clock.after(NO_NETWORK_AFTER, fail)
            return
        answer = self._answered(request, again=again)
        if answer is not None and HOLD in answer.headers and not again:
            game, device, seen = answer.headers[HOLD].split()
            ends = self.clock.after(self.clock.chance.uniform(*HELD_FOR) * SECOND, lambda: self._let_go(held, answer))
            held = Held(game, int(device), int(seen), request, ends)
            self.held.append(held)
        elif not again:
            self._bring_back(request, answer)
        self._tell_news()

    def _answered(self, request: Request, *, again: bool = False) -> ServerAnswer | None:
        phone = self.phones[request["phone"]]
        fault = self._fault() if request["method"] == "POST" else None
        self.requests += 1
        said = _TOKEN.sub("", request["body"])[:160]
        self.clock.tell(f"{phone.name} {request['method']} {path_of(request)} {said}{' (again)' * again}")
        before = len(self.server.log.records)
        answer = self.server.answer(request, phone.cookie, fault)
        self.clock.tell(f"  {'the server ended' if answer is None else told(answer)}")
        if answer is None:
            self._server_ended()
        elif answer.status >= 500 and not self.server.disk.happened:
            self.wrong.append(
                f"{request['method']} {path_of(request)} was answered with {answer.status}: "
                + "\n".join(self.server.log.records[before:])
            )
        else:
            early = self.looks_at(phone.number, request, answer)
            if early:
                self.wrong.append(early)
        return answer

    def _fault(self) -> tuple[Fault, int] | None:
        for fault, probability in self.faults.items():
            if self.clock.likely(probability):
                after = fault in {Fault.KILLED, Fault.POWER} and self.clock.likely(0.4)
                return fault, -1 if after else 1 if fault is Fault.BUSY else self.clock.chance.randint(1, 7)
        return None

    def _server_ended(self) -> None:
        if self.server.up:
            return
        for held in self.held:
            held.ends.gone = True
            self.clock.after(NO_NETWORK_AFTER, partial(self._deliver, held.request, None))
        self.held = []
        self.clock.after(self.clock.chance.choice((300.0, 3 * SECOND, 20 * SECOND)), self._start_server)

    def _start_server(self) -> None:
        self.clock.tell("the server starts")
        self.server.start()
        self.wrong += self.after_start()

    def kill_server(self, *, power: bool) -> None:
        if self.server.up:
            self.clock.tell("the power fails" if power else "the server is killed")
            self.server.stop(power=power)
            self._server_ended()

    def _let_go(self, held: Held, answer: ServerAnswer) -> None:
        if held in self.held:
            self.held.remove(held)
            self._bring_back(held.request, answer)

    def _tell_news(self) -> None:
        """Answer the questions that wait, as the gate does: with what its own watcher says."""
        if not self.held or not self.server.up:
            return
        watcher = Watcher(store_of(self.server.apps[0]))
        games = sorted({held.game for held in self.held})
        counts = watcher.counts(games, games)
        changed = {
            game: counts[game] for game in games if any(h.seen != counts[game] for h in self.held if h.game == game)
        }
        news = watcher.news(changed) if changed else {}
        for held in list(self.held):
            if held.game in changed and held.seen != changed[held.game]:
                held.ends.gone = True
                self.held.remove(held)
                self._bring_back(held.request, ServerAnswer(200, {"Content-Type": "text/plain"}, news[held.game]))

    def _bring_back(self, request: Request, answer: ServerAnswer | None) -> None:
        line = self.phones[request["phone"]].line
        if answer is None:
            self.clock.after(NO_NETWORK_AFTER, partial(self._deliver, request, None))
        elif self.clock.likely(line.lost):
            self.clock.after(self.clock.chance.uniform(*HANGS_FOR), partial(self._deliver, request, None))
        else:
            self.clock.after(self._takes(line), partial(self._deliver, request, answer))

    def _deliver(self, request: Request, answer: ServerAnswer | None) -> None:
        phone = self.phones[request["phone"]]
        if answer is not None and not phone.line.there:
            answer = None
        if answer is None:
            self.browser("answer", id=request["id"], status=0)
            return
        for name, value in answer.headers.items():
            if name == "Set-Cookie":
                phone.cookie = "; ".join(f"{key}={one.value}" for key, one in SimpleCookie(value).items())
        self.browser("answer", id=request["id"], status=answer.status, headers=answer.headers, body=answer.body)


def path_of(request: Request) -> str:
    return "/" + str(request["url"]).split("://", 1)[1].split("/", 1)[-1]


def told(answer: ServerAnswer) -> str:
    to = answer.headers.get("Location") or answer.headers.get("HX-Redirect") or ""
    return f"{answer.status} {to}".rstrip()
