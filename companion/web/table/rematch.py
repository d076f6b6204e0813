"""The next game at the same table: who may deal first in it."""

from collections.abc import Mapping, Sequence
from typing import cast


def rematch_dealers(head: Mapping[str, object]) -> tuple[str, ...]:
    """Return who may deal first in the next game; nobody where nobody deals."""
    return tuple(cast("Sequence[str]", head["players"])) if "first_dealer" in head else ()
