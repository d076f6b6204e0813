"""Phones around a table: each a client with cookies of its own, all before one app."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store.database import Store
from companion.store.people import members
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.current_store import current_store
from companion.web.security.phone import PHONE_COOKIE, saved_phone
from tests.support.html_lint import LintingClient
from tests.support.pages import fields_of, form_with, found_in, value_of, words_of


@dataclass
class Phone:
    client: FlaskClient
    address: str = ""
    """Of the game that it is in."""
    ip: str = "127.0.0.1"

    @property
    def app(self) -> Flask:
        return self.client.application

    def get(self, path: str = "", **options: Any) -> TestResponse:  # noqa: ANN401 - what the client takes
        return self.client.get(self.address + path, environ_overrides={"REMOTE_ADDR": self.ip}, **options)

    def words(self, path: str = "") -> str:
        return words_of(self.get(path))

    def led(self, path: str = "") -> str:
        """Ask for a page that leads to another one, and return where in the game that is."""
        answer = self.get(path)
        assert answer.location, words_of(answer)
        return answer.location.removeprefix(self.address)

    def post(
        self,
        path: str = "",
        data: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        content_type: str | None = None,
        /,
        **form: Any,  # noqa: ANN401 - what the client takes
    ) -> TestResponse:
        sent, environ = {**(data or {}), **form}, {"REMOTE_ADDR": self.ip}
        return self.client.post(
            self.address + path, data=sent, environ_overrides=environ, headers=headers, content_type=content_type
        )

    def submit(self, path: str = "", data: Mapping[str, Any] | None = None, /, **form: Any) -> str:  # noqa: ANN401
        """Post a form that is accepted, and return where in the game that leads."""
        answer = self.post(path, data, **form)
        assert answer.status_code == 303, words_of(answer)
        return answer.location.removeprefix(self.address)

    def form(self, path: str, part: str = "") -> dict[str, str]:
        """Return the fields of the form of a page that has this part in it."""
        return fields_of(form_with(self.get(path), part))

    def write(self, seat: int, text: str, way: str = "laid-out") -> None:
        """Enter a hand of hand 1, laid out, loose, or counted."""
        path = f"/hand/1/seat/{seat}"
        self.submit(path, act=f"way:{way}")
        self.submit(path, points=text) if way == "counted" else self.submit(path, text=text)

    def position(self) -> str:
        """Return the journal position from which this phone's page of the table is made."""
        return found_in(self.get(), r'data-position="(\d+)"')

    def exported(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.get("/export.json").data)
        return document

    @property
    def device(self) -> int:
        return device_of(self.client)

    @property
    def member(self) -> members.Member:
        member = self.membership()
        assert member is not None
        return member

    def membership(self) -> members.Member | None:
        return members.member(store_of(self.app), self.address.removeprefix("/g/"), self.device)


@dataclass
class GuardedPhone(Phone):
    """A browser that sends its token in its forms, as people's do; the linting client sends it by itself."""

    def token(self) -> str:
        return value_of(self.get("/settings"), "form_token")

    def post(
        self,
        path: str = "",
        data: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        content_type: str | None = None,
        /,
        **form: Any,  # noqa: ANN401
    ) -> TestResponse:
        return super().post(path, {"form_token": self.token(), **(data or {})}, headers, content_type, **form)

    @property
    def device(self) -> int:
        self.token()
        return super().device


@dataclass
class Party:
    owner: Phone
    guests: list[Phone] = field(default_factory=list)

    @property
    def app(self) -> Flask:
        return self.owner.app

    @property
    def game(self) -> str:
        return self.owner.address.removeprefix("/g/")

    @property
    def code(self) -> str:
        return found_in(self.owner.get("/people"), r"<b>([A-Z0-9]{6})</b>")

    def roll(self) -> None:
        self.owner.submit("/dice", first="3", second="4", act="set", seen="0")

    def link(self, role: str, **more: str) -> str:
        before = set(self.links())
        self.owner.submit("/people/link", role=role, **more)
        (made,) = set(self.links()) - before
        return made

    def links(self) -> list[str]:
        page = self.owner.get("/people").text
        return [
            f"/j/{token}"
            for token in re.findall(r'(?:id="link-\d+"\s+value="http|data-let-in=")[^"]*/j/([^"]+)"', page)
        ]

    def join(self, place: str, *, link: str = "") -> Phone:
        """Let a new phone in, by code unless by a link."""
        phone = Phone(self.app.test_client())
        if link:
            assert phone.get(link).location == "/join"
        else:
            phone.submit("/join", code=self.code)
        phone.address = phone.submit("/join/in", place=place)
        assert phone.address == self.owner.address
        self.guests.append(phone)
        return phone

    def exported(self) -> dict[str, Any]:
        return self.owner.exported()


def linted_app(settings: Settings) -> Flask:
    app = create_app(settings)
    app.test_client_class = LintingClient
    return app


def store_of(app: Flask) -> Store:
    with app.app_context():
        return current_store()


def device_of(client: FlaskClient) -> int:
    """Return the number of a device, which is new if it is not known."""
    cookie = client.get_cookie(PHONE_COOKIE)
    assert cookie is not None
    with client.application.test_request_context(headers={"Cookie": f"{PHONE_COOKIE}={cookie.value}"}):
        return saved_phone().id


def start_game(client: FlaskClient, *names: str, game: str = "gem-rummy", **more: str) -> Phone:
    key = value_of(client.get("/new"), "idempotency_key")
    form = {"game": game, "player": list(names), "dealer": "0", "idempotency_key": key, **more}
    return Phone(client, Phone(client).submit("/new", form).split("?")[0])


def import_game(client: FlaskClient, document: Mapping[str, Any]) -> Phone:
    key = value_of(client.get("/import"), "idempotency_key")
    answer = client.post("/import", data={"text": json.dumps(document), "idempotency_key": key})
    assert answer.status_code == 303, words_of(answer)
    return Phone(client, answer.location.split("?")[0].removesuffix("/end"))


def begun(app: Flask, *names: str, game: str = "gem-rummy") -> Party:
    played = {"level": 1, "rounds": []} if game == "gem-ii" else {"hands": []}
    document = {"game": game, "players": list(names), "first_dealer": names[0], **played}
    party = Party(import_game(app.test_client(), document))
    party.owner.submit("/people/open")
    return party
