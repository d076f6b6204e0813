"""Two and three phones on one table, in real browsers: what one does the others show, and a network that fails."""

from __future__ import annotations

import json
import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.screens.conftest import ARGUMENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

SOON = 2_000
"""Milliseconds within which the other phones show what one did."""
HANDS = ("5C 6C 7C QC QH QS 9C 9D 9S 2D", "4D 5D 6D KC KD KH JS AS 2H 4S")
CUTS = 50
"""How often the network is cut: twice for every card, every hand that is in, the record and each word on it."""


def begin(phone: Page, *names: str, game: str = "gin-rummy") -> str:
    phone.goto("/import")
    phone.fill("#text", json.dumps({"game": game, "players": list(names), "first_dealer": names[0], "hands": []}))
    with phone.expect_navigation():
        phone.get_by_role("button", name="Bring it in").click()
    return phone.url.removesuffix("/sheet")


def let_in(owner: Page, table: str) -> str:
    """Open the table, and give its code."""
    owner.goto(f"{table}/people")
    owner.get_by_role("button", name="Let other phones in").tap()
    return owner.locator(".the-code b").inner_text()


def sit(owner: Page, name: str) -> None:
    with owner.expect_navigation():
        owner.get_by_role("button", name=name, exact=True).tap()


def join(phone: Page, code: str, name: str) -> None:
    phone.goto("/")
    phone.fill("#code", code.lower())
    phone.get_by_role("button", name="Join").tap()
    phone.get_by_role("button", name=name).tap()
    phone.wait_for_selector("#table")


@contextmanager
def soon() -> Iterator[None]:
    """See that what stands in the block was there within the promised time."""
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < SOON / 1000


@pytest.fixture
def pair(new_phone: Callable[..., Page]) -> tuple[Page, Page, str]:
    """Give Ann's and Bob's phones at a game of Gin Rummy, each on its seat."""
    ann, bob = new_phone(), new_phone()
    table = begin(ann, "Ann", "Bob")
    code = let_in(ann, table)
    sit(ann, "Ann")
    join(bob, code, "Bob")
    ann.goto(table)
    return ann, bob, table


def write(phone: Page, text: str) -> None:
    phone.goto(phone.url.split("?")[0] + "?typed=")
    phone.fill("#text", text)
    phone.get_by_role("button", name="Lay it out").tap()
    expect(phone.locator(".laid").first).to_be_visible()


def knock(phone: Page, other: Page) -> None:
    """Say that Ann knocked, and go to the own hand on both phones."""
    phone.get_by_role("link", name="Showdown").tap()
    phone.locator("[name=knock]").first.tap()
    phone.wait_for_url("**/seat/0")
    with soon():
        expect(other.get_by_role("link", name="Ann knocked")).to_be_visible()
    other.get_by_role("link", name="Ann knocked").tap()
    other.wait_for_url("**/seat/1")


def test_from_the_code_over_hidden_hands_to_accepted_by_all(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    knock(ann, bob)
    write(bob, "456d Kcdh 8c as 2h 4s")
    write(ann, "567c Qchs 9cds 2d")
    bob.locator("#done").tap()
    expect(bob.get_by_text("as soon as Ann is in")).to_be_visible()
    ann.locator("#done").tap()
    with soon():
        bob.wait_for_url("**/lay-offs")
    ann.wait_for_url("**/lay-offs")
    expect(ann.get_by_text("Bob does so on the own phone.")).to_be_visible()
    bob.locator(".offer").first.tap()
    with soon():
        ann.wait_for_url("**/ruling")
    bob.wait_for_url("**/ruling")
    for phone in (ann, bob):
        expect(phone.get_by_role("heading", level=1)).to_have_text("Ann wins")
        expect(phone.locator("#outcome .huge")).to_have_text("5")
    ann.get_by_role("button", name="Accept and record").tap()
    with soon():
        bob.wait_for_url("**/hands/1")
    bob.get_by_role("button", name="I accept this ruling").tap()
    bob.wait_for_selector("#table")
    with soon():
        expect(ann.get_by_text("Accepted by all.")).to_be_visible()
    ann.goto(f"{table}/sheet")
    expect(ann.locator(".hands")).to_contain_text("accepted by all")


def test_three_phones_lay_off_in_turn_dispute_and_overrule(new_phone: Callable[..., Page]) -> None:
    ann, bob, cid = phones = [new_phone() for _ in range(3)]
    table = begin(ann, "Ann", "Bob", "Cid", game="gem-rummy")
    code = let_in(ann, table)
    sit(ann, "Ann")
    join(bob, code, "Bob")
    join(cid, code, "Cid")
    ann.goto(table)
    ann.locator("label[for=first-3]").tap()
    ann.locator("label[for=second-4]").tap()
    for phone in (bob, cid):
        with soon():
            expect(phone.locator(".fact .huge")).to_have_text("7")
    ann.get_by_role("link", name="Showdown").tap()
    ann.locator("[name=knock]").first.tap()
    ann.wait_for_url("**/seat/0")
    hands = (
        "567c Jchs 9cds 2d as",
        "456d Kcdh 8c 3s 2h 4s jd",
        "10h 9h qd 4c 2c 3h 6s 7s 10s qs 5h",
    )
    for seat, (phone, text) in enumerate(zip(phones, hands, strict=True)):
        phone.goto(f"{table}/hand/1/seat/{seat}")
        write(phone, text)
        phone.locator("#done").tap()
    for phone in phones:
        phone.wait_for_url("**/lay-offs")
    expect(bob.get_by_text("Tap what is laid off.")).to_be_visible()
    expect(cid.get_by_text("Bob does so on the own phone.")).to_be_visible()
    bob.locator(".offer").first.tap()
    with soon():
        expect(cid.get_by_text("Tap what is laid off.")).to_be_visible()
    for phone in (cid, bob) * 4:
        offer = phone.locator(".offer").first
        expect(offer.or_(phone.locator("#outcome"))).to_be_visible()
        if "/ruling" not in phone.url:
            with phone.expect_navigation():
                offer.tap()
    for phone in phones:
        with soon():
            phone.wait_for_url("**/ruling")
    ann.get_by_role("button", name="Accept and record").tap()
    cid.wait_for_url("**/hands/1")
    cid.get_by_text("Cid disputes it").tap()
    cid.fill("#word-2", "the 4 was not laid off")
    cid.get_by_role("button", name="Dispute").tap()
    with soon():
        expect(ann.get_by_text("Disputed by Cid.")).to_be_visible()
    ann.get_by_text("Disputed by Cid.").tap()
    expect(ann.get_by_text("the 4 was not laid off").first).to_be_visible()
    ann.get_by_role("link", name="Set the ruling aside").tap()
    ann.fill("#points-0", "9")
    ann.fill("#reason", "as we agreed")
    ann.get_by_role("button", name="Let this count").tap()
    ann.wait_for_url("**/hands/1")
    cid.goto(f"{table}/sheet")
    expect(cid.locator(".hands")).to_contain_text("overruled by the table, by Ann: “as we agreed”")


def test_what_is_being_typed_stays_when_another_phone_does_something(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    ann.goto(f"{table}/hand/1/numbers")
    ann.locator("label[for=knocker-0]").tap()
    ann.fill("#points-0", "2")
    ann.fill("#points-1", "22")
    ann.get_by_role("button", name="The ruling").tap()
    ann.get_by_role("button", name="Accept and record").tap()
    ann.wait_for_selector("#table")
    bob.goto(f"{table}/hands/1")
    bob.get_by_text("Bob disputes it").tap()
    bob.locator("#word-1").press_sequentially("I had fve")
    bob.locator("#word-1").press("ArrowLeft")
    bob.locator("#word-1").press("ArrowLeft")
    ann.goto(f"{table}/hands/1")
    ann.get_by_text("Correct the cards").tap()
    ann.goto(f"{table}/hands/1/overrule")
    ann.fill("#points-0", "21")
    ann.fill("#reason", "miscounted")
    ann.get_by_role("button", name="Let this count").tap()
    with soon():
        expect(bob.get_by_text("Do all agree?")).to_be_visible()
    expect(bob.locator("#word-1")).to_be_focused()
    bob.keyboard.type("i")
    expect(bob.locator("#word-1")).to_have_value("I had five")


KEPT = 3
"""The sheet, the page to enter a hand on, and a mark of how the game stood then."""


TEXT_SIZE = """(size) => {
    const rule = [...document.styleSheets[0].cssRules].find((one) => one.selectorText === "html");
    const before = rule.style.fontSize;
    rule.style.fontSize = size;
    return before;
}"""


class Cuts:
    """A network that fails: requests that never arrive, and answers that are lost, in turn."""

    def __init__(self, phone: Page) -> None:
        self.count = 0
        self._turn = 0
        phone.route(re.compile(r"/(seat/\d|ruling|word)(\?.*)?$"), self._handle)

    def _handle(self, route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        self._turn += 1
        if self._turn % 3 == 0:
            route.continue_()
            return
        self.count += 1
        if self._turn % 3 == 2:
            route.fetch(max_redirects=0)
        route.abort("internetdisconnected")


def again(phone: Page) -> None:
    """Have what waits sent twice more, as the phone does by itself after a while or when it hears of a network."""
    for _ in range(2):
        expect(phone.locator(".queue")).to_contain_text("waiting to be sent")
        phone.wait_for_timeout(100)
        with phone.expect_event("request", lambda request: request.method == "POST"):
            phone.evaluate("dispatchEvent(new Event('online'))")


def test_a_network_that_is_cut_again_and_again_loses_and_doubles_nothing(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(service_workers="block")
    table = begin(phone, "Ann", "Bob")
    phone.goto(table)
    phone.get_by_role("link", name="Showdown").tap()
    phone.locator("[name=knock]").first.tap()
    phone.wait_for_url("**/seat/0")
    cuts = Cuts(phone)
    for seat, cards in enumerate(HANDS):
        phone.goto(f"{table}/hand/1/seat/{seat}")
        for card in cards.split():
            for _ in range(3):
                if phone.locator(f"#l{card}").count():
                    break
                with phone.expect_event("requestfinished" if cuts._turn % 3 == 2 else "requestfailed"):  # noqa: SLF001
                    phone.locator(f"#k{card}").tap()
                phone.wait_for_function("!document.querySelector('.htmx-request')")
            expect(phone.locator(f"#l{card}")).to_be_visible()
        here = phone.url
        for _ in range(3):
            if phone.url == here:
                phone.locator("#done").tap()
                phone.wait_for_timeout(150)
        phone.wait_for_url(lambda url, here=here: url != here)  # type: ignore[misc]
    phone.goto(f"{table}/hand/1/ruling")
    phone.get_by_role("button", name="Record").tap()
    again(phone)
    phone.wait_for_selector("#table")
    for seat in range(2):
        phone.goto(f"{table}/hands/1")
        phone.locator(f"#accept-{seat} button").tap()
        again(phone)
        expect(phone.locator(f"#accept-{seat}")).to_have_count(0)
    document = json.loads(phone.request.get(f"{table}/export.json").text())
    (hand,) = document["hands"]
    laid = [{card for group in (*one["melds"], one["deadwood"]) for card in group} for one in hand["players"]]
    assert laid == [set(cards.split()) for cards in HANDS]
    assert "accepted by all" in phone.request.get(f"{table}/sheet").text()
    assert cuts.count >= CUTS


def test_a_server_that_is_busy_is_waited_for_in_its_own_words(pair: tuple[Page, Page, str]) -> None:
    ann, _, table = pair
    ann.goto(f"{table}/hand/1/numbers")
    ann.locator("label[for=knocker-0]").tap()
    ann.fill("#points-0", "2")
    ann.fill("#points-1", "22")
    ann.get_by_role("button", name="The ruling").tap()
    page = "<main><h1>The app is busy</h1><p>The disk of this server is full. Nothing was saved.</p></main>"
    ann.route("**/ruling", lambda route: route.fulfill(status=503, body=page, content_type="text/html"))
    ann.get_by_role("button", name="Accept and record").tap()
    expect(ann.locator(".queue")).to_contain_text(
        "waiting to be sent. The app is busy The disk of this server is full."
    )
    ann.unroute("**/ruling")
    ann.evaluate("dispatchEvent(new Event('online'))")
    ann.wait_for_selector("#table")
    expect(ann.locator(".score .big")).to_have_text(["20", "0"])


def test_what_waits_is_thrown_away_at_the_second_tap_only_and_may_be_sent_anew(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(service_workers="block")
    table = begin(phone, "Ann", "Bob")
    phone.goto(f"{table}/hand/1/numbers")
    phone.locator("label[for=knocker-0]").tap()
    phone.fill("#points-0", "2")
    phone.fill("#points-1", "22")
    phone.get_by_role("button", name="The ruling").tap()
    phone.wait_for_url("**/ruling")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Record").tap()
    phone.get_by_role("button", name="Throw away").tap()
    really = phone.get_by_role("button", name="Really throw it away?")
    expect(phone.locator(".queue")).to_contain_text("No network just now.")
    expect(phone.locator(".queue")).to_contain_text("waiting to be sent")
    really.or_(phone.get_by_role("button", name="Throw away")).tap()
    if phone.locator(".queue").get_by_text("waiting").count():
        really.tap()
    expect(phone.locator(".queue")).not_to_contain_text("waiting to be sent")
    phone.context.set_offline(False)
    phone.get_by_role("button", name="Record").tap()
    phone.wait_for_selector("#table")
    expect(phone.locator(".score .big")).to_have_text(["20", "0"])


def test_a_phone_that_lies_face_down_asks_for_nothing(phone: Page) -> None:
    table = begin(phone, "Ann", "Bob")
    phone.goto(table)
    with phone.expect_request("**/pulse*", timeout=SOON):
        pass
    asked: list[str] = []
    phone.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    # What the phone lays by for a time without network is asked for once, and may still be under way.
    phone.on("request", lambda request: asked.append(request.url) if "/pulse" in request.url else None)
    phone.wait_for_timeout(SOON)
    assert asked == []
    phone.evaluate("delete document.hidden")
    with phone.expect_request("**/pulse*", timeout=SOON):
        pass


def test_a_double_tap_and_a_second_tab_record_one_hand(pair: tuple[Page, Page, str]) -> None:
    ann, _, table = pair
    ann.goto(f"{table}/hand/1/numbers")
    ann.locator("label[for=knocker-0]").tap()
    ann.fill("#points-0", "2")
    ann.fill("#points-1", "22")
    ann.get_by_role("button", name="The ruling").tap()
    tab = ann.context.new_page()
    tab.goto(f"{table}/hand/1/ruling")
    ann.bring_to_front()
    ann.get_by_role("button", name="Accept and record").dblclick()
    ann.wait_for_selector("#table")
    tab.bring_to_front()
    with soon():
        tab.wait_for_url("**/hands/1")
    document: dict[str, Any] = json.loads(ann.request.get(f"{table}/export.json").text())
    assert len(document["hands"]) == 1


def test_a_game_that_is_handed_over_shows_at_once_what_its_new_owner_may(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    bob.goto(f"{table}/people")
    ann.goto(f"{table}/people")
    ann.get_by_text("Hand the game over").tap()
    ann.get_by_role("button", name="To Bob, who plays").tap()
    with ann.expect_navigation():
        ann.get_by_role("button", name="Really give it away?").tap()
    with soon():
        expect(bob.get_by_role("heading", name="Links for one part")).to_be_visible()
    expect(ann.get_by_role("heading", name="Links for one part")).to_have_count(0)


def test_a_deleted_game_is_gone_from_every_phone(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    kept(ann)
    bob.goto(table)
    ann.goto(f"{table}/leave")
    ann.get_by_role("button", name="Delete this game").tap()
    ann.get_by_role("button", name="Delete it for good").tap()
    ann.wait_for_url("**/games")
    with soon():
        expect(bob.get_by_role("heading", name="There is nothing here")).to_be_visible()
    pages = "caches.open('companion-games').then((kept) => kept.keys()).then((keys) => keys.map((one) => one.url))"
    assert [url for url in ann.evaluate(pages) if not url.endswith("?kept")] == []


def test_who_is_put_out_sees_it_at_once(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    ann.goto(f"{table}/people")
    ann.get_by_role("button", name="Put Bob out").tap()
    with ann.expect_navigation():
        ann.get_by_role("button", name="Put Bob out").tap()
    with soon():
        expect(bob.get_by_role("heading", name="There is nothing here")).to_be_visible()


def kept(phone: Page) -> None:
    """Wait until the phone keeps the game, and its worker looks after the page."""
    for _ in range(100):
        if (
            phone.evaluate("caches.open('companion-games').then((kept) => kept.keys()).then((keys) => keys.length)")
            == KEPT
        ):
            break
        phone.wait_for_timeout(50)
    phone.reload()
    phone.wait_for_function("navigator.serviceWorker.controller")


def give(phone: Page, knocker: int, *hands: str) -> None:
    phone.locator(f"label[for=knocker-{knocker}]").tap()
    for seat, text in enumerate(hands):
        phone.fill(f"#hand-{seat}", text)
    phone.get_by_role("button", name="Send this hand").tap()


def test_without_a_network_a_hand_waits_and_is_sent_by_itself_once(phone: Page) -> None:
    table = begin(phone, "Ann", "Bob")
    phone.goto(table)
    kept(phone)
    phone.context.set_offline(True)
    phone.goto(table)
    expect(phone).to_have_title(re.compile("without a network"))
    give(phone, 0, "2", "22")
    expect(phone.locator(".queue")).to_contain_text("Hand 1: waiting to be sent.")
    give(phone, 1, "568c 9cds 2345h", "3")
    expect(phone.locator(".queue")).to_contain_text("Hand 2: waiting to be sent.")
    phone.goto(f"{table}/sheet")
    expect(phone).to_have_title(re.compile("The sheet"))
    phone.goto("/settings")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No network just now")
    expect(phone.locator("[data-kept-list] a").first).to_contain_text("Ann 0, Bob 0")
    phone.context.set_offline(False)
    phone.goto(table)
    queue = phone.locator(".queue")
    expect(queue).to_contain_text("Hand 2: needs you. 5♣ 6♣ 8♣ is no run: 7♣ is missing.")
    expect(phone.locator(".score .big")).to_have_text(["20", "0"])
    queue.get_by_role("button", name="Look at it").tap()
    phone.wait_for_selector(".wrong")
    phone.fill("#hand-0", "567c 9cds 2-4h 8h")
    phone.get_by_role("button", name="Send this hand").tap()
    phone.wait_for_selector("#table")
    expect(phone.locator(".score .big")).to_have_text(["20", "5"])
    expect(queue).to_be_empty()
    assert len(json.loads(phone.request.get(f"{table}/export.json").text())["hands"]) == 2


def test_on_plain_http_nothing_is_missed(new_phone: Callable[..., Page], live_server: str) -> None:
    phone = new_phone(base_url=live_server.replace("127.0.0.1", "table.test"))
    table = begin(phone, "Ann", "Bob")
    phone.goto(table)
    assert phone.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator]") == [False] * 3
    code = let_in(phone, table)
    bob = new_phone()
    join(bob, code, "Bob")
    phone.goto(table)
    bob.get_by_role("button", name="Hand drawn").count()
    phone.get_by_role("button", name="Hand drawn").tap()
    with soon():
        expect(bob.locator("#next")).to_contain_text("Hand 2:")


def test_the_screen_stays_awake_while_a_game_is_played_and_only_then(new_phone: Callable[..., Page]) -> None:
    phone = new_phone()
    phone.add_init_script(
        "window.asked = 0; navigator.wakeLock.request = async () => { asked += 1; return new EventTarget(); };"
    )
    table = begin(phone, "Ann", "Bob")
    phone.goto(f"{table}/sheet")
    assert phone.evaluate("asked") == 0, "the sheet is read, not played"
    phone.goto(table)
    phone.wait_for_function("asked === 1")
    phone.goto(f"{table}/hand/1/numbers")
    phone.wait_for_function("asked === 1")
    phone.locator("label[for=knocker-0]").tap()
    phone.fill("#points-0", "0")
    phone.fill("#points-1", "99")
    phone.get_by_role("button", name="The ruling").tap()
    phone.get_by_role("button", name="Record").tap()
    phone.wait_for_url("**/end")
    assert phone.evaluate("asked") == 0


def test_the_browser_finds_nothing_that_hinders_installing(browser: Browser, live_server: str, tmp_path: Path) -> None:
    context = browser.browser_type.launch_persistent_context(
        str(tmp_path), executable_path="/usr/bin/chromium", args=ARGUMENTS
    )
    page = context.pages[0]
    page.goto(live_server, wait_until="networkidle")
    asked = context.new_cdp_session(page)
    asked.send("Page.enable")
    assert asked.send("Page.getAppManifest")["errors"] == []
    assert asked.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    context.close()


def test_two_phones_without_a_script_go_the_same_way(new_phone: Callable[..., Page]) -> None:
    ann, bob = new_phone(), new_phone(java_script_enabled=False)
    table = begin(ann, "Ann", "Bob")
    code = let_in(ann, table)
    sit(ann, "Ann")
    bob.goto("/")
    bob.fill("#code", code)
    bob.get_by_role("button", name="Join").click()
    bob.get_by_role("button", name="Bob").click()
    ann.goto(f"{table}/hand/1")
    ann.locator("[name=knock]").first.tap()
    ann.wait_for_url("**/seat/0")
    bob.goto(f"{table}/hand/1/seat/1?typed=")
    bob.fill("#text", "456d Kcdh js as 2h 4s")
    bob.get_by_role("button", name="Lay it out").click()
    bob.locator("#done").click()
    expect(bob.get_by_text("as soon as Ann is in")).to_be_visible()
    write(ann, "567c Qchs 9cds 2d")
    ann.locator("#done").tap()
    ann.wait_for_url("**/ruling")
    bob.get_by_role("link", name="Look again").click()
    expect(bob.get_by_role("heading", level=1)).to_have_text("Ann wins")


def test_axe_finds_nothing_and_nothing_is_too_wide(
    pair: tuple[Page, Page, str],
    axe_findings: Callable[[Page], list[str]],
    sideways: Callable[[Page], int],
) -> None:
    ann, bob, table = pair
    found: list[str] = []

    def look(phone: Page) -> None:
        nonlocal found
        found += axe_findings(phone)
        phone.set_viewport_size({"width": 320, "height": 568})
        before = phone.evaluate(TEXT_SIZE, "212.5%")
        found += [f"{phone.url} is {sideways(phone)} too wide"] if sideways(phone) > 0 else []
        phone.evaluate(TEXT_SIZE, before)
        phone.set_viewport_size({"width": 360, "height": 640})

    ann.goto(f"{table}/people")
    with ann.expect_navigation():
        ann.get_by_role("button", name="New link to watch").tap()
    ann.locator(".folded summary").last.tap()
    look(ann)
    bob.goto("/join")
    look(bob)
    ann.goto(table)
    bob.goto(table)
    knock(ann, bob)
    write(bob, "456d Kcdh 8c as 2h 4s")
    bob.locator("#done").tap()
    bob.wait_for_url("**/wait")
    look(bob)
    write(ann, "567c Qchs 9cds 2d")
    ann.locator("#done").tap()
    ann.wait_for_url("**/lay-offs")
    look(ann)
    bob.wait_for_url("**/lay-offs")
    bob.locator(".offer").first.tap()
    ann.wait_for_url("**/ruling")
    ann.get_by_role("button", name="Accept and record").tap()
    bob.wait_for_url("**/hands/1")
    look(bob)
    for place in ("/hands/1/overrule", "/offline", "/leave", "/leave?sure=1", "/"):
        ann.goto(table + place.rstrip("/"))
        look(ann)
    for place in ("/no-network", "/games", "/j/nothing", f"{table}/leave"):
        bob.goto(place)
        look(bob)
    assert found == []
