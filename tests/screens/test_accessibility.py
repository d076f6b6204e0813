"""Every screen of a showdown and around it, as axe sees it, and with double text on the narrowest phone."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.support.browser import hard_to_read
from tests.support.taps import go_on, roll, start, write

LONG = "Maximiliane-Theodora von Hohenstein-Wald"


def around(phone: Page) -> Iterator[str]:
    """Show the screens outside any game."""
    for address in ("/sample", "/count", "/count?typed=&hand=568c&deck=made-up", "/rules?q=stash", "/rules/R.6"):
        phone.goto(address)
        yield address
    phone.goto("/decks")
    yield "decks"
    phone.get_by_role("button", name="Try a made-up print").tap()
    phone.wait_for_url("**/decks/*")
    yield "deck"
    phone.goto(f"{phone.url}/group/6")
    yield "group"
    phone.goto("/decks")
    phone.get_by_role("button", name="Enter its gems").tap()
    phone.wait_for_url("**/group/0")
    phone.locator("#gAC").tap()
    expect(phone.locator(".ask")).to_contain_text("Emerald")
    yield "group being entered"


def entering(phone: Page) -> Iterator[str]:
    """Show the screens from the dice to the last hand."""
    start(phone, LONG, "Bob", "Cid")
    phone.goto(f"{phone.url.split('?')[0]}/showdown")
    yield "dice asked for"
    phone.go_back()
    roll(phone, 4, 4)
    phone.get_by_role("link", name="Showdown").tap()
    phone.wait_for_url("**/hand/1")
    yield "who knocked"
    phone.get_by_role("link", name="Numbers only").tap()
    phone.wait_for_url("**/numbers")
    yield "numbers"
    phone.go_back()
    phone.get_by_role("button", name="Knock").first.tap()
    phone.wait_for_selector("#entering")
    yield "empty hand"
    write(phone, "567c KKK-s 2-4h 2s 2d", "11 cards")
    phone.wait_for_url("**/seat/1")
    for name in ("9C", "9D", "9H", "9S", "JC", "JD", "QC", "QD", "QH", "AD", "AS", "8C", "7S", "3C", "4C", "5D"):
        phone.locator(f"#k{name}").tap()
    expect(phone.locator("#count")).to_contain_text("16 cards")
    phone.locator("#lJC").tap()
    phone.locator("#lJD").tap()
    expect(phone.locator("#count")).to_contain_text("Tap +, new meld")
    yield "hand of sixteen with chosen cards"
    phone.locator("#x-new").tap()
    expect(phone.locator("#count")).to_contain_text("isn't a set")
    yield "mistake named"
    phone.locator(".menu summary").tap()
    phone.get_by_role("link", name="Type").tap()
    phone.wait_for_selector("#text")
    yield "typed"
    phone.fill("#text", "QQQ-s 9999 8c ad as 3s")
    phone.get_by_role("button", name="Lay it out").tap()
    expect(phone.locator("#count")).to_contain_text("11 cards")


def after(phone: Page) -> Iterator[str]:
    """Show the screens from the last hand to the ruling."""
    go_on(phone)
    phone.wait_for_url("**/seat/2")
    write(phone, "JJJ-s 666-c 4c ks 10h 7s 5s", "11 cards")
    phone.wait_for_url("**/lay-offs")
    yield "lay-offs"
    phone.locator("button[value='1:3S']").tap()
    expect(phone.get_by_role("alert")).to_contain_text("doesn't")
    yield "a card that does not fit"
    phone.get_by_role("button", name="That's all").tap()
    phone.wait_for_url("**/ruling")
    phone.get_by_text("Which rules apply").tap()
    yield "ruling"
    hub = phone.url.removesuffix("/ruling")
    phone.goto(hub)
    yield "hub"
    phone.goto(f"{hub}/gin")
    yield "Gin asked for"
    phone.goto(f"{hub}/seat/2?typed=")
    phone.fill("#text", "JJh 666-c 4c ks 10h 7s 5s")
    phone.get_by_role("button", name="Lay it out").tap()
    expect(phone.locator("#count")).to_contain_text("is entered twice")
    phone.fill("#text", "Jhd 666-c 4c ks 10h 7s 5s 3c")
    phone.get_by_role("button", name="Lay it out").tap()
    expect(phone.locator("#count")).to_contain_text("isn't a set")
    go_on(phone)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Not legal")
    yield "not legal"


def screens(phone: Page) -> Iterator[str]:
    yield from around(phone)
    yield from entering(phone)
    yield from after(phone)


def test_everybody_can_read_every_screen(phone: Page) -> None:
    found = {screen: hard_to_read(phone) for screen in screens(phone)}
    assert {screen: problems for screen, problems in found.items() if problems} == {}
    assert len(found) > 20
