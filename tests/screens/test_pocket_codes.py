"""Two phones find each other by the codes that they show: really drawn, really scanned."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import hard_to_read
from tests.support.fake_camera import film, read_code
from tests.support.pocket import AT_SITE, CAMERA, PocketPhone, StaticHost, launch
from tests.support.pocket_table import invitation
from tests.support.prepared import new_game

TEN_MINUTES = 600_000


def photo(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot()))


def test_a_phone_joins_by_two_looks(browser: Browser, pocket: PocketPhone, host: StaticHost, tmp_path: Path) -> None:
    ann, key = pocket.page, pocket.page.locator(".letting-in .next")
    step, problem = ann.locator(".letting-in .step"), ann.locator(".letting-in .problem")
    ann.clock.install()
    invitation(pocket, new_game(pocket.phone, "Ann", "Bob"), "open", seat=0)
    # A double tap opens one screen, though its script is still on the way when the second half comes.
    pocket.get_by_role("button", name="Let others join").evaluate("key => { key.click(); key.click(); }")
    expect(step).to_have_text("Open the camera on the other phone and scan this.")
    assert hard_to_read(ann) == []
    (reader := tmp_path / "reader").mkdir()
    old = read_code(photo(ann), reader)
    assert old.startswith(f"{AT_SITE}join/#")
    # A code is for ten minutes.
    ann.clock.fast_forward(TEN_MINUTES)
    expect(problem).to_have_text("This code has ended: each is valid for 10 minutes.")
    key.tap()
    expect(key).to_have_text("Next: scan their code")
    new = read_code(photo(ann), reader)
    # Bob's phone got a link with the one before, and Ann's has no camera.
    bob = launch(browser.browser_type, tmp_path / "bob", host).pages[0]
    bob.goto(f"{AT_SITE}join/")
    bob.get_by_text("Paste it").tap()
    bob.get_by_label("The link").fill(old[:-9])
    bob.get_by_role("button", name="Join").tap()
    expect(bob.locator("#code .problem")).to_have_text(
        "This isn't a whole code of Gem Companion. Scan or copy it again."
    )
    assert hard_to_read(bob) == []
    bob.get_by_label("The link").fill(old)
    bob.get_by_role("button", name="Join").tap()
    expect(bob.locator("#code .step")).to_have_text("Now hold this in front of Ann's phone.")
    assert hard_to_read(bob) == []
    key.tap()
    expect(problem).to_contain_text("The camera can't be used.")
    ann.get_by_label("Their code").fill(bob.get_by_label("The code").input_value())
    ann.get_by_role("button", name="Let this phone in").tap()
    expect(problem).to_contain_text("Their code answers an older one.")
    assert hard_to_read(ann) == []
    # It scans the new one, and Ann's phone has a camera that sees what Bob's shows.
    with bob.expect_event("load"):
        bob.goto(new)
    expect(bob.locator("#code .step")).to_have_text("Now hold this in front of Ann's phone.")
    film(tmp_path / "phone-0" / CAMERA, photo(bob))
    key.tap()
    key.tap()
    expect(step).to_have_text("The other phone is at the table. The next one can scan this.")
    guest = PocketPhone(bob, f"{AT_SITE}join/")
    guest.wait_until_open()
    guest.get_by_role("button", name="Bob").tap()
    expect(step).to_have_text("Bob joined. The next one can scan this.")
    expect(guest.get_by_role("link", name="Players and phones")).to_be_visible()
    # The next phone has a code of its own, and no camera stays on.
    assert read_code(photo(ann), reader) not in {old, new}
    assert ann.evaluate("document.querySelector('video').srcObject") is None
    ann.get_by_role("button", name="Done").tap()
    expect(ann.locator(".letting-in")).to_have_count(0)
    expect(pocket.get_by_role("link", name="Invite more players")).to_be_visible()
