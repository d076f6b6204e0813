"""Sweeps over a hand: what frames add up to. Corners and what they read are made up; `bench sweeps` has pixels."""

from collections.abc import Callable, Sequence
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
    phantoms: list[Corner] = field(default_factory=list)
    """What is found in the frame and is no index."""
    read: list[str] = field(default_factory=list)
    """The corners that were read."""

    def find(self, *_: object) -> list[Corner]:
        seen = (self.view.corner(corner) for corner in self.cards.values())
        inside = [corner for corner in seen if 0 <= corner.x < SIZE[0] and 0 <= corner.y < SIZE[1]]
        return [*inside, *self.phantoms]

    def look(self, _reader: object, _levels: object, corners: Sequence[Corner], *_how: object) -> list[Index | None]:
        return [self._index(corner) for corner in corners]

    def _index(self, seen: Corner) -> Index | None:
        name = next((name for name, corner in self.cards.items() if self.view.corner(corner) == seen), None)
        if name is None:
            return None
        self.read.append(name)
        return Index(seen, shares(self.unlike.get(name, name)), 0.99, (0.0,) * 64)


def shares(name: str) -> tuple[float, ...]:
    return tuple(0.97 if card == name else 0.03 / 51 for card in CARDS)


def row(*names: str, left: float = 200, step: float = 60) -> dict[str, Corner]:
    return {name: Corner(left + step * number, 300, (0, 1), 30, 0.9) for number, name in enumerate(names)}


@dataclass
class Phone:
    """A sweep with a camera of ten frames a second, moved frame by frame."""

    camera: Camera
    sweep: Sweep[Any, Any]
    frames: int = 0

    def look(self, frames: int = 1, x: float = 12, y: float = 3) -> SweepSeen:
        for _ in range(frames):
            view = self.camera.view
            self.camera.view = replace(view, x=view.x + x, y=view.y + y)
            seen = self.sweep.look(None, self.frames / 10)
            self.frames += 1
        return seen

    def names(self) -> list[str]:
        return [card.name for card in self.sweep.reading().cards if card.sure]


@pytest.fixture
def over(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Corner]], Phone]:
    """Return what holds a phone over cards; as many are wanted as there are."""

    def held(cards: dict[str, Corner]) -> Phone:
        camera = Camera(cards)
        monkeypatch.setattr(sweep, "find_corners", camera.find)
        monkeypatch.setattr(sweep, "looked_at", camera.look)
        monkeypatch.setattr(sweep, "by_halves", lambda *_: [])
        on = SimpleNamespace(arithmetic=SimpleNamespace(size=lambda _: SIZE))
        nets: Any = SimpleNamespace(finder=on, reader=on, calibration=CALIBRATION)
        return Phone(camera, Sweep(nets, (), len(cards)))

    return held


Over = Callable[[dict[str, Corner]], Phone]


def test_a_card_is_seen_when_three_views_agree_and_stays_when_the_phone_moves_on(over: Over) -> None:
    phone = over(row("9C", "10C", "JC", "2H", "2S"))
    assert {mark.state for mark in phone.look().marks} == {CornerState.DOUBTED}
    assert phone.look().cards == 0
    assert (phone.look().cards, phone.look(4).complete) == (5, True)
    away = phone.look(10, x=-45)
    assert (0 < len(away.marks) < 5, away.cards, away.complete) == (True, 5, True)
    assert phone.names() == ["9C", "10C", "JC", "2H", "2S"]


def test_the_same_view_again_is_no_evidence(over: Over) -> None:
    phone = over(row("9C", "10C"))
    assert phone.look(4, x=0, y=0).cards == 0


def test_known_cards_are_not_read_again_but_for_a_few(over: Over) -> None:
    phone = over(row("9C", "10C", "JC", "2H", "2S", "2D", "4D"))
    phone.look(3)
    before = len(phone.camera.read)
    phone.look(5)
    assert (before, len(phone.camera.read) - before) == (21, 5 * sweep.WITNESSES)


def test_a_misread_view_is_outvoted_and_keeps_the_hand_open_until_then(over: Over) -> None:
    phone = over(row("9C", "10C", "JC"))
    phone.camera.unlike = {"9C": "9S"}
    phone.look(2)
    phone.camera.unlike = {}
    assert phone.look(4).complete is False
    assert phone.look(9).complete is True
    assert phone.names() == ["9C", "10C", "JC"]


def test_what_is_no_card_keeps_a_hand_open_only_while_it_is_in_sight(over: Over) -> None:
    phone = over(row("9C", "10C", "JC"))
    phone.camera.unlike = {"KS": "nothing"}
    for _ in range(2):
        phone.camera.cards["KS"] = Corner(900, 500, (0, 1), 30, 0.5)
        assert phone.look().complete is False
        del phone.camera.cards["KS"]
        assert phone.look(2).complete is False
        last = [phone.look().complete for _ in range(2)]
    assert last == [True, True]


def test_a_card_at_the_edge_is_not_read_yet(over: Over) -> None:
    phone = over({**row("9C", "10C"), **row("KH", left=1275)})
    seen = phone.look(6, x=0, y=12)
    assert (seen.cards, seen.complete, "KH" in phone.camera.read) == (2, False, False)
    assert phone.look(9, x=-15).complete is True


def test_a_card_that_goes_away_or_is_laid_elsewhere_is_not_counted_twice(over: Over) -> None:
    phone = over(row("9C", "10C", "JC", "2H", "2S"))
    phone.look(4)
    gone = phone.camera.cards.pop("2H")
    assert phone.look(3, x=2, y=2).cards == 5, "a hand may be over it"
    assert phone.look(20, x=2, y=2).cards == 4
    phone.camera.cards["2H"] = replace(gone, y=500)
    assert phone.look(10).cards == 5
    phone.camera.cards["2H"] = gone
    assert phone.look(10).cards == 5


def test_another_card_in_the_same_place_takes_over(over: Over) -> None:
    phone = over(row("9C", "10C", "JC"))
    phone.look(4)
    phone.camera.unlike = {"JC": "4H"}
    phone.look(20)
    assert phone.names() == ["9C", "10C", "4H"]


def test_a_jump_by_one_card_is_not_taken_for_standing_still(over: Over) -> None:
    names = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC"]
    phone = over(row(*names, left=30))
    phone.look(6, x=0, y=12)
    phone.look(x=-60, y=0)
    assert [mark.card for mark in phone.look(5, x=0).marks] == names[1:]
    assert phone.names() == names


def test_groups_are_told_from_frames_that_show_one_at_a_time(over: Over) -> None:
    phone = over({**row("9C", "10C", "JC"), **row("2H", "2S", "2D", left=1300)})
    phone.look(50, x=-25, y=0)
    cards = phone.sweep.reading().cards
    assert [(card.name, card.group) for card in cards] == [
        *(("9C", 0), ("10C", 0), ("JC", 0)),
        *(("2H", 1), ("2S", 1), ("2D", 1)),
    ]


def test_memory_is_bounded_however_much_looks_like_an_index(over: Over) -> None:
    phone = over(row("9C", "10C", "JC"))
    for number in range(60):
        phone.camera.phantoms = [Corner(40 * n + number, 500, (0, 1), 30, 0.5) for n in range(10)]
        phone.look()
    assert phone.names() == ["9C", "10C", "JC"]
    assert len(phone.sweep._tracks) < 30  # noqa: SLF001 - nothing else shows what it remembers


def test_known_cards_are_found_again_from_the_other_side_of_the_table(over: Over) -> None:
    names = ["2C", "3C", "4C", "5C", "6C", "7C"]
    phone = over(row(*names))
    phone.look(6)
    phone.camera.view = Motion(-1.5, 0, 0, -1.5, 1000, 800)
    marks = {mark.card: (round(mark.x), round(mark.y)) for mark in phone.look(4).marks}
    boxes = {card.name: card.box for card in phone.sweep.reading().cards}
    assert sorted(boxes) == sorted(marks) == names
    for name, (x, y) in marks.items():
        assert abs(boxes[name].x + boxes[name].width / 2 - x) < 2, name
        assert abs(boxes[name].y + boxes[name].height / 2 - y) < 2, name
