"""A game of two that is played by posting forms, as a browser without a script does."""

import html
import json
import re
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

ANN = "5C 6C 7C QH 7D 9C 9D 9S AC 2D 3S"
BOB = "4D 5D 6D KC KD KH 8C AS 2H 4S JD"


def text_of(answer: TestResponse) -> str:
    words = re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))
    return re.sub(r"\s+", " ", html.unescape(words))


class Table:
    """A game being played by posting forms."""

    def __init__(self, client: FlaskClient, *names: str, game: str = "gem-rummy", **more: Any) -> None:  # noqa: ANN401
        document = {"game": game, "players": list(names), "first_dealer": names[0], "hands": [], **more}
        idempotency_key = re.search(
            r'name="idempotency_key"\s+value="([^"]*)"', client.get("/import").get_data(as_text=True)
        )
        assert idempotency_key
        answer = client.post("/import", data={"text": json.dumps(document), "idempotency_key": idempotency_key[1]})
        assert answer.status_code == 303, text_of(answer)
        self.client = client
        self.address = answer.headers["Location"].removesuffix("/sheet")
        self.number = 1

    def at(self, place: str = "") -> str:
        return f"{self.address}/hand/{self.number}{place}"

    def get(self, place: str = "") -> TestResponse:
        return self.client.get(self.at(place))

    def post(self, place: str = "", **form: str) -> TestResponse:
        return self.client.post(self.at(place), data=form)

    def went(self, place: str = "", **form: str) -> str:
        """Post, and tell on which page of the showdown that ends."""
        answer = self.post(place, **form)
        assert answer.status_code == 303, text_of(answer)
        return answer.headers["Location"].removeprefix(self.at())

    def roll(self, one: int, other: int) -> None:
        form = {"first": str(one), "second": str(other), "act": "set", "seen": "0"}
        assert self.client.post(f"{self.address}/dice", data=form).status_code == 303

    def write(self, seat: int, text: str, *, as_it_is: bool = False) -> str:
        assert self.post(f"/seat/{seat}?typed=", text=text).status_code == 303
        return self.went(f"/seat/{seat}", act="as-it-is" if as_it_is else "done")

    def went_without_lay_offs(self, place: str, **form: str) -> str:
        """Post what leads to the lay-offs, say that this was all, and tell on which page that ends."""
        assert self.went(place, **form) == "/lay-offs"
        return self.went("/lay-offs", act="done")

    def record(self) -> TestResponse:
        return self.post("/ruling", **self.ruled())

    def ruled(self) -> dict[str, str]:
        """Give what the form of the ruling sends: the hand as it was shown among it."""
        page = self.get("/ruling").get_data(as_text=True)
        fields = dict(re.findall(r'name="(hand_json|idempotency_key|seen|hand)"\s+value="([^"]*)"', page))
        assert fields.keys() == {"hand_json", "idempotency_key", "seen", "hand"}
        return {name: html.unescape(value) for name, value in fields.items()}

    def exported(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.client.get(f"{self.address}/export.json").data)
        return document
