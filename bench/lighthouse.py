"""Lighthouse on a slow phone: performance, accessibility and best practices of the main screens.

    npm install lighthouse          (anywhere; it is no part of the product)
    python bench/lighthouse.py --lighthouse node_modules/.bin/lighthouse

A server is started with an empty database, a game is played into it, and each screen is measured as its owner sees it.
Fails where performance is under 95, or accessibility or best practices under 100.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WANTED = {"performance": 95, "accessibility": 100, "best-practices": 100}
CHROMIUM = "/usr/bin/chromium"
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
SECONDS = 180


def hand(knocker: str, ann: int, bob: int) -> dict[str, object]:
    """Write a hand that was counted at the table."""
    points = (("Ann", ann), ("Bob", bob))
    players = [{"name": name, "deadwood_points": amount, "gem_parts": False} for name, amount in points]
    return {"knocker": knocker, "call": "knock", "dice": [3, 4], "players": players}


GAME = {
    "game": "gem-rummy",
    "players": ["Ann", "Bob"],
    "first_dealer": "Ann",
    "hands": [hand("Ann", 3, 22), hand("Bob", 18, 4), hand("Bob", 6, 6)],
}


@contextmanager
def serving() -> Iterator[str]:
    """Serve the app from an empty instance on a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [Path(sys.executable).with_name("companion"), "serve", "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen(  # noqa: S603 - our own command
            [*command, "--instance", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            base = f"http://127.0.0.1:{port}"
            for _ in range(100):
                try:
                    urllib.request.urlopen(base + "/settings", timeout=5).close()  # noqa: S310 - http, as built above
                    break
                except OSError:
                    time.sleep(0.1)
            yield base
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(20)


class Phone:
    """A browser without a screen: keeps its cookie, and sends the token of its forms."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> str:
        """Open a page."""
        answer = self.opener.open(self.base + path, timeout=20)
        return str(answer.read().decode())

    def led_to(self, path: str) -> str:
        """Follow an address that leads elsewhere: Lighthouse sends its cookie with the first request only."""
        return str(self.opener.open(self.base + path, timeout=20).geturl()).removeprefix(self.base)

    def post(self, path: str, form: dict[str, object]) -> str:
        """Send a form, and give the address that it led to."""
        page = self.get("/settings")
        token = re.search(r'name="form_token" value="([^"]+)"', page)
        if token is None:
            sys.exit("the settings carry no form token")
        body = urllib.parse.urlencode({**form, "form_token": token[1]}).encode()
        answer = self.opener.open(self.base + path, body, timeout=20)
        return str(answer.geturl()).removeprefix(self.base)

    @property
    def cookies(self) -> str:
        """Give the cookies as a header has them."""
        return "; ".join(f"{one.name}={one.value}" for one in self.jar)


def screens(phone: Phone) -> dict[str, str]:
    """Play a game as far as its showdown, and name the screens to be measured."""
    table = phone.post("/import", {"text": json.dumps(GAME), "once": "lighthouse"})
    phone.post(f"{table}/dice", {"first": 3, "second": 4, "act": "set", "seen": 0})
    showdown = phone.led_to(f"{table}/showdown")
    return {
        "home": "/",
        "table": table,
        "showdown": showdown,
        "a hand": f"{showdown}/seat/0",
        "ruling": f"{table}/hands/1",
        "a ruling with cards": "/sample",
        "sheet": f"{table}/sheet",
    }


def measured(lighthouse: str, address: str, cookies: str) -> dict[str, int]:
    """Run Lighthouse on one page, and give its scores in hundredths."""
    command = [lighthouse, address, "--quiet", "--output=json", f"--chrome-flags={FLAGS}"]
    command += [f"--only-categories={','.join(WANTED)}", "--extra-headers", json.dumps({"Cookie": cookies})]
    done = subprocess.run(  # noqa: S603 - the tool that was named on the command line
        command,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env={**os.environ, "CHROME_PATH": CHROMIUM},
    )
    if done.returncode:
        sys.exit(done.stderr)
    report = json.loads(done.stdout)
    for name in WANTED:
        for entry in report["categories"][name]["auditRefs"]:
            audit = report["audits"][entry["id"]]
            if entry["weight"] and audit["score"] is not None and audit["score"] < 1:
                print(f"    {name}: {audit['title']} {audit.get('displayValue', '')}")
    return {name: round(100 * report["categories"][name]["score"]) for name in WANTED}


def main() -> int:
    """Measure, print, and fail where it is not good enough."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lighthouse", default=shutil.which("lighthouse") or "node_modules/.bin/lighthouse")
    options = parser.parse_args()
    short = False
    with serving() as base:
        phone = Phone(base)
        for name, path in screens(phone).items():
            scores = measured(options.lighthouse, base + path, phone.cookies)
            print(f"{name:>20}  " + "  ".join(f"{what} {score}" for what, score in scores.items()), flush=True)
            short = short or any(scores[what] < least for what, least in WANTED.items())
    return int(short)


if __name__ == "__main__":
    sys.exit(main())
