"""The command line: judge, score, moves, rules, serve, backup, restore, check. Thin: it asks the rooms behind it."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from companion.documents.answers import (
    bounded_lines,
    judge_document,
    judge_lines,
    moves_document,
    score_document,
)
from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json

READ = 0
NOT_READ = 2
LARGEST_DOCUMENT = 64_000_000
STDIN = "-"

_Run = Callable[[argparse.Namespace], int]

_ABOUT = "Scorekeeper and referee for Gem Rummy, Gin Rummy, Knock Rummy and Gem II."
_EXAMPLES = """\
examples:
  companion judge showdown.json         rule one showdown
  companion judge --lines < many.jsonl  rule one showdown a line, as many as come
  companion score game.json --table     the score sheet of a game, to read
  companion moves board.json            the legal moves of a Gem II board
  companion rules P.undercut            one rule with its worked cases
  companion serve                       the app, for the phones at the table

exit status: 0 the document was read and answered, legal or not; 2 it could not be read, and standard
error says in one sentence what is wrong and where.
"""
_JUDGE_EXAMPLE = """\
example:
  echo '{"game": "gin-rummy", "knocker": "Ann", "players": [
          {"name": "Ann", "melds": [["5C","6C","7C"], ["9C","9D","9H"]], "deadwood": ["2D","3S","AC","AD"]},
          {"name": "Bob", "cards": ["8C","4D","5D","6D","KC","KD","KH","2H","JD","QS"]}]}' | companion judge -
"""
_SCORE_EXAMPLE = """\
example:
  echo '{"game": "gem-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann", "hands": [
          {"dice": [3, 4], "knocker": "Ann", "players": [
            {"name": "Ann", "deadwood_points": 2},
            {"name": "Bob", "deadwood_points": 17}]}]}' | companion score - --table
"""
_MOVES_EXAMPLE = """\
example:
  echo '{"game": "gem-ii", "level": 1, "piles": [["IIE", "VH"], ["IXM"], ["VIR", "XE", "IVM"], []],
         "claimed": {"move": 3, "card": "VH", "onto": 2}}' | companion moves -
"""
_SERVE_EXAMPLE = """\
examples:
  companion serve                                    http on every address of this machine, port 8000
  companion serve --certificate c.pem --key k.pem    https on the own network
  companion serve --host 127.0.0.1 --trusted-hops 1 --public-address https://cards.example
                                                     behind a proxy that appends to X-Forwarded-For
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit status."""
    options = _parser().parse_args(arguments)
    run: _Run = options.run
    try:
        return run(options)
    except DocumentError as error:
        place = f"{error.where}: " if error.where else ""
        return _complain(f"{place}{error.message}")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READ
    except KeyboardInterrupt:
        return NOT_READ


def _complain(sentence: str) -> int:
    print(f"companion: {sentence}".encode("utf-8", "replace").decode("utf-8"), file=sys.stderr)
    return NOT_READ


def _parser() -> argparse.ArgumentParser:
    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("companion", description=_ABOUT, epilog=_EXAMPLES, formatter_class=shape)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], about: str, epilog: str = ""
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about, epilog=epilog, formatter_class=shape)
        added.set_defaults(run=run)
        return added

    judge = command("judge", _judge, "Rule a showdown: legal or not, points and reasons.", _JUDGE_EXAMPLE)
    judge.add_argument("file", nargs="?", default=STDIN, help="a showdown document; - for standard input")
    judge.add_argument("--lines", action="store_true", help="one document a line in, one verdict a line out")
    score = command("score", _score, "Give the score sheet of a game.", _SCORE_EXAMPLE)
    score.add_argument("file", nargs="?", default=STDIN, help="a game document; - for standard input")
    score.add_argument("--table", action="store_true", help="a sheet to read instead of JSON")
    moves = command("moves", _moves, "List the legal moves of a Gem II board, and judge a claimed one.", _MOVES_EXAMPLE)
    moves.add_argument("file", nargs="?", default=STDIN, help="a board document; - for standard input")
    rules = command("rules", _rules, "Print the register of rules, or one rule with its worked cases.")
    rules.add_argument("id", nargs="?", help="a rule's id, such as P.undercut")
    serve = command("serve", _serve, "Serve the app to the phones at the table.", _SERVE_EXAMPLE)
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on (all of this machine's)")  # noqa: S104
    serve.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
    serve.add_argument("--instance", type=Path, default=Path("instance"), help="the folder of database and secrets")
    serve.add_argument("--public-address", default="", help="what the phones shall open, if not this machine's address")
    serve.add_argument("--trusted-hops", type=int, default=0, help="how many proxies stand before the app (0)")
    serve.add_argument("--certificate", type=Path, help="a certificate in PEM, for https")
    serve.add_argument("--key", type=Path, help="the key of the certificate")
    return parser


def _load(name: str) -> object:
    if name == STDIN:
        return parse_json(_bounded(sys.stdin.buffer))
    try:
        with Path(name).open("rb") as file:
            return parse_json(_bounded(file))
    except OSError as error:
        raise DocumentError("no-file", name, f"the file cannot be read: {error.strerror}") from error


def _bounded(file: BinaryIO) -> bytes:
    text = file.read(LARGEST_DOCUMENT + 1)
    if len(text) > LARGEST_DOCUMENT:
        raise DocumentError("too-large", "", f"more than {LARGEST_DOCUMENT} bytes are no document of a card table")
    return text


def _print_json(document: object, *, indent: int | None) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")


def _judge(options: argparse.Namespace) -> int:
    if not options.lines:
        _print_json(judge_document(_load(options.file)), indent=2)
        return READ
    if options.file == STDIN:
        return _judge_stream(sys.stdin.buffer)
    try:
        with Path(options.file).open("rb") as file:
            return _judge_stream(file)
    except OSError as error:
        raise DocumentError("no-file", options.file, f"the file cannot be read: {error.strerror}") from error


def _judge_stream(stream: BinaryIO) -> int:
    for answer in judge_lines(bounded_lines(stream)):
        _print_json(answer, indent=None)
    sys.stdout.buffer.flush()
    return READ


def _score(options: argparse.Namespace) -> int:
    document = _load(options.file)
    sheet = score_document(document)
    if options.table:
        from companion.wording.sheet import sheet_table

        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        sys.stdout.buffer.write(sheet_table(document, sheet, colour=colour).encode("utf-8"))
    else:
        _print_json(sheet, indent=2)
    return READ


def _moves(options: argparse.Namespace) -> int:
    _print_json(moves_document(_load(options.file)), indent=2)
    return READ


def _rules(options: argparse.Namespace) -> int:
    from companion.register.printing import register_text, rule_text

    text = register_text() if options.id is None else rule_text(options.id)
    if text is None:
        return _complain(f"there is no rule {options.id[:40]!r}; `companion rules` lists them all")
    sys.stdout.buffer.write(text.encode("utf-8"))
    return READ


def _serve(options: argparse.Namespace) -> int:
    from companion.web.serve import Serving, serve

    return serve(
        Serving(
            host=options.host,
            port=options.port,
            instance=options.instance,
            public_address=options.public_address,
            trusted_hops=options.trusted_hops,
            certificate=options.certificate,
            key=options.key,
        )
    )
