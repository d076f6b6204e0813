"""People and their record over many games: who won how much, how sure that is, and what is shown of whom."""

from collections.abc import Sequence
from datetime import date

from companion.wording.cards import GAME_WORDS, plural

NO_SUCH_PERSON = "Nobody of this name has played in this phone's games."
NOBODY_PLAYED = "There's no picture before the first finished game."
EVERYONES_RECORD = "Everyone's record"
ALL_GAMES = "All games"
ALL_TIME = "All time"
OTHER_DATES = "Other dates …"
ANY_PLACE = "Any place"
ANYONE = "Against anyone"
BIGGEST_HAND = "Biggest hand"
BIGGEST_WIN = "Biggest win"
BEST_STREAK = "Best streak"
BEST_EVENING = "Best evening"
WORST_EVENING = "Worst evening"
MOST_READ_OUT = 20
ONE_PERSON = "Both names are one person now, called {name}."


def day_words(day: str) -> str:
    """Return a stored day as people write it; anything else as it is.

    >>> day_words("2026-03-14"), day_words("last winter")
    ('March 14, 2026', 'last winter')
    """
    try:
        parsed = date.fromisoformat(day[: len("2026-03-14")])
    except ValueError:
        return day
    return f"{parsed:%B} {parsed.day}, {parsed.year}"


def season_words(first: date, last: date) -> str:
    """Return the months from one day to another.

    >>> season_words(date(2026, 6, 1), date(2026, 8, 31)), season_words(date(2025, 12, 1), date(2026, 2, 28))
    ('June to August 2026', 'December 2025 to February 2026')
    """
    year = "" if first.year == last.year else f" {first.year}"
    return f"{first:%B}{year} to {last:%B} {last.year}"


def dates_words(since: str, until: str) -> str:
    """Return from when to when games count; empty for all of them.

    >>> dates_words("2026-06-01", ""), dates_words("", "2026-08-31"), dates_words("2026-06-01", "2026-06-01")
    ('since June 1, 2026', 'until August 31, 2026', 'June 1, 2026')
    """
    if since and since == until:
        return day_words(since)
    if since and until:
        return f"{day_words(since)} to {day_words(until)}"
    return f"since {day_words(since)}" if since else f"until {day_words(until)}" if until else ""


def filter_words(game: str, when: str, place: str, against: str) -> str:
    """Return which games are counted; empty for all of them.

    >>> filter_words("gin-rummy", "2026", "Grandma's", "")
    "Gin Rummy, 2026, at Grandma's"
    """
    parts = (GAME_WORDS.get(game, game), when, f"at {place}" if place else "", f"against {against}" if against else "")
    return ", ".join(filter(None, parts))


def percent(share: float) -> str:
    """Return a share in percent, never 0% or 100% of something that isn't.

    >>> percent(0.56), percent(0.998), percent(1.0)
    ('56%', '99%', '100%')
    """
    number = round(100 * share)
    if 0 < share < 1:
        number = min(99, max(1, number))
    return f"{number}%"


def won_sentence(won: int, of: int) -> str:
    return f"won {won:,} of {_many(of, 'game')}"


def ahead_sentence(ahead: int, of: int) -> str:
    return f"ahead in {ahead:,} of {_many(of, 'game')}"


def range_words(low: float, high: float, between: str = " to ") -> str:
    """Return the range in which a share may really lie.

    >>> range_words(0.356, 0.731)
    '36 to 73%'
    """
    return f"{percent(low).removesuffix('%')}{between}{percent(high)}"


def each_hand(points: float) -> str:
    """Return points per hand: whole numbers are no more certain than tenths, and look it.

    >>> each_hand(4.06), each_hand(-3)
    ('4.1', '−3.0')
    """
    return f"{points:.1f}".replace("-", "−")


def signed(points: int) -> str:
    """Return a difference with its sign.

    >>> signed(12), signed(-7), signed(0)
    ('+12', '−7', '0')
    """
    return f"{points:+}".replace("-", "−") if points else "0"


def form_heading(games: int, *, are_all: bool) -> str:
    """Return what the line of form shows.

    >>> form_heading(30, are_all=True)
    'Games won of the last ten. Dotted: by luck alone.'
    """
    over = "" if are_all else f", after each of the last {games} games"
    return f"Games won of the last ten{over}. Dotted: by luck alone."


def form_description(name: str, won: Sequence[int]) -> str:
    """Return the line of form in words: how many of the last ten games were won, game after game."""
    last = won[-MOST_READ_OUT:]
    which = "each game" if len(last) == len(won) else f"each of the last {len(last)} games"
    return f"Games that {name} won of the last ten, after {which}: {', '.join(map(str, last))}."


def streak_words(games: int) -> str:
    return f"{games} games won in a row"


def won_by_words(margin: int) -> str:
    return f"Won by {margin}" if margin else "Won with equal totals"


def biggest_hand_of(name: str) -> str:
    return f"{BIGGEST_HAND}, {name}"


def points_words(points: int) -> str:
    return plural(points, "point")


def evening_words(margin: int, hands: int) -> str:
    """Return what an evening came to: points made minus points that opponents made."""
    return f"{signed(margin)} in {plural(hands, 'hand')}"


def people_found(number: int, games: str) -> str:
    """Return what is shown once other games were chosen, for a screen reader.

    >>> people_found(1, "Gin Rummy"), people_found(0, "")
    ('1 person: Gin Rummy', '0 people: All games')
    """
    return f"{number} {'person' if number == 1 else 'people'}: {games or ALL_GAMES}"


def record_found(name: str, won: str) -> str:
    return f"{name} {won}" if won else f"{name}: no finished games"


def rests_on(games: int, hands: int, since: str) -> str:
    """Return what figures rest on; `since` is the first day, empty where no game says it."""
    start = f" since {day_words(since)}" if since else ""
    return f"{_many(games, 'game')}, {_many(hands, 'hand')} on this phone{start}"


def two_names_words(games: int) -> str:
    """Return what of a person's figures is counted twice; empty where nothing is.

    >>> two_names_words(2)
    'In 2 games two of these names played: those count for both. If they are two people, separate them below.'
    """
    if not games:
        return ""
    which = "those count" if games > 1 else "that counts"
    return (
        f"In {_many(games, 'game')} two of these names played: {which} for both. "
        "If they are two people, separate them below."
    )


def kind_words(won: str, hands: int) -> str:
    return f"won {won}, {_many(hands, 'hand')}" if won else _many(hands, "hand")


def _many(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def season_line(first: str, second: str, ahead: int, behind: int) -> str:
    """Return how two people stand this year; the first of them isn't behind."""
    score = f"{ahead}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{behind} this year"
    return f"{first} and {second} are tied {score}" if ahead == behind else f"{first} leads {second} {score}"
