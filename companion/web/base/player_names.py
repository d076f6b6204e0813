"""Players' names: shortened where there is little room, and what is wrong with typed ones."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from flask import Flask

from companion.documents.texts import same_name
from companion.wording.document_errors import name_sentence
from companion.wording.web import same_name_twice

ROOM_IN_TEXT = 12
"""Letters of a name within a heading or a sentence."""
LEAST_LETTERS = 2
"""Of a first word that may stand for a whole name."""
ALIKE_IN = 6
"""Words that share so many first letters look alike where little room is left."""
_WORDS = re.compile(r"[^ -]+[ -]*|[ -]+")
"""Each with what stands between it and the next one."""


def init_app(app: Flask) -> None:
    """Let templates shorten a name, `name | short(all the names)`, tell it apart, or give an initial."""
    app.jinja_env.filters["initial"] = initial
    app.jinja_env.filters["short"] = lambda name, names: short_names(names, ROOM_IN_TEXT)[names.index(name)]
    app.jinja_env.filters["apart"] = lambda name, names: names_apart(names)[names.index(name)]


def short_names(names: Sequence[str], room: int = 8) -> tuple[str, ...]:
    """Shorten names to what fits, as long as they stay apart: to the first name, or else cut with an ellipsis.

    >>> short_names(["Ó Súilleabháin", "de Vries-Hoogland", "Ann Smith"], 9)
    ('Ó Súille…', 'de Vries…', 'Ann Smith')
    >>> short_names(["Bartholomäus-Maximilian", "Bartholomäus-Ferdinand"])
    ('B.-Maxi…', 'B.-Ferd…')
    >>> short_names(["Maximiliane-Charlotte", "Maximilian-Georg", "Maximilianus"], 9)
    ('M.-Charl…', 'M.-Georg', 'Maximili…')
    """
    return _short_names(tuple(names), room)


@lru_cache(1000)
def _short_names(names: tuple[str, ...], room: int) -> tuple[str, ...]:
    differing = tuple(_where_it_differs(name, names) for name in names)
    return tuple(_short(name, names, differing, seat, room) for seat, name in enumerate(names))


def names_apart(names: Sequence[str], letters: int = 8) -> tuple[str, ...]:
    """Return whole names for a place that cuts them where it ends, so that those beginning alike still differ there."""
    return tuple(
        _where_it_differs(name, names)
        if any(other != name and other[:letters] == name[:letters] for other in names)
        else name
        for name in names
    )


def _where_it_differs(name: str, names: Sequence[str]) -> str:
    """Return a name with the words that others begin with too shortened to a letter each."""
    words = _WORDS.findall(name)
    shared = max((_words_in_common(words, _WORDS.findall(other)) for other in names if other != name), default=0)
    shared = min(shared, len(words) - 1)
    return "".join([f"{word[0]}.{word[-1]}" for word in words[:shared]] + words[shared:])


def _words_in_common(words: Sequence[str], others: Sequence[str]) -> int:
    beginnings = ([word.rstrip(" -")[:ALIKE_IN] for word in name] for name in (words, others))
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*beginnings, strict=False)))


def initials(name: str) -> str:
    """Return the first letters of a name's words.

    >>> initials("Bartholomäus-Maximilian")
    'BM'
    """
    return "".join(word[0] for word in _WORDS.findall(name) if word.strip(" -"))


def initial(name: str) -> str:
    """Return the first letter or digit of a name; of one without any, its first sign.

    >>> initial("“Ann”"), initial("🏆")
    ('A', '🏆')
    """
    return next((sign.upper() for sign in name if sign.isalnum()), name[:1])


def _short(name: str, names: Sequence[str], differing: Sequence[str], seat: int, room: int) -> str:
    first = _first_name(name)
    differ = [one for place, one in enumerate(differing) if place != seat]
    others = [one for place, one in enumerate(names) if place != seat]
    for length in range(room, len(name) + 1):
        fitting = [one for one in others if len(one) <= length]
        for whole, apart_from in ((name, others + differ), (differing[seat], fitting + differ)):
            cut = first if whole == name and len(first) <= length else whole[: length - 1].rstrip() + "…"
            short = whole if len(whole) <= length else cut
            if len(short) <= len(name) and not any(other.startswith(short.rstrip("…")) for other in apart_from):
                return short
    return name


def _first_name(name: str) -> str:
    """Return the word by which a player is called, or the whole name where it begins with a particle or a letter."""
    first, *others = name.split()
    is_particle = first.islower() and any(word[:1].isupper() for word in others)
    letters = sum(letter.isalpha() for letter in first)
    return name if is_particle or letters < LEAST_LETTERS else first


def name_errors(names: Sequence[str]) -> dict[str, str]:
    """Return errors by their fields: of names that can't be, or that look like another player's."""
    errors: dict[str, str] = {}
    for seat, name in enumerate(names):
        if name and name_sentence(name):
            errors[f"player-{seat}"] = name_sentence(name)
        elif name and same_name(name, [other for other in names[:seat] if other]):
            errors[f"player-{seat}"] = same_name_twice(name)
    return errors
