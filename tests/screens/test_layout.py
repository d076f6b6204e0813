"""Where things lie on a small phone: what opens has room, what is tapped next stays in its place, words stay whole."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import box, too_wide
from tests.support.documents import game_document
from tests.support.screen_faults import WATCH_SHIFTS
from tests.support.taps import import_game, new_game, roll, start, write

LAID = "5C 6C 7C QH 7D 9C 9D 9H dead AS 2D 3H"
DOUBLE_TEXT = "document.documentElement.style.fontSize = '212.5%'"
LARGE = "9H JC JD JH KC KD KH AD AS 8C 7S 3C 4C 5D 10D 2S"
FIVE_KILOBYTES_A_SECOND = {"offline": False, "latency": 100, "downloadThroughput": 5000, "uploadThroughput": 5000}
LINE = 30
"""Pixels that one line of words takes at the most."""


def words_height(place: Locator) -> float:
    """Measure the words themselves, without what lies around them."""
    height: float = place.evaluate(
        "(element) => { const range = document.createRange(); range.selectNodeContents(element);"
        " return range.getBoundingClientRect().height }"
    )
    return height


def knock(phone: Page, *names: str) -> None:
    start(phone, *(names or ("Ann", "Bob")))
    phone.locator("label[for=first-3]").tap()
    phone.locator("label[for=second-4]").tap()
    phone.get_by_role("link", name="Showdown").tap()
    phone.wait_for_url("**/hand/1")


def test_rules_that_are_opened_have_the_whole_width(phone: Page) -> None:
    phone.goto("/sample")
    rules = phone.locator("details", has_text="Which rules apply")
    rules.locator("summary").tap()
    words = rules.locator("li p").first
    expect(words).to_be_visible()
    assert box(words)["y"] >= box(rules.locator("summary"))["bottom"]
    assert box(words)["width"] >= box(rules.locator(".lines").first)["width"] - 1


def test_a_section_taller_than_the_screen_opens_at_its_heading(phone: Page) -> None:
    phone.goto("/new?game=gem-rummy")
    heading = phone.locator("summary", has_text="House rules")
    heading.tap()
    expect(phone.get_by_label("The game goes to")).to_be_in_viewport(ratio=1)
    assert 0 <= box(heading)["y"] <= LINE


def test_the_calls_stand_right_under_the_name(phone: Page) -> None:
    knock(phone)
    for row in phone.locator(".knock-row").all():
        name, calls = box(row.locator("legend")), box(row.locator(".tabs"))
        assert 0 <= calls["y"] - name["bottom"] <= LINE
        assert name["height"] <= LINE


def test_the_keys_stay_where_they_are_from_the_first_card_to_the_last(phone: Page) -> None:
    knock(phone)
    phone.get_by_role("button", name="Knock", exact=True).first.tap()
    key, foot = phone.locator("#kKS"), phone.locator("#done")
    before = box(key)["y"]
    for name in LAID.split():
        phone.locator("#x-dead" if name == "dead" else f"#k{name}").tap()
    expect(phone.locator("#count")).to_contain_text("11 of 11")
    assert box(key)["y"] == before
    assert box(foot)["bottom"] <= phone.viewport_size["height"]  # type: ignore[index]
    assert words_height(phone.locator("#x-dead")) <= LINE


def test_the_keys_stay_where_they_are_while_a_stash_is_offered_and_a_card_is_chosen(phone: Page) -> None:
    knock(phone)
    phone.get_by_role("button", name="Knock", exact=True).first.tap()
    key, foot = phone.locator("#kKS"), phone.locator("#done")
    before = box(key)["y"]
    for name in ["4D", "5D", "6D", "KC", "KD", "KH", "8C", "AS", "9H", "4S", "JD"]:
        phone.locator(f"#k{name}").tap()
    expect(phone.locator("#count")).to_contain_text("11 of 11")
    expect(phone.get_by_role("button", name="8♣ A♠ 9♥ 4♠: a stash? Yes")).to_be_visible()
    assert box(key)["y"] == before
    phone.locator("#l8C").tap()
    expect(phone.locator("#count")).to_contain_text("Tap +")
    assert box(key)["y"] == before
    assert box(foot)["bottom"] <= phone.viewport_size["height"]  # type: ignore[index]


def test_sixteen_cards_leave_the_keys_and_the_way_on_in_sight(phone: Page) -> None:
    knock(phone, "Ann", "Bob", "Cid")
    phone.get_by_role("button", name="Knock", exact=True).first.tap()
    for name in ["9C", "9D", "9H", "9S", "JC", "JD", "QC", "QD", "QH", "AD", "AS", "8C", "7S", "3C", "4C", "5D"]:
        phone.locator(f"#k{name}").tap()
    expect(phone.locator("#count")).to_contain_text("16 cards")
    assert box(phone.locator("#done"))["bottom"] <= phone.viewport_size["height"]  # type: ignore[index]


def test_the_ways_on_from_the_table_are_in_sight_once_the_dice_lie(phone: Page) -> None:
    knock(phone)
    phone.go_back()
    phone.wait_for_selector(".fact .tall")
    shown = phone.viewport_size["height"]  # type: ignore[index]
    dock = box(phone.locator(".dock .main"))["y"]
    assert box(phone.locator(".fact .tall"))["bottom"] <= dock
    for place in (
        phone.get_by_text("Nobody knocked", exact=True),
        phone.get_by_role("link", name="Score sheet"),
        phone.get_by_role("link", name="Showdown"),
    ):
        assert box(place)["bottom"] <= shown


def test_numbers_stay_whole_beside_long_names(phone: Page) -> None:
    knock(phone, "Maximiliane-Theodora von Hohenstein-Wald", "Bartholomäus Friedrich Wilhelm Obermeier", "Cid")
    phone.get_by_role("link", name="Numbers only").tap()
    phone.locator("label[for=knocker-0]").tap()
    for seat, points in enumerate(("2", "120", "133")):
        phone.fill(f"#points-{seat}", points)
    phone.get_by_role("button", name="See the ruling").tap()
    phone.wait_for_selector("#outcome")
    for number in phone.locator(".tally b").all():
        assert words_height(number) <= LINE


def test_with_double_text_the_dice_and_the_way_on_keep_their_size_and_words(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    knock(phone)
    phone.get_by_role("button", name="Knock", exact=True).first.tap()
    phone.locator("#kAS").tap()
    expect(phone.locator("#count")).to_contain_text("1 of 11")
    phone.evaluate(DOUBLE_TEXT)
    assert words_height(phone.locator("#x-dead")) <= 2 * LINE
    assert words_height(phone.locator("#done span")) <= 2 * LINE
    name = phone.locator(".bar h1")
    assert name.evaluate("element => element.scrollWidth <= element.clientWidth + 1")
    phone.goto(phone.url.split("/hand")[0])
    phone.get_by_role("link", name="Change dice").tap()
    phone.wait_for_selector(".face")
    phone.evaluate(DOUBLE_TEXT)
    for face in phone.locator(".face").all():
        assert box(face)["width"] >= 38
    assert too_wide(phone) == 0


def test_the_heads_of_the_printed_sheet_are_not_cut_within_a_word(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob", "Cid", game="gem-rummy")
    phone.goto(f"{table}/print")
    head = phone.locator("thead .no")
    expect(head).to_have_text("Hand")
    assert words_height(head) <= LINE
    inner = "element => element.scrollWidth - element.clientWidth"
    assert head.evaluate(inner) == 0


def test_nothing_moves_while_a_large_hand_comes_slowly(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(viewport={"width": 390, "height": 844}, service_workers="block")
    knock(phone, "Ann", "Bob", "Cid")  # a hand of three players may have more cards
    phone.get_by_role("button", name="Knock", exact=True).first.tap()
    phone.wait_for_selector("#pad")
    for name in LARGE.split():
        phone.locator(f"#k{name}").tap()
    expect(phone.locator("#count")).to_contain_text("16")
    phone.add_init_script(WATCH_SHIFTS)
    network = phone.context.new_cdp_session(phone)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", FIVE_KILOBYTES_A_SECOND)
    phone.goto(phone.url)
    expect(phone.locator("#done")).to_be_visible()
    assert phone.evaluate("window.shifts") == []


def test_a_card_that_does_not_fit_moves_nothing(phone: Page) -> None:
    game = import_game(phone, game_document(hands=[]))
    phone.goto(game)
    roll(phone, 3, 4)
    phone.goto(f"{game}/hand/1")
    phone.get_by_role("button", name="Knock", exact=True).first.tap()
    phone.wait_for_selector("#entering")
    write(phone, "567c QQQ-s 9cds 2d ac", "11 of 11")
    write(phone, "456d KKK-h 8c 2h as JD 7s", "11 of 11")
    phone.wait_for_url("**/lay-offs")
    cards = phone.locator(".leftovers")
    before = box(cards)
    phone.locator("[name=card]").first.tap()
    expect(phone.get_by_role("alert")).to_contain_text("doesn't")
    assert box(cards) == before


@pytest.mark.parametrize("size", [(820, 1180), (768, 1024), (1180, 820)])
def test_the_keys_grow_into_a_tablet(phone: Page, size: tuple[int, int]) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    game = import_game(phone, game_document(hands=[]))
    phone.goto(game)
    roll(phone, 3, 4)
    phone.goto(f"{game}/hand/1")
    phone.get_by_role("button", name="Knock", exact=True).first.tap()
    phone.wait_for_selector("#entering")
    key = box(phone.locator("#kAS"))
    assert key["width"] >= 48
    assert key["height"] >= 48
    assert box(phone.locator("#done"))["bottom"] <= size[1]
    assert too_wide(phone) == 0


@pytest.mark.parametrize("players", [("Ann", "Maximiliane-Theodora"), ("Ann", "Maximiliane-Theodora", "Cid")])
def test_the_question_for_a_number_leaves_the_pad_where_it_is_and_goes_when_answered(
    phone: Page, players: tuple[str, ...]
) -> None:
    knock(phone, *players)
    phone.get_by_role("link", name="Numbers only").tap()
    phone.locator("label[for=knocker-0]").tap()
    phone.locator("[name=key][value='5']").tap()
    phone.get_by_role("button", name="See the ruling").tap()
    question = phone.get_by_text("How much deadwood does Maximiliane-Theodora have?")
    expect(question).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollHeight") == phone.evaluate("innerHeight")
    other_key = phone.locator("[name=key][value='6']")
    place = box(other_key)
    phone.locator("[name=key][value='9']").tap()
    expect(phone.locator("#points-1")).to_have_value("9")
    expect(question).to_be_hidden()
    assert box(other_key) == place
    expect(phone.locator("[aria-invalid]")).to_have_count(0)


def test_the_question_for_a_number_goes_without_a_script_too(bare_phone: Page) -> None:
    table = new_game(bare_phone, "Ann", "Bob")
    bare_phone.goto(f"{table}/hand/1/numbers")
    bare_phone.locator("label[for=knocker-0]").tap()
    bare_phone.locator("[name=key][value='5']").tap()
    bare_phone.get_by_role("button", name="See the ruling").tap()
    question = bare_phone.get_by_text("How much deadwood does Bob have?")
    expect(question).to_be_visible()
    bare_phone.fill("#points-1", "9")
    expect(question).to_be_hidden()


def test_who_changed_a_game_and_when_stands_on_one_line(phone: Page) -> None:
    table = new_game(phone, "Ann", "Bob")
    phone.goto(f"{table}/history")
    expect(phone.locator("time").first).to_contain_text(":")
    for entry in phone.locator(".entries .small").all():
        assert words_height(entry) <= LINE
    last_year = phone.evaluate("new Date().getFullYear() - 1")
    phone.evaluate(
        f"document.querySelector('time').dateTime = '{last_year}-03-05T12:00:00Z';"
        "document.dispatchEvent(new CustomEvent('htmx:load', {bubbles: true}))"
    )
    expect(phone.locator("time").first).to_contain_text(str(last_year))


@pytest.mark.parametrize("players", [("Ann", "Bob"), ("Ann", "Bob", "Cid")])
def test_numbers_in_the_place_of_cards_need_no_larger_page(phone: Page, players: tuple[str, ...]) -> None:
    knock(phone, *players)
    hub = phone.url
    phone.get_by_role("button", name="Knock", exact=True).first.tap()
    phone.locator("#kAS").tap()
    expect(phone.locator("#hand")).to_have_attribute("data-held", "AS")
    phone.goto(f"{hub}/numbers")
    expect(phone.get_by_text("These numbers replace the cards.")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollHeight") == phone.evaluate("innerHeight")
