"""Nothing that the app may need is left out of the pocket edition: every module, every page."""

import ast
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion
from tests.support.documents import LAID_OUT, game_document, won_hand
from tests.support.gem2.random_documents import random_document
from tests.support.pages import value_of, words_of
from tests.support.pocket_python import PocketAnswer, PocketConversation, PocketPython

COMPANION = Path(companion.__file__).parent
READS_PHOTOS = "companion.photo.server"
"""The reader of a server, which the app would import there: here another worker reads photos."""
PARTS = {
    "<int:number>": "1",
    "<int:place>": "0",
    "<int:seat>": "0",
    "<int:deal>": "1",
    "<rule_id>": "P.undercut",
    "<case_id>": "GAME-001",
    "<key>": "made.gem-rummy.lay-offs.3.8.lay-offs",
    "<subject>": "gem-ii",
    "<slug>": "move-1",
}
NOT_FOUND = {"/backup/replaced.zip", "/static/<digest>/<path:name>"}
"""Addresses with nothing behind them here: nothing was replaced."""


@pytest.fixture(scope="module")
def phone(pocket_python: PocketPython) -> Iterator[PocketConversation]:
    with pocket_python.phone() as talking:
        yield talking


def imported_by(module: str) -> Iterator[str]:
    path = COMPANION.parent / module.replace(".", "/")
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    for statement in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            yield statement.module


def test_every_module_of_the_app_and_whatever_it_imports_is_there(phone: PocketConversation) -> None:
    """Also what is imported only when it is needed."""
    modules = phone.ask("shipped")
    assert len(modules) > 200
    wanted = {*modules, *(name for module in modules for name in imported_by(module))}
    assert {"csv", "segno", "wsgiref.types", READS_PHOTOS} < wanted
    assert phone.ask("failures of", sorted(wanted)) == {READS_PHOTOS: f"No module named '{READS_PHOTOS}'"}


def opened(phone: PocketConversation, path: str) -> PocketAnswer:
    answer = phone.get(path)
    assert answer.status == 200, f"{path}: {words_of(answer.text)}"
    return answer


def sent(phone: PocketConversation, path: str, form: dict[str, Any]) -> str:
    """Send a form that is accepted; return where that leads."""
    answer = phone.post(path, form, value_of(opened(phone, "/settings").text, "form_token"))
    assert answer.status == 303, words_of(answer.text)
    return answer.headers["Location"].removeprefix("/cards").split("?")[0]


def imported(phone: PocketConversation, document: dict[str, Any]) -> str:
    key = value_of(opened(phone, "/import").text, "idempotency_key")
    leads_to = sent(phone, "/import", {"text": json.dumps(document), "idempotency_key": key})
    return re.sub("/(sheet|end)$", "", leads_to)


def test_every_address(phone: PocketConversation) -> None:
    """Each shows its page in some game or leads elsewhere; only what isn't there is not found, and nothing fails."""
    deck = sent(phone, "/decks/made-up", {}).removeprefix("/decks/")
    games = [
        imported(phone, game_document("gem-rummy")),
        imported(phone, game_document("gin-rummy", hands=[LAID_OUT, won_hand(100)])),
        imported(phone, game_document("gem-ii")),
        imported(phone, random_document("gem-ii", random.Random(1))),
    ]
    sent(phone, f"{games[0]}/dice", {"first": "3", "second": "4", "act": "set", "seen": "0"})
    statuses: dict[str, set[int]] = {}
    for address in phone.ask("addresses"):
        path = address.replace("/decks/<int:number>", f"/decks/{deck}").replace("/new/<game>", "/new/gem-ii")
        path = path.replace("/people/person", "/people/person?name=Ann")
        for part, value in PARTS.items():
            path = path.replace(part, value)
        for game in games if "/g/<game>" in path else games[:1]:
            statuses.setdefault(address, set()).add(phone.get(path.replace("/g/<game>", game)).status)
    assert {status for got in statuses.values() for status in got} <= {200, 303, 404}
    assert {address for address, got in statuses.items() if got == {404}} == NOT_FOUND
