"""A table of Gem II as a person without scripts uses it: read the form, press a button, follow the redirect."""

import re
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store.database import Store
from companion.store.people import members
from companion.store.people.members import Role

TYPED = ("idempotency_key", "seen", "hand", "deal", "bets-were")
_STARTS = count()


def words_of(answer: TestResponse) -> str:
    words = re.sub(r"<(script|style|svg).*?</\1>", " ", answer.get_data(as_text=True), flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", words)))


def hidden(html: str, name: str) -> str | None:
    found = re.search(rf'<input[^>]*\bname="{name}"\s[^>]*?value="([^"]*)"', html)
    return found and found[1]


@dataclass
class Table:
    client: FlaskClient
    address: str
    answer: TestResponse = field(init=False)

    def page(self, path: str = "") -> str:
        self.answer = self.client.get(self.address + path)
        return self.answer.get_data(as_text=True)

    def says(self, path: str = "") -> str:
        self.page(path)
        return words_of(self.answer)

    def form(self, path: str = "") -> dict[str, Any]:
        """Give what the form of the table sends besides the button."""
        html = self.page(path)
        found = {name: hidden(html, name) for name in TYPED}
        for radio in re.findall(r'<input type="radio"[^>]*\bchecked\b[^>]*>', html):
            name, value = (re.search(rf'\b{key}="([^"]*)"', radio) for key in ("name", "value"))
            found |= {name[1]: value[1]} if name and value else {}
        return {name: value for name, value in found.items() if value is not None}

    def press(self, act: str, **more: Any) -> TestResponse:  # noqa: ANN401 - what a form sends
        form = self.form()
        if act == "undo":
            button = re.search(r'value="(undo[^"]*)"', self.answer.get_data(as_text=True))
            act = button[1] if button else act
        return self.client.post(f"{self.address}/turn", data={**form, "act": act, **more})

    def took(self, *numbers: int) -> None:
        for number in numbers:
            assert self.press("record", count=number).status_code == 303, words_of(self.answer)

    def post(self, path: str, **more: Any) -> TestResponse:  # noqa: ANN401
        form = self.form(path if path.endswith(("counted", "call")) or "/deals/" in path else "/sheet")
        return self.client.post(
            self.address + path, data={**form, "idempotency_key": f"by-hand-{next(_STARTS):08}", **more}
        )

    def call(self, call: str, caller: str, *, last: bool = False) -> TestResponse:
        """Call a penalty, as in `wrong-move=right`; on the turn that has just ended where `last` says so."""
        html = self.page("/call")
        turns = re.findall(r'name="hand" value="(\d+)">\s*<input[^>]*name="deal" value="(\d+)"', html)
        hand, deal = list(dict.fromkeys(turns))[1 if last else 0]
        seen = hidden(html, "seen")
        form = {
            "idempotency_key": f"call-{next(_STARTS):08}",
            "seen": seen,
            "hand": hand,
            "deal": deal,
            "caller": caller,
        }
        return self.client.post(f"{self.address}/call", data={**form, "call": call})

    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"{self.address}/export.json").get_json()
        return found


def started(client: FlaskClient, game: str = "gem-ii", **more: Any) -> Table:  # noqa: ANN401
    names = ["Ann"] if game == "gem-ii-solo" else ["Ann", "Bob"]
    form = {"player": names, "dealer": "0", "level": "1", "idempotency_key": f"start-{next(_STARTS):08}", **more}
    answer = client.post(f"/new/{game}", data=form)
    assert answer.status_code == 303, words_of(answer)
    return Table(client, answer.headers["Location"].split("?")[0])


def imported(client: FlaskClient, text: str) -> Table:
    answer = client.post("/import", data={"text": text, "idempotency_key": f"import-{next(_STARTS):08}"})
    assert answer.status_code == 303, words_of(answer)
    return Table(client, answer.headers["Location"])


def another_phone(table: Table, role: Role) -> Table:
    """Let another phone into the game, with that role."""
    client = table.client.application.test_client()
    # Its first deed has the phone written down.
    other = started(client, "gem-ii-solo")
    (row,) = store_of(table).rows("SELECT device FROM members WHERE game = ?", [other.address.rpartition("/")[2]])
    members.join(store_of(table), table.address.rpartition("/")[2], row["device"], role)
    return Table(client, table.address)


def store_of(table: Table) -> Store:
    found: Store = table.client.application.extensions["companion.store"]
    return found
