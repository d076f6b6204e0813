"""The gate: whole requests only, and nobody waits for somebody else's."""

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Callable
from wsgiref.types import WSGIEnvironment

import pytest

from companion.store.errors import NotPossible
from companion.store.limits import check_time
from companion.web.security import guard
from companion.web.security.guard import LargeForm
from companion.web.server import gate, json_log, turns, wsgi
from companion.web.server.gate import Gate
from companion.web.server.wsgi import client_of, environ_of
from tests.support.rsgi import NOBODY, Asked, Line, Told, app_that_notes, in_a_loop, run


class ByteByByte(Line):
    """A connection on which each part has to be waited for."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in super().__aiter__():
            await asyncio.sleep(0)
            yield part


HALF = wsgi.MAX_HEAD // 2
LARGE = (LargeForm(re.compile("/import"), guard.MAX_IMPORT), LargeForm(re.compile(r"/g/\w+/photo"), 9_000_000))


def put(told: Told, line: Line) -> tuple[Asked, int]:
    asked: Asked = []
    run(Gate(app_that_notes(asked), LARGE, watcher=NOBODY).__rsgi__(told, line))
    assert len(line.answers) == 1
    return asked, line.answers[0][0]


@pytest.mark.parametrize(
    ("told", "parts"),
    [
        (Told(sent=[("content-length", "7")]), [b"a=1&", b"b=2"]),
        (Told(sent=[("transfer-encoding", "chunked")]), [b"a=1&", b"b=2"]),
        (Told("GET"), []),
        (Told("GET", [("cookie", "a" * (HALF - 20))], query_string="a" * HALF), []),
    ],
    ids=["of a length", "that ends", "none", "a long head"],
)
def test_a_whole_body_is_handed_on_with_its_length(told: Told, parts: list[bytes | None]) -> None:
    line = Line(parts)
    (environ,), status = put(told, line)
    assert (environ["body"], environ.get("CONTENT_LENGTH", "0")) == ((b"a=1&b=2", "7") if parts else (b"", "0"))
    assert (status, line.answers) == (200, [(200, [("X-Heard", "yes")], b"heard")])


@pytest.mark.parametrize(
    ("told", "parts", "status"),
    [
        (Told(sent=[("content-length", "9")]), [b"a=1"], 400),
        (Told(sent=[("content-length", "2")]), [b"a=1"], 400),
        (Told(sent=[("content-length", "-1")]), [b"a=1"], 400),
        (Told(sent=[("content-length", "3")]), [], 400),
        (Told(sent=[("content-length", str(wsgi.MAX_BODY + 1))]), [None], 413),
        (Told(sent=[("content-length", "9" * 5000)]), [None], 413),
        (Told(sent=[("transfer-encoding", "chunked")]), [b"x" * 1_000_000] * 9, 413),
        (Told(sent=[("x", "1")] * (wsgi.MAX_HEADERS + 1)), [None], 431),
        (Told(sent=[("cookie", "a=1")] * (wsgi.MAX_HEADERS + 1)), [None], 431),
        (Told(sent=[("x_y", "a" * wsgi.MAX_HEAD)]), [None], 431),
        (Told("GET", [("cookie", "a" * HALF)], query_string="a" * HALF), [None], 431),
        (Told("GET", [("cookie", "a" * HALF)], path="/" + "a" * HALF), [None], 431),
    ],
)
def test_what_is_not_whole_or_too_much_never_reaches_the_app(
    told: Told, parts: list[bytes | None], status: int
) -> None:
    line = Line(parts)
    assert put(told, line) == ([], status)
    assert ("Connection", "close") in line.answers[0][1]
    assert set(guard.HEADERS.items()) <= set(line.answers[0][1])


def test_only_where_games_and_photos_are_sent_something_large_is_taken() -> None:
    whole = b"x" * (wsgi.MAX_BODY + 1)
    refused = ("/import/", "/join", "/g/x/y/photo", "/g/x/photo/", "/g/photo")
    for path, status in (("/import", 200), ("/g/x/photo", 200), *((path, 413) for path in refused)):
        for length in ([("content-length", str(len(whole)))], [("transfer-encoding", "chunked")]):
            assert put(Told(sent=length, path=path), Line([whole]))[1] == status
    assert put(Told("GET", [("content-length", str(len(whole)))], path="/import"), Line([whole]))[1] == 413
    for form in LARGE:
        too_large = [("content-length", str(form.size + wsgi.MAX_WRAPPING + 1))]
        assert put(Told(sent=too_large, path=form.path.pattern.replace(r"\w+", "x")), Line([None]))[1] == 413


@pytest.mark.parametrize(
    ("name", "parts"), [("STALL_TIMEOUT", [b"a=", None]), ("READ_TIMEOUT", [None]), ("SLOW_START", [b"a=", None])]
)
def test_what_does_not_arrive_in_time_is_given_up(
    monkeypatch: pytest.MonkeyPatch, name: str, parts: list[bytes | None]
) -> None:
    monkeypatch.setattr(gate, name, 0.01)
    asked, status = put(Told(sent=[("content-length", "3")]), Line(parts))
    assert (asked, status) == ([], 408)


def test_what_comes_byte_by_byte_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time, and the whole would take longer than any form."""
    monkeypatch.setattr(gate, "SLOW_START", 0.0)
    monkeypatch.setattr(gate, "LEAST_RATE", 1e12)
    asked, status = put(Told(sent=[("content-length", "66000")]), ByteByByte([b"a"] * 66_000))
    assert (asked, status) == ([], 408)


@in_a_loop
async def test_so_many_requests_of_one_address_may_be_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "UNFINISHED_PER_ADDRESS", 2)
    door = Gate(app_that_notes([]), watcher=NOBODY)
    # A household in IPv6 has many addresses, and is one.
    form, same = (Told(sent=[("content-length", "3")], client=f"[2001:db8::{place}]:50000") for place in (1, 2))
    slow = [Line([b"a=", None]) for _ in range(2)]
    one_more, other = Line([b"a=1"]), Line([b"a=1"])
    sending = [asyncio.create_task(door.__rsgi__(form, line)) for line in slow]
    await asyncio.sleep(0)
    await door.__rsgi__(same, one_more)
    await door.__rsgi__(Told(sent=[("content-length", "3")], client="192.168.1.21:50000"), other)
    for task in sending:
        task.cancel()
    await asyncio.gather(*sending, return_exceptions=True)
    await door.__rsgi__(form, Line([b"a=1"]))
    assert [line.answers[0][0] for line in (one_more, other)] == [503, 200]
    assert not door.unfinished


@pytest.mark.parametrize(
    ("path", "held", "status"),
    [("/import", 0, 200), ("/import", 20, 503), ("/join", 20, 200), ("/join", 30, 503)],
)
def test_memory_is_bounded_and_for_a_tap_there_is_room_when_photos_fill_the_rest(
    monkeypatch: pytest.MonkeyPatch, path: str, held: int, status: int
) -> None:
    monkeypatch.setattr(gate, "MAX_BUFFERED", 40)
    monkeypatch.setattr(gate, "MAX_BUFFERED_LARGE", 20)
    while_answered: list[int] = []

    def app(environ: WSGIEnvironment, start: Callable[..., object]) -> list[bytes]:
        while_answered.append(door.buffered)
        return app_that_notes([])(environ, start)

    door, line = Gate(app, LARGE, watcher=NOBODY), Line([b"x" * 11])
    door.buffered = held
    run(door.__rsgi__(Told(sent=[("content-length", "11")], path=path), line))
    assert line.answers[0][0] == status
    assert while_answered == [held + 11] * (status == 200)
    assert door.buffered == held, "what was held is given back"


@in_a_loop
async def test_one_address_never_fills_the_memory_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "MAX_BUFFERED_PER_ADDRESS", 5)
    door = Gate(app_that_notes([]), watcher=NOBODY)
    greedy, other = Line([b"abc", b"def", None]), Line([b"abc", b"d"])
    slow = Line([b"abc", None])
    sending = asyncio.create_task(door.__rsgi__(Told(sent=[("content-length", "6")]), slow))
    await asyncio.sleep(0)
    await door.__rsgi__(Told(sent=[("content-length", "9")]), greedy)
    await door.__rsgi__(Told(sent=[("content-length", "4")], client="192.168.1.21:50000"), other)
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    assert [line.answers[0][0] for line in (greedy, other)] == [503, 200]
    assert (door.buffered, dict(door.buffered_by_address)) == (0, {})


@in_a_loop
async def test_not_everything_waits_for_its_turn_and_no_address_has_all_the_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "QUEUE_PER_ADDRESS", 2)
    go_on = threading.Event()

    def app(environ: WSGIEnvironment, start: Callable[..., object]) -> list[bytes]:
        assert environ["REMOTE_ADDR"] != "192.168.1.20" or go_on.wait(10)
        start("200 OK", [])
        return []

    door, lines, other = Gate(app, watcher=NOBODY), [Line() for _ in range(turns.THREADS_PER_ADDRESS + 3)], Line()
    asking = [asyncio.create_task(door.__rsgi__(Told("GET"), line)) for line in lines]
    await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.wait_for(door.__rsgi__(Told("GET", client="192.168.1.21:50000"), other), 10)
    go_on.set()
    await asyncio.gather(*asking)
    assert [line.answers[0][0] for line in lines] == [200] * (turns.THREADS_PER_ADDRESS + 2) + [503]
    assert other.answers[0][0] == 200, "answered while the threads of that address were held"


def test_a_request_is_written_as_an_app_reads_it() -> None:
    sent = [
        ("host", "cards.example"),
        ("cookie", "a=1"),
        ("cookie", "b=2"),
        ("accept", "x"),
        ("accept", "y"),
        ("x-forwarded-for", "198.51.100.7"),
        ("x_forwarded_for", "127.0.0.1"),
        ("x_real-ip", "127.0.0.1"),
    ]
    environ = environ_of(Told("GET", sent, path="/g/ä", query_string="q=Łódź", client="[2001:db8::1]:50000"))
    assert environ["HTTP_HOST"] == "cards.example"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["HTTP_ACCEPT"] == "x,y"
    assert environ["HTTP_X_FORWARDED_FOR"] == "198.51.100.7"
    assert "HTTP_X_REAL_IP" not in environ
    assert environ["REMOTE_ADDR"] == "2001:db8::1"
    assert [client_of(environ, hops) for hops in (0, 1, 2)] == ["2001:db8::1", "198.51.100.7", "2001:db8::1"]
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/g/ä"
    assert environ["QUERY_STRING"].encode("latin-1").decode() == "q=Łódź"
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("10.0.0.1", "8000")
    assert environ_of(Told("GET", sent, authority="a.example"))["HTTP_HOST"] == "a.example", "it counts before the host"


def test_an_app_that_fails_is_answered_for_and_logged_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    def app(_environ: WSGIEnvironment, _start: Callable[..., object]) -> list[bytes]:
        raise ValueError("Ann has the queen of hearts")

    line = Line()
    run(Gate(app, watcher=NOBODY).__rsgi__(Told("GET"), line))
    assert [status for status, _, _ in line.answers] == [500]
    (record,) = caplog.records
    logged = json.loads(json_log.Formatter().format(record))
    assert (logged["error"], logged["place"].rpartition(" ")[2]) == ("ValueError", "app")
    assert "Ann" not in str(logged)


def test_judging_is_given_up_before_its_process_counts_as_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    assert gate.ANSWER_WITHIN < gate.HUNG_AFTER
    given_up: list[bool] = []

    def app(environ: WSGIEnvironment, start: Callable[..., object]) -> list[bytes]:
        try:
            check_time()
        except NotPossible:
            given_up.append(True)
        return app_that_notes([])(environ, start)

    for within, times in ((gate.ANSWER_WITHIN, 0), (-1.0, 1)):
        monkeypatch.setattr(gate, "ANSWER_WITHIN", within)
        run(Gate(app, watcher=NOBODY).__rsgi__(Told("GET"), Line()))
        assert len(given_up) == times
