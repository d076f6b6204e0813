"""The lessons of each game, and what a phone has learned of them.

Each game has a path of lessons, with five hands to rule after each (`lessons/*.toml`). A lesson is passed once each
of its hands has been answered right, however often it took, and stays passed.

A question that is answered wrong comes back after two answers to other questions, which may be one of them twice, and
once it is answered right then, again on another day. Answered right on both occasions it is done with; answered wrong
it begins again. An answer before it is due, with the ruling still in mind, counts for the lesson but not for this.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

GAMES = ("gem-rummy", "gin-rummy", "knock-rummy", "gem-ii")


@dataclass(frozen=True, slots=True)
class LessonPicture:
    caption: str
    groups: tuple[tuple[str, ...], ...] = ()
    captions: tuple[str, ...] = ()
    letters: Mapping[str, str] | None = None
    dice: tuple[int, ...] = ()
    board: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    id: str
    """Stored as passed, so it never changes."""
    game: str
    number: int
    title: str
    text: tuple[str, ...]
    rules: tuple[str, ...]
    picture: LessonPicture
    hands: tuple[str, ...]

    @property
    def slug(self) -> str:
        """Return the last part of its id, which stands in addresses."""
        return self.id.partition(".")[2]


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    path = files("companion.learning") / "lessons" / f"{game}.toml"
    if not path.is_file():
        return ()
    entries = tomllib.loads(path.read_text("utf-8"))["lesson"]
    return tuple(_lesson(game, number, entry) for number, entry in enumerate(entries, start=1))


def path_of(game: str) -> str:
    return next((path for path in GAMES if game in {path, f"{path}-solo"} and lessons(path)), "")


@cache
def by_id() -> dict[str, Lesson]:
    return {lesson.id: lesson for game in GAMES for lesson in lessons(game)}


@cache
def taught_keys() -> frozenset[str]:
    return frozenset(key for lesson in by_id().values() for key in lesson.hands)


@cache
def lesson_of_rule(rule_id: str) -> Lesson | None:
    return next((lesson for lesson in by_id().values() if rule_id in lesson.rules), None)


def _lesson(game: str, number: int, entry: Mapping[str, Any]) -> Lesson:
    picture = entry["picture"]
    groups = tuple(tuple(group.split()) for group in picture.get("groups", ()))
    lists = {key: tuple(picture[key]) for key in ("captions", "dice") if key in picture}
    board = tuple(tuple(pile) for pile in picture.get("board", ()))
    texts = {key: tuple(entry[key]) for key in ("text", "rules", "hands")}
    return Lesson(
        **{**entry, **texts, "picture": LessonPicture(**{**picture, **lists, "groups": groups, "board": board})},
        game=game,
        number=number,
    )


LESSON = "lesson."
"""Begins what is stored of a lesson; questions begin with where their position comes from."""
OTHERS_BETWEEN = 2
"""Answers to other questions before one that was missed comes back; which ones they were is remembered nowhere."""
TIMES_RIGHT = 2


@dataclass(frozen=True, slots=True)
class Learned:
    key: str
    asked: int = 0
    right: int = 0
    still: int = 0
    """How often it must still be answered right; 0 unless it was missed."""
    wait: int = 0
    """How many answers to other questions are given before it comes back."""
    due_on: str = ""
    """The day on which it comes back, if not at once."""


def after_answer(before: Learned, today: date, *, right: bool) -> Learned:
    if not right:
        return replace(before, asked=before.asked + 1, still=TIMES_RIGHT, wait=OTHERS_BETWEEN, due_on=today.isoformat())
    counted = replace(before, asked=before.asked + 1, right=before.right + 1)
    if not is_due(before, today):
        return counted
    tomorrow = (today + timedelta(days=1)).isoformat()
    return replace(counted, still=before.still - 1, wait=0, due_on=tomorrow if before.still > 1 else "")


def is_due(learned: Learned, today: date) -> bool:
    """Return whether to ask it now. A day beyond tomorrow was written before the clock was set back: it has come."""
    if not learned.still or learned.wait > 0:
        return False
    tomorrow = (today + timedelta(days=1)).isoformat()
    return learned.due_on <= today.isoformat() or learned.due_on > tomorrow


def is_to_be_put_right(learned: Learned, today: date) -> bool:
    return learned.still > 0 and (learned.wait > 0 or is_due(learned, today))


def is_worth_storing(learned: Learned, taught: Collection[str]) -> bool:
    return learned.key in taught or learned.still > 0 or learned.right < learned.asked


def right_hands(lesson: Lesson, stored: Mapping[str, Learned]) -> int:
    return len([key for key in lesson.hands if key in stored and stored[key].right > 0])


def is_passed(lesson: Lesson, stored: Mapping[str, Learned]) -> bool:
    return LESSON + lesson.id in stored or right_hands(lesson, stored) == len(lesson.hands)


def next_lesson(path: Collection[Lesson], stored: Mapping[str, Learned]) -> Lesson | None:
    return next((lesson for lesson in path if not is_passed(lesson, stored)), None)
