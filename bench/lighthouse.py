"""Lighthouse, as a phone sees it, on every kind of screen.

    python -m bench.lighthouse

Lighthouse is installed by npm into a folder that is thrown away, and runs in the chromium of the screen tests, against
the real server. Asked for are performance of at least 95 and full marks for accessibility and best practices; of
several runs of a page the median counts, since what else the machine does costs points.
"""

import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from playwright.sync_api import sync_playwright

from bench.measurement import Arguments, Reasons, settings
from companion.register.cases import MADE_UP_PRINT
from companion.web.config import Settings
from companion.web.security.phone import PHONE_COOKIE
from tests.support.browser import ARGUMENTS, CHROMIUM
from tests.support.documents import counted_hand
from tests.support.phones import import_game, linted_app, store_of
from tests.support.server import HOST, serving
from tests.support.showdown_table import ANN, BOB, Table

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --password-store=basic"
)
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100}
NAMES = ("Ann", "Bob")
HANDS = [counted_hand("Ann", (3, 4), Ann=3, Bob=points) for points in (12, 25, 7, 18)]
GEM2 = {"game": "gem-ii", "players": list(NAMES), "first_dealer": "Ann", "level": 1, "timer": 2}
GEM2_SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1}
FULL = [{"removed": 0}, *({"removed": 4} for _ in range(8)), {"removed": 3}]
HALF = [{"removed": 2, "bets": [5]}, {"removed": 3}, {"removed": 1}]
ALONE = [0, 0, 5, 4, 4, 4, 4, 4, 4, 2]
BOARD = "level=1&p=IIE+VH&p=IXM&p=VIR+XE+IVM&p=&claim=3&card=VH&onto=2"
GIVES_UP_AFTER = 180
"""Seconds that Lighthouse may take for a page."""
TRIES = 3
"""On a busy machine the browser now and then hands Lighthouse no trace."""


def lay_rummy(client: FlaskClient) -> dict[str, str]:
    """Play some hands and enter another one, and give the addresses of the pages."""
    playing = Table(client, *NAMES, print=MADE_UP_PRINT, hands=HANDS)
    playing.number = len(HANDS) + 1
    playing.roll(3, 4)
    playing.submit(knock="0:knock")
    for seat, cards in enumerate((ANN, BOB)):
        playing.write(seat, cards)
    playing.submit("/lay-offs", act="done")
    ended = Table(client, *NAMES, print=MADE_UP_PRINT, hands=HANDS[:1], house_rules={"target": 10})
    table, where = playing.address, playing.at()
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
        "the end": f"{ended.address}/end",
        "count": "/count",
        "rules": "/rules",
        "decks": "/decks",
        "settings": "/settings",
    }


def lay_gem2(client: FlaskClient) -> dict[str, str]:
    """Play a round of two and a bit, and most of a game alone; give the addresses of the pages."""
    duel = import_game(client, {**GEM2, "rounds": [{"deals": FULL}, {"deals": HALF}]})
    solo = import_game(client, {**GEM2_SOLO, "rounds": [{"deals": ALONE}, {"deals": ALONE[:5]}]})
    table, alone = duel.address, solo.address
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


LAID = {"rummy": lay_rummy, "gem2": lay_gem2}


def lay_pages(folder: Path, halves: list[str]) -> tuple[str, dict[str, str], list[str]]:
    """Play; return the token of the phone, the addresses of the pages, and which of them are not shown."""
    app = linted_app(Settings(folder))
    client = app.test_client()
    pages = {name: path for half in halves for name, path in LAID[half](client).items()}
    cookie = client.get_cookie(PHONE_COOKIE)
    shown = {name: client.get(path).status for name, path in pages.items()}
    store_of(app).close()
    not_shown = [f"{name}: {status}" for name, status in shown.items() if status != "200 OK"]
    return cookie.value if cookie else "", pages, not_shown


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


def looked_at(program: Path, address: str, profile: Path, out: Path) -> dict[str, Any] | None:
    """Have Lighthouse look at a page, and give its report, if it gives one."""
    command = [
        str(program), address, "--quiet", "--output=json", f"--output-path={out}",
        f"--chrome-flags={FLAGS} --user-data-dir={profile}", f"--only-categories={','.join(LEAST)}",
    ]  # fmt: skip
    environment = {**os.environ, "CHROME_PATH": CHROMIUM}
    for _ in range(TRIES):
        looking = subprocess.Popen(command, env=environment, start_new_session=True)  # noqa: S603 (our own words)
        try:
            if not looking.wait(GIVES_UP_AFTER):
                report: dict[str, Any] = json.loads(out.read_text())
                return report
        except subprocess.TimeoutExpired:
            # With the browser that it has started.
            os.killpg(looking.pid, signal.SIGKILL)
            looking.wait()
    return None


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


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--only", choices=LAID, help="half of the pages")
    asked.add_argument("--times", type=int, default=3)
    asked.add_argument("--installed", type=Path, help="a folder in which npm has installed it already")
    asked.add_argument("--open", action="store_true", help="only see whether the pages are there")
    given = asked.parse_args(arguments)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        token, pages, not_shown = lay_pages(folder / "instance", [given.only] if given.only else [*LAID])
        reasons = Reasons(wrong=not_shown)
        if given.open or not_shown:
            return reasons.ending()
        tools = given.installed or folder / "tools"
        if not given.installed and (trouble := install(tools)):
            reasons.missing.append(f"Lighthouse can't be installed here: {trouble}")
            return reasons.ending()
        program = tools / "node_modules" / ".bin" / "lighthouse"
        with serving(folder / "instance") as served:
            origin = f"http://{HOST}:{served.port}"
            profile = known_phone(folder / "profile", origin, token)
            for page, path in pages.items():
                outs = (folder / f"{page}-{turn}.json" for turn in range(given.times))
                looks = [looked_at(program, origin + path, profile, out) for out in outs]
                if not (reports := [report for report in looks if report is not None]):
                    reasons.wrong.append(f"{page}: Lighthouse gives no report")
                    continue
                scores = {
                    category: statistics.median(100 * one["categories"][category]["score"] for one in reports)
                    for category in LEAST
                }
                told = ", ".join(f"{what} {score:.0f}" for what, score in scores.items())
                print(f"{page:12} {told}", flush=True)
                if reports[0]["finalDisplayedUrl"] != origin + path:
                    reasons.wrong.append(f"{page}: led to {reports[0]['finalDisplayedUrl']}")
                if any(score < LEAST[what] for what, score in scores.items()):
                    reasons.slow.append(f"{page}: {told}")
                    print("", *shortfalls(reports[0]), sep="\n  ")
    return reasons.ending()


if __name__ == "__main__":
    sys.exit(main())
