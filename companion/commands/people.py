"""The commands `people` and `season`: what was played by whom, over all games of a store."""

import argparse
from contextlib import closing
from typing import TYPE_CHECKING

from companion.answers import people as answers
from companion.commands.documents import terminal_style
from companion.commands.terminal import OK, complain, print_json, write
from companion.people.record import Filters
from companion.store.database import Store
from companion.store.derived import people, recompute
from companion.store.opening import open_store
from companion.wording import people_tables

if TYPE_CHECKING:
    from companion.store.opening import DatabasePlace


def show_people(options: argparse.Namespace, place: "DatabasePlace", *, with_pairs: bool) -> int:
    with closing(_counted(place)) as store:
        season = people.season(store, None, _filters(options))
    if options.json:
        print_json(answers.write_season(season) if with_pairs else answers.write_people(season), indent=2)
    else:
        write(people_tables.season_table(season, terminal_style(), with_pairs=with_pairs))
    return OK


def show_person(options: argparse.Namespace, place: "DatabasePlace") -> int:
    with closing(_counted(place)) as store:
        record = people.person(store, None, options.name, _filters(options))
    if record is None:
        return complain(f"nobody called {options.name} is in the games of {place.shown}; `companion people` lists all")
    if options.json:
        print_json(answers.write_record(record), indent=2)
    else:
        write(people_tables.record_table(record, terminal_style()))
    return OK


def _counted(place: "DatabasePlace") -> Store:
    """Open a store, and count what isn't counted yet: unlike a phone, this can wait for all of it."""
    store = open_store(place)
    while recompute.count_more(store, None):
        pass
    return store


def _filters(options: argparse.Namespace) -> Filters:
    return Filters(options.game, options.since or "", options.until or "", options.place, options.against)
