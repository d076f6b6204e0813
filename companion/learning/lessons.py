"""The lessons of each game, read from `lessons/*.toml`: ten for each, with five hands to rule after each."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

GAMES = ("gem-rummy", "gin-rummy", "knock-rummy", "gem-ii")
"""The games that can be learned, in the order in which they are offered."""
LESSONS_OF_A_GAME = 10
HANDS_OF_A_LESSON = 5
MOST_WORDS = 200


@dataclass(frozen=True, slots=True)
class Picture:
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
    picture: Picture
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
    contents = tomllib.loads(path.read_text("utf-8"))
    if set(contents) != {"lesson"}:
        raise ValueError(f"{game}.toml has something besides lessons: {sorted(contents)}")
    return tuple(_lesson(game, number, entry) for number, entry in enumerate(contents["lesson"], start=1))


def path_of(game: str) -> str:
    """Return the game under whose name a game is learned; empty if it has no lessons.

    >>> path_of("gem-rummy"), path_of("whist")
    ('gem-rummy', '')
    """
    return next((path for path in GAMES if game in {path, f"{path}-solo"} and lessons(path)), "")


@cache
def by_id() -> dict[str, Lesson]:
    found = [lesson for game in GAMES for lesson in lessons(game)]
    known = {lesson.id: lesson for lesson in found}
    if len(known) != len(found):
        raise ValueError("two lessons have the same id")
    return known


@cache
def taught_keys() -> frozenset[str]:
    return frozenset(key for lesson in by_id().values() for key in lesson.hands)


@cache
def lesson_of_rule(rule_id: str) -> Lesson | None:
    return next((lesson for lesson in by_id().values() if rule_id in lesson.rules), None)


_KEYS = frozenset({"id", "title", "text", "rules", "picture", "hands"})
_PICTURE_KEYS = frozenset({"caption", "groups", "captions", "letters", "dice", "board"})


def _lesson(game: str, number: int, entry: Mapping[str, Any]) -> Lesson:
    if set(entry) != _KEYS:
        raise ValueError(f"lesson {number} of {game} has the keys {sorted(entry)} instead of {sorted(_KEYS)}")
    lesson = Lesson(
        id=_text(entry["id"]),
        game=game,
        number=number,
        title=_text(entry["title"]),
        text=_texts(entry["text"]),
        rules=_texts(entry["rules"]),
        picture=_picture(entry["picture"]),
        hands=_texts(entry["hands"]),
    )
    if not lesson.id.startswith(f"{game}.") or not lesson.slug:
        raise ValueError(f"the id of a lesson of {game} starts with {game}. and not as {lesson.id}")
    return lesson


def _picture(entry: Mapping[str, Any]) -> Picture:
    unknown = set(entry) - _PICTURE_KEYS
    if unknown or "caption" not in entry:
        raise ValueError(f"a picture has a caption and nothing unknown: {sorted(entry)}")
    groups = tuple(tuple(group.split()) for group in _texts(entry.get("groups", [])))
    captions = _texts(entry.get("captions", []))
    if captions and len(captions) != len(groups):
        raise ValueError(f"{len(captions)} captions for {len(groups)} groups")
    return Picture(
        caption=_text(entry["caption"]),
        groups=groups,
        captions=captions,
        letters={_text(card): _text(gems) for card, gems in entry["letters"].items()} if "letters" in entry else None,
        dice=tuple(int(number) for number in entry.get("dice", [])),
        board=tuple(_texts(pile) for pile in entry.get("board", [])),
    )


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"not a text: {value!r}")
    return value.strip()


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"not a list: {value!r}")
    return tuple(_text(item) for item in value)
