"""What holds at every door of the app: headers, cookies, other sites, sizes. No route is listed by hand."""

from collections.abc import Iterator, Sequence
from http.cookies import SimpleCookie
from itertools import cycle
from pathlib import Path

import pytest

from bench.hostile.world import World
from bench.hostile.wsgi import FORM, HERE, Answer, Ask, ask, filled, form
from companion.store.people.members import Role
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.current_store import store_of
from companion.web.security import guard
from companion.web.security.phone import PHONE_COOKIE
from companion.web.security.rate_limits import CODES_PER_ADDRESS, IMPORTS_PER_ADDRESS


def paths(world: World, method: str, games: Sequence[str] = ()) -> Iterator[str]:
    """List every address that takes a method: for each game, for hands that are and are not on the sheet, and wrong."""
    games = games or (*world.targets, world.foreign, "nosuchgame12")
    for rule in world.app.url_map.iter_rules():
        if method not in (rule.methods or ()):
            continue
        for game in games if "game" in rule.arguments else ("",):
            for number in ("1", "3", "99") if "number" in rule.arguments else ("1",):
                given = {"game": game, "number": number, "seat": "0"}
                yield filled(rule, {**dict.fromkeys(rule.arguments, "1"), **given})


NOTHING = {"default-src", "base-uri", "frame-ancestors"}
OWN_ONLY = {"script-src", "style-src", "connect-src", "form-action"}
HEADERS = {
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
}


def check_headers(answer: Answer, about: object) -> None:
    policy = dict(part.strip().partition(" ")[::2] for part in answer.header("Content-Security-Policy").split(";"))
    assert {policy[what] for what in NOTHING} == {"'none'"}, about
    assert {policy[what] for what in OWN_ONLY} == {"'self'"}, about
    assert "unsafe" not in str(policy), about
    assert set(answer.headers) >= HEADERS, about
    assert "camera=()" in answer.header("Permissions-Policy"), about
    assert answer.header("Cache-Control"), about
    assert not answer.header("Server"), about
    for name, value in answer.headers:
        if name == "Set-Cookie":
            check_cookie(value, secure=False)


def check_cookie(set_cookie: str, *, secure: bool) -> None:
    cookie: SimpleCookie = SimpleCookie(set_cookie)
    for name, morsel in cookie.items():
        assert morsel["samesite"] in {"Lax", "Strict"}, set_cookie
        assert bool(morsel["secure"]) == secure, set_cookie
        assert not morsel["domain"], set_cookie
        assert morsel["httponly"], set_cookie
        assert morsel["path"].startswith("/"), set_cookie
        if name.endswith(PHONE_COOKIE) and secure:
            assert name == f"__Host-{PHONE_COOKIE}"


SAME_FOR_ALL = ("/static/", "/manifest", "/worker")
NOT_KEPT = {"no-store", "private, no-cache", "no-cache, private"}
"""By a cache between the phone and the server."""


@pytest.mark.parametrize("role", ["nobody", "revoked", Role.OWNER])
def test_every_answer_carries_the_headers(world: World, role: str) -> None:
    phone = world.phones[role]
    many = 0
    # Who is in a game is answered differently in each kind of it.
    games = () if phone is world.phones[Role.OWNER] else (world.targets[0], world.foreign, "nosuchgame12")
    others = {*paths(world, "GET", world.targets[:1]), *paths(world, "POST", world.targets[:1]), "/nowhere"}
    for method, asked in (
        ("GET", {*paths(world, "GET", games), "/nowhere", "/static/../x", "/g//"}),
        *((method, others) for method in ("POST", "HEAD", "OPTIONS", "DELETE")),
    ):
        for path in asked:
            headers = {"Cookie": phone.cookie} if phone.cookie else {}
            answer = ask(world.app, Ask(method, path, headers=headers))
            assert answer.status < 500, (method, path)
            check_headers(answer, (method, path))
            if not path.startswith(SAME_FOR_ALL):
                assert answer.header("Cache-Control") in NOT_KEPT or answer.status == 303, (method, path)
            many += 1
    assert many > 500


@pytest.mark.parametrize(("hops", "proto", "secure"), [(1, "https", True), (1, "http", False), (0, "https", False)])
def test_cookies_are_secure_where_a_trusted_proxy_says_https(
    tmp_path: Path, hops: int, proto: str, secure: bool
) -> None:
    app = create_app(Settings(tmp_path, trusted_hops=hops, known_as=(HERE,)))
    headers = {"X-Forwarded-Proto": proto, "X-Forwarded-For": "203.0.113.9"}
    for path in ("/settings", "/new", "/j/" + "x" * 30):
        cookies = [v for k, v in ask(app, Ask("GET", path, headers=headers)).headers if k == "Set-Cookie"]
        assert cookies, path
        for cookie in cookies:
            check_cookie(cookie, secure=secure)
    store_of(app).close()


FOREIGN = (
    {"Origin": "http://evil.test"},
    {"Origin": "https://companion.test.evil.test"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://companion.test"},
)


def test_no_post_of_another_site_or_without_the_phones_own_token_is_heard_anywhere(world: World) -> None:
    """Every address is tried from another site, and with a token that is missing, made up, or another phone's."""
    owner, before = world.phones[Role.OWNER], world.state()
    tokens = cycle(("", "x", "\N{SNOWMAN}", world.phones[Role.SCORER].form_token))
    for path, foreign, token in zip(paths(world, "POST", world.targets[:1]), cycle(FOREIGN), tokens, strict=False):
        for headers, sent in ((foreign, owner.form_token), ({}, token)):
            body = form([("form_token", sent), ("idempotency_key", "from-elsewhere"), ("seen", "3")])
            answer = ask(world.app, Ask("POST", path, "", {"Cookie": owner.cookie, **headers}, body, FORM))
            assert answer.status == 403, (path, headers, sent)
    assert world.state() == before


def test_no_body_is_taken_that_is_larger_than_its_form(world: World) -> None:
    owner = world.phones[Role.OWNER]
    headers = {"Cookie": owner.cookie, guard.HEADER: owner.form_token}
    before, refused = world.state(), set()
    large = guard.large_forms(world.app)
    for path in paths(world, "POST", world.targets[:1]):
        size = next((form.size for form in large if form.path.fullmatch(path)), guard.MAX_BODY)
        part = b"--x\r\nContent-Disposition: form-data; name=text\r\n\r\n"
        for body, kind in ((b"text=" + b"x" * size, FORM), (part + b"x" * size, "multipart/form-data; boundary=x")):
            answer = ask(world.app, Ask("POST", path, "", headers, body, kind))
            # What is not there, or lies face down, is said before the body is looked at.
            assert answer.status in {404, 409, 413} or (answer.status == 303 and path.startswith("/new/")), path
            if answer.status == 413:
                refused.add(path)
    assert "/import" in refused
    assert any(path.startswith(f"/g/{world.targets[0]}/") for path in refused)
    assert world.state() == before


def test_an_address_is_not_changed_by_what_a_phone_says(world: World) -> None:
    world.app.config[CODES_PER_ADDRESS] = 3
    phone = world.phones["stranger"]
    statuses = []
    for turn in range(5):
        body = form([("code", f"WRONG{turn}"), ("form_token", phone.form_token)])
        headers = {"Cookie": phone.cookie, "X-Forwarded-For": f"203.0.113.{turn}", "X-Real-Ip": f"203.0.113.{turn}"}
        statuses.append(ask(world.app, Ask("POST", "/join", "", headers, body, FORM)).status)
    assert statuses == [404, 404, 404, 429, 429]


def test_long_games_are_not_brought_in_without_end(world: World) -> None:
    world.app.config[IMPORTS_PER_ADDRESS] = 3
    statuses = [
        world.post(Role.OWNER, "/import", ("text", "{}"), ("idempotency_key", f"import-{turn}")).status
        for turn in range(4)
    ]
    assert statuses == [422, 422, 422, 429]
