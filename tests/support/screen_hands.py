"""A game on one phone, from the new game to a hand that is in, by tapping."""

from playwright.sync_api import Page, expect


def start(phone: Page, *names: str, game: str = "gem-rummy") -> None:
    phone.goto("/new")
    if game != "gem-rummy":
        with phone.expect_response("**/new"):
            phone.locator(f"#game-{game}").tap()
        expect(phone.locator(f"#game-{game}")).to_have_attribute("aria-pressed", "true")
    for seat, name in enumerate(names):
        if seat == 2:
            phone.locator("#more").tap()
        phone.fill(f"#player-{seat}", name)
    phone.locator("label[for=dealer-0]").tap()
    phone.get_by_role("button", name="Start the game").last.tap()
    phone.wait_for_selector("#table")


def roll(phone: Page, one: int, other: int) -> None:
    phone.locator(f"label[for=first-{one}]").tap()
    phone.locator(f"label[for=second-{other}]").tap()
    expect(phone.locator(".fact .huge")).to_have_text(str(one + other))


def draw(phone: Page) -> None:
    """Record a drawn hand."""
    phone.get_by_text("Nobody knocked", exact=True).tap()
    phone.get_by_role("button", name="Record a drawn hand").tap()


def go_on(phone: Page) -> None:
    """Say that the hand is in, and wait for the next screen."""
    with phone.expect_navigation():
        phone.locator("#done").tap()


def write(phone: Page, text: str, count: str) -> None:
    """Give a hand in shorthand, and go on."""
    phone.get_by_role("link", name="Type").tap()
    phone.fill("#text", text)
    phone.get_by_role("button", name="Lay it out").tap()
    expect(phone.locator("#count")).to_contain_text(count)
    go_on(phone)
