"""How many taps two hands of eleven take by photo.

python -m bench.photo_taps FOLDER, drawn by `python -m companion.photo.training hands FOLDER`; without one, the few
photos of the tests are taken. A real browser is handed each photo, and a thumb then puts right whatever was read
wrongly, until the hand is what lies on the table. Both shutters count, and both times "done".
"""

import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.measurement import Arguments, Ending, settings
from tests.support.browser import ARGUMENTS, HEADLESS, SMALL
from tests.support.photo_taps import enter_both, hands_in
from tests.support.server import HOST, serving

OURS = Path(__file__).parents[1] / "tests" / "photo" / "hands"


def taps(new_phone: Callable[[], Page], folder: Path, most: int | None = None) -> Iterator[Counter[str]]:
    """Yield the taps of each pair of hands in a folder, on a new phone each."""
    for pair in islice(hands_in(folder), most):
        phone = new_phone()
        tapped = enter_both(phone, pair).taps
        print(f"{pair[0].image.name}, {pair[1].image.name}: {tapped.total()} taps {dict(tapped)}", flush=True)
        yield tapped
        phone.context.close()


def main(arguments: Arguments = None) -> int:
    """Count the taps of each pair of hands in a folder."""
    parser = settings(__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=OURS)
    parser.add_argument("--most", type=int, help="only so many pairs of hands")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as instance, serving(Path(instance)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=HEADLESS, args=ARGUMENTS)
        phone: dict[str, Any] = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
        phone["base_url"] = f"http://{HOST}:{served.port}"
        counted = taps(lambda: browser.new_context(**phone).new_page(), options.folder, options.most)
        totals = [each.total() for each in counted]
        browser.close()
    middle, mean = statistics.median(totals), statistics.mean(totals)
    print(f"{len(totals)} showdowns: median {middle}, mean {mean:.1f}, at most {max(totals)} taps")
    return Ending.FINE


if __name__ == "__main__":
    sys.exit(main())
