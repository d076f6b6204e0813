"""Pictures of every screen, and what is wrong with them.

python -m tests.support.pictures FOLDER [WORD …]      all of them, or those of a walk or whose name holds a word

Each screen at every size, in light and in dark, with two players and with three whose names are hard to place.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.browser import ARGUMENTS, HEADLESS, PATIENCE, resize
from tests.support.gallery import CASTS, SIZES, WALKS
from tests.support.screen_faults import WATCH_SHIFTS, faults_of
from tests.support.server import HOST, serving


def new_phone(browser: Browser, port: int) -> Page:
    context = browser.new_context(
        viewport={"width": SIZES[0][0], "height": SIZES[0][1]},
        has_touch=True,
        is_mobile=True,
        base_url=f"http://{HOST}:{port}",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH_SHIFTS)
    return context.new_page()


def picture(phone: Page, folder: Path, name: str) -> int:
    for scheme in ("light", "dark"):
        phone.emulate_media(color_scheme=scheme)
        for size in SIZES:
            resize(phone, size)
            phone.screenshot(path=folder / f"{name}-{size[0]}x{size[1]}-{scheme}.png", animations="disabled")
    phone.emulate_media(color_scheme=None)
    resize(phone, SIZES[0])
    return 2 * len(SIZES)


def show_all(folder: Path, wanted: list[str]) -> None:
    """Write the pictures, and print the faults and how many pictures there are."""
    taken = 0
    with (
        tempfile.TemporaryDirectory() as database,
        serving(Path(database)) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=HEADLESS, args=ARGUMENTS)
        for cast, names in CASTS.items():
            for part, walk in WALKS.items():
                phone = new_phone(browser, served.port)
                for screen in walk(phone, names):
                    if not wanted or part in wanted or any(word in screen for word in wanted):
                        for fault in faults_of(phone, screen):
                            print(f"{screen}-{cast}: {fault}")  # noqa: T201 - this is what it is for
                        taken += picture(phone, folder, f"{screen}-{cast}")
                phone.context.close()
        browser.close()
    print(f"{taken} pictures in {folder}")  # noqa: T201 - this is what it is for


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    show_all(target, sys.argv[2:])
