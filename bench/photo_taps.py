"""How many taps two hands of eleven take by photo.

python -m bench.photo_taps FOLDER, drawn by `python -m companion.photo.training hands FOLDER`; without one, the few
photos of the tests are taken. A real browser is handed each photo, and a thumb then puts right whatever was read
wrongly, until the hand is what lies on the table. Both shutters count, and both times "done". With `--live` the hands
are held under the live camera of the pocket edition.
"""

import statistics
import sys
import tempfile
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.measurement import Arguments, Ending, Reasons, add_edition, settings
from tests.support.browser import ARGUMENTS, HEADLESS, SMALL
from tests.support.photo_taps import LiveThumb, enter_both, hands_in
from tests.support.pocket import AT_SITE, CAMERA, PocketPhone, built, hosting, launch
from tests.support.server import HOST, serving
from tests.support.taps import Thumb

OURS = Path(__file__).parents[1] / "tests" / "photo" / "hands"
LIVE = 4
"""Taps that two hands may take by the live camera, in the middle, where nothing is to be corrected."""


def taps(
    new_phone: Callable[[], Page], folder: Path, most: int | None = None, thumb: Callable[[Page], Thumb] = Thumb
) -> Iterator[Counter[str]]:
    """Yield the taps of each pair of hands in a folder, on a new phone each."""
    for pair in islice(hands_in(folder), most):
        phone = new_phone()
        tapped = enter_both(phone, pair, thumb(phone)).taps
        print(f"{pair[0].image.name}, {pair[1].image.name}: {tapped.total()} taps {dict(tapped)}", flush=True)
        yield tapped
        if thumb is Thumb:
            phone.context.close()


def main(arguments: Arguments = None) -> int:
    """Count the taps of each pair of hands in a folder."""
    parser = settings(__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=OURS)
    parser.add_argument("--most", type=int, help="only so many pairs of hands")
    parser.add_argument("--live", action="store_true", help="by the live camera")
    add_edition(parser)
    options = parser.parse_args(arguments)
    if options.live:
        return _summary(_live(options), LIVE)
    with tempfile.TemporaryDirectory() as instance, serving(Path(instance)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=HEADLESS, args=ARGUMENTS)
        phone: dict[str, Any] = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
        phone["base_url"] = f"http://{HOST}:{served.port}"
        counted = taps(lambda: browser.new_context(**phone).new_page(), options.folder, options.most)
        tapped = [*counted]
        browser.close()
    return _summary(tapped)


def _live(options: Namespace) -> list[Counter[str]]:
    with tempfile.TemporaryDirectory() as made, ExitStack() as stack:
        folder = Path(made)
        host = stack.enter_context(hosting(options.edition or built(folder), folder / "host"))
        playwright = stack.enter_context(sync_playwright())
        context = launch(playwright.chromium, folder / "phone", host)
        stack.callback(context.close)

        class Held(LiveThumb):
            camera = folder / "phone" / CAMERA

        pocket = PocketPhone(context.pages[0], AT_SITE).open()
        return [*taps(lambda: pocket.phone, options.folder, options.most, Held)]


def _summary(tapped: list[Counter[str]], goal: int | None = None) -> Ending:
    reasons = Reasons()
    for which, some in (
        ("", tapped),
        (" with nothing to correct", [each for each in tapped if not each["correction"]]),
    ):
        totals = [each.total() for each in some] or [0]  # all may need a correction
        middle, mean, most = statistics.median(totals), statistics.mean(totals), max(totals)
        print(f"{len(some)} showdowns{which}: median {middle}, mean {mean:.1f}, at most {most} taps")
    if goal is not None and middle > goal:
        reasons.slow.append(f"{middle} taps with nothing to correct, goal {goal}")
    return reasons.ending()


if __name__ == "__main__":
    sys.exit(main())
