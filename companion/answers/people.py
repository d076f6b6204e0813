"""Answer documents on people and their games: everybody's figures, each two, and the record of one person."""

from collections.abc import Iterable
from dataclasses import asdict

from companion.people.figures import PlayerFigures
from companion.people.record import Day, Person, PersonGame, PersonPair, PersonRecord
from companion.people.season import Season

_PLACES = 4
"""Of shares, which are fractions of 1."""


def write_people(season: Season) -> dict[str, object]:
    return {"people": [_person(person) for person in season.people]}


def write_season(season: Season) -> dict[str, object]:
    """Return everyone over everyone: each two once, in the order of their names."""
    return {**write_people(season), "pairs": _pairs(season.each_two)}


def write_record(record: PersonRecord) -> dict[str, object]:
    streak = record.best_streak
    return {
        **_person(record.person),
        "by_game": [{"game": kind, "figures": write_figures(figures)} for kind, figures in record.by_kind],
        "by_opponent": _pairs(record.by_opponent),
        "games": [_game(game) for game in record.results],
        "biggest_hand": _renamed(asdict(record.biggest_hand)) if record.biggest_hand else None,
        "biggest_win": _game(record.biggest_win) if record.biggest_win else None,
        "best_streak": streak
        and {"games": streak.length, "first": _game(streak.games[0]), "last": _game(streak.games[-1])},
        "best_day": _day(record.best_day),
        "worst_day": _day(record.worst_day),
    }


def write_figures(figures: PlayerFigures) -> dict[str, object]:
    """Return the sums, and in what range the share of games won really is."""
    sums = asdict(figures)
    del sums["chances"]
    share = figures.share
    range_ = {"low": share.low, "high": share.high, "by_luck": share.fair}
    return {**sums, "share": {name: round(value, _PLACES) for name, value in range_.items()} if share.of else None}


def _person(person: Person) -> dict[str, object]:
    return {
        "name": person.name,
        "first_on": person.first_on,
        "last_on": person.last_on,
        "figures": write_figures(person.figures),
    }


def _pairs(pairs: Iterable[PersonPair]) -> list[dict[str, object]]:
    return [asdict(pair) for pair in pairs]


def _game(game: PersonGame) -> dict[str, object]:
    return _renamed(asdict(game))


def _renamed(played: dict[str, object]) -> dict[str, object]:
    """Return what was played under the names of the documents: `game` is what is played, `id` which one."""
    return {"id": played.pop("game"), "game": played.pop("kind"), **played}


def _day(day: Day | None) -> dict[str, object] | None:
    return None if day is None else {**asdict(day), "margin": day.margin}
