"""A showdown as people tap it: a slow network, the keyboard alone, no script; whole games with cards."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.support.taps import Thumb, go_on, knock_first, new_game, roll, score, start, write, write_only

ANN = "5C 6C 7C QH 7D 9C 9D 9S AC 2D 3S"


def test_taps_faster_than_the_network_arrive_all_and_in_their_order(phone: Page) -> None:
    knock_first(phone)
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


def test_a_lost_tap_is_reported_and_sent_again(phone: Page) -> None:
    knock_first(phone)
    phone.route("**/seat/0", lambda route: route.abort())
    phone.locator("#k5C").tap()
    expect(phone.locator("#count")).to_contain_text("No connection. Your taps are kept and will be sent again.")
    phone.unroute("**/seat/0")
    expect(phone.locator("#count")).to_contain_text("1 of 11")


def test_regrouping_runs_ranks_and_undoing_by_tap_survive_a_reload(phone: Page) -> None:
    start(phone, "Ann", "Bob")
    roll(phone, 6, 6)
    phone.get_by_role("link", name="Showdown").tap()
    phone.get_by_role("button", name="Big Gin").first.tap()
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


def test_the_keyboard_alone_suffices_and_the_verdict_is_heard(phone: Page) -> None:
    start(phone, "Ann", "Bob")
    roll(phone, 3, 4)
    phone.get_by_role("link", name="Showdown").focus()
    phone.keyboard.press("Enter")
    phone.get_by_role("button", name="Knock").first.focus()
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/seat/0")  # with its scripts, which take the arrows
    phone.locator("#kAC").focus()
    for key in ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"):
        phone.keyboard.press(key)
    for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"):
        phone.keyboard.press(key)
    expect(phone.locator("#count")).to_contain_text("3 of 11")
    expect(phone.locator("#hand .group")).to_have_attribute("aria-label", "Run")
    expect(phone.locator("#say")).to_contain_text("3 of 11")
    expect(phone.locator("#k7C")).to_be_focused()
    phone.locator(".menu summary").focus()
    phone.keyboard.press("Enter")
    phone.get_by_role("link", name="Type").focus()
    phone.keyboard.press("Enter")
    phone.wait_for_selector("#text:focus")
    phone.keyboard.press("End")
    phone.keyboard.type(" Qh7d 9cds ac 2d 3s")
    phone.keyboard.press("Enter")
    expect(phone.locator("#count")).to_contain_text("11 of 11")
    phone.locator("#done").focus()
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(re.compile(r"/seat/1\?typed=$"))
    phone.wait_for_selector("#text:focus")
    phone.keyboard.type("456d KKK-s 3c as 2h 4s jd")
    phone.keyboard.press("Enter")
    expect(phone.locator("#count")).to_contain_text("11 of 11")
    phone.locator("#done").focus()
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(re.compile("/lay-offs$"))
    phone.get_by_role("button", name="That's all").focus()
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(re.compile("/ruling$"))
    expect(phone).to_have_title(re.compile("^Ann wins 14 "))
    expect(phone.get_by_role("status").filter(has_text="Ann wins")).to_have_count(2)
    expect(phone.locator("#say")).to_have_text(re.compile("Ann wins 14: Bob "))


def test_without_a_script_everything_works_in_more_steps(bare_phone: Page) -> None:
    phone = bare_phone

    def go(place: Locator) -> None:
        with phone.expect_navigation():
            place.tap()

    phone.goto("/new")
    phone.fill("#player-0", "Ann")
    phone.fill("#player-1", "Bob")
    go(phone.get_by_role("button", name="Start the game").last)
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


def knock(phone: Page, call: str, seat: int) -> None:
    phone.get_by_role("link", name="Showdown").tap()
    phone.get_by_role("button", name=call, exact=True).nth(seat).tap()
    phone.wait_for_selector("#entering")


def record(phone: Page, points: str) -> None:
    expect(phone.locator("#outcome .huge")).to_have_text(points)
    phone.get_by_role("button", name="Record").tap()


def test_a_whole_game_of_two_with_cards(phone: Page) -> None:
    start(phone, "Ann", "Bob")
    roll(phone, 3, 4)
    knock(phone, "Gin", 1)
    thumb = Thumb(phone)
    thumb.lay("4C 5C 6C 7C 8C QH 7D 9C 9D 9H 9S", "11 of 11")
    go_on(phone)
    thumb.lay("10H JC KC KD 8D 8H 6S 5S 4H 3D 2S", "11 of 11 deadwood 76")
    go_on(phone)
    record(phone, "101")  # 76 and 25 for Gin
    roll(phone, 1, 1)
    knock(phone, "Knock", 1)
    write(phone, "2-6h TTTT ac ad", "11 of 11 deadwood 2")
    write(phone, "QQQQ KKK-c 789s as", "11 of 11 deadwood 1")
    phone.get_by_role("button", name="That's all").tap()
    record(phone, "26")  # 1 and 25 for the undercut
    roll(phone, 6, 6)
    knock(phone, "Knock", 1)
    write(phone, "5-9c QQQ-s 2d 3s 5h", "11 of 11 deadwood 10")
    write(phone, "KKK-c 789d / TS96S 4h ac", "11 of 11 deadwood 30")
    phone.get_by_role("button", name="That's all").tap()
    record(phone, "20")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Bob wins, 121 to 26")
    assert score(phone)["totals"] == {"Ann": 26, "Bob": 121}


def test_a_whole_game_of_three_with_cards_and_lay_offs_in_turns(phone: Page) -> None:
    start(phone, "Ann", "Bob", "Cid")
    roll(phone, 4, 4)
    knock(phone, "Knock", 0)
    Thumb(phone).lay("5C 6C 7C KC KD KH 2H 3H 4H 2S 2D", "11 cards deadwood 4")
    go_on(phone)
    write(phone, "QQQ-s 9999 8c ad as 3s", "11 cards deadwood 13")
    write(phone, "JJJ-s 666-c / 4c ks 10h 7s 5s", "11 cards deadwood 36")
    for turn, card in (("Bob", "8 of clubs"), ("Cid", "4 of clubs")):
        expect(phone.get_by_role("heading", name=f"{turn}'s turn")).to_be_visible()
        phone.get_by_role("button", name=f"Lay off the {card}").tap()
    phone.get_by_role("button", name="Bob passes").tap()
    expect(phone.get_by_role("heading", name="Cid's turn")).to_be_visible()
    phone.get_by_role("button", name="Lay off the King of spades").tap()
    expect(phone.get_by_text("Cid lays off K♠")).to_be_visible()
    phone.get_by_role("button", name="That's all").tap()
    record(phone, "19")  # 5 - 4 and 22 - 4
    roll(phone, 5, 5)
    knock(phone, "Gin", 2)
    write(phone, "4-8c 9999 Qh10d", "11 cards")
    write(phone, "/ KcdJhsTch8dh7s6s5d", "11 cards deadwood 94")
    write(phone, "/ KhsJcdQcdTs8s7dh6d", "11 cards deadwood 98")
    record(phone, "217")  # 94, 98 and 25 for Gin, onto which nobody lays off
    expect(phone.get_by_role("heading", level=1)).to_have_text("Cid wins with 217")
    assert score(phone)["totals"] == {"Ann": 19, "Bob": 0, "Cid": 217}


def test_gin_rummy_goes_the_same_way(phone: Page) -> None:
    start(phone, "Ann", "Bob", game="gin-rummy")
    phone.get_by_role("link", name="Showdown").tap()
    phone.get_by_role("button", name="Knock or Gin").first.tap()
    phone.wait_for_selector("#entering")
    Thumb(phone).lay("5C 6C 7C 9C 9D 9H 2H 3H 4H 5H", "10 of 10")
    go_on(phone)
    write(phone, "456d KKK-s 8c as 2c 4s", "10 of 10 deadwood 15")
    expect(phone.locator("#outcome")).to_contain_text("25 Gin + ")
    record(phone, "40")
    expect(phone.locator(".score .big").first).to_have_text("40")
    assert score(phone)["totals"] == {"Ann": 40, "Bob": 0}


def test_knock_rummy_goes_the_same_way_with_loose_cards(phone: Page) -> None:
    start(phone, "Ann", "Bob", game="knock-rummy")
    phone.get_by_role("link", name="Showdown").tap()
    phone.get_by_role("button", name="Knock or rum").first.tap()
    phone.wait_for_selector("#entering")
    phone.locator(".menu summary").tap()
    phone.get_by_role("button", name="Just the cards").tap()
    expect(phone.locator("#hand")).to_contain_text("in any order")
    Thumb(phone).lay("9H 5C 2H 6C 9C 7C 9D AS 3D 2C", "10 of 10")
    go_on(phone)
    write(phone, "456d KKK-s 8c 4s 2s jd", "10 of 10 deadwood 24")
    record(phone, "16")  # 24 - 8
    expect(phone.locator(".score .big").first).to_have_text("16")
    assert score(phone)["totals"] == {"Ann": 16, "Bob": 0}


def test_the_letters_of_a_stash_are_asked_for_once_and_the_deck_learns_them(phone: Page) -> None:
    start(phone, "Ann", "Bob")
    roll(phone, 4, 4)
    knock(phone, "Knock", 0)
    Thumb(phone).lay("AH 3S 5C 7D", "4 of 11")
    phone.locator(".offers span", has_text="a stash?").get_by_role("button", name="Yes").tap()
    Thumb(phone).lay("9C 9D 9S JC JD JH 2D", "11 of 11 deadwood 2")
    go_on(phone)
    write(phone, "456d KKK-h / 2h 4s 8h 10s qc", "11 of 11 deadwood 34")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which gem do these cards share?")
    phone.get_by_role("button", name="Moonstone").tap()
    phone.get_by_role("button", name="That's all").tap()
    record(phone, "32")
    phone.wait_for_selector("[data-dice]")
    phone.goto("/decks")
    expect(phone.get_by_role("link", name="Our deck")).to_contain_text("4 of 56 gems known")


def test_the_gems_of_gem_parts_are_asked_for_card_by_card_on_one_screen(phone: Page) -> None:
    """Eleven cards of a deck of which nothing is known: eight taps, each on a page that needn't be scrolled."""
    phone.set_viewport_size({"width": 360, "height": 640})
    start(phone, "Ann", "Bob")
    roll(phone, 4, 4)
    knock(phone, "Knock", 0)
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


def test_a_deck_is_entered_group_by_group(phone: Page) -> None:
    phone.goto("/decks")
    phone.fill("#name", "Blue box")
    phone.get_by_role("button", name="Enter its gems").tap()
    for gem, name in zip(
        ("Gold", "Emerald", "Moonstone", "Pearl", "Amethyst", "Ruby", "Topaz"),
        ("AC", "AD", "AH", "AS", "2C", "2D", "2H"),
        strict=True,
    ):
        expect(phone.locator(".ask b").last).to_have_text(gem)
        phone.locator(f"#g{name}").tap()
    expect(phone.locator(".ask")).to_contain_text("The Aces and 2s are known.")
    expect(phone.locator("#g2S")).to_have_accessible_name(re.compile("2 of spades, Sapphire"))
    phone.get_by_role("link", name="Next cards").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("3s and 4s")


def test_a_hand_is_counted_as_its_cards_are_tapped(phone: Page) -> None:
    phone.goto("/count")
    for name in ANN.split():
        phone.locator(f"label[for=k{name}]").tap()
    phone.locator("label[for=first-3]").tap()
    phone.locator("label[for=second-4]").tap()
    expect(phone.locator("#sum")).to_contain_text("Can knock: 6 is within the limit of 7.")
    phone.reload()
    expect(phone.locator("#sum")).to_contain_text("Can knock: 6 is within the limit of 7.")


def _count_on_the_pad(phone: Page, *keys: str) -> None:
    for key in keys:
        phone.locator(f".number-pad [value='{key}']").tap()


def _to_the_numbers(phone: Page) -> None:
    start(phone, "Ann", "Bob")
    roll(phone, 3, 4)
    phone.get_by_role("link", name="Showdown").tap()
    phone.get_by_role("link", name="Numbers only").tap()
    phone.wait_for_url("**/numbers")


def test_the_number_pad_goes_on_after_an_error(phone: Page) -> None:
    _to_the_numbers(phone)
    with phone.expect_navigation():
        phone.get_by_role("button", name="See the ruling").last.tap()
    expect(phone.locator("#points-0-error")).to_be_visible()
    _count_on_the_pad(phone, "2", "next", "1", "2")
    expect(phone.locator("#points-0")).to_have_value("2")
    expect(phone.locator("#points-1")).to_have_value("12")


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
    knock_first(phone)
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


def test_without_scripts_a_picked_card_is_removed_too(bare_phone: Page) -> None:
    table = new_game(bare_phone, "Ann", "Bob")
    bare_phone.goto(f"{table}/hand/1")
    for place in ("[name=knock]", "#kKH", "#lKH", "#x-out"):
        bare_phone.locator(place).first.tap()
    expect(bare_phone.locator("#lKH")).to_have_count(0)


def test_fourteen_cards_lie_whole_above_the_keys(phone: Page) -> None:
    start(phone, "Ann", "Bob", "Cid")
    roll(phone, 3, 4)
    phone.get_by_role("link", name="Showdown").tap()
    phone.locator("[name=knock]").first.tap()
    phone.wait_for_url("**/seat/0")
    for name in ["3C", "4C", "5C", "6C", "9C", "9D", "9S", "QS", "7D", "JH", "QH", "KH", "AD", "2H"]:
        phone.locator(f"#k{name}").tap()
    expect(phone.locator("#count")).to_contain_text("14 cards")
    assert phone.locator(".lying").evaluate("lying => lying.scrollHeight - lying.clientHeight") == 0
