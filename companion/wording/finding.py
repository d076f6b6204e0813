"""Finding a game: what is looked for in words, and the months in which games were played."""

from collections.abc import Mapping
from datetime import date

from companion.wording.cards import GAME_WORDS, plural
from companion.wording.people import day_words

ANYBODY = "Anybody"
ANY_GAME = "Any game"
ANY_YEAR = "Any year"
WHICH: Mapping[str, str] = {"unfinished": "Unfinished", "disputed": "With a dispute"}
UNDATED = "Without a date"


def filter_words(key: str, value: str) -> str:
    """Return what is looked for, for the button that stops looking for it.

    >>> filter_words("won", "Ann"), filter_words("game", "gin-rummy"), filter_words("words", "late")
    ('Won by Ann', 'Gin Rummy', '“late”')
    """
    match key:
        case "words":
            return f"“{value}”"
        case "against":
            return f"With {value}"
        case "won":
            return f"Won by {value}"
        case "game":
            return GAME_WORDS[value]
        case "only":
            return WHICH[value]
        case _:
            return value


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def found_words(found: int, games: int) -> str:
    """Return how many games of a phone were found.

    >>> found_words(1, 2000)
    '1 of 2,000 games'
    """
    return f"{found:,} of {plural(games, 'game')}" if games < 1000 else f"{found:,} of {games:,} games"


def month_words(day: str) -> str:
    """Return the month of a stored day.

    >>> month_words("2026-03-14"), month_words("")
    ('March 2026', 'Without a date')
    """
    played = _parsed(day)
    return f"{played:%B %Y}" if played else UNDATED


def day_in_month(day: str) -> str:
    """Return a stored day without its year; empty where it is none.

    >>> day_in_month("2026-03-04"), day_in_month("")
    ('March 4', '')
    """
    played = _parsed(day)
    return f"{played:%B} {played.day}" if played else ""


def day_seen_from(today: date, day: str) -> str:
    """Return a stored day, with its year where that isn't this year's.

    >>> day_seen_from(date(2026, 11, 7), "2026-03-04"), day_seen_from(date(2026, 11, 7), "2025-03-04")
    ('March 4', 'March 4, 2025')
    """
    played, words = _parsed(day), day_in_month(day)
    return words if played is None or played.year == today.year else day_words(day)


def _parsed(day: str) -> date | None:
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None
