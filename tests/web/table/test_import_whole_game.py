"""A whole game by the screens: its file out, into another server, and what happens where both went on."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.journal.events.hands import HandRecorded
from companion.journal.exchange import write_journal
from companion.store.people.members import Role
from companion.web.config import Settings
from companion.web.security import rate_limits
from companion.web.table import exchange
from tests.support.documents import Document, hand_of, won_hand
from tests.support.pages import form_with, values_of, words_of
from tests.support.phones import Party, Phone, linted_app, store_of
from tests.support.seeds import random_sources
from tests.support.spoiled_documents import spoiled
from tests.support.whole_games import WHOLE_GAMES, whole_game

PAGES = ("", "/sheet", "/history", "/about", "/end", "/whole.txt", "/export.json", "/export.csv", "/print", "/hands/1")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[FlaskClient]:
    """Give a phone on another server."""
    made = linted_app(Settings(tmp_path / "elsewhere"))
    yield made.test_client()
    store_of(made).close()


def send(client: FlaskClient, text: str, key: str = "the-first-form") -> TestResponse:
    file = (io.BytesIO(text.encode()), "game.gem.txt")
    return client.post("/import", data={"file": file, "idempotency_key": key}, content_type="multipart/form-data")


def arrived(answer: TestResponse, client: FlaskClient) -> Phone:
    assert answer.status_code == 303, words_of(answer)
    return Phone(client, answer.location.split("?")[0].removesuffix("/end"))


def file_of(phone: Phone) -> str:
    return phone.get("/whole.txt").text


def recorded(count: int, head: Document | None = None) -> str:
    """Return the file of a game with so many hands."""
    entries = whole_game(*[HandRecorded(hand_of(won_hand(1)))] * count, **({"head": head} if head else {}))
    return write_journal(entries)


def test_an_import_says_what_it_did(two: Party, elsewhere: FlaskClient) -> None:
    whole = file_of(two.owner)
    for key, words in (("first-form", "The game was imported."), ("second-form", "has nothing new.")):
        answer = send(elsewhere, whole, key)
        assert words in words_of(elsewhere.get(answer.location))
    assert "imported" not in two.owner.words("?imported=anything")


def misdealt(two: Party, elsewhere: FlaskClient) -> Phone:
    """Record a drawn hand here, and strike it out on another server; return the phone there."""
    two.roll()
    two.owner.submit("/drawn", **two.owner.form("", "/drawn"))
    there = arrived(send(elsewhere, file_of(two.owner)), elsewhere)
    there.submit("/hands/1/strike", reason="misdeal", **there.form("/hands/1", "strike"))
    return there


def test_a_game_goes_on_elsewhere_and_comes_back(two: Party, elsewhere: FlaskClient) -> None:
    ann, file = two.owner, file_of(misdealt(two, elsewhere))
    assert send(ann.client, file).location == f"{ann.address}?imported=continued"
    for phone in (ann, two.guests[0]):
        assert "misdeal" in phone.words("/history")
    assert send(ann.client, file, "a-second-form").location == f"{ann.address}?imported=unchanged"


def test_the_history_says_what_came_from_a_file_and_who_brought_it(two: Party, elsewhere: FlaskClient) -> None:
    document = json.loads(file_of(misdealt(two, elsewhere)))
    accepted = {"kind": "hand-accepted", "body": {"hand": 1, "player": "Bob", "points": {"Ann": 0, "Bob": 0}}}
    document["records"].append({"id": "a-forged-one", "at": "2026-11-21T20:00:00Z", "by": "Bob", **accepted})
    assert send(two.owner.client, json.dumps(document)).location.endswith("?imported=continued")
    said = two.guests[0].words("/history")
    assert said.count("Doesn't count: only the player's own phone can say this.") == 1
    assert said.count("Brought in from a file by Ann") == 2
    assert "misdeal" in said


def test_the_file_can_be_shared_by_a_phone(two: Party) -> None:
    answer = two.owner.get("/whole.txt")
    assert answer.content_type == "text/plain; charset=utf-8"
    name = answer.headers["Content-Disposition"].partition('filename="')[2].rstrip('"')
    assert name.startswith("gem-rummy-20")
    assert name.endswith(".gem.txt")
    assert f'download="{name}"' in two.owner.get("/about").text
    assert two.guests[0].get("/whole.txt").data == answer.data
    stranger = Phone(two.app.test_client(), two.owner.address)
    assert stranger.get("/whole.txt").status_code == 404


@pytest.fixture
def diverged(client: FlaskClient, elsewhere: FlaskClient) -> tuple[Phone, str]:
    """Give a game that was closed here, and a file in which it was noted after the same two hands."""
    here = arrived(send(client, recorded(2)), client)
    there = arrived(send(elsewhere, file_of(here)), elsewhere)
    there.submit("/about", act="note", note="at the club", date="", **there.form("/about", "note"))
    here.submit("/about", act="close", **here.form("/about", "close"))
    return here, file_of(there)


def test_where_both_went_on_the_page_shows_both_and_the_file_can_become_a_separate_game_once(
    diverged: tuple[Phone, str],
) -> None:
    here, file = diverged
    before = file_of(here)
    answer = send(here.client, file, "both-went-on")
    assert answer.status_code == 409
    words = words_of(answer)
    assert "the same game up to hand 2" in words
    on_phone, _, in_file = words.partition("In the file")
    assert "The game was closed." in on_phone
    assert "Ann 2, Bob 0" in on_phone
    assert "at the club" in in_file
    assert "at the club" not in on_phone
    assert file_of(here) == before
    form = {**values_of(form_with(answer, 'id="separately"')), "separately": "1"}

    def go_on() -> TestResponse:
        return here.client.post("/import", data=form, content_type="multipart/form-data")

    separate = arrived(go_on(), here.client)
    assert separate.address != here.address
    assert "at the club" in separate.words("/history")
    for again in (go_on(), send(here.client, file, "a-third-form")):
        assert again.location == f"{separate.address}?imported=unchanged"
    assert "at the club" not in here.words("/history")


def test_a_packed_file_is_unpacked_within_its_limit(client: FlaskClient) -> None:
    for packed in ("x", "!!", "eJwLSUzKSS0u", "é"):
        answer = client.post("/import", data={"packed": packed, "idempotency_key": "a-packed-form"})
        assert answer.status_code == 422
    bomb = exchange._packed({"journal": 1, "more": "0" * 9_000_000})  # noqa: SLF001 - as the page sends it
    answer = client.post("/import", data={"packed": bomb, "idempotency_key": "a-packed-form"})
    assert answer.status_code == 422
    assert "isn't a whole game file" in words_of(answer)


def test_a_viewer_changes_nothing(two: Party) -> None:
    viewer = two.join("none", link=two.link(Role.VIEWER))
    document = json.loads(file_of(two.owner))
    closed = {"id": "closed-by-a-viewer", "at": "2026-11-21T20:00:00Z", "by": "Eve", "kind": "game-closed", "body": {}}
    document["records"].append(closed)
    answer = send(viewer.client, json.dumps(document))
    assert answer.status_code == 409
    assert "doesn't keep the score here" in words_of(answer)
    assert "closed" not in two.owner.words("/history")


def test_another_phone_gets_a_game_of_its_own_and_learns_nothing(two: Party) -> None:
    stranger = two.app.test_client()
    own = arrived(send(stranger, file_of(two.owner)), stranger)
    assert own.address != two.owner.address
    assert stranger.get(two.owner.address).status_code == 404
    assert two.owner.get("").status_code == 200


def test_an_import_that_takes_too_long_stops(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "HEAVY_WORK_SECONDS", 0.0)
    answer = send(client, recorded(3))
    assert answer.status_code == 422
    assert "takes too long" in words_of(answer)


@pytest.mark.random
def test_no_spoiled_file_brings_a_page_down(app: Flask) -> None:
    app.config["IMPORTS_AN_ADDRESS"] = 1_000_000
    client = app.test_client()
    documents = [json.loads(write_journal(whole_game(*happened, head=head))) for head, happened in WHOLE_GAMES.values()]
    for seed, source in random_sources(150):
        file = spoiled(source, source.choice(documents)).replace(b'"record-1"', b'"record-1-%d"' % seed)
        form = {"file": (io.BytesIO(file), "game.gem.txt"), "idempotency_key": f"form-number-{seed}"}
        answer = client.post("/import", data=form, content_type="multipart/form-data")
        assert answer.status_code in {303, 409, 422}
        if answer.status_code == 303:
            for page in PAGES:
                assert client.get(answer.location.split("?")[0] + page).status_code < 500
