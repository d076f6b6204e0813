"""A photo of a hand: what it adds, what it asks, what it refuses, and that nothing of it stays anywhere."""

import base64
import io
import logging
import re
from collections.abc import Mapping

import pytest
from werkzeug.test import TestResponse

from companion.photo import reader
from companion.photo.reading import PhotoReading, Trouble
from companion.web.cards import photos
from companion.web.security import guard
from companion.web.security.rate_limits import PHOTOS_PER_ADDRESS
from tests.support.pages import says, words_of
from tests.support.phones import Party, Phone, store_of
from tests.support.photo_reader import PHOTO, PREVIEW, FakeReader, reading, with_reader
from tests.support.showdown_table import HTMX, WRITTEN, Table, knock, lying
from tests.support.store import everything

WHOLE = "5C 6C 7C | QC QD QH | 9C 9D 9S | AC | 2D"


@pytest.fixture
def table(table: Table) -> Table:
    """Begin a showdown of a new game in which Ann knocked with 3 and 4."""
    table.submit(knock="0:knock")
    return table


def send(table: Table, camera: FakeReader, shows: str, headers: Mapping[str, str] | None = None) -> TestResponse:
    camera.table = shows
    return table.photograph(headers)


def test_a_script_gets_the_hand_and_the_photo_alone(table: Table, camera: FakeReader) -> None:
    part = send(table, camera, "5C 6C 7C | 9C/9S", HTMX)
    assert camera.sent == [PHOTO]
    assert "<!DOCTYPE" not in part.text
    assert 'data-held="5C 6C 7C"' in part.text
    assert re.search(r'id="photo"\s+hx-swap-oob="true"', part.text)
    assert part.headers["X-Photo-Added"] == "1"
    assert part.headers["Cache-Control"] == "no-store"
    assert "X-Photo-Added" not in send(table, camera, "5C 6C 7C | 9C/9S", HTMX).headers
    table.submit("/seat/0", act="undo")
    page = table.get("/seat/0")
    assert (lying(page), 'name="named"' in page.text) == ("", False), "one undo takes the whole photo back"


@pytest.mark.parametrize(
    ("trouble", "status", "sentence"),
    [(Trouble.NO_PHOTO, 422, "isn't a photo"), (Trouble.TOO_LARGE, 413, "too large"), (Trouble.BUSY, 503, "Try again")],
)
def test_what_cannot_be_read_is_said_and_nothing_is_lost(
    table: Table, camera: FakeReader, trouble: Trouble, status: int, sentence: str
) -> None:
    table.submit("/seat/0", card="5C")
    camera.trouble = trouble
    page = send(table, camera, WHOLE)
    assert (page.status_code, lying(page)) == (status, "Deadwood: 5C")
    part = send(table, camera, WHOLE, HTMX)
    assert (part.status_code, part.mimetype) == (status, "text/plain")
    assert sentence in words_of(page)
    assert sentence in part.text
    assert ("Retry-After" in part.headers) == (trouble == Trouble.BUSY)


def test_no_more_photos_are_read_than_leave_threads_for_taps(table: Table, camera: FakeReader) -> None:
    table.client.application.config[PHOTOS_PER_ADDRESS] = 1
    taken = [photos._places.acquire(blocking=False) for _ in range(photos.MOST_AT_A_TIME)]  # noqa: SLF001 - as if read
    try:
        says(send(table, camera, "5C"), "Nothing was changed", status=503)
    finally:
        for _ in taken:
            photos._places.release()  # noqa: SLF001 - as above
    assert camera.sent == []
    assert send(table, camera, "5C").status_code == 200, "the one that was refused is none"
    assert send(table, camera, "5C").status_code == 429
    assert len(camera.sent) == 1


def test_without_a_reader_there_is_no_camera(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "is_available", lambda: False)
    assert "photo" not in table.get("/seat/0").text
    says(send(table, FakeReader(), "5C"), "Tap the cards instead", status=404)


def test_a_form_without_a_photo_or_with_a_body_beyond_the_limit_is_refused(table: Table, camera: FakeReader) -> None:
    def status(body: bytes) -> int:
        head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        content_type = "multipart/form-data; boundary=x"
        sent = head + body + b"\r\n--x--\r\n" if body else b"--x--\r\n"
        return table.client.post(table.at("/seat/0/photo"), data=sent, content_type=content_type).status_code

    assert [status(b"x" * size) for size in (0, guard.MAX_PHOTO)] == [422, 413]
    assert camera.sent == []
    assert status(b"x" * (guard.MAX_PHOTO - 1000)) == 200


def test_only_who_may_enter_a_hand_may_photograph_it(two: Party, camera: FakeReader) -> None:
    (bob,) = two.guests
    knock(two)
    viewer = two.join("watch", link=two.link("viewer"))
    camera.table = "KC KD KH"

    def status(phone: Phone, seat: int) -> int:
        data = {"photo": (io.BytesIO(PHOTO), "x")}
        return phone.post(f"/hand/1/seat/{seat}/photo", data, None, "multipart/form-data").status_code

    assert [status(bob, 0), status(viewer, 0), status(bob, 7)] == [403, 403, 404]
    assert camera.sent == []
    assert status(bob, 1) == 200
    # Ann keeps the score, and may enter Bob's hand only while it isn't his secret.
    assert status(two.owner, 1) == 409
    assert len(camera.sent) == 1
    assert "K♣" not in two.owner.words("/hand/1")


def test_a_hand_recorded_while_its_photo_was_read_stays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def record_meanwhile(_: bytes) -> PhotoReading:
        table.showdown(*WRITTEN)
        table.record_without_lay_offs()
        return reading("KS")

    with_reader(monkeypatch, record_meanwhile)
    answer = table.photograph(seen=table.phone.position())
    assert answer.location.startswith(f"{table.address}/hands/1")
    assert "KS" not in table.lying()


def test_nothing_of_a_photo_is_stored_or_logged(
    table: Table, camera: FakeReader, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    send(table, camera, WHOLE)
    camera.trouble = Trouble.NO_PHOTO
    send(table, camera, WHOLE)
    stored = everything(store_of(table.client.application))
    assert '"Photographed"' in stored
    told = (stored + caplog.text + "".join(capfd.readouterr())).lower()
    preview = base64.b64encode(PREVIEW).decode()[:60], PREVIEW.hex()[:60]
    for secret in (PHOTO.decode("latin-1"), "secret by its nature", "IMG_1", *preview):
        assert secret.lower() not in told
