"""The main way through a hand in Firefox and in WebKit, as far as Debian has them.

    python -m bench.browsers

Asked for are Debian's firefox-esr, and webkit2gtk-driver with xvfb. What drives them is installed by pip into a folder
that is thrown away: the playwright that speaks Debian's Firefox is older than the one of the tests. WebKit's window is
never narrower than 447 px, and is not Safari.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PACKAGES = ("playwright==1.64.1", "selenium")
FIREFOX = "/usr/bin/firefox-esr"
WEBKIT = "/usr/bin/WebKitWebDriver"
HANDS = ("5C 6C 7C QH 7D 9C 9D 9S AC 2D 3S", "456d Kcdh 8c as 2h 4s jd")
OUTCOME = "Ann wins"
PATIENCE = 15


def in_firefox(address: str) -> None:
    """Tap two hands in, lay off, and record."""
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 (installed for this walk only)

    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)
        page = browser.new_page(base_url=address, viewport={"width": 360, "height": 640})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto("/new")
        page.fill("#player-0", "Ann")
        page.fill("#player-1", "Bob")
        for place in ("label[for=dealer-0]", "button.main", "label[for=first-3]", "label[for=second-4]"):
            page.locator(place).click()
        expect(page.locator(".fact .huge")).to_have_text("7")
        page.get_by_role("link", name="Showdown").click()
        page.locator(".knock-row button").first.click()
        for card in HANDS[0].split():
            page.locator(f"#k{card}").click()
        expect(page.locator("#count")).to_contain_text("11 of 11")
        page.locator("#done").click()
        page.wait_for_url("**/seat/1")
        page.locator(".switch").click()
        page.fill("#text", HANDS[1])
        page.locator("#written button").click()
        expect(page.locator("#count")).to_contain_text("11 of 11")
        page.locator("#done").click()
        page.locator("button.offer").first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text(OUTCOME)
        page.locator(".dock button.main").click()
        expect(page.locator("#next")).to_contain_text("Hand 2:")
        browser.close()


def in_webkit(address: str) -> None:
    """Do the same through WebDriver."""
    from selenium import webdriver  # noqa: PLC0415 (installed for this walk only)

    options: Any = webdriver.WebKitGTKOptions()
    options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")))
    options.add_argument("--automation")
    driver: Any = webdriver.WebKitGTK(options=options, service=webdriver.WebKitGTKService(WEBKIT))

    def until(what: Any) -> Any:  # noqa: ANN401 (whatever is waited for)
        """Ask again while the page is being made or parts of it are replaced."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                found = what()
            except Exception:
                if time.monotonic() > end:
                    raise
                found = None
            if found or time.monotonic() > end:
                return found
            time.sleep(0.1)

    def click(place: str) -> None:
        until(lambda: driver.find_element("css selector", place).click() or True)

    def says(place: str, words: str) -> None:
        if not until(lambda: words in driver.find_element("css selector", place).text):
            raise SystemExit(f"{driver.current_url}: {place} does not say {words!r}")

    try:
        driver.set_window_size(460, 900)
        driver.get(f"{address}/new")
        for seat, name in enumerate(("Ann", "Bob")):
            driver.find_element("id", f"player-{seat}").send_keys(name)
        for place in ("label[for=dealer-0]", "button.main", "label[for=first-3]", "label[for=second-4]"):
            click(place)
        says(".fact .huge", "7")
        click(".dock a.main")
        click(".knock-row button")
        for card in HANDS[0].split():
            click(f"#k{card}")
        says("#count", "11 of 11")
        click("#done")
        until(lambda: driver.current_url.endswith("/seat/1"))
        click(".switch")
        until(lambda: driver.find_element("id", "text").send_keys(HANDS[1]) or True)
        click("#written button")
        says("#count", "11 of 11")
        click("#done")
        click("button.offer")
        says("h1", OUTCOME)
        click(".dock button.main")
        says("#next", "Hand 2:")
    finally:
        driver.quit()


WALKS = {"firefox": (in_firefox, FIREFOX), "webkit": (in_webkit, WEBKIT)}


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--walk", nargs=2, metavar=("BROWSER", "ADDRESS"), help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.walk:
        WALKS[given.walk[0]][0](given.walk[1])
        return 0
    from tests.support.server import HOST, serving  # noqa: PLC0415 (a walk runs without the app)

    failed = False
    with tempfile.TemporaryDirectory() as name:
        tools = Path(name) / "tools"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tools), *PACKAGES]
        if subprocess.run(command, check=False, capture_output=True).returncode:  # noqa: S603 (our own words)
            print("what drives the browsers cannot be installed here")
            return 1
        with serving(Path(name)) as served:
            for browser, (_, program) in WALKS.items():
                if not Path(program).is_file() or (browser == "webkit" and not shutil.which("xvfb-run")):
                    print(f"{browser:8} is not installed here")
                    continue
                screen = ["xvfb-run", "-a"] if browser == "webkit" else []
                walk = [*screen, sys.executable, __file__, "--walk", browser, f"http://{HOST}:{served.port}"]
                paths = {**os.environ, "PYTHONPATH": str(tools)}
                began = time.monotonic()
                done = subprocess.run(walk, check=False, capture_output=True, text=True, env=paths, timeout=180)  # noqa: S603
                failed |= done.returncode != 0
                print(f"{browser:8} {'went through' if not done.returncode else 'failed'}", end="")
                print(f" in {time.monotonic() - began:.0f} s", *re.findall(r"[^\n]+", done.stderr)[-3:], sep="\n  ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
