"""Where things lie on a small phone: what opens has room, what is tapped next stays in its place, words stay whole."""

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import at_sizes, box, too_wide
from tests.support.documents import counted_hand, game_document
from tests.support.prepared import import_game, new_game, show_keys, show_table, typed
from tests.support.screen_faults import WATCH_SHIFTS

MELDED = "5C 6C 7C QH 7D 9C 9D 9H dead AS 2D 3H"
STASH = "4D 5D 6D KC KD KH 8C 4S 10H AC JD"
DOUBLE_TEXT = "document.documentElement.style.fontSize = '212.5%'"
FOURTEEN = "3-6c 9cds Qs7d JQKh ad 2h"
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


def height(phone: Page) -> int:
    assert phone.viewport_size is not None
    return phone.viewport_size["height"]


def lay(phone: Page, names: str, count: str) -> None:
    """Tap cards, and the key of deadwood, faster than they are answered."""
    for name in names.split():
        phone.locator("#x-dead" if name == "dead" else f"#k{name}").tap()
    expect(phone.locator("#count")).to_contain_text(count)


def is_larger_than_the_screen(phone: Page) -> bool:
    larger: bool = phone.evaluate("document.documentElement.scrollHeight > innerHeight")
    return larger


def test_what_is_opened_has_room(phone: Page) -> None:
    phone.goto("/sample")
    rules = phone.locator("details", has_text="Which rules apply")
    rules.locator("summary").tap()
    words = rules.locator("li p").first
    expect(words).to_be_visible()
    assert box(words)["y"] >= box(rules.locator("summary"))["bottom"]
    assert box(words)["width"] >= box(rules.locator(".lines").first)["width"] - 1
    # A section taller than the screen opens at its heading.
    phone.goto("/new?game=gem-rummy")
    heading = phone.locator("summary", has_text="House rules")
    heading.tap()
    expect(phone.get_by_label("The game goes to")).to_be_in_viewport(ratio=1)
    assert 0 <= box(heading)["y"] <= LINE


def test_the_keys_stay_where_they_are_from_the_first_card_to_the_last(phone: Page) -> None:
    table = show_keys(phone)
    key, foot = phone.locator("#kKS"), phone.locator("#done")
    before = box(key)["y"]
    lay(phone, MELDED, "11 of 11")
    assert box(key)["y"] == before
    assert box(foot)["bottom"] <= height(phone)
    assert words_height(phone.locator("#x-dead")) <= LINE
    # So they do while a stash is offered, and while a card is picked.
    phone.goto(f"{table}/hand/1/seat/1")
    assert box(key)["y"] == before
    lay(phone, STASH, "11 of 11")
    expect(phone.get_by_role("button", name="8♣ 4♠ 10♥ A♣: a stash? Yes")).to_be_visible()
    assert box(key)["y"] == before
    phone.locator("#l8C").tap()
    expect(phone.locator("#count")).to_contain_text("Tap +")
    assert box(key)["y"] == before
    assert box(foot)["bottom"] <= height(phone)


def test_the_ways_on_are_in_sight_at_the_table_and_in_a_showdown(phone: Page) -> None:
    table = show_table(phone)
    dock = box(phone.locator(".dock .main"))["y"]
    assert box(phone.locator(".fact .tall"))["bottom"] <= dock
    for place in (
        phone.get_by_text("Nobody knocked", exact=True),
        phone.get_by_role("link", name="Score sheet"),
        phone.get_by_role("link", name="Showdown"),
    ):
        assert box(place)["bottom"] <= height(phone)
    phone.goto(f"{table}/hand/1")
    for row in phone.locator(".knock-row").all():
        name, calls = box(row.locator("legend")), box(row.locator(".tabs"))
        assert 0 <= calls["y"] - name["bottom"] <= LINE
        assert name["height"] <= LINE


def test_a_large_hand_leaves_the_way_on_in_sight_and_moves_nothing_while_it_comes_slowly(phone: Page) -> None:
    """A hand of three players may have more cards."""
    table = show_keys(phone, "Ann", "Bob", "Cid")
    phone.goto(typed(phone, table, 0, FOURTEEN))
    assert phone.locator(".lying").evaluate("lying => lying.scrollHeight - lying.clientHeight") == 0
    lay(phone, "4D 5D", "16 cards")
    assert box(phone.locator("#done"))["bottom"] <= height(phone)
    phone.add_init_script(WATCH_SHIFTS)
    network = phone.context.new_cdp_session(phone)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", FIVE_KILOBYTES_A_SECOND)
    phone.reload()
    expect(phone.locator("#done")).to_be_visible()
    assert phone.evaluate("window.settledShifts()") == []


def test_with_double_text_the_dice_and_the_way_on_keep_their_size_and_words(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    show_keys(phone)
    lay(phone, "AS", "1 of 11")
    phone.evaluate(DOUBLE_TEXT)
    assert words_height(phone.locator("#x-dead")) <= 2 * LINE
    assert words_height(phone.locator("#done span")) <= 2 * LINE
    name = phone.locator(".bar h1")
    assert name.evaluate("element => element.scrollWidth <= element.clientWidth + 1")
    phone.goto(new_game(phone, "Ann", "Bob", game="gem-rummy"))
    phone.evaluate(DOUBLE_TEXT)
    for face in phone.locator(".face").all():
        assert box(face)["width"] >= 38
    assert too_wide(phone) == 0


def test_heads_are_whole_and_marks_within_their_cells_on_a_printed_sheet(phone: Page) -> None:
    undercut = counted_hand("Ann", (3, 4), Ann=7, Bob=3, Cid=20)
    phone.goto(f"{import_game(phone, game_document(players=('Ann', 'Bob', 'Cid'), hands=[undercut]))}/print")
    overflow = """() => [...document.querySelectorAll(".pad-of-paper td")].filter(
        (cell) => cell.scrollWidth > cell.clientWidth || [...cell.children].some((mark) =>
            mark.getBoundingClientRect().right > cell.getBoundingClientRect().right)).length"""
    assert phone.locator(".pad-of-paper small").all_inner_texts() == ["undercut"]
    assert phone.evaluate(overflow) == 0
    head = phone.locator("thead .no")
    expect(head).to_have_text("Hand")
    assert words_height(head) <= LINE
    assert head.evaluate("element => element.scrollWidth - element.clientWidth") == 0


def test_the_keys_grow_into_a_tablet(phone: Page) -> None:
    show_keys(phone)
    for _, high in at_sizes(phone, (820, 1180), (768, 1024), (1180, 820)):
        key = box(phone.locator("#kAS"))
        assert key["width"] >= 48
        assert key["height"] >= 48
        assert box(phone.locator("#done"))["bottom"] <= high
        assert too_wide(phone) == 0


def test_numbers_in_the_place_of_cards_are_asked_for_without_a_larger_page(phone: Page) -> None:
    players = ("Ann", "Maximiliane-Theodora", "Cid")
    table = show_keys(phone, *players)
    typed(phone, table, 0, "as")
    phone.goto(f"{table}/hand/1/numbers")
    expect(phone.get_by_text("These numbers replace the cards.")).to_be_visible()
    assert not is_larger_than_the_screen(phone)
    phone.goto(f"{show_table(phone, *players)}/hand/1/numbers")
    phone.locator("label[for=knocker-0]").tap()
    phone.locator("[name=key][value='5']").tap()
    phone.get_by_role("button", name="See the ruling").tap()
    question = phone.get_by_text("How much deadwood does Maximiliane-Theodora have?")
    expect(question).to_be_visible()
    assert not is_larger_than_the_screen(phone)
    other_key = phone.locator("[name=key][value='6']")
    place = box(other_key)
    phone.locator("[name=key][value='9']").tap()
    expect(phone.locator("#points-1")).to_have_value("9")
    # The question leaves the pad where it is, and goes when it is answered.
    expect(question).to_be_hidden()
    assert box(other_key) == place
    expect(phone.locator("[aria-invalid]")).to_have_count(0)


def test_who_changed_a_game_and_when_stands_on_one_line(phone: Page) -> None:
    phone.goto(f"{new_game(phone, 'Ann', 'Bob')}/history")
    expect(phone.locator("time").first).to_contain_text(":")
    for entry in phone.locator(".entries .small").all():
        assert words_height(entry) <= LINE
    last_year = phone.evaluate("new Date().getFullYear() - 1")
    phone.evaluate(
        f"document.querySelector('time').dateTime = '{last_year}-03-05T12:00:00Z';"
        "document.dispatchEvent(new CustomEvent('htmx:load', {bubbles: true}))"
    )
    expect(phone.locator("time").first).to_contain_text(str(last_year))
