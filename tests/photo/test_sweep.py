"""Sweeps over a hand: what frames add up to. Corners and what they read are made up; `bench sweeps` has pixels."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.photo import sweep
from companion.photo.cards import Calibration
from companion.photo.corners import Corner
from companion.photo.indices import CARDS, Index
from companion.photo.motion import Motion
from companion.photo.sweep import CornerState, Sweep, SweepSeen

CALIBRATION = Calibration((-2, 1, 0, 0, 0, 0))
SIZE = (1280, 720)


@dataclass
class Camera:
    """Cards on a table, each with one corner, and a camera over them: takes the place of both nets."""

    cards: dict[str, Corner]
    view: Motion = field(default_factory=Motion)
    unlike: dict[str, str] = field(default_factory=dict)
    """What corners are misread as."""
    read: list[str] = field(default_factory=list)
    """The corners that were read."""

    def find(self, *_: object) -> list[Corner]:
        seen = (self.view.corner(corner) for corner in self.cards.values())
        return [corner for corner in seen if 0 <= corner.x < SIZE[0] and 0 <= corner.y < SIZE[1]]

    def name(self, seen: Corner) -> str:
        return next(name for name, corner in self.cards.items() if self.view.corner(corner) == seen)

    def look(self, _reader: object, _levels: object, corners: Sequence[Corner], _shifts: object) -> list[Index]:
        names = [self.name(corner) for corner in corners]
        self.read += names
        return [
            Index(corner, shares(self.unlike.get(name, name)), 0.99, (0.0,) * 64)
            for name, corner in zip(names, corners, strict=True)
        ]


def shares(name: str) -> tuple[float, ...]:
    return tuple(0.97 if card == name else 0.03 / 51 for card in CARDS)


def row(*names: str, left: float = 200, step: float = 60) -> dict[str, Corner]:
    return {name: Corner(left + step * number, 300, (0, 1), 30, 0.9) for number, name in enumerate(names)}


def swept(monkeypatch: pytest.MonkeyPatch, camera: Camera, wanted: int) -> Sweep[Any, Any]:
    monkeypatch.setattr(sweep, "find_corners", camera.find)
    monkeypatch.setattr(sweep, "looked_at", camera.look)
    monkeypatch.setattr(sweep, "by_halves", lambda *_: [])
    on = SimpleNamespace(arithmetic=SimpleNamespace(size=lambda _: SIZE))
    nets: Any = SimpleNamespace(finder=on, reader=on, calibration=CALIBRATION)
    return Sweep(nets, (), wanted)


def moving(camera: Camera, over: Sweep[Any, Any], frames: int, x: float = 20, start: int = 0) -> SweepSeen:
    """Move the camera frame by frame, ten of them a second."""
    for number in range(start, start + frames):
        camera.view = replace(camera.view, x=camera.view.x - x, y=camera.view.y + x / 4)
        seen = over.look(None, number / 10)
    return seen


def test_a_card_is_seen_when_two_views_agree_and_stays_when_the_camera_moves_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = Camera(row("9C", "10C", "JC", "2H", "2S"))
    over = swept(monkeypatch, camera, 5)
    first = over.look(None, 0)
    assert (first.cards, {mark.state for mark in first.marks}) == (0, {CornerState.DOUBTED})
    assert over.look(None, 0.1).cards == 0, "the same view once more"
    assert moving(camera, over, 2, start=2).cards == 5
    away = moving(camera, over, 12, start=4)
    assert 0 < len(away.marks) < 5
    assert (away.cards, away.complete) == (5, True)
    assert len(camera.read) == 10, "each was read twice"
    assert [card.name for card in over.reading().cards] == ["9C", "10C", "JC", "2H", "2S"]
