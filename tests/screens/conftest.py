"""A real browser, the size of a phone, before a real server with an empty database."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from tests.screens.tables import begin, join, let_in, sit

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP table.test 127.0.0.1",  # a phone on plain http, without leaving this machine
]
SMALL = {"width": 360, "height": 640}
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@contextmanager
def serving(instance: Path) -> Iterator[str]:
    """Serve the app as `make run` does, on a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    code = (
        "import sys; from pathlib import Path; from companion.web.server.serve import Serving, serve;"
        f"sys.exit(serve(Serving('127.0.0.1', {port}, Path({str(instance)!r}), known_as=('table.test',))))"
    )
    log = instance.parent / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, "-c", code], stdout=output, stderr=output, start_new_session=True
        )
        try:
            base = f"http://127.0.0.1:{port}"
            for _ in range(200):
                if server.poll() is not None:
                    pytest.fail(log.read_text())
                try:
                    urllib.request.urlopen(base + "/settings", timeout=5).close()  # noqa: S310
                    break
                except OSError:
                    time.sleep(0.1)
            yield base
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGTERM)
            server.wait(20)


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with serving(tmp_path_factory.mktemp("screens") / "instance") as base:
        yield base


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def new_phone(browser: Browser, live_server: str) -> Generator[Callable[..., Page]]:
    """Make phones: each a browser context of its own, so a device of its own to the app."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Page:  # noqa: ANN401 - playwright's options
        settings = {"viewport": SMALL, "has_touch": True, "is_mobile": True, "base_url": live_server, **options}
        context = browser.new_context(**settings)
        context.set_default_timeout(8000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    return new_phone()


@pytest.fixture
def pair(new_phone: Callable[..., Page]) -> tuple[Page, Page, str]:
    """Give Ann's and Bob's phones at a game of Gin Rummy, each on its seat."""
    ann, bob = new_phone(), new_phone()
    table = begin(ann, "Ann", "Bob")
    code = let_in(ann, table)
    sit(ann, "Ann")
    join(bob, code, "Bob")
    ann.goto(table)
    return ann, bob, table


@pytest.fixture
def bare_phone(new_phone: Callable[..., Page]) -> Page:
    """Give a phone whose browser runs no scripts."""
    return new_phone(java_script_enabled=False)


@pytest.fixture(scope="session")
def axe_findings() -> Callable[[Page], list[str]]:
    """Give what says what axe finds on a page in light and in dark."""
    return _axe_findings


@pytest.fixture(scope="session")
def sideways() -> Callable[[Page], int]:
    """Give what tells by how many pixels a page is wider than the phone."""
    return _sideways


def _axe_findings(page: Page) -> list[str]:
    said = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page, options={"resultTypes": ["violations"], "runOnly": AXE_TAGS})
        for found in results.response["violations"]:
            nodes = [node["html"][:160] + " " + json.dumps(node["any"][:1])[:240] for node in found["nodes"][:3]]
            said.append(f"{page.url} {scheme} {found['id']}: {nodes}")
    page.emulate_media(color_scheme=None)
    return said


def _sideways(page: Page) -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide
