"""Every screen at every size: nothing cut, covered, too small, too wide, moving, or hard to read."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.gallery import CASTS, SIZES, WALKS
from tests.support.screen_faults import WATCH_SHIFTS, faults_of

LONG_NAMES = "three"
LOOKS_ELSE_WITH_TWO = frozenset({"table", "showdown", "numbers", "sheet", "gem2", "gin"})


@pytest.mark.parametrize(
    ("walk", "cast"),
    [(walk, cast) for walk in WALKS for cast in CASTS if walk in LOOKS_ELSE_WITH_TWO or cast == LONG_NAMES],
)
def test_every_screen_is_whole_at_every_size(new_phone: Callable[..., Page], walk: str, cast: str) -> None:
    phone = new_phone(viewport={"width": SIZES[0][0], "height": SIZES[0][1]})
    phone.context.add_init_script(WATCH_SHIFTS)
    # Names change nothing for axe, which takes as long as all else, and little outside games.
    # `make pictures` looks at everything for both casts.
    by_axe = cast == LONG_NAMES
    faults = [
        f"{screen}: {fault}"
        for screen in WALKS[walk](phone, CASTS[cast])
        for fault in faults_of(phone, screen, by_axe=by_axe)
    ]
    assert not faults, "\n".join(["", *faults])
