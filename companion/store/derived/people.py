"""The records of people over the games of a phone, or over all games: sums of `tallies` and `played`.

A person is every name that the phone says is the same (`store/people/persons.py`). After an update of the rules a few
games per request are counted again, and the result says how many are left.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import groupby

from companion.people.figures import total_of
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
from companion.store.database import Store
from companion.store.derived import recompute
from companion.store.derived.sums import FIRST_COPY, SUMS, figures_from
from companion.store.derived.table_cache import rules_version
from companion.store.people import persons

_MINE = (
    f"WITH RECURSIVE {persons.ROOTS}, mine (game) AS ("  # noqa: S608 (no input)
    "SELECT game FROM members WHERE device = :device AND revoked_at IS NULL "
    "UNION ALL SELECT id FROM games WHERE CAST(:device AS BIGINT) IS NULL)"
)
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
_OWN = (
    f"{_SEATS}, own AS (SELECT * FROM seats WHERE person = :person AND (:against = '' OR EXISTS ("  # noqa: S608 (no input)
    "SELECT 1 FROM seats AS other WHERE other.game = seats.game AND other.side <> seats.side "
    "AND other.person = :against)))"
)
"""The seats of one person, against the one who is named."""
_AT_TABLE = "(:against = '' OR one.game IN (SELECT game FROM seats WHERE person = :against))"
_AGAINST_OTHERS = "(sides > 1 OR :kind <> '')"
_PAIR_SUMS = (
    "CAST(sum(one.over) AS BIGINT) AS games, "
    "CAST(sum(CASE WHEN one.over = 1 AND one.rank < other.rank THEN 1 ELSE 0 END) AS BIGINT) AS ahead, "
    "CAST(sum(CASE WHEN one.over = 1 AND one.rank > other.rank THEN 1 ELSE 0 END) AS BIGINT) AS behind, "
    "CAST(sum(1 - one.over) AS BIGINT) AS unfinished, CAST(sum(one.hands) AS BIGINT) AS hands, "
    "CAST(sum(one.points) AS BIGINT) AS points, CAST(sum(other.points) AS BIGINT) AS against"
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


def season(store: Store, device: int | None, filters: Filters = ALL) -> Season:
    """Return everyone over everyone: all who played in the games of a phone, or in all games."""
    uncounted = recompute.count_more(store, device)
    with store.reading():
        values = _values(store, device, filters)
        return Season(_people(store, device, values), _pairs(store, values), uncounted)


def pairs_of(store: Store, device: int | None, filters: Filters = ALL) -> Mapping[tuple[str, str], PersonPair]:
    """Return each two, from either side, over the games that are counted by now: nothing is counted again."""
    with store.reading():
        return _pairs(store, _values(store, device, filters))


def person(store: Store, device: int | None, name: str, filters: Filters = ALL) -> PersonRecord | None:
    """Return the record of a person, by any spelling; None if nobody of this name is in the games of the phone.

    After an update, as long as games aren't counted again, nobody can tell: the record is empty then.
    """
    uncounted = recompute.count_more(store, device)
    with store.reading():
        known = persons.said(store, device)
        root = persons.root_of(known, name)
        spellings = _spellings(store, device).get(root, ())
        if not spellings:
            return PersonRecord(Person(name), uncounted=uncounted) if uncounted else None
        values = {**_values(store, device, filters), "person": root}
        rows = store.rows(
            f"{_OWN} SELECT kind, min(day) AS first_on, max(day) AS last_on, {SUMS} FROM own GROUP BY kind",  # noqa: S608 (no input)
            values,
        )
        by_kind = sorted(((str(row["kind"]), figures_from(row)) for row in rows), key=lambda one: (-one[1].hands, one))
        dated = [row for row in rows if is_in_all(row["kind"], filters)]
        words = known.get(root, persons.NOTHING)
        return PersonRecord(
            person=Person(
                name=root,
                figures=in_all(by_kind, filters),
                nickname=words.nickname,
                color=words.color,
                spellings=spellings,
                first_on=min((row["first_on"] for row in dated), default=""),
                last_on=max((row["last_on"] for row in dated), default=""),
            ),
            by_kind=tuple(by_kind),
            by_opponent=_opponents(store, values),
            results=_results(store, values),
            days=_days(store, values),
            biggest_hand=_biggest_hand(store, values),
            uncounted=uncounted,
        )


def choices(store: Store, device: int | None) -> Choices:
    with store.reading():
        rows = store.rows(
            f"{_COUNTED} SELECT DISTINCT kind, substr(day, 1, 4) AS year, place FROM counted",  # noqa: S608 (no input)
            _values(store, device, ALL),
        )
        names = sorted(_spellings(store, device))
    return Choices(
        kinds=tuple(sorted({str(row["kind"]) for row in rows})),
        years=tuple(sorted({int(row["year"]) for row in rows}, reverse=True)),
        places=tuple(sorted({str(row["place"]) for row in rows} - {""})),
        names=tuple(names),
    )


def _values(store: Store, device: int | None, filters: Filters) -> dict[str, object]:
    values = {**asdict(filters), "device": device, "rules": rules_version()}
    if filters.against:
        values["against"] = persons.root_of(persons.said(store, device), filters.against)
    return values


def _spellings(store: Store, device: int | None) -> dict[str, tuple[str, ...]]:
    """Return the names in the games of a phone, by person, the main spelling first."""
    rows = store.rows(
        f"{_MINE} SELECT DISTINCT played.name, coalesce(roots.person, played.name) AS person "  # noqa: S608 (no input)
        "FROM mine JOIN played ON played.game = mine.game LEFT JOIN roots ON roots.name = played.name",
        {"device": device},
    )
    spellings: dict[str, list[str]] = {}
    for row in rows:
        spellings.setdefault(row["person"], []).append(row["name"])
    return {
        person: tuple(sorted(names, key=lambda name: (name != person, name))) for person, names in spellings.items()
    }


def _people(store: Store, device: int | None, values: Mapping[str, object]) -> tuple[Person, ...]:
    rows = store.rows(
        f"{_SEATS} SELECT person, name, min(day) AS first_on, max(day) AS last_on, {SUMS} FROM seats AS one "  # noqa: S608 (no input)
        f"WHERE {_AGAINST_OTHERS} AND {_AT_TABLE} GROUP BY person, name ORDER BY person, name",
        values,
    )
    known = persons.said(store, device)
    people = []
    for name, of_person in groupby(rows, key=lambda row: str(row["person"])):
        spelled = list(of_person)
        words = known.get(name, persons.NOTHING)
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
        f"{_SEATS} SELECT one.person AS first, other.person AS second, {_PAIR_SUMS} FROM seats AS one "  # noqa: S608 (no input)
        "JOIN seats AS other ON other.game = one.game AND other.side <> one.side AND other.person <> one.person "
        f"WHERE {_AT_TABLE} GROUP BY one.person, other.person ORDER BY one.person, other.person",
        values,
    )
    return {(row["first"], row["second"]): PersonPair(**row) for row in rows}


def _opponents(store: Store, values: Mapping[str, object]) -> tuple[PersonPair, ...]:
    rows = store.rows(
        f"{_OWN} SELECT one.person AS first, other.person AS second, {_PAIR_SUMS} FROM own AS one "  # noqa: S608 (no input)
        "JOIN seats AS other ON other.game = one.game AND other.side <> one.side AND other.person <> one.person "
        "GROUP BY one.person, other.person ORDER BY games DESC, hands DESC, second",
        values,
    )
    return tuple(PersonPair(**row) for row in rows)


def _results(store: Store, values: Mapping[str, object]) -> tuple[PersonGame, ...]:
    rows = store.rows(
        f"{_OWN} SELECT game, kind, day, won, sides, total, margin, points, against FROM own "  # noqa: S608 (no input)
        "WHERE over = 1 AND sides > 1 ORDER BY played_at, made_at, game",
        values,
    )
    return tuple(
        PersonGame(
            row["game"], row["kind"], row["day"], bool(row["won"]), row["sides"], row["total"], row["margin"],
            row["points"], row["against"],
        )
        for row in rows
    )  # fmt: skip


def _days(store: Store, values: Mapping[str, object]) -> tuple[Day, ...]:
    rows = store.rows(
        f"{_OWN} SELECT day, CAST(sum(over) AS BIGINT) AS games, CAST(sum(hands) AS BIGINT) AS hands, "  # noqa: S608 (no input)
        "CAST(sum(points) AS BIGINT) AS points, CAST(sum(against) AS BIGINT) AS against FROM own "
        f"WHERE sides > 1 AND hands > 0 GROUP BY day ORDER BY day",
        values,
    )
    return tuple(Day(row["day"], row["games"], row["hands"], row["points"], row["against"]) for row in rows)


def _biggest_hand(store: Store, values: Mapping[str, object]) -> BestHand | None:
    row = store.row(
        f"{_OWN} SELECT best, game, kind, best_hand, best_on FROM own WHERE best > 0 AND {_AGAINST_OTHERS} "  # noqa: S608 (no input)
        "ORDER BY best DESC, best_on, game LIMIT 1",
        values,
    )
    return BestHand(row["best"], row["game"], row["kind"], row["best_hand"], row["best_on"]) if row else None
