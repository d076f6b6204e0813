"""Kill the browser while it runs the pocket edition, again and again: nothing recorded is lost or there twice.

    python -m bench.faults.pocket_kills --times 30

A real browser with a profile of its own plays a game of drawn hands. Within a moment after a tap that records, all its
processes are killed (SIGKILL), and it is opened again. Each hand that the app had shown as recorded is there once, one
that was under way once or not at all, the database is whole, and `companion score` reads the exported game.
"""

import base64
import io
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
import zipfile
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, BrowserType, Error, sync_playwright

from bench.measurement import Arguments, add_edition, settings, wrong
from companion.store.backup.checks import check_file
from tests.support.pocket import AT_SITE, PocketPhone, StaticHost, built, hosting, launch
from tests.support.taps import draw, roll, score, start

LATEST = 0.3
"""Seconds after a tap that records in which the browser is killed."""
FILE = """async (address) => {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), "")); }"""
HANDS_BEFORE_A_KILL = 2


@dataclass(slots=True)
class Count:
    """What happened."""

    kills: int = 0
    recorded: int = 0
    under_way: int = 0
    """Hands whose recording was under way and that are there."""
    lost: int = 0
    doubled: int = 0


class Browser:
    """A real browser on one profile, which can be killed."""

    def __init__(self, chromium: BrowserType, host: StaticHost, profile: Path) -> None:
        self.chromium, self.host, self.profile = chromium, host, profile
        self.context: BrowserContext
        self.phone: PocketPhone

    def open(self) -> PocketPhone:
        """Open the app, with what this profile has stored."""
        self.context = launch(self.chromium, self.profile, self.host)
        return PocketPhone(self.context.pages[0], AT_SITE).open()

    def kill(self) -> None:
        """Kill all processes of the browser at once."""
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if f"--user-data-dir={self.profile}" in (process / "cmdline").read_bytes().decode(errors="replace"):
                    os.kill(int(process.name), signal.SIGKILL)
        with suppress(Error):
            self.context.close()
        # A killed browser leaves the lock of its profile.
        for lock in self.profile.glob("Singleton*"):
            lock.unlink(missing_ok=True)


def hands_of(phone: PocketPhone, table: str) -> list[int]:
    """Return the dice of each recorded hand, once the database was found whole."""
    packed = base64.b64decode(phone.frame.evaluate(FILE, f"{phone.address}app/backup/gem-companion.zip"))
    with tempfile.TemporaryDirectory() as made, zipfile.ZipFile(io.BytesIO(packed)) as archive:
        path = Path(archive.extract("companion.db", made))
        (whole,) = sqlite3.connect(path).execute("PRAGMA integrity_check").fetchone()
        if whole != "ok" or check_file(path).findings:
            raise SystemExit(f"the database is damaged: {whole}")
    document = phone.json(f"{table}/export.json")
    return [sum(hand["dice"]) for hand in document["hands"]]


def record(phone: PocketPhone, number: int) -> None:
    """Record a drawn hand whose dice tell it from its neighbors."""
    roll_unless_rolled(phone, number)
    draw(phone.phone)
    phone.wait_for_selector("[data-dice]")
    phone.wait_for_load_state()


def roll_unless_rolled(phone: PocketPhone, number: int) -> None:
    """Enter the dice of a hand; those of a hand that was not recorded when the browser died are still there."""
    phone.wait_for_selector("#table")
    if phone.locator("label[for=first-1]").is_visible():
        roll(phone.phone, *dice(number))


def dice(number: int) -> tuple[int, int]:
    return number % 6 + 1, number // 6 % 6 + 1


def run(browser: Browser, times: int, rng: random.Random) -> Count:
    """Play and kill so many times, and count."""
    phone = browser.open()
    start(phone.phone, "Ann", "Bob")
    table = phone.url.removeprefix(f"{AT_SITE}app")
    count = Count()
    for _ in range(times):
        for _ in range(rng.randrange(HANDS_BEFORE_A_KILL)):
            count.recorded += 1
            record(phone, count.recorded)
        roll_unless_rolled(phone, count.recorded + 1)
        phone.get_by_text("Nobody knocked", exact=True).tap()
        begun = time.monotonic()
        phone.get_by_role("button", name="Record a drawn hand").tap(no_wait_after=True)
        time.sleep(max(0.0, rng.uniform(0, LATEST) - (time.monotonic() - begun)))
        browser.kill()
        count.kills += 1
        phone = browser.open()
        phone.goto(table)
        played = hands_of(phone, table)
        expected = [sum(dice(number)) for number in range(1, count.recorded + 2)]
        under_way = len(played) == count.recorded + 1
        count.lost += max(0, count.recorded - len(played)) + (played != expected[: len(played)])
        count.doubled += max(0, len(played) - count.recorded - 1)
        count.under_way += under_way
        count.recorded += under_way
        if score(phone.phone)["totals"] != {"Ann": 0, "Bob": 0}:
            raise SystemExit("the totals differ")
    browser.kill()
    return count


def main(arguments: Arguments = None) -> int:
    """Kill, look and print."""
    asked = settings(__doc__)
    asked.add_argument("--times", type=int, default=30)
    asked.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    add_edition(asked)
    given = asked.parse_args(arguments)
    print(f"seed {given.seed}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        host = stack.enter_context(hosting(given.edition or built(folder), folder / "host"))
        chromium = stack.enter_context(sync_playwright()).chromium
        count = run(Browser(chromium, host, folder / "profile"), given.times, random.Random(given.seed))
    print(f"{count.kills} kills, {count.recorded} hands recorded, of them {count.under_way} while the browser died")
    found = {"lost": count.lost, "there twice": count.doubled}
    return wrong(f"{many} {what}" for what, many in found.items() if many)


if __name__ == "__main__":
    sys.exit(main())
