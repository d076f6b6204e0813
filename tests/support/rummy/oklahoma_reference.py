"""What the upcard does in Oklahoma Gin, written down once more, with nothing of the product."""

from collections.abc import Mapping
from typing import Any

LIMITS = {"A": 0, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 10, "Q": 10, "K": 10}


def limit(rules: Mapping[str, Any], upcard: str | None) -> int:
    """Give the most deadwood to knock with; 0 asks for Gin."""
    if rules.get("straight"):
        return 0
    knock_limit = rules.get("knock_limit", 10)
    if knock_limit != "upcard":
        return int(knock_limit)
    if upcard is None:
        raise ValueError("The upcard sets the limit, and there is none.")
    return LIMITS[upcard[:-1]]


def priced(points: Mapping[str, int], upcard: str | None, rules: Mapping[str, Any]) -> dict[str, int]:
    """Double everything that a hand scored if the upcard is a spade and spades count double."""
    doubled = bool(rules.get("spades_double")) and upcard is not None and upcard.endswith("S")
    return {name: 2 * scored if doubled else scored for name, scored in points.items()}
