"""Every screen of the pocket edition beside the same screen of the server: whether they say the same.

    python -m bench.pocket_walk

Two real browsers walk the same ways, tap by tap (tests/support/gallery.py), and each page is compared word by word but
for what tests/support/pocket_walk.py lists. The exit status is 1 where another word differs.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.support.browser import ARGUMENTS, HEADLESS, SMALL
from tests.support.gallery import CASTS, WALKS
from tests.support.pocket import PocketPhone, built, hosting
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
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=HEADLESS, args=ARGUMENTS)
        native = browser.new_context(**settings, base_url=f"http://{HOST}:{served.port}").new_page()
        yield native, PocketPhone(browser.new_context(**settings).new_page(), host).open().phone
        browser.close()


def main() -> None:
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    found: list[str] = []
    with tempfile.TemporaryDirectory() as made:
        edition = built(Path(made))
        for cast in CASTS:
            for walk in sorted(WALKS.keys() - NOT_WALKED):
                with two_phones(edition) as (native, pocket):
                    screens, differing = walk_beside(native, pocket, walk, cast)
                print(f"  {walk}, {cast} players: {screens} screens, {len(differing)} differ", flush=True)
                found += differing
    print("\n".join(found) or "every other word is the same")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
