"""Every screen at every size: nothing cut, covered, too small, too wide, moving, or hard to read."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.gallery import CASTS, SIZES, WALKS, Walk
from tests.support.screen_faults import WATCH_SHIFTS, faults_of


@pytest.mark.parametrize("cast", CASTS)
@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS.keys())
def test_every_screen_is_whole_at_every_size(new_phone: Callable[..., Page], walk: Walk, cast: str) -> None:
    phone = new_phone(viewport={"width": SIZES[0][0], "height": SIZES[0][1]})
    phone.context.add_init_script(WATCH_SHIFTS)
    # Names change nothing for axe, which takes as long as all else; `make pictures` asks it for both casts.
    by_axe = cast == "three"
    faults = [
        f"{screen}: {fault}" for screen in walk(phone, CASTS[cast]) for fault in faults_of(phone, screen, by_axe=by_axe)
    ]
    assert not faults, "\n".join(["", *faults])
