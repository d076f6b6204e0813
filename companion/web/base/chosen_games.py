"""Which games count: by kind, by time, by place and against whom, as an address says it and a form asks for it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any

from flask import request

from companion.documents.texts import LONGEST_NAME
from companion.people.record import Filters
from companion.web.base.dates import date_shown
from companion.wording.cards import GAME_WORDS
from companion.wording.people import dates_words, filter_words, season_words

DATES = "dates"
"""What the choice of time says while dates are entered."""
_SEASON = re.compile(r"(\d{4})-(03|06|09|12)")
_YEAR = re.compile(r"\d{4}")
LONGEST_PLACE_SENT = 200
NAMELESS: Mapping[str, str] = MappingProxyType({})
"""Of values that are called as they are sent."""


@dataclass(frozen=True, slots=True)
class FilterSelect:
    """One filter of a form: a choice of one, or none."""

    name: str
    label: str
    blank: str
    """What the choice of none is called."""
    options: tuple[tuple[str, str], ...]
    """As they are sent, and as they are called."""
    chosen: str


def filter_select(
    name: str, label: str, blank: str, values: Iterable[str], chosen: str, called: Mapping[str, str] = NAMELESS
) -> FilterSelect:
    """Return a filter; what an address names stays chosen, although no game has it any more."""
    offered = dict.fromkeys((*values, chosen) if chosen else values)
    return FilterSelect(name, label, blank, tuple((value, called.get(value, value)) for value in offered), chosen)


@dataclass(frozen=True, slots=True)
class YearOrSeason:
    """A year, or three months of the same weather."""

    first: date
    last: date

    @classmethod
    def of(cls, key: str) -> "YearOrSeason | None":
        """Return the season of a key like `2026` or `2026-06`; None where it is none."""
        try:
            if _YEAR.fullmatch(key):
                return cls(date(int(key), 1, 1), date(int(key), 12, 31))
            match = _SEASON.fullmatch(key)
            if match:
                first = date(int(match[1]), int(match[2]), 1)
                year, month = divmod(first.year * 12 + first.month + 2, 12)
                return cls(first, date(year, month + 1, 1) - timedelta(days=1))
        except ValueError:
            pass
        return None


@dataclass(frozen=True, slots=True)
class ChosenGames:
    """What an address says of the games that count."""

    game: str
    when: str
    since: str
    until: str
    place: str
    against: str

    @classmethod
    def from_address(cls) -> "ChosenGames":
        asked = request.args
        when = asked.get("when", "")
        return cls(
            game=asked.get("game", "") if asked.get("game") in GAME_WORDS else "",
            when=when if when == DATES or YearOrSeason.of(when) else "",
            since=date_shown(asked.get("since", "")),
            until=date_shown(asked.get("until", "")),
            place=asked.get("place", "")[:LONGEST_PLACE_SENT],
            against=asked.get("against", "")[: LONGEST_NAME * 10],
        )

    @property
    def filters(self) -> Filters:
        season = YearOrSeason.of(self.when)
        since, until = (self.since, self.until) if season is None else map(date.isoformat, (season.first, season.last))
        return Filters(kind=self.game, since=since, until=until, place=self.place, against=self.against)

    @property
    def when_words(self) -> str:
        season = YearOrSeason.of(self.when)
        if season is None:
            return dates_words(self.since, self.until)
        return self.when if _YEAR.fullmatch(self.when) else season_words(season.first, season.last)

    @property
    def words(self) -> str:
        """Which games count; empty for all of them."""
        return filter_words(self.game, self.when_words, self.place, self.against)

    def address(self, **changed: str) -> dict[str, Any]:
        """Return what an address says of these games, with some of it changed; nothing that is empty."""
        chosen = {
            "game": self.game,
            "when": self.when,
            "since": self.since,
            "until": self.until,
            "place": self.place,
            "against": self.against,
        }
        return {key: value for key, value in (chosen | changed).items() if value}
