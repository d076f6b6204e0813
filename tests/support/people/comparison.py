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
from companion.people.season import Season
from companion.store.derived import kept_sums, people
from companion.store.opening import open_store
from tests.support.people.exported import SOLO, Document
from tests.support.people.households import Household
from tests.support.people.recount import Recount, Sums, Wanted
from tests.support.store import outdate


def compare(rng: random.Random, folder: Path) -> list[str]:
    """Play games on a phone in a new store, and return what differs; then perhaps also after some of them went on."""
    with closing(open_store(folder)) as store, patch.object(kept_sums, "LATEST", rng.randint(0, 3)):
        household = Household(rng, store)
        household.play(rng.randint(1, 7))
        household.merge_some()
        household.let_time_pass()
        if rng.random() < 0.2:
            outdate(store, "tallies")
        found = [*differences(rng, household)]
        if rng.random() < 0.5:
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
        filters = Filters(**asdict(wanted))
        yield from _different(f"{wanted}", *_season(people.season(store, phone, filters), recount, wanted))
        for name in names:
            record = people.person(store, phone, name, filters)
            if record is None:
                yield f"{wanted}: {name} is nobody"
            else:
                yield from _different(f"{wanted}: {name}", *_person(recount, name, record, wanted))


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


def _season(season: Season, recount: Recount, wanted: Wanted) -> tuple[Document, Document]:
    counted, biggest = recount.people(wanted), season.biggest_hand
    said = {
        "names": [person.name for person in season.people],
        "people": {
            person.name: {**asdict(person.figures), "days": (person.first_on, person.last_on)}
            for person in season.people
        },
        "biggest hand": biggest.points if biggest else 0,
        "biggest hand is one of theirs": biggest is None or _is_of(counted[season.biggest_by], biggest),
        "pairs": {two: _numbers(pair) for two, pair in season.pairs.items()},
    }
    return said, {
        "names": sorted(counted),
        "people": {
            name: {**_figures(sums), "days": (min(sums.played_on), max(sums.played_on))}
            for name, sums in counted.items()
        },
        "biggest hand": max((sums.best for sums in counted.values()), default=0),
        "biggest hand is one of theirs": True,
        "pairs": {two: _counted(pair) for two, pair in recount.pairs(wanted).items()},
    }


def _person(recount: Recount, name: str, record: PersonRecord, wanted: Wanted) -> tuple[Document, Document]:
    sums, person, biggest = recount.person(name, wanted), record.person, record.biggest_hand
    kinds = [wanted.kind] if wanted.kind else sorted({game.kind for game in recount.games})
    of_kinds = {kind: recount.person(name, Wanted(**{**asdict(wanted), "kind": kind})) for kind in kinds}
    called = {one for game in recount.all_games for seat in game.seats for one in seat.people}
    leads = [0, *(day["points"] - day["against"] for day in sums.days.values())]
    win, streak, best, worst = record.biggest_win, record.best_streak, record.best_day, record.worst_day
    said = {
        "figures": asdict(person.figures),
        "first and last day": (person.first_on, person.last_on),
        "spellings": {*person.spellings},
        "kinds": {kind: asdict(figures) for kind, figures in record.by_kind},
        "results": [asdict(result) for result in record.results],
        "days": {day.on: asdict(day) for day in record.days},
        "biggest hand": biggest.points if biggest else 0,
        "biggest hand is one of theirs": biggest is None or _is_of(sums, biggest),
        "biggest win": win and win.margin,
        "streak": streak.length if streak else 0,
        "best and worst day": (best.margin if best else 0, worst.margin if worst else 0),
        "games of two names": record.games_of_two_names,
        "opponents": {pair.second: _numbers(pair) for pair in record.by_opponent},
    }
    return said, {
        "figures": _figures(sums),
        "first and last day": (min(sums.played_on, default=""), max(sums.played_on, default="")),
        "spellings": {one for one in called if recount.called(one) == name} | {name},
        "kinds": {kind: _figures(of_kind) for kind, of_kind in of_kinds.items() if of_kind.played_on},
        "results": sums.results,
        "days": {on: {"on": on, **counted} for on, counted in sums.days.items()},
        "biggest hand": sums.best,
        "biggest hand is one of theirs": True,
        "biggest win": max((result["margin"] for result in sums.results if result["won"]), default=None),
        "streak": sums.longest_streak(),
        "best and worst day": (max(leads), min(leads)),
        "games of two names": sum(many > 1 for many in Counter(sums.seats).values()),
        "opponents": {second: _counted(pair) for second, pair in recount.pairs_of(name, wanted).items()},
    }


def _is_of(sums: Sums, hand: BestHand) -> bool:
    return (hand.points, hand.game, hand.hand, hand.on) in sums.hands


def _figures(sums: Sums) -> Document:
    return {field.name: sums.numbers[field.name] for field in fields(PlayerFigures)} | {"best": sums.best}


def _numbers(pair: PersonPair) -> Document:
    return {key: number for key, number in asdict(pair).items() if key not in {"first", "second"}}


def _counted(pair: Mapping[str, int]) -> Document:
    return {
        field.name: pair.get(field.name, 0) for field in fields(PersonPair) if field.name not in {"first", "second"}
    }


def _different(what: str, said: Any, counted: Any) -> Iterator[str]:  # noqa: ANN401 (whatever is compared)
    if isinstance(said, dict) and isinstance(counted, dict) and said.keys() == counted.keys():
        for key in said:
            yield from _different(f"{what}: {key}", said[key], counted[key])
    elif said != counted:
        yield f"{what}: {said} where {counted} is right"
