"""Two and three phones on one table, in real browsers: what one does the others show."""

import re
from collections.abc import Callable

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.support.browser import wait_for, wait_until
from tests.support.documents import counted_hand, game_document
from tests.support.prepared import counted, import_game, led_to_hands, new_game, open_table, send, written
from tests.support.prepared import join as come_in
from tests.support.taps import press, roll, wait_until_kept, write_only

NOTE_THE_DICE_GONE = """() => {
    window.gone = false;
    new MutationObserver(() => { window.gone ||= !document.querySelector(".fact .huge"); })
        .observe(document.body, { childList: true, subtree: true });
}"""
ASKS_AFTER = 1_200
"""Milliseconds after which a page asks for news."""


def lay_off(phone: Page, card: str, said: str) -> None:
    phone.get_by_role("button", name=f"Lay off the {card}").tap()
    expect(phone.get_by_text(said)).to_be_visible()


def pass_on(phone: Page) -> None:
    phone.get_by_role("button", name="That's all").tap()
    expect(phone.get_by_role("button", name="That's all")).to_have_count(0)


def test_both_phones_go_on_when_a_card_of_two_hands_is_corrected(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    led_to_hands((ann, bob), table)
    ann.goto(written(ann, table, 0, "567c Qchs 9cds / 2d"))
    bob.goto(written(bob, table, 1, "456d Kcdh / 9c as 2h 4s"))
    for phone, other in ((ann, "Bob"), (bob, "Ann")):
        expect(phone.get_by_text(f"9♣ is in {other}'s hand too")).to_be_visible()
    bob.get_by_role("link", name="Correct my hand").tap()
    bob.wait_for_url("**/seat/1")
    # The card that is in both hands is no look at the other ten.
    expect(bob.locator(".key.elsewhere")).to_have_count(0)
    write_only(bob, "456d Kcdh / 8c as 2h 4s")
    expect(ann.get_by_text("as soon as Bob is done")).to_be_visible()
    bob.locator("#done").tap()
    bob.wait_for_url("**/lay-offs")
    ann.wait_for_url("**/lay-offs")


def test_a_phone_whose_hand_another_one_took_over_is_led_away_from_its_keys(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    led_to_hands((ann, bob), table)
    bob.goto(f"{table}/hand/1/seat/1")
    write_only(bob, "456d Kcdh / 8c as 2h")
    ann.goto(written(ann, table, 0, "567c Qchs 9cds / 2d"))
    ann.get_by_role("link", name="Enter it here for Bob").tap()
    expect(ann.get_by_text("What the other phone has of Bob's hand is discarded")).to_be_visible()
    ann.get_by_role("link", name="Leave it").tap()
    ann.get_by_role("link", name="Enter it here for Bob").tap()
    ann.get_by_role("button", name="Start it again").tap()
    ann.wait_for_url("**/seat/1")
    bob.wait_for_url("**/wait?gone=1")
    expect(bob.get_by_text("Another phone started your hand again.")).to_be_visible()


def test_three_phones_lay_off_in_turn_dispute_and_overrule(new_phone: Callable[..., Page]) -> None:
    ann, bob, cid = phones = [new_phone() for _ in range(3)]
    table = new_game(ann, "Ann", "Bob", "Cid", game="gem-rummy")
    code = open_table(ann, table, seat=0)
    come_in(bob, code, 1)
    come_in(cid, code, 2)
    ann.goto(table)
    roll(ann, 3, 4)
    for phone in (bob, cid):
        expect(phone.locator(".fact .huge")).to_have_text("7")
    led_to_hands(phones, table)
    hands = (
        "567c Jchs 9cds 2d as",
        "456d Kcdh / 8c 3s 2h 4s jd",
        "/ 10h 9h qd 4c 2c 3h 6s 7s 10s qs 5h",
    )
    for seat, (phone, text) in enumerate(zip(phones, hands, strict=True)):
        phone.goto(written(phone, table, seat, text))
    for phone in phones:
        phone.wait_for_url("**/lay-offs")
    expect(bob.get_by_role("heading", name="Bob's turn")).to_be_visible()
    expect(cid.get_by_text("Bob lays off on their own phone.")).to_be_visible()
    lay_off(bob, "8 of clubs", "Bob lays off 8♣")
    expect(cid.get_by_role("heading", name="Cid's turn")).to_be_visible()
    lay_off(cid, "4 of clubs", "Cid lays off 4♣")
    expect(bob.get_by_role("heading", name="Bob's turn")).to_be_visible()
    pass_on(bob)
    expect(cid.get_by_role("heading", name="Bob passed")).to_be_visible()
    pass_on(cid)
    for phone in phones:
        phone.wait_for_url("**/ruling")
    ann.get_by_role("button", name="Accept and record").tap()
    expect(cid).to_have_url(f"{table}/hands/1")  # a second update may lead there too, and abort a navigation
    cid.get_by_text("Dispute", exact=True).tap()
    cid.fill("#own-word", "the 4 was not laid off")
    press(cid, "Send")
    expect(ann.get_by_text("Cid disputes it: “the 4 was not laid off”")).to_be_visible()
    ann.get_by_role("link", name="Look at it").tap()
    expect(ann.get_by_text("the 4 was not laid off").first).to_be_visible()
    ann.get_by_text("More", exact=True).tap()
    ann.get_by_role("link", name="Overrule").tap()
    ann.fill("#points-0", "9")
    ann.fill("#reason", "as we agreed")
    ann.get_by_role("button", name="Overrule").tap()
    expect(ann.get_by_text("Ann overruled this ruling: “as we agreed”")).to_be_visible()
    cid.goto(f"{table}/sheet")
    expect(cid.locator(".score-sheet")).to_contain_text("overruled")


def test_what_is_being_typed_stays_when_another_phone_does_something(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    ann.goto(counted(ann, table, 2, 22))
    ann.get_by_role("button", name="Accept and record").tap()
    ann.wait_for_selector("#table")
    bob.goto(f"{table}/hands/1")
    bob.get_by_text("Dispute", exact=True).tap()
    bob.locator("#own-word").press_sequentially("I had fve")
    bob.locator("#own-word").press("ArrowLeft")
    bob.locator("#own-word").press("ArrowLeft")
    ann.goto(f"{table}/hands/1/overrule")
    ann.fill("#points-0", "21")
    ann.fill("#reason", "miscounted")
    press(ann, "Overrule")
    expect(bob.get_by_text("Does everyone agree?")).to_be_visible()
    expect(bob.locator("#own-word")).to_be_focused()
    bob.keyboard.type("i")
    expect(bob.locator("#own-word")).to_have_value("I had five")


def test_a_page_fetched_before_a_tap_does_not_undo_what_the_tap_shows(new_phone: Callable[..., Page]) -> None:
    ann, bob = new_phone(), new_phone()
    table = import_game(
        ann, game_document("gem-rummy", ("Ann", "Bob"), hands=[counted_hand("Ann", (3, 4), Ann=2, Bob=22)])
    )
    come_in(bob, open_table(ann, table, seat=0), 1)
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.resource_type == "fetch" and not late:
            late.append((route, route.fetch()))
        else:
            route.continue_()

    ann.goto(table)
    ann.route(table, hold)
    bob.goto(f"{table}/hands/1")
    bob.get_by_role("button", name="Accept", exact=True).tap()
    wait_for(ann, lambda: late, "a page that is fetched")
    roll(ann, 3, 4)
    (route, page), *_ = late
    ann.evaluate(NOTE_THE_DICE_GONE)
    # The phone asks again once it has looked at the page.
    with ann.expect_request("**/pulse?*"):
        route.fulfill(response=page)
    assert ann.evaluate("window.gone") is False
    expect(ann.get_by_text("Accepted by")).to_contain_text("Bob")


TURNED_OVER = "document.dispatchEvent(new Event('visibilitychange'))"


def test_a_phone_that_lies_face_down_asks_for_nothing(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url) if "/pulse" in request.url else None)
    phone.clock.install()
    with phone.expect_request("**/pulse?*"):
        phone.goto(table)
        phone.clock.run_for(ASKS_AFTER)
    asked.clear()
    phone.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    # Its question ends, so that the browser has room for others.
    with phone.expect_event("requestfailed", lambda request: "/pulse" in request.url):
        phone.evaluate(TURNED_OVER)
        phone.clock.run_for(ASKS_AFTER)
    phone.clock.run_for(10 * ASKS_AFTER)
    assert asked == []
    phone.evaluate("delete document.hidden")
    with phone.expect_request("**/pulse?*"):
        phone.evaluate(TURNED_OVER)
        phone.clock.run_for(ASKS_AFTER)


def test_two_tabs_of_one_phone_show_the_same_hand_an_outdated_one_at_a_tap(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    led_to_hands((ann, bob), table)
    tab, outdated = ann.context.new_page(), ann.context.new_page()
    tab.goto(ann.url)
    ann.locator("#k7C").tap()
    expect(ann.locator("#count .number").first).to_have_text("1 of 10")
    expect(tab.locator("#count .number").first).to_have_text("1 of 10")
    expect(tab.locator("#k7C")).to_have_class(re.compile("mine"))
    outdated.add_init_script("delete window.BroadcastChannel")
    outdated.goto(ann.url)
    tab.locator("#k8C").tap()
    expect(ann.locator("#hand .hand-card")).to_have_count(2)
    outdated.locator("#hand .hand-card").first.tap()
    expect(outdated.locator("#count .number").first).to_have_text("2 of 10")
    expect(outdated.locator("#hand .hand-card")).to_have_count(2)


def test_who_may_do_what_shows_at_once_on_the_phones_that_it_is_about(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    for phone in pair[:2]:
        phone.goto(f"{table}/people")
    ann.get_by_text("Transfer this game").tap()
    ann.get_by_role("button", name="To Bob, who plays").tap()
    press(ann, "Really transfer it?")
    expect(bob.get_by_role("heading", name="Links for one role")).to_be_visible()
    expect(ann.get_by_role("heading", name="Links for one role")).to_have_count(0)
    bob.get_by_role("button", name="Remove Ann").tap()
    press(bob, "Remove Ann")
    expect(ann.get_by_role("heading", name="There's nothing here")).to_be_visible()


def test_the_inviting_phone_says_at_once_who_joined_and_when_in_its_own_zone(new_phone: Callable[..., Page]) -> None:
    ann = new_phone(timezone_id="Asia/Tokyo")
    table = new_game(ann, "Ann", "Bob")
    code = open_table(ann, table)
    ann.goto(f"{table}/people")
    expect(ann.locator("#who-joined")).to_have_text("")
    come_in(new_phone(), code, 1)
    expect(ann.get_by_text("Bob joined", exact=True)).to_be_visible()
    expect(ann.get_by_text("Bob joined", exact=True)).to_be_in_viewport()
    come_in(new_phone(), code, "watch")
    expect(ann.locator("#who-is-in time")).to_have_count(1)
    expect(ann.locator("#who-is-in time")).not_to_contain_text("UTC")


def test_players_and_phones_lead_to_the_table_once_the_game_is_closed(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    open_table(phone, table)
    phone.goto(f"{table}/people")
    expect(phone.locator("#come-in")).to_be_visible()
    with phone.expect_navigation(url=re.compile(f"{table}(/end)?$")):
        send(phone, f"{table}/about", act="close")
    expect(phone.locator("#come-in")).to_have_count(0)


def test_a_deleted_game_is_gone_from_every_phone(new_phone: Callable[..., Page]) -> None:
    ann, bob = new_phone(keeps=True), new_phone()
    table = new_game(ann, "Ann", "Bob")
    come_in(bob, open_table(ann, table), 1)
    ann.goto(table)
    wait_until_kept(ann)
    ann.goto(f"{table}/leave")
    ann.get_by_role("button", name="Delete this game").tap()
    ann.get_by_role("button", name="Delete for good").tap()
    ann.wait_for_url("**/games")
    expect(bob.get_by_role("heading", name="There's nothing here")).to_be_visible()
    pages = "caches.open('companion-games').then((kept) => kept.keys()).then((keys) => keys.map((one) => one.url))"
    assert [url for url in ann.evaluate(pages) if not url.endswith("?kept")] == []


def test_the_screen_stays_awake_while_a_game_is_played_and_only_then(phone: Page) -> None:
    phone.add_init_script(
        "window.asked = 0; navigator.wakeLock.request = async () => { asked += 1; return new EventTarget(); };"
    )
    table = new_game(phone, "Ann", "Bob")
    phone.goto(f"{table}/sheet")
    assert phone.evaluate("asked") == 0, "the sheet is read, not played"
    phone.goto(table)
    wait_until(phone, "asked === 1")
    phone.goto(f"{table}/hand/1/numbers")
    wait_until(phone, "asked === 1")
    phone.goto(counted(phone, table, 0, 99))
    phone.get_by_role("button", name="Record").tap()
    phone.wait_for_url("**/end")
    assert phone.evaluate("asked") == 0


def test_each_pair_of_a_round_plays_on_its_own_phones(new_phone: Callable[..., Page]) -> None:
    """A knock leads the phones of its pair alone; the others see what it came to, and all go on to the next round."""
    ann, bob, dee = new_phone(), new_phone(), new_phone()
    names = ("Ann", "Bob", "Cid", "Dee")
    table = import_game(ann, game_document("gin-rummy", names, form="partners", sides=[names[::2], names[1::2]]))
    code = open_table(ann, table, seat=0)
    come_in(bob, code, 1)
    come_in(dee, code, 3)
    ann.goto(table)
    led_to_hands((ann, bob), table)
    expect(dee.locator("[data-pair='1']")).to_contain_text("Ann knocked")
    ann.goto(written(ann, table, 0, "567c Qchs 9cds / 2d"))
    bob.goto(written(bob, table, 1, "456d Kcdh / 8c as 2h 4s"))
    pass_on(bob)
    ann.wait_for_url("**/ruling")
    ann.get_by_role("button", name="Done").tap()
    expect(dee.locator("[data-pair='1']")).to_contain_text("13 for Ann")
    dee.goto(send(dee, f"{table}/hand/2/numbers", knocker=1, form={"points-0": 30, "points-1": 4}))
    dee.get_by_role("button", name="Done").tap()
    ann.get_by_role("button", name="Record the round").tap()
    for phone in (ann, dee):
        expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
        expect(phone.locator("[data-pair='3']")).to_contain_text("Ann – Dee")
    expect(dee.get_by_text("Round 1: Bob & Dee +13")).to_be_visible()
