"""Break the connections of a table with no server, again and again: nothing recorded is lost or there twice.

    python -m bench.faults.pocket_table --times 200

Three phones play drawn hands, each a real browser; one of them runs the app. Each hand is recorded by any of them, and
within a moment after the tap something breaks: a connection, a guest's page, the page that runs the app, or two phones
record the same hand. What was tapped is there once in the end, and all phones have found each other again.
"""

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from bench.faults.pocket_kills import roll_unless_rolled
from bench.measurement import Arguments, add_edition, settings, wrong
from tests.support.browser import PATIENCE
from tests.support.pocket import AT_SITE, PocketPhone, built, hosting, launch, reload
from tests.support.pocket_table import invitation, of_guests, sit_down
from tests.support.prepared import new_game
from tests.support.taps import score

PLAYERS = ("Ann", "Bob", "Cid")
LATEST = 0.3
"""Seconds after a tap that records in which something breaks."""
NOTE_CONNECTIONS = """const Made = window.RTCPeerConnection;
window.connections = [];
window.RTCPeerConnection = class extends Made {
  constructor(...given) { super(...given); window.connections.push(this); } };"""
BREAK_CONNECTIONS = """() => {
  for (const one of window.connections) if (one.connectionState === "connected") one.close(); }"""
RECORD = """() => { document.querySelector("form[action$='/drawn'] button")?.click(); }"""
"""Record a drawn hand, unless the phone knows already that another one has."""
FORGET_KEPT = "for (const name of ['companion.queue', 'companion.queue guest']) localStorage.removeItem(name)"
"""What two phones recorded at once differs, which nobody settles here."""


class Table:
    """Three phones at a table, one of which runs the app."""

    def __init__(self, ann: PocketPhone, table: str, guests: list[PocketPhone]) -> None:
        self.ann, self.guests, self.tables = ann, guests, [table, *([of_guests(table)] * len(guests))]
        self.phones = [ann, *guests]

    def record(self, number: int) -> None:
        """Have a phone record a drawn hand, and don't wait for the answer."""
        phone = self.phones[number]
        phone.get_by_text("Nobody knocked", exact=True).tap()
        phone.get_by_role("button", name="Record a drawn hand").tap(no_wait_after=True)

    def show(self, hand: int) -> None:
        """Show the table on all phones, with the dice of the next hand."""
        for phone, table in zip(self.phones, self.tables, strict=True):
            phone.goto(table)
            phone.wait_for_selector("#table")
        roll_unless_rolled(self.ann, hand)
        for phone in self.phones:
            expect(phone.get_by_text("Nobody knocked", exact=True)).to_be_visible()

    def come_back(self) -> None:
        """Wait until the guests have found the phone that runs the app, and sent what they kept."""
        for guest in self.guests:
            expect(guest.page.locator("#waiting")).to_be_hidden(timeout=PATIENCE)
            expect(guest.page.locator("iframe")).to_be_visible(timeout=PATIENCE)
            expect(guest.locator(".queue p").filter(has_text="waiting to be sent")).to_have_count(0, timeout=PATIENCE)

    def reload_two(self, number: int) -> None:
        """Reload a guest's page and, as soon as that is back, the one that runs the app."""
        reload(self.guests[max(0, number - 1)])
        reload(self.ann)

    def hands(self) -> int:
        """Count what is recorded."""
        return len(self.ann.json(f"{self.tables[0].removeprefix(f'{AT_SITE}app')}/export.json")["hands"])


def run(table: Table, times: int, rng: random.Random) -> Counter[str]:
    """Play and break so many times, and count."""
    count: Counter[str] = Counter()
    faults: dict[str, Callable[[int], object]] = {
        "connections": lambda _: table.ann.page.evaluate(BREAK_CONNECTIONS),
        "a guest's page": lambda phone: reload(table.guests[max(0, phone - 1)]),
        "the host's page": lambda _: reload(table.ann),
        "two at once": lambda phone: table.phones[(phone + 1) % 3].frame.evaluate(RECORD),
        "two pages": table.reload_two,
    }
    recorded = 0
    for _ in range(times):
        table.show(recorded)
        phone, fault = rng.randrange(3), rng.choice(list(faults))
        table.record(phone)
        time.sleep(rng.uniform(0, LATEST))
        faults[fault](phone)
        table.come_back()
        now = table.hands()
        # The browser of the phone that runs the app may be stopped before it has sent the form.
        count["lost"] += max(0, recorded + (phone > 0) - now)
        count["there twice"] += max(0, now - recorded - 1)
        recorded = now
        count[f"broken: {fault}"] += 1
        for each in table.phones:
            each.page.evaluate(f"() => {{ {FORGET_KEPT} }}")
    count["the totals differ"] = score(table.ann.phone)["totals"] != dict.fromkeys(PLAYERS, 0)
    return count


def main(arguments: Arguments = None) -> int:
    """Break, look and print."""
    asked = settings(__doc__)
    asked.add_argument("--times", type=int, default=200)
    asked.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    add_edition(asked)
    given = asked.parse_args(arguments)
    print(f"seed {given.seed}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        site = stack.enter_context(hosting(given.edition or built(folder), folder / "site"))
        chromium = stack.enter_context(sync_playwright()).chromium
        context = launch(chromium, folder / "ann", site)
        context.add_init_script(NOTE_CONNECTIONS)
        ann = PocketPhone(context.pages[0], AT_SITE).open()
        game = new_game(ann.phone, *PLAYERS, game="gem-rummy")
        path = invitation(ann, game, "link", role="scorer")
        guests = [sit_down(chromium, folder / name, site, ann, path) for name in PLAYERS[1:]]
        for guest in guests:
            guest.get_by_role("button", name="I only keep the score").tap()
            guest.wait_for_selector("#table")
        count = run(Table(ann, game, guests), given.times, random.Random(given.seed))
    print(", ".join(f"{many} {what}" for what, many in sorted(count.items()) if what.startswith("broken")))
    return wrong(f"{many} {what}" for what, many in count.items() if many and not what.startswith("broken"))


if __name__ == "__main__":
    sys.exit(main())
