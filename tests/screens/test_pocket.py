"""The pocket edition in a real browser, from a host that only knows files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import hard_to_read, wait_until
from tests.support.documents import game_document
from tests.support.games_by_numbers import TWO_PLAYERS, play_to_the_end
from tests.support.pocket import AT_SITE, SITE, PocketPhone, StaticHost, fetch_update, publish_change, reload
from tests.support.prepared import import_game, show_import, show_keys
from tests.support.taps import Thumb, go_on, roll, score, start, write

HAND = Path(__file__).resolve().parents[1] / "photo" / "hands" / "1000000-far.jpg"
WEIGHTS = """caches.keys().then(([name]) => caches.open(name)).then((kept) => kept.keys())
  .then((keys) => keys.map(({ url }) => url).filter((url) => url.includes("weights")))"""
"""What the phone has kept of the reader of photos."""
OPEN_ELSEWHERE = "Gem Companion is open in another tab or window. Your games are safe."


def test_a_whole_game_without_a_network_after_the_first_visit(new_phone: Callable[..., Page], host: StaticHost) -> None:
    pocket = PocketPhone(new_phone(keeps=True), host.address).open()
    assert host.sent < 6_000_000
    fetched = host.sent
    host.stop()
    reload(pocket)
    assert play_to_the_end(pocket.phone, ["Ann", "Bob"], TWO_PLAYERS) == {"Ann": 0, "Bob": 160}
    # The page that was open is open again.
    reload(pocket)
    expect(pocket.get_by_role("heading", level=1)).to_have_text("Bob wins, 160 to 0")
    assert pocket.page.title().startswith("Bob wins")
    # A page of the app opened by itself is shown inside.
    pocket.page.goto(f"{host.address}app/rules?q=gin")
    pocket.wait_until_open()
    assert pocket.url == f"{host.address}app/rules?q=gin"
    assert pocket.page.url == f"{host.address}#rules?q=gin"
    assert host.sent == fetched


def test_a_showdown_by_cards_survives_a_reload_and_a_full_phone(pocket: PocketPhone) -> None:
    show_keys(pocket.phone)
    thumb = Thumb(pocket.phone)
    thumb.lay("5C 6C 7C", "3 of 11")
    # Full before the app opens its files: into room that was reserved for them earlier they may grow.
    storage = pocket.page.context.new_cdp_session(pocket.page)
    storage.send("Storage.overrideQuotaForOrigin", {"origin": SITE, "quotaSize": 1})
    reload(pocket)
    expect(pocket.locator("#count")).to_contain_text("3 of 11")
    thumb.cards("QC")
    expect(pocket.locator(".banner")).to_contain_text("No space is left where the games are stored. Nothing was saved")
    expect(pocket.locator("#count")).to_contain_text("Not saved yet. Your taps are kept and will be sent again.")
    storage.send("Storage.overrideQuotaForOrigin", {"origin": SITE})
    expect(pocket.locator("#count")).to_contain_text("4 of 11")
    thumb.lay("QH QS 9C 9D 9S 2D 4H", "11 of 11")
    go_on(pocket.phone)
    write(pocket.phone, "456d KKK-s js as 2h 4s 8d", "11 of 11")
    pocket.get_by_role("button", name="That's all").tap()
    pocket.get_by_role("button", name="Record").tap()
    pocket.wait_for_selector("[data-dice]")
    assert score(pocket.phone)["totals"] == {"Ann": 19, "Bob": 0}


def test_the_app_runs_in_one_window_beside_which_the_big_screen_has_another(pocket: PocketPhone) -> None:
    table = show_import(pocket.phone, game_document("gem-rummy", ("Ann", "Bob")))
    pocket.goto(f"{table}/about")
    with pocket.page.expect_popup() as opened:
        pocket.get_by_role("link", name="Big screen").tap()
    television = opened.value
    television.wait_for_url("**/app/g/*/screen")
    expect(television.locator(".status")).to_have_text("The dice haven't been rolled yet.")
    second = PocketPhone(pocket.page.context.new_page(), AT_SITE)
    second.page.goto(AT_SITE)
    expect(second.page.get_by_role("alert")).to_have_text(OPEN_ELSEWHERE)
    assert hard_to_read(second.page) == []
    pocket.goto(table)
    roll(pocket.phone, 3, 4)
    expect(television.locator(".fact .number")).to_have_text("7")
    television.locator(".corner summary").tap()
    with television.expect_event("close"):
        television.get_by_role("link", name="Leave the big screen").tap()
    for path in ("/", "/settings", "/rules"):
        pocket.goto(path)
        pocket.wait_for_selector("#main")
    second.page.get_by_role("button", name="Continue here").tap()
    second.wait_until_open()
    expect(second.get_by_role("heading", level=1)).to_have_text("Rules")
    expect(pocket.page.get_by_role("alert")).to_have_text(OPEN_ELSEWHERE)
    # A tab that waits goes on by itself when the one that runs the app is closed.
    third = PocketPhone(pocket.page.context.new_page(), AT_SITE)
    third.page.goto(AT_SITE)
    expect(third.page.get_by_role("alert")).to_have_text(OPEN_ELSEWHERE)
    second.page.close()
    third.wait_until_open()
    pocket.page.get_by_role("button", name="Continue here").tap()
    pocket.wait_until_open()
    expect(third.page.get_by_role("alert")).to_have_text(OPEN_ELSEWHERE)
    third.page.close()
    # Without a running app the big screen has nothing to show, so the app opens in its place.
    pocket.page.goto("about:blank")
    alone = PocketPhone(pocket.page.context.new_page(), AT_SITE)
    alone.page.goto(television.url)
    alone.wait_until_open()
    expect(alone.locator(".shelf")).to_be_visible()


def test_everything_goes_to_a_new_phone_as_one_file(new_pocket: Callable[[], PocketPhone], tmp_path: Path) -> None:
    pocket = new_pocket()
    import_game(
        pocket.phone, {**game_document("gem-rummy", ("Ann", "Bob")), "hands": [{"dice": [3, 4], "drawn": True}]}
    )
    pocket.goto("/settings")
    pocket.get_by_role("link", name="Back up this phone").tap()
    expect(pocket.get_by_role("link", name="Save a backup")).to_be_visible()
    pocket.wait_for_load_state()
    assert hard_to_read(pocket.phone) == []
    with pocket.page.expect_download() as download:
        pocket.get_by_role("link", name="Save a backup").tap()
    backup = tmp_path / download.value.suggested_filename
    download.value.save_as(backup)
    assert backup.suffix == ".zip"
    other = new_pocket()
    other.get_by_role("link", name="Restore its backup").tap()
    other.locator("input[type=file]").set_input_files(backup)
    other.get_by_role("button", name="Restore it").tap()
    expect(other.get_by_role("status").first).to_contain_text("1 game on this phone")
    reload(other)
    other.goto("/")
    other.get_by_role("link", name="Continue").tap()
    roll(other.phone, 1, 1)


def test_later_starts_go_on_from_a_snapshot(pocket: PocketPhone) -> None:
    pocket.goto("/settings")
    pocket.locator("label[for=theme-2]").tap()
    pocket.wait_for_selector("[data-theme=dark]")
    for path in ("/rules", "/decks"):
        pocket.goto(path)
    reload(pocket)
    expect(pocket.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(pocket.get_by_role("heading", level=1)).to_have_text("The deck")
    pocket.page.go_back()
    expect(pocket.get_by_role("heading", level=1)).to_have_text("Rules")
    pocket.page.goto(f"{AT_SITE}#count")
    expect(pocket.get_by_role("heading", level=1)).to_have_text("Count a hand")
    pocket.page.go_back()
    expect(pocket.get_by_role("heading", level=1)).to_have_text("Rules")
    start(pocket.phone, "Ann", "Bob")
    roll(pocket.phone, 3, 4)
    assert score(pocket.phone)["totals"] == {"Ann": 0, "Bob": 0}
    # A reload past the service worker gets it back.
    pocket.page.context.new_cdp_session(pocket.page).send("Page.reload", {"ignoreCache": True})
    pocket.wait_until_open()
    assert pocket.page.evaluate("performance.getEntriesByType('navigation')[0].workerStart") > 0


FAILED_VERSION = """caches.keys().then(([name]) => caches.open(name))
  .then((kept) => kept.match(new URL("state.json", location.href).href))
  .then((state) => state.json()).then(({ failed }) => failed)"""


def test_a_new_version_is_taken_at_home_with_the_reader_and_one_that_fails_is_not(
    pocket: PocketPhone, host: StaticHost
) -> None:
    start(pocket.phone, "Ann", "Bob")
    table = pocket.url
    version = pocket.page.locator("body").get_attribute("data-version")
    publish_change(host.folder, "shell.css", lambda style: f"{style}\n/* new */")
    fetch_update(pocket)
    assert not pocket.page.evaluate(WEIGHTS), "nobody has used the camera"
    reload(pocket)
    assert pocket.url == table
    assert pocket.page.locator("body").get_attribute("data-version") == version  # a game is being played
    with pocket.page.expect_event("load"):
        pocket.goto("/")
    pocket.wait_until_open()
    updated = pocket.page.locator("body").get_attribute("data-version")
    assert updated != version
    expect(pocket.locator(".felt.game")).to_contain_text("Ann")
    read_photo_at_second_try(pocket, host)
    pocket.goto("/")
    (weights,) = pocket.page.evaluate(WEIGHTS)
    worker = host.folder / "service-worker.js"
    name = weights.rpartition("/")[2]
    worker.write_text(worker.read_text().replace(f'"path": "files/{name}"', '"path": "files/weights-0123456789ab.npz"'))
    publish_change(
        host.folder,
        "app-worker.js",
        lambda script: script.replace("app = Pocket", "1/0 #"),
    )
    fetch_update(pocket)
    assert sorted(pocket.page.evaluate(WEIGHTS)) == sorted((weights, weights.replace(name, "weights-0123456789ab.npz")))
    pocket.page.reload()
    wait_until(pocket.page, FAILED_VERSION)  # the newer version was tried
    pocket.wait_until_open()
    assert pocket.page.locator("body").get_attribute("data-version") == updated
    expect(pocket.locator(".felt.game")).to_contain_text("Ann")


def read_photo_at_second_try(pocket: PocketPhone, host: StaticHost) -> None:
    """Photograph a hand where the reader can't be fetched, and again once it can."""
    pocket.goto("/count?game=gin-rummy")
    (file,) = host.folder.glob("files/weights-*")
    gone = file.rename(file.with_name("gone"))
    Thumb(pocket.phone).photograph(HAND)
    panel = pocket.locator("#photo-form")
    expect(panel).to_contain_text("The first photo needs a connection: 1 MB is downloaded once.")
    gone.rename(file)
    panel.get_by_role("button", name="Try again").tap()
    expect(pocket.locator("#sum")).to_contain_text("11 of 10")


@pytest.mark.parametrize(
    "missing", ["BroadcastChannel", "DecompressionStream", "WebAssembly", "Worker", "navigator.locks"]
)
def test_an_older_browser_is_told_before_it_downloads_anything(phone: Page, host: StaticHost, missing: str) -> None:
    parent, _, name = f"window.{missing}".rpartition(".")
    phone.add_init_script(f"Object.defineProperty({parent}, '{name}', {{ value: undefined }});")
    phone.goto(host.address)
    expect(phone.get_by_role("alert")).to_contain_text("It needs Chrome 108, Firefox 114, Safari 16.4")
    assert host.sent < 60_000


def test_a_browser_that_cannot_read_the_script_shows_why(browser: Browser, host: StaticHost) -> None:
    page = browser.new_page()
    page.route("**/shell*.js", lambda route: route.fulfill(body="#", content_type="text/javascript"))
    page.goto(host.address)
    expect(page.get_by_text("It needs Chrome 108, Firefox 114, Safari 16.4")).to_be_visible()
    page.close()
