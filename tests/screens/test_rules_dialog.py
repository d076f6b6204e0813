"""The rules over the hand: they open and close, and nothing entered is lost."""

from playwright.sync_api import Page, expect

from tests.support.prepared import new_game


def test_the_rules_open_over_the_hand_and_nothing_is_lost(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    phone.goto(f"{table}/hand/1/numbers")
    points = phone.get_by_label("Deadwood of Ann")
    points.fill("17")
    address = phone.url
    ask = phone.get_by_role("link", name="Rules of this game")
    dialog = phone.get_by_role("dialog", name="Rules of this game")

    ask.tap()
    expect(dialog.get_by_text("Knock with at most")).to_be_visible()
    expect(dialog.get_by_role("heading", name="Rules of this game").first).to_be_focused()
    dialog.locator("summary", has_text="Bonuses").tap()
    expect(dialog.get_by_role("link", name="Undercut", exact=True)).to_be_visible()

    dialog.get_by_role("searchbox").fill("wrap around")
    dialog.get_by_role("link", name="Run", exact=True).tap()
    expect(dialog.get_by_role("heading", name="Run", exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Back").tap()
    expect(dialog.get_by_role("searchbox")).to_have_value("wrap around")

    phone.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(ask).to_be_focused()
    ask.tap()
    expect(dialog).to_be_visible()
    phone.go_back()
    expect(dialog).to_be_hidden()
    assert phone.url == address
    expect(points).to_have_value("17")
