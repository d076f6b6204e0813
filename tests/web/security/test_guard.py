"""What is refused before a screen sees it, and what every answer carries."""

import re
from collections.abc import Callable

import pytest
from flask import Flask, request

from companion.store import drafts, errors
from companion.store.database import Store
from companion.web.security import guard
from companion.web.security.phone import PHONE_COOKIE
from tests.support.pages import says
from tests.support.phones import GuardedPhone as Phone
from tests.support.store import change

HERE = "http://localhost"


@pytest.fixture(autouse=True)
def _views(app: Flask) -> None:
    @app.post("/said")
    def said() -> str:
        return "heard " + request.form.get("what", "")

    @app.post("/file")
    @guard.body_up_to(200_000)
    def file() -> str:
        return str(len(request.form.get("what", "")) or len(request.files["file"].read()))


def test_a_form_of_the_app_is_heard(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    assert phone.post("/said", {"what": "♠"}).text == "heard ♠"
    token = phone.token()
    for headers in (
        {"Origin": HERE},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ):
        assert phone.client.post("/said", data={"form_token": token}, headers=headers).status_code == 200
    assert phone.client.post("/said", json={}, headers={guard.HEADER: token}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "http://localhost:8001"},
        {"Origin": "http://localhost.evil.test"},
        {"Origin": "nonsense"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": HERE, "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_what_comes_from_elsewhere_is_refused_even_with_the_token(
    new_phone: Callable[..., Phone], headers: dict[str, str]
) -> None:
    answer = new_phone().post("/said", {}, headers)
    assert answer.status_code == 403
    assert "another site" in answer.text


def test_a_page_without_https_cannot_post_to_one_with_it(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    statuses = {}
    for scheme in ("http", "https"):
        headers = {"Origin": f"{scheme}://localhost"}
        page = phone.client.get("/settings", base_url="https://localhost").text
        token = re.search(r'name="form_token" value="([^"]+)"', page)
        assert token is not None
        sent = {"form_token": token[1], "what": "x"}
        statuses[scheme] = phone.client.post(
            "/said", data=sent, headers=headers, base_url="https://localhost"
        ).status_code
    assert statuses == {"http": 403, "https": 200}


def test_without_the_phones_own_token_nothing_is_heard(new_phone: Callable[..., Phone]) -> None:
    phone, other = new_phone(), new_phone()
    phone.token()
    for sent in ("", "x", "\N{SNOWMAN}", other.token()):
        answer = phone.client.post("/said", data={"form_token": sent})
        assert answer.status_code == 403
        assert "Reload it" in answer.text
    bare = new_phone().client.post("/said", data={"form_token": other.token()})
    assert bare.status_code == 403
    assert "cookies" in bare.text


def test_the_token_stays_so_that_a_queue_can_be_sent_later(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    assert phone.token() == phone.token()
    assert phone.token() != new_phone().token()


def test_an_unknown_cookie_is_replaced(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie(PHONE_COOKIE, "x" * 500)
    assert re.match("companion=[A-Za-z0-9_-]{44};", client.get("/settings").headers["Set-Cookie"])


@pytest.mark.parametrize("chosen", ["a" * 43, "a" * 44, "c" * 42 + "-_"])
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


def test_bodies_are_bounded(app: Flask, new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    assert phone.post("/said", {"what": "x" * guard.MAX_BODY}).status_code == 413
    in_parts = "multipart/form-data"
    assert phone.post("/file", {"what": "x" * guard.MAX_BODY}, None, in_parts).status_code == 200
    assert phone.post("/file", {"what": "x" * 200_000}, None, in_parts).status_code == 413
    # In one line it would become many times as large in memory.
    assert phone.post("/file", {"what": "x" * guard.MAX_BODY}).status_code == 413
    many = {f"field-{number}": "" for number in range(guard.MAX_FIELDS + 1)}
    assert phone.post("/said", many, None, in_parts).status_code == 413
    assert app.test_client().get("/said").status_code == 405


def test_the_forms_that_may_be_large_are_known_to_the_gate(app: Flask) -> None:
    @app.post("/t/<game>/hand/<int:number>/file.x")
    @guard.body_up_to(300_000)
    def large(**_: object) -> str:
        return ""

    forms = guard.large_forms(app)

    def limits(path: str) -> list[int]:
        return [form.size for form in forms if form.path.fullmatch(path)]

    assert limits("/import") == [guard.MAX_IMPORT]
    assert limits("/file") == [200_000]
    assert limits("/t/Ab_1-x/hand/12/file.x") == [300_000]
    for other in (
        "/t/x/hand/y/file.x",
        "/t/x/hand/1/fileyx",
        "/t/x/y/hand/1/file.x",
        "/said",
        f"/t/{'x' * 41}/hand/1/file.x",
    ):
        assert limits(other) == []


def test_no_file_is_written_to_a_disk(
    app: Flask, new_phone: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **_more: object) -> None:
        raise AssertionError

    @app.post("/photo")
    @guard.body_up_to(3_000_000)
    def photo() -> str:
        return str(len(request.files["file"].read()))

    phone = new_phone()
    token = phone.token()
    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", refuse)
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    body, kind = head + b"x" * 2_000_000 + b"\r\n--x--\r\n", "multipart/form-data; boundary=x"
    answer = phone.client.post("/photo", data=body, content_type=kind, headers={guard.HEADER: token})
    assert answer.text == "2000000"


TROUBLES: list[tuple[type[errors.StoreError], int, list[str]]] = [
    (errors.StoreBusy, 503, ["Nothing was saved", "try again in a moment"]),
    (errors.StoreFull, 503, ["Nothing was saved", "No space is left where the games are stored", "free some space"]),
    (errors.StoreBroken, 503, ["companion check"]),
    (errors.NoSuchGame, 404, []),
    (errors.NotPossible, 422, ["be saved"]),
    (drafts.DraftConflict, 409, ["This hand was recorded in the meantime."]),
]


@pytest.mark.parametrize(("trouble", "status", "sentences"), TROUBLES)
def test_store_errors_are_explained_on_a_page_and_are_no_faults(
    app: Flask,
    new_phone: Callable[..., Phone],
    caplog: pytest.LogCaptureFixture,
    trouble: type[errors.StoreError],
    status: int,
    sentences: list[str],
) -> None:
    @app.get("/trouble")
    def failing() -> str:
        raise trouble(None) if trouble is drafts.DraftConflict else trouble

    answer = new_phone().get("/trouble")
    assert answer.status_code == status
    says(answer, *sentences, but=["Traceback"])
    assert answer.headers.get("Retry-After") == ("5" if status == 503 else None)
    assert (caplog.text == "") == (status < 500)
