"""The records of people over the games of a phone, or over all games: sums of `tallies` and `played`.

A person is every name that the phone says is the same (`store/people/persons.py`). After an update of the rules a few
games per request are counted again, and the result says how many are left.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from itertools import groupby
from operator import add
from typing import NamedTuple, Self

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
from companion.store.derived.kept_sums import Known, Summing, kept, known_now
from companion.store.derived.sums import FIRST_COPY, SUMS, figures_from
from companion.store.people import persons

_COUNTED = (
    f", counted AS (SELECT tallies.game, kind, sides, over, played_at, made_at, day, place, {FIRST_COPY} "  # noqa: S608 (no input)
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
    "coalesce(one.person, one.name) = :person "
    "AND (:against = '' OR (one.game, one.side) IN (SELECT own.game, own.side FROM seats AS own "
    "JOIN seats AS other ON other.game = own.game AND other.side <> own.side "
    "WHERE own.person = :person AND other.person = :against))"
)
"""Of the person whose record it is, against the one who is named: on another side than this very seat.

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
_TWO = ("first", "second")


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from, over all games that are counted."""

    kinds: tuple[str, ...]
    years: tuple[int, ...]
    """The latest first."""
    places: tuple[str, ...]
    names: tuple[str, ...]
    """Of each person the main spelling."""


def season(store: Store, device: int | None, filters: Filters = ALL, *, known: Known | None = None) -> Season:
    """Return everyone over everyone: all who played in the games of a phone, or in all games."""

    def summed(games: Summing) -> Season:
        return Season(
            _people(games, filters), _pairs(games, filters), *_biggest_of_all(games, filters), games.uncounted
        )

    return kept(store, known or known_now(store, device), ("season", filters), summed)


def pairs_of(
    store: Store, device: int | None, filters: Filters = ALL, *, known: Known | None = None
) -> Mapping[tuple[str, str], PersonPair]:
    """Return each two, from either side, over the games that are counted by now: nothing is counted again."""
    known = known or known_now(store, device)
    return kept(store, known, ("pairs", filters), lambda games: _pairs(games, filters), counts_more=False)


def person(
    store: Store, device: int | None, name: str, filters: Filters = ALL, *, known: Known | None = None
) -> PersonRecord | None:
    """Return the record of a person, by any spelling; None if nobody of this name is in the games of the phone.

    After an update, as long as games aren't counted again, nobody can tell: the record is empty then.
    """
    known = known or known_now(store, device)
    return kept(store, known, ("person", name, filters), lambda games: _person(games, name, filters))


def choices(store: Store, device: int | None, *, known: Known | None = None) -> Choices:
    return kept(store, known or known_now(store, device), ("choices",), _choices)


def ratings(store: Store, device: int | None, kind: str = "", *, known: Known | None = None) -> Mapping[str, Rating]:
    """Return everybody's rating after all finished games against others, or those of one kind."""
    known = known or known_now(store, device)
    return kept(store, known, ("ratings", kind), lambda games: rate(_rated(games, Filters(kind=kind))))


def _person(games: Summing, name: str, filters: Filters) -> PersonRecord | None:
    root = persons.root_of(games.known.words, name)
    spellings = _spellings(games).get(root, ())
    if not spellings:
        return PersonRecord(Person(name), uncounted=games.uncounted) if games.uncounted else None
    values = {**_values(games, filters), "person": root}
    rows = games.rows(
        f"{_SEATS} SELECT kind, {SUMS} FROM seats AS one "  # noqa: S608 (no input)
        f"WHERE {_IS_OWN} GROUP BY kind",
        values,
        ("kind",),
    )
    rows.sort(key=lambda row: (-row["hands"], row["kind"]))
    by_kind = tuple((str(row["kind"]), figures_from(row)) for row in rows)
    seats = _seats(games, values)
    days = [seat.day for seat in seats if is_in_all(seat.kind, filters)]
    words = games.known.words.get(root, persons.NOTHING)
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
        by_opponent=_opponents(games, values),
        results=tuple(seat.result for seat in seats if seat.result),
        days=_days(seats),
        biggest_hand=_biggest_hand(seats, filters),
        games_of_two_names=sum(many > 1 for many in Counter(seat.game for seat in seats).values()),
        uncounted=games.uncounted,
    )


def _choices(games: Summing) -> Choices:
    rows = games.rows(
        f"{_COUNTED} SELECT DISTINCT kind, substr(day, 1, 4) AS year, place FROM counted WHERE copy = 1",  # noqa: S608 (no input)
        {},
    )
    return Choices(
        kinds=tuple(sorted({str(row["kind"]) for row in rows})),
        years=tuple(sorted({int(row["year"]) for row in rows}, reverse=True)),
        places=tuple(sorted({str(row["place"]) for row in rows} - {""})),
        names=tuple(sorted(_spellings(games))),
    )


def _values(games: Summing, filters: Filters) -> dict[str, object]:
    return {**asdict(filters), "against": persons.root_of(games.known.words, filters.against)}


def _spellings(games: Summing) -> dict[str, tuple[str, ...]]:
    """Return the names in the games of a phone, by person, the main spelling first."""
    rows = games.rows(
        "SELECT DISTINCT played.name, coalesce(roots.person, played.name) AS person "
        "FROM mine JOIN played ON played.game = mine.game LEFT JOIN roots ON roots.name = played.name",
        {},
    )
    spellings: dict[str, set[str]] = {}
    for row in rows:
        spellings.setdefault(row["person"], {row["person"]}).add(row["name"])
    return {person: _main_first(person, names) for person, names in spellings.items()}


def _main_first(person: str, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: (name != person, name)))


def _people(games: Summing, filters: Filters) -> tuple[Person, ...]:
    rows = games.rows(
        f"{_SEATS} SELECT person, name, min(day) AS first_on, max(day) AS last_on, {SUMS} FROM seats AS one "  # noqa: S608 (no input)
        f"WHERE {_AGAINST_OTHERS} AND {_AT_TABLE} GROUP BY person, name",
        _values(games, filters),
        ("person", "name"),
    )
    people = []
    for name, of_person in groupby(sorted(rows, key=_by_person), key=_by_person):
        spelled = list(of_person)
        words = games.known.words.get(name, persons.NOTHING)
        people.append(
            Person(
                name=name,
                figures=total_of(map(figures_from, spelled)),
                nickname=words.nickname,
                color=words.color,
                spellings=_main_first(name, (row["name"] for row in spelled)),
                first_on=min(row["first_on"] for row in spelled),
                last_on=max(row["last_on"] for row in spelled),
            )
        )
    return tuple(people)


def _by_person(row: Row) -> str:
    return str(row["person"])


def _pairs(games: Summing, filters: Filters) -> dict[tuple[str, str], PersonPair]:
    pairs = _each_two(games, _AT_TABLE, _values(games, filters))
    return {two: pairs[two] for two in sorted(pairs)}


def _opponents(games: Summing, values: Mapping[str, object]) -> tuple[PersonPair, ...]:
    pairs = _each_two(games, _IS_OWN, values)
    return tuple(sorted(pairs.values(), key=lambda pair: (-pair.games, -pair.hands, pair.second)))


def _each_two(games: Summing, whose: str, values: Mapping[str, object]) -> dict[tuple[str, str], PersonPair]:
    rows = games.rows(f"{_SEATS} {_PAIRS} WHERE {whose} GROUP BY one.person, other.person", values, _TWO)
    return {(row["first"], row["second"]): PersonPair(**row) for row in rows}


class _Seat(NamedTuple):
    """What a person had in one game."""

    game: str
    order: tuple[str, str, str, int, int]
    """By when it was played."""
    kind: str
    day: str
    sums: tuple[int, int, int, int] | None
    """For the day, if anything was played against others."""
    result: PersonGame | None
    """If it's over, against others."""
    best: BestHand | None

    @classmethod
    def read(cls, row: Row) -> Self:
        against_others = row["sides"] > 1
        on = str(row["day"])
        result = PersonGame(
            row["game"], row["kind"], on, bool(row["won"]), row["sides"], row["total"], row["margin"], row["points"],
            row["against"],
        )  # fmt: skip
        return cls(
            game=row["game"],
            order=(row["played_at"], row["made_at"], row["game"], row["seat"], row["mate"]),
            kind=row["kind"],
            day=on,
            sums=(row["over"], row["hands"], row["points"], row["against"])
            if against_others and row["hands"]
            else None,
            result=result if against_others and row["over"] else None,
            best=_best_hand(row) if row["best"] else None,
        )


def _seats(games: Summing, values: Mapping[str, object]) -> list[_Seat]:
    """Return what a person had in each game, in order of play."""
    seats = games.each(
        f"{_SEATS} SELECT game, kind, day, over, sides, won, total, margin, points, against, hands, best, best_hand, "  # noqa: S608 (no input)
        f"best_on, played_at, made_at, seat, mate FROM seats AS one WHERE {_IS_OWN}",
        values,
        _Seat.read,
    )
    return sorted(seats, key=lambda seat: seat.order)


def _days(seats: Iterable[_Seat]) -> tuple[Day, ...]:
    days: dict[str, tuple[int, ...]] = {}
    for seat in seats:
        if seat.sums:
            before = days.get(seat.day)
            days[seat.day] = tuple(map(add, before, seat.sums)) if before else seat.sums
    return tuple(Day(day, *sums) for day, sums in days.items())


def _biggest_hand(seats: Iterable[_Seat], filters: Filters) -> BestHand | None:
    hands = (seat.best for seat in seats if seat.best and is_in_all(seat.kind, filters))
    return max(hands, key=lambda hand: hand.points, default=None)


def _biggest_of_all(games: Summing, filters: Filters) -> tuple[BestHand | None, str]:
    """Return the hand with the most points, the first of equal ones, and whose it was."""
    rows = games.rows(
        f"{_SEATS} SELECT person, best, game, kind, best_hand, best_on, played_at, made_at FROM seats AS one "  # noqa: S608 (no input)
        f"WHERE {_AGAINST_OTHERS} AND {_AT_TABLE} AND best > 0 "
        "ORDER BY best DESC, played_at, made_at, game, seat LIMIT 1",
        _values(games, filters),
    )
    first = min(rows, key=lambda row: (-row["best"], row["played_at"], row["made_at"], row["game"]), default=None)
    return (_best_hand(first), str(first["person"])) if first else (None, "")


def _best_hand(row: Row) -> BestHand:
    return BestHand(row["best"], row["game"], row["kind"], row["best_hand"], row["best_on"])


def _rated(games: Summing, filters: Filters) -> list[RatedGame]:
    rows = games.rows(
        f"{_SEATS} SELECT game, day, side, rank, person, played_at, made_at, seat, mate FROM seats "  # noqa: S608 (no input)
        "WHERE over = 1 AND sides > 1",
        _values(games, filters),
    )
    order = ("played_at", "made_at", "game", "side", "seat", "mate")
    rows.sort(key=lambda row: tuple(row[name] for name in order))
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
