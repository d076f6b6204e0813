"""What people do between hands: back to a running game, a hand corrected on the sheet, files, the deck, the rules."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import NARROW, SMALL
from tests.support.documents import counted_hand, game_document

ANN = {"name": "Ann", "melds": [["5C", "6C", "7C"], ["7D", "QH"], ["9C", "9D", "9S"]], "deadwood": ["AC", "2D", "3S"]}
BOB = {
    "name": "Bob",
    "melds": [["4D", "5D", "6D"], ["KC", "KD", "KH"]],
    "deadwood": ["8C", "AS", "2H", "4S", "JD"],
}
FIRST = {"dice": [3, 4], "knocker": "Ann", "call": "knock", "players": [ANN, BOB], "lay_offs": []}
SECOND = {**counted_hand("Bob", Ann=30, Bob=4), "dice": [5, 5]}


def bring_in(phone: Page, file: Path, game: dict[str, Any]) -> None:
    file.write_text(json.dumps(game))
    phone.goto("/")
    phone.get_by_role("link", name="Import a game").tap()
    phone.set_input_files("#file", file)
    with phone.expect_navigation():
        phone.get_by_role("button", name="Import").tap()


def saved(phone: Page, link: str) -> str:
    with phone.expect_download() as kept:
        phone.get_by_role("link", name=link).tap()
    return Path(kept.value.path()).read_text("utf-8-sig")


def go(phone: Page, name: str) -> None:
    with phone.expect_navigation():
        phone.get_by_role("link", name=name).first.tap()


def totals(phone: Page) -> list[str]:
    return phone.locator(".score-sheet thead b").all_inner_texts()


def test_a_hand_is_corrected_on_the_sheet_and_all_that_follows_moves(phone: Page, tmp_path: Path) -> None:
    bring_in(phone, tmp_path / "game.json", game_document(hands=[FIRST, SECOND]))
    go(phone, "Score sheet")
    assert totals(phone) == ["19", "26"]
    phone.locator(".score-sheet tbody a").first.tap()
    phone.wait_for_selector("#outcome")
    go(phone, "Correct the cards")
    phone.locator("a.hand-link").nth(1).tap()
    phone.wait_for_selector("#pad")
    phone.locator("#kJD").tap()
    phone.locator("#k3D").tap()
    expect(phone.locator("#count")).to_contain_text("11 of 11")
    phone.locator("#done").tap()
    expect(phone.locator("#asks")).to_contain_text("3♦ fits your run. Was it laid there?")
    with phone.expect_navigation():
        phone.locator("#as-laid").tap()
    with phone.expect_navigation():
        phone.get_by_role("button", name="That's all").tap()
    expect(phone.locator("#outcome")).to_contain_text("Ann wins")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Replace hand 1").tap()
    phone.get_by_text("More", exact=True).tap()
    phone.get_by_text("History of this hand").tap()
    expect(phone.locator(".entries li")).to_have_count(2)
    go(phone, "Back to the sheet")
    assert totals(phone) == ["12", "26"]
    phone.get_by_role("button", name="Undo: correction of hand 1").tap()
    expect(phone.locator(".score-sheet thead b").first).to_contain_text("19")
    phone.get_by_role("button", name="Redo").tap()
    expect(phone.locator(".score-sheet thead b").first).to_contain_text("12")


def test_a_game_goes_out_as_a_file_and_comes_back_the_same(
    phone: Page, new_phone: Callable[..., Page], tmp_path: Path
) -> None:
    bring_in(phone, tmp_path / "game.json", game_document(hands=[FIRST, SECOND]))
    go(phone, "Score sheet")
    phone.locator(".score-sheet tbody a").first.tap()
    phone.get_by_text("More", exact=True).tap()
    phone.get_by_text("Date and note", exact=True).tap()
    phone.fill("#at", "2026-08-02")
    phone.fill("#note", "at the lake, =SUM(A1)")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Save date and note").tap()
    expect(phone.get_by_text("2026-08-02 at the lake")).to_be_visible()
    go(phone, "Back to the sheet")
    phone.locator(".menu summary").tap()
    exported = json.loads(saved(phone, "Save for other programs"))
    rows = saved(phone, "Save for a spreadsheet").splitlines()
    assert len(rows) == 3
    assert rows[1].endswith('at the lake, =SUM(A1)"')
    other = new_phone()
    bring_in(other, tmp_path / "again.json", exported)
    go(other, "Score sheet")
    other.locator(".menu summary").tap()
    assert json.loads(saved(other, "Save for other programs")) == exported


def test_home_leads_back_into_the_running_game_and_remembers_the_names(phone: Page, tmp_path: Path) -> None:
    bring_in(phone, tmp_path / "game.json", game_document(hands=[FIRST]))
    phone.goto("/")
    expect(phone.locator("a.game")).to_contain_text("19")
    go(phone, "Continue")
    expect(phone.locator("#next")).to_contain_text("Hand 2:")
    phone.goto("/new")
    expect(phone.locator("#player-0")).to_have_value("Ann")
    expect(phone.locator("#player-1")).to_have_value("Bob")
    phone.goto("/new?game=gem-rummy")
    for seat, name in enumerate(("Bob", "Ann")):
        phone.get_by_role("button", name=name, exact=True).tap()
        expect(phone.locator(f"#player-{seat}")).to_have_value(name)
    phone.get_by_role("button", name="Add a player").tap()
    phone.get_by_role("button", name="Ann: one seat up").tap()
    expect(phone.locator("#player-0")).to_have_value("Ann")
    expect(phone.locator("#player-1")).to_have_value("Bob")


def test_a_deck_goes_out_as_a_file_comes_back_and_is_the_usual_one(phone: Page, tmp_path: Path) -> None:
    phone.goto("/")
    go(phone, "The deck")
    phone.get_by_role("button", name="Try a made-up print").tap()
    phone.wait_for_url("**/decks/*")
    phone.get_by_text("Name, file, delete").tap()
    file = tmp_path / "deck.json"
    file.write_text(saved(phone, "Save as a file"))
    phone.get_by_role("button", name="Delete this deck").tap()
    with phone.expect_navigation():
        phone.get_by_role("button", name=re.compile("Delete .*\\?")).tap()
    phone.goto("/decks")
    phone.get_by_text("Import a deck from a file").tap()
    phone.set_input_files("#file", file)
    phone.fill("#import-name", "Blue box")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Import").tap()
    expect(phone.get_by_text("All gems known.")).to_be_visible()
    phone.goto("/new")
    expect(phone.locator("#summary")).to_have_text("Gem Rummy to 110, by the book, Blue box")


def test_a_rule_is_searched_for_and_leads_to_a_worked_hand(phone: Page) -> None:
    phone.goto("/")
    go(phone, "Rules")
    phone.fill("#q", "layoffs")
    with phone.expect_navigation():
        phone.keyboard.press("Enter")
    go(phone, "What you may lay off on")
    expect(phone.locator(".meld .card").first).to_be_visible()
    with phone.expect_navigation():
        phone.locator(".links a").first.tap()
    expect(phone.locator("h1")).to_be_visible()
    expect(phone.locator(".meld .card").first).to_be_visible()


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


def test_without_a_script_settings_are_saved_by_a_button(bare_phone: Page) -> None:
    bare_phone.goto("/settings")
    bare_phone.get_by_label("Dark", exact=True).check()
    bare_phone.get_by_role("button", name="Save settings").tap()
    expect(bare_phone.get_by_text("Saved on this phone.")).to_be_visible()
    expect(bare_phone.locator("html")).to_have_attribute("data-theme", "dark")


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


def test_marks_stay_within_the_cells_of_a_printed_sheet(phone: Page, tmp_path: Path) -> None:
    players = [{"name": name, "deadwood_points": points} for name, points in (("Ann", 7), ("Bob", 3))]
    undercut = {"dice": [3, 4], "knocker": "Ann", "call": "knock", "players": players}
    bring_in(phone, tmp_path / "game.json", game_document(hands=[undercut]))
    phone.goto(f"{phone.url.partition('?')[0]}/print")
    overflow = """() => [...document.querySelectorAll(".pad-of-paper td")].filter(
        (cell) => cell.scrollWidth > cell.clientWidth || [...cell.children].some((mark) =>
            mark.getBoundingClientRect().right > cell.getBoundingClientRect().right)).length"""
    assert phone.locator(".pad-of-paper small").all_inner_texts() == ["undercut"]
    assert phone.evaluate(overflow) == 0


@pytest.mark.parametrize("size", [SMALL, NARROW, {"width": 390, "height": 844}])
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
