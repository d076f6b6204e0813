"""The app as a browser runs it, here in this process."""

from pathlib import Path

import pytest

from tests.support.pocket_page import PocketPage


@pytest.fixture
def pocket(tmp_path: Path) -> PocketPage:
    """Give the pocket edition with no games, opened."""
    return PocketPage(tmp_path)
