"""How many taps a showdown takes; tests/screens/gem2/test_whole_games.py counts those of a turn of Gem II."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.support.browser import box
from tests.support.prepared import show_table
from tests.support.taps import Thumb, score

FEW_BYTES = 5_000
ANN = "5C-7C QH 7D 9C 9D 9S AC 2D 3S"
BOB = "4D-6D KC KD KH 8C AS 2H 4S JD"
OUR_WORDS = re.compile(
    r"\b(draft|journal|prints?|printed|laid[ -]out|layouts?|loose|letters?|owners?|devices?|versions?)\b", re.IGNORECASE
)
"""Words of ours that no rulebook has for what a new player does."""


def test_two_laid_out_hands_of_eleven_take_at_most_28_taps(phone: Page) -> None:
    show_table(phone)
    thumb = Thumb(phone)
    answers: list[Response] = []
    phone.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - playwright marks what it is given
    thumb.on(phone.get_by_role("link", name="Showdown"))
    thumb.on(phone.get_by_role("button", name="Knock").first)
    thumb.lay(ANN, "11 of 11 deadwood 6")
    assert box(phone.locator("#hand"))["y"] >= 0
    assert box(phone.locator("#kKS"))["bottom"] <= 640
    thumb.on(phone.locator("#done"))
    phone.wait_for_url("**/seat/1")
    thumb.lay(BOB, "11 of 11 deadwood 25")
    thumb.on(phone.locator("#done"))
    thumb.button("Lay off the 8 of clubs")
    expect(phone.get_by_text("Bob lays off 8♣")).to_be_visible()
    thumb.button("That's all")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann wins")
    expect(phone.locator("#outcome")).to_contain_text("Bob 17 − Ann 6")
    thumb.button("Record 11 for Ann")
    phone.wait_for_selector("[data-dice]")
    print(f"taps from showdown to recorded: {dict(thumb.taps)}")  # noqa: T201 - the figure is asked for
    assert thumb.taps["card"] == 18, "each run is one slide over its keys"
    assert thumb.taps.total() <= 28
    posts = [answer.request for answer in answers if answer.request.method == "POST" and "/seat/" in answer.url]
    assert max(post.sizes()["responseBodySize"] for post in posts) <= FEW_BYTES
    assert score(phone)["totals"] == {"Ann": 11, "Bob": 0}


@pytest.mark.parametrize(("form", "players", "taps"), [("partners", 4, 5), ("cutthroat", 3, 6)])
def test_more_than_two_sit_down_to_gin_with_six_taps_besides_names(
    phone: Page, form: str, players: int, taps: int
) -> None:
    phone.goto("/")
    thumb = Thumb(phone)
    thumb.on(phone.get_by_role("link", name="New game"))
    thumb.on(phone.locator("#game-gin-rummy"))
    thumb.on(phone.locator("#more-than-two"))
    if form != "partners":
        thumb.on(phone.locator(f"#form-{form}"))
    # A name that is typed before the seats of this form are there stays behind in the one before it.
    expect(phone.locator("#new-game [name=form]")).to_have_value(form)
    thumb.on(phone.locator("#player-0"))
    for name in ("Ann", "Bob", "Cid", "Dee")[:players]:
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    thumb.on(phone.get_by_role("button", name="Start the game"))
    phone.wait_for_url("**/g/*")
    assert thumb.taps.total() <= taps


def test_counted_hands_take_at_most_six_taps_besides_digits(phone: Page) -> None:
    show_table(phone)
    thumb = Thumb(phone)
    thumb.on(phone.get_by_role("link", name="Showdown"))
    thumb.on(phone.get_by_role("link", name="Numbers only"))
    expect(phone.locator("#points-0")).to_be_focused()
    expect(phone.locator("#points-0")).to_have_js_property("inputMode", "none")
    thumb.on(phone.locator("label[for=knocker-0]"))
    thumb.on(phone.locator("label[for=call-gin]"))
    for digit in "20":
        thumb.on(phone.locator(f"[name=key][value='{digit}']"), "digit")
    expect(phone.locator("#points-0")).to_have_value("0")
    expect(phone.locator("#points-1")).to_have_value("20")
    thumb.button("See the ruling")
    thumb.button("Record 45 for Ann")
    phone.wait_for_selector("[data-dice]")
    print(f"taps from showdown to recorded, counted: {dict(thumb.taps)}")  # noqa: T201 - the figure is asked for
    assert thumb.taps["other"] <= 6
    assert score(phone)["totals"] == {"Ann": 45, "Bob": 0}


def test_a_new_player_needs_at_most_34_taps_from_new_game_to_a_recorded_showdown(phone: Page) -> None:
    thumb = Thumb(phone)
    words: list[str] = []

    def wait_for(selector: str) -> None:
        phone.wait_for_selector(selector)
        words.append(phone.locator("body").inner_text())

    def lie(name: str) -> None:
        expect(phone.locator(f"#l{name}")).to_be_visible()

    phone.goto("/")
    thumb.on(phone.get_by_role("link", name="New game"))
    wait_for("#player-0:focus")
    for name in ("Ann", "Bob"):
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    thumb.button("Start the game")
    wait_for("#table")
    thumb.on(phone.locator("label[for=first-3]"))
    thumb.on(phone.locator("label[for=second-4]"))
    wait_for(".fact .huge")
    thumb.on(phone.get_by_role("link", name="Showdown"))
    wait_for("[name=knock]")
    thumb.on(phone.locator("[name=knock]").first)
    wait_for("#pad")
    # Ann: a run from its two ends, the Queen's Diamonds, a stash of which the app knows no gem, and an ace.
    thumb.cards("5C")
    lie("5C")
    thumb.on(phone.locator("#x-run"))
    thumb.lay("8C", "4 of 11")
    thumb.cards("QH 7D 2S 9H JD KS")
    thumb.on(phone.get_by_role("button", name="a stash? Yes"))
    thumb.lay("AS", "11 of 11 deadwood 1")
    words.append(phone.locator("body").inner_text())
    thumb.on(phone.locator("#done"))
    phone.wait_for_url("**/seat/1")
    # Bob: a run, all Kings that are left, and five cards of deadwood.
    thumb.cards("4D 5D 6D KC")
    lie("KC")
    thumb.on(phone.locator("#x-rank"))
    lie("KH")
    thumb.lay("9C AH 2H 4S JS", "11 of 11 deadwood 26")
    thumb.on(phone.locator("#done"))
    wait_for("[name=gem]")
    thumb.button("Emerald")
    wait_for("button[value='1:9C']")
    thumb.button("Lay off the 9 of clubs")
    expect(phone.get_by_text("Bob lays off 9♣")).to_be_visible()
    thumb.button("That's all")
    wait_for("#outcome")
    thumb.on(phone.get_by_role("button", name="Record"))
    wait_for("[data-dice]")
    print(f"taps from home to the first recorded showdown: {dict(thumb.taps)}")  # noqa: T201 - the figure is asked for
    assert thumb.taps.total() <= 34
    assert score(phone)["totals"] == {"Ann": 16, "Bob": 0}
    assert [found for page in words for found in OUR_WORDS.findall(page)] == []
