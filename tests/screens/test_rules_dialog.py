"""The rules over a hand: they open and close, and what was entered stays."""

from playwright.sync_api import Page, expect

from tests.support.prepared import new_game


def test_the_rules_open_over_a_hand_and_close(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    phone.goto(f"{table}/hand/1/numbers")
    phone.fill("#points-0", "17")
    # By its name: until they are emptied, the closed rules have such links too.
    ask = phone.get_by_role("link", name="Rules of this game", exact=True)
    dialog = phone.get_by_role("dialog")
    ask.tap()
    expect(dialog).to_contain_text("Knock with at most")
    dialog.get_by_role("searchbox").fill("wrap around")
    expect(dialog.locator("#rules-found")).to_contain_text("A run is three or more cards")
    dialog.get_by_role("link", name="Run", exact=True).tap()
    expect(dialog.get_by_role("heading", name="Run", exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Back").tap()
    expect(dialog.get_by_role("searchbox")).to_have_value("wrap around")
    phone.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(ask).to_be_focused()
    ask.tap()
    expect(dialog).to_contain_text("Knock with at most")
    phone.go_back()
    expect(dialog).to_be_hidden()
    expect(phone.locator("#points-0")).to_have_value("17")
