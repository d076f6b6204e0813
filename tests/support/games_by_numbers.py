"""Whole games of Gem Rummy by numbers, tapped to the winner's screen; the command line comes to the same totals."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.support.taps import roll, score, shown_totals, start


@dataclass(frozen=True, slots=True)
class Counted:
    dice: tuple[int, int]
    knocker: int
    deadwood: tuple[int, ...]
    call: str


def play(phone: Page, hand: Counted) -> None:
    roll(phone, *hand.dice)
    phone.get_by_role("link", name="Showdown").tap()
    phone.get_by_role("link", name="Numbers only").tap()
    phone.locator(f"label[for=knocker-{hand.knocker}]").tap()
    for seat, points in enumerate(hand.deadwood):
        phone.fill(f"#points-{seat}", str(points))
    phone.locator(f"label[for=call-{hand.call}]").tap()
    phone.get_by_role("button", name="See the ruling").tap()
    with phone.expect_navigation(url=re.compile(r"/g/\w+(/end)?$")):
        phone.get_by_role("button", name="Record").tap()


def play_to_the_end(phone: Page, names: list[str], hands: list[Counted]) -> dict[str, int]:
    start(phone, *names)
    for hand in hands:
        play(phone, hand)
    expect(phone.get_by_text("Play again", exact=True)).to_be_visible()
    totals, sheet = shown_totals(phone), score(phone)
    assert totals == sheet["totals"]
    assert sheet["over"]
    return totals


TWO_PLAYERS = [
    Counted((6, 6), knocker=1, deadwood=(40, 0), call="gin"),  # Bob 40 and 25
    Counted((6, 5), knocker=1, deadwood=(60, 0), call="big-gin"),  # Bob 60 and 35
]
"""Ends 0 to 160."""
