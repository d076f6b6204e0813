"""People on the home page: those of the latest games, and one line of this year's season."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import cast

from flask import url_for

from companion.people.record import Filters
from companion.people.season import most_played
from companion.store.derived import people
from companion.store.derived.kept_sums import Known, known_now
from companion.store.derived.table_cache import TableSummary
from companion.store.people import persons
from companion.web.base.dates import today
from companion.web.base.player_names import short_names
from companion.web.current_store import current_store
from companion.wording.people import season_line

LAST_PEOPLE = 6
ROOM_OF_A_NAME = 12
LEAST_GAMES = 2
"""Of two people in a year: before that, one leads by the game that is shown above."""


@dataclass(frozen=True, slots=True)
class HomeLink:
    words: str
    address: str


@dataclass(frozen=True, slots=True)
class PeopleAtHome:
    last: Sequence[HomeLink]
    season: HomeLink | None
    """None until two have finished games this year."""


def people_at_home(device: int, tables: Sequence[TableSummary]) -> PeopleAtHome:
    """Return who played in these games, the latest first, and how the two stand who have played most this year."""
    known = known_now(current_store(), device)
    names = dict.fromkeys(persons.root_of(known.words, name) for name in _names(tables))
    return PeopleAtHome(
        last=[
            HomeLink(persons.called(known.words, name), url_for("person.person", name=name))
            for name in islice(names, LAST_PEOPLE)
        ],
        season=_season(known),
    )


def _names(tables: Sequence[TableSummary]) -> Iterator[str]:
    for table in tables:
        teams = cast("Sequence[Sequence[str]]", table.head.get("teams", ()))
        yield from chain.from_iterable(teams) if teams else table.players


def _season(known: Known) -> HomeLink | None:
    year = today().year
    pair = most_played(people.pairs_of(current_store(), known.device, Filters.of_year(year), known=known).values())
    if pair is None or pair.games < LEAST_GAMES:
        return None
    first, second = short_names(
        [persons.called(known.words, name) for name in (pair.first, pair.second)], ROOM_OF_A_NAME
    )
    return HomeLink(season_line(first, second, pair.ahead, pair.behind), url_for("household.household", when=year))
