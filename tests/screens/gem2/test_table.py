"""The table of Gem II as it is seen: the time, a second phone, no network, every look of it."""

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser import at_sizes, box, wait_for, wait_until
from tests.support.network import HeldRequests
from tests.support.prepared import import_game, join, open_table, show_import
from tests.support.taps import choose_count

LONG = "Annabelle-Marguerite von und zu Hohenfels"[:40]
SHORT = "Annabelle-M…"
"""As the table calls her in its sentences."""
DUEL: dict[str, Any] = {
    "game": "gem-ii",
    "players": ["Ann", LONG],
    "first_dealer": "Ann",
    "level": 1,
    "timer": 1,
    "note": "at the lake",
    "rounds": [
        {"counted": {"remaining": 6, "cards": {"Ann": 25, LONG: 9}, "betting": {"Ann": 50}}, "note": "rainy"},
        {
            "deals": [
                {"removed": 1, "bets": [5]},
                {"removed": 3, "calls": [{"penalty": "wrong-move", "caller": "Ann", "correct": False}]},
                *[{"removed": 4}] * 6,
            ]
        },
    ],
}
FADED = 12
"""Pixels of the top of the dock that what lies under it shines through."""
NONE_OFF = {"removed": 0}
TEAMS = [["Maximiliane-Charlotte", "Bartholomäus"], ["Wolfeschlegelstein", "Zoë von Hohenfels"]]
SOLO: dict[str, Any] = {
    "game": "gem-ii-solo",
    "players": ["Ann"],
    "level": 2,
    "rounds": [
        {"deals": [3, 4, 4, 4, 4, 4, 4, 4, 3, 2], "bonus_rounds": [{"deals": [3, 4, 4, 4, 4, 4, 4, 2, 2]}]},
        {"deals": [0, 0, 6, 3, 3]},
    ],
}
BOARD = "p=IIE+VH&p=IXM&p=VIR+XE+%3F+IVM&p="


SOUNDS = """
  window.buzzed = 0; window.tones = 0;
  navigator.vibrate = () => { window.buzzed += 1; return true; };
  const made = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return made.call(this); };
"""

NOTE_TAPS = """
  addEventListener("click", ({ clientX, clientY }) => {
    sessionStorage.setItem("tapped", JSON.stringify([clientX, clientY]));
  }, true);
"""


def test_the_time_runs_out_sounds_and_hands_the_turn_over(phone: Page) -> None:
    phone.add_init_script(SOUNDS)
    phone.clock.install()
    # The clock stands still between two looks at the page: a table that news replaced then would go on showing 1:00.
    phone.route("**/pulse?*", lambda route: route.fulfill(status=204))
    show_import(phone, {**DUEL, "rounds": []})
    expect(phone.locator("[data-left]")).to_have_text("1:00")
    phone.locator("#plus").tap()
    phone.locator("#time-start").tap()
    phone.wait_for_selector("#time-stop")
    phone.clock.run_for(52_000)
    expect(phone.locator("[data-left]")).to_have_text(re.compile("0:0[1-8]"))
    expect(phone.locator(".timer")).to_have_class(re.compile("soon"))
    refresh(phone)
    expect(phone.locator("[data-left]")).to_have_text(re.compile("0:0[1-8]"))
    phone.clock.run_for(9_000)
    expect(phone.locator("#whose")).to_have_text(f"Ann finishes {SHORT}'s turn")
    expect(phone.locator("#before")).to_have_value("1")
    expect(phone.locator("[data-left]")).to_have_text(re.compile("1:00|0:5."))
    assert phone.evaluate("[window.buzzed, window.tones]") == [1, 3]
    # The new limit sounds too, and hands nothing over again.
    phone.clock.run_for(61_000)
    assert phone.evaluate("[window.buzzed, window.tones]") == [2, 6]
    expect(phone.locator("#whose")).to_have_text(f"Ann finishes {SHORT}'s turn")
    refresh(phone)
    phone.clock.run_for(1_000)
    assert phone.evaluate("[window.buzzed, window.tones]") == [2, 6]
    take(phone, 0)
    expect(phone.locator("#whose")).to_have_text("Ann's turn")
    # The next turn's time runs without another tap.
    expect(phone.locator("#time-stop")).to_be_visible()


def test_no_points_of_the_last_deal_are_cut(phone: Page) -> None:
    """Time ran out on Bob's bet: what both took, and what the bet cost him, is read in full above the keys."""
    late = {"removed": 3, "finished_by_opponent": 4, "bets": [5]}
    show_import(
        phone, {**DUEL, "players": ["Ann", "Bob"], "rounds": [{"deals": [{"removed": 0}, {"removed": 0}, late]}]}
    )
    said = phone.locator(".last small")
    expect(said).to_have_text("Deal 3: Ann +25 (Bob's lost bet on 5); Bob took off 3 (+15), Ann finished with 4 (+20).")
    assert said.evaluate("text => text.scrollHeight <= text.clientHeight")


def refresh(phone: Page) -> None:
    """Put the server's present answer in place of the table, as the poll does after another phone's deed."""
    phone.evaluate("document.querySelector('#table').classList.add('old')")
    phone.evaluate("htmx.ajax('GET', location.href, {target: '#table', swap: 'outerHTML', select: '#table'})")
    expect(phone.locator("#table.old")).to_have_count(0)
    phone.clock.run_for(300)


def take(phone: Page, number: int) -> None:
    """Choose how many cards came off, and record it."""
    choose_count(phone, number)
    phone.locator("#record").tap()


def test_what_one_phone_does_the_other_shows(phone: Page, new_phone: Callable[..., Page]) -> None:
    address = import_game(phone, {**DUEL, "rounds": []})
    other = new_phone()
    join(other, open_table(phone, address), 1)
    expect(other.locator("#whose")).to_have_text(f"{SHORT}'s turn")
    phone.goto(address)
    phone.locator("label[for=bet-0-5]").tap()
    expect(other.locator(".circle")).to_have_text("5")
    phone.locator("label[for=bet-0-10]").tap()
    expect(other.locator(".circle")).to_have_text("10")
    take(phone, 3)
    expect(other.locator("#whose")).to_have_text("Ann's turn")
    # Whoever sits at the table may tap as well.
    take(other, 1)
    expect(phone.locator("#whose")).to_have_text(f"{SHORT}'s turn")


def test_a_phone_goes_on_asking_when_an_answer_replaced_what_was_still_sending(phone: Page) -> None:
    """The number chosen last is kept a moment later: its answer can come after that to the tap that records it."""
    phone.goto(import_game(phone, {**DUEL, "rounds": []}))
    tab = phone.context.new_page()
    tab.goto(phone.url)
    held: dict[str, Route] = {}

    def hold(route: Route) -> None:
        held["record" if "act=record" in str(route.request.post_data) else "keep"] = route

    phone.route("**/turn", hold)
    take(phone, 3)
    wait_for(phone, lambda: len(held) == 2, "both requests")
    held["record"].continue_()
    expect(phone.locator("#whose")).to_have_text("Ann's turn")
    held["keep"].continue_()
    expect(tab.locator("#whose")).to_have_text("Ann's turn")
    take(tab, 1)
    expect(phone.locator("#whose")).to_have_text(f"{SHORT}'s turn")


def test_the_last_bet_counts_however_late_answers_come(phone: Page) -> None:
    phone.goto(import_game(phone, {**DUEL, "rounds": []}))
    network = HeldRequests(phone, "**/turn")
    phone.locator("label[for=bet-0-5]").tap()
    network.wait(1)
    phone.locator("label[for=bet-0-10]").tap()
    network.let_go()
    network.wait(2)
    network.let_go(lost=True)
    # What is chosen when it is recorded counts, though the page was made with it. A later choice is not the next bet.
    phone.locator("label[for=bet-0-5]").tap()
    network.wait(3)
    choose_count(phone, 3)
    network.wait(4)
    phone.locator("#record").tap()
    network.wait(5)
    phone.locator("label[for=bet-0-10]").tap()
    network.let_go()
    expect(phone.locator("#whose")).to_have_text("Ann's turn")
    expect(phone.locator(".last small")).to_contain_text("bet on 5")
    expect(phone.locator("#bet-0-0")).to_be_checked()


def test_rounds_entered_without_a_network_are_sent_each_once(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(keeps=True)
    address = import_game(phone, {**SOLO, "rounds": [{"deals": [0, 4]}]})
    phone.goto(f"{address}/offline")
    deals = phone.locator("[name=deals-0]")
    expect(deals.nth(1)).to_have_value("4")
    phone.context.set_offline(offline=True)
    played = [[0, *[4] * 8, 3], [0, *[4] * 8, 2]]
    for number, removed in enumerate(played, start=1):
        for place, cards in enumerate(removed):
            deals.nth(place).fill(str(cards))
        phone.get_by_role("button", name="Send this round").tap()
        expect(phone.locator(".queue")).to_contain_text(f"Round {number}: waiting to be sent.")
        expect(deals.nth(1)).to_have_value("")
    phone.context.set_offline(offline=False)
    wait_until(phone, "localStorage.getItem('companion.queue') === '[]'")
    rounds = phone.request.get(f"{address}/export.json").json()["rounds"]
    assert [one["deals"] for one in rounds] == played


def test_the_board_is_tapped_judged_and_the_penalty_booked(phone: Page) -> None:
    address = import_game(phone, {**DUEL, "rounds": []})
    phone.goto(f"{address}/moves")
    for pile, numeral, suit in ((0, 2, "E"), (0, 5, "H"), (1, 9, "M"), (2, 4, "M")):
        phone.locator(f"label[for=pile-{pile}]").tap()
        phone.locator(f"label[for=numeral-{numeral}]").tap()
        phone.locator(f"#lay-{suit}").tap()
        expect(phone.locator(f"label[for=pile-{pile}] .g2card").last).to_have_class(re.compile(f"g2-{suit.lower()}"))
    assert "p=IIE+VH&p=IXM&p=IVM&p=" in phone.url
    phone.get_by_role("link", name="Was a move right?").tap()
    expect(phone.locator(".dock .main:visible")).to_have_text("Choose what happened")
    expect(phone.locator(".dock .main:visible")).to_be_disabled()
    phone.locator("label[for=claim-3]").tap()
    phone.locator("label[for=card-VH]").tap()
    phone.locator("label[for=onto-1]").tap()
    phone.get_by_role("button", name="Judge it").tap()
    expect(phone.locator(".judged h2")).to_have_text("That move was wrong")
    phone.get_by_role("button", name="It was called: 25 for Ann").tap()
    expect(phone.locator("#whose")).to_have_text(f"Ann finishes {SHORT}'s turn")
    phone.go_back()
    expect(phone.locator("label[for=pile-0] .g2card")).to_have_count(2)


def test_judging_without_a_card_says_what_is_missing_where_the_page_is(phone: Page) -> None:
    phone.goto(f"/moves?{BOARD}")
    phone.locator("label[for=claim-3]").tap()
    phone.get_by_role("button", name="Judge it").tap()
    expect(phone.get_by_text("Which card was it?")).to_be_in_viewport()
    phone.get_by_role("link", name="Choose it").tap()
    expect(phone.locator("#judge")).to_be_in_viewport()


@pytest.mark.parametrize("board", [BOARD, "p=IIE+VH&p=&p=&p=", "p=VIR+XE+%3F+IVM&p=IXM&p=VR+XH+%3F+IIM&p=IR+IH"])
def test_the_keys_of_the_referee_stay_in_sight_whatever_lies_on_the_board(phone: Page, board: str) -> None:
    phone.goto(f"/moves?{board}")
    keys = phone.locator("label[for^=numeral], .suits button")
    expect(keys).to_have_count(14)
    for _ in at_sizes(phone, (360, 640), (320, 568), (640, 360)):
        covered = keys.evaluate_all("""(keys) => {
          for (const animation of document.getAnimations()) animation.finish();
          return keys.filter((key) => {
            const { x, y, width, height } = key.getBoundingClientRect();
            const points = [[x + width / 2, y + 4], [x + width / 2, y + height - 4]];
            return points.some((point) => !key.contains(document.elementFromPoint(...point)));
          }).map((key) => key.innerText);
        }""")
        assert covered == []


def test_the_keys_of_the_referee_cover_no_card_and_the_dock_no_button(phone: Page) -> None:
    sizes = ((360, 640), (390, 705), (390, 844))
    moves = f"{import_game(phone, {**DUEL, 'rounds': []})}/moves"
    phone.goto(moves)
    for _ in at_sizes(phone, *sizes):
        assert box(phone.locator(".referee .trio"))["bottom"] <= box(phone.locator(".dock"))["y"] + FADED
    phone.goto(f"{moves}?p=IIE+VH+IIIM+IVR&p=IXM+IE+IIH&p=VIR+XE+%3F+IVM&p=VR+VIH+IIM")
    for _ in at_sizes(phone, *sizes):
        keys = box(phone.locator(".card-keys"))["y"]
        assert max(box(pile)["bottom"] for pile in phone.locator(".pile").all()) <= keys


def test_the_keys_of_a_turn_lie_still_when_more_cards_lie_on_the_board(phone: Page) -> None:
    show_import(phone, {**DUEL, "rounds": [{"deals": [{"removed": 0}] * 2}]})
    three = phone.locator("label:has([data-count][value='3'])")
    before = box(three)["y"]
    for deal in (4, 5):
        choose_count(phone, 0)
        phone.locator("#record").tap()
        expect(phone.locator("[name=deal]")).to_have_value(str(deal))
    expect(phone.locator("[data-count][value='12']")).to_have_count(1)
    assert abs(box(three)["y"] - before) <= 4


def test_the_keys_of_the_referee_lie_still(phone: Page) -> None:
    phone.goto(f"{import_game(phone, {**DUEL, 'rounds': []})}/moves")
    places: dict[tuple[str, tuple[int, int]], list[float]] = defaultdict(list)
    for lying, (pile, numeral, suit) in enumerate([(0, 2, "E"), (0, 5, "H"), (1, 9, "M"), (2, 6, "R")]):
        expect(phone.locator(".pile .g2card")).to_have_count(lying)
        for size in at_sizes(phone, (360, 640), (390, 844)):
            for selector in ("#lay-M", "label[for=numeral-9]", "label[for=pile-1]"):
                places[selector, size].append(box(phone.locator(selector))["y"])
        # Tapped where they are: a tap that scrolls would move them.
        for selector in (f"label[for=pile-{pile}]", f"label[for=numeral-{numeral}]", f"#lay-{suit}"):
            phone.locator(selector).dispatch_event("click")
    for place, tops in places.items():
        assert max(tops) - min(tops) <= 4, (place, tops)


def test_what_a_turn_needs_is_large_enough_and_lies_above_the_dock(phone: Page) -> None:
    show_import(phone, DUEL)
    for _ in at_sizes(phone, (320, 568), (360, 640)):
        dock = box(phone.locator(".dock"))
        for key in (".fives label:has([value='9'])", "#call", ".reach .trio :nth-child(3)"):
            assert box(phone.locator(key).first)["bottom"] <= dock["y"] + 1, key
    for key in (*(f".fives label:has([value='{number}'])" for number in (0, 9)), "#undo", "#record", "#plus"):
        found = box(phone.locator(key))
        assert found["height"] >= 44, key
        assert found["width"] >= 44, key
        assert found["bottom"] <= 640, key


@pytest.mark.parametrize(
    ("deals", "teams"),
    [
        ([NONE_OFF] * 3, None),
        ([NONE_OFF] * 3, TEAMS),
        ([{"removed": 0, "bets": [5]}, *[NONE_OFF] * 3], None),
        ([NONE_OFF] * 8, None),
    ],
    ids=["third row of keys", "teams", "two bets to place", "eight cards announced"],
)
def test_no_score_lies_under_the_keys(phone: Page, deals: list[dict[str, Any]], teams: list[list[str]] | None) -> None:
    sides = [" & ".join(team) for team in teams] if teams else ["Maximiliane-Charlotte", "Bartholomäus Ó Súilleabháin"]
    more: dict[str, Any] = {"teams": teams} if teams else {}
    game = {**DUEL, "players": sides, "first_dealer": sides[0], "rounds": [{"deals": deals}], **more}
    phone.goto(import_game(phone, game))
    for _ in at_sizes(phone, (360, 640), (390, 705), (390, 844)):
        keys = box(phone.locator(".reach"))["y"]
        for side in range(2):
            assert box(phone.locator(".side").nth(side))["bottom"] <= keys


def test_the_keys_lie_at_one_place_in_every_turn(phone: Page) -> None:
    """One side may have two bets to place and the other none: that must not move the keys between two turns."""
    show_import(phone, {**DUEL, "players": ["Ann", "Bob"], "rounds": [{"deals": [{"removed": 1, "bets": [5]}]}]})
    places = set()
    for count in (4, 4, 3):
        for size in at_sizes(phone, (360, 640), (390, 844)):
            places.add((size, *box(phone.locator("#turn .counts .tile").first).values()))
        heading = phone.locator("#whose").inner_text()
        choose_count(phone, count)
        phone.locator("#record").tap()
        expect(phone.locator("#whose")).not_to_have_text(heading)
    assert len(places) == 2, places


@pytest.mark.parametrize("size", [(360, 640), (320, 568)])
def test_long_names_leave_the_keys_in_sight_and_a_call_lies_under_no_button_that_leads_there(
    phone: Page, size: tuple[int, int]
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.add_init_script(NOTE_TAPS)
    show_import(phone, {**DUEL, "rounds": []})
    assert box(phone.locator(".fives label").first)["bottom"] <= box(phone.locator(".dock"))["y"]
    shown = phone.locator("#table").get_attribute("data-live")
    assert shown is not None
    choose_count(phone, 2)
    expect(phone.locator("#table")).not_to_have_attribute("data-live", shown)
    for leading, until, recording in (
        ("#call", ".penalties button", ".penalties button"),
        (".no-call", "#record", "#record, .square"),
    ):
        phone.evaluate("scrollTo(0, document.body.scrollHeight)")
        phone.locator(leading).tap()
        phone.wait_for_selector(until)
        there = phone.evaluate(
            """recording => {
                const [x, y] = JSON.parse(sessionStorage.getItem("tapped"));
                const boxes = [...document.querySelectorAll(recording)].map((button) => button.getBoundingClientRect());
                return boxes.some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
            }""",
            recording,
        )
        assert not there, leading


def test_a_card_to_choose_is_one_line_in_one_frame(phone: Page) -> None:
    phone.goto("/moves?level=1&p=VIIE&p=IXM&p=VIR&p=&claim=1")
    cards = phone.locator(".which-card .g2card")
    expect(cards.first).to_be_attached()
    broken = cards.evaluate_all(
        """cards => cards.filter(card => {
            const range = document.createRange();
            range.selectNodeContents(card.querySelector('b'));
            const lines = new Set([...range.getClientRects()].map(box => box.top));
            return lines.size > 1 || getComputedStyle(card).borderTopWidth !== '0px';
        }).map(card => card.ariaLabel)"""
    )
    assert broken == []
    assert cards.count() == 3


def test_what_is_wrong_with_a_total_comes_into_view_with_its_field(phone: Page) -> None:
    address = import_game(
        phone, {**DUEL, "players": ["Maximiliane-Theodora", "Bob"], "first_dealer": "Bob", "rounds": []}
    )
    phone.goto(f"{address}/counted")
    for field, number in (("cards-0", "20"), ("cards-1", "14"), ("penalties-1", "7")):
        phone.fill(f"#{field}", number)
    phone.get_by_role("button", name="Record the round").tap()
    error = phone.locator("#penalties-1-error")
    expect(error).to_contain_text("can't have 7 penalty points")
    expect(phone.locator("#penalties-1")).to_be_focused()
    dock = phone.locator(".dock")
    wait_for(phone, lambda: box(error)["bottom"] <= box(dock)["y"], "the sentence above the dock")
