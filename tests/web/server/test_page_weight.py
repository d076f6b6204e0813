"""What goes over the wire of the real server: first visits, static files, every tap on the way through a showdown."""

import gzip
import http.client
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

import pytest

from tests.support.pages import value_of
from tests.support.server import HOST, Served, serving

FIRST_VISIT = 60_000
TAP = 5_000
KNOCKS = "5C 6C 7C QH 7D 9C 9D 9S AC 2D 3S"
OTHER = "4D 5D 6D KC KD KH 8C AS 2H 4S JD"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("weight")) as running:
        yield running


@dataclass
class Answer:
    """What came over the wire."""

    status: int
    headers: dict[str, str]
    wire: int
    text: str


@dataclass
class Browser:
    """Asks as a phone's browser does, and keeps its cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, fields: Sequence[tuple[str, str]] | None = None, **more: str) -> Answer:
        line = http.client.HTTPConnection(HOST, self.port, timeout=20)
        headers = {
            "Accept-Encoding": "gzip, deflate, br",
            **{name.replace("_", "-"): one for name, one in more.items()},
        }
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if fields is not None:
            body = urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line.request("GET" if fields is None else "POST", path, body, headers)
        answer = line.getresponse()
        content = answer.read()
        told = {name.lower(): value for name, value in answer.getheaders()}
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        line.close()
        wire = len(content) + sum(len(name) + len(value) + 4 for name, value in answer.getheaders()) + 20
        text = gzip.decompress(content) if told.get("content-encoding") == "gzip" else content
        return Answer(answer.status, told, wire, text.decode("utf-8", "replace"))

    def follow(self, answer: Answer) -> tuple[str, Answer]:
        """Go where an answer leads."""
        path = ""
        while to := answer.headers.get("location") or answer.headers.get("hx-redirect"):
            path, answer = to, self.ask(to)
        return path, answer


LINKED = re.compile(r'<(?:link[^>]*? href|(?:script|img)[^>]*? src)="(?!data:)([^"]+)"')
"""What a page has the browser load."""


def visit(phone: Browser, path: str) -> dict[str, int]:
    """Load a page with all that belongs to it, and weigh each part."""
    page = phone.ask(path)
    assert page.status == 200
    also = LINKED.findall(page.text)
    if "data-worker" in page.text:
        # The look that the worker keeps has come already; the pages for when there is no network have not.
        also += ["/worker.js", "/no-network", f"{path}/sheet", f"{path}/offline"]
    return {path: page.wire} | {address: phone.ask(address).wire for address in also}


FIRST = ("/", "/sample", "/rules", "/new", "/learn", "/learn/question/made.gem-ii.board.2.7.end", "a table")


@pytest.mark.parametrize("path", FIRST)
def test_a_first_visit_anywhere_is_small(served: Served, path: str) -> None:
    phone = Browser(served.port)
    if path == "a table":
        table = Table(served.port, "gem-rummy", "Ann", "Bob")
        phone, path = table.phone, table.address
    parts = visit(phone, path)
    assert len(parts) >= 6
    assert ("/worker.js" in parts) == path.startswith("/g/")
    assert sum(parts.values()) <= FIRST_VISIT, parts


PAGES = (
    "/learn",
    "/learn/gem-rummy",
    "/learn/gem-rummy/melds",
    "/learn/gem-ii/move-1",
    "/learn/practice",
    "/learn/question/made.gem-rummy.lay-offs.3.8.lay-offs",
    "/learn/question/made.gem-rummy.lay-offs.3.8.deadwood.Ann",
    "/learn/question/made.gem-ii.board.2.7.cross",
    "/learn/question/made.gem-rummy.illegal.3.4.legal/ruling?given=yes",
    # However many rules there are.
    "/rules",
    "/rules?book=P",
    "/rules?book=II",
    "/rules?q=the",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_to_read_comes_in_few_bytes(served: Served, path: str) -> None:
    answer = Browser(served.port).ask(path)
    assert answer.status == 200
    assert answer.wire <= TAP
    if path.startswith("/rules"):
        assert answer.text.count('<a href="/rules/') >= 20


class Table:
    """A phone at a table: everything it taps through htmx is weighed."""

    def __init__(self, port: int, game: str, *names: str) -> None:
        self.phone = Browser(port)
        page = self.phone.ask("/new").text
        self.form_token = value_of(page, "form_token")
        fields = [
            *(("player", name) for name in names),
            ("game", game),
            ("dealer", "0"),
            ("idempotency_key", value_of(page, "idempotency_key")),
        ]
        self.address, _ = self.phone.follow(self.phone.ask("/new", [*fields, ("form_token", self.form_token)]))
        self.address = self.address.partition("?")[0]
        self.weights: dict[str, int] = {}

    def tap(self, what: str, path: str, target: str, *fields: tuple[str, str]) -> Answer:
        """Tap something that is answered with a part of the page."""
        sent = [*fields, ("form_token", self.form_token)]
        answer = self.phone.ask(path, sent, HX_Request="true", HX_Target=target)
        assert answer.status in {200, 204}, (what, answer.status, answer.text[:300])
        self.weights[what] = max(answer.wire, self.weights.get(what, 0))
        return answer


def test_every_tap_on_the_way_through_a_showdown_is_answered_in_few_bytes(served: Served) -> None:
    table = Table(served.port, "gem-rummy", "Ann", "Bob")
    hand = f"{table.address}/hand/1"
    dice = (("first", "3"), ("second", "4"), ("act", "set"), ("seen", "0"))
    table.tap("dice", f"{table.address}/dice", "table", *dice)
    table.tap("who knocked", hand, "main", ("knock", "0:knock"))
    for seat, cards in enumerate((KNOCKS, OTHER)):
        for card in cards.split():
            table.tap("a card", f"{hand}/seat/{seat}", "hand", ("card", card))
        first, *_, last = cards.split()
        table.tap("a card chosen", f"{hand}/seat/{seat}", "hand", ("pick", first))
        table.tap("a card moved", f"{hand}/seat/{seat}", "hand", ("act", "dead"))
        table.tap("back", f"{hand}/seat/{seat}", "hand", ("act", "undo"))
        table.tap("a card taken out", f"{hand}/seat/{seat}", "hand", ("out", last))
        table.tap("a card that another has", f"{hand}/seat/{seat}", "hand", ("card", "AC" if seat else last))
        table.tap("all in shorthand", f"{hand}/seat/{seat}", "hand", ("text", cards))
        table.tap("Gem Parts", f"{hand}/seat/{seat}", "hand", ("act", "claims"))
        table.tap("Gem Parts", f"{hand}/seat/{seat}", "hand", ("act", "claims"))
        for way in ("loose", "counted", "laid-out"):
            table.tap("another way", f"{hand}/seat/{seat}", "hand", ("act", f"way:{way}"))
        table.tap("the hand is in", f"{hand}/seat/{seat}", "hand", ("act", "done"))
    state = table.phone.ask(f"{table.address}/pulse?seen=0.0")
    table.weights["has anything happened"] = state.wire
    assert len(table.weights) >= 13
    assert max(table.weights.values()) <= TAP, table.weights


def test_every_page_that_a_tap_leads_to_comes_in_few_bytes(served: Served) -> None:
    table = Table(served.port, "gem-rummy", "Ann", "Bob")
    hand = f"{table.address}/hand/1"
    weights: dict[str, int] = {}

    def look(*paths: str) -> str:
        for path in paths:
            answer = table.phone.ask(path)
            assert answer.status == 200, path
            weights[path.removeprefix(table.address)] = answer.wire
        return answer.text

    dice = (("first", "3"), ("second", "4"), ("act", "set"), ("seen", "0"))
    look(table.address)
    table.tap("dice", f"{table.address}/dice", "table", *dice)
    look(hand, f"{hand}/numbers")
    table.tap("who knocked", hand, "main", ("knock", "0:knock"))
    for seat, cards in enumerate((KNOCKS, OTHER)):
        table.tap("shorthand", f"{hand}/seat/{seat}", "hand", ("text", cards))
        look(f"{hand}/seat/{seat}", f"{hand}/seat/{seat}?typed=")
        table.tap("in", f"{hand}/seat/{seat}", "hand", ("act", "as-laid"))
    look(f"{hand}/lay-offs")
    table.tap("lay off", f"{hand}/lay-offs", "main", ("card", "1:8C"))
    table.tap("that's all", f"{hand}/lay-offs", "main", ("act", "done"))
    ruling = look(f"{hand}/ruling")
    form = {name: value_of(ruling, name) for name in ("hand_json", "idempotency_key", "seen")}
    table.tap("record", f"{hand}/ruling", "main", *form.items(), ("hand", "new"))
    later = ("", "/sheet", "/hands/1", "/print", "/history", "/about", "/rules", "/people", "/offline")
    look(*(table.address + place for place in later))
    assert len(weights) >= 16
    assert max(weights.values()) <= TAP, weights


def test_the_form_of_a_new_game_is_answered_in_few_bytes(served: Served) -> None:
    table = Table(served.port, "gin-rummy", "Ann", "Bob")
    names = (("player", "Ann"), ("player", "Bob"), ("idempotency_key", "a-new-game"))
    for act in ("game:gem-rummy", "game:knock-rummy", "more", "fewer", "up:1", "look"):
        table.tap(act, "/new", "new-game", ("game", "gem-rummy"), ("act", act), *names)
    assert max(table.weights.values()) <= TAP, table.weights
