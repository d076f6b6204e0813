"""What is refused before a screen sees it: forms from elsewhere, forged tokens, large bodies, other host names."""

import io
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion.store import drafts, errors
from companion.store.database import Store
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.security import guard, hosts
from companion.web.security.hosts import AllowedHosts
from companion.web.security.phone import PHONE_COOKIE
from tests.support.pages import says, value_of
from tests.support.phones import GuardedPhone as Phone
from tests.support.store import change
from tests.web.security.conftest import LARGE

HERE = "http://localhost"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": HERE}, 200),
        ({"Origin": "null"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Origin": "http://evil.test"}, 403),
        ({"Origin": "http://localhost:8001"}, 403),
        ({"Origin": "http://localhost.evil.test"}, 403),
        ({"Origin": "nonsense"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": ""}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": HERE, "Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_a_form_of_the_app_is_heard_and_none_from_elsewhere_even_with_the_token(
    new_phone: Callable[..., Phone], headers: dict[str, str], status: int
) -> None:
    answer = new_phone().post("/said", {"what": "♠"}, headers)
    assert answer.status_code == status
    assert ("heard ♠" if status == 200 else "another site") in answer.text


def test_a_page_without_https_cannot_post_to_one_with_it(new_phone: Callable[..., Phone]) -> None:
    client, here = new_phone().client, "https://localhost"
    form = {"form_token": value_of(client.get("/settings", base_url=here), "form_token")}
    for origin, status in ((HERE, 403), (here, 200)):
        assert client.post("/said", data=form, headers={"Origin": origin}, base_url=here).status_code == status


@pytest.mark.parametrize("chosen", ["a" * 43, "a" * 44, "c" * 42 + "-_", "x" * 500])
def test_nobody_chooses_a_phones_token(app: Flask, chosen: str) -> None:
    client = app.test_client()
    client.set_cookie(PHONE_COOKIE, chosen)
    page = client.get("/settings")
    assert chosen not in page.headers["Set-Cookie"]
    issued = page.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    # One that was chosen is none, even where a form came with it.
    client.set_cookie(PHONE_COOKIE, chosen)
    answer = client.post("/said", data={"form_token": "x"})
    assert answer.status_code == 403
    assert "cookies" in answer.text
    # Nor is an issued one of which a sign was changed.
    changed = ("A" if issued[0] != "A" else "B") + issued[1:]
    client.set_cookie(PHONE_COOKIE, changed)
    assert "Set-Cookie" in client.get("/settings").headers
    client.set_cookie(PHONE_COOKIE, issued)
    assert "Set-Cookie" not in client.get("/settings").headers


def test_a_cookie_is_renewed_once_a_day(store: Store, new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    assert phone.device
    assert "Set-Cookie" not in phone.get("/").headers
    change(store, "UPDATE devices SET seen_at = '2026-01-01T00:00:00Z'")
    cookie = phone.client.get_cookie(PHONE_COOKIE)
    assert cookie is not None
    assert cookie.value in phone.get("/").headers["Set-Cookie"]
    assert "Set-Cookie" not in phone.get("/").headers


def test_bodies_are_bounded_and_no_file_is_written_to_a_disk(
    new_phone: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = new_phone()
    monkeypatch.delattr("werkzeug.formparser.SpooledTemporaryFile")
    for size, status in ((LARGE - 1000, 200), (LARGE, 413)):
        boundary, body = encode_multipart({"file": FileStorage(io.BytesIO(b"x" * size), "a.jpg")})
        kind, token = f"multipart/form-data; boundary={boundary}", {guard.HEADER: phone.token()}
        answer = phone.client.post("/file", data=body, content_type=kind, headers=token)
        assert (answer.status_code, answer.text == str(size)) == (status, status == 200)
    assert phone.post("/said", {"what": "x" * guard.MAX_BODY}).status_code == 413
    # In one line it would become many times as large in memory.
    assert phone.post("/file", {"what": "x" * guard.MAX_BODY}).status_code == 413
    many = {f"field-{number}": "" for number in range(guard.MAX_FIELDS + 1)}
    assert phone.post("/said", many, None, "multipart/form-data").status_code == 413


@pytest.mark.parametrize(
    ("trouble", "status", "sentences"),
    [
        (errors.StoreBusy(), 503, ["Nothing was saved", "try again in a moment"]),
        (errors.StoreFull(), 503, ["Nothing was saved", "No space is left where the games are", "free some space"]),
        (errors.StoreBroken(), 503, ["companion check"]),
        (errors.NoSuchGame(), 404, []),
        (errors.NotPossible(), 422, ["be saved"]),
        (drafts.DraftConflict(None), 409, ["This hand was recorded in the meantime."]),
    ],
)
def test_store_errors_are_explained_on_a_page_and_are_no_faults(
    app: Flask, caplog: pytest.LogCaptureFixture, trouble: errors.StoreError, status: int, sentences: list[str]
) -> None:
    app.config["TROUBLE"] = trouble
    answer = app.test_client().get("/trouble")
    says(answer, *sentences, but=["Traceback"], status=status)
    assert answer.headers.get("Retry-After") == ("5" if status == 503 else None)
    assert (caplog.text == "") == (status < 500)


@pytest.mark.parametrize(
    ("path", "method"), [("/", "GET"), ("/nowhere", "GET"), ("/join", "POST"), ("/static/x", "GET")]
)
def test_another_host_is_refused_in_a_sentence(app: Flask, path: str, method: str) -> None:
    client = app.test_client()
    others = (
        "evil.test evil.test:8000 localhost.evil.test 127.0.0.1.evil.test cards.example.evil.test 192.0.2.1 0.0.0.0"
    )
    for host in (*others.split(), "[2001:db8::1]:8000", "2130706433", "224.0.0.1", "", "x" * 300):
        answer = client.open(path, method=method, headers={"Host": host})
        assert answer.status_code == 400, host
        assert ("an address like that" if len(host) == 300 else "doesn't use that address") in answer.text
        assert host not in answer.text or not host
        assert "Set-Cookie" not in answer.headers
        assert "Content-Security-Policy" in answer.headers
    for host in ("localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:9", "localhost.", "127.0.0.66"):
        assert client.open(path, method=method, headers={"Host": host}).status_code != 400, host


def test_the_server_answers_to_its_own_and_its_configured_names(monkeypatch: pytest.MonkeyPatch) -> None:
    known = AllowedHosts(
        Settings(public_address="https://cards.example:8443/", host="192.0.2.7", known_as=("Cards.lan", "192.0.2.9"))
    )
    own = socket.gethostname().partition(".")[0]
    for host in f"cards.example cards.example:8443 192.0.2.7:8000 cards.lan 192.0.2.9 {own} {own}.local".split():
        assert known.allows(host), host
    for host in ("www.cards.example", "cards.lan.example", "192.0.2.8", "@", "[::1", "a b", "192.0.2.30:8000"):
        assert not known.allows(host), host
    monkeypatch.setattr(hosts, "is_own_address", lambda name: name == "192.0.2.30")
    assert known.allows("192.0.2.30:8000"), "an address that the machine got later"
    assert not known.allows("192.0.2.31:8000")


def test_behind_a_proxy_its_word_counts_and_is_looked_at_too(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path, public_address="https://cards.example", trusted_hops=1))
    for forwarded, status in (("cards.example", 200), ("evil.test", 400)):
        headers = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": forwarded}
        assert app.test_client().get("/", headers={"Host": "localhost", **headers}).status_code == status
    plain = create_app(Settings(tmp_path, public_address="https://cards.example"))
    headers = {"Host": "evil.test", "X-Forwarded-Host": "cards.example"}
    assert plain.test_client().get("/", headers=headers).status_code == 400
