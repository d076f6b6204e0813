"""What goes over the wire with every tap and every page on the way through a hand."""

import gzip
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.support.html_lint import LintingClient
from tests.support.showdown_table import ANN, BOB, WRITTEN, Table

TAP = 5_000


class WeighingClient(LintingClient):
    """Takes answers packed, as browsers do, and notes what they weigh with their heads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as the class above it
        super().__init__(*args, **kwargs)
        self.weights: dict[str, int] = {}

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:  # noqa: ANN401
        kwargs["headers"] = {"Accept-Encoding": "gzip, deflate, br", **(kwargs.get("headers") or {})}
        answer = super().open(*args, **kwargs)
        head = 100 + sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
        what = f"{answer.request.method} {answer.request.path} {kwargs.get('data')}"
        self.weights[what] = len(answer.data) + head
        if answer.headers.get("Content-Encoding") == "gzip":
            answer.set_data(gzip.decompress(answer.data))
        return answer


@pytest.fixture
def client(app: Flask) -> WeighingClient:
    app.test_client_class = WeighingClient
    made = app.test_client()
    assert isinstance(made, WeighingClient)
    return made


def test_every_tap_and_every_page_on_the_way_through_a_hand_comes_in_few_bytes(client: WeighingClient) -> None:
    table = Table(client, "Ann", "Bob")
    client.weights.clear()

    def tap(path: str, target: str, *forms: dict[str, str]) -> None:
        for form in forms:
            answer = client.post(path, data=form, headers={"HX-Request": "true", "HX-Target": target})
            assert answer.status_code in {200, 204}, (path, form)

    def look(*paths: str) -> None:
        for path in paths:
            assert client.get(path).status_code == 200, path

    look(table.address)
    tap(f"{table.address}/dice", "table", {"first": "3", "second": "4", "act": "set", "seen": "0"})
    look(table.at(), table.at("/numbers"))
    tap(table.at(), "main", {"knock": "0:knock"})
    for seat, (cards, written) in enumerate(zip((ANN, BOB), WRITTEN, strict=True)):
        first, *_, last = cards.split()
        ways = ({"act": f"way:{way}"} for way in ("loose", "counted", "laid-out"))
        hand = table.at(f"/seat/{seat}")
        tap(hand, "hand", *({"card": card} for card in cards.split()), {"pick": first}, {"act": "dead"})
        tap(hand, "hand", {"act": "undo"}, {"out": last}, {"card": "AC" if seat else last}, {"text": cards})
        tap(hand, "hand", {"act": "claims"}, {"act": "claims"}, *ways, {"text": written})
        look(hand, f"{hand}?typed=")
        tap(hand, "hand", {"act": "as-laid"})
    look(table.at("/lay-offs"))
    tap(table.at("/lay-offs"), "main", {"card": "1:8C"}, {"act": "done"})
    look(table.at("/ruling"))
    tap(table.at("/ruling"), "main", table.ruled())
    later = "sheet hands/1 print history about rules people offline pulse?seen=0.0"
    look(table.address, *(f"{table.address}/{place}" for place in later.split()))
    for act in ("game:gem-rummy", "game:knock-rummy", "more", "fewer", "up:1", "look"):
        tap("/new", "new-game", {"game": "gem-rummy", "act": act, "player": "Ann"})
    assert len(client.weights) >= 60
    assert max(client.weights.values()) <= TAP, client.weights
