"""What people see between hands: colors, the deck, rounds on the sheet."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import NARROW, SMALL
from tests.support.documents import counted_hand, game_document
from tests.support.prepared import import_game


def test_four_colors_are_kept_and_suits_still_have_their_shapes(phone: Page) -> None:
    phone.goto("/settings")
    expect(phone.get_by_role("button", name="Save settings")).to_be_hidden()
    with phone.expect_navigation():
        phone.get_by_label("Four colors").check()
    expect(phone.get_by_label("Four colors")).to_be_checked()
    phone.goto("/sample")
    color = "element => getComputedStyle(element).color"
    shown = {suit: phone.locator(f".card-{suit}").first.evaluate(color) for suit in "cdhs"}
    assert len(set(shown.values())) == 4
    shapes = {phone.locator(f".card-{suit} .suit path").first.get_attribute("d") for suit in "cdhs"}
    assert len(shapes) == 4


def test_back_shows_the_deck_as_it_is_now(phone: Page) -> None:
    phone.goto("/decks")
    phone.fill("#name", "Our deck")
    phone.get_by_role("button", name="Enter its gems").tap()
    phone.wait_for_selector("#group")
    phone.goto("/decks")
    phone.get_by_role("link", name="Our deck").tap()
    expect(phone.get_by_text("0 of 56 gems known")).to_be_visible()
    phone.get_by_role("link", name="Enter its gems").tap()
    phone.locator("#group button.gem-card").first.tap()
    expect(phone.locator("#group button.gem-card .gems").first).not_to_be_empty()
    phone.go_back()
    expect(phone.get_by_text("1 of 56 gems known")).to_be_visible()


def tap_at(phone: Page, cell: Locator) -> None:
    """Tap where a cell is, whatever lies over it."""
    box = cell.bounding_box()
    assert box
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_round_opens_wherever_its_row_is_tapped_and_leads_to_its_hands(phone: Page) -> None:
    four = ("Ann", "Bob", "Cid", "Dee")
    hands = [counted_hand("Ann", Ann=3, Bob=30), counted_hand("Cid", Cid=5, Dee=20)]
    partners = {"form": "partners", "sides": [four[::2], four[1::2]], "hands": hands}
    phone.goto(f"{import_game(phone, game_document('gin-rummy', four, **partners))}/sheet")
    expect(phone.get_by_text("Hand 2", exact=True)).to_be_hidden()
    tap_at(phone, phone.get_by_role("cell", name="+42"))
    expect(phone.get_by_text("Hand 2", exact=True)).to_be_visible()
    tap_at(phone, phone.get_by_role("cell", name="Cid"))
    phone.wait_for_url(re.compile("/hands/2$"))


@pytest.mark.parametrize("size", [SMALL, NARROW], ids=["360", "320"])
def test_the_cards_of_a_deck_stay_under_the_finger(new_phone: Callable[..., Page], size: dict[str, int]) -> None:
    phone = new_phone(viewport=size)
    phone.goto("/decks")
    phone.get_by_role("button", name="Enter its gems").tap()
    phone.wait_for_url("**/group/0")
    place = phone.url.removesuffix("/group/0")
    for group in (0, 5, 6):
        phone.goto(f"{place}/group/{group}")
        where = []
        cards = phone.locator(".gem-card").evaluate_all("cards => cards.map((card) => card.id)")
        for card in [card for card in cards for _ in range(8 // len(cards))]:
            where.append(layout(phone))
            before = phone.locator(".ask").inner_text()
            phone.locator(f"#{card}").tap()
            expect(phone.locator(".ask")).not_to_have_text(before)
            if "known" in phone.locator(".ask").inner_text():
                break
        where.append(layout(phone))
        assert where == where[:1] * len(where), f"{group}: {where}"


def layout(phone: Page) -> list[float]:
    """Measure where the cards, the gems and the dock lie."""
    phone.wait_for_load_state()
    lies: list[float] = phone.locator(".gem-card, .gem-place, .dock").evaluate_all(
        "places => places.flatMap((place) => { const { x, y, width, height } = place.getBoundingClientRect();"
        " return [x, y, width, height].map(Math.round); })"
    )
    return lies
