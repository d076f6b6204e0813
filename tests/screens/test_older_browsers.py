"""A browser that is too old to read our scripts: the pages show and work, as they do without scripts."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.prepared import new_game


def test_a_hand_is_recorded_where_no_script_of_ours_can_be_read(new_phone: Callable[..., Page]) -> None:
    phone = new_phone()
    # htmx is read by browsers that are older than what our scripts need.
    unread = {"body": "", "content_type": "text/javascript"}
    phone.route(re.compile(r"/static/.*(?<!min)\.js$"), lambda route: route.fulfill(**unread))
    table = new_game(phone, "Ann", "Bob")
    phone.goto(f"{table}/hand/1")
    phone.locator("[name=knock]").first.tap()
    phone.wait_for_url("**/seat/0")
    for card in ("5C", "6C", "7C"):
        phone.locator(f"#k{card}").tap()
        expect(phone.locator(f"#l{card}")).to_be_visible()
    phone.goto(f"{table}/hand/1/numbers")
    phone.locator("label[for=knocker-0]").tap()
    for seat, points in enumerate(("2", "22")):
        phone.fill(f"#points-{seat}", points)
    phone.get_by_role("button", name="See the ruling").last.tap()
    phone.wait_for_selector("#outcome")
    phone.get_by_role("button", name="Record").tap()
    expect(phone.locator(".score .big")).to_have_text(["20", "0"])
