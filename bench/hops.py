"""How far single requests travel: calls of the app's functions, modules on the way, and how often a hand is worked on.

python -m bench.hops

Counts, no times: they are the same on every machine.
"""

import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from bench.measurement import Arguments, Ending, settings
from companion.web.app import create_app
from companion.web.config import Settings
from tests.support.pages import fields_of, value_of

APP = str(Path(__file__).parents[1] / "companion") + "/"
WATCHED = {
    "drafts read": r"store/drafts\.py:_read$",
    "taps applied": r":apply_taps$",
    "showdowns read": r"documents/.*:read_(hand_)?showdown$",
    "judged": r"rummy/showdown\.py:judge$",
    "games read": r"documents/.*:read_(duel|solo|game)$",
    "deals read": r":read_deal$",
    "folds": r"journal/fold\.py:_game_of$",
    "sheets": r"journal/kinds\.py:sheet_of$",
    "SQL reads": r"store.*:rows$",
}
CARDS = ["5C", "6C", "7C", "QH", "7D", "9C", "9D", "9S", "AC", "2D"]
GEM2 = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1, "rounds": []}


class Counting:
    """A client whose named requests are counted and printed."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.calls: Counter[str] = Counter()
        self.seen: dict[str, Counter[str]] = {}
        """By request, the last of its name: how often anything watched was done, and all calls."""

    def request(self, what: str, send: Callable[[], TestResponse]) -> TestResponse:
        """Send a request and print what it took."""
        self.calls.clear()
        sys.setprofile(self._count)
        try:
            answer = send()
        finally:
            sys.setprofile(None)
        modules = {name.split(":")[0] for name in self.calls}
        seen = Counter(
            {
                word: sum(times for name, times in self.calls.items() if re.search(pattern, name))
                for word, pattern in WATCHED.items()
            }
        )
        worked = ", ".join(f"{times} {word}" for word, times in seen.items() if times)
        seen["calls"] = sum(self.calls.values())
        print(f"{what:24} {answer.status_code}  {seen['calls']:6} calls in {len(modules):3} modules   {worked}")
        self.seen[what] = seen
        return answer

    def _count(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(APP) and not code.co_name.startswith("<"):
            self.calls[f"{code.co_filename.removeprefix(APP)}:{code.co_name}"] += 1


def hand_of_gem_rummy(counting: Counting, lay_off: str = "") -> None:
    """Enter a hand tap by tap, type a lay-off if one is given, and record it."""
    client = counting.client
    page = client.get("/new")
    token = value_of(page, "form_token")
    started = {"game": "gem-rummy", "player": ["Ann", "Bob"], "dealer": "0", "form_token": token}
    made = client.post("/new", data={**started, "idempotency_key": value_of(page, "idempotency_key")})
    base = made.location.split("?")[0]
    part = {"HX-Request": "true", "HX-Target": "hand"}

    def post(path: str, **data: str) -> TestResponse:
        headers = part if "taps" in data else None
        return client.post(base + path, data={"form_token": token, **data}, headers=headers)

    post("/dice", first="3", second="4", act="set", seen="0")
    post("/hand/1", knock="0:knock")
    for number, card in enumerate(CARDS):
        post("/hand/1/seat/0", taps=f"card:{card}", batch=f"batch-{number}")
    counting.request("the eleventh tap", lambda: post("/hand/1/seat/0", taps="card:3S", batch="batch-11"))
    counting.request("Done, first hand", lambda: post("/hand/1/seat/0", taps="act:done", batch="batch-12"))
    post("/hand/1/seat/1", text="456d KKK-s 8c as 2h 4s jd")
    counting.request("Done, last hand", lambda: post("/hand/1/seat/1", act="done"))
    counting.request("the lay-offs", lambda: client.get(f"{base}/hand/1/lay-offs"))
    if lay_off:
        counting.request("a lay-off", lambda: post("/hand/1/lay-offs", typed=lay_off))
    counting.request("That's all", lambda: post("/hand/1/lay-offs", act="done"))
    ruling = counting.request("the ruling", lambda: client.get(f"{base}/hand/1/ruling"))
    sent = {name: value_of(ruling, name) for name in ("hand_json", "idempotency_key", "seen")}
    counting.request("recording it", lambda: post("/hand/1/ruling", hand="new", **sent))
    counting.request("the table", lambda: client.get(base))
    counting.request("the hand on the sheet", lambda: client.get(f"{base}/hands/1"))


def deals_of_gem2(counting: Counting) -> None:
    """Record five deals of a round."""
    client = counting.client
    page = client.get("/import")
    sent = {name: value_of(page, name) for name in ("idempotency_key", "form_token")}
    made = client.post("/import", data={"text": json.dumps(GEM2), **sent})
    base = re.sub(r"(/sheet)?(\?.*)?$", "", made.location)

    def deal() -> TestResponse:
        tap = {**fields_of(client.get(base).text), "act": "record", "count": "0"}
        return counting.request(
            "a deal of Gem II",
            lambda: client.post(f"{base}/turn", data=tap, headers={"HX-Request": "true", "HX-Target": "table"}),
        )

    for _ in range(5):
        deal()
    counting.request("the table of Gem II", lambda: client.get(base))
    (mark, *_) = re.findall(r'data-seen="([^"]+)"', client.get(base).text)
    counting.request("a phone asks, no news", lambda: client.get(f"{base}/pulse?seen={mark}&held"))


def main(arguments: Arguments = None) -> int:
    """Count everything."""
    settings(__doc__).parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        counting = Counting(create_app(Settings(Path(folder))).test_client())
        hand_of_gem_rummy(counting)
        deals_of_gem2(counting)
    return Ending.FINE


if __name__ == "__main__":
    sys.exit(main())
