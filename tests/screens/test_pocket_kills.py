"""The browser is killed while it records, a few times: the rest is in bench/faults/pocket_kills.py."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bench.faults import pocket_kills
from tests.support.pocket import hosting, installed
from tests.support.seeds import random_sources


@pytest.mark.random
def test_nothing_recorded_is_lost_or_there_twice(browser: Browser, pocket_edition: Path, tmp_path: Path) -> None:
    ((_, rng),) = random_sources(1)
    with hosting(pocket_edition, tmp_path / "host") as host:
        profile = shutil.copytree(installed(browser.browser_type, pocket_edition), tmp_path / "profile")
        count = pocket_kills.run(pocket_kills.Browser(browser.browser_type, host, profile), 2, rng)
    assert (count.kills, count.lost, count.doubled) == (2, 0, 0)
