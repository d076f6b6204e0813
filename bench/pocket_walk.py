"""Every screen of the pocket edition beside the same screen of the server: whether they say the same.

    python -m bench.pocket_walk

Two real browsers walk the same ways, tap by tap (tests/support/gallery.py), and each page is compared word by word but
for what tests/support/pocket_walk.py lists.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.measurement import Arguments, add_edition, settings, wrong
from tests.support.browser import ARGUMENTS, HEADLESS, SMALL
from tests.support.gallery import CASTS, WALKS
from tests.support.pocket import AT_SITE, PocketPhone, built, hosting, installed, launch
from tests.support.pocket_walk import NOT_WALKED, walk_beside
from tests.support.server import HOST, serving


@contextmanager
def two_phones(edition: Path) -> Iterator[tuple[Page, Page]]:
    """Open a phone on a server of its own, and one with the pocket edition, both with no games."""
    settings: dict[str, Any] = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        host = stack.enter_context(hosting(edition, folder / "host"))
        (folder / "instance").mkdir()
        served = stack.enter_context(serving(folder / "instance"))
        chromium = stack.enter_context(sync_playwright()).chromium
        browser = chromium.launch(executable_path=HEADLESS, args=ARGUMENTS)
        native = browser.new_context(**settings, base_url=f"http://{HOST}:{served.port}").new_page()
        carried = launch(chromium, shutil.copytree(installed(chromium, edition), folder / "profile"), host)
        yield native, PocketPhone(carried.pages[0], AT_SITE).open().phone
        carried.close()
        browser.close()


def main(arguments: Arguments = None) -> int:
    """Walk, and print what differs."""
    asked = settings(__doc__)
    asked.add_argument("--walk", choices=sorted(WALKS.keys() - NOT_WALKED), action="append", dest="walks")
    asked.add_argument("--cast", choices=CASTS, action="append", dest="casts")
    add_edition(asked)
    given = asked.parse_args(arguments)
    found: list[str] = []
    with tempfile.TemporaryDirectory() as made:
        edition = given.edition or built(Path(made))
        for cast in given.casts or CASTS:
            for walk in given.walks or sorted(WALKS.keys() - NOT_WALKED):
                with two_phones(edition) as (native, pocket):
                    screens, differing = walk_beside(native, pocket, walk, cast)
                print(f"  {walk}, {cast} players: {screens} screens, {len(differing)} differ", flush=True)
                found += differing
    return wrong(found)


if __name__ == "__main__":
    sys.exit(main())
