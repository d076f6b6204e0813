"""The screens that few people see, as axe sees them, and with double text on the narrowest phone."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser import hard_to_read
from tests.support.documents import counted_hand, game_document
from tests.support.prepared import import_game, knocked, written
from tests.support.taps import draw, press

LONG = "Maximiliane-Theodora von Hohenstein-Wald"
HAND = counted_hand("Ann", **{"Ann": 2, LONG: 20}) | {"dice": [3, 4]}


def import_hands(phone: Page, *hands: dict[str, Any]) -> str:
    return import_game(phone, game_document(players=["Ann", LONG], hands=list(hands)))


def outside_games(phone: Page) -> Iterator[str]:
    """Show what there is besides the games."""
    for address in ("/nothing-here", "/rules?q=xyzzy+knock", "/rules?book=II"):
        phone.goto(address)
        yield address
    phone.goto("/new")
    phone.get_by_role("button", name="Start the game").last.tap()
    expect(phone.get_by_role("alert").first).to_be_visible()
    yield "a new game without names"


def of_the_sheet(phone: Page) -> Iterator[str]:
    """Show hands that were changed afterwards, and what is asked before."""
    game = import_hands(phone, HAND, {"drawn": True, "dice": [1, 1]})
    for place in ("/hands/2", "/hands/1/overrule", "/people"):
        phone.goto(game + place)
        yield place
    phone.goto(f"{game}/hands/1/overrule")
    phone.fill("#points-0", "40")
    phone.fill("#reason", "A card lay under the table, and everybody saw it fall there in the second round")
    phone.locator("label[for=winner-0]").tap()
    phone.locator("label[for=by-1]").tap()
    with phone.expect_navigation():
        phone.locator(".dock button").first.tap()
    yield "a ruling set aside"
    phone.goto(f"{game}/rules")
    phone.fill("#rule-minimum_score", "60")
    phone.locator(".dock button").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Play by these rules?")
    yield "what other rules would change"
    press(phone, "From hand")
    phone.goto(f"{game}/sheet")
    expect(phone.get_by_text(": minimum score 60")).to_be_visible()
    yield "hands played by other rules"
    phone.goto(f"{game}/showdown?hand=1")
    yield "a hand to be corrected"
    phone.goto(f"{game}/hands/1?late=1")
    yield "a hand that another phone recorded"


def two_at_once(phone: Page) -> Iterator[str]:
    """Show what is asked where two pages of one game speak at once."""
    game = import_hands(phone, HAND)
    other = phone.context.new_page()
    for page in (phone, other):
        page.goto(f"{game}/hands/1")
        page.get_by_text("More", exact=True).tap()
        page.get_by_text("Remove from the score").tap()
        page.fill("#reason", "dealt wrong")
    press(other, "Strike out this hand")
    other.close()
    press(phone, "Strike out this hand")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Someone else changed this first")
    yield "two struck a hand out"
    phone.goto(game)
    late = phone.context.new_page()
    late.goto(game)
    for die in ("first-3", "second-4"):
        phone.locator(f"label[for={die}]").tap()
    draw(phone)
    phone.wait_for_selector("[data-dice]")
    for die in ("first-3", "second-4"):
        phone.locator(f"label[for={die}]").tap()
    phone.wait_for_selector(".numbers")
    phone.goto(f"{game}/hand/3/numbers")
    again = phone.context.new_page()
    again.goto(f"{game}/hand/3/numbers")
    for page, points in ((phone, "20"), (again, "30")):
        page.locator("label[for=knocker-0]").tap()
        page.fill("#points-0", "2")
        page.fill("#points-1", points)
    press(again, "The ruling")
    press(again, "Record")
    press(phone, "The ruling")
    expect(phone.get_by_role("heading", name="From this phone")).to_be_visible()
    yield "two recorded a hand"
    late.close()
    again.close()


def rare_screens(phone: Page) -> Iterator[str]:
    yield from outside_games(phone)
    yield from of_the_sheet(phone)
    yield from two_at_once(phone)


def test_everybody_can_read_screens_that_few_people_see(phone: Page) -> None:
    found = {screen: hard_to_read(phone) for screen in rare_screens(phone)}
    assert {screen: problems for screen, problems in found.items() if problems} == {}
    assert len(found) >= 14


def at_one_table(ann: Page, bob: Page, table: str) -> Iterator[Page]:
    """Show what only phones of one table see, each time on the phone that is yielded."""
    for address in ("/join", "/j/nothing", f"{table}/leave"):
        bob.goto(address)
        yield bob
    ann.goto(f"{table}/leave?sure=1")
    yield ann
    knocked(ann, table)
    bob.goto(written(bob, table, 1, "456d Kcdh 8c as 2h 4s"))
    expect(bob.get_by_text("as soon as Ann is done")).to_be_visible()
    yield bob
    ann.goto(written(ann, table, 0, "567c Qchs 9cds 2d"))
    yield ann
    bob.wait_for_url("**/lay-offs")
    yield bob
    bob.get_by_role("button", name="That's all").tap()
    ann.wait_for_url("**/ruling")
    press(ann, "Accept and record")
    bob.wait_for_url("**/hands/1")
    yield bob


def test_everybody_can_read_what_phones_of_one_table_show(pair: tuple[Page, Page, str]) -> None:
    assert [fault for phone in at_one_table(*pair) for fault in hard_to_read(phone)] == []
