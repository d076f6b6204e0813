"""What people tap on phones in a real browser: start a game, join it, roll, enter a hand, record it."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.support.browser import box, wait_until
from tests.support.prepared import game_of

HANDS = ("5C 6C 7C QC QH QS 9C 9D 9S 2D", "4D 5D 6D KC KD KH JS AS 2H 4S")
KEPT = 3
"""The sheet, the page to enter a hand on, and a mark of how the game stood then."""
SLIDE_STEPS = 2
"""Moves of a finger that slides: so few that a browser takes it for a fling, which must not swallow the next tap."""


def center(place: Locator) -> tuple[float, float]:
    found = box(place)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def hold_just_shown(phone: Page) -> None:
    """Stop the time in which what was just shown under the finger takes no tap, on every page from now on."""
    phone.add_init_script(
        """addEventListener('animationstart', (event) => {
            if (event.animationName === 'just-shown') document.getAnimations()
                .filter((one) => one.animationName === 'just-shown').forEach((one) => one.pause());
        })"""
    )


def press(phone: Page, name: str) -> None:
    with phone.expect_navigation():
        phone.get_by_role("button", name=name).first.tap()


def fill_in(phone: Page, *names: str, game: str = "gem-rummy") -> None:
    phone.goto("/new?game=gem-rummy")
    if game != "gem-rummy":
        with phone.expect_response("**/new"):
            phone.locator(f"#game-{game}").tap()
        expect(phone.locator(f"#game-{game}")).to_have_attribute("aria-pressed", "true")
    for seat, name in enumerate(names):
        if seat >= 2:
            phone.locator("#more").tap()
        phone.fill(f"#player-{seat}", name)
    phone.locator("label[for=dealer-0]").tap()


def start(phone: Page, *names: str) -> None:
    fill_in(phone, *names)
    phone.get_by_role("button", name="Start the game").last.tap()
    phone.wait_for_selector("#table")
    phone.wait_for_load_state()  # a tap before the scripts are there would send the form as a page


def score(phone: Page) -> dict[str, Any]:
    exported = phone.request.get(f"{game_of(phone.url)}/export.json").text()
    command = [str(Path(sys.executable).with_name("companion")), "score", "-"]
    scored = subprocess.run(command, input=exported, capture_output=True, check=True, text=True)  # noqa: S603 - our own
    sheet: dict[str, Any] = json.loads(scored.stdout)
    return sheet


def shown_totals(phone: Page) -> dict[str, int]:
    rows: list[tuple[str, int]] = phone.locator(".finish li").evaluate_all(
        "rows => rows.map(row => [row.querySelector('.name').firstChild.textContent.trim(),"
        " Number(row.querySelector('.big, .huge').textContent)])"
    )
    return dict(rows)


def join(phone: Page, code: str, name: str) -> None:
    phone.goto("/join")
    phone.fill("#code", code.lower())
    phone.get_by_role("button", name="Join").tap()
    phone.get_by_role("button", name=name).tap()
    phone.wait_for_selector("#table")


def roll(phone: Page, first: int, second: int) -> None:
    phone.locator(f"label[for=first-{first}]").tap()
    phone.locator(f"label[for=second-{second}]").tap()
    expect(phone.locator(".fact .huge")).to_have_text(str(first + second))


def draw(phone: Page) -> None:
    phone.get_by_text("Nobody knocked", exact=True).tap()
    phone.get_by_role("button", name="Record a drawn hand").tap()


def go_on(phone: Page) -> None:
    """Say that the hand is in, and wait for the next screen."""
    with phone.expect_navigation():
        phone.locator("#done").tap()


def lay_out(phone: Page, text: str) -> None:
    phone.fill("#text", text)
    phone.get_by_role("button", name="Lay it out").tap()


def write(phone: Page, text: str, count: str) -> None:
    """Enter a hand in shorthand, and go on. After a hand that was typed the next one is typed too."""
    if "typed" not in phone.url:
        phone.locator(".menu summary").tap()
        phone.get_by_role("link", name="Type").tap()
    lay_out(phone, text)
    expect(phone.locator("#count")).to_contain_text(count)
    go_on(phone)


def write_only(phone: Page, text: str) -> None:
    phone.goto(phone.url.split("?")[0] + "?typed=")
    lay_out(phone, text)
    expect(phone.locator(".hand-card").first).to_be_visible()


def wait_until_kept(phone: Page) -> None:
    """Wait until the phone keeps the game, and its worker looks after the page."""
    wait_until(
        phone, f"caches.open('companion-games').then((kept) => kept.keys()).then((keys) => keys.length === {KEPT})"
    )
    wait_until(phone, "navigator.serviceWorker.controller !== null")


def choose_count(phone: Page, number: int) -> None:
    """Choose how many cards of Gem II came off, without recording it."""
    phone.locator(f".fives label:has([data-count][value='{number}'])").tap()
    expect(phone.locator("#record .until-chosen")).to_be_hidden()


class Thumb:
    """Taps, and counts what was tapped: cards, and everything else."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone
        self.taps: Counter[str] = Counter()

    def on(self, place: Locator, kind: str = "other") -> None:
        place.tap()
        self.taps[kind] += 1

    def photograph(self, photo: FilePayload | Path, kind: str = "other") -> None:
        with self.phone.expect_file_chooser() as chooser:
            self.on(self.phone.locator(".camera"), kind)
        chooser.value.set_files(photo)
        self.taps["shutter"] += 1

    def button(self, name: str) -> None:
        self.on(self.phone.get_by_role("button", name=name, exact=True))

    def cards(self, names: str) -> None:
        for name in names.split():
            self.on(self.phone.locator(f"#k{name}"), "card")

    def slide(self, first: str, last: str) -> None:
        """Slide over the keys of a run: one touch."""
        self.phone.locator(f"#k{first}").tap(trial=True)
        (x, y), (to, _) = (center(self.phone.locator(f"#k{name}")) for name in (first, last))
        touch = self.phone.context.new_cdp_session(self.phone)
        moves = [("touchMove", x + (to - x) * step / SLIDE_STEPS) for step in range(1, SLIDE_STEPS + 1)]
        for event, across in [("touchStart", x), *moves, ("touchEnd", None)]:
            points = [] if across is None else [{"x": across, "y": y}]
            touch.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": points})
        touch.detach()
        self.taps["card"] += 1

    def lay(self, names: str, count: str) -> None:
        """Tap cards; of a run like 5C-7C, slide over its keys."""
        for name in names.split():
            first, _, last = name.partition("-")
            if last:
                self.slide(first, last)
            else:
                self.cards(name)
        expect(self.phone.locator("#count")).to_contain_text(count)
