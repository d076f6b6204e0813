"""People's record in a real browser: a filter shows its games in place."""

from playwright.sync_api import Page, expect

from tests.support.documents import won_by
from tests.support.prepared import import_game


def test_a_filter_shows_its_games_in_place(phone: Page) -> None:
    import_game(phone, won_by("Ann", "Bob", "2025-12-30"))
    import_game(phone, won_by("Bob", "Cid", "2026-03-14", 20, game="knock-rummy", house_rules={"target": 15}))
    phone.goto("/people")
    phone.evaluate("window.same = true")
    table = phone.get_by_role("table", name="Everyone's record")
    expect(table.get_by_role("rowheader")).to_have_count(3)
    chosen = phone.get_by_role("combobox", name="Game")
    chosen.focus()
    chosen.select_option("knock-rummy")
    expect(table.get_by_role("rowheader")).to_have_count(2)
    expect(phone.locator("#say")).to_have_text("2 people: Knock Rummy")
    expect(chosen).to_be_focused()
    assert "game=knock-rummy" in phone.url
    assert phone.evaluate("window.same"), "the page was loaded again"
    phone.go_back()
    expect(table.get_by_role("rowheader")).to_have_count(3)
