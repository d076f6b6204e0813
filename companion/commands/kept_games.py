"""The commands on the games that are kept."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.terminal import OK, PROBLEMS_FOUND, STDIN, complain, load, write

if TYPE_CHECKING:
    from companion.store.database import Store


def backup(options: argparse.Namespace) -> int:
    """Back up all games into a file."""
    from companion.store.backup.backups import backup
    from companion.store.backup.read_only import open_read_only

    def run(database: Path) -> int:
        with open_read_only(database) as store:
            backup(store, options.file)
        print(f"All games are in {options.file}.")
        return OK

    return _with_database(options.instance, run)


def restore(options: argparse.Namespace) -> int:
    """Replace all games with those of a backup."""
    from companion.store.backup.backups import restore_folder

    def run() -> int:
        restored = restore_folder(options.instance, options.file)
        print(f"Restored {options.file}. The replaced games are in {restored.before}.")
        if restored.damaged:
            print("That file is damaged. If the app is running, restart it now.")
        return OK

    return _with_store_errors(options.instance, run)


def check(options: argparse.Namespace) -> int:
    """Tell what is not as it was recorded."""
    from companion.store.backup.checks import check_file
    from companion.wording.cards import plural

    def run(database: Path) -> int:
        report = check_file(database)
        for finding in report.findings:
            where = f"game {finding.game}: " if finding.game else ""
            print(f"{where}{finding.sentence}")
        result = plural(len(report.findings), "finding") if report.findings else "Everything is as it was recorded"
        counts = ((report.games, "game"), (report.records, "record"), (report.rulings, "ruling"))
        print(f"{result}: {', '.join(plural(number, name) for number, name in counts)}.")
        return PROBLEMS_FOUND if report.findings else OK

    if options.file is not None:
        return _with_store_errors(options.file, lambda: run(options.file))
    return _with_database(options.instance, run)


def list_games(options: argparse.Namespace) -> int:
    """Print a line for each game."""
    from companion.store import games
    from companion.store.backup.read_only import open_migrated

    def run(database: Path) -> int:
        with open_migrated(database) as store:
            for game in games.all_ids(store):
                write(f"{game}  {_game_line(store, game)}\n")
        return OK

    return _with_database(options.instance, run)


def _game_line(store: "Store", game: str) -> str:
    from companion.journal.events import JournalError
    from companion.store import games
    from companion.store.errors import StoreError
    from companion.store.people import members
    from companion.wording.cards import plural

    try:
        table = games.table_summary(store, game)
    except (JournalError, StoreError, ValueError, KeyError, TypeError):
        return "can't be read; `companion check` says why"
    progress = "over" if table.over else "closed" if table.closed else "running"
    phones = plural(len(members.members(store, game)), "phone")
    played = f"{table.hands} played, {progress}"
    return "  ".join([table.changed_at, table.game, ", ".join(table.players), played, phones])


def owner(options: argparse.Namespace) -> int:
    """Print a link that makes the phone that opens it the owner of a game."""
    from companion.store.database import open_store
    from companion.store.people.owners import make_recovery_link
    from companion.web import addresses
    from companion.web.config import ALL_ADDRESSES

    error = addresses.public_address_error(options.public_address)
    if error:
        return complain(error)

    def run(database: Path) -> int:
        store = open_store(database.parent)
        try:
            token = make_recovery_link(store, options.game).token
        finally:
            store.close()
        bases = addresses.reachable(ALL_ADDRESSES, options.port, options.public_address)
        links = [f"{base}j/{token}" for base in bases]
        write(f"\n{addresses.qr_for_terminal(links[0])}\n")
        write("".join(f"  {link}\n" for link in links))
        write("\nThe first phone that opens this within an hour becomes the owner.\n")
        return OK

    return _with_database(options.instance, run)


def export(options: argparse.Namespace) -> int:
    """Write a game, or all, with their history."""
    from companion.commands.transfer import export_all, export_text, save
    from companion.store.backup.read_only import open_migrated
    from companion.wording.cards import plural

    if (options.game is None) == (options.all is None):
        return complain("name one game, or a folder with --all")

    def run(database: Path) -> int:
        with open_migrated(database) as store:
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

    return _with_database(options.instance, run)


def import_(options: argparse.Namespace) -> int:
    """Bring in a game with its history."""
    from companion.commands.transfer import import_into

    document = load(options.file)

    def run() -> int:
        print(import_into(options.instance, document, separately=options.separately))
        return OK

    return _with_store_errors(options.instance, run)


def _with_database(instance: Path, run: Callable[[Path], int]) -> int:
    """Run a command on the database in a folder."""
    from companion.store.database import DATABASE

    database = instance / DATABASE
    if not database.is_file():
        return complain(f"there are no games in {instance}: no {DATABASE} is there")
    return _with_store_errors(instance, lambda: run(database))


def _with_store_errors(place: Path, run: Callable[[], int]) -> int:
    """Run a command of the store, with one sentence for an error."""
    from sqlite3 import Error

    from companion.store.errors import StoreError

    try:
        return run()
    except StoreError as error:
        return complain(error.sentence)
    except Error as error:
        return complain(f"{place} can't be read: {error}; `companion check` says more")
    except OSError as error:
        return complain(f"{place} can't be used: {error.strerror}")
