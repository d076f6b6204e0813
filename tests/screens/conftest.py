"""A real browser, the size of a phone, before a real server with an empty database, or with the pocket edition."""

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright

from tests.support.browser import ARGUMENTS, HEADLESS, PATIENCE, SMALL, slowed
from tests.support.pocket import AT_SITE, PocketPhone, StaticHost, hosting, installed, launch
from tests.support.prepared import join, new_game, open_table
from tests.support.server import HOST, serving

# Chromium names it on the console where it refuses a style or a script.
POLICY = "Content Security Policy"


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with serving(tmp_path_factory.mktemp("screens")) as served:
        yield f"http://{HOST}:{served.port}"


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=HEADLESS, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def new_phone(browser: Browser, live_server: str) -> Generator[Callable[..., Page]]:
    """Make phones: each a browser context of its own, so a device of its own to the app.

    A phone that `keeps` games has them where there's no network; any other one is like a phone on plain http.
    """
    contexts: list[BrowserContext] = []
    errors: list[Error] = []
    refused: list[str] = []

    def note_refused(message: ConsoleMessage) -> None:
        if POLICY in message.text:
            refused.append(message.text)

    def make(*, keeps: bool = False, **options: Any) -> Page:  # noqa: ANN401 - playwright's options
        settings = {"viewport": SMALL, "has_touch": True, "is_mobile": True, "base_url": live_server, **options}
        context = browser.new_context(service_workers="allow" if keeps else "block", **settings)
        context.set_default_timeout(PATIENCE)
        if not keeps:
            context.add_init_script("Object.defineProperty(window, 'caches', { value: undefined })")
        context.on("page", slowed)
        contexts.append(context)
        page = context.new_page()
        # A listener that raises would end playwright's connection, and every later test with it.
        page.on("pageerror", lambda error: errors.append(error))  # noqa: PLW0108 - playwright marks what it is given
        page.on("console", note_refused)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not [str(error) for error in errors], "a script failed"
    assert not refused, "the content policy refused something"


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    return new_phone()


@pytest.fixture
def pair(new_phone: Callable[..., Page]) -> tuple[Page, Page, str]:
    """Give Ann's and Bob's phones at a game of Gin Rummy, each on its seat."""
    ann, bob = new_phone(), new_phone()
    table = new_game(ann, "Ann", "Bob")
    join(bob, open_table(ann, table, seat=0), 1)
    ann.goto(table)
    return ann, bob, table


@pytest.fixture
def bare_phone(new_phone: Callable[..., Page]) -> Page:
    """Give a phone whose browser runs no scripts."""
    return new_phone(java_script_enabled=False)


@pytest.fixture
def host(pocket_edition: Path, tmp_path: Path) -> Iterator[StaticHost]:
    with hosting(pocket_edition, tmp_path / "host") as served:
        yield served


@pytest.fixture
def new_pocket(
    browser: Browser, pocket_edition: Path, host: StaticHost, tmp_path: Path
) -> Iterator[Callable[[], PocketPhone]]:
    """Make phones that have opened the app before, and show it."""
    with ExitStack() as stack:

        def make() -> PocketPhone:
            profile = shutil.copytree(
                installed(browser.browser_type, pocket_edition), tmp_path / f"phone-{next(numbers)}"
            )
            context = launch(browser.browser_type, profile, host)
            stack.callback(context.close)
            return PocketPhone(context.pages[0], AT_SITE).open()

        numbers = count()
        yield make


@pytest.fixture
def pocket(new_pocket: Callable[[], PocketPhone]) -> PocketPhone:
    return new_pocket()
