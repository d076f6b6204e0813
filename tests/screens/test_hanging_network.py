"""A network that never answers: what is recorded is on the phone first, whatever becomes of the page."""

import json
import os
import signal
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.documents import game_document
from tests.support.network import HeldRequests
from tests.support.prepared import counted, import_game, new_game


def hands_of(phone: Page, table: str, key: str = "hands") -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = json.loads(phone.request.get(f"{table}/export.json").text())[key]
    return hands


def stored(phone: Page) -> list[str]:
    items = phone.evaluate("JSON.parse(localStorage.getItem('companion.queue') || '[]')")
    return [item["what"] for item in items]


def killed(phone: Page, place: str) -> Page:
    """Have the tab die without a word, as where a phone has no memory left, and open the app again."""
    context = phone.context
    assert context.browser is not None
    asked = context.browser.new_browser_cdp_session()
    processes = asked.send("SystemInfo.getProcessInfo")["processInfo"]
    asked.detach()
    with phone.expect_event("crash"):
        for process in processes:
            if process["type"] == "renderer":
                os.kill(process["id"], signal.SIGKILL)
    phone.close()
    again = context.new_page()
    again.goto(place)
    return again


def offline_hand(phone: Page, table: str) -> None:
    phone.goto(f"{table}/offline")
    phone.locator("label[for=knocker-0]").tap()
    phone.fill("#hand-0", "2")
    phone.fill("#hand-1", "22")


def test_a_hand_that_hangs_on_its_way_is_on_the_phone_already(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    offline_hand(phone, table)
    network = HeldRequests(phone, "**/offline")
    phone.get_by_role("button", name="Send this hand").tap()
    expect(phone.locator(".queue")).to_contain_text("Hand 1: sending")
    network.wait(1)
    assert len(network.requests) == 1
    assert stored(phone) == ["Hand 1"]
    phone.close()
    phone = phone.context.new_page()
    phone.goto(table)
    expect(phone.locator(".score .big")).to_have_text(["20", "0"])
    expect(phone.locator(".queue")).to_contain_text("Hand 1: sent.")
    assert stored(phone) == []
    assert len(hands_of(phone, table)) == 1


def test_a_ruling_that_hangs_on_its_way_is_recorded_by_the_next_page(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    phone.goto(counted(phone, table, 2, 22))
    network = HeldRequests(phone, "**/ruling")
    phone.get_by_role("button", name="Record").tap()
    expect(phone.locator(".queue")).to_contain_text("What you recorded: sending")
    network.wait(1)
    assert stored(phone) == ["What you recorded"]
    phone = killed(phone, f"{table}/sheet")
    expect(phone.locator(".queue")).to_contain_text("What you recorded: sent.")
    assert len(hands_of(phone, table)) == 1


def test_a_request_that_arrives_after_all_records_nothing_twice(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    phone.goto(counted(phone, table, 2, 22))
    network = HeldRequests(phone, "**/ruling")
    phone.get_by_role("button", name="Record").tap()
    expect(phone.locator(".queue")).to_contain_text("sending")
    network.wait(1)
    other = phone.context.new_page()
    other.goto(f"{table}/sheet")
    expect(other.locator(".queue")).to_contain_text("sent.")
    network.let_go()
    phone.wait_for_selector("#table")
    assert stored(phone) == []
    assert len(hands_of(phone, table)) == 1


def test_the_next_hand_is_entered_while_the_last_one_hangs(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    offline_hand(phone, table)
    network = HeldRequests(phone, "**/offline")
    phone.get_by_role("button", name="Send this hand").tap()
    expect(phone.locator("#hand-0")).to_have_value("")
    phone.locator("label[for=knocker-1]").tap()
    phone.fill("#hand-0", "30")
    network.let_go()
    expect(phone.locator(".queue")).to_contain_text("Hand 1: sent.")
    expect(phone.locator("#hand-0")).to_have_value("30")
    phone.fill("#hand-1", "4")
    phone.unroute("**/offline")
    phone.get_by_role("button", name="Send this hand").tap()
    phone.wait_for_selector("#table")
    assert [hand["knocker"] for hand in hands_of(phone, table)] == ["Ann", "Bob"]


def test_a_faulty_hand_stays_on_the_phone_with_its_error_beside_it(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    offline_hand(phone, table)
    phone.fill("#hand-0", "12")
    phone.get_by_role("button", name="Send this hand").tap()
    expect(phone.locator("main .error-box")).to_contain_text("can't knock with 12")
    expect(phone.locator("#hand-0")).to_have_value("12")
    expect(phone.locator(".queue")).to_contain_text("Hand 1 needs your attention")
    phone.fill("#hand-0", "2")
    phone.get_by_role("button", name="Send this hand").tap()
    phone.wait_for_selector("#table")
    assert stored(phone) == []
    expect(phone.locator(".queue")).to_have_text("")


def test_a_round_of_gem_ii_that_hangs_is_not_lost_either(phone: Page) -> None:
    table = import_game(phone, game_document("gem-ii"))
    phone.goto(f"{table}/offline")
    for field, number in (("cards-0", "20"), ("cards-1", "14"), ("betting-1", "25")):
        phone.fill(f"#{field}", number)
    network = HeldRequests(phone, "**/offline")
    phone.get_by_role("button", name="Send this round").tap()
    expect(phone.locator(".queue")).to_contain_text("Round 1: sending")
    network.wait(1)
    phone = killed(phone, table)
    expect(phone.locator(".queue")).to_contain_text("Round 1: sent.")
    (played,) = hands_of(phone, table, "rounds")
    assert played["counted"]["cards"] == {"Ann": 20, "Bob": 14}
