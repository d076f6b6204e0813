"""The big screen in a real browser: legible across the room, whole at every size, following the table by itself."""

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import resize, wait_until
from tests.support.documents import counted_hand, game_document
from tests.support.gallery import CASTS
from tests.support.gallery_big_screen import big_screen, ruled
from tests.support.prepared import import_game, new_game, open_table, send, set_dice
from tests.support.screen_faults import LAYOUT_FAULTS, WATCH_SHIFTS

SIZES = ((1280, 720), (1920, 1080), (1024, 768), (820, 1180))
SMALLEST_SHARE = 9
"""A digit of the score is at least so much of the height of the screen."""
DIGITS = """() => [...document.querySelectorAll(".digits")].map((total) => {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(total);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return pen.measureText("0").actualBoundingBoxAscent;
})"""
"""How high the digits are drawn, in pixels."""
SPILLS = """() => {
  const faults = [];
  const parts = ".who, .called, .facts, .fact, .rest, .all-cards, .last-ruling .card, .outcome, .played";
  for (const part of document.querySelectorAll(parts)) {
    if (!part.checkVisibility({ visibilityProperty: true })) continue;
    const { left, right, top, bottom } = part.closest(".last-ruling, .entrant, .stage, .shelf").getBoundingClientRect();
    const box = part.getBoundingClientRect();
    const over = Math.max(left - box.left, box.right - right, top - box.top, box.bottom - bottom);
    if (over > 1) faults.push(`${part.className} runs out by ${over} px`);
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) faults.push(`the page is ${scrollWidth}x${scrollHeight}`);
  return faults;
}"""
"""What doesn't lie within its row, or beside the scores, or on the screen."""


@pytest.fixture
def television(new_phone: Callable[..., Page]) -> Page:
    """Give a television, which nobody touches."""
    width, height = SIZES[0]
    shown = new_phone(viewport={"width": width, "height": height}, has_touch=False, is_mobile=False)
    shown.context.add_init_script(WATCH_SHIFTS)
    return shown


def be_the_screen(television: Page, host: Page, table: str) -> None:
    """Join by the code as the big screen."""
    television.goto("/join")
    television.get_by_label("Code").fill(open_table(host, table))
    television.get_by_role("button", name="Join").click()
    television.get_by_role("button", name="Use as big screen").click()
    television.wait_for_url(f"**{table}/screen")


def test_scores_are_legible_and_nothing_is_cut_at_any_size(television: Page) -> None:
    faults = []
    for screen in big_screen(television, CASTS["three"]):
        faults += [f"{screen} moves: {shift}" for shift in television.evaluate("window.settledShifts()")]
        for size in SIZES:
            resize(television, size)
            television.wait_for_load_state()
            found = television.evaluate(f"({LAYOUT_FAULTS})(false)") + television.evaluate(SPILLS)
            heights = television.evaluate(DIGITS)
            assert heights, screen
            # Four tables share the screen.
            share = SMALLEST_SHARE * 2 if screen == "big-screen-all-tables" else SMALLEST_SHARE
            if min(heights) < size[1] / share:
                found.append(f"digits are {min(heights)} px high")
            faults += [f"{screen} {size[0]}x{size[1]}: {fault}" for fault in found]
    assert not faults, "\n".join(["", *faults])


def test_a_screen_follows_its_table_and_goes_on_with_the_next_game(television: Page, phone: Page) -> None:
    table = import_game(phone, game_document(hands=[]))
    be_the_screen(television, phone, table)
    television.evaluate("window.isTheSamePage = true")
    expect(television.locator(".status")).to_have_text("The dice haven't been rolled yet.")
    television.evaluate("window.settledShifts()")
    set_dice(phone, table, (3, 4))
    expect(television.locator(".fact .number")).to_have_text("7")
    assert television.evaluate("window.settledShifts()") == []
    phone.goto(f"{table}/about")
    phone.locator("summary").filter(has_text="Close this game").tap()
    phone.get_by_role("button", name="Close this game").tap()
    expect(television.locator(".now")).to_have_text("Closed before the end")
    begun = send(phone, f"{table}/end", f"{table}/rematch", dealer=0).split("?")[0]
    expect(television.locator(".now")).to_have_text("Hand 1: Bob starts")
    set_dice(phone, begun, (5, 6))
    expect(television.locator(".fact .number")).to_have_text("11")
    television.context.set_offline(True)
    expect(television.locator(".queue p")).to_be_visible()
    assert television.evaluate(SPILLS) == []
    television.context.set_offline(False)
    expect(television.locator(".queue p")).to_be_hidden()
    assert television.evaluate("window.isTheSamePage")
    # Nothing leads to the first game any more, which may be deleted.
    assert television.url.endswith(f"{begun}/screen")
    television.locator(".corner summary").click()
    television.get_by_role("link", name="Leave the big screen").click()
    television.wait_for_url(f"**{begun}")


def test_the_last_ruling_goes_after_a_minute(television: Page) -> None:
    television.clock.install()
    table = ruled(television, ("Ann", "Bob"))
    television.goto(f"{table}/screen")
    expect(television.locator(".last-ruling")).to_contain_text("Ann wins")
    expect(television.locator(".last-ruling .card").first).to_be_visible()
    expect(television.locator(".curves")).to_be_hidden()
    television.clock.run_for(61_000)
    expect(television.locator(".last-ruling")).to_be_hidden()
    expect(television.locator(".curves")).to_be_visible()


def test_all_tables_of_a_house_are_on_one_screen_each_with_its_news(television: Page, phone: Page) -> None:
    first = new_game(phone, "Ann", "Bob", game="gem-rummy")
    second = new_game(phone, "Cid", "Dee", game="gem-rummy")
    for table in (first, second):
        be_the_screen(television, phone, table)
    television.locator(".corner summary").click()
    television.get_by_role("link", name="All tables").click()
    television.wait_for_url("**/screen")
    shelves = television.locator(".shelf")
    expect(shelves).to_have_count(2)
    # Games that began in the same second lie in any order.
    set_dice(phone, second, (1, 2))
    expect(shelves.filter(has_text="Cid").locator(".fact .number")).to_have_text("3")
    set_dice(phone, first, (6, 6))
    expect(shelves.filter(has_text="Ann").locator(".fact .number")).to_have_text("12")
    # Of a game that is deleted nothing is left.
    phone.goto(f"{second}/leave")
    phone.get_by_role("button", name="Delete this game").tap()
    phone.get_by_role("button", name="Delete for good").tap()
    expect(television.locator(".shelf .called")).to_have_text(["Ann", "Bob"])


@pytest.mark.parametrize(
    ("hour", "chosen", "theme"), [(22, "auto", "dark"), (12, "auto", "auto"), (22, "light", "light")]
)
def test_it_is_dark_by_night_unless_the_phone_is_set_otherwise(
    television: Page, hour: int, chosen: str, theme: str
) -> None:
    send(television, "/settings", theme=chosen, colors="two")
    television.clock.install(time=datetime(2026, 11, 27, hour, 30))  # noqa: DTZ001 (the clock on the wall)
    television.goto(f"{new_game(television, 'Ann', 'Bob')}/screen")
    expect(television.locator("html")).to_have_attribute("data-theme", theme)


def test_it_moves_against_burn_in_and_fills_the_screen(television: Page) -> None:
    hands = [counted_hand("Ann", Ann=5, Bob=35)]
    television.emulate_media(reduced_motion="reduce")
    television.goto(f"{import_game(television, game_document('gin-rummy', hands=hands))}/screen")
    moved = television.evaluate(
        """() => {
          const [moving] = document.querySelector(".screens").getAnimations();
          const place = () => document.querySelector(".digits").getBoundingClientRect().x;
          moving.currentTime = 0;
          const before = place();
          moving.currentTime = moving.effect.getTiming().duration / 4;
          return place() - before; }"""
    )
    assert 0 < moved < 12
    television.locator(".corner summary").click()
    television.get_by_role("button", name="Full screen").click()
    wait_until(television, "document.fullscreenElement !== null")
    television.locator(".corner summary").click()
    television.get_by_role("button", name="Leave full screen").click()
    wait_until(television, "document.fullscreenElement === null")
    television.locator(".corner summary").click()
    television.get_by_role("link", name="Leave the big screen").click()
    expect(television.locator("#table")).to_be_visible()
