"""How many taps two hands of eleven take by photo.

python -m bench.photo_taps FOLDER, drawn by `python -m companion.photo.training hands FOLDER`; without one, the few
photos of the tests are taken. A real browser is handed each photo, and a thumb then puts right whatever was read
wrongly, until the hand is what lies on the table. Both shutters count, and both times "done".
"""

import statistics
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from bench.measurement import Arguments, Ending, settings
from tests.support.browser import ARGUMENTS, HEADLESS, SMALL
from tests.support.photo_taps import enter_both, hands_in
from tests.support.server import HOST, serving

OURS = Path(__file__).parents[1] / "tests" / "photo" / "hands"


def main(arguments: Arguments = None) -> int:
    """Count the taps of each pair of hands in a folder."""
    parser = settings(__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=OURS)
    parser.add_argument("--most", type=int, help="only so many pairs of hands")
    options = parser.parse_args(arguments)
    totals = []
    with tempfile.TemporaryDirectory() as instance, serving(Path(instance)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=HEADLESS, args=ARGUMENTS)
        for pair in islice(hands_in(options.folder), options.most):
            phone: dict[str, Any] = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
            context = browser.new_context(**phone, base_url=f"http://{HOST}:{served.port}")
            thumb = enter_both(context.new_page(), pair)
            totals.append(thumb.taps.total())
            print(f"{pair[0].image.name}, {pair[1].image.name}: {totals[-1]} taps {dict(thumb.taps)}", flush=True)
            context.close()
        browser.close()
    middle, mean = statistics.median(totals), statistics.mean(totals)
    print(f"{len(totals)} showdowns: median {middle}, mean {mean:.1f}, at most {max(totals)} taps")
    return Ending.FINE


if __name__ == "__main__":
    sys.exit(main())
