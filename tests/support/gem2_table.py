"""A table of Gem II as a person without scripts uses it: read the form, press a button, follow the redirect."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.answers.scoring import score_document
from companion.store.people import members
from companion.store.people.members import Role
from tests.support.pages import value_of, words_of
from tests.support.phones import Phone, import_game, store_of

SENT = frozenset({"idempotency_key", "seen", "hand", "deal", "bets-were"})
_KEYS = count()


def new_key() -> str:
    return f"a-form-{next(_KEYS):08}"


@dataclass
class Table:
    phone: Phone
    answer: TestResponse = field(init=False)

    @property
    def client(self) -> FlaskClient:
        return self.phone.client

    @property
    def address(self) -> str:
        return self.phone.address

    def page(self, path: str = "") -> str:
        self.answer = self.phone.get(path)
        return self.answer.text

    def words(self, path: str = "") -> str:
        return words_of(self.page(path))

    def form(self, path: str = "") -> dict[str, Any]:
        """Return what the form of the table sends besides the button."""
        html = self.page(path)
        form: dict[str, Any] = {}
        for name, value in re.findall(r'<input[^>]*\bname="([^"]*)"\s[^>]*?value="([^"]*)"', html):
            form |= {name: value} if name in SENT and name not in form else {}
        for radio in re.findall(r'<input type="radio"[^>]*\bchecked\b[^>]*>', html):
            name, value = (re.search(rf'\b{key}="([^"]*)"', radio) for key in ("name", "value"))
            form |= {name[1]: value[1]} if name and value else {}
        return form

    def undo_button(self) -> str:
        """Return what the button that undoes or redoes sends; empty where there is none."""
        button = re.search(r'value="((?:un|re)do[^"]*)"\s*id="undo"', self.page())
        return button[1] if button else ""

    def press(self, act: str, **more: Any) -> TestResponse:  # noqa: ANN401 - what a form sends
        form = self.form()
        if act in {"undo", "redo"}:
            button = re.search(rf'value="({act}[^"]*)"', self.answer.text)
            act = button[1] if button else act
        return self.phone.post("/turn", {**form, "act": act, **more})

    def took(self, *numbers: int) -> None:
        for number in numbers:
            assert self.press("record", count=number).status_code == 303, words_of(self.answer)

    def post(self, path: str, **more: Any) -> TestResponse:  # noqa: ANN401
        form = self.form(path if path.endswith(("counted", "call")) or re.search(r"/deals/\d+$", path) else "/sheet")
        return self.phone.post(path, {**form, "idempotency_key": new_key(), **more})

    def call(self, call: str, caller: str, *, last: bool = False) -> TestResponse:
        """Call a penalty, as in `wrong-move=right`; on the turn that has just ended where `last` says so."""
        html = self.page("/call")
        turns = re.findall(r'name="hand" value="(\d+)">\s*<input[^>]*name="deal" value="(\d+)"', html)
        hand, deal = list(dict.fromkeys(turns))[1 if last else 0]
        form = {"idempotency_key": new_key(), "seen": value_of(html, "seen"), "hand": hand, "deal": deal}
        return self.phone.post("/call", {**form, "caller": caller, "call": call})

    def document(self) -> dict[str, Any]:
        return self.phone.exported()


def started(client: FlaskClient, game: str = "gem-ii", **more: Any) -> Table:  # noqa: ANN401
    names = ["Ann"] if game == "gem-ii-solo" else ["Ann", "Bob"]
    form = {"player": names, "dealer": "0", "level": "1", "idempotency_key": new_key(), **more}
    return Table(Phone(client, Phone(client).submit(f"/new/{game}", form).split("?")[0]))


def imported(client: FlaskClient, document: Mapping[str, Any]) -> Table:
    return Table(import_game(client, document))


def another_phone(table: Table, role: Role) -> Table:
    phone = Phone(table.client.application.test_client(), table.address)
    phone.client.get("/settings")
    members.join(store_of(phone.app), table.address.rpartition("/")[2], phone.device, role)
    return Table(phone)


def totals(table: Table) -> dict[str, int]:
    """Return the totals of the game so far, which the table shows as well."""
    document = table.document()
    answer = score_document(document)["totals"]
    assert isinstance(answer, dict)
    shown = table.words()
    for name, total in answer.items():
        assert f"Total {total}" in shown, name
    return answer
