"""What fingers do: taps faster than the network, double taps, dice that are chosen anew, small and wide screens."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import at_sizes, box, resize, too_wide
from tests.support.network import HeldRequests
from tests.support.prepared import game_of, knocked, new_game, show_keys, show_table, typed
from tests.support.taps import center, fill_in, hold_just_shown, roll

LONG = ("Maximiliane von Hohenstein-Wal", "Bartholomaeus Friedrich Oberme", "Konstantin-Alexander Wittelsba")
PORTRAIT_SIZES = [(320, 568), (360, 560), (360, 640)]
SMALL_SIZES = [*PORTRAIT_SIZES, (640, 360)]
RECORDING = (
    "form[action$='/drawn'] button, #roll, button[form=record], button[data-asks], form[action$='/rematch'] button, "
    "button[form^=accept], button.danger"
)


class HeldTaps(HeldRequests):
    """A network that holds back the taps on the first hand, each batch with an id."""

    def __init__(self, phone: Page) -> None:
        super().__init__(phone, "**/seat/0")

    def sent(self, field: str) -> list[str]:
        return [parse_qs(request.post_data or "")[field][0] for request in self.requests]


def test_taps_made_while_one_is_under_way_go_together_in_the_next_request(phone: Page) -> None:
    show_keys(phone)
    network = HeldTaps(phone)
    for name in ["5C", "6C", "7C", "QH", "7D", "9C", "9D", "9S"]:
        phone.locator(f"#k{name}").tap()
        expect(phone.locator(f"#k{name}")).to_have_class(re.compile("sent"))
    network.wait(1)
    assert network.sent("taps") == ["card:5C"]
    network.let_go()
    network.wait(2)
    assert network.sent("taps")[1:] == ["card:6C card:7C card:QH card:7D card:9C card:9D card:9S"]
    expect(phone.locator("#k9S")).to_have_class(re.compile("sent"))
    network.let_go()
    expect(phone.locator("#count")).to_contain_text("8 of 11")
    expect(phone.locator(".sent")).to_have_count(0)
    laid = phone.locator("#hand .group").evaluate_all("groups => groups.map(one => one.getAttribute('aria-label'))")
    assert laid == ["Run", "Queen's diamonds", "Set"]
    assert len(network.sent("taps")) == 2


def test_taps_whose_answer_is_lost_are_sent_again_and_happen_once(phone: Page) -> None:
    show_keys(phone)
    network = HeldTaps(phone)
    phone.locator("#k5C").tap()
    network.let_go()
    expect(phone.locator("#l5C")).to_be_visible()
    phone.locator("#k6C").tap()
    network.let_go()
    expect(phone.locator("#l6C")).to_be_visible()
    phone.locator("#x-undo").tap()
    network.let_go(lost=True)
    expect(phone.locator("#count")).to_contain_text("No connection. Your taps are kept and will be sent again.")
    network.wait(4)
    network.let_go()
    expect(phone.locator("#l6C")).to_have_count(0)
    expect(phone.locator("#l5C")).to_be_visible()
    assert network.sent("taps")[2:] == ["act:undo", "act:undo"]
    assert network.sent("batch")[2] == network.sent("batch")[3]
    assert len(set(network.sent("batch"))) == 3


def test_leaving_a_hand_takes_pending_taps_along(phone: Page) -> None:
    show_keys(phone)
    network = HeldTaps(phone)
    for name in ("5C", "6C"):
        phone.locator(f"#k{name}").tap()
    phone.get_by_role("link", name="The showdown").tap()
    assert phone.url.endswith("/seat/0")
    network.let_go()
    network.wait(2)
    network.let_go()
    phone.wait_for_url("**/hand/1")
    expect(phone.locator(".hand-link").first).to_contain_text("2 of 11")


def test_other_dice_are_there_to_stay_once_both_are_tapped(phone: Page) -> None:
    table = show_table(phone)
    phone.get_by_role("link", name="Change dice").tap()
    phone.wait_for_selector(".face")
    phone.locator("label[for=first-6]").tap()

    def looked(url: str) -> bool:
        return url.partition("?")[0] == table

    with phone.expect_response(lambda answer: answer.request.method == "GET" and looked(answer.url)):
        phone.locator("label[for=second-5]").tap()
        expect(phone.locator(".fact .huge")).to_have_text("11")
    expect(phone).to_have_url(table)
    expect(phone.locator(".fact .huge")).to_have_text("11")
    expect(phone.locator(".face")).to_have_count(0)


def test_one_tap_corrects_no_dice_of_a_showdown_and_the_button_lays_the_hand_again(phone: Page) -> None:
    show_keys(phone)
    for name in ("QH", "3D"):
        phone.locator(f"#k{name}").tap()
    expect(phone.locator("#count")).to_contain_text("2 of 11 deadwood 13")
    phone.get_by_role("link", name="The showdown").tap()
    phone.get_by_text("Change the dice or start over").tap()
    phone.locator("label[for=first-1]").tap()
    expect(phone.locator("#first-1")).to_be_checked()
    phone.locator("label[for=second-2]").tap()
    expect(phone.locator("#second-2")).to_be_checked()
    with phone.expect_navigation():
        phone.get_by_role("button", name="Correct the dice").tap()
    phone.get_by_role("link", name="enter").first.tap()
    expect(phone.locator("#hand .group")).to_have_attribute("aria-label", "Queen's diamonds")


class Presser:
    """Presses buttons, and looks that none that records lies on the next page where the pressed one lay."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone
        self.pressed = 0

    def on(self, place: Locator, until: str) -> None:
        places = {size: self._place_at(place, size) for size in PORTRAIT_SIZES}
        self.phone.evaluate("window.before = true")
        place.tap()
        self.phone.wait_for_selector(until)
        for size, (x, y, scrolled) in places.items():
            resize(self.phone, size)
            there = self.phone.evaluate(
                """([recording, x, y, scrolled]) => {
                if (window.before) scrollTo(0, scrolled);
                return [...document.querySelectorAll(recording)].filter(button => {
                    const box = button.getBoundingClientRect();
                    return button.checkVisibility()
                        && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
                }).map(button => button.textContent); }""",
                [RECORDING, x, y, scrolled],
            )
            assert there == [], f"{until}, {size}: {there} where the button lay that leads there"
        self.pressed += 1

    def _place_at(self, place: Locator, size: tuple[int, int]) -> tuple[float, float, float]:
        """Return where a finger finds a button on a phone of a size, and how far the page is scrolled for it."""
        resize(self.phone, size)
        place.tap(trial=True)
        return *center(place), self.phone.evaluate("scrollY")

    def button(self, name: str, until: str) -> None:
        self.on(self.phone.get_by_role("button", name=name).last, until)

    def number(self, points: str) -> None:
        """Give the numbers of a hand that Ann wins, up to the ruling."""
        self.on(self.phone.get_by_role("link", name="Showdown"), "[name=knock]")
        self.on(self.phone.get_by_role("link", name="Numbers only"), "#points-0")
        self.phone.locator("label[for=knocker-0]").tap()
        self.phone.fill("#points-0", "2")
        self.phone.fill("#points-1", points)
        self.button("The ruling", "#outcome")


def draw_the_first_hand(press: Presser) -> None:
    press.on(press.phone.get_by_text("Nobody knocked", exact=True), "details[open]")
    press.button("Record a drawn hand", "#next:has-text('Hand 2')")


def knock(press: Presser) -> None:
    press.on(press.phone.get_by_role("link", name="Showdown"), "[name=knock]")
    press.on(press.phone.get_by_role("button", name="Knock").first, "#pad")


def test_nothing_that_records_lies_where_the_button_lay_that_leads_there(phone: Page) -> None:
    press = Presser(phone)
    fill_in(phone, "Ann", "Bob")
    press.button("Start the game", "#table")
    press.on(phone.locator("#roll"), ".rolled")
    draw_the_first_hand(press)
    table = game_of(phone.url)
    roll(phone, 3, 4)
    press.number("60")
    press.button("Record", "#next:has-text('Hand 3')")
    roll(phone, 3, 4)
    knock(press)
    phone.locator("#kAC").tap()
    expect(phone.locator("#count")).to_contain_text("1 of")
    press.on(phone.locator("#done"), "#as-it-is")
    press.on(phone.locator("#as-it-is"), "#pad:has(#kAC.elsewhere)")
    phone.locator("#k2C").tap()
    expect(phone.locator("#count")).to_contain_text("1 of")
    press.on(phone.locator("#done"), "#as-it-is")
    press.on(phone.locator("#as-it-is"), ".dock")
    phone.goto(f"{table}/hand/3/numbers")
    phone.locator("label[for=knocker-0]").tap()
    phone.fill("#points-0", "2")
    phone.fill("#points-1", "99")
    press.button("The ruling", "#outcome")
    press.button("Record", ".finish")
    press.on(phone.get_by_role("link", name="Home"), ".rematch")
    press.on(phone.get_by_text("Ann and Bob again"), ".rematch[open]")
    press.button("Pick at random", "#table")
    assert press.pressed == 19


def test_nor_does_it_at_a_table_without_dice(phone: Page) -> None:
    press = Presser(phone)
    fill_in(phone, "Ann", "Bob", game="gin-rummy")
    press.button("Start the game", "#table")
    draw_the_first_hand(press)
    knock(press)


def test_what_records_takes_no_tap_at_the_spot_just_tapped_but_keys_press_it(phone: Page) -> None:
    hold_just_shown(phone)
    table = new_game(phone, "Ann", "Bob")
    posts: list[str] = []
    phone.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    phone.goto(f"{table}/hand/1/numbers")
    phone.locator("label[for=knocker-0]").tap()
    phone.fill("#points-0", "2")
    phone.fill("#points-1", "9")
    phone.get_by_role("button", name="See the ruling").press("Enter")
    phone.wait_for_url("**/ruling")
    record = phone.get_by_role("button", name="Record")
    x, y = center(record)
    phone.evaluate("spot => sessionStorage.setItem('companion.tapped', JSON.stringify(spot))", [x + 20, y])
    posts.clear()
    phone.reload()
    expect(phone.locator(".just-shown")).to_have_text(record.inner_text())
    phone.touchscreen.tap(x, y)
    phone.mouse.click(x, y)
    assert posts == []
    assert phone.url.endswith("/ruling")
    with phone.expect_navigation():
        record.press("Enter")
    assert len(posts) == 1


def test_what_records_counts_at_once_where_the_finger_was_elsewhere(phone: Page) -> None:
    """On a page just shown, and in a part just opened."""
    hold_just_shown(phone)
    show_table(phone, dice=None)
    with phone.expect_request(lambda request: request.method == "POST"):
        phone.locator("#roll").tap()
    phone.get_by_text("Nobody knocked", exact=True).tap()
    recording = phone.get_by_role("button", name="Record a drawn hand")
    expect(recording).to_be_visible()
    expect(phone.locator(".just-shown")).to_have_count(0)
    with phone.expect_navigation():
        recording.tap()


@pytest.mark.parametrize("scripts", [True, False])
def test_every_other_tap_on_a_new_page_counts_at_once(new_phone: Callable[..., Page], *, scripts: bool) -> None:
    phone = new_phone(java_script_enabled=scripts)
    table = new_game(phone, "Ann", "Bob")
    if scripts:
        hold_just_shown(phone)
    phone.goto(table)
    for place, then in [(".dock .main", "[name=knock]"), ("[name=knock]", "#k5C"), ("#k5C", "#l5C"), ("#k6C", "#l6C")]:
        phone.touchscreen.tap(*center(phone.locator(place).first))
        phone.locator(then).first.wait_for()


def test_a_double_tap_on_what_asks_first_does_not_answer_it(phone: Page) -> None:
    table = show_keys(phone, game="gin-rummy")
    phone.goto(f"{table}/hand/1")
    phone.get_by_text("Start over", exact=True).tap()
    asking = phone.get_by_role("button", name="Start this showdown over")
    asking.tap()
    asked = phone.get_by_role("button", name="Discard everything entered?")
    assert asked.evaluate("button => getComputedStyle(button).animationName") == "just-shown"


@pytest.mark.parametrize("names", [("Ann", "Bob"), LONG])
def test_small_screens_show_what_players_need(phone: Page, names: tuple[str, ...]) -> None:
    def in_sight(*places: str, unless_wide: str = "") -> None:
        phone.evaluate("document.getAnimations().forEach((one) => one.finish())")
        for width, height in at_sizes(phone, *SMALL_SIZES):
            for place in places:
                if width < height or place != unless_wide:
                    found = box(phone.locator(place))
                    assert found["y"] >= 0
                    assert found["bottom"] <= height + 0.5, (place, width)
                    assert on_top(place), f"{place} is covered at {width} pixels"
            assert phone.evaluate("scrollY") == 0
            assert too_wide(phone) == 0

    def on_top(place: str) -> bool:
        x, y = center(phone.locator(place))
        found: bool = phone.locator(place).evaluate(
            "(element, [x, y]) => element.contains(document.elementsFromPoint(x, y)[0])", [round(x), round(y)]
        )
        return found

    table = show_table(phone, *names, dice=None)
    for _ in at_sizes(phone, *SMALL_SIZES):
        rows = phone.locator(".faces").evaluate_all(
            "all => all.map(row => new Set([...row.children].map(face => face.getBoundingClientRect().top)).size)"
        )
        assert rows == [1, 1]
    in_sight("label[for=second-6]", unless_wide="label[for=second-6]")
    roll(phone, 5, 6)
    in_sight(".fact .huge", ".fact .tall", "a.main")
    knocked(phone, table)
    phone.goto(typed(phone, table, 0, "567c QhJd 9cds ac 2d 3s"))
    in_sight("#done", "#x-dead", "#claims", "#kKS", "#kAC", "#x-undo", "#l5C", "#l3S")
