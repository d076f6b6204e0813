"""The list of all games on this phone: looked through by words and filters, by month, to open, leave or delete."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, request, url_for

from companion.documents.reader import LONGEST_NOTE
from companion.store import games
from companion.store.derived import finding
from companion.store.derived.finding import FoundGame, FoundGames, Numbers, Only, Wanted
from companion.store.derived.kept_sums import known_now
from companion.store.derived.people import Choices, choices
from companion.store.derived.table_cache import TableSummary
from companion.store.limits import GAMES_OF_A_DEVICE
from companion.web.base import pages
from companion.web.base.chosen_games import NAMELESS, ChosenGames, FilterSelect, filter_select
from companion.web.current_store import current_store
from companion.web.security.phone import current_phone
from companion.wording.cards import GAME_WORDS
from companion.wording.finding import (
    ANY_GAME,
    ANY_YEAR,
    ANYBODY,
    WHICH,
    day_in_month,
    filter_words,
    found_words,
    month_words,
    sentence,
)
from companion.wording.people import ANY_PLACE

blueprint = Blueprint("games", __name__)

FEW_LEFT = 50
"""When a phone can own only so many games more, the page says how many are allowed."""
LET_GO = "let-go"
"""What the address of the list says while its games are to be left or deleted."""
SEEN_AT_ONCE = 5
"""Games; where there are no more, nothing has to be looked for."""
OF_PEOPLE = ("person", "against", "won")
TIMES = ("when", "since", "until")
"""What an address says of one time, in one or in three parts."""


@dataclass(frozen=True, slots=True)
class Chip:
    """Something that is looked for, and where the list is without it."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class Listed:
    id: str
    owned: bool
    table: TableSummary
    when_and_where: str
    note: str
    """Empty where no words are looked for."""


@dataclass(frozen=True, slots=True)
class Month:
    title: str
    games: Sequence[Listed]


@pages.context("home/games.html")
class GamesPage:
    """The list of the games of this phone, a page at a time."""

    months: Sequence[Month]
    found: FoundGames
    searchable: bool
    """There are more games than one sees at a glance."""
    words: str
    kept: Mapping[str, str]
    """What the form sends along unseen: from when to when, where that isn't a year, and `only`."""
    filters: Sequence[FilterSelect]
    only: Sequence[Chip]
    """Few games of all, a tap away."""
    chips: Sequence[Chip]
    how_many: str
    """Of the phone's games were found; empty where all are shown."""
    owned: int
    """How many games belong to this phone."""
    lets_go: bool
    """Each game has a button that deletes or leaves it."""
    address: str
    later: str
    earlier: str
    let_go: str
    """To where games are left or deleted, or back from there."""
    most: int | None
    """How many a phone can own; said where this one comes close."""


@blueprint.get("/games")
def all_games() -> Response:
    """List the games of this phone, the one played last first, to open, leave or delete."""
    phone, store, asked = current_phone(), current_store(), _Asked.from_address()
    known, found, numbers = None, finding.NONE, Numbers()
    wanted, parameters = asked.wanted, asked.parameters
    skip = min(max(0, request.args.get("from", 0, type=int)), GAMES_OF_A_DEVICE**2)
    lets_go = LET_GO in request.args
    if phone:
        known = known_now(store, phone.id)
        found = finding.find(store, phone.id, wanted, most=games.GAMES_SHOWN, skip=skip, known=known)
        numbers = finding.numbers(store, phone.id, known=known)
    called = {name: words.nickname for name, words in known.words.items() if words.nickname} if known else {}
    searchable = numbers.games > SEEN_AT_ONCE or wanted != finding.ALL
    return pages.show(
        GamesPage(
            months=_months(found.games, wanted),
            found=found,
            searchable=searchable,
            words=wanted.words,
            kept={key: parameters[key] for key in (*TIMES[1:], "only") if key in parameters},
            filters=tuple(_filters(asked, choices(store, known.device, known=known), called))
            if known and searchable
            else (),
            only=tuple(
                Chip(words, _address({**parameters, "only": only}, lets_go=lets_go)) for only, words in WHICH.items()
            )
            if not asked.only
            else (),
            chips=tuple(_chips(asked, called, lets_go=lets_go)),
            how_many=found_words(found.total, numbers.games) if wanted != finding.ALL else "",
            owned=numbers.owned,
            lets_go=lets_go,
            address=_address(parameters, skip, lets_go=lets_go),
            later=_address(parameters, max(0, skip - games.GAMES_SHOWN), lets_go=lets_go) if skip else "",
            earlier=_address(parameters, skip + games.GAMES_SHOWN, lets_go=lets_go) if found.more else "",
            let_go=_address(parameters, skip, lets_go=not lets_go),
            most=GAMES_OF_A_DEVICE if numbers.owned > GAMES_OF_A_DEVICE - FEW_LEFT else None,
        )
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What an address looks for; what no form sends is left out."""

    words: str
    person: str
    won: str
    only: str
    chosen: ChosenGames

    @classmethod
    def from_address(cls) -> "_Asked":
        words, person, won, only = (
            request.args.get(key, "")[:LONGEST_NOTE].strip() for key in ("words", "person", "won", "only")
        )
        return cls(words, person, won, only if only in set(Only) else "", ChosenGames.from_address())

    @property
    def wanted(self) -> Wanted:
        games = self.chosen.filters
        return Wanted(
            words=self.words,
            person=self.person,
            against=games.against,
            won_by=self.won,
            kind=games.kind,
            since=games.since,
            until=games.until,
            place=games.place,
            only=Only(self.only) if self.only else None,
        )

    @property
    def parameters(self) -> dict[str, str]:
        own = {"words": self.words, "person": self.person, "won": self.won, "only": self.only}
        return {key: value for key, value in own.items() if value} | self.chosen.address()


def _address(parameters: Mapping[str, str], skip: int = 0, *, lets_go: bool) -> str:
    values: dict[str, Any] = {**parameters, "from": skip or None, LET_GO: 1 if lets_go else None}
    return url_for("games.all_games", **values)


def _filters(asked: _Asked, having: Choices, called: Mapping[str, str]) -> Iterator[FilterSelect]:
    years, time = [f"{year:04}" for year in having.years], {asked.chosen.when: asked.chosen.when_words}
    for label, key, no_choice, values, words in (
        ("Person", "person", ANYBODY, having.names, called),
        ("With", "against", ANYBODY, having.names, called),
        ("Won by", "won", ANYBODY, having.names, called),
        ("Game", "game", ANY_GAME, having.kinds, GAME_WORDS),
        ("Year", "when", ANY_YEAR, years, time),
        ("Place", "place", ANY_PLACE, having.places, NAMELESS),
    ):
        # Dates that aren't entered yet are no choice.
        chosen = asked.parameters.get(key, "") if key != "when" or asked.chosen.when_words else ""
        if values or chosen:
            yield filter_select(key, label, no_choice, values, chosen, words)


def _chips(asked: _Asked, called: Mapping[str, str], *, lets_go: bool) -> Iterator[Chip]:
    for key, value in asked.parameters.items():
        if key not in TIMES:
            words = filter_words(key, called.get(value, value) if key in OF_PEOPLE else value)
            yield Chip(words, _address(_without(asked, key), lets_go=lets_go))
    if asked.chosen.when_words:
        yield Chip(sentence(asked.chosen.when_words), _address(_without(asked, *TIMES), lets_go=lets_go))


def _without(asked: _Asked, *keys: str) -> Mapping[str, str]:
    return {key: value for key, value in asked.parameters.items() if key not in keys}


def _months(found: Sequence[FoundGame], wanted: Wanted) -> Sequence[Month]:
    return tuple(
        Month(title, tuple(_listed(game, wanted) for game in in_month))
        for title, in_month in groupby(found, lambda game: month_words(game.day))
    )


def _listed(game: FoundGame, wanted: Wanted) -> Listed:
    remarks = {key: str(game.table.head.get(key, "")) for key in ("place", "note")}
    when_and_where = ", ".join(filter(None, (day_in_month(game.day), remarks["place"])))
    return Listed(game.id, game.owned, game.table, when_and_where, remarks["note"] if wanted.words else "")
