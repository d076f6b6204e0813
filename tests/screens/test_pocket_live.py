"""The live camera of the pocket edition in a real browser, which plays pictures as its camera."""

from pathlib import Path
from random import Random

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
MOVED = """async (seen) => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const { movedBy } = await import(files.find((file) => /live-\\w+\\.js/.test(file)));
  const [before, ...later] = seen.map((glance) => Uint8Array.from(glance));
  return later.map((now) => movedBy(before, now)); }"""
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

    # Marks go with a picture that moves, and fade when it is another one.
    table, other = (Pillow.frombytes("L", (80, 80), Random(seed).randbytes(6400)) for seed in (1, 2))
    seen = [picture.crop((x, y, x + 64, y + 64)) for picture, x, y in ((table, 8, 8), (table, 3, 11), (other, 8, 8))]
    moved = page.evaluate(MOVED, [[*glance.tobytes()] for glance in (seen[0], *seen)])
    assert moved == [{"right": 0, "down": 0}, {"right": 5, "down": -3}, None]

    page.evaluate(REFUSE)
    pocket.locator(".camera").tap()
    expect(line).to_have_text("The browser doesn't let the app use the camera. You can take a photo instead.")
    with page.expect_file_chooser():
        screen.get_by_role("button", name="Take a photo instead").tap()
    with page.expect_file_chooser():
        pocket.locator(".camera").tap()
