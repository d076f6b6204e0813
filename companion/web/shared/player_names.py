"""Players' names: shortened where there is little room, and what is wrong with typed ones."""

from collections.abc import Sequence

from companion.documents.texts import name_sentence, same_name
from companion.wording.errors.forms import same_name_twice

LEAST_LETTERS = 2
"""Of a first word that may stand for a whole name."""


def short_names(names: Sequence[str], room: int = 8) -> tuple[str, ...]:
    """Shorten names to what fits, as long as they stay apart: to the first name, or else cut with an ellipsis.

    >>> short_names(["Ó Súilleabháin", "de Vries-Hoogland", "Ann Smith"], 9)
    ('Ó Súille…', 'de Vries…', 'Ann Smith')
    """
    return tuple(_short(name, names, room) for name in names)


def _short(name: str, names: Sequence[str], room: int) -> str:
    first = _first_name(name)
    for length in range(room, len(name) + 1):
        short = name if len(name) <= length else (first if len(first) <= length else name[: length - 1].rstrip() + "…")
        if all(other == name or not other.startswith(short.rstrip("…")) for other in names):
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
