"""What the app says of a phone's people beside a plain recount of its exported games: every figure that differs."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.people.figures import PlayerFigures
from companion.people.rating import rate
from companion.people.record import BestHand, Filters, PersonPair, PersonRecord
from companion.store.database import Store
from companion.store.derived import kept_sums, people
from companion.store.opening import open_store
from tests.support.people.exported import SOLO
from tests.support.people.households import Household
from tests.support.people.recount import Recount, Sums, Wanted
from tests.support.store import outdate

OFTEN_OUTDATED = 0.2
OFTEN_GOES_ON = 0.5
_SUMS = tuple(field.name for field in fields(PlayerFigures) if field.name != "best")
_PAIR = tuple(field.name for field in fields(PersonPair) if field.name not in {"first", "second"})


def compare(rng: random.Random, folder: Path) -> list[str]:
    """Play games on a phone in a new store, and return what differs; then perhaps also after some of them went on."""
    with closing(open_store(folder)) as store, patch.object(kept_sums, "LATEST", rng.randint(0, 3)):
        household = Household(rng, store)
        household.play(rng.randint(1, 7))
        household.merge_some()
        household.let_time_pass()
        if rng.random() < OFTEN_OUTDATED:
            outdate(store, "tallies")
        found = [*differences(rng, household)]
        if rng.random() < OFTEN_GOES_ON:
            household.go_on()
            found += differences(rng, household)
        return found


def differences(rng: random.Random, household: Household) -> Iterator[str]:
    """Yield what the app says otherwise, of everybody, under several filters."""
    store, phone = household.store, household.phone
    while people.season(store, phone).uncounted:
        pass
    recount = household.recount()
    names = sorted(recount.people(Wanted()).keys() | recount.people(Wanted(SOLO)).keys())
    for kind in ("", "gin-rummy", SOLO):
        # openskill is the peer of the formula.
        yield from _different(f"ratings {kind}", people.ratings(store, phone, kind), rate(recount.rated(kind)))
    for wanted in wanted_by(rng, recount, names):
        yield from (f"{wanted}: {one}" for one in _season(store, phone, recount, wanted))
        for name in names:
            record = people.person(store, phone, name, Filters(**asdict(wanted)))
            if record is None:
                yield f"{wanted}: {name} is nobody"
            else:
                yield from (f"{wanted}: {name}: {one}" for one in _person(recount, name, record, wanted))


def wanted_by(rng: random.Random, recount: Recount, names: list[str]) -> list[Wanted]:
    games = recount.all_games
    kinds = sorted({game.kind for game in games})
    days = sorted({game.day for game in games}) or ["2025-01-01"]
    since, until = sorted(rng.choices(days, k=2))
    year = rng.choice(days)[:4]
    place = rng.choice(sorted({game.place for game in games}) or [""])
    against = rng.choice(names) if names else ""
    return [
        Wanted(),
        *map(Wanted, kinds),
        Wanted(since=since, until=until),
        Wanted(since=f"{year}-01-01", until=f"{year}-12-31"),
        Wanted(place=place),
        Wanted(against=against),
        Wanted(rng.choice(kinds) if kinds else "", since=since, place=rng.choice((place, "")), against=against),
    ]


def _season(store: Store, phone: int, recount: Recount, wanted: Wanted) -> Iterator[str]:
    season = people.season(store, phone, Filters(**asdict(wanted)))
    counted = recount.people(wanted)
    if [person.name for person in season.people] != sorted(counted):
        yield f"people: {[person.name for person in season.people]} {sorted(counted)}"
    for person in season.people:
        if person.name in counted:
            sums = counted[person.name]
            yield from (f"{person.name}: {one}" for one in _figures(person.figures, sums))
            days = min(sums.played_on), max(sums.played_on)
            yield from _different("days", (person.first_on, person.last_on), days)
    biggest = season.biggest_hand
    yield from _different(
        "best", biggest.points if biggest else 0, max((sums.best for sums in counted.values()), default=0)
    )
    if biggest:
        yield from _hand(biggest, counted[season.biggest_by])
    yield from _pairs(season.pairs, recount, wanted)


def _hand(hand: BestHand, sums: Sums) -> Iterator[str]:
    if (hand.points, hand.game, hand.hand, hand.on) not in sums.hands:
        yield f"biggest hand: {hand} is no hand of theirs"


def _pairs(pairs: Mapping[tuple[str, str], PersonPair], recount: Recount, wanted: Wanted) -> Iterator[str]:
    counted = recount.pairs(wanted)
    yield from _different("pairs", sorted(pairs), sorted(counted))
    for two in pairs.keys() & counted.keys():
        yield from _pair(pairs[two], counted[two])


def _pair(pair: PersonPair, counted: Mapping[str, int]) -> Iterator[str]:
    for key in _PAIR:
        yield from _different(f"{pair.first} and {pair.second}: {key}", getattr(pair, key), counted.get(key, 0))


def _figures(figures: PlayerFigures, sums: Sums) -> Iterator[str]:
    for key in _SUMS:
        yield from _different(key, getattr(figures, key), sums.numbers[key])
    yield from _different("best", figures.best, sums.best)


def _person(recount: Recount, name: str, record: PersonRecord, wanted: Wanted) -> Iterator[str]:
    sums = recount.person(name, wanted)
    yield from _figures(record.person.figures, sums)
    yield from _different("days", record.person.first_on, min(sums.played_on, default=""))
    yield from _different("days", record.person.last_on, max(sums.played_on, default=""))
    spellings = {
        called
        for game in recount.all_games
        for seat in game.seats
        for called in seat.people
        if recount.called(called) == name
    }
    yield from _different("spellings", {*record.person.spellings}, spellings | {name})
    yield from _kinds(recount, name, record, wanted)
    yield from _different("results", [asdict(result) for result in record.results], sums.results)
    days = {day.on: {key: getattr(day, key) for key in ("games", "hands", "points", "against")} for day in record.days}
    yield from _different("days", days, {on: {**counted} for on, counted in sums.days.items()})
    yield from _records(record, sums)
    twice = sum(many > 1 for many in Counter(sums.seats).values())
    yield from _different("games of two names", record.games_of_two_names, twice)
    opponents = recount.pairs_of(name, wanted)
    yield from _different("opponents", {pair.second for pair in record.by_opponent}, opponents.keys())
    for pair in record.by_opponent:
        yield from _pair(pair, opponents.get(pair.second, {}))


def _kinds(recount: Recount, name: str, record: PersonRecord, wanted: Wanted) -> Iterator[str]:
    kinds = [wanted.kind] if wanted.kind else sorted({game.kind for game in recount.games})
    counted = {kind: recount.person(name, Wanted(**{**asdict(wanted), "kind": kind})) for kind in kinds}
    counted = {kind: sums for kind, sums in counted.items() if sums.played_on}
    yield from _different("kinds", {kind for kind, _ in record.by_kind}, counted.keys())
    for kind, figures in record.by_kind:
        if kind in counted:
            yield from (f"{kind}: {one}" for one in _figures(figures, counted[kind]))


def _records(record: PersonRecord, sums: Sums) -> Iterator[str]:
    biggest = record.biggest_hand
    yield from _different("biggest hand", biggest.points if biggest else 0, sums.best)
    if biggest:
        yield from _hand(biggest, sums)
    margins = [result["margin"] for result in sums.results if result["won"]]
    win = record.biggest_win
    yield from _different("biggest win", win and win.margin, max(margins, default=None))
    streak = record.best_streak
    yield from _different("streak", streak.length if streak else 0, sums.longest_streak())
    leads = [day["points"] - day["against"] for day in sums.days.values()]
    best, worst = record.best_day, record.worst_day
    yield from _different("best day", best.margin if best else 0, max([0, *leads]))
    yield from _different("worst day", worst.margin if worst else 0, min([0, *leads]))


def _different(what: str, said: Any, counted: Any) -> Iterator[str]:  # noqa: ANN401 (whatever is compared)
    if said != counted:
        yield f"{what}: {said} where {counted} is right"
