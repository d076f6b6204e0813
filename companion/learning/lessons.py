"""The lessons of each game, read from `lessons/*.toml`: ten for each, with five hands to rule after each."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

GAMES = ("gem-rummy", "gin-rummy", "knock-rummy", "gem-ii")
"""The games that can be learned, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class LessonPicture:
    """What a lesson shows: groups of cards, dice, or a Gem II board, and what it is in one sentence."""

    caption: str
    groups: tuple[tuple[str, ...], ...] = ()
    """The names of the cards, group by group."""
    captions: tuple[str, ...] = ()
    """One for each group, or none."""
    letters: Mapping[str, str] | None = None
    """The gems on the cards; the print is made up."""
    dice: tuple[int, ...] = ()
    board: tuple[tuple[str, ...], ...] = ()
    """The piles of a Gem II board."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a screen of plain words with one picture, and the hands that follow."""

    id: str
    """Stored as passed, so it never changes."""
    game: str
    number: int
    """Its place in the path, from 1."""
    title: str
    text: tuple[str, ...]
    rules: tuple[str, ...]
    picture: LessonPicture
    hands: tuple[str, ...]
    """The keys of its questions."""

    @property
    def slug(self) -> str:
        """Return the last part of its id, which stands in addresses."""
        return self.id.partition(".")[2]


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game in order.

    >>> [lesson.number for lesson in lessons("gem-rummy")][:2]
    [1, 2]
    """
    path = files("companion.learning") / "lessons" / f"{game}.toml"
    if not path.is_file():
        return ()
    entries = tomllib.loads(path.read_text("utf-8"))["lesson"]
    return tuple(_lesson(game, number, entry) for number, entry in enumerate(entries, start=1))


def path_of(game: str) -> str:
    """Return the game under whose name a game is learned; empty if it has no lessons.

    >>> path_of("gem-rummy"), path_of("whist")
    ('gem-rummy', '')
    """
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
