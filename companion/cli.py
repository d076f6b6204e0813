"""The command line: judge, score, moves, read, rules, serve, backup, restore, check, games, owner, export, import."""

import argparse
import errno
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from companion import usage
from companion.documents.answers import (
    LARGEST_SHOWDOWN,
    bounded_lines,
    check_size,
    judge_document,
    judge_lines,
    moves_document,
    score_document,
)
from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json

if TYPE_CHECKING:
    from companion.store.database import Store
    from companion.wording.sheet import TerminalStyle

OK = 0
PROBLEMS_FOUND = 1
FAILED = 2
LARGEST_DOCUMENT = 16_000_000
STDIN = "-"

_Run = Callable[[argparse.Namespace], int]

_ABOUT = "Scorekeeper and referee for Gem Rummy, Gin Rummy, Knock Rummy and Gem II."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    options = _parser().parse_args(arguments)
    run: _Run = options.run
    try:
        status = run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except DocumentError as error:
        place = f"{error.where}: " if error.where else ""
        return _complain(f"{place}{error.message}")
    except BrokenPipeError:
        _drop_output()
        return OK
    except OSError as error:
        _drop_output()
        return _complain(f"stopped: {error.strerror or error}")
    except KeyboardInterrupt:
        return FAILED
    return status


def _complain(sentence: str) -> int:
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in sentence)
    print(f"companion: {shown}", file=sys.stderr)
    return FAILED


def _drop_output() -> None:
    """Discard further output: nobody reads it, and the interpreter would try to flush it at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("companion", description=_ABOUT, epilog=usage.ALL, formatter_class=formatter)
    parser.add_argument("--version", action="version", version=f"companion {version('gem-companion')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], about: str, epilog: str = ""
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about, epilog=epilog, formatter_class=formatter)
        added.set_defaults(run=run)
        return added

    judge = command("judge", _judge, "Judge a showdown: is it legal, what does everyone score, and why.", usage.JUDGE)
    judge.add_argument("file", nargs="?", default=STDIN, help="a showdown document; - for standard input")
    judge.add_argument("--lines", action="store_true", help="read one document per line, print one verdict per line")
    score = command("score", _score, "Print the score sheet of a game.", usage.SCORE)
    score.add_argument("file", nargs="?", default=STDIN, help="a game document; - for standard input")
    score.add_argument("--table", action="store_true", help="print a table instead of JSON")
    moves = command("moves", _moves, "List the legal moves of a Gem II board, and judge a claimed move.", usage.MOVES)
    moves.add_argument("file", nargs="?", default=STDIN, help="a board document; - for standard input")
    read = command("read", _read, "List the cards in a photo.", usage.READ)
    read.add_argument(
        "file", nargs="?", default=STDIN, metavar="photo", help="a JPEG, PNG or WebP; - for standard input"
    )
    read.add_argument("--hand", action="store_true", help="print a hand for a showdown document: melds and deadwood")
    rules = command("rules", _rules, "Print all rules, or one rule with its worked cases.", usage.RULES)
    rules.add_argument("id", nargs="?", help="the id of a rule, such as P.undercut")
    serve = command("serve", _serve, "Run the app for the phones at the table.", usage.SERVE)
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all)")  # noqa: S104 (the phones at the table connect)
    serve.add_argument(
        "--instance", type=Path, default=Path("instance"), help="the folder of the database and the secret"
    )
    serve.add_argument(
        "--trusted-hops", type=int, default=0, help="the number of proxies in front of the app (default: 0)"
    )
    serve.add_argument(
        "--known-as", action="append", default=[], metavar="NAME", help="another host name that phones use"
    )
    serve.add_argument("--certificate", type=Path, help="a PEM certificate, for https")
    serve.add_argument("--key", type=Path, help="the private key of the certificate")
    backup = command("backup", _backup, "Back up all games into a file, even while the app runs.", usage.BACKUP)
    backup.add_argument("file", type=Path, help="the backup file; an existing one is replaced")
    restore = command("restore", _restore, "Replace all games with those of a backup.", usage.RESTORE)
    restore.add_argument("file", type=Path, help="a file made by `companion backup`")
    check = command("check", _check, "Check that everything is still as it was recorded.", usage.CHECK)
    check.add_argument("file", nargs="?", type=Path, help="a backup to check instead of the database")
    listed = command("games", _games, "List all games with their ids.", usage.GAMES)
    owner = command("owner", _owner, "Make a link that transfers a game to another phone.", usage.OWNER)
    owner.add_argument("game", help="the id of the game, from `companion games`")
    pocket = command("pocket", _pocket, "Write the app that runs on the phone itself, for any web host.", usage.POCKET)
    pocket.add_argument("folder", type=Path, help="the folder to write; an older edition in it is replaced")
    pocket.add_argument("--cache", type=Path, help="the folder that keeps Pyodide (default: in your cache folder)")
    export = command("export", _export, "Write a game with its whole history into a file.", usage.EXPORT)
    export.add_argument("game", nargs="?", help="the id of the game, from `companion games`")
    export.add_argument("file", nargs="?", default=STDIN, help="the file; - or nothing for standard output")
    export.add_argument("--all", type=Path, metavar="FOLDER", help="write every game into a folder instead")
    imported = command("import", _import, "Bring in a game with its whole history.", usage.IMPORT)
    imported.add_argument(
        "file", nargs="?", default=STDIN, help="a file made by `export` or the app; - for standard input"
    )
    imported.add_argument(
        "--separately", action="store_true", help="make a game that went on in two places a separate game"
    )
    for reachable in (serve, owner):
        reachable.add_argument("--port", type=int, default=8000, help="the port of the app (default: 8000)")
        reachable.add_argument(
            "--public-address", default="", help="the address that phones open, if not this machine's"
        )
    for with_database in (backup, restore, check, listed, owner, export, imported):
        with_database.add_argument("--instance", type=Path, default=Path("instance"), help="the folder of the database")
    return parser


@contextmanager
def _open(name: str) -> Iterator[BinaryIO]:
    if name == STDIN:
        if sys.stdin is None:
            raise DocumentError("no-file", name, "standard input is closed")
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 (later errors aren't about opening)
    except OSError as error:
        raise DocumentError("no-file", name, f"the file can't be read: {error.strerror}") from error
    with file:
        yield file


def _load(name: str, most: int = LARGEST_DOCUMENT) -> object:
    with _open(name) as file:
        text = file.read(most + 1)
    check_size(text, most)
    return parse_json(text)


def _write(text: str) -> None:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    sys.stdout.buffer.write(text.encode("utf-8"))


def _print_json(document: object, *, indent: int | None) -> None:
    _write(json.dumps(document, ensure_ascii=False, indent=indent) + "\n")


def _judge(options: argparse.Namespace) -> int:
    if not options.lines:
        _print_json(judge_document(_load(options.file, LARGEST_SHOWDOWN)), indent=2)
        return OK
    with _open(options.file) as stream:
        for answer in judge_lines(bounded_lines(stream)):
            _print_json(answer, indent=None)
    return OK


def _score(options: argparse.Namespace) -> int:
    document = _load(options.file)
    sheet = score_document(document)
    if options.table:
        from companion.journal.normalize import normalized_document
        from companion.wording.sheet import sheet_table

        _write(sheet_table(normalized_document(cast("Mapping[str, object]", document)), sheet, _terminal_style()))
    else:
        _print_json(sheet, indent=2)
    return OK


def _terminal_style() -> "TerminalStyle":
    """Return what the terminal can show; piped output has no color and any width."""
    from companion.wording.sheet import TerminalStyle

    if sys.stdout is None or not sys.stdout.isatty():
        return TerminalStyle()
    color = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return TerminalStyle(color, shutil.get_terminal_size().columns)


def _moves(options: argparse.Namespace) -> int:
    _print_json(moves_document(_load(options.file)), indent=2)
    return OK


def _read(options: argparse.Namespace) -> int:
    from companion.read_command import MOST, reading_document

    with _open(options.file) as file:
        body = file.read(MOST)
    _print_json(reading_document(body, hand=options.hand), indent=2)
    return OK


def _rules(options: argparse.Namespace) -> int:
    from companion.register.printing import nearest_rules, register_text, rule_text

    text = register_text() if options.id is None else rule_text(options.id)
    if text is None:
        near = " or ".join(nearest_rules(options.id))
        hint = f"did you mean {near}?" if near else "`companion rules` lists them all"
        return _complain(f"there is no rule {options.id[:40]!r}; {hint}")
    _write(text)
    return OK


def _serve(options: argparse.Namespace) -> int:
    from companion.web.server.serve import ServeOptions, serve

    return serve(
        ServeOptions(
            host=options.host,
            port=options.port,
            instance=options.instance,
            public_address=options.public_address,
            trusted_hops=options.trusted_hops,
            certificate=options.certificate,
            key=options.key,
            known_as=tuple(options.known_as),
        )
    )


def _pocket(options: argparse.Namespace) -> int:
    from companion.pocket.build import build
    from companion.pocket.pyodide import BuildError, default_cache
    from companion.web.app import folders

    try:
        built = build(options.folder, *folders(), options.cache or default_cache())
    except BuildError as error:
        return _complain(str(error))
    print(f"{options.folder} has the pocket edition: {built.files} files, {built.size / 1e6:.1f} MB to fetch once.")
    print(f"Try it: python3 -m http.server --directory {options.folder}, and open http://localhost:8000")
    return OK


def _backup(options: argparse.Namespace) -> int:
    from companion.store.backup.backups import backup
    from companion.store.backup.read_only import open_read_only

    def run(database: Path) -> int:
        with open_read_only(database) as store:
            backup(store, options.file)
        print(f"All games are in {options.file}.")
        return OK

    return _with_database(options.instance, run)


def _restore(options: argparse.Namespace) -> int:
    from companion.store.backup.backups import restore_folder

    def run() -> int:
        restored = restore_folder(options.instance, options.file)
        print(f"Restored {options.file}. The replaced games are in {restored.before}.")
        if restored.damaged:
            print("That file is damaged. If the app is running, restart it now.")
        return OK

    return _with_store_errors(options.instance, run)


def _check(options: argparse.Namespace) -> int:
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


def _games(options: argparse.Namespace) -> int:
    from companion.store import games
    from companion.store.backup.read_only import open_migrated

    def run(database: Path) -> int:
        with open_migrated(database) as store:
            for game in games.all_ids(store):
                _write(f"{game}  {_game_line(store, game)}\n")
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


def _owner(options: argparse.Namespace) -> int:
    from companion.store.database import open_store
    from companion.store.people.owners import make_recovery_link
    from companion.web import addresses
    from companion.web.config import ALL_ADDRESSES

    error = addresses.public_address_error(options.public_address)
    if error:
        return _complain(error)

    def run(database: Path) -> int:
        store = open_store(database.parent)
        try:
            token = make_recovery_link(store, options.game).token
        finally:
            store.close()
        bases = addresses.reachable(ALL_ADDRESSES, options.port, options.public_address)
        links = [f"{base}j/{token}" for base in bases]
        _write(f"\n{addresses.qr_for_terminal(links[0])}\n")
        _write("".join(f"  {link}\n" for link in links))
        _write("\nThe first phone that opens this within an hour becomes the owner.\n")
        return OK

    return _with_database(options.instance, run)


def _export(options: argparse.Namespace) -> int:
    from companion.store.backup.read_only import open_migrated
    from companion.transfer_command import export_all, export_text, save
    from companion.wording.cards import plural

    if (options.game is None) == (options.all is None):
        return _complain("name one game, or a folder with --all")

    def run(database: Path) -> int:
        with open_migrated(database) as store:
            if options.all is not None:
                written, unreadable = export_all(store, options.all)
                print(f"{plural(written, 'game')} in {options.all}.")
                return _complain(f"can't be read: {', '.join(unreadable)}; see `companion check`") if unreadable else OK
            text = export_text(store, options.game)
        if options.file == STDIN:
            _write(text)
        else:
            save(Path(options.file), text)
        return OK

    return _with_database(options.instance, run)


def _import(options: argparse.Namespace) -> int:
    from companion.transfer_command import import_into

    document = _load(options.file)

    def run() -> int:
        print(import_into(options.instance, document, separately=options.separately))
        return OK

    return _with_store_errors(options.instance, run)


def _with_database(instance: Path, run: Callable[[Path], int]) -> int:
    """Run a command on the database in a folder."""
    from companion.store.database import DATABASE

    database = instance / DATABASE
    if not database.is_file():
        return _complain(f"there are no games in {instance}: no {DATABASE} is there")
    return _with_store_errors(instance, lambda: run(database))


def _with_store_errors(place: Path, run: Callable[[], int]) -> int:
    """Run a command of the store, with one sentence for an error."""
    from sqlite3 import Error

    from companion.store.errors import StoreError

    try:
        return run()
    except StoreError as error:
        return _complain(error.sentence)
    except Error as error:
        return _complain(f"{place} can't be read: {error}; `companion check` says more")
    except OSError as error:
        return _complain(f"{place} can't be used: {error.strerror}")
