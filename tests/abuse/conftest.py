"""The world that is attacked: the app with games in every state and phones in every role."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.abuse_world import World

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "instance")
    yield made
    made.store.close()
