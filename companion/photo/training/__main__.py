"""Train the nets that read photos of cards, from nothing; or draw scenes to measure with."""

import argparse
import sys
from pathlib import Path

from companion.photo.training.fetching import FetchError
from companion.photo.training.stages import draw_to_measure, draw_to_tap, train


def main(arguments: list[str]) -> int:
    """Train, or draw scenes to measure with."""
    options = _parser().parse_args(arguments)
    try:
        if not options.command:
            train(options.folder, resume=options.resume)
            return 0
        seeds = range(options.first, options.first + options.count)
        if options.command == "scenes":
            draw_to_measure(options.folder, options.scenes, seeds, careful=not options.careless)
        else:
            draw_to_tap(options.folder, options.scenes, seeds)
    except FetchError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m companion.photo.training", description=__doc__)
    parser.add_argument(
        "--folder", type=Path, default=Path("instance/training"), help="for what is fetched, drawn and trained"
    )
    parser.add_argument("--resume", action="store_true", help="keep the scenes and nets that are there already")
    commands = parser.add_subparsers(dest="command")
    for name, count, what in (
        ("scenes", 400, "only draw scenes to measure with, of decks that are kept apart, for `python -m bench photo`"),
        ("hands", 20, "only draw pairs of hands as they lie at a showdown, of decks that are kept apart"),
    ):
        command = commands.add_parser(name, help=what)
        command.add_argument("scenes", type=Path, metavar="FOLDER")
        command.add_argument("--count", type=int, default=count)
        command.add_argument("--first", type=int, default=1_000_000, metavar="SEED")
        if name == "scenes":
            command.add_argument("--careless", action="store_true", help="dark, blurred, small or covered ones too")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
