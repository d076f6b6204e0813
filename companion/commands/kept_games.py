"""The commands on the games that are kept."""

import argparse
from collections.abc import Callable
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from companion.commands.terminal import OK, PROBLEMS_FOUND, STDIN, CommandError, complain, load, write
from companion.wording.cards import plural

if TYPE_CHECKING:
    from companion.store.database import Store
    from companion.store.opening import DatabasePlace

Command: TypeAlias = Callable[[argparse.Namespace, "DatabasePlace"], int]


def _names_an_address(options: argparse.Namespace) -> bool:
    """Return whether a file or folder looks like the address of a database, which may hold a password."""
    from companion.store.opening import is_another_address, is_postgresql

    paths = [str(path) for path in (options.instance, getattr(options, "file", None)) if path is not None]
    return any(is_another_address(path) or is_postgresql(path) for path in paths)


def _on_place(command: Command) -> Callable[[argparse.Namespace], int]:
    """Run a command of the store, with one sentence for an error."""

    @wraps(command)
    def run(options: argparse.Namespace) -> int:
        from sqlite3 import Error

        from companion.store.errors import StoreError
        from companion.store.opening import DatabasePlace
        from companion.wording.store_errors import ADDRESS_FOR_A_FILE, store_sentence

        place = DatabasePlace.from_environment(options.instance, options.database)
        if _names_an_address(options):
            return complain(ADDRESS_FOR_A_FILE)
        try:
            return command(options, place)
        except StoreError as error:
            return complain(store_sentence(error))
        except Error as error:
            return complain(f"{place.shown} can't be read: {error}; `companion check` says more")
        except BrokenPipeError:
            raise
        except OSError as error:
            return complain(f"{error.filename or place.shown} can't be used: {error.strerror}")

    return run


def _on_games(command: Command) -> Callable[[argparse.Namespace], int]:
    """Run a command on games that are there."""

    @wraps(command)
    def run(options: argparse.Namespace) -> int:
        from companion.store.engines.sqlite import DATABASE

        if not options.database and not _names_an_address(options) and not (options.instance / DATABASE).is_file():
            return complain(f"there are no games in {options.instance.resolve()}: no {DATABASE} is there")
        return _on_place(command)(options)

    return run


@_on_games
def backup(options: argparse.Namespace, place: "DatabasePlace") -> int:
    from companion.store.backup.backups import backup, open_for_backup

    with open_for_backup(place) as store:
        backup(store, options.file)
    print(f"All games of {place.shown} are in {options.file}.")
    return OK


@_on_place
def restore(options: argparse.Namespace, place: "DatabasePlace") -> int:
    from companion.store.backup.backups import restore_place

    restored = restore_place(place, options.file)
    print(f"Restored {options.file} into {place.shown}. What was there before is in {restored.before}.")
    if restored.damaged:
        print("That file is damaged. If the app is running, restart it now.")
    return OK


def check(options: argparse.Namespace) -> int:
    return (_on_games if options.file is None else _on_place)(_check)(options)


def _check(options: argparse.Namespace, place: "DatabasePlace") -> int:
    from companion.store.backup.checks import check_file, check_place
    from companion.wording.store_errors import store_sentence

    report = check_place(place) if options.file is None else check_file(options.file)
    for finding in report.findings:
        where = f"game {finding.game}: " if finding.game else ""
        print(f"{where}{store_sentence(finding)}")
    result = plural(len(report.findings), "finding") if report.findings else "Everything is as it was recorded"
    counts = ((report.games, "game"), (report.records, "record"), (report.rulings, "ruling"))
    print(f"{result}: {', '.join(plural(number, name) for number, name in counts)}.")
    return PROBLEMS_FOUND if report.findings else OK


@_on_place
def move(options: argparse.Namespace, _: "DatabasePlace") -> int:
    from companion.store.backup.moving import MoveOutcome, move
    from companion.store.errors import Problem, StoreBroken
    from companion.store.opening import DatabasePlace, is_another_address, is_postgresql
    from companion.wording.store_errors import empty_place, store_sentence

    def named(option: str, text: str) -> DatabasePlace:
        if not text:
            raise CommandError(empty_place(option))
        if is_another_address(text):
            raise StoreBroken(Problem.UNKNOWN_DATABASE)
        if is_postgresql(text):
            return DatabasePlace.from_environment(options.instance, text)
        return DatabasePlace.from_environment(Path(text), "")

    source, target = named("--from", options.source), named("--to", options.target)
    moved = move(source, target)
    if moved.report.findings:
        print(*(store_sentence(finding) for finding in moved.report.findings), sep="\n")
        return PROBLEMS_FOUND
    what = f"{plural(moved.report.games, 'game')} with {plural(moved.report.records, 'record')}"
    done = (
        f"Copied {what} to {target.shown}"
        if moved.outcome is MoveOutcome.MOVED
        else f"{target.shown} had {what} already"
    )
    print(f"{done}, and checked that everything is as it was recorded.")
    print(f"Start the app with it now. What is recorded in {source.shown} from now on isn't in it.")
    return OK


@_on_games
def list_games(options: argparse.Namespace, place: "DatabasePlace") -> int:
    from companion.store import games
    from companion.store.opening import open_to_read

    with open_to_read(place) as store:
        for game in games.all_ids(store):
            write(f"{game}  {_game_line(store, game)}\n")
    return OK


def _game_line(store: "Store", game: str) -> str:
    from companion.journal.state import JournalError
    from companion.store import games
    from companion.store.errors import StoreError
    from companion.store.people import members

    try:
        table = games.table_summary(store, game)
    except (JournalError, StoreError, ValueError, KeyError, TypeError):
        return "can't be read; `companion check` says why"
    progress = "over" if table.over else "closed" if table.closed else "running"
    phones = plural(len(members.members(store, game)), "phone")
    played = f"{table.hands} played, {progress}"
    return "  ".join([table.changed_at, table.game, ", ".join(table.players), played, phones])


@_on_games
def people(options: argparse.Namespace, place: "DatabasePlace") -> int:
    from companion.commands.people import show_people, show_person

    if options.name is None:
        return show_people(options, place, with_pairs=False)
    return show_person(options, place)


@_on_games
def season(options: argparse.Namespace, place: "DatabasePlace") -> int:
    from companion.commands.people import show_people

    return show_people(options, place, with_pairs=True)


@_on_games
def owner(options: argparse.Namespace, place: "DatabasePlace") -> int:
    from companion.store.opening import open_store
    from companion.store.people.invitations import make_recovery_link
    from companion.web import addresses
    from companion.web.config import ALL_ADDRESSES

    error = addresses.public_address_error(options.public_address)
    if error:
        return complain(error)
    with closing(open_store(place)) as store:
        token = make_recovery_link(store, options.game).token
    bases = addresses.reachable(ALL_ADDRESSES, options.port, options.public_address)
    links = [f"{base}j/{token}" for base in bases]
    write(f"\n{addresses.qr_for_terminal(links[0])}\n")
    write("".join(f"  {link}\n" for link in links))
    write("\nThe first phone that opens this within an hour becomes the owner.\n")
    return OK


@_on_games
def export(options: argparse.Namespace, place: "DatabasePlace") -> int:
    from companion.commands.transfer import export_all, export_text, save
    from companion.store.opening import open_to_read

    if (options.game is None) == (options.all is None):
        return complain("name one game, or a folder with --all")
    with open_to_read(place) as store:
        if options.all is not None:
            written, unreadable = export_all(store, options.all)
            print(f"{plural(written, 'game')} in {options.all}.")
            return complain(f"can't be read: {', '.join(unreadable)}; see `companion check`") if unreadable else OK
        text = export_text(store, options.game)
    if options.file == STDIN:
        write(text)
    else:
        save(Path(options.file), text)
    return OK


@_on_place
def import_(options: argparse.Namespace, place: "DatabasePlace") -> int:
    from companion.commands.transfer import import_into

    print(import_into(place, load(options.file), separately=options.separately, ask=not options.yes))
    return OK
