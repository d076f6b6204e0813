"""A hand entered by a photo in a real browser: taps, taps meanwhile, and photos that never arrive."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, Request, expect

from tests.support.browser import box, hard_to_read
from tests.support.photo_reader import HELD, IN_WORDS, serving_photos
from tests.support.prepared import show_keys
from tests.support.server import HOST
from tests.support.taps import Thumb

PICTURE = Path(__file__).resolve().parents[2] / "static" / "icons" / "icon-512.png"
BOB = b"4D 5D 6D | KC KD KH | 8C | AS | 2H | 4S | JD"


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with serving_photos(tmp_path_factory.mktemp("photos")) as served:
        yield f"http://{HOST}:{served.port}"


def table(shows: bytes) -> FilePayload:
    return {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": shows}


class HeldReader:
    """Has the server hold a photo, until it is let go."""

    def __init__(self, folder: Path) -> None:
        self._pipe = folder / "held"
        os.mkfifo(self._pipe)

    def photo(self, shows: bytes) -> FilePayload:
        return table(HELD + bytes(self._pipe) + b"\n" + IN_WORDS + shows)

    def let_go(self) -> None:
        self._pipe.write_bytes(b"")


def at_the_showdown(phone: Page) -> Thumb:
    show_keys(phone)
    return Thumb(phone)


def test_two_laid_out_hands_of_eleven_take_six_taps(phone: Page) -> None:
    thumb = at_the_showdown(phone)
    posts: list[Request] = []
    phone.on("request", lambda sent: posts.append(sent) if sent.url.endswith("/photo") else None)
    # A real picture: the script makes it a JPEG, the only thing that the reader takes for a photo.
    thumb.photograph(PICTURE)
    expect(phone.locator("#count")).to_contain_text("11 of 11 deadwood 3")
    expect(phone.locator("#photo img")).to_be_visible()
    done = box(phone.locator("#done"))
    assert box(phone.locator("#kKS"))["bottom"] < done["y"]
    assert done["bottom"] <= 640
    assert phone.locator("#pad .mine").count() == 11
    thumb.on(phone.locator("#done"))
    phone.wait_for_url("**/seat/1")
    # What is no picture to the browser is sent as it is.
    thumb.photograph(table(IN_WORDS + BOB))
    expect(phone.locator("#count")).to_contain_text("11 of 11 deadwood 25")
    thumb.on(phone.locator("#done"))
    phone.wait_for_url("**/lay-offs")
    assert thumb.taps == {"other": 4, "shutter": 2}
    assert len(posts) == 2


def test_taps_made_while_a_photo_is_read_are_kept_and_a_canceled_photo_adds_nothing(
    phone: Page, tmp_path: Path
) -> None:
    reader = HeldReader(tmp_path)
    thumb = at_the_showdown(phone)
    panel, count = phone.locator("#photo-form"), phone.locator("#count")
    thumb.photograph(reader.photo(b"5C 6C 7C"))
    expect(panel).to_contain_text("Reading")
    thumb.cards("KS")
    reader.let_go()
    expect(count).to_contain_text("4 of 11")
    expect(phone.locator("#kKS")).to_have_class("key s mine")
    thumb.on(phone.locator("#x-undo"))
    expect(count).to_contain_text("3 of 11")
    thumb.photograph(reader.photo(b"QC QD QH"))
    expect(panel).to_contain_text("Reading")
    thumb.cards("2S")
    phone.get_by_role("button", name="Cancel").tap()
    reader.let_go()
    expect(panel).to_be_hidden()
    expect(count).to_contain_text("4 of 11")
    assert phone.locator("#pad .mine").evaluate_all("keys => keys.map((key) => key.value)") == ["5C", "6C", "7C", "2S"]


def test_a_photo_waits_for_taps_that_did_not_arrive_and_leaving_waits_for_a_canceled_one(
    phone: Page, tmp_path: Path
) -> None:
    reader = HeldReader(tmp_path)
    thumb = at_the_showdown(phone)
    panel, count = phone.locator("#photo-form"), phone.locator("#count")
    hand, sent = phone.url, list[str]()
    phone.on("request", lambda request: sent.append(request.method + request.url.rpartition("/")[2]))
    phone.route("**/seat/0", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    thumb.cards("KS")
    expect(phone.locator("#hand .error")).to_be_visible()
    thumb.photograph(reader.photo(b"QC QD QH"))
    phone.unroute("**/seat/0")
    expect(panel).to_contain_text("Reading")
    assert [request for request in sent if request.startswith("POST")] == ["POST0", "POST0", "POSTphoto"]
    phone.get_by_role("button", name="Cancel").tap()
    phone.get_by_role("link", name="The showdown").tap()
    reader.let_go()
    phone.wait_for_url("**/hand/1")
    phone.goto(hand)
    expect(count).to_contain_text("1 of 11")
    assert phone.locator("#pad .mine").evaluate_all("keys => keys.map((key) => key.value)") == ["KS"]


def test_a_photo_that_does_not_arrive_is_sent_again_without_taking_it_again(phone: Page) -> None:
    thumb = at_the_showdown(phone)
    panel = phone.locator("#photo-form")
    phone.route("**/photo", lambda route: route.abort())
    thumb.photograph(table(IN_WORDS + b"5C 6C 7C/7S | AC ??"))
    expect(panel).to_contain_text("No connection")
    phone.unroute("**/photo")
    phone.get_by_role("button", name="Try again").tap()
    expect(phone.locator("#count")).to_contain_text("4 of 11 cards found. 1 corner couldn't be read.")
    phone.get_by_role("button", name="It's the 7 of clubs").tap()
    expect(phone.locator(".group").first).to_contain_text("run")
    expect(phone.locator("#photo img")).to_be_visible()
    phone.locator("#photo summary").tap()
    expect(phone.locator("#photo text").first).to_be_visible()
    phone.locator("#photo summary").tap()
    assert hard_to_read(phone) == []
    phone.get_by_role("link", name="Put the photo away").tap()
    expect(phone.locator("#photo")).to_be_empty()
    thumb.photograph(table(b"no photo"))
    expect(panel).to_contain_text("isn't a photo")
    expect(phone.get_by_role("button", name="Try again")).to_be_hidden()
    phone.get_by_role("button", name="Close").tap()
    expect(panel).to_be_hidden()


def test_where_the_script_of_photos_did_not_arrive_a_button_sends_the_photo(phone: Page) -> None:
    phone.route("**/photo*.js*", lambda route: route.abort())
    at_the_showdown(phone)
    phone.set_input_files("#photo-file", [table(IN_WORDS + b"5C 6C 7C")])
    phone.get_by_role("button", name="Read the photo").tap()
    expect(phone.locator("#count")).to_contain_text("3 of 11")
    expect(phone.locator("#photo img")).to_be_visible()


def test_a_suit_is_taught_by_a_photo_and_two_taps(phone: Page) -> None:
    phone.goto("/decks")
    phone.get_by_role("button", name="Enter its gems").tap()
    phone.wait_for_url("**/group/0")
    phone.goto(phone.url.replace("/group/0", "/teach"))
    thumb = Thumb(phone)
    thumb.photograph(PICTURE)
    thumb.button("Spades from Ace to King")
    expect(phone.get_by_label("13")).to_have_value("KS")
    thumb.button("Save these cards")
    expect(phone.get_by_role("heading", name="13 of 52 cards taught.")).to_be_visible()
    assert thumb.taps == {"other": 3, "shutter": 1}


def test_a_hand_is_counted_by_its_photo_and_corrected_beside_it(phone: Page) -> None:
    phone.goto("/count?game=gin-rummy&card=KS")
    Thumb(phone).photograph(table(IN_WORDS + b"5C 6C 7C/7S | QC QD QH"))
    expect(phone.locator("#sum")).to_contain_text("6 of 10")
    phone.get_by_role("link", name="It's the 7 of clubs").tap()
    expect(phone.locator("#sum")).to_contain_text("7 of 10")
    expect(phone.locator("#photo img")).to_be_visible()
    phone.locator("label[for=k2S]").tap()
    expect(phone.locator("#sum")).to_contain_text("8 of 10")
    Thumb(phone).photograph(table(IN_WORDS + b"9C 9D"))
    expect(phone.locator("#sum")).to_contain_text("10 of 10")
    phone.reload()
    expect(phone.locator("#sum")).to_contain_text("10 of 10")
    expect(phone.locator("#photo img")).to_have_count(0)


def test_cards_ticked_without_a_connection_are_counted_with_the_photo(phone: Page) -> None:
    phone.goto("/count?game=gin-rummy")
    phone.route("**/count?*", lambda route: route.abort() if route.request.method == "GET" else route.continue_())
    phone.locator("label[for=k2S]").tap()
    Thumb(phone).photograph(table(IN_WORDS + b"QC QD QH"))
    expect(phone.locator("#sum")).to_contain_text("4 of 10")
    assert phone.locator(".counting :checked[name=card]").count() == 4


def test_the_words_of_a_photo_stay_true_when_its_cards_are_named(phone: Page) -> None:
    phone.set_viewport_size({"width": 390, "height": 844})
    thumb = at_the_showdown(phone)
    thumb.photograph(table(IN_WORDS + b"7S 8S 9S | 10H | 10S | 6D/4D"))
    unsure = phone.locator(".marks .unsure")
    expect(unsure).to_have_text("unsure")
    phone.get_by_label("It's the 6").tap()
    expect(phone.get_by_text("10♠ fits your run.")).to_be_in_viewport()
    expect(unsure).to_be_hidden()
    yes, no = (box(phone.get_by_role("button", name=answer)) for answer in ("Yes", "No"))
    assert yes["y"] == no["y"], "side by side"
