"""A phone in any browser that WebDriver drives: where it taps, what it types, and what it waits to see."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium.common import exceptions
from selenium.webdriver.support.wait import WebDriverWait

from tests.support.webdriver import Browser

LAYOUT_FAULTS = Path(__file__).with_name("layout_faults.js").read_text()
WITHIN = 60.0
"""Seconds; a busy machine with several browsers takes ten times as long as a phone."""
OFTEN = 0.05
"""Seconds between two looks at the page: each goes through two more processes, which take their time."""
SMALL = (360, 640)
SIZES = ((640, 360), (320, 568), SMALL)
"""Each after the other, without a reload in between: as a phone that is turned."""
EMPTY_SPACE = """
  const fields = [...document.querySelectorAll("fieldset")];
  const around = fields.filter((field) => !field.nextElementSibling).map((field) => field.parentElement);
  const boxes = [...new Set([...fields, ...around])].filter((box) => box.checkVisibility());
  return boxes.filter((box) => getComputedStyle(box.parentElement).display !== "grid").map((box) => {
    const parts = [...box.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 1);
    const end = Math.max(...parts.map(({ bottom }) => bottom)) + Number.parseFloat(getComputedStyle(box).paddingBottom);
    const space = parts.length ? Math.round(box.getBoundingClientRect().bottom - end) : 0;
    return space > 12 ? `${space} px of empty space in ${box.innerText.slice(0, 30)}` : "";
  }).filter((fault) => fault);
"""
"""What WebKit leaves below fields. A place in a grid may be as high as its neighbor."""
REPLACED = (
    exceptions.ElementNotInteractableException,
    exceptions.JavascriptException,
    exceptions.NoSuchElementException,
    exceptions.StaleElementReferenceException,
)
"""What is said of a place on a page that isn't there yet or any more, or is covered for a moment."""
IS_KEPT = """
  const done = arguments[arguments.length - 1];
  caches.open("companion-games").then((kept) => kept.keys())
    .then((keys) => done(keys.length === 3 && navigator.serviceWorker.controller !== null));
"""
"""Whether the phone keeps the sheet, the offline page and their mark, and its worker looks after this page."""


class DrivenPhone:
    """A phone at an address of the app. Places are CSS selectors, or the words of a button, link or label."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.driver = browser.driver

    def go(self, path: str = "/") -> None:
        self.driver.get(path if "://" in path else self.address + path)

    @property
    def path(self) -> str:
        url: str = self.run("return location.href") or ""  # Firefox has none between two pages
        return url.removeprefix(self.address).split("?")[0]

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the page returns
        return self.driver.execute_script(script, *arguments)

    def fetch(self, path: str) -> Any:  # noqa: ANN401 - any document
        script = "const done = arguments[1]; fetch(arguments[0]).then((answer) => answer.text()).then(done);"
        return json.loads(self.driver.execute_async_script(script, self.address + path))

    def until(self, what: str, holds: Callable[[], object]) -> None:
        """Ask until something holds; parts of the page, or all of it, are replaced meanwhile."""
        wait: Any = WebDriverWait(self.driver, WITHIN, OFTEN, REPLACED)
        try:
            wait.until(lambda _driver: holds())
        except exceptions.TimeoutException as error:
            shown = self.run("return document.body.innerText.slice(0, 400)")
            raise AssertionError(f"{self.browser.name} at {self.path}: no {what}, but {shown!r}") from error

    def find(self, place: str) -> Any:  # noqa: ANN401 - an element of selenium
        return self.driver.find_element("css selector", place)

    def tap(self, place: str) -> None:
        """Tap what can be tapped: what is gone, hidden or covered was not tapped, and is looked for again."""
        self._tap("css selector", place)

    def tap_words(self, words: str) -> None:
        """Tap the button, link or heading of a fold that says this."""
        says = f'[normalize-space()="{words}" and not(contains(@class, "unseen"))]'
        self._tap("xpath", "|".join(f"//{tag}{says}" for tag in ("button", "a", "summary")))

    def _tap(self, way: str, place: str) -> None:
        def tapped() -> bool:
            whole = self.is_whole()  # a tap before the scripts are there would send a form as a page
            if whole:
                self.driver.find_element(way, place).click()
            return whole

        self.until(f"tap {place}", tapped)

    def choose(self, place: str) -> None:
        """Tap a radio button's label until it is chosen: a tap on a page that still moves in is one beside it."""

        def chosen() -> bool:
            label = self.find(place)
            if self.is_whole() and not self.run("return arguments[0].control.checked", label):
                label.click()
            return bool(self.run("return arguments[0].control.checked", label))

        self.until(f"{place} chosen", chosen)

    def press(self, place: str) -> None:
        """Press a button as keys do: a tap is lost where the page is drawn again between finger down and finger up."""
        self.until(
            f"press {place}", lambda: self.is_whole() and (self.run("arguments[0].click()", self.find(place)), True)
        )

    def press_key(self, key: str) -> None:
        self.driver.switch_to.active_element.send_keys(key)

    def is_whole(self) -> bool:
        return bool(self.run("return document.readyState") == "complete")

    def type(self, place: str, text: str) -> None:
        """Type into an empty field once the page is whole: until then it may move the focus to its first field."""
        self.until(f"type in {place}", lambda: self.is_whole() and (self.find(place).send_keys(text), True))
        self.see_value(place, text)

    def hand_over(self, place: str, file: Path) -> None:
        """Choose a file, as the browser's own dialog does."""
        self.until(f"choose at {place}", lambda: self.is_whole() and (self.find(place).send_keys(str(file)), True))

    def see(self, place: str, words: str = "") -> None:
        def shows() -> bool:
            found = self.find(place)
            return bool(found.is_displayed() and words in " ".join(found.get_property("innerText").split()))

        self.until(f"{words!r} at {place}", shows)

    def see_gone(self, place: str) -> None:
        self.until(f"end of {place}", lambda: not any(one.is_displayed() for one in self.find_all(place)))

    def find_all(self, place: str) -> Any:  # noqa: ANN401 - elements of selenium
        return self.driver.find_elements("css selector", place)

    def value(self, place: str) -> str:
        value: str = self.find(place).get_property("value")
        return value

    def see_value(self, place: str, value: str) -> None:
        self.until(f"{value!r} in {place}", lambda: self.value(place) == value)

    def arrive(self, ending: str) -> None:
        """Wait for an address, and for the scripts of its page."""
        self.until(f"the address …{ending}", lambda: self.path.endswith(ending) and self.is_whole())

    def wait_until_kept(self) -> None:
        self.until("a game that is kept", lambda: self.driver.execute_async_script(IS_KEPT))

    def set_size(self, size: tuple[int, int]) -> None:
        self.browser.set_size(*size)
        self.until(f"a page of {size}", lambda: self.run("return [innerWidth, innerHeight]") == list(size))

    def layout_faults(self, screen: str, *, with_main: bool = True) -> list[str]:
        """Return what is wrong with how this screen lies, at every size."""
        faults = []
        for size in SIZES:
            self.set_size(size)
            found = self.run(f"return ({LAYOUT_FAULTS})({'true' if with_main else 'false'})")
            faults += [f"{screen} at {size}: {fault}" for fault in [*found, *self.run(EMPTY_SPACE)]]
        return faults

    def forget(self) -> None:
        """Be a new phone to the app: no cookies from tests before."""
        self.go("/static/nothing")
        self.driver.delete_all_cookies()
        self.set_size(SMALL)

    def errors(self) -> list[str]:
        """Return what failed in scripts on all pages since the phone was new."""
        self.until("a whole page", self.is_whole)
        noted: list[str] = json.loads(self.run("return sessionStorage.getItem('errors') ?? '[]'"))
        return noted
