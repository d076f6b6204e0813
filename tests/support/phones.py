"""A table with several phones: each a client with cookies of its own, all before one app."""

import html
import json
import re
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store.database import Store
from companion.store.people import members
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.security import access
from tests.support.html_lint import LookingClient

FIELD = re.compile(r'<input type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"')


def words_of(answer: TestResponse) -> str:
    """Give what a page says."""
    page = answer.get_data(as_text=True)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


@dataclass
class Phone:
    """A browser on the table."""

    app: Flask
    client: FlaskClient
    address: str = ""
    """Of the game that it is in."""

    def get(self, place: str = "", **more: Any) -> TestResponse:  # noqa: ANN401 - what the client takes
        return self.client.get(self.address + place, **more)

    def post(self, place: str = "", **form: str) -> TestResponse:
        return self.client.post(self.address + place, data=form)

    def went(self, place: str = "", **form: str) -> str:
        """Post, and tell where in the game that led."""
        answer = self.post(place, **form)
        assert answer.status_code == 303, words_of(answer)
        return answer.headers["Location"].removeprefix(self.address)

    def form(self, place: str, having: str = "") -> dict[str, str]:
        """Give the hidden fields of a page's form; `having` is something that stands in it and in no other."""
        page = self.get(place).get_data(as_text=True)
        (found,) = [one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if having in one]
        return {name: html.unescape(value) for name, value in FIELD.findall(found)}

    @property
    def device(self) -> int:
        cookie = self.client.get_cookie(access.COOKIE)
        assert cookie is not None
        with self.app.test_request_context(headers={"Cookie": f"{access.COOKIE}={cookie.value}"}):
            return access.known_device().id

    @property
    def member(self) -> members.Member | None:
        return members.member(store_of(self.app), self.address.removeprefix("/g/"), self.device)


def store_of(app: Flask) -> Store:
    with app.app_context():
        return access.store()


@dataclass
class Party:
    """Phones around one game."""

    app: Flask
    owner: Phone
    guests: list[Phone] = field(default_factory=list)

    @property
    def game(self) -> str:
        return self.owner.address.removeprefix("/g/")

    @property
    def code(self) -> str:
        found = re.search(r"<b>([A-Z0-9]{6})</b>", self.owner.get("/people").get_data(as_text=True))
        assert found is not None
        return found[1]

    def link(self, role: str, **more: str) -> str:
        """Have the owner make a link, and give its path."""
        before = set(self.links())
        self.owner.went("/people", act="link", role=role, **more)
        (made,) = set(self.links()) - before
        return made

    def links(self) -> list[str]:
        page = self.owner.get("/people").get_data(as_text=True)
        return [f"/j/{token}" for token in re.findall(r'value="http[^"]*/j/([^"]+)"', page)]

    def join(self, place: str, *, code: str = "", link: str = "") -> Phone:
        """Let a new phone in, by code unless by a link."""
        phone = Phone(self.app, self.app.test_client())
        if link:
            assert phone.client.get(link).headers["Location"] == "/join"
        else:
            assert phone.client.post("/join", data={"code": code or self.code}).status_code == 303
        answer = phone.client.post("/join/in", data={"place": place})
        assert answer.status_code == 303, words_of(answer)
        phone.address = answer.headers["Location"]
        assert phone.address == self.owner.address
        self.guests.append(phone)
        return phone

    def exported(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.owner.get("/export.json").data)
        return document


def app_with(settings: Settings) -> Flask:
    """Make an app whose every page is looked at."""
    made = create_app(settings)
    made.test_client_class = LookingClient
    return made


def begun(app: Flask, *names: str, game: str = "gem-rummy") -> Party:
    """Start a game, and let others in."""
    owner = Phone(app, app.test_client())
    idempotency_key = re.search(
        r'name="idempotency_key"\s+value="([^"]*)"', owner.client.get("/import").get_data(as_text=True)
    )
    assert idempotency_key is not None
    played = {"level": 1, "rounds": []} if game == "gem-ii" else {"hands": []}
    document = {"game": game, "players": list(names), "first_dealer": names[0], **played}
    answer = owner.client.post("/import", data={"text": json.dumps(document), "idempotency_key": idempotency_key[1]})
    owner.address = answer.headers["Location"].removesuffix("/sheet")
    party = Party(app, owner)
    owner.went("/people", act="open")
    return party
