"""Tables with several phones: begun, joined, and brought to a showdown by tapping."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Request, expect

HANDS = ("5C 6C 7C QC QH QS 9C 9D 9S 2D", "4D 5D 6D KC KD KH JS AS 2H 4S")
KEPT = 3
"""The sheet, the page to enter a hand on, and a mark of how the game stood then."""
ASKED = 2
"""Questions of a phone after which it shows what another one did: that which finds it, and one while it is drawn."""


def begin(phone: Page, *names: str, game: str = "gin-rummy") -> str:
    phone.goto("/import")
    phone.fill("#text", json.dumps({"game": game, "players": list(names), "first_dealer": names[0], "hands": []}))
    with phone.expect_navigation():
        phone.get_by_role("button", name="Bring it in").click()
    return phone.url.removesuffix("/sheet")


def let_in(owner: Page, table: str) -> str:
    """Open the table, and give its code."""
    owner.goto(f"{table}/people")
    owner.get_by_role("button", name="Let other phones in").tap()
    return owner.locator(".the-code b").inner_text()


def sit(owner: Page, name: str) -> None:
    with owner.expect_navigation():
        owner.get_by_role("button", name=name, exact=True).tap()


def join(phone: Page, code: str, name: str) -> None:
    phone.goto("/")
    phone.fill("#code", code.lower())
    phone.get_by_role("button", name="Join").tap()
    phone.get_by_role("button", name=name).tap()
    phone.wait_for_selector("#table")


@contextmanager
def soon(phone: Page) -> Iterator[None]:
    """See that what stands in the block shows as soon as the phone has asked: it asks every 1.2 seconds."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/pulse" in request.url:
            asked.append(request.url)

    phone.on("request", note)
    yield
    phone.remove_listener("request", note)
    assert len(asked) <= ASKED


def write(phone: Page, text: str) -> None:
    phone.goto(phone.url.split("?")[0] + "?typed=")
    phone.fill("#text", text)
    phone.get_by_role("button", name="Lay it out").tap()
    expect(phone.locator(".hand-card").first).to_be_visible()


def knock(phone: Page, other: Page) -> None:
    """Say that Ann knocked, and go to the own hand on both phones."""
    phone.get_by_role("link", name="Showdown").tap()
    phone.locator("[name=knock]").first.tap()
    phone.wait_for_url("**/seat/0")
    with soon(other):
        expect(other.get_by_role("link", name="Ann knocked")).to_be_visible()
    other.get_by_role("link", name="Ann knocked").tap()
    other.wait_for_url("**/seat/1")


def kept(phone: Page) -> None:
    """Wait until the phone keeps the game, and its worker looks after the page."""
    for _ in range(100):
        if (
            phone.evaluate("caches.open('companion-games').then((kept) => kept.keys()).then((keys) => keys.length)")
            == KEPT
        ):
            break
        phone.wait_for_timeout(50)
    phone.reload()
    phone.wait_for_function("navigator.serviceWorker.controller")
