"""A showdown as people tap it: a slow network, the keyboard alone, no script; whole games with cards."""

from playwright.sync_api import Locator, Page, expect

from tests.support.prepared import game_of, new_game, set_dice, show_keys, show_table
from tests.support.taps import Thumb, go_on, score, write, write_only

ANN = "5C 6C 7C QH 7D 9C 9D 9S AC 2D 3S"


def test_taps_faster_than_the_network_arrive_all_and_in_their_order(phone: Page) -> None:
    show_keys(phone)
    network = phone.context.new_cdp_session(phone)
    slow = {"offline": False, "latency": 150, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)
    # The browser itself taps, without waiting for any answer: eleven cards, one of them twice, then
    # on to the next hand, and one card too early there.
    marked = phone.evaluate(
        """names => {
            names.forEach((name) => document.getElementById(name).click());
            return document.getElementById("k3S").classList.contains("sent");
        }""",
        [f"k{name}" for name in ANN.split()] + ["k3S", "done", "kKH"],
    )
    assert marked
    phone.wait_for_url("**/seat/1")
    phone.goto(phone.url.replace("/seat/1", "/seat/0"))
    laid = phone.locator("#hand .group").evaluate_all("groups => groups.map(one => one.getAttribute('aria-label'))")
    assert laid == ["Run", "Queen's diamonds", "Set", "Deadwood"]
    expect(phone.locator("#count")).to_contain_text("11 of 11 deadwood 6")


def test_dice_entered_in_the_showdown_are_sent_by_the_second_tap(phone: Page) -> None:
    phone.goto(f"{new_game(phone, 'Ann', 'Bob', game='gem-rummy')}/hand/1")
    phone.locator("label[for=first-3]").tap()
    with phone.expect_navigation():
        phone.locator("label[for=second-4]").tap()
    expect(phone.locator("[data-dice]")).to_have_count(0)


def test_regrouping_runs_ranks_and_undoing_by_tap_survive_a_reload(phone: Page) -> None:
    show_keys(phone, dice=(6, 6), knock="0:big-gin")
    thumb = Thumb(phone)
    thumb.lay("5C", "1 of 12")
    phone.locator("#x-run").tap()
    expect(phone.locator("#count")).to_contain_text("Now tap the last card of the run.")
    thumb.lay("9C", "5 of 12")
    thumb.lay("QD", "6 of 12")
    expect(phone.locator("#x-rank")).to_have_text("all Qs, that are in no hand yet")
    phone.locator("#x-rank").tap()
    expect(phone.locator("#count")).to_contain_text("9 of 12")
    phone.locator("#lQC").tap()
    phone.locator("#l9C").tap()
    expect(phone.locator("#count")).to_contain_text("Tap +, new meld")
    phone.locator("#x-dead").tap()
    expect(phone.locator("#count")).to_contain_text("9 of 12 deadwood 19")
    phone.locator("#lQC").tap()
    phone.get_by_role("button", name="Move here, to this set").tap()
    expect(phone.locator("#count")).to_contain_text("9 of 12 deadwood 9")
    phone.locator("#x-undo").tap()
    expect(phone.locator("#count")).to_contain_text("9 of 12 deadwood 19")
    phone.reload()
    expect(phone.locator("#count")).to_contain_text("9 of 12 deadwood 19")
    phone.locator("#k9C").tap()
    expect(phone.locator("#count")).to_contain_text("8 of 12 deadwood 10")
    phone.get_by_role("link", name="The showdown").tap()
    phone.wait_for_url("**/hand/1")
    phone.go_back()
    expect(phone.locator("#count")).to_contain_text("8 of 12 deadwood 10")


def test_without_a_script_everything_works_in_more_steps(bare_phone: Page) -> None:
    phone = bare_phone

    def go(place: Locator) -> None:
        with phone.expect_navigation():
            place.tap()

    phone.goto("/new")
    starting, other = phone.get_by_role("button", name="Start the game").last, phone.locator("#game-gin-rummy")
    # What records takes no tap for a moment; what doesn't, does.
    for button, animation in ((starting, "just-shown"), (other, "none")):
        expect(button).to_have_css("animation-name", animation)
    phone.fill("#player-0", "Ann")
    phone.fill("#player-1", "Bob")
    go(starting)
    phone.locator("label[for=first-3]").tap()
    phone.locator("label[for=second-4]").tap()
    go(phone.get_by_role("button", name="Use these dice"))
    phone.locator(".aloud summary").tap()
    go(phone.get_by_role("button", name="The score"))
    expect(phone.get_by_role("status").first).to_contain_text("The score: Ann 0, Bob 0, to 110.")
    go(phone.get_by_role("link", name="Back"))
    go(phone.get_by_role("link", name="Showdown"))
    go(phone.get_by_role("button", name="Knock").first)
    for name in ("5C", "6C", "7C"):
        go(phone.locator(f"#k{name}"))
    phone.locator(".menu summary").tap()
    go(phone.get_by_role("link", name="Type"))
    phone.fill("#text", "567c QH7d 9cds ac 2d 3s")
    go(phone.get_by_role("button", name="Lay it out"))
    go(phone.locator("#done"))
    phone.fill("#text", "456d KKK-s 8c as 2h 4s jd")
    go(phone.get_by_role("button", name="Lay it out"))
    go(phone.locator("#done"))
    go(phone.get_by_role("button", name="Lay off the Jack of diamonds"))
    expect(phone.get_by_role("alert")).to_contain_text("J♦ doesn't extend")
    go(phone.get_by_role("button", name="Lay off the 8 of clubs"))
    go(phone.get_by_role("button", name="That's all"))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann wins")
    go(phone.get_by_role("button", name="Record"))
    assert score(phone)["totals"] == {"Ann": 11, "Bob": 0}
    # What scripts do by themselves has a link or a button.
    table = game_of(phone.url)
    phone.goto(f"{table}/screen")
    set_dice(phone, table)
    phone.locator(".corner summary").tap()
    go(phone.get_by_role("link", name="Show what is new"))
    expect(phone.locator(".fact .number")).to_have_text("7")
    phone.goto("/people")
    go(phone.get_by_role("button", name="Show these games"))
    assert "/people?" in phone.url
    # A question goes with its answer.
    phone.goto(f"{table}/hand/2/numbers")
    phone.locator("label[for=knocker-0]").tap()
    go(phone.locator("[name=key][value='5']"))
    go(phone.get_by_role("button", name="See the ruling"))
    question = phone.get_by_text("How much deadwood does Bob have?")
    expect(question).to_be_visible()
    phone.fill("#points-1", "9")
    expect(question).to_be_hidden()


def test_the_gems_of_gem_parts_are_asked_for_card_by_card_on_one_screen(phone: Page) -> None:
    """Eleven cards of a deck of which nothing is known: eight taps, each on a page that needn't be scrolled."""
    phone.set_viewport_size({"width": 360, "height": 640})
    show_keys(phone, dice=(4, 4))
    write_only(phone, "567c QQQ-s 9cds 2d ac")
    phone.locator("#claims").tap()
    expect(phone.locator("#claims")).to_have_attribute("aria-pressed", "true")
    go_on(phone)
    write(phone, "456d KKK-s as 2h 4s jd 3c", "11 of 11")
    shown = {
        "5 of clubs": "Gold",
        "6 of clubs": "Emerald",
        "7 of clubs": "Moonstone",
        "Queen of clubs": "Pearl",
        "Queen of diamonds": "Amethyst",
        "Queen of hearts": "Ruby",
        "9 of clubs": "Topaz",
        "9 of diamonds": "Sapphire",
    }
    for card, gem in shown.items():
        expect(phone.get_by_role("heading", level=1)).to_have_text(f"Which gem is on the {card}?")
        assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
        phone.get_by_role("button", name=gem).tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Lay-offs")


def _count_on_the_pad(phone: Page, *keys: str) -> None:
    for key in keys:
        phone.locator(f".number-pad [value='{key}']").tap()


def _to_the_numbers(phone: Page) -> None:
    phone.goto(f"{show_table(phone)}/hand/1/numbers")


def test_the_number_pad_goes_on_after_an_error_and_with_who_is_tapped_as_the_knocker(phone: Page) -> None:
    _to_the_numbers(phone)
    with phone.expect_navigation():
        phone.get_by_role("button", name="See the ruling").last.tap()
    expect(phone.locator("#points-0-error")).to_be_visible()
    _count_on_the_pad(phone, "2", "next", "1", "2")
    expect(phone.locator("#points-0")).to_have_value("2")
    expect(phone.locator("#points-1")).to_have_value("12")
    phone.goto(phone.url)
    phone.locator("label[for=knocker-1]").tap()
    _count_on_the_pad(phone, "4", "next", "2", "0")
    expect(phone.locator("#points-1")).to_have_value("4")
    expect(phone.locator("#points-0")).to_have_value("20")
    phone.locator("label[for=knocker-0]").tap()
    _count_on_the_pad(phone, "1")
    expect(phone.locator("#points-0")).to_have_value("201")


def test_a_tapped_field_begins_anew_even_that_of_who_went_gin(phone: Page) -> None:
    _to_the_numbers(phone)
    phone.locator("label[for=knocker-0]").tap()
    phone.locator("label[for=call-gin]").tap()
    expect(phone.locator("#points-0")).to_have_value("0")
    phone.locator("#points-0").tap()
    expect(phone.locator("#knocker-0")).to_have_value("0")
    expect(phone.locator("#knocker-0")).to_be_checked()
    phone.locator("#points-1").tap()
    _count_on_the_pad(phone, "3", "0")
    phone.locator("#points-0").tap()
    phone.locator("#points-1").tap()
    _count_on_the_pad(phone, "3")
    expect(phone.locator("#points-1")).to_have_value("3")
    _count_on_the_pad(phone, "1")
    expect(phone.locator("#points-1")).to_have_value("31")
    phone.get_by_role("button", name="See the ruling").last.tap()
    phone.wait_for_url("**/ruling")


def test_a_number_that_is_there_already_begins_anew(phone: Page) -> None:
    """Of the field that the page begins with, by the pad and by a keyboard."""
    _to_the_numbers(phone)
    _count_on_the_pad(phone, "2", "next", "3", "1")
    phone.locator("label[for=knocker-0]").tap()
    phone.get_by_role("button", name="See the ruling").last.tap()
    phone.wait_for_url("**/ruling")
    for by_keyboard in (False, True):
        phone.get_by_role("link", name="Correct the numbers").tap()
        phone.wait_for_url("**/numbers")
        expect(phone.locator("#points-0")).to_be_focused()
        if by_keyboard:
            phone.keyboard.press("4")
        else:
            _count_on_the_pad(phone, "4")
        expect(phone.locator("#points-0")).to_have_value("4")
        phone.get_by_role("button", name="See the ruling").last.tap()
        phone.wait_for_url("**/ruling")


def test_a_picked_card_is_removed_by_a_button_or_by_its_key(phone: Page) -> None:
    show_keys(phone)
    for name in ("5C", "6C", "KH"):
        phone.locator(f"#k{name}").tap()
    key = phone.locator("#kAC").bounding_box()
    phone.locator("#l6C").tap()
    phone.get_by_role("button", name="Remove").tap()
    expect(phone.locator("#l6C")).to_have_count(0)
    expect(phone.locator("#count")).to_contain_text("2 of 11")
    phone.locator("#lKH").tap()
    expect(phone.locator("#x-out")).to_be_visible()
    phone.locator("#kKH").tap()
    expect(phone.locator("#lKH")).to_have_count(0)
    expect(phone.locator("#x-out")).to_have_count(0)
    phone.locator("#l5C").tap()
    expect(phone.locator("#x-out")).to_be_visible()
    assert phone.locator("#kAC").bounding_box() == key
