"""The live camera of the pocket edition in a real browser, which plays pictures as its camera."""

from pathlib import Path

from PIL import Image as Pillow
from playwright.sync_api import Page, expect

from tests.support.browser import axe_findings
from tests.support.fake_camera import film
from tests.support.photo_taps import groups, hands_in
from tests.support.pocket import CAMERA, PocketPhone, StaticHost
from tests.support.prepared import show_keys

HAND = next(hands_in(Path(__file__).resolve().parents[1] / "photo" / "hands"))[1]
FRAME = (1280, 720)
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
  document.dispatchEvent(new Event("visibilitychange")); }"""
REFUSE = """() => {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("refused", "NotAllowedError")); }"""


def test_a_hand_under_the_camera_is_taken_once_complete_or_by_a_tap_and_photographed_where_it_is_refused(
    pocket: PocketPhone, host: StaticHost, tmp_path: Path
) -> None:
    page: Page = pocket.page
    (camera,) = (folder / CAMERA for folder in tmp_path.glob("phone-*"))
    screen, line = page.locator("#live"), page.locator("#live .line")
    film(camera, Pillow.new("RGB", FRAME, "green"), FRAME)
    show_keys(pocket.phone)
    assert not [path for path in host.requests if "live" in path], "nothing is fetched before the camera key is used"
    pocket.locator(".camera").tap()
    expect(line).to_have_text("Hold the phone over the cards.")
    expect(screen.get_by_role("button")).to_have_text(["Cancel", "Photo"])
    assert axe_findings(page) == []
    track = page.evaluate_handle("document.querySelector('#live video').srcObject.getTracks()[0]")
    page.evaluate(HIDE, True)
    expect(screen).to_have_count(0)
    assert track.evaluate("track => track.readyState") == "ended"
    page.evaluate(HIDE, False)

    with Pillow.open(HAND.image) as hand:
        film(camera, hand, FRAME)
    pocket.evaluate("navigator.vibrate = (pattern) => { window.felt = pattern; }")
    pocket.locator(".camera").tap()
    expect(pocket.locator("#count")).to_contain_text("11 of 11")
    expect(screen).to_have_count(0)
    assert groups(pocket.phone) == ([*HAND.melds], HAND.deadwood)
    expect(pocket.locator("#photo rect")).to_have_count(11)
    assert pocket.evaluate("window.felt") == 35

    # Counted alone, a hand of Gin Rummy has ten cards, so that eleven aren't complete.
    pocket.goto("/count?game=gin-rummy")
    pocket.locator(".camera").tap()
    expect(line).to_have_text("11 of 10")
    screen.get_by_role("button", name="Take these 11").tap()
    expect(pocket.locator("#sum")).to_contain_text("11 of 10")
    expect(pocket.locator("#photo img")).to_be_visible()

    page.evaluate(REFUSE)
    pocket.locator(".camera").tap()
    expect(line).to_have_text("The browser doesn't let the app use the camera. You can take a photo instead.")
    with page.expect_file_chooser():
        screen.get_by_role("button", name="Take a photo instead").tap()
    with page.expect_file_chooser():
        pocket.locator(".camera").tap()
