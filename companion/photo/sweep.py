"""Read a hand from the frames of a camera that moves over it: each frame adds evidence, what was seen stays."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Generic

from companion.photo.arithmetic import Numbers, Picture
from companion.photo.cards import UNREADABLE, Found, put_together
from companion.photo.corners import USUAL_HEIGHT, Corner, find_corners
from companion.photo.indices import CARDS, Index, by_halves, halved, looked_at
from companion.photo.lessons import Lessons
from companion.photo.motion import Motion, agreed, followed, matched
from companion.photo.nets import Nets, boxed, laid_out
from companion.photo.reading import LIKELY, SURE, CardRead, PhotoReading, TaughtLook
from companion.photo.sums import median
from companion.photo.tracks import Track, best_of

SIDES = (320, 704)
"""A frame is shrunk to between these longest sides before corners are looked for in it."""
SEARCHED = (640, 320)
"""Longest sides that take turns while no card is known."""
FINER = (1.0, 1.4)
"""Every other frame is shrunk less: a corner that one size misses, the other finds."""
READ_AT_ONCE = 10
"""Corners of a frame that are read; the others have their turn in the next one."""
STRAIGHT = 0.25
"""A corner that the finder saw so straight needs no second look: so many units of what the reader says it is off."""
READ_TO_FIND = 24
"""More of them that are read to find out where the camera is."""
WITNESSES = 2
"""Of these so many that are known already: they tell whether the right ones were followed."""
VIEWS = 3
"""A card is sure when so many views agree,"""
AGREEING = 0.75
"""and this share of the latest ones of its corners."""
SETTLED = 6
"""A corner that is no card after so many looks doesn't keep a hand from being complete."""
IN_SIGHT = 2
"""Nor does one that is no card yet and was last seen so many frames before."""
EDGE = 0.6
"""Heights of an index from the frame's edge to its middle: nearer, it is cut off."""
NEAR = (0.7, 0.45)
"""Heights of an index within which a corner is looked for, before and after the motion is known."""
FOLLOWED = 0.6
"""A frame that shows so many of the corners that it should tells which of the others are gone."""
GONE = 12
"""A corner that is missing in so many of these, one after the other, isn't there anymore."""
DROPPED = 3
"""One of which no two looks agree is forgotten after so many."""
DOUBTFUL = 60
"""So many of these are remembered, wherever the camera saw them."""
STABLE = 0.3
"""Seconds for which the same cards have been sure before a hand of them is complete."""


class CornerState(StrEnum):
    NEW = "new"
    """Not read yet."""
    DOUBTED = "doubted"
    SEEN = "seen"
    """Of a card that is sure."""


@dataclass(frozen=True, slots=True)
class CornerMark:
    """The corner of a card in a frame."""

    x: float
    y: float
    height: float
    card: str
    """Its likeliest name; empty while it isn't read."""
    state: CornerState


@dataclass(frozen=True, slots=True)
class SweepSeen:
    """What is known after a frame."""

    marks: tuple[CornerMark, ...]
    """Corners in this frame, in its pixels."""
    cards: int
    """Cards that are sure, wherever the camera saw them."""
    complete: bool
    """As many as wanted, and nothing in sight that may be another."""


class Sweep(Generic[Picture, Numbers]):
    """A hand of so many cards under a camera; never complete if that is 0."""

    def __init__(self, nets: Nets[Picture, Numbers], lessons: Sequence[TaughtLook], wanted: int) -> None:
        self._nets = nets
        self._lessons = Lessons.of(lessons) if lessons else None
        self._wanted = wanted
        self._motion = Motion()
        """From the map, which is the first frame, to the latest frame."""
        self._drift = (0.0, 0.0)
        """Pixels a second that the view last moved."""
        self._tracks: list[Track] = []
        self._found: list[Found] = []
        self._number = 0
        self._at = 0.0
        self._size = (0, 0)
        self._sure: set[int] = set()
        self._sure_since = 0.0

    def look(self, picture: Picture, at: float) -> SweepSeen:
        """Look at the next frame, at so many seconds."""
        self._number += 1
        self._size = self._nets.finder.arithmetic.size(picture)
        corners = find_corners(self._nets.finder, picture, (self._side(),))
        passed, self._at = at - self._at if self._number > 1 else 0.0, at
        expected = self._motion.shifted(self._drift[0] * passed, self._drift[1] * passed)
        motion, pairs = self._followed(expected, corners)
        read = self._read(picture, corners, self._chosen(pairs, corners, at))
        if self._is_mistaken(pairs, read) or self._is_lost(pairs, read):
            others = [other for other in range(len(corners)) if other not in read]
            read |= self._read(picture, corners, others[:READ_TO_FIND])
            motion, pairs = self._found_again(expected, corners, read)
        self._note(motion, pairs, corners, passed)
        self._add(pairs, corners, read, at)
        self._put_together()
        return self._seen(at)

    def reading(self) -> PhotoReading:
        """Return the hand so far. Boxes are in pixels of the latest frame, beyond its edges where the camera moved on.

        There are no JPEGs: no frame is kept.
        """

        def read(card: Found, group: int | None) -> CardRead:
            box = boxed(self._motion.corner(card.first.corner), 1)
            return CardRead(CARDS[card.best], round(card.confidence, 4), CARDS[card.second], box, group)

        cards = [card for card in self._found if card.confidence >= LIKELY]
        unread = [card for card in self._found if card.confidence < LIKELY and card.first.readable >= UNREADABLE]
        boxes = tuple(boxed(self._motion.corner(card.first.corner), 1) for card in unread)
        return PhotoReading(laid_out(cards, read), boxes, *self._size, preview=b"")

    def _side(self) -> int:
        """Return the longest side at which indices are about as high as the finder likes them best."""
        known = [
            track.frame.height
            for track in self._tracks
            if track.number == self._number - 1 and track.likely_index >= LIKELY
        ]
        if not known:
            return SEARCHED[self._number % len(SEARCHED)]
        wished = USUAL_HEIGHT / median(known) * max(self._size) * FINER[self._number % len(FINER)]
        return min(max(round(wished / 64) * 64, SIDES[0]), SIDES[1])

    def _followed(self, expected: Motion, corners: Sequence[Corner]) -> tuple[Motion, dict[int, int]]:
        """Return the motion to this frame, and which corner of it is which known one."""
        places = [expected.corner(track.place) for track in self._tracks]
        return self._settled(expected.shifted(*followed(product(places, corners))), corners)

    def _found_again(
        self, expected: Motion, corners: Sequence[Corner], read: dict[int, Index | None]
    ) -> tuple[Motion, dict[int, int]]:
        """Return the same by the names of cards, wherever the camera is now."""
        alike = [
            (track.place, corners[other])
            for track in self._tracks
            for other, index in read.items()
            if index is not None and _is_clear(index) and track.agreed == best_of(index)
        ]
        return self._settled(agreed(alike), corners) if alike else (expected, {})

    def _settled(self, motion: Motion, corners: Sequence[Corner]) -> tuple[Motion, dict[int, int]]:
        pairs: dict[int, int] = {}
        for near in NEAR:
            pairs = matched([motion.corner(track.place) for track in self._tracks], corners, near)
            moved = [(self._tracks[number].place, corners[other]) for number, other in pairs.items()]
            better = Motion.of([((one.x, one.y), (other.x, other.y)) for one, other in moved]) if moved else motion
            motion = better if better.sane else motion
        return motion, pairs

    def _chosen(self, pairs: dict[int, int], corners: Sequence[Corner], at: float) -> list[int]:
        """Return which corners to read: new and doubtful ones, and some witnesses."""
        known = {other: self._tracks[number] for number, other in pairs.items()}
        sure = {index.corner for card in self._found if card.confidence >= SURE for index in card.indices}
        doubtful, witnesses = [], []
        for other, corner in enumerate(corners):
            track = known.get(other)
            if not self._shows(corner):
                continue
            if track is not None and track.place in sure:
                witnesses.append(((track.viewed or (corner, 0.0))[1], other))
            elif track is None or (track.is_another_view(at, corner) and (track.looks < SETTLED or track.bests)):
                doubtful.append((track.looks if track else 0, -corner.likely, other))
        witnesses = sorted(witnesses)[:WITNESSES]
        doubtful = sorted(doubtful)[: READ_AT_ONCE - len(witnesses)]
        return [*(other for *_, other in doubtful), *(other for _, other in witnesses)]

    def _read(self, picture: Picture, corners: Sequence[Corner], chosen: Sequence[int]) -> dict[int, Index | None]:
        if not chosen:
            return {}
        reader = self._nets.reader
        shown = [corners[other] for other in chosen]
        levels = by_halves(reader.arithmetic, picture, max(halved(corner.height) for corner in shown))
        indices = looked_at(reader, levels, shown, (), STRAIGHT)
        if self._lessons:
            indices = [self._lessons.applied([index])[0] if index else None for index in indices]
        return dict(zip(chosen, indices, strict=True))

    def _is_mistaken(self, pairs: dict[int, int], read: dict[int, Index | None]) -> bool:
        """Return whether corners read clearly otherwise than those that they were taken for."""
        asked = [
            (self._tracks[number].agreed, best_of(index))
            for number, other in pairs.items()
            if (index := read.get(other)) is not None and _is_clear(index) and self._tracks[number].agreed is not None
        ]
        other = sum(one != now for one, now in asked)
        return other > 1 and other * 2 > len(asked)

    def _is_lost(self, pairs: dict[int, int], read: dict[int, Index | None]) -> bool:
        """Return whether cards are seen that are known, where none is expected."""
        known = {track.agreed for track in self._tracks}
        followed = set(pairs.values())
        new = [
            other not in followed
            for other, index in read.items()
            if index is not None and _is_clear(index) and best_of(index) in known
        ]
        return sum(new) > 2 and len(pairs) < sum(new)

    def _note(self, motion: Motion, pairs: dict[int, int], corners: Sequence[Corner], passed: float) -> None:
        """Note where known corners are seen, which are missing, and how the view moves."""
        middle = self._size[0] / 2, self._size[1] / 2
        if pairs and passed:
            before = motion(*self._motion.back()(*middle))
            self._drift = (before[0] - middle[0]) / passed, (before[1] - middle[1]) / passed
        else:
            self._drift = 0.0, 0.0
        self._motion = motion
        back = motion.back()
        shown = [track for track in self._tracks if self._shows(motion.corner(track.place))]
        for number, other in pairs.items():
            self._tracks[number].seen_at(back.corner(corners[other]), corners[other], self._number)
        seen = [track.number == self._number for track in shown if track.agreed is not None]
        if sum(seen) >= FOLLOWED * len(seen):
            for track in shown:
                track.missing += track.number != self._number

    def _add(self, pairs: dict[int, int], corners: Sequence[Corner], read: dict[int, Index | None], at: float) -> None:
        """Add what was read to what is known, and begin to follow new corners."""
        back = self._motion.back()
        known = {other: self._tracks[number] for number, other in pairs.items()}
        for other, corner in enumerate(corners):
            if other not in known and self._shows(corner):
                known[other] = Track(back.corner(corner), corner, self._number)
                self._tracks.append(known[other])
        for other, index in read.items():
            if other in known:
                known[other].read(index, at)
        self._forget()

    def _forget(self) -> None:
        """Forget what is no index, and corners that are followed again by now, elsewhere on the map."""
        now = {
            track.agreed: track for track in self._tracks if track.number == self._number and track.agreed is not None
        }
        known, doubtful = [], []
        for track in self._tracks:
            other = None if track.agreed is None else now.get(track.agreed)
            if track.number != self._number and other is not None and _is_one_way(track, other):
                other.joined(track)
            elif track.agreed is not None:
                known.append(track)
            elif track.missing < (DROPPED if track.likely_index >= LIKELY else 1):
                doubtful.append(track)
        self._tracks = [*known, *doubtful[-DOUBTFUL:]]

    def _shows(self, corner: Corner) -> bool:
        edge = EDGE * corner.height
        return edge <= corner.x < self._size[0] - edge and edge <= corner.y < self._size[1] - edge

    def _put_together(self) -> None:
        tracks = {track.place: track for track in self._tracks if track.looks and track.missing < GONE}
        found = put_together([track.index() for track in tracks.values()], self._nets.calibration)
        sure = {card.best for card in found if card.confidence >= SURE}
        self._found = []
        for card in found:
            if card.confidence < LIKELY and tracks[card.first.corner].agreed in sure:
                continue  # a card that is there already: decks may have four indices
            views = [best for index in card.indices for best in tracks[index.corner].bests]
            most = 1.0 if views.count(card.best) >= max(VIEWS, AGREEING * len(views)) else SURE - 0.01
            self._found.append(replace(card, confidence=min(card.confidence, most)))

    def _seen(self, at: float) -> SweepSeen:
        sure = {card.best for card in self._found if card.confidence >= SURE}
        passed = {
            track.place for track in self._tracks if track.looks >= SETTLED or track.number < self._number - IN_SIGHT
        }
        is_doubtful = any(
            card.confidence < SURE
            and card.first.readable >= UNREADABLE
            and (card.confidence >= LIKELY or card.first.corner not in passed)
            for card in self._found
        )
        marks = tuple(self._mark(track, sure) for track in self._tracks if track.number == self._number)
        shown = tuple(mark for mark in marks if mark is not None)
        if sure != self._sure:
            self._sure, self._sure_since = sure, at
        is_read = all(mark.state != CornerState.NEW for mark in shown)
        complete = len(sure) == self._wanted and not is_doubtful and is_read and at - self._sure_since >= STABLE
        return SweepSeen(shown, len(sure), complete)

    def _mark(self, track: Track, sure: set[int]) -> CornerMark | None:
        corner, best = track.frame, track.best
        if best is None:
            return CornerMark(corner.x, corner.y, corner.height, "", CornerState.NEW) if not track.looks else None
        if track.likely_index < LIKELY:
            return None
        state = CornerState.SEEN if best in sure else CornerState.DOUBTED
        return CornerMark(corner.x, corner.y, corner.height, CARDS[best], state)


def _is_clear(index: Index) -> bool:
    return min(index.readable, max(index.cards)) >= SURE


def _is_one_way(one: Track, other: Track) -> bool:
    return one.place.down[0] * other.place.down[0] + one.place.down[1] * other.place.down[1] > 0
