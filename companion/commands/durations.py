"""Durations as the command line takes them: 30m, 1h, 1d."""

import argparse
import re

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_DURATION = re.compile(r"([1-9]\d{0,5})([smhd])", re.ASCII)


def duration(text: str) -> float:
    """Return a duration in seconds.

    >>> duration("30m"), duration("1d")
    (1800.0, 86400.0)
    """
    found = _DURATION.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text} isn't a duration such as 30m, 1h or 1d")
    return float(int(found[1]) * _UNITS[found[2]])
