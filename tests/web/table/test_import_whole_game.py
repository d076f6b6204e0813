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
from companion.web.config import Settings
from companion.web.table import exchange
from tests.support.documents import hand_of, won_hand
from tests.support.pages import form_with, says, values_of, words_of
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


def test_a_game_goes_on_elsewhere_and_comes_back(two: Party, elsewhere: FlaskClient) -> None:
    ann = two.owner
    two.roll()
    ann.submit("/drawn", **ann.form("", "/drawn"))
    there = arrived(send(elsewhere, file_of(ann)), elsewhere)
    there.submit("/hands/1/strike", reason="misdeal", **there.form("/hands/1", "strike"))
    document = json.loads(file_of(there))
    accepted = {"kind": "hand-accepted", "body": {"hand": 1, "player": "Bob", "points": {"Ann": 0, "Bob": 0}}}
    document["records"].append({"id": "a-forged-one", "at": "2026-11-21T20:00:00Z", "by": "Bob", **accepted})
    file = json.dumps(document)
    assert send(ann.client, file).location == f"{ann.address}?imported=continued"
    said = two.guests[0].words("/history")
    assert "misdeal" in said
    assert said.count("Doesn't count: only the player's own phone can say this.") == 1
    assert said.count("Brought in from a file by Ann") == 2
    assert send(ann.client, file, "a-second-form").location == f"{ann.address}?imported=unchanged"


def test_where_both_went_on_the_file_can_become_another_game_once(client: FlaskClient, elsewhere: FlaskClient) -> None:
    two_hands = write_journal(whole_game(*[HandRecorded(hand_of(won_hand(1)))] * 2))
    here = arrived(send(client, two_hands), client)
    there = arrived(send(elsewhere, file_of(here)), elsewhere)
    there.submit("/about", act="note", note="at the club", date="", **there.form("/about", "note"))
    here.submit("/about", act="close", **here.form("/about", "close"))
    before, file = file_of(here), file_of(there)
    answer = send(client, file, "both-went-on")
    says(answer, "the same game up to hand 2", status=409)
    on_phone, _, in_file = words_of(answer).partition("In the file")
    says(on_phone, "The game was closed.", "Ann 2, Bob 0")
    says(in_file, "at the club")
    assert file_of(here) == before
    form = {**values_of(form_with(answer, 'id="separately"')), "separately": "1"}

    def go_on() -> TestResponse:
        return client.post("/import", data=form, content_type="multipart/form-data")

    separate = arrived(go_on(), client)
    assert separate.address != here.address
    assert "at the club" in separate.words("/history")
    for again in (go_on(), send(client, file, "a-third-form")):
        assert again.location == f"{separate.address}?imported=unchanged"
    assert file_of(here) == before


def test_a_packed_file_is_unpacked_within_its_limit(client: FlaskClient) -> None:
    for packed in ("x", "!!", "eJwLSUzKSS0u", "é"):
        answer = client.post("/import", data={"packed": packed, "idempotency_key": "a-packed-form"})
        assert answer.status_code == 422
    bomb = exchange._packed({"journal": 1, "more": "0" * 9_000_000})  # noqa: SLF001 - as the page sends it
    answer = client.post("/import", data={"packed": bomb, "idempotency_key": "a-packed-form"})
    says(answer, "isn't a whole game file", status=422)


def test_another_phone_gets_a_game_of_its_own_and_learns_nothing(two: Party) -> None:
    stranger = two.app.test_client()
    own = arrived(send(stranger, file_of(two.owner)), stranger)
    assert own.address != two.owner.address
    for path in ("", "/whole.txt"):
        assert stranger.get(two.owner.address + path).status_code == 404


@pytest.mark.random
def test_no_spoiled_file_brings_a_page_down(app: Flask) -> None:
    app.config["IMPORTS_AN_ADDRESS"] = 1_000_000
    client = app.test_client()
    documents = [json.loads(write_journal(whole_game(*happened, head=head))) for head, happened in WHOLE_GAMES.values()]
    for seed, source in random_sources(60):
        file = spoiled(source, source.choice(documents)).replace(b'"record-1"', b'"record-1-%d"' % seed)
        form = {"file": (io.BytesIO(file), "game.gem.txt"), "idempotency_key": f"form-number-{seed}"}
        answer = client.post("/import", data=form, content_type="multipart/form-data")
        assert answer.status_code in {303, 409, 422}
        if answer.status_code == 303:
            for page in PAGES:
                assert client.get(answer.location.split("?")[0] + page).status_code < 500
