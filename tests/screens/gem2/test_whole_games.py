"""Rounds of Gem II on a phone, and the ends of games: the command line comes to the same totals."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.documents import game_document
from tests.support.prepared import import_game
from tests.support.taps import choose_count, score, shown_totals

SOLO: dict[str, Any] = {"game": "gem-ii-solo", "players": ["Ann"], "level": 2, "rounds": []}
ROUND_OVER = re.compile(r"/hands/\d+\?over=1$")


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


def test_a_round_with_bets_and_calls(phone: Page) -> None:
    phone.goto(import_game(phone, game_document("gem-ii")))
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
    first = score(phone)["rounds"][0]["players"]
    assert (first["Ann"]["betting_points"], first["Bob"]["penalty_points"]) == (25, 50)


def test_the_totals_of_the_last_round_end_the_game(phone: Page) -> None:
    counted = {"remaining": 6, "cards": {"Ann": 12, "Bob": 22}, "betting": {"Bob": 125}}
    table = import_game(phone, game_document("gem-ii", rounds=[{"counted": counted}] * 5))
    phone.goto(table)
    phone.get_by_text("More", exact=True).tap()
    phone.get_by_role("link", name="Enter totals for the whole round").tap()
    for field, number in {"cards-0": 9, "cards-1": 22, "betting-1": 125, "penalties-0": 5}.items():
        phone.fill(f"#{field}", str(number))
    phone.get_by_role("button", name="Record the round").tap()
    phone.get_by_role("link", name="See the result").tap()
    expect(phone.get_by_text("Play again", exact=True)).to_be_visible()
    card = score(phone)
    assert card["over"]
    assert shown_totals(phone) == card["totals"]
    assert card["rounds"][5]["players"]["Bob"]["betting_points"] == 125


def test_alone_through_a_bonus_round_and_to_the_end(phone: Page) -> None:
    phone.goto(import_game(phone, {**SOLO, "rounds": [{"deals": [3, 4, 3, 4, 4, 3, 4, 3, 4]}]}))
    took(phone, 4)
    expect(phone.locator("#whose")).to_have_text("Round 1, bonus round 1")
    took(phone, 3, 4)
    played = {"deals": [0, 0, 6, 3, 3, 3, 4, 3, 5, 4]}
    last = {"deals": played["deals"][:9]}
    phone.goto(import_game(phone, {**SOLO, "rounds": [played] * 4 + [last]}))
    took_last(phone, 2)
    phone.get_by_role("link", name="See the result").tap()
    expect(phone.get_by_text("Play again", exact=True)).to_be_visible()
    card = score(phone)
    assert card["over"]
    assert shown_totals(phone) == {"Ann": card["grand_total"]}


def test_an_ordinary_turn_takes_at_most_three_taps_and_its_undo_one(phone: Page) -> None:
    phone.goto(import_game(phone, game_document("gem-ii", timer=2)))
    phone.evaluate("addEventListener('click', () => { window.taps += 1; }, true)")

    @contextmanager
    def taps(count: int) -> Iterator[None]:
        """Count what the phone itself notices."""
        phone.evaluate("window.taps = 0")
        yield
        assert phone.evaluate("window.taps") == count

    with taps(2):
        took(phone, 2)
    with taps(3):
        phone.locator("#time-start").tap()
        phone.wait_for_selector("#time-stop")
        took(phone, 1)
    with taps(3):
        phone.locator("#bet-0-5").tap()
        expect(phone.locator(".circle")).to_have_count(1)
        took(phone, 5)
    with taps(1):
        phone.locator("#undo").tap()
        expect(phone.locator("#turn input[name=deal]")).to_have_value("3")
    phone.goto(import_game(phone, SOLO))
    phone.evaluate("addEventListener('click', () => { window.taps += 1; }, true)")
    with taps(6):
        took(phone, 2, 3, 1)


def test_two_fast_taps_record_one_turn(phone: Page) -> None:
    phone.goto(import_game(phone, game_document("gem-ii")))
    choose_count(phone, 2)
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url) if "act=record" in str(request.post_data) else None)
    phone.evaluate("document.getElementById('record').click(); document.getElementById('record').click()")
    expect(phone.locator("#whose")).to_have_text("Ann's turn")
    # What is chosen next is sent after all that was tapped before.
    with phone.expect_response("**/turn"):
        phone.locator("#plus").tap()
    assert len(sent) == 1
    assert deal_shown(phone) == "2"


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Bob")])
def test_after_a_deal_nothing_is_chosen_and_the_button_records_nothing(phone: Page, names: tuple[str, ...]) -> None:
    phone.goto(import_game(phone, SOLO if len(names) == 1 else game_document("gem-ii")))
    choose_count(phone, 0)
    expect(phone.locator("#record")).to_contain_text("No card off")
    phone.locator("#record").tap()
    expect(phone.locator("#turn input[name=deal]")).to_have_value("2")
    expect(phone.locator("#record .until-chosen")).to_be_visible()
    expect(phone.locator(".just-shown")).to_have_count(0)
    phone.locator("#record").tap()
    expect(phone.locator(".error-box")).to_have_text("Choose how many cards came off, then record the deal.")
    assert deal_shown(phone) == "2"
    # What another phone has recorded takes the choice with it: it was made for another deal.
    phone.locator("#plus").tap()
    expect(phone.locator("[data-off]")).to_have_text("1 card off")
