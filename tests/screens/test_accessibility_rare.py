"""The screens that few people see, as axe sees them, and with double text on the narrowest phone."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.support.browser import hard_to_read
from tests.support.documents import Document, counted_hand, game_document
from tests.support.prepared import at, import_game, knocked, send, set_dice, written
from tests.support.taps import press

LONG = "Maximiliane-Theodora von Hohenstein-Wald"
HAND = counted_hand("Ann", (3, 4), **{"Ann": 2, LONG: 20})
CASES = ("II-037", "II-001", "II-194", "II-195")


def import_hands(phone: Page, *hands: Document) -> str:
    return import_game(phone, game_document(players=("Ann", LONG), hands=hands))


def outside_games(phone: Page) -> Iterator[str]:
    """Show what there is besides the games."""
    cases = (f"/rules/cases/{case}" for case in CASES)
    for address in ("/nothing-here", "/rules?q=xyzzy+knock", "/rules?book=II", *cases):
        yield from at(phone, address, address)
    phone.goto("/new")
    phone.get_by_role("button", name="Start the game").last.tap()
    expect(phone.get_by_role("alert").first).to_be_visible()
    yield "a new game without names"


def of_the_sheet(phone: Page) -> Iterator[str]:
    """Show hands that were changed afterwards, and what is asked before."""
    game = import_hands(phone, HAND)
    reason = "A card lay under the table, and everybody saw it fall there in the second round"
    overruled = {"winner": 0, "points-0": 40, "points-1": 0, "reason": reason, "by": 1}
    yield from at(phone, send(phone, f"{game}/hands/1/overrule", form=overruled), "a ruling set aside")
    phone.goto(f"{game}/rules")
    phone.fill("#rule-minimum_score", "60")
    phone.locator(".dock button").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Play by these rules?")
    yield "what other rules would change"
    press(phone, "From hand")
    phone.goto(f"{game}/sheet")
    expect(phone.get_by_text(": minimum score 60")).to_be_visible()
    yield "hands played by other rules"
    yield from at(phone, f"{game}/hands/1?late=1", "a hand that another phone recorded")


def two_at_once(phone: Page) -> Iterator[str]:
    """Show what is asked where two pages of one game speak at once."""
    game = import_hands(phone, HAND)
    phone.route("**/pulse?*", lambda _: None)
    phone.goto(f"{game}/hands/1")
    phone.get_by_text("More", exact=True).tap()
    phone.get_by_text("Remove from the score").tap()
    phone.fill("#reason", "dealt wrong")
    send(phone, f"{game}/hands/1", f"{game}/hands/1/strike", reason="dealt twice")
    press(phone, "Strike out this hand")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Someone else changed this first")
    yield "two struck a hand out"
    set_dice(phone, game)
    phone.goto(f"{game}/hand/2/numbers")
    phone.locator("label[for=knocker-0]").tap()
    phone.fill("#points-0", "2")
    phone.fill("#points-1", "20")
    send(phone, game, f"{game}/drawn")
    press(phone, "The ruling")
    expect(phone.get_by_role("heading", name="From this phone")).to_be_visible()
    yield "two recorded a hand"


def test_everybody_can_read_screens_that_few_people_see(phone: Page) -> None:
    walks = (outside_games, of_the_sheet, two_at_once)
    found = {screen: hard_to_read(phone) for walk in walks for screen in walk(phone)}
    assert {screen: problems for screen, problems in found.items() if problems} == {}
    assert len(found) == 14


def at_one_table(ann: Page, bob: Page, table: str) -> Iterator[Page]:
    """Show what only phones of one table see, each time on the phone that is yielded."""
    for address in ("/join", "/j/nothing"):
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
    bob.get_by_role("button", name="That's all").tap()
    ann.wait_for_url("**/ruling")
    press(ann, "Accept and record")
    bob.wait_for_url("**/hands/1")
    yield bob


def test_everybody_can_read_what_phones_of_one_table_show(pair: tuple[Page, Page, str]) -> None:
    assert [fault for phone in at_one_table(*pair) for fault in hard_to_read(phone)] == []
