"""Ratings of people in words: how high, how sure, and what that means."""

from companion.wording.cards import GAME_WORDS, plural

RATINGS_EXPLAINED = (
    "Whoever wins rises, and more by beating somebody stronger: who leads by 100 points should win 64 games of 100. "
    "The true strength is within the range after ± in 19 cases of 20; where two ranges overlap, nobody can tell who is "
    "better. A place in the list takes 10 games; partners rise and fall together, and solo games don't count."
)
NOT_YET = "no place yet"


def rating_words(points: int) -> str:
    """Return a rating.

    >>> rating_words(1540)
    '1,540'
    """
    return f"{points:,}"


def range_words(points: int) -> str:
    """Return how far the strength may lie above or below.

    >>> range_words(120)
    '± 120'
    """
    return f"± {points:,}"


def rests_on(games: int) -> str:
    return plural(games, "game")


def ratings_heading(game: str) -> str:
    """Return which games ratings are about.

    >>> ratings_heading("gin-rummy"), ratings_heading("")
    ('Rating in Gin Rummy', 'Rating')
    """
    return f"Rating in {GAME_WORDS[game]}" if game in GAME_WORDS else "Rating"
