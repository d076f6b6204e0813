"""Photos in the pocket edition, read in a real browser: what a server shows, and what a phone does without one."""

import re
from io import BytesIO
from pathlib import Path

from PIL import Image as Pillow
from PIL import ImageFilter
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.support.browser import hard_to_read
from tests.support.photo_taps import hands_in
from tests.support.pocket import PocketPhone, StaticHost, reload
from tests.support.prepared import show_keys
from tests.support.taps import Thumb

HANDS = Path(__file__).resolve().parents[1] / "photo" / "hands"
FIRST, SECOND = next(hands_in(HANDS))
NEAR = HANDS / "1000002-near.jpg"
MOST = 1_100_000
"""Bytes that the first photo fetches at most."""


def picture(drawn: Pillow.Image, name: str = "IMG_1.jpg") -> FilePayload:
    body = BytesIO()
    drawn.save(body, "JPEG")
    return {"name": name, "mimeType": "image/jpeg", "buffer": body.getvalue()}


def photograph(phone: Page, photo: FilePayload | Path) -> None:
    """Take a photo: of the pocket edition's camera key there is more in test_pocket_live.py."""
    phone.set_input_files("#photo-file", photo)


def at_the_showdown(phone: Page) -> Thumb:
    show_keys(phone)
    return Thumb(phone)


def begin(thumb: Thumb) -> Locator:
    """Photograph a hand while the reader is still on its way, and return what tells that it is read."""
    photograph(thumb.phone, FIRST.image)
    panel = thumb.phone.locator("#photo-form")
    expect(panel).to_contain_text("Reading")
    return panel


def groups(phone: Page) -> list[str]:
    """Return the groups of a hand as they lie on its screen."""
    return [group.inner_text() for group in phone.locator("#hand .group").all()]


def test_a_hand_is_read_as_with_a_server_and_later_ones_without_a_network(
    phone: Page, pocket: PocketPhone, host: StaticHost
) -> None:
    shown = []
    fetched = host.sent
    for name, each in (("server", phone), ("pocket", pocket.phone)):
        at_the_showdown(each)
        assert host.sent == fetched, "nothing is fetched before the camera key is used"
        photograph(each, FIRST.image)
        expect(each.locator("#photo img")).to_be_visible()
        expect(each.locator("#count"), name).to_contain_text("11 of 11")
        shown.append((groups(each), each.locator("#photo rect").count(), each.locator("#count").inner_text()))
    assert shown[0] == shown[1]
    assert 0 < host.sent - fetched < MOST
    assert hard_to_read(pocket.phone) == []
    host.stop()
    pocket.goto("/count?game=gin-rummy")
    photograph(pocket.phone, SECOND.image)
    expect(pocket.locator("#sum")).to_contain_text("11 of 10")
    assert (
        set(pocket.locator("[name=card]:checked").evaluate_all("keys => keys.map((key) => key.value)")) == SECOND.cards
    )


def test_an_unsure_card_is_asked_with_its_corner_and_a_deck_is_taught(pocket: PocketPhone) -> None:
    thumb = at_the_showdown(pocket.phone)
    with Pillow.open(NEAR) as hand:
        photograph(pocket.phone, picture(hand.resize((800, 600)).filter(ImageFilter.GaussianBlur(4))))
    expect(pocket.locator(".offers > [role=group]").first).to_be_visible()
    corner = pocket.locator("#photo image").first
    assert (corner.get_attribute("href") or "").startswith("data:image/jpeg;base64,/9j/")
    guess = pocket.locator(".offers [name=named]").first
    card = (guess.get_attribute("value") or "").partition("-")[0]
    guess.tap()
    expect(pocket.locator(f"#k{card}")).to_have_class(re.compile("mine"))
    pocket.goto("/decks")
    pocket.get_by_role("button", name="Enter its gems").tap()
    pocket.wait_for_url("**/group/0")
    pocket.goto(pocket.url.replace("/group/0", "/teach"))
    photograph(thumb.phone, FIRST.image)
    expect(pocket.locator("select[name=card]")).to_have_count(11)
    thumb.button("Save these cards")
    expect(pocket.get_by_role("heading", name="11 of 52 cards taught.")).to_be_visible()
    pocket.goto("/count?game=gin-rummy")
    photograph(pocket.phone, FIRST.image)
    expect(pocket.locator("#sum")).to_contain_text("11 of 10")


def test_no_card_is_lost_or_added_by_what_is_reloaded_canceled_or_cannot_be_read(
    pocket: PocketPhone, host: StaticHost
) -> None:
    thumb = at_the_showdown(pocket.phone)
    thumb.lay("5C 6C 7C", "3 of 11")
    host.held = "weights"
    begin(thumb)
    assert "Rules" in pocket.get("/rules").text(), "the app goes on answering"
    reload(pocket)
    expect(pocket.locator("#count")).to_contain_text("3 of 11")
    panel = begin(thumb)
    panel.get_by_role("button", name="Cancel").tap()
    host.go_on.set()
    thumb.lay("8C", "4 of 11")
    mine = pocket.locator("#pad .mine")
    assert mine.evaluate_all("keys => keys.map((key) => key.value)") == ["5C", "6C", "7C", "8C"]
    thumb.lay("8C", "3 of 11")
    photograph(thumb.phone, picture(Pillow.new("RGB", (1000, 800), "green")))
    expect(pocket.locator("#count")).to_contain_text("No cards found")
    expect(mine).to_have_count(3)
    photograph(thumb.phone, {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"})
    expect(panel).to_contain_text("This file isn't a photo")
    panel.get_by_role("button", name="Close").tap()
    expect(mine).to_have_count(3)
    photograph(thumb.phone, FIRST.image)
    expect(pocket.locator("#photo img")).to_be_visible()
    expect(pocket.locator("#count")).to_contain_text("11 of 11")
