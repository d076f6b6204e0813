"""How every measurement is asked for, and how it ends: fine, wrong, worse than its goal, or not at all."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

Arguments = Sequence[str] | None
"""The words after a measurement's name; none are those of this process."""
SHOWN = 10
"""Reasons of one kind that are printed."""


class Ending(IntEnum):
    """The exit status of a measurement. 2 is that of settings that it doesn't have."""

    FINE = 0
    WRONG = 1
    SLOW = 3
    MISSING = 4


@dataclass(slots=True)
class Reasons:
    """Why a measurement doesn't end well."""

    wrong: list[str] = field(default_factory=list)
    """What is lost, differs or failed, on however fast a machine."""
    slow: list[str] = field(default_factory=list)
    """What takes longer, or more, than its goal."""
    missing: list[str] = field(default_factory=list)
    """What this machine doesn't have, so that nothing was measured."""

    def ending(self) -> Ending:
        """Print the reasons, each in a line that begins with its kind, and return the ending."""
        kinds = ((Ending.WRONG, self.wrong), (Ending.SLOW, self.slow), (Ending.MISSING, self.missing))
        for kind, reasons in kinds:
            for reason in reasons[:SHOWN]:
                print(f"{kind.name}: {reason}", flush=True)
        return next((kind for kind, reasons in kinds if reasons), Ending.FINE)


def wrong(reasons: Iterable[str]) -> Ending:
    """End a measurement that only asks whether something is wrong."""
    return Reasons(wrong=[*reasons]).ending()


def settings(description: str | None) -> argparse.ArgumentParser:
    """Return a reader of settings that describes a measurement by its docstring."""
    return argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)


def add_engines(asked: argparse.ArgumentParser, engines: Sequence[str]) -> None:
    """Let the engines be chosen; all are measured where none is."""
    asked.add_argument("--engine", choices=engines, action="append", dest="engines")


def add_edition(asked: argparse.ArgumentParser) -> None:
    """Let a pocket edition be named that is built already."""
    asked.add_argument("--edition", type=Path, metavar="FOLDER", help="a pocket edition that is built already")
