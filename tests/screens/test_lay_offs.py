"""Cards laid off faster than the network: every tap counts once, whatever another phone does meanwhile."""

from collections.abc import Callable
from urllib.parse import parse_qs

from playwright.sync_api import Page, expect

from tests.support.network import HeldRequests
from tests.support.prepared import join, knocked, new_game, open_table, written

ANN = "567c Qchs 9cds 2d"
BOB = "456d 8c 4c 3c qd 9h as js"
"""Five cards fit: 8♣, 4♣ and then 3♣ on Ann's run, Q♦ and 9♥ on her sets."""
FITTING = ["8C", "4C", "3C", "QD", "9H"]
SLOW = 4


def to_the_lay_offs(phone: Page, ann: str = ANN, bob: str = BOB) -> str:
    """Show the lay-offs of two hands, and return the game's address."""
    table = new_game(phone, "Ann", "Bob")
    knocked(phone, table)
    written(phone, table, 0, ann)
    phone.goto(written(phone, table, 1, bob))
    return table


def key(phone: Page, card: str) -> tuple[float, float]:
    """Return where a card is tapped; asked in one go, because the part may be drawn again between two questions."""
    x, y = phone.evaluate(
        """card => {
          const key = document.querySelector(`[name=card][value='1:${card}']`);
          key.scrollIntoView({ block: "nearest", behavior: "instant" });
          const { x, y, width, height } = key.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }""",
        card,
    )
    return x, y


def laid_off(phone: Page, table: str) -> list[str]:
    """Record the hand once it is ruled, and return which cards were laid off."""
    phone.wait_for_url("**/ruling")
    phone.get_by_role("button", name="Record").tap()
    phone.wait_for_selector("#table")
    (hand,) = phone.request.get(f"{table}/export.json").json()["hands"]
    return [move["card"] for move in hand["lay_offs"]]


def sent(network: HeldRequests) -> list[str]:
    return [parse_qs(request.post_data or "")["card"][0] for request in network.requests]


def test_cards_tapped_faster_than_a_slow_phone_answers_are_all_laid_off(phone: Page) -> None:
    table = to_the_lay_offs(phone)
    phone.context.new_cdp_session(phone).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    for place in [key(phone, card) for card in FITTING]:
        phone.touchscreen.tap(*place)
    expect(phone.get_by_text("Bob lays off 9♥")).to_be_visible()
    phone.get_by_role("button", name="That's all").tap()
    assert laid_off(phone, table) == FITTING


def test_the_last_tap_may_be_the_way_on_and_a_double_tap_is_one(phone: Page) -> None:
    table = to_the_lay_offs(phone)
    network = HeldRequests(phone, "**/lay-offs")
    for card in ["8C", "8C", "4C", "4C"]:
        phone.touchscreen.tap(*key(phone, card))
    phone.get_by_role("button", name="That's all").tap()
    for count in (1, 2, 3):
        network.wait(count)
        network.let_go()
    assert laid_off(phone, table) == ["8C", "4C"]


def test_no_card_moves_while_cards_are_laid_off(phone: Page) -> None:
    to_the_lay_offs(phone)

    def places() -> dict[str, list[float]]:
        # All in one go: the part may be drawn again between two questions.
        found: dict[str, list[float]] = phone.evaluate(
            """cards => Object.fromEntries(cards.map((card) => {
              const { x, y } = document.querySelector(`[name=card][value='1:${card}']`).getBoundingClientRect();
              return [card, [x, y]];
            }))""",
            ["3C", "AS", "9H", "JS"],
        )
        return found

    before = places()
    phone.touchscreen.tap(*key(phone, "8C"))
    expect(phone.get_by_text("Bob lays off 8♣")).to_be_visible()
    assert places() == before
    phone.touchscreen.tap(*key(phone, "JS"))
    expect(phone.get_by_role("alert")).to_contain_text("J♠ doesn't")
    assert places() == before


def test_a_tap_whose_answer_is_lost_is_sent_again_and_counts_once(phone: Page) -> None:
    table = to_the_lay_offs(phone)
    network = HeldRequests(phone, "**/lay-offs")
    for card in ("8C", "QD"):
        phone.touchscreen.tap(*key(phone, card))
    network.let_go(lost=True)
    expect(phone.locator(".dock")).to_contain_text("Your taps are kept and will be sent again.")
    phone.evaluate("dispatchEvent(new Event('online'))")
    network.wait(2)
    assert sent(network) == ["1:8C", "1:8C"]
    network.let_go()
    network.wait(3)
    network.let_go()
    expect(phone.get_by_text("Bob lays off Q♦")).to_be_visible()
    undo = phone.get_by_role("button", name="Undo")
    undo.tap()
    network.let_go(lost=True)
    expect(phone.locator(".dock")).to_contain_text("Your taps are kept")
    phone.evaluate("dispatchEvent(new Event('online'))")
    network.wait(5)
    network.let_go()
    expect(phone.get_by_text("Bob lays off 8♣")).to_be_visible()
    phone.unroute("**/lay-offs")
    phone.get_by_role("button", name="That's all").tap()
    assert laid_off(phone, table) == ["8C"]


def test_taps_wait_while_it_is_asked_where_a_card_goes(phone: Page) -> None:
    """10♥ goes on 7♥ 8♥ 9♥ or J♥ Q♥ K♥; the cards tapped after it are laid off once that is answered."""
    table = to_the_lay_offs(phone, "789h JQKh 3cds 2d", "456d 10h 6h 3h as 2s js ks")
    network = HeldRequests(phone, "**/lay-offs")
    for card in ("10H", "6H", "3H"):
        phone.touchscreen.tap(*key(phone, card))
    network.let_go()
    phone.wait_for_url("**/lay-offs?card=1:10H")
    phone.unroute("**/lay-offs")
    phone.locator(".offer").first.tap()
    expect(phone.get_by_text("Bob lays off 3♥")).to_be_visible()
    phone.get_by_role("button", name="That's all").tap()
    assert laid_off(phone, table) == ["10H", "6H", "3H"]


def test_two_phones_lay_off_at_once_and_neither_loses_a_tap(new_phone: Callable[..., Page]) -> None:
    """Bob's own phone and the scorekeeper's lay off for Bob, each on a page that doesn't show the other's cards yet."""
    ann, bob = new_phone(), new_phone()
    table = to_the_lay_offs(ann)
    join(bob, open_table(ann, table, seat=0), 1)
    bob.goto(f"{table}/hand/1/lay-offs")
    ann.goto(f"{table}/hand/1/lay-offs")
    ann.get_by_text("Lay off for Bob here").tap()
    networks = [HeldRequests(phone, "**/lay-offs") for phone in (bob, ann)]
    for card in ("8C", "QD"):
        bob.touchscreen.tap(*key(bob, card))
    for card in ("4C", "9H"):
        ann.touchscreen.tap(*key(ann, card))
    for network in networks * 2:
        network.let_go()
    expect(ann.get_by_text("Bob lays off 9♥")).to_be_visible()
    for phone in (ann, bob):
        phone.unroute("**/lay-offs")
    assert ann.locator("details.sheet").evaluate("sheet => sheet.open"), "it stays open for the next card"
    expect(bob.locator("[name=card]")).to_have_count(3)
    bob.get_by_role("button", name="That's all").tap()
    bob.wait_for_url("**/ruling")
    assert sorted(laid_off(ann, table)) == ["4C", "8C", "9H", "QD"]
