"""Whole games of Gem II on a phone, tapped to the end; the command line comes to the same totals."""

import re
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.support.taps import choose_count, score, shown_totals

ROUND_OVER = re.compile(r"/hands/\d+\?over=1$")


def start(phone: Page, *names: str, level: str = "1", timer: str = "") -> None:
    phone.goto("/new")
    phone.get_by_role("button", name="Gem II", exact=True).tap() if len(names) > 1 else phone.locator(
        "#game-gem-ii-solo"
    ).tap()
    phone.wait_for_selector("label[for=level-1]")
    for seat, name in enumerate(names):
        phone.fill(f"#player-{seat}", name)
    phone.locator(f"label[for=level-{level}]").tap()
    if len(names) > 1:
        phone.locator("label[for=dealer-0]").tap()
    if timer:
        phone.locator("summary", has_text="Time per turn").tap()
        phone.locator(f"label[for=timer-{timer}]").tap()
    phone.get_by_role("button", name="Start the game").tap()
    phone.wait_for_selector("#turn")


def deal_shown(phone: Page) -> str:
    return phone.locator("#turn input[name=deal]").input_value()


def took(phone: Page, *numbers: int) -> None:
    """Choose a number for each turn, record it, and wait until the next one is due."""
    for number in numbers:
        was = deal_shown(phone)
        choose_count(phone, number)
        phone.locator("#record").tap()
        expect(phone.locator("#turn input[name=deal]")).not_to_have_value(was)


def took_last(phone: Page, number: int) -> None:
    choose_count(phone, number)
    phone.locator("#record").tap()
    expect(phone).to_have_url(ROUND_OVER)  # a live update may go there first and abort this navigation
    phone.wait_for_load_state()


def test_a_duel_with_bets_calls_and_a_counted_round(phone: Page) -> None:
    start(phone, "Ann", "Bob")
    # Bob bets on five and counts four with plus and minus: 25 for Ann, who then holds both jewels.
    phone.locator("label[for=bet-0-5]").tap()
    expect(phone.locator(".circle")).to_have_count(1)
    for key in ("plus", "plus", "minus", "plus"):
        phone.locator(f"#{key}").tap()
    expect(phone.locator("[data-off]")).to_have_text("2 cards off")
    phone.locator("#record").tap()
    expect(phone.locator("#whose")).to_have_text("Ann's turn")
    expect(phone.locator(".has-turn .jewel-bet")).to_have_count(2)
    # Ann makes a wrong move after two cards; Bob finishes her turn with one.
    phone.locator("#plus").tap()
    phone.locator("#plus").tap()
    phone.get_by_role("button", name="Call a penalty").tap()
    phone.get_by_role("button", name="Wrong Move: correct call, 25 for Bob").tap()
    expect(phone.locator("#whose")).to_have_text("Bob finishes Ann's turn")
    expect(phone.locator("#before")).to_have_value("2")
    took(phone, 1)
    took(phone, 4, 3, 4)
    # Ann missed a move in the fifth deal... of which Bob says so only now: he deals on, she finishes.
    phone.get_by_role("button", name="Call a penalty").tap()
    phone.get_by_role("button", name="Missed Move: wrong call, 25 for Bob").last.tap()
    expect(phone.locator("#whose")).to_have_text("Ann's turn")
    took(phone, 4, 4, 4)
    expect(phone.locator(".announce")).to_be_visible()
    phone.locator("label[for=announced-no]").tap()
    took(phone, 2)
    took_last(phone, 3)
    phone.get_by_role("link", name="Start round 2").tap()
    took(phone, 3, 3, 2, 4, 1, 5, 2, 3, 4)
    took_last(phone, 2)
    # Ann deals rounds 3 and 5: with six and seven cards left she has 40 and 30 more.
    for cards, points in ((12, 105), (10, 55), (11, 90), (9, 50)):
        phone.locator(".dock .main").tap()
        phone.wait_for_selector("#turn")
        phone.get_by_text("More", exact=True).tap()
        phone.get_by_role("link", name="Enter totals for the whole round").tap()
        typed = {"cards-0": cards, "cards-1": 22, "betting-1": 125, "penalties-0": 5}
        for field, number in typed.items():
            phone.fill(f"#{field}", str(number))
        phone.get_by_role("button", name="Record the round").tap()
        expect(phone.get_by_role("heading", level=1)).to_contain_text(f"Ann {points}, Bob")
    phone.get_by_role("link", name="See the result").tap()
    expect(phone.get_by_text("Play again", exact=True)).to_be_visible()
    card = score(phone)
    assert card["over"]
    assert shown_totals(phone) == card["totals"]
    first = card["rounds"][0]["players"]
    assert (first["Ann"]["betting_points"], first["Bob"]["penalty_points"]) == (25, 50)
    assert card["rounds"][5]["players"]["Bob"]["betting_points"] == 125


def test_alone_through_bonus_rounds_to_the_end(phone: Page) -> None:
    start(phone, "Ann", level="2")
    took(phone, 3, 4, 3, 4, 4, 3, 4, 3, 4, 4)
    expect(phone.locator("#whose")).to_have_text("Round 1, bonus round 1")
    took(phone, 3, 4, 3, 4, 3, 4, 3, 4)
    took_last(phone, 3)
    expect(phone.get_by_role("heading", level=1)).to_have_text("15 points")
    for number in range(3):
        phone.locator(".dock .main").tap()
        phone.wait_for_selector("#turn")
        took(phone, 0, 0, 6, 3, 3, 3, 4, 3, 5)
        took_last(phone, 4 - number)
    phone.get_by_role("link", name="See the result").tap()
    card = score(phone)
    assert card["over"]
    assert shown_totals(phone) == {"Ann": card["grand_total"]}
    # Row 1: 10, row 2: 5, then two runs of five each and 1, 0 and 0 for nine, ten and eleven cards left.
    assert [row["total"] for row in card["rows"]] == [10, 5, 11, 10, 10]


def taps_of(phone: Page, touched: Iterable[Callable[[], object]]) -> int:
    """Count how often the phone itself notices a tap."""
    phone.evaluate("window.taps ?? addEventListener('click', () => { window.taps += 1; }, true); window.taps = 0")
    for touch in touched:
        touch()
    counted: int = phone.evaluate("window.taps")
    return counted


def test_an_ordinary_turn_takes_at_most_three_taps(phone: Page) -> None:
    start(phone, "Ann", "Bob", timer="2")
    plain = taps_of(phone, [lambda: took(phone, 2)])
    timed = taps_of(
        phone,
        [
            lambda: phone.locator("#time-start").tap(),
            lambda: phone.wait_for_selector("#time-stop"),
            lambda: took(phone, 1),
        ],
    )
    bet = taps_of(
        phone,
        [
            lambda: phone.locator("#bet-0-5").tap(),
            lambda: expect(phone.locator(".circle")).to_have_count(1),
            lambda: took(phone, 5),
        ],
    )
    assert (plain, timed, bet) == (2, 3, 3)


def test_alone_a_deal_takes_a_tap_to_choose_and_one_to_record(phone: Page) -> None:
    start(phone, "Ann")
    assert taps_of(phone, [lambda: took(phone, 2, 3, 1)]) == 6


def test_a_recorded_turn_is_taken_back_by_one_tap(phone: Page) -> None:
    start(phone, "Ann", "Bob")
    took(phone, 2)
    assert (
        taps_of(
            phone,
            [lambda: phone.locator("#undo").tap(), lambda: expect(phone.locator("#whose")).to_have_text("Bob's turn")],
        )
        == 1
    )


def test_two_fast_taps_record_one_turn(phone: Page) -> None:
    start(phone, "Ann", "Bob")
    choose_count(phone, 2)
    phone.evaluate("document.getElementById('record').click(); document.getElementById('record').click()")
    expect(phone.locator("#whose")).to_have_text("Ann's turn")
    phone.wait_for_timeout(300)
    assert deal_shown(phone) == "2"


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Bob")])
def test_after_a_deal_nothing_is_chosen_and_the_button_records_nothing(phone: Page, names: tuple[str, ...]) -> None:
    start(phone, *names)
    choose_count(phone, 0)
    expect(phone.locator("#record")).to_contain_text("No card off")
    phone.locator("#record").tap()
    expect(phone.locator("#turn input[name=deal]")).to_have_value("2")
    expect(phone.locator("#record .until-chosen")).to_be_visible()
    phone.wait_for_timeout(1000)
    phone.locator("#record").tap()
    expect(phone.locator(".error-box")).to_have_text("Choose how many cards came off, then record the deal.")
    assert deal_shown(phone) == "2"
    # What another phone has recorded takes the choice with it: it was made for another deal.
    phone.locator("#plus").tap()
    expect(phone.locator("[data-off]")).to_have_text("1 card off")
