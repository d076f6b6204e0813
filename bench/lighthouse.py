"""Lighthouse, as a phone sees it, on every kind of screen.

    python -m bench.lighthouse

Lighthouse is installed by npm into a folder that is thrown away, and runs in the chromium of the screen tests, against
the real server. Asked for are performance of at least 95 and full marks for accessibility and best practices; of
several runs of a page the median counts, since what else the machine does costs points.
"""

import argparse
import html
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from bench.hostile.wsgi import FORM, Ask, ask, form
from companion.documents.game import Document
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.register.cases import MADE_UP_PRINT
from companion.store import games
from companion.store.opening import open_store
from companion.store.people import devices
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.security.phone import PHONE_COOKIE, new_token
from tests.support.browser import ARGUMENTS, CHROMIUM
from tests.support.documents import hand_of
from tests.support.server import HOST, serving

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --password-store=basic"
)
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100}
NAMES = ("Ann", "Bob")
HANDS = ("5C 6C 7C QH 7D 9C 9D 9S AC 2D 3S", "4D 5D 6D KC KD KH 8C AS 2H 4S JD")
GEM2 = {"game": "gem-ii", "players": list(NAMES), "first_dealer": "Ann", "level": 1, "timer": 2}
GEM2_SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1}
FULL = [{"removed": 0}, *({"removed": 4} for _ in range(8)), {"removed": 3}]
HALF = [{"removed": 2, "bets": [5]}, {"removed": 3}, {"removed": 1}]
ALONE = [0, 0, 5, 4, 4, 4, 4, 4, 4, 2]
BOARD = "level=1&p=IIE+VH&p=IXM&p=VIR+XE+IVM&p=&claim=3&card=VH&onto=2"
HEAD = {"game": "gem-rummy", "players": list(NAMES), "first_dealer": "Ann", "print": MADE_UP_PRINT}
A_MINUTE_AND_A_HALF = 90
TRIES = 3
"""On a busy machine the browser now and then hands Lighthouse no trace."""


@cache
def token_of(folder: Path) -> str:
    """Return the token of the phone that has all the games."""
    with closing(open_store(folder)) as store:
        return new_token(store)


class Forms:
    """A phone that fills the forms of the app in its own process."""

    def __init__(self, folder: Path) -> None:
        self.app = create_app(Settings(instance=folder))
        self.cookie = {"Cookie": f"{PHONE_COOKIE}={token_of(folder)}", "Host": "127.0.0.1"}
        page = ask(self.app, Ask("GET", "/settings", headers=self.cookie)).text
        found = re.search(r'name="form_token"\s+value="([^"]+)"', page)
        self.form_token = html.unescape(found[1]) if found else ""

    def send(self, path: str, *fields: tuple[str, str]) -> None:
        """Send a form, which must be taken."""
        body = form([*fields, ("form_token", self.form_token)])
        answer = ask(self.app, Ask("POST", path, "", self.cookie, body, FORM))
        if answer.status not in {200, 303}:
            raise SystemExit(f"{path}: {answer.status}")


def lay_table(folder: Path) -> dict[str, str]:
    """Play some hands and enter half of another one, and give the addresses of the pages."""
    store = open_store(folder)
    author = games.Author(devices.find_or_create(store, token_of(folder)).id, "Ann")
    game = games.start(store, author, GameStarted(HEAD), record_id="the-start")
    for turn, points in enumerate((12, 25, 7, 18), start=1):
        seats = [
            {"name": NAMES[turn % 2], "deadwood_points": 3},
            {"name": NAMES[1 - turn % 2], "deadwood_points": points},
        ]
        hand = {"dice": [3, 4], "knocker": NAMES[turn % 2], "call": "knock", "players": seats}
        games.append(store, game, HandRecorded(hand_of(hand)), record_id=f"the-hand-{turn}", seen=turn, author=author)
    ended = games.start(
        store, author, GameStarted({**HEAD, "house_rules": {"target": 10}}), record_id="the-other-start"
    )
    games.append(store, ended, HandRecorded(hand_of(hand)), record_id="the-only-hand", seen=1, author=author)
    store.close()
    forms, where = Forms(folder), f"/g/{game}/hand/5"
    forms.send(f"/g/{game}/dice", ("first", "3"), ("second", "4"), ("act", "set"), ("seen", "0"))
    forms.send(where, ("knock", "0:knock"))
    for seat, cards in enumerate(HANDS):
        for card in cards.split():
            forms.send(f"{where}/seat/{seat}", ("card", card))
        forms.send(f"{where}/seat/{seat}", ("act", "done"))
    forms.send(f"{where}/lay-offs", ("act", "done"))
    table = f"/g/{game}"
    return {
        "home": "/",
        "new game": "/new",
        "table": table,
        "showdown": where,
        "a hand": f"{where}/seat/1",
        "numbers": f"{where}/numbers",
        "ruling": f"{where}/ruling",
        "sheet": f"{table}/sheet",
        "a hand of it": f"{table}/hands/2",
        "rules in play": f"{table}/help",
        "players": f"{table}/people",
        "the end": f"/g/{ended}/end",
        "count": "/count",
        "rules": "/rules",
        "decks": "/decks",
        "settings": "/settings",
    }


def lay_gem2(folder: Path) -> dict[str, str]:
    """Play a round of two and a bit, and most of a game alone; give the addresses of the pages."""
    store = open_store(folder)
    author = games.Author(devices.find_or_create(store, token_of(folder)).id, "Ann")
    duel = games.start(store, author, GameStarted(GEM2), record_id="the-duel")
    solo = games.start(store, author, GameStarted(GEM2_SOLO), record_id="the-solo")
    rounds: tuple[tuple[str, Document], ...] = (
        (duel, {"deals": FULL}),
        (duel, {"deals": HALF}),
        (solo, {"deals": ALONE}),
        (solo, {"deals": ALONE[:5]}),
    )
    for turn, (game, played) in enumerate(rounds):
        said = HandRecorded(hand_of(played))
        games.append(store, game, said, record_id=f"the-round-{turn}", seen=1 + turn % 2, author=author)
    store.close()
    table, alone = f"/g/{duel}", f"/g/{solo}"
    return {
        "Gem II": table,
        "its card": f"{table}/sheet",
        "a round": f"{table}/hands/1",
        "a call": f"{table}/call",
        "counted": f"{table}/counted",
        "alone": alone,
        "its card too": f"{alone}/sheet",
        "referee": f"{table}/moves?{BOARD}",
        "a case": "/rules/II.move-3",
    }


def install(folder: Path) -> str:
    """Have npm install Lighthouse; say what went wrong, or nothing."""
    npm = shutil.which("npm")
    if npm is None or not Path(CHROMIUM).is_file():
        return "npm or chromium is not there"
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), "lighthouse"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 (our own words)
    return done.stderr[-300:] if done.returncode else ""


def known_phone(folder: Path, origin: str, token: str) -> Path:
    """Make a profile of the browser with the phone's cookie, which the service worker sends as well."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(str(folder), executable_path=CHROMIUM, args=ARGUMENTS)
        a_day_on = time.time() + 24 * 3600
        context.add_cookies([{"name": PHONE_COOKIE, "value": token, "url": origin, "expires": a_day_on}])
        context.close()
    return folder


def looked_at(program: Path, address: str, profile: Path, out: Path) -> dict[str, Any]:
    """Have Lighthouse look at a page, and give its report."""
    command = [
        str(program), address, "--quiet", "--output=json", f"--output-path={out}",
        f"--chrome-flags={FLAGS} --user-data-dir={profile}", f"--only-categories={','.join(LEAST)}",
    ]  # fmt: skip
    environment = {**os.environ, "CHROME_PATH": CHROMIUM}
    for _ in range(TRIES):
        done = subprocess.run(command, check=False, env=environment, timeout=A_MINUTE_AND_A_HALF)  # noqa: S603 (our own words)
        if not done.returncode:
            break
    else:
        raise SystemExit(f"Lighthouse gives no report on {address}")
    report: dict[str, Any] = json.loads(out.read_text())
    return report


def shortfalls(report: dict[str, Any]) -> list[str]:
    """List what a page lost points for."""
    lost = []
    for category in LEAST:
        for one in report["categories"][category]["auditRefs"]:
            audit = report["audits"][one["id"]]
            if one["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                items = audit.get("details", {}).get("items", [])
                nodes = [item.get("description") or item.get("node", {}).get("snippet", "") for item in items]
                lost.append(f"{category}: {audit['title']} {audit.get('displayValue', '')} {nodes[:3]}")
    return lost


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--only", choices=("rummy", "gem2"), help="half of the pages")
    asked.add_argument("--times", type=int, default=3)
    asked.add_argument("--installed", type=Path, help="a folder in which npm has installed it already")
    given = asked.parse_args()
    short = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tools = given.installed or folder / "tools"
        trouble = "" if given.installed else install(tools)
        if trouble:
            print(f"Lighthouse cannot be installed here: {trouble}")
            return 1
        instance = folder / "instance"
        pages = {
            **(lay_table(instance) if given.only != "gem2" else {}),
            **(lay_gem2(instance) if given.only != "rummy" else {}),
        }
        program = tools / "node_modules" / ".bin" / "lighthouse"
        with serving(instance) as served:
            profile = known_phone(folder / "profile", f"http://{HOST}:{served.port}", token_of(instance))
            for page, path in pages.items():
                address = f"http://{HOST}:{served.port}{path}"
                reports = [
                    looked_at(program, address, profile, folder / f"{page}-{turn}.json") for turn in range(given.times)
                ]
                scores = {
                    category: statistics.median(100 * one["categories"][category]["score"] for one in reports)
                    for category in LEAST
                }
                shown = reports[0]["finalDisplayedUrl"].removeprefix(f"http://{HOST}:{served.port}")
                print(f"{page:12} {', '.join(f'{what} {score:.0f}' for what, score in scores.items())}", flush=True)
                if any(score < LEAST[what] for what, score in scores.items()) or shown != path:
                    short = True
                    print(f"  shown: {shown}", *shortfalls(reports[0]), sep="\n  ")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
