"""Photos in the pocket edition, read in a real browser: what a server shows, and what a phone does without one."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image as Pillow
from PIL import ImageFilter
from playwright.sync_api import FilePayload, Page, expect

from tests.support.browser import hard_to_read
from tests.support.photo_taps import hands_in
from tests.support.pocket import PocketPhone, StaticHost, fetch_update, publish_change, reload
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


def test_an_unsure_card_is_asked_with_its_corner(pocket: PocketPhone) -> None:
    at_the_showdown(pocket.phone)
    with Pillow.open(NEAR) as hand:
        photograph(pocket.phone, picture(hand.resize((800, 600)).filter(ImageFilter.GaussianBlur(4))))
    expect(pocket.locator(".offers > [role=group]").first).to_be_visible()
    corner = pocket.locator("#photo image").first
    assert (corner.get_attribute("href") or "").startswith("data:image/jpeg;base64,/9j/")
    guess = pocket.locator(".offers [name=named]").first
    card = (guess.get_attribute("value") or "").partition("-")[0]
    guess.tap()
    expect(pocket.locator(f"#k{card}")).to_have_class(re.compile("mine"))


def test_a_deck_is_taught(pocket: PocketPhone) -> None:
    pocket.goto("/decks")
    pocket.get_by_role("button", name="Enter its gems").tap()
    pocket.wait_for_url("**/group/0")
    pocket.goto(pocket.url.replace("/group/0", "/teach"))
    thumb = Thumb(pocket.phone)
    photograph(pocket.phone, FIRST.image)
    expect(pocket.locator("select[name=card]")).to_have_count(11)
    thumb.button("Save these cards")
    expect(pocket.get_by_role("heading", name="11 of 52 cards taught.")).to_be_visible()
    pocket.goto("/count?game=gin-rummy")
    photograph(pocket.phone, FIRST.image)
    expect(pocket.locator("#sum")).to_contain_text("11 of 10")


def test_the_app_goes_on_answering_while_a_photo_is_read_and_a_reload_loses_no_hand(
    pocket: PocketPhone, host: StaticHost
) -> None:
    thumb = at_the_showdown(pocket.phone)
    thumb.lay("5C 6C 7C", "3 of 11")
    host.held = "weights"
    photograph(pocket.phone, FIRST.image)
    expect(pocket.locator("#photo-form")).to_contain_text("Reading")
    assert "Rules" in pocket.get("/rules").text()
    reload(pocket)
    expect(pocket.locator("#count")).to_contain_text("3 of 11")
    host.go_on.set()
    photograph(pocket.phone, FIRST.image)
    expect(pocket.locator("#photo img")).to_be_visible()
    expect(pocket.locator("#count")).to_contain_text("11 of 11")


def test_a_photo_that_is_canceled_while_it_is_read_adds_nothing(pocket: PocketPhone, host: StaticHost) -> None:
    thumb = at_the_showdown(pocket.phone)
    thumb.lay("5C 6C 7C", "3 of 11")
    host.held = "weights"
    photograph(pocket.phone, FIRST.image)
    panel = pocket.locator("#photo-form")
    expect(panel).to_contain_text("Reading")
    panel.get_by_role("button", name="Cancel").tap()
    host.go_on.set()
    thumb.lay("8C", "4 of 11")
    assert pocket.locator("#pad .mine").evaluate_all("keys => keys.map((key) => key.value)") == ["5C", "6C", "7C", "8C"]


@pytest.mark.parametrize(
    ("photo", "place", "sentence"),
    [
        (
            {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"},
            "#photo-form",
            "This file isn't a photo",
        ),
        (picture(Pillow.new("RGB", (1000, 800), "green")), "#count", "No cards found"),
    ],
    ids=["no photo", "no cards"],
)
def test_what_cannot_be_read_is_said_and_the_cards_stay(
    pocket: PocketPhone, photo: FilePayload, place: str, sentence: str
) -> None:
    thumb = at_the_showdown(pocket.phone)
    thumb.lay("5C 6C 7C", "3 of 11")
    photograph(pocket.phone, photo)
    expect(pocket.locator(place)).to_contain_text(sentence)
    expect(pocket.locator("#pad .mine")).to_have_count(3)


@pytest.mark.parametrize("part", ["weights"])
def test_where_the_reader_cannot_be_fetched_the_photo_is_kept_and_tried_again(
    pocket: PocketPhone, host: StaticHost, part: str
) -> None:
    (file,) = host.folder.glob(f"files/{part}-*")
    gone = file.rename(file.with_name("gone"))
    at_the_showdown(pocket.phone)
    photograph(pocket.phone, FIRST.image)
    panel = pocket.locator("#photo-form")
    expect(panel).to_contain_text("The first photo needs a connection: 1 MB is downloaded once.")
    gone.rename(file)
    panel.get_by_role("button", name="Try again").tap()
    expect(pocket.locator("#count")).to_contain_text("11 of 11")


KEPT = """(part) => caches.keys().then(([name]) => caches.open(name)).then((kept) => kept.keys())
  .then((keys) => keys.map(({ url }) => url).filter((url) => url.includes(part)))"""


def test_a_new_version_fetches_the_reader_where_photos_were_read(pocket: PocketPhone, host: StaticHost) -> None:
    publish_change(host.folder, "shell.css", lambda style: f"{style}\n/* new */")
    fetch_update(pocket)
    assert not pocket.page.evaluate(KEPT, "weights"), "nobody has used the camera"
    with pocket.page.expect_event("load"):
        pocket.goto("/")
    pocket.wait_until_open()
    pocket.goto("/count?game=gin-rummy")
    photograph(pocket.phone, FIRST.image)
    expect(pocket.locator("#sum")).to_contain_text("11 of 10")
    (before,) = pocket.page.evaluate(KEPT, "weights")
    worker = host.folder / "service-worker.js"
    name = before.rpartition("/")[2]
    worker.write_text(worker.read_text().replace(f'"path": "files/{name}"', '"path": "files/weights-0123456789ab.npz"'))
    publish_change(host.folder, "shell.css", lambda style: f"{style}\n/* newer */")
    fetch_update(pocket)
    kept = pocket.page.evaluate(KEPT, "weights")
    assert sorted(kept) == sorted((before, before.replace(name, "weights-0123456789ab.npz")))
