"""The command line: judge, score, moves, rules, serve, backup, restore, check. Thin: it asks the rooms behind it."""

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

READ = 0
FOUND = 1
NOT_READ = 2
LARGEST_DOCUMENT = 16_000_000
STDIN = "-"

_Run = Callable[[argparse.Namespace], int]

_ABOUT = "Scorekeeper and referee for Gem Rummy, Gin Rummy, Knock Rummy and Gem II."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit status."""
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
        return READ
    except OSError as error:
        _drop_output()
        return _complain(f"it cannot go on: {error.strerror or error}")
    except KeyboardInterrupt:
        return NOT_READ
    return status


def _complain(sentence: str) -> int:
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in sentence)
    print(f"companion: {shown}", file=sys.stderr)
    return NOT_READ


def _drop_output() -> None:
    """Let nothing more be written where nobody reads: the interpreter would try once more at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("companion", description=_ABOUT, epilog=usage.ALL, formatter_class=shape)
    parser.add_argument("--version", action="version", version=f"companion {version('gem-companion')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], about: str, epilog: str = ""
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about, epilog=epilog, formatter_class=shape)
        added.set_defaults(run=run)
        return added

    judge = command("judge", _judge, "Rule a showdown: legal or not, points and reasons.", usage.JUDGE)
    judge.add_argument("file", nargs="?", default=STDIN, help="a showdown document; - for standard input")
    judge.add_argument("--lines", action="store_true", help="one document a line in, one verdict a line out")
    score = command("score", _score, "Give the score sheet of a game.", usage.SCORE)
    score.add_argument("file", nargs="?", default=STDIN, help="a game document; - for standard input")
    score.add_argument("--table", action="store_true", help="a sheet to read instead of JSON")
    moves = command("moves", _moves, "List the legal moves of a Gem II board, and judge a claimed one.", usage.MOVES)
    moves.add_argument("file", nargs="?", default=STDIN, help="a board document; - for standard input")
    rules = command("rules", _rules, "Print the register of rules, or one rule with its worked cases.", usage.RULES)
    rules.add_argument("id", nargs="?", help="a rule's id, such as P.undercut")
    serve = command("serve", _serve, "Serve the app to the phones at the table.", usage.SERVE)
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on (all of this machine's)")  # noqa: S104
    serve.add_argument("--instance", type=Path, default=Path("instance"), help="the folder of database and secrets")
    serve.add_argument("--trusted-hops", type=int, default=0, help="how many proxies stand before the app (0)")
    serve.add_argument("--known-as", action="append", default=[], metavar="NAME", help="a name that phones may ask for")
    serve.add_argument("--certificate", type=Path, help="a certificate in PEM, for https")
    serve.add_argument("--key", type=Path, help="the key of the certificate")
    backup = command("backup", _backup, "Copy all games into a file, also while the app runs.", usage.BACKUP)
    backup.add_argument("file", type=Path, help="where the copy goes; an older one there is replaced")
    restore = command("restore", _restore, "Put a backup in the place of the games that are there.", usage.RESTORE)
    restore.add_argument("file", type=Path, help="a file made by `companion backup`")
    check = command("check", _check, "Say whether everything is still as it was recorded.", usage.CHECK)
    check.add_argument("file", nargs="?", type=Path, help="a backup to look at instead of the games that are played")
    listed = command("games", _games, "List the games, with their ids.", usage.GAMES)
    owner = command("owner", _owner, "Make a link that gives a game to another phone.", usage.OWNER)
    owner.add_argument("game", help="the game's id, as `companion games` lists it")
    for reached in (serve, owner):
        reached.add_argument("--port", type=int, default=8000, help="the port that is served on (8000)")
        reached.add_argument("--public-address", default="", help="what the phones open, if not this machine's address")
    for stored in (backup, restore, check, listed, owner):
        stored.add_argument("--instance", type=Path, default=Path("instance"), help="the folder of the database")
    return parser


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == STDIN:
        if sys.stdin is None:
            raise DocumentError("no-file", name, "standard input is closed")
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115, what goes wrong later is not about opening it
    except OSError as error:
        raise DocumentError("no-file", name, f"the file cannot be read: {error.strerror}") from error
    with file:
        yield file


def _load(name: str, most: int = LARGEST_DOCUMENT) -> object:
    with _opened(name) as file:
        text = file.read(most + 1)
    check_size(text, most)
    return parse_json(text)


def _put(text: str) -> None:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    sys.stdout.buffer.write(text.encode("utf-8"))


def _print_json(document: object, *, indent: int | None) -> None:
    _put(json.dumps(document, ensure_ascii=False, indent=indent) + "\n")


def _judge(options: argparse.Namespace) -> int:
    if not options.lines:
        _print_json(judge_document(_load(options.file, LARGEST_SHOWDOWN)), indent=2)
        return READ
    with _opened(options.file) as stream:
        for answer in judge_lines(bounded_lines(stream)):
            _print_json(answer, indent=None)
    return READ


def _score(options: argparse.Namespace) -> int:
    document = _load(options.file)
    sheet = score_document(document)
    if options.table:
        from companion.journal.spelling import normalized_document
        from companion.wording.sheet import sheet_table

        _put(sheet_table(normalized_document(cast("Mapping[str, object]", document)), sheet, _terminal_style()))
    else:
        _print_json(sheet, indent=2)
    return READ


def _terminal_style() -> "TerminalStyle":
    """Return what the terminal can show; piped output has no color and any width."""
    from companion.wording.sheet import TerminalStyle

    if sys.stdout is None or not sys.stdout.isatty():
        return TerminalStyle()
    color = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return TerminalStyle(color, shutil.get_terminal_size().columns)


def _moves(options: argparse.Namespace) -> int:
    _print_json(moves_document(_load(options.file)), indent=2)
    return READ


def _rules(options: argparse.Namespace) -> int:
    from companion.register.printing import nearest_rules, register_text, rule_text

    text = register_text() if options.id is None else rule_text(options.id)
    if text is None:
        near = " or ".join(nearest_rules(options.id))
        hint = f"did you mean {near}?" if near else "`companion rules` lists them all"
        return _complain(f"there is no rule {options.id[:40]!r}; {hint}")
    _put(text)
    return READ


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


def _backup(options: argparse.Namespace) -> int:
    from companion.store.backup.backups import backup
    from companion.store.backup.read_only import open_read_only

    def run(database: Path) -> int:
        with open_read_only(database) as store:
            backup(store, options.file)
        print(f"All games are in {options.file}.")
        return READ

    return _with_database(options.instance, run)


def _restore(options: argparse.Namespace) -> int:
    from companion.store.backup.backups import restore_folder

    def run() -> int:
        restored = restore_folder(options.instance, options.file)
        print(f"The games of {options.file} are back. What was there before is in {restored.before}.")
        if restored.damaged:
            print("That file is damaged. If the app is running, stop it and start it again now.")
        return READ

    return _with_sentences(options.instance, run)


def _check(options: argparse.Namespace) -> int:
    from companion.store.backup.checks import check_file
    from companion.wording.cards import plural

    def run(database: Path) -> int:
        checked = check_file(database)
        for finding in checked.findings:
            where = f"game {finding.game}: " if finding.game else ""
            print(f"{where}{finding.sentence}")
        found = plural(len(checked.findings), "finding") if checked.findings else "Everything is as it was recorded"
        looked_at = ((checked.games, "game"), (checked.records, "record"), (checked.rulings, "ruling"))
        print(f"{found}: {', '.join(plural(number, name) for number, name in looked_at)}.")
        return FOUND if checked.findings else READ

    if options.file is not None:
        return _with_sentences(options.file, lambda: run(options.file))
    return _with_database(options.instance, run)


def _games(options: argparse.Namespace) -> int:
    from companion.store import games
    from companion.store.backup.read_only import open_migrated

    def run(database: Path) -> int:
        with open_migrated(database) as store:
            for game in games.all_ids(store):
                _put(f"{game}  {_in_a_line(store, game)}\n")
        return READ

    return _with_database(options.instance, run)


def _in_a_line(store: "Store", game: str) -> str:
    from companion.journal.events import JournalError
    from companion.store import games
    from companion.store.errors import StoreError
    from companion.store.people import members
    from companion.wording.cards import plural

    try:
        table = games.table_summary(store, game)
    except (JournalError, StoreError, ValueError, KeyError, TypeError):
        return "cannot be read; `companion check` says why"
    far = "over" if table.over else "closed" if table.closed else "running"
    phones = plural(len(members.members(store, game)), "phone")
    played = f"{table.hands} played, {far}"
    return "  ".join([table.changed_at, table.game, ", ".join(table.players), played, phones])


def _owner(options: argparse.Namespace) -> int:
    from companion.store.database import open_store
    from companion.store.people.owners import make_recovery_link
    from companion.web import addresses
    from companion.web.config import ALL_ADDRESSES

    wrong = addresses.public_address_error(options.public_address)
    if wrong:
        return _complain(wrong)

    def run(database: Path) -> int:
        store = open_store(database.parent)
        try:
            token = make_recovery_link(store, options.game).token
        finally:
            store.close()
        found = addresses.reachable(ALL_ADDRESSES, options.port, options.public_address)
        links = [f"{one}j/{token}" for one in found]
        _put(f"\n{addresses.qr_for_terminal(links[0])}\n")
        _put("".join(f"  {one}\n" for one in links))
        _put("\nThe game belongs to the phone that opens this first, within an hour.\n")
        return READ

    return _with_database(options.instance, run)


def _with_database(instance: Path, run: Callable[[Path], int]) -> int:
    """Run a command on the database of a folder, if there is one."""
    from companion.store.database import DATABASE

    database = instance / DATABASE
    if not database.is_file():
        return _complain(f"there are no games in {instance}: no {DATABASE} is there")
    return _with_sentences(instance, lambda: run(database))


def _with_sentences(place: Path, run: Callable[[], int]) -> int:
    """Run a command of the store, and say in a sentence what keeps it from doing its work."""
    from sqlite3 import Error

    from companion.store.errors import StoreError

    try:
        return run()
    except StoreError as error:
        return _complain(error.sentence)
    except Error as error:
        return _complain(f"{place} cannot be read: {error}; `companion check` says more")
    except OSError as error:
        return _complain(f"{place} cannot be used: {error.strerror}")
