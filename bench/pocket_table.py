"""A whole game at a table with no server, on four phones: whether all agree, and how fast and how large that is.

    python -m bench.pocket_table

Ann's phone runs the app; Bob and Cid play on theirs, Dora watches on hers, each a browser of its own. Then the web host
is switched off, and they play Gem Rummy to its end: everybody's hand is tapped face down, one hand is disputed and
overruled, one is corrected. In the end all phones show what `companion score` makes of the game. A guest's taps are
measured beside the host's own, in turn.
"""

import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

from playwright.sync_api import Error, expect, sync_playwright

from bench.measurement import Arguments, add_edition, settings
from bench.pocket import TAPPED, Report, collect_garbage, phone_of
from bench.renderers import private_memory
from tests.simulator.checks import cards_shown
from tests.simulator.deals import Deal, dealt
from tests.support.pocket import AT_SITE, PocketPhone, built, hosting, installed
from tests.support.pocket_people import PocketPerson
from tests.support.pocket_table import sit_down
from tests.support.prepared import new_game, open_table, send
from tests.support.taps import press, score

PLAYERS = ("Ann", "Bob", "Cid")
WATCHES = "Dora"
TAP = 2.0
"""A guest's tap may take so many times as long as the host's own."""
NEWS = 4.0
"""All phones may show dice that were entered after so many times as long as the host's own."""
MEMORY = 200
"""Megabytes of the host's page with three guests."""
ENDS_WITHIN = 60
ROLLS = 3
"""Times that the dice are entered before each hand: the last ones count."""
NOTE_NEWS = """wanted => {
  const frame = document.getElementById("app");
  const isShown = () => {
    const main = frame.contentDocument?.getElementById("main");
    const { pathname } = frame.contentWindow.location;
    return main && wanted.some((one) => main.textContent.includes(one) || pathname.endsWith(one));
  };
  window.shown = new Promise((done, failed) => {
    const look = () => (isShown() ? done(Date.now()) : requestAnimationFrame(look));
    look();
    setTimeout(failed, 60_000);
  }); }"""
"""Note, on the page around the app's pages, when one of these texts or addresses is there."""
TAP_NOW = """place => {
  const begun = Date.now();
  document.querySelector(place).click();
  return begun; }"""


class Game:
    """A game of three on four phones, and what was measured meanwhile."""

    def __init__(self, phones: list[PocketPhone], chance: random.Random, memory: Callable[[], float]) -> None:
        self.phones, self.chance, self.memory = phones, chance, memory
        self.luck = random.Random(chance.random())
        self.ann, self.bob, self.cid, _ = phones
        self.people = [PocketPerson(name, seat, phones[seat], records=False) for seat, name in enumerate(PLAYERS)]
        self.table = new_game(self.ann.phone, *PLAYERS, game="gem-rummy").removeprefix(f"{AT_SITE}app")
        code = open_table(self.ann.phone, self.table, seat=0)
        for phone, place in zip(phones[1:], (1, 2, "watch"), strict=True):
            send(phone.phone, "/join", code=code)
            send(phone.phone, "/join", "/join/in", place=place)
        self.taps: dict[str, list[float]] = {name: [] for name in PLAYERS}
        self.dice_news: list[tuple[float, float]] = []
        self.hand_news: list[tuple[float, float]] = []
        self.early: set[str] = set()
        self.most_memory = 0.0

    def tell(self, key: str, *wanted: str) -> tuple[float, float]:
        """Tap a key on Ann's phone; return the milliseconds until hers shows what it did, and until all do."""
        for phone in self.phones:
            phone.page.evaluate(NOTE_NEWS, wanted)
        self.ann.locator(key).wait_for()
        self.ann.wait_for_load_state()
        begun = self.ann.frame.evaluate(TAP_NOW, key)
        times: list[float] = [phone.page.evaluate("shown") - begun for phone in self.phones]
        return times[0], max(times)

    def roll(self, dice: tuple[int, int]) -> None:
        """Enter dice on Ann's phone, in place of those that are there."""
        if self.ann.locator("a.again").count():
            self.ann.locator("a.again").tap()
        for die, spots in zip(("first", "second"), dice, strict=True):
            self.ann.locator(f"#{die}-{spots}").evaluate("face => { face.checked = true; }")
        self.dice_news.append(self.tell("#set-dice", f"Rolled: {dice[0]} and {dice[1]}."))

    def enter(self, number: int, deal: Deal) -> None:
        """Have somebody knock, and everybody led to their own hand, where they tap in turn."""
        knocker = self.phones[deal.knocker]
        knocker.goto(f"{self.table}/hand/{number}")
        knocker.locator(f"[name=knock][value^='{deal.knocker}:']").first.tap()
        for person in self.people:
            person.phone.wait_for_url(f"**/hand/{number}/seat/{person.seat}")
            person.phone.wait_for_load_state()
        for cards in zip(*(sorted(hand.cards) for hand in deal.hands), strict=True):
            for person, card in zip(self.people, cards, strict=True):
                self.taps[person.name].append(person.phone.evaluate(TAPPED, f"k{card}"))

    def peek(self, number: int, deal: Deal) -> None:
        """Have everybody look for the cards of all others, while Ann's hand isn't in. The dice name a diamond."""
        for curious in self.phones:
            others = [one.seat for one in self.people if one.phone is not curious]
            places = (*(f"seat/{seat}" for seat in others), "ruling", "lay-offs", "")
            pages = [curious.get(f"{self.table}/hand/{number}/{place}".rstrip("/")).text() for place in places]
            dealt_to_others = frozenset().union(*(deal.hands[seat].cards for seat in others))
            self.early |= {card for card in cards_shown(" ".join(pages)) & dealt_to_others if not card.endswith("D")}

    def act_until(self, place: str, people: list[PocketPerson], number: int, deal: Deal) -> None:
        """Have each of some people do what comes next, until all their phones show a place at the same time."""
        begun = time.monotonic()
        while rest := [person for person in people if not person.phone.frame.url.endswith(place)]:
            for person in rest:
                # Nobody taps again before the first tap is answered; a page that is left needs no answer.
                if person.act(deal, number, self.luck):
                    with suppress(Error):
                        person.phone.get(f"{self.table}/pulse")
            if time.monotonic() - begun > ENDS_WITHIN:
                raise SystemExit(f"{[person.phone.frame.url for person in people]}, not all {place}")

    def finish(self, number: int, deal: Deal) -> None:
        """Say that the hands are in, Ann last; lay off in turn, and record."""
        self.peek(number, deal)
        self.act_until("/wait", self.people[1:], number, deal)
        self.peek(number, deal)
        self.act_until("/ruling", self.people, number, deal)
        wanted = f"Hand {number + 1}:", f"/hands/{number}", "/end"
        self.hand_news.append(self.tell("button[form=record]", *wanted))
        self.most_memory = max(self.most_memory, self.memory())

    def accept(self, number: int, *phones: PocketPhone) -> None:
        for phone in phones:
            phone.goto(f"{self.table}/hands/{number}")
            phone.locator("#accept button").tap()
            phone.wait_for_url(lambda url: "/hands/" not in url)

    def overrule(self, number: int) -> None:
        """Have Cid dispute a hand, and Ann overrule it: all phones are told."""
        self.cid.goto(f"{self.table}/hands/{number}")
        self.cid.get_by_text("Dispute", exact=True).tap()
        self.cid.fill("#own-word", "the 4 was not laid off")
        press(self.cid.phone, "Send")
        self.ann.goto(self.table)
        self.ann.get_by_role("link", name="Look at it").tap()
        self.ann.get_by_text("More", exact=True).tap()
        self.ann.get_by_role("link", name="Overrule").tap()
        self.ann.fill("#points-0", "9")
        self.ann.fill("#reason", "as we agreed")
        press(self.ann.phone, "Overrule")
        for phone in self.phones:
            phone.goto(f"{self.table}/hands/{number}")
            expect(phone.get_by_text("Ann overruled this ruling: “as we agreed”")).to_be_visible()

    def correct(self, number: int, deal: Deal) -> None:
        """Have Ann correct the dice of a hand."""
        self.ann.goto(f"{self.table}/hands/{number}")
        self.ann.get_by_role("link", name="Correct").tap()
        self.ann.get_by_text("Change the dice").tap()
        self.ann.locator(f"label[for=first-{deal.dice[0] % 6 + 1}]").tap()
        press(self.ann.phone, "Correct the dice")
        self.ann.goto(f"{self.table}/hand/{number}/ruling")
        self.act_until("/ruling", self.people[:1], number, deal)
        press(self.ann.phone, f"Replace hand {number}")

    def play(self, hands: int | None) -> None:
        """Play so many hands, or to the end."""
        for number in count(1):
            deal = dealt(self.chance, number, "gem-rummy", len(PLAYERS))
            for phone in self.phones:
                phone.goto(self.table)
            for turn in range(1, ROLLS):
                self.roll((turn, 1))
            self.roll(deal.dice)
            self.enter(number, deal)
            self.finish(number, deal)
            self.accept(number, self.bob)
            if number == 1:
                self.overrule(number)
            else:
                self.accept(number, self.cid)
            if number == 2:
                self.correct(number, deal)
            self.ann.goto(self.table)
            if number == hands or score(self.ann.phone)["over"]:
                return

    def differences(self) -> list[str]:
        """Compare the sheets that the phones show with each other, and with what `companion score` says."""
        totals = [str(total) for total in score(self.ann.phone)["totals"].values()]
        sheets = []
        for phone in self.phones:
            phone.goto(f"{self.table}/sheet")
            sheets.append(phone.locator(".score-sheet").inner_text())
            shown = phone.locator(".score-sheet thead b").all_inner_texts()
            if shown != totals:
                return [f"{phone.url} shows {shown}, `companion score` says {totals}"]
        return [] if len(set(sheets)) == 1 else [f"the phones show different sheets: {sheets}"]


def main(arguments: Arguments = None) -> int:
    """Play, measure and print."""
    asked = settings(__doc__)
    asked.add_argument("--hands", type=int, help="so many hands; without it, a whole game")
    asked.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    add_edition(asked)
    given = asked.parse_args(arguments)
    print(f"seed {given.seed}")
    report = Report()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        edition = given.edition or built(folder)
        site = stack.enter_context(hosting(edition, folder / "site"))
        playwright = stack.enter_context(sync_playwright())
        profile = shutil.copytree(installed(playwright.chromium, edition), folder / "Ann")
        rules = f"--host-resolver-rules=MAP cards.localhost:80 127.0.0.1:{site.port}"
        host = phone_of(playwright, profile, rules, "--js-flags=--expose-gc")
        ann = PocketPhone(host.pages[0], AT_SITE).open()
        guests = [sit_down(playwright.chromium, folder / name, site, ann, "/") for name in (*PLAYERS[1:], WATCHES)]
        site.stop()
        started = private_memory(profile)
        collect_garbage(host)
        idle = private_memory(profile)
        game = Game([ann, *guests], random.Random(given.seed), lambda: private_memory(profile))
        game.play(given.hands)
        report.wrong.extend(game.differences())
        if game.early:
            report.wrong.append(f"hands were seen early: {sorted(game.early)}")
        host_ms, guest_ms = (statistics.median(game.taps[name]) for name in ("Ann", "Bob"))
        what = f"a tap: {host_ms:.0f} ms on the host's phone, {guest_ms:.0f} ms on a guest's: ratio"
        report.line(what, guest_ms / host_ms, "x", TAP)
        for name, news, goal in (("dice", game.dice_news, NEWS), ("a recorded hand", game.hand_news, None)):
            own_ms, all_ms = map(statistics.median, zip(*news, strict=True))
            what = f"{name}: {own_ms:.0f} ms on the host's phone, {all_ms:.0f} ms on all four: ratio"
            report.line(what, all_ms / own_ms, "x", goal)
        report.line("the longest of both", max(map(max, (*game.dice_news, *game.hand_news))), "ms")
        report.line("memory of the host's page once three guests are there", started, "MB")
        report.line("the same, garbage collected", idle, "MB")
        report.line("memory of the host's page, the most after a hand", game.most_memory, "MB")
        collect_garbage(host)
        report.line("memory in the end, garbage collected", private_memory(profile), "MB", MEMORY)
    return report.ending()


if __name__ == "__main__":
    sys.exit(main())
