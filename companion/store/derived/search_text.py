"""The text by which a game is found: its people, place and note, without case and accents."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import cast

from companion.documents.game import Document, players_of
from companion.documents.reader import LONGEST_NOTE

MOST_WORDS = 10
"""More words than anybody looks for: each is compared with every game of the phone."""
LONGEST_WORD = 40


def folded(text: str) -> str:
    """Return a text as it is compared: lower case, one form of each letter, no accents.

    >>> folded("ZOË Groß")
    'zoe gross'
    """
    decomposed = unicodedata.normalize("NFKD", text[:LONGEST_NOTE].casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def search_text(head: Document) -> str:
    """Return what is looked through in the head of a game, a line for each name and remark."""
    teams = cast("Sequence[Sequence[str]]", head.get("teams", ()))
    remarks = (str(head.get(key, "")) for key in ("place", "note"))
    return _lines((*players_of(head), *(member for team in teams for member in team), *remarks))


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(filter(None, map(folded, texts)))


def searched_words(typed: str) -> tuple[str, ...]:
    """Return the words of what was typed, each of which a game must have.

    >>> searched_words("  Zoë  club zoe ")
    ('zoe', 'club')
    """
    words = (word[:LONGEST_WORD] for word in folded(typed).split()[:MOST_WORDS])
    return tuple(dict.fromkeys(words))
