"""The table and the way there, by thumb and by keyboard: what moves, what is heard, and a tap that fails."""

import re
from typing import Any

from playwright.sync_api import Page, Response, expect

from tests.support.browser import too_wide_with_double_text
from tests.support.documents import counted_hand, game_document
from tests.support.network import HeldRequests
from tests.support.prepared import show_import, show_table

LONG = "Maximiliane-Theodora von Hohenstein-Wald"
FEW_BYTES = 5_000


def three_players(*hands: dict[str, Any]) -> dict[str, Any]:
    return game_document(players=["Ann", LONG, "Bob"], hands=list(hands))


FIRST = counted_hand("Ann", (3, 4), **{"Ann": 2, LONG: 20, "Bob": 31})
SECOND = counted_hand(LONG, (6, 6), **{"Ann": 22, LONG: 2, "Bob": 1})


def test_from_home_to_the_rolled_dice_with_a_thumb(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("link", name="New game").tap()
    phone.fill("#player-0", "Ann")
    phone.fill("#player-1", "Bob")
    expect(phone.locator("[data-names=player-1]")).to_have_text("Bob")
    phone.locator("label[for=dealer-1]").tap()
    phone.get_by_role("button", name="Start the game").last.tap()
    expect(phone.get_by_role("heading", name="Bob deals, Ann rolls and starts")).to_be_visible()
    answers: list[Response] = []
    phone.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - playwright marks what it is given
    phone.locator("label[for=first-6]").tap()
    phone.locator("label[for=second-5]").tap()
    expect(phone.locator(".fact .huge")).to_have_text("11")
    expect(phone.get_by_role("img", name="Jack of diamonds")).to_be_visible()
    expect(phone.locator("#say")).to_have_text(re.compile("Knock with at most 11"))
    posted = [answer for answer in answers if answer.request.method == "POST"]
    assert len(posted) == 1
    assert posted[0].request.sizes()["responseBodySize"] <= FEW_BYTES
    phone.reload()
    expect(phone.locator(".fact .huge")).to_have_text("11")


def test_what_stands_below_two_names_lies_at_one_height(phone: Page) -> None:
    show_import(phone, game_document("gin-rummy", players=["Maximiliane-Theodora", "Bob"]))
    totals, parts = (
        phone.locator(f".scores .{part}").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
        for part in ("big", "part")
    )
    assert len(totals) == 2
    assert totals[0]["top"] == totals[1]["top"]
    assert parts[0]["top"] == parts[1]["top"]


def test_the_app_rolls_and_a_tap_ends_the_rolling(phone: Page) -> None:
    show_table(phone, dice=None)
    phone.get_by_role("button", name="or roll here").tap()
    die = phone.locator(".rolled .die").first
    expect(die).to_have_css("animation-name", "tumble")
    # Nothing moves for who wants no motion.
    phone.emulate_media(reduced_motion="reduce")
    expect(die).to_have_css("animation-name", "none")
    phone.emulate_media(reduced_motion="no-preference")
    expect(die).to_have_css("animation-name", "tumble")
    phone.locator(".felt h2").tap()
    expect(die).to_have_css("animation-name", "none")
    total = int(phone.locator(".fact .huge").inner_text())
    assert 2 <= total <= 12


def test_the_keyboard_alone_starts_a_game_and_orders_the_seats(phone: Page) -> None:
    phone.goto("/new")
    expect(phone.locator("#player-0")).to_be_focused()
    phone.keyboard.type("Ann")
    phone.keyboard.press("Enter")
    expect(phone.locator("#player-1")).to_be_focused()
    phone.keyboard.type("Bob")
    phone.keyboard.press("Enter")
    expect(phone.locator("#player-1")).not_to_be_focused()
    expect(phone.locator("#new-game")).to_be_visible()
    phone.locator("#more").press("Enter")
    phone.locator("#player-2").focus()
    phone.keyboard.type("Cid")
    phone.locator("#up-1").press("Enter")
    expect(phone.locator("#player-0")).to_have_value("Bob")
    phone.get_by_role("button", name="Start the game").press("Enter")
    phone.wait_for_selector("#table")


def test_what_is_entered_before_another_seat_comes_stays(phone: Page) -> None:
    phone.goto("/new")
    network = HeldRequests(phone, "**/new")
    phone.locator("#more").tap()
    network.wait(1)
    phone.locator("#player-0").tap()
    phone.keyboard.type("Ann")
    phone.locator("label[for=dealer-0]").tap()
    network.wait(2)  # the choice also asks for the rules in words
    network.let_go()
    network.let_go()
    phone.wait_for_selector("#player-2")
    expect(phone.locator("#player-0")).to_have_value("Ann")
    expect(phone.locator("#dealer-0")).to_be_checked()
    phone.locator("#player-0").tap()
    phone.keyboard.type("e")
    expect(phone.locator("#player-0")).to_have_value("Anne")
    expect(phone.locator("[data-names=player-0]")).to_have_text("Anne")
    # What an answer puts into a field itself is not written over.
    phone.fill("#player-1", "Bob")
    network.wait(3)
    phone.locator("#up-1").tap()
    network.wait(4)
    phone.fill("#player-0", "Annabelle")
    network.let_go()
    expect(phone.locator("#player-0")).to_have_value("Bob")
    expect(phone.locator("#player-1")).to_have_value("Anne")


def test_chosen_rules_are_described_at_once(phone: Page) -> None:
    phone.goto("/new")
    expect(phone.locator("#summary")).to_have_text("Gem Rummy to 110, by the book")
    phone.locator("summary").tap()
    phone.locator("label[for=set-gamerules]").tap()
    expect(phone.locator("#summary")).to_have_text("Gem Rummy to 110, only a lower count undercuts")
    phone.get_by_role("button", name="Gin Rummy").tap()
    expect(phone.locator("#summary")).to_have_text("Gin Rummy to 100, by the book")
    phone.locator("summary").tap()
    phone.locator("label[for=set-hollywood-oklahoma]").tap()
    expect(phone.locator("#rule-target")).to_have_attribute("placeholder", "150")
    expect(phone.locator("[name=rule-columns]:checked + span")).to_contain_text("three, as in Hollywood")
    expect(phone.locator("#summary")).to_have_text("Gin Rummy to 150, Hollywood Oklahoma")


def test_a_double_tap_records_once(phone: Page) -> None:
    show_table(phone)
    phone.get_by_text("Nobody knocked", exact=True).tap()
    phone.get_by_role("button", name="Record a drawn hand").dblclick()
    expect(phone.locator("#next")).to_contain_text("Hand 2:")
    table = phone.url
    phone.go_back()
    phone.goto(table)
    expect(phone.locator("#next")).to_contain_text("Hand 2:")


def test_the_end_and_the_rematch_after_asking_who_deals(phone: Page) -> None:
    last = counted_hand("Ann", (6, 6), **{"Ann": 0, LONG: 98, "Bob": 40})
    show_import(phone, three_players(FIRST, SECOND, last))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann wins with 185")
    expect(phone.get_by_text("Ann reached 140, and nobody has more.")).to_be_visible()
    phone.get_by_text("Play again", exact=True).tap()
    expect(phone.get_by_role("button", name=LONG)).to_be_in_viewport(ratio=1)
    phone.get_by_role("button", name="Pick at random").tap()
    expect(phone.locator(".score .big")).to_have_text(["0", "0", "0"])
    expect(phone.get_by_text("was picked at random to deal first")).to_be_visible()


def test_large_totals_of_two_fit_with_double_text(phone: Page) -> None:
    table = show_import(phone, game_document(hands=[counted_hand("Ann", (6, 6), Ann=0, Bob=110)]))
    for place in ("/end", "/sheet", "/hands/1"):
        phone.goto(table + place)
        assert too_wide_with_double_text(phone) == 0, place
        if place == "/sheet":
            # What the game goes to is shown on every phone.
            expect(phone.locator(".chart .target")).to_have_css("display", "inline")


def test_a_tap_without_a_connection_says_so_and_the_next_one_goes_through(phone: Page) -> None:
    show_table(phone, dice=None)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="or roll here").tap()
    expect(phone.get_by_role("alert")).to_contain_text("No connection")
    phone.context.set_offline(False)
    phone.get_by_role("button", name="or roll here").tap()
    expect(phone.locator(".fact .huge")).to_be_visible()
    expect(phone.get_by_role("alert")).to_be_hidden()


def test_a_tap_that_the_server_refuses_says_why(phone: Page) -> None:
    # News of the game would be refused too, and the page with the button would go before the tap.
    phone.route("**/pulse?*", lambda _: None)
    show_table(phone, dice=None)
    phone.context.clear_cookies()
    phone.get_by_role("button", name="or roll here").tap()
    expect(phone.get_by_role("alert")).to_contain_text("blocks cookies")
