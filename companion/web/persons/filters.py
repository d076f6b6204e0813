"""The form in which it is chosen which games count."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.people.record import SOLO
from companion.store.derived.people import Choices
from companion.web.base.chosen_games import DATES, ChosenGames, FilterSelect, YearOrSeason, filter_select
from companion.web.base.dates import today
from companion.wording.cards import GAME_WORDS
from companion.wording.people import (
    ALL_GAMES,
    ALL_TIME,
    ANY_PLACE,
    ANYONE,
    OTHER_DATES,
    season_words,
)

SEASONS_OFFERED = 5
"""Three months each, the latest first."""


@dataclass(frozen=True, slots=True)
class FilterForm:
    """The form of the filters."""

    selects: tuple[FilterSelect, ...]
    asks_dates: bool
    since: str
    until: str
    kept: tuple[tuple[str, str], ...]
    """What the address says besides, such as whom the page is about."""
    words: str
    """Which games count; empty for all of them."""


def filter_form(
    chosen: ChosenGames,
    choices: Choices,
    opponents: Mapping[str, str] | None = None,
    kept: Sequence[tuple[str, str]] = (),
) -> FilterForm:
    """Return the form; `opponents` are the others by name, as they are called, on the page of a person."""
    asks_dates = chosen.when == DATES or (not chosen.when and bool(chosen.since or chosen.until))
    times = {**dict(_seasons(choices.years)), DATES: OTHER_DATES}
    selects = [
        filter_select("game", "Game", ALL_GAMES, choices.kinds, chosen.game, GAME_WORDS),
        filter_select("when", "Time", ALL_TIME, times, DATES if asks_dates else chosen.when, times),
        filter_select("place", "Place", ANY_PLACE, choices.places, chosen.place),
    ]
    if opponents is not None:
        selects.append(filter_select("against", "Against", ANYONE, opponents, chosen.against, opponents))
    return FilterForm(
        selects=tuple(select for select in selects if select.chosen or _is_choice(select)),
        asks_dates=asks_dates,
        since=chosen.since,
        until=chosen.until,
        kept=tuple(kept),
        words=replace(chosen, against=(opponents or {}).get(chosen.against, chosen.against)).words,
    )


def _is_choice(select: FilterSelect) -> bool:
    """Return whether there is anything to choose.

    Not all games have the one place that there is, and "all games" leaves out those that are played alone.
    """
    is_part = select.name == "place" or SOLO in dict(select.options)
    return len(select.options) > (0 if is_part else 1)


def _seasons(years: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield the years with games and the latest seasons of them, each with what it is called."""
    for year in sorted(years, reverse=True):
        yield f"{year:04}", f"{year:04}"
    now = today()
    # The season of a month begins with March, June, September or December; January and February are of the year before.
    index = now.year * 4 + now.month // 3
    for number in range(SEASONS_OFFERED):
        year, season = divmod(index - number, 4)
        key = f"{year - 1:04}-12" if season == 0 else f"{year:04}-{3 * season:02}"
        found = YearOrSeason.of(key)
        if found and {found.first.year, found.last.year} & set(years):
            yield key, season_words(found.first, found.last)
