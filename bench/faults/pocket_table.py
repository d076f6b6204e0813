"""Evenings at a table with no server, in which everything breaks: nothing is lost, there twice, or seen early.

    python -m bench.faults.pocket_table --times 200

Three phones play, each a real browser; one of them runs the app. Each evening is a game in which everybody taps their
own hand, face down, and something breaks at moments that chance chooses: before or after the app has answered a form.
In the end the hand is on the sheet once, as it was dealt, and no phone has anything left to send.
"""

import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import chain
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, sync_playwright

from bench.measurement import Arguments, add_edition, settings, wrong
from tests.simulator.checks import cards_shown
from tests.simulator.deals import dealt
from tests.support.pocket import AT_SITE, BETWEEN, PocketPhone, built, hosting, installed, launch
from tests.support.pocket_people import IS_DONE, PocketPerson
from tests.support.pocket_table import invitation, invite, let_in, sit_down
from tests.support.prepared import new_game, send, set_dice

PLAYERS = ("Ann", "Bob", "Cid")
"""Ann's phone runs the app. All of them keep the score."""
ENDS_WITHIN = 180
PATIENT_FOR = 30
"""Seconds that a guest waits for the phone that runs the app before they scan a code again."""
AGAIN = "codes shown again"
FORMS = 14
"""So many forms the app is sent in an evening."""
INTERRUPT = f"""(() => {{
  let [left, isAfter] = [0, false];
  const last = new WeakSet();
  // Stop everything before so many forms from now are handed to the app, or before its answer is handed on.
  window.interrupt = (forms, isAnswered) => {{ [left, isAfter] = [forms, isAnswered]; }};
  window.goOn = null;
  const hold = (act) => {{ window.goOn = () => {{ window.goOn = null; act(); }}; }};
  const asked = (form, goOn) => {{
    if (form.method !== "POST" || left === 0 || --left) goOn();
    else if (isAfter) {{
      last.add(form);
      goOn();
    }} else hold(goOn);
  }};
  ({BETWEEN})(asked, (form, goOn) => (last.has(form) ? hold(goOn) : goOn()));
  const Made = window.RTCPeerConnection;
  const made = [];
  window.breakConnections = () => made.forEach((one) => {{ if (one.connectionState === "connected") one.close(); }});
  window.RTCPeerConnection = class extends Made {{ constructor(...given) {{ super(...given); made.push(this); }} }};
}})()"""
BUSY = """() => setTimeout(() => {
  document.getElementById("app").contentWindow.location.reload();
  for (const until = performance.now() + 5000; performance.now() < until;);
})"""
"""Be busy for longer than a service worker waits, while a page is asked for."""
JUMP = "by => { const now = Date.now; Date.now = () => now() + by; }"
JUMPS = [by * 1000 for by in (-7200, -60, -1, 1, 60, 7200)]
"""Milliseconds by which a clock jumps."""
OVER = """() => /\\/g\\/\\w+(\\/hands\\/1|\\/end)?$/.test(location.pathname)
  && !document.querySelector("#accept, .fact .huge")
  && Object.entries(localStorage).every(([name, kept]) => !name.startsWith("companion.queue") || kept === "[]")"""
WAITS = "() => ['waiting', 'shell'].some((id) => !document.getElementById(id).hidden)"
FACE_DOWN = re.compile("face down|on another phone")
"""What the app says of a hand that isn't turned up yet."""
PEEKS = 0.2
PEEK = """paths => Promise.all(paths.map(async (path) =>
    await (await fetch(path, { signal: AbortSignal.timeout(3000) })).text()))
  .then((pages) => pages.join(" "), () => "")"""
"""What a phone is answered; nothing if it isn't, as while one of its forms is held."""


class Evenings:
    """A table at which one game is played after the other, and what came of them."""

    def __init__(self, host: BrowserContext, guests: list[PocketPhone], chance: random.Random, only: str = "") -> None:
        self.host, self.chance = host, chance
        phones = [PocketPhone(host.pages[-1], AT_SITE), *guests]
        self.people = [PocketPerson(name, seat, phones[seat]) for seat, name in enumerate(PLAYERS)]
        self.count: Counter[str] = Counter()
        self.game = ""
        self.done: set[int] = set()
        """The seats of those who said that their hand is in."""
        self.waits: dict[int, float] = {}
        faults: dict[str, Callable[[], object]] = {
            "the connections break": lambda: self.ann.page.evaluate("breakConnections()"),
            "the host is killed": self.kill_host,
            "the host is reloaded": lambda: self.ann.page.reload(wait_until="commit"),
            "a guest is reloaded": lambda: self.guest().page.reload(wait_until="commit"),
            "a guest is reloaded, then the host": self.reload_two,
            "others go on meanwhile": lambda: [self.act() for _ in range(10)],
            "a guest's page is busy": lambda: self.guest().page.evaluate(BUSY),
            "a clock jumps": self.jump,
        }
        self.faults = {what: happens for what, happens in faults.items() if only in what}

    @property
    def ann(self) -> PocketPhone:
        return self.people[0].phone

    def guest(self) -> PocketPhone:
        return self.chance.choice(self.people[1:]).phone

    def kill_host(self) -> None:
        """Kill the process that runs the app, and open it again."""
        page = self.ann.page
        with suppress(Error):
            page.goto("chrome://crash")
        self.people[0].phone = PocketPhone(self.host.new_page(), AT_SITE)
        page.close()
        self.ann.page.goto(f"{AT_SITE}#{self.game.removeprefix('/')}", wait_until="commit")

    def reload_two(self) -> None:
        self.guest().page.reload()
        self.ann.page.reload(wait_until="commit")

    def jump(self) -> None:
        page = self.chance.choice(self.people).phone.page
        for place in self.chance.choice(([page], page.workers)) or [page]:
            place.evaluate(JUMP, self.chance.choice(JUMPS))

    def act(self) -> bool:
        """Let everybody do what comes next; tell whether anybody did anything."""
        people = self.chance.sample(self.people, len(self.people))
        did = {person.seat: person.act(self.deal, 1, self.chance) for person in people}
        self.done |= {seat for seat, what in did.items() if what == IS_DONE}
        return any(did.values())

    def begin(self) -> None:
        """Lay the table for the next game."""
        address = new_game(self.ann.phone, *PLAYERS, game="gem-rummy")
        self.game = address.removeprefix(f"{AT_SITE}app")
        self.deal = dealt(self.chance, 0, "gem-rummy", len(PLAYERS))
        set_dice(self.ann.phone, self.game, self.deal.dice)
        send(self.ann.phone, f"{self.game}/people", f"{self.game}/people/sit", seat=0)
        link = invitation(self.ann, self.game, "link", role="scorer")
        for person in self.people[1:]:
            person.phone.get(f"{person.phone.address}app/{link.lstrip('/')}")
            send(person.phone.phone, "/join", "/join/in", place=person.seat)
        for person in self.people:
            person.phone.goto(self.game)

    def play(self) -> None:
        """Play a hand of which chance interrupts some forms, until it is over on all phones."""
        self.begin()
        self.done.clear()
        self.waits.clear()
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            self.ann.page.evaluate(
                "([forms, answered]) => { goOn?.(); interrupt(forms, answered); }",
                [self.chance.randint(1, FORMS), self.chance.random() < 0.5],
            )
            if self.play_until_interrupted():
                fault = self.chance.choice(list(self.faults))
                self.count[fault] += 1
                self.faults[fault]()
                with suppress(Error, ValueError):
                    self.ann.page.evaluate("goOn?.()")
        self.ann.page.evaluate("interrupt(0); goOn?.()")
        self.play_until_interrupted()
        self.look_back()

    def play_until_interrupted(self) -> bool:
        """Play on; tell whether that was interrupted, or is over."""
        begun = time.monotonic()
        while time.monotonic() - begun < ENDS_WITHIN:
            with suppress(Error, ValueError):
                if self.ann.page.evaluate("window.goOn !== null"):
                    return True
                if not self.act():
                    if self.is_over():
                        return False
                    self.show_codes()
                self.peek()
        self.count["not over"] += 1
        print(f"not over: {[person.phone.page.url for person in self.people]}")
        return False

    def show_codes(self) -> None:
        """Let guests in again that wait too long: both pages of a connection were closed."""
        for person in self.people[1:]:
            page = person.phone.page
            if not page.evaluate(WAITS):
                self.waits.pop(person.seat, None)
            elif time.monotonic() - self.waits.setdefault(person.seat, time.monotonic()) > PATIENT_FOR:
                self.waits.clear()
                self.count[AGAIN] += 1
                page.goto(f"{person.phone.address}#{invite(self.ann, 'Ann', self.game)}")
                let_in(self.ann, page.get_by_label("The code").input_value())

    def is_over(self) -> bool:
        """Return whether the hand is recorded and accepted, and no phone has anything to send."""
        return all(person.phone.frame.evaluate(OVER) for person in self.people) and bool(self.hands())

    def hands(self) -> list[dict[str, Any]]:
        hands: list[dict[str, Any]] = self.ann.json(f"{self.game}/export.json")["hands"]
        return hands

    def peek(self) -> None:
        """Have somebody look for another one's cards."""
        curious, watched = self.chance.sample(self.people, 2)
        if self.chance.random() < PEEKS:
            places = (f"hand/1/seat/{watched.seat}", "hand/1/ruling", "hand/1")
            paths = [f"{curious.phone.address}app{self.game}/{place}" for place in places]
            shown = cards_shown(curious.phone.frame.evaluate(PEEK, paths))
            early = shown & self.deal.hands[watched.seat].cards
            # The dice name a diamond.
            early = {card for card in early if not card.endswith("D")}
            if early and not self.are_turned_up():
                self.count["seen early"] += 1
                print(f"{curious.name} sees {sorted(early)} of {watched.name}'s hand")

    def are_turned_up(self) -> bool:
        """Return whether the hands may be seen: everybody has said that theirs is in, and the app has heard it."""
        if self.hands():
            return True
        shown = self.ann.get(f"{self.game}/hand/1").text()
        return len(self.done) == len(self.people) and not FACE_DOWN.search(shown)

    def look_back(self) -> None:
        """Count what is wrong once all is well again."""
        hands = self.hands()
        self.count["lost"] += not hands
        self.count["there twice"] += len(hands) > 1
        for hand in hands:
            held = [
                {*player.get("deadwood", ()), *player.get("cards", ()), *chain(*player.get("melds", ()))}
                for player in hand["players"]
            ]
            self.count["differs"] += held != [one.cards for one in self.deal.hands]


def main(arguments: Arguments = None) -> int:
    """Break, look and print."""
    asked = settings(__doc__)
    asked.add_argument("--times", type=int, default=200)
    asked.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    asked.add_argument("--only", default="", help="only faults with this in their name")
    add_edition(asked)
    given = asked.parse_args(arguments)
    print(f"seed {given.seed}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        edition = given.edition or built(folder)
        site = stack.enter_context(hosting(edition, folder / "site"))
        chromium = stack.enter_context(sync_playwright()).chromium
        host = launch(chromium, shutil.copytree(installed(chromium, edition), folder / "ann"), site)
        host.add_init_script(INTERRUPT)
        ann = PocketPhone(host.pages[0], AT_SITE).open()
        guests = [sit_down(chromium, folder / name, site, ann, "/") for name in PLAYERS[1:]]
        evenings = Evenings(host, guests, random.Random(given.seed), given.only)
        for _ in range(given.times):
            evenings.play()
    told = {*evenings.faults, AGAIN}
    print(", ".join(f"{many} times {what}" for what, many in sorted(evenings.count.items()) if what in told))
    return wrong(f"{many} {what}" for what, many in evenings.count.items() if many and what not in told)


if __name__ == "__main__":
    sys.exit(main())
