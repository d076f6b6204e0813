"""A network that fails, is slow, or is not there: nothing lost, nothing doubled, in real browsers."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, expect

from tests.support.browser import ARGUMENTS, CHROMIUM, wait_until
from tests.support.prepared import counted, knocked, new_game, open_table, send, show_table
from tests.support.server import HOST, free_port, running
from tests.support.taps import join, wait_until_kept


def to_the_ruling(phone: Page) -> None:
    """Show the ruling of a hand by its numbers."""
    table = new_game(phone, "Ann", "Bob")
    phone.goto(counted(phone, table, 2, 22))


def test_a_server_that_is_busy_is_waited_for_in_its_own_words(phone: Page) -> None:
    to_the_ruling(phone)
    page = "<main><h1>The app is busy</h1><p>No space is left. Nothing was saved.</p></main>"
    phone.route("**/ruling", lambda route: route.fulfill(status=503, body=page, content_type="text/html"))
    phone.get_by_role("button", name="Record").tap()
    expect(phone.locator(".queue")).to_contain_text("waiting to be sent. The app is busy No space is left.")
    phone.unroute("**/ruling")
    phone.evaluate("dispatchEvent(new Event('online'))")
    phone.wait_for_selector("#table")
    expect(phone.locator(".score .big")).to_have_text(["20", "0"])


def test_a_queued_hand_is_discarded_at_the_second_tap_and_may_be_sent_again(phone: Page) -> None:
    phone.clock.install()
    to_the_ruling(phone)
    # The button asks for a few seconds only.
    phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 60)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Record").tap()
    phone.get_by_role("button", name="Discard").tap()
    expect(phone.locator(".queue")).to_contain_text("waiting to be sent")
    phone.get_by_role("button", name="Really discard it?").tap()
    expect(phone.locator(".queue")).not_to_contain_text("waiting to be sent")
    phone.clock.resume()
    phone.context.set_offline(False)
    phone.get_by_role("button", name="Record").tap()
    phone.wait_for_selector("#table")
    expect(phone.locator(".score .big")).to_have_text(["20", "0"])


def give(phone: Page, knocker: int, *hands: str) -> None:
    phone.locator(f"label[for=knocker-{knocker}]").tap()
    for seat, text in enumerate(hands):
        phone.fill(f"#hand-{seat}", text)
    phone.get_by_role("button", name="Send this hand").tap()


def test_without_a_network_a_hand_waits_and_is_sent_by_itself_once(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(keeps=True)
    table = new_game(phone, "Ann", "Bob")
    phone.goto(table)
    wait_until_kept(phone)
    phone.context.set_offline(True)
    phone.goto(table)
    expect(phone).to_have_title(re.compile("without a network"))
    give(phone, 0, "2", "22")
    expect(phone.locator(".queue")).to_contain_text("Hand 1: waiting to be sent.")
    give(phone, 1, "568c 9cds 2345h", "3")
    expect(phone.locator(".queue")).to_contain_text("Hand 2: waiting to be sent.")
    phone.goto(f"{table}/sheet")
    expect(phone).to_have_title(re.compile("Score sheet"))
    phone.goto("/settings")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No network right now")
    expect(phone.locator("[data-kept-list] a").first).to_contain_text("Ann 0, Bob 0")
    phone.context.set_offline(False)
    phone.goto(table)
    queue = phone.locator(".queue")
    expect(queue).to_contain_text("Hand 2 needs your attention. 5♣ 6♣ 8♣ isn't a run: 7♣ is missing.")
    expect(phone.locator(".score .big")).to_have_text(["20", "0"])
    queue.get_by_role("button", name="Show").tap()
    phone.wait_for_selector(".error-box")
    phone.fill("#hand-0", "567c 9cds 2-4h 8h")
    phone.get_by_role("button", name="Send this hand").tap()
    phone.wait_for_selector("#table")
    expect(phone.locator(".score .big")).to_have_text(["20", "5"])
    expect(queue).to_be_empty()
    assert len(json.loads(phone.request.get(f"{table}/export.json").text())["hands"]) == 2


def test_a_page_is_looked_after_though_its_worker_missed_it_and_without_caches(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(keeps=True)
    table = new_game(phone, "Ann", "Bob")
    phone.goto(table)
    wait_until_kept(phone)
    with phone.expect_navigation(wait_until="commit"):
        # A reload past all caches opens the page without its worker.
        phone.context.new_cdp_session(phone).send("Page.reload", {"ignoreCache": True})
    wait_until(phone, "document.readyState === 'complete'")
    wait_until(phone, "navigator.serviceWorker.controller !== null")
    phone.context.service_workers[0].evaluate("""() => {
        for (const way of ["match", "open"]) CacheStorage.prototype[way] = () => Promise.reject(new Error("no space"));
    }""")
    phone.goto(f"{table}/sheet")
    expect(phone).to_have_title(re.compile("Score sheet"))
    assert phone.evaluate("navigator.serviceWorker.controller !== null")


def test_on_plain_http_nothing_is_missed(new_phone: Callable[..., Page], live_server: str) -> None:
    ann, bob = new_phone(), new_phone(keeps=True, base_url=live_server.replace("127.0.0.1", "table.test"))
    table = new_game(ann, "Ann", "Bob")
    join(bob, open_table(ann, table), "Bob")
    assert bob.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator]") == [False] * 3
    send(ann, table, f"{table}/drawn")
    expect(bob.locator("#next")).to_contain_text("Hand 2:")


def test_the_browser_finds_nothing_that_hinders_installing(browser: Browser, live_server: str, tmp_path: Path) -> None:
    context = browser.browser_type.launch_persistent_context(str(tmp_path), executable_path=CHROMIUM, args=ARGUMENTS)
    page = context.pages[0]
    page.goto(live_server, wait_until="networkidle")
    asked = context.new_cdp_session(page)
    asked.send("Page.enable")
    assert asked.send("Page.getAppManifest")["errors"] == []
    assert asked.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    context.close()


def test_taps_outlive_a_reload_while_the_server_is_away(new_phone: Callable[..., Page], tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "tests.support.server", str(port), str(tmp_path)]
    with running(command, port, tmp_path):
        phone = new_phone(keeps=True, base_url=f"http://{HOST}:{port}")
        table = show_table(phone)
        wait_until_kept(phone)
        phone.goto(knocked(phone, table))
        phone.locator("#k5C").tap()
        expect(phone.locator("#l5C")).to_be_visible()
    for card in ("6C", "7C", "QD"):
        phone.locator(f"#k{card}").tap()
    expect(phone.locator("#count")).to_contain_text("Your taps are kept")
    phone.reload()
    expect(phone).to_have_title(re.compile("without a network"))
    with running(command, port, tmp_path):
        for card in ("5C", "6C", "7C", "QD"):
            expect(phone.locator(f"#l{card}")).to_be_visible(timeout=20_000)
        expect(phone.locator("#count")).to_contain_text("4 of 11")
        expect(phone.locator(".sent")).to_have_count(0)
        phone.reload()
        expect(phone.locator("#count")).to_contain_text("4 of 11")


def wire_bytes(answer: Response) -> int:
    sizes = answer.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def test_the_whole_first_visit_costs_at_most_fifty_five_kilobytes(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(keeps=True)
    answers: list[Response] = []
    phone.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - playwright marks what it is given
    phone.goto("/", wait_until="networkidle")
    assert len(answers) >= 4
    assert sum(wire_bytes(answer) for answer in answers) <= 55_000
