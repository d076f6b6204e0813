"""People's record in a real browser: filters in place or by a form, and a person found by ear."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.documents import won_by
from tests.support.prepared import import_game


def play(phone: Page) -> None:
    import_game(phone, won_by("Ann", "Bob", "2025-12-30"))
    import_game(phone, won_by("Bob", "Cid", "2026-03-14", 20, game="knock-rummy", house_rules={"target": 15}))


def test_a_filter_shows_its_games_in_place(new_phone: Callable[..., Page]) -> None:
    phone = new_phone()
    play(phone)
    phone.goto("/people")
    phone.evaluate("window.same = true")
    table = phone.get_by_role("table", name="Everyone's record")
    expect(table.get_by_role("rowheader")).to_have_count(3)
    phone.get_by_role("combobox", name="Game").focus()
    phone.get_by_role("combobox", name="Game").select_option("knock-rummy")
    expect(table.get_by_role("rowheader")).to_have_count(2)
    expect(phone.locator("#say")).to_have_text("2 people: Knock Rummy")
    expect(phone.get_by_role("combobox", name="Game")).to_be_focused()
    assert "game=knock-rummy" in phone.url
    assert phone.evaluate("window.same"), "the page was loaded again"
    phone.go_back()
    expect(table.get_by_role("rowheader")).to_have_count(3)


def test_without_a_script_a_button_shows_the_games(bare_phone: Page) -> None:
    play(bare_phone)
    bare_phone.goto("/people")
    bare_phone.get_by_role("combobox", name="Game").select_option("knock-rummy")
    with bare_phone.expect_navigation():
        bare_phone.get_by_role("button", name="Show these games").tap()
    expect(bare_phone.get_by_role("rowheader")).to_have_count(2)


def test_two_taps_from_home_show_the_worst_evening(phone: Page) -> None:
    play(phone)
    phone.goto("/")
    phone.get_by_role("link", name="People").tap()
    phone.get_by_role("rowheader").get_by_role("link", name="Bob").tap()
    expect(phone.get_by_role("link", name="Worst evening")).to_contain_text("−70 in 1 hand")


def test_a_person_is_renamed_by_the_keyboard(phone: Page) -> None:
    play(phone)
    phone.goto("/people/person?name=Ann")
    phone.locator("summary").filter(has_text="Names and color").focus()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Tab")
    phone.keyboard.type("Annie")
    with phone.expect_navigation():
        phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Annie")).to_be_visible()
