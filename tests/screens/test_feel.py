"""What a phone lets its player feel: a buzz for what was recorded, another for what isn't legal."""

from playwright.sync_api import Page, expect

from tests.support.documents import game_document
from tests.support.prepared import import_game, led_to_hands, new_game, show_table, written
from tests.support.taps import draw

BUZZES = """
  navigator.vibrate = (pattern) => {
    sessionStorage.buzzes = JSON.stringify([...JSON.parse(sessionStorage.buzzes ?? "[]"), pattern]);
    return true;
  };
"""


def buzzes(phone: Page) -> list[object]:
    felt: list[object] = phone.evaluate('JSON.parse(sessionStorage.buzzes ?? "[]")')
    return felt


def test_a_recording_is_felt_once_and_not_where_motion_is_reduced(phone: Page) -> None:
    phone.add_init_script(BUZZES)
    show_table(phone, game="gin-rummy")
    draw(phone)
    expect(phone.locator("#next")).to_contain_text("Hand 2")
    assert buzzes(phone) == [35]
    phone.reload()
    assert buzzes(phone) == [35]
    phone.emulate_media(reduced_motion="reduce")
    draw(phone)
    expect(phone.locator("#next")).to_contain_text("Hand 3")
    assert buzzes(phone) == [35]


def test_a_phone_that_goes_on_by_itself_is_felt(pair: tuple[Page, Page, str]) -> None:
    ann, bob, table = pair
    bob.add_init_script(BUZZES)
    led_to_hands((ann, bob), table)
    bob.goto(written(bob, table, 1, "456d Kcdh 8c as 2h 4s"))
    expect(bob.get_by_text("as soon as Ann is done")).to_be_visible()
    before = buzzes(bob)
    written(ann, table, 0, "567c Qchs 9cds 2d")
    bob.wait_for_url("**/lay-offs")
    assert buzzes(bob) == [*before, 35]


def test_a_turn_of_gem_ii_and_a_move_that_is_not_legal_are_felt(phone: Page) -> None:
    phone.add_init_script(BUZZES)
    game = import_game(phone, game_document("gem-ii"))
    phone.goto(game)
    phone.locator("#plus").tap()
    phone.locator("#record").tap()
    expect(phone.locator("#whose")).to_have_text("Ann's turn")
    assert buzzes(phone) == [35]
    phone.goto(f"{game}/moves?p=VH&p=IXH&p=&p=")
    phone.locator("label[for=claim-pass]").tap()
    for _ in range(2):
        with phone.expect_response("**/moves?**"):
            phone.locator("#judge-it").tap()
        expect(phone.locator("[data-outcome=illegal]")).to_be_visible()
    assert buzzes(phone) == [35, [60, 90, 60]]


def test_pages_fade_in_unless_motion_is_reduced(phone: Page) -> None:
    phone.add_init_script("addEventListener('pagereveal', (event) => { window.aborts = !!event.viewTransition; });")
    for name in ("arrive", "none"):
        phone.emulate_media(reduced_motion="reduce" if name == "none" else "no-preference")
        phone.goto("/")
        phone.get_by_role("link", name="Settings").tap()
        phone.wait_for_url("**/settings")
        assert phone.locator("main").evaluate("main => getComputedStyle(main).animationName") == name
        assert not phone.evaluate("window.aborts")


def test_a_ruling_that_is_not_legal_is_felt_once(phone: Page) -> None:
    phone.add_init_script(BUZZES)
    table = new_game(phone, "Ann", "Bob")
    phone.goto(f"{table}/hand/1/numbers")
    phone.locator("label[for=knocker-0]").tap()
    phone.fill("#points-0", "30")
    phone.fill("#points-1", "40")
    phone.get_by_role("button", name="The ruling").last.tap()
    expect(phone.locator("#outcome[data-outcome=illegal]")).to_be_visible()
    phone.reload()
    expect(phone.locator("#outcome[data-outcome=illegal]")).to_be_visible()
    assert buzzes(phone) == [[60, 90, 60]]
