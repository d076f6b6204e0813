"""The command line: documents, the app, and the games that it keeps."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from companion import __version__
from companion.commands import app, documents, kept_games, usage
from companion.commands.terminal import FAILED, OK, STDIN, CommandError, a_day, complain, drop_output, duration
from companion.documents.errors import DocumentError
from companion.wording.cards import GAME_WORDS
from companion.wording.document_errors import placed_sentence

_Run = Callable[[argparse.Namespace], int]
_Add = Callable[..., argparse.ArgumentParser]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    run: _Run = options.run
    try:
        status = run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except DocumentError as error:
        return complain(placed_sentence(error))
    except CommandError as error:
        return complain(str(error))
    except BrokenPipeError:
        drop_output()
        return OK
    except OSError as error:
        drop_output()
        return complain(f"stopped: {error.strerror or error}")
    except KeyboardInterrupt:
        return FAILED
    return status


def _parser() -> argparse.ArgumentParser:
    formatter = argparse.RawDescriptionHelpFormatter
    about = "Scorekeeper and referee for Gem Rummy, Gin Rummy, Knock Rummy and Gem II."
    parser = argparse.ArgumentParser("companion", description=about, epilog=usage.ALL, formatter_class=formatter)
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: _Run, about: str, epilog: str = "") -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about, epilog=epilog, formatter_class=formatter)
        added.set_defaults(run=run)
        return added

    _add_documents(command)
    _add_app(command)
    _add_kept_games(command)
    return parser


def _add_documents(command: _Add) -> None:
    judge = command(
        "judge", documents.judge, "Judge a showdown: is it legal, what does everyone score, and why.", usage.JUDGE
    )
    _add_file(judge, "a showdown document")
    judge.add_argument("--lines", action="store_true", help="read one document per line, print one verdict per line")
    score = command("score", documents.score, "Print the score sheet of a game.", usage.SCORE)
    _add_file(score, "a game document")
    score.add_argument("--table", action="store_true", help="print a table instead of JSON")
    moves = command(
        "moves", documents.moves, "List the legal moves of a Gem II board, and judge a claimed move.", usage.MOVES
    )
    _add_file(moves, "a board document")
    read = command("read", documents.read, "List the cards in a photo.", usage.READ)
    _add_file(read, "a JPEG, PNG or WebP", metavar="photo")
    read.add_argument("--hand", action="store_true", help="print a hand for a showdown document: melds and deadwood")
    rules = command("rules", documents.rules, "Print all rules, or one rule with its worked cases.", usage.RULES)
    rules.add_argument("id", nargs="?", help="the id of a rule, such as P.undercut")
    schema = command("schema", documents.schema, "Print the JSON Schema of a document.", usage.SCHEMA)
    schema.add_argument("name", nargs="?", help="the document, such as showdown; without it all are listed")


def _add_app(command: _Add) -> None:
    serve = command("serve", app.serve, "Run the app for the phones at the table.", usage.SERVE)
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all)")  # noqa: S104 (the phones at the table connect)
    _add_reachable(serve)
    serve.add_argument(
        "--trusted-hops", type=int, default=0, help="the number of proxies in front of the app (default: 0)"
    )
    serve.add_argument(
        "--known-as", action="append", default=[], metavar="NAME", help="another host name that phones use"
    )
    serve.add_argument("--certificate", type=Path, help="a PEM certificate, for https")
    serve.add_argument("--key", type=Path, help="the private key of the certificate")
    _add_operating(serve)
    _add_place(serve)
    pocket = command(
        "pocket", app.pocket, "Write the app that runs on the phone itself, for any web host.", usage.POCKET
    )
    pocket.add_argument("folder", type=Path, help="the folder to write; an older edition in it is replaced")
    pocket.add_argument("--cache", type=Path, help="the folder that keeps Pyodide (default: in your cache folder)")


def _add_operating(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--workers", type=int, default=2, help="the number of processes, one for each core (default: 2)")
    serve.add_argument(
        "--log",
        choices=["text", "json"],
        default="text",
        help="text (the default): problems only; json: a line for each request too",
    )
    serve.add_argument("--metrics-port", type=int, default=0, help="show metrics to Prometheus on this port")
    serve.add_argument("--metrics-host", default="127.0.0.1", help="the address for metrics (default: 127.0.0.1)")
    serve.add_argument(
        "--backup-every", type=duration, default=0, metavar="TIME", help="back up all games every 30m, 1h or 1d"
    )
    serve.add_argument("--keep", type=int, default=48, help="the number of these backups to keep (default: 48)")
    serve.add_argument("--backup-folder", type=Path, help="their folder (default: backups in the instance folder)")


def _add_kept_games(command: _Add) -> None:
    backup = command(
        "backup", kept_games.backup, "Back up all games into a file, even while the app runs.", usage.BACKUP
    )
    backup.add_argument("file", type=Path, help="the backup file; an existing one is replaced")
    restore = command("restore", kept_games.restore, "Replace all games with those of a backup.", usage.RESTORE)
    restore.add_argument("file", type=Path, help="a file made by `companion backup`")
    check = command("check", kept_games.check, "Check that everything is still as it was recorded.", usage.CHECK)
    check.add_argument("file", nargs="?", type=Path, help="a backup to check instead of the database")
    listed = command("games", kept_games.list_games, "List all games with their ids.", usage.GAMES)
    people = command("people", kept_games.people, "Print what everybody, or one person, has played.", usage.PEOPLE)
    people.add_argument("name", nargs="?", help="the name of a player; without it everybody is listed")
    season = command("season", kept_games.season, "Print who has won how much against whom.", usage.SEASON)
    for of_people in (people, season):
        _add_filters(of_people)
    owner = command("owner", kept_games.owner, "Make a link that transfers a game to another phone.", usage.OWNER)
    owner.add_argument("game", help="the id of the game, from `companion games`")
    _add_reachable(owner)
    export = command("export", kept_games.export, "Write a game with its whole history into a file.", usage.EXPORT)
    export.add_argument("game", nargs="?", help="the id of the game, from `companion games`")
    export.add_argument("file", nargs="?", default=STDIN, help="the file; - or nothing for standard output")
    export.add_argument("--all", type=Path, metavar="FOLDER", help="write every game into a folder instead")
    imported = command("import", kept_games.import_, "Bring in a game with its whole history.", usage.IMPORT)
    _add_file(imported, "a file made by `export` or the app")
    imported.add_argument(
        "--separately", action="store_true", help="make a game that went on in two places a separate game"
    )
    imported.add_argument(
        "--yes", action="store_true", help="add to a game that is there without asking; what is added is shown anyway"
    )
    for with_games in (backup, restore, check, listed, people, season, owner, export, imported):
        _add_place(with_games)
    move = command("move", kept_games.move, "Copy all games to another database.", usage.MOVE)
    move.add_argument("--from", dest="source", required=True, help="a folder, or the address of a database")
    move.add_argument("--to", dest="target", required=True, help="a new folder, or the address of a new database")
    _add_instance(move, "for a database, unless COMPANION_SECRET is set: the folder of the secret")
    move.set_defaults(database="")


def _add_filters(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")
    command.add_argument("--game", choices=GAME_WORDS, default="", help="only of one game")
    command.add_argument("--since", type=a_day, metavar="DATE", help="only from this day on: 2026-01-31")
    command.add_argument("--until", type=a_day, metavar="DATE", help="only up to this day")
    command.add_argument("--place", default="", help="only at this place")
    command.add_argument("--against", default="", metavar="NAME", help="only games in which this person played too")


def _add_file(command: argparse.ArgumentParser, what: str, metavar: str | None = None) -> None:
    command.add_argument("file", nargs="?", default=STDIN, metavar=metavar, help=f"{what}; - for standard input")


def _add_reachable(command: argparse.ArgumentParser) -> None:
    command.add_argument("--port", type=int, default=8000, help="the port of the app (default: 8000)")
    command.add_argument("--public-address", default="", help="the address that phones open, if not this machine's")


def _add_place(command: argparse.ArgumentParser) -> None:
    _add_instance(command, "the folder of the database and the secret")
    command.add_argument(
        "--database",
        default=os.environ.get("COMPANION_DATABASE", ""),
        metavar="ADDRESS",
        help="a PostgreSQL database instead: postgresql://user@host/name (default: the variable COMPANION_DATABASE)",
    )


def _add_instance(command: argparse.ArgumentParser, what: str) -> None:
    command.add_argument("--instance", type=Path, default=Path("instance"), help=f"{what} (default: instance)")
