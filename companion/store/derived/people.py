"""The records of people over the games of a phone, or over all games: sums of `tallies` and `played`.

A person is every name that the phone says is the same (`store/people/persons.py`). After an update of the rules a few
games per request are counted again, and the result says how many are left.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import groupby
from typing import TypeVar

from companion.people.figures import total_of
from companion.people.rating import RatedGame, Rating, rate
from companion.people.record import (
    ALL,
    BestHand,
    Day,
    Filters,
    Person,
    PersonGame,
    PersonPair,
    PersonRecord,
    in_all,
    is_in_all,
)
from companion.people.season import Season
from companion.store.database import Row, Store
from companion.store.derived import recompute
from companion.store.derived.recompute import GamesAt
from companion.store.derived.sums import FIRST_COPY, GAMES_OF, SUMS, figures_from
from companion.store.derived.table_cache import rules_version
from companion.store.people import persons

T = TypeVar("T")

_MINE = f"WITH RECURSIVE {persons.ROOTS}, mine (game) AS ({GAMES_OF})"
_COUNTED = (
    f"{_MINE}, counted AS (SELECT tallies.game, kind, sides, over, played_at, made_at, day, place, {FIRST_COPY} "  # noqa: S608 (no input)
    "FROM mine JOIN games ON games.id = mine.game JOIN tallies ON tallies.game = mine.game "
    "AND tallies.seq = games.seq WHERE tallies.rules = :rules AND kind <> '')"
)
_SEATS = (
    f"{_COUNTED}, seats AS (SELECT counted.kind, counted.sides, counted.over, counted.played_at, counted.made_at, "  # noqa: S608 (no input)
    "counted.day, played.*, coalesce(roots.person, played.name) AS person "
    "FROM counted JOIN played ON played.game = counted.game LEFT JOIN roots ON roots.name = played.name "
    "WHERE copy = 1 AND (:kind = '' OR kind = :kind) AND (:since = '' OR day >= :since) "
    "AND (:until = '' OR day <= :until) AND (:place = '' OR place = :place))"
)
_IS_OWN = (
    "coalesce(one.person, one.name) = :person AND (:against = '' OR one.game IN (SELECT own.game FROM seats AS own "
    "JOIN seats AS other ON other.game = own.game AND other.side <> own.side "
    "WHERE own.person = :person AND other.person = :against))"
)
"""Of the person whose record it is, against the one who is named.

Compared as it is, `person` would have SQLite expect a few rows, and look through all seats for each.
"""
_AT_TABLE = "(:against = '' OR one.game IN (SELECT game FROM seats WHERE person = :against))"
_AGAINST_OTHERS = "(sides > 1 OR :kind <> '')"
_PAIRS = (
    "SELECT one.person AS first, other.person AS second, CAST(sum(one.over) AS BIGINT) AS games, "
    "CAST(sum(CASE WHEN one.over = 1 AND one.rank < other.rank THEN 1 ELSE 0 END) AS BIGINT) AS ahead, "
    "CAST(sum(CASE WHEN one.over = 1 AND one.rank > other.rank THEN 1 ELSE 0 END) AS BIGINT) AS behind, "
    "CAST(sum(1 - one.over) AS BIGINT) AS unfinished, CAST(sum(one.hands) AS BIGINT) AS hands, "
    "CAST(sum(one.points) AS BIGINT) AS points, CAST(sum(other.points) AS BIGINT) AS against "
    "FROM seats AS one JOIN seats AS other ON other.game = one.game AND other.side <> one.side "
    "AND other.person <> one.person"
)


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from, over all games that are counted."""

    kinds: tuple[str, ...]
    years: tuple[int, ...]
    """The latest first."""
    places: tuple[str, ...]
    names: tuple[str, ...]
    """Of each person the main spelling."""


@dataclass(frozen=True, slots=True)
class Known:
    """What sums are made of: the games of a device as they are, and what it says about people."""

    device: int | None
    at: GamesAt
    words: Mapping[str, persons.Said]
    uncounted: int = 0


def known_now(store: Store, device: int | None) -> Known:
    """Return how things are, for all sums of a page."""
    return Known(device, recompute.games_at(store, device), persons.said(store, device))


def season(store: Store, device: int | None, filters: Filters = ALL, *, known: Known | None = None) -> Season:
    """Return everyone over everyone: all who played in the games of a phone, or in all games."""

    def summed(known: Known) -> Season:
        values = _values(known, filters)
        return Season(_people(store, known, values), _pairs(store, values), known.uncounted)

    return _kept(store, known or known_now(store, device), ("season", filters), summed)


def pairs_of(
    store: Store, device: int | None, filters: Filters = ALL, *, known: Known | None = None
) -> Mapping[tuple[str, str], PersonPair]:
    """Return each two, from either side, over the games that are counted by now: nothing is counted again."""

    def summed(known: Known) -> Mapping[tuple[str, str], PersonPair]:
        return _pairs(store, _values(known, filters))

    known = known or known_now(store, device)
    return _kept(store, known, ("pairs", filters), summed, counts_more=False)


def person(
    store: Store, device: int | None, name: str, filters: Filters = ALL, *, known: Known | None = None
) -> PersonRecord | None:
    """Return the record of a person, by any spelling; None if nobody of this name is in the games of the phone.

    After an update, as long as games aren't counted again, nobody can tell: the record is empty then.
    """
    known = known or known_now(store, device)
    return _kept(store, known, ("person", name, filters), lambda known: _person(store, known, name, filters))


def choices(store: Store, device: int | None, *, known: Known | None = None) -> Choices:
    return _kept(store, known or known_now(store, device), ("choices",), lambda known: _choices(store, known))


def ratings(store: Store, device: int | None, kind: str = "", *, known: Known | None = None) -> Mapping[str, Rating]:
    """Return everybody's rating after all finished games against others, or those of one kind."""

    def rated(known: Known) -> Mapping[str, Rating]:
        return rate(_rated(store, _values(known, Filters(kind=kind))))

    return _kept(store, known or known_now(store, device), ("ratings", kind), rated)


def _kept(
    store: Store, known: Known, key: tuple[object, ...], make: Callable[[Known], T], *, counts_more: bool = True
) -> T:
    """Return sums as they are kept, or make them; before that, count some games again that aren't counted."""

    def made() -> T:
        with store.reading():
            return make(replace(known, uncounted=left))

    key = (known.device, *key)
    left = 0
    if not store.recent_sums.has(key, known):
        left = recompute.count_more(store, known.device) if counts_more else recompute.uncounted(store, known.device)
    return made() if left else store.recent_sums.get(key, known, made)


def _person(store: Store, known: Known, name: str, filters: Filters) -> PersonRecord | None:
    root = persons.root_of(known.words, name)
    spellings = _spellings(store, known).get(root, ())
    if not spellings:
        return PersonRecord(Person(name), uncounted=known.uncounted) if known.uncounted else None
    values = {**_values(known, filters), "person": root}
    rows = store.rows(
        f"{_SEATS} SELECT kind, {SUMS} FROM seats AS one WHERE {_IS_OWN} "  # noqa: S608 (no input)
        "GROUP BY kind ORDER BY sum(hands) DESC, kind",
        values,
    )
    by_kind = tuple((str(row["kind"]), figures_from(row)) for row in rows)
    seats = _seats(store, values)
    days = [row["day"] for row in seats if is_in_all(row["kind"], filters)]
    words = known.words.get(root, persons.NOTHING)
    return PersonRecord(
        person=Person(
            name=root,
            figures=in_all(by_kind, filters),
            nickname=words.nickname,
            color=words.color,
            spellings=spellings,
            first_on=min(days, default=""),
            last_on=max(days, default=""),
        ),
        by_kind=by_kind,
        by_opponent=_opponents(store, values),
        results=_results(seats),
        days=_days(seats),
        biggest_hand=_biggest_hand(seats, filters),
        uncounted=known.uncounted,
    )


def _choices(store: Store, known: Known) -> Choices:
    rows = store.rows(
        f"{_COUNTED} SELECT DISTINCT kind, substr(day, 1, 4) AS year, place FROM counted WHERE copy = 1",  # noqa: S608 (no input)
        _values(known, ALL),
    )
    return Choices(
        kinds=tuple(sorted({str(row["kind"]) for row in rows})),
        years=tuple(sorted({int(row["year"]) for row in rows}, reverse=True)),
        places=tuple(sorted({str(row["place"]) for row in rows} - {""})),
        names=tuple(sorted(_spellings(store, known))),
    )


def _values(known: Known, filters: Filters) -> dict[str, object]:
    against = persons.root_of(known.words, filters.against)
    return {**asdict(filters), "against": against, "device": known.device, "rules": rules_version()}


def _spellings(store: Store, known: Known) -> dict[str, tuple[str, ...]]:
    """Return the names in the games of a phone, by person, the main spelling first."""
    rows = store.rows(
        f"{_MINE} SELECT DISTINCT played.name, coalesce(roots.person, played.name) AS person "  # noqa: S608 (no input)
        "FROM mine JOIN played ON played.game = mine.game LEFT JOIN roots ON roots.name = played.name",
        {"device": known.device},
    )
    spellings: dict[str, list[str]] = {}
    for row in rows:
        spellings.setdefault(row["person"], []).append(row["name"])
    return {
        person: tuple(sorted(names, key=lambda name: (name != person, name))) for person, names in spellings.items()
    }


def _people(store: Store, known: Known, values: Mapping[str, object]) -> tuple[Person, ...]:
    rows = store.rows(
        f"{_SEATS} SELECT person, name, min(day) AS first_on, max(day) AS last_on, {SUMS} FROM seats AS one "  # noqa: S608 (no input)
        f"WHERE {_AGAINST_OTHERS} AND {_AT_TABLE} GROUP BY person, name ORDER BY person, name",
        values,
    )
    people = []
    for name, of_person in groupby(rows, key=lambda row: str(row["person"])):
        spelled = list(of_person)
        words = known.words.get(name, persons.NOTHING)
        people.append(
            Person(
                name=name,
                figures=total_of(map(figures_from, spelled)),
                nickname=words.nickname,
                color=words.color,
                spellings=tuple(sorted((str(row["name"]) for row in spelled), key=lambda one: (one != name, one))),
                first_on=min(row["first_on"] for row in spelled),
                last_on=max(row["last_on"] for row in spelled),
            )
        )
    return tuple(people)


def _pairs(store: Store, values: Mapping[str, object]) -> dict[tuple[str, str], PersonPair]:
    rows = store.rows(
        f"{_SEATS} {_PAIRS} WHERE {_AT_TABLE} GROUP BY one.person, other.person ORDER BY one.person, other.person",
        values,
    )
    return {(row["first"], row["second"]): PersonPair(**row) for row in rows}


def _opponents(store: Store, values: Mapping[str, object]) -> tuple[PersonPair, ...]:
    rows = store.rows(
        f"{_SEATS} {_PAIRS} WHERE {_IS_OWN} GROUP BY one.person, other.person ORDER BY games DESC, hands DESC, second",
        values,
    )
    return tuple(PersonPair(**row) for row in rows)


def _seats(store: Store, values: Mapping[str, object]) -> list[Row]:
    """Return what a person had in each game, in order of play."""
    return store.rows(
        f"{_SEATS} SELECT game, kind, day, over, sides, won, total, margin, points, against, hands, best, best_hand, "  # noqa: S608 (no input)
        f"best_on FROM seats AS one WHERE {_IS_OWN} ORDER BY played_at, made_at, game",
        values,
    )


def _results(seats: Iterable[Row]) -> tuple[PersonGame, ...]:
    return tuple(
        PersonGame(
            row["game"], row["kind"], row["day"], bool(row["won"]), row["sides"], row["total"], row["margin"],
            row["points"], row["against"],
        )
        for row in seats
        if row["over"] and row["sides"] > 1
    )  # fmt: skip


def _days(seats: Iterable[Row]) -> tuple[Day, ...]:
    against_others = (row for row in seats if row["sides"] > 1 and row["hands"])
    days = []
    for day, of_day in groupby(against_others, key=lambda row: str(row["day"])):
        played = list(of_day)
        sums = (sum(row[name] for row in played) for name in ("over", "hands", "points", "against"))
        days.append(Day(day, *sums))
    return tuple(days)


def _biggest_hand(seats: Iterable[Row], filters: Filters) -> BestHand | None:
    counted = (row for row in seats if row["best"] and is_in_all(row["kind"], filters))
    row = max(counted, key=lambda row: row["best"], default=None)
    return BestHand(row["best"], row["game"], row["kind"], row["best_hand"], row["best_on"]) if row else None


def _rated(store: Store, values: Mapping[str, object]) -> list[RatedGame]:
    rows = store.rows(
        f"{_SEATS} SELECT game, day, side, rank, person FROM seats WHERE over = 1 AND sides > 1 "  # noqa: S608 (no input)
        "ORDER BY played_at, made_at, game, side, seat, mate",
        values,
    )
    rated = []
    for _, of_game in groupby(rows, key=lambda row: row["game"]):
        seats = list(of_game)
        sides: dict[int, list[str]] = {}
        for row in seats:
            sides.setdefault(row["side"], []).append(row["person"])
        ranks = {row["side"]: row["rank"] for row in seats}
        day = date.fromisoformat(seats[0]["day"])
        rated.append(RatedGame(tuple(map(tuple, sides.values())), tuple(ranks[side] for side in sides), day))
    return rated
