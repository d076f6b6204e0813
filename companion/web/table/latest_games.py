"""The latest games of this phone, from whose settings a new game starts."""

from collections.abc import Mapping, Sequence
from typing import cast

from companion.store.derived import recompute
from companion.store.derived.table_cache import TableSummary
from companion.store.people import devices
from companion.web.current_store import current_store
from companion.web.security.phone import current_phone

LOOKED_AT = 10
NAMES_OFFERED = 8


def latest_games() -> tuple[TableSummary, ...]:
    """Return the latest games of the phone, the one changed last first."""
    phone = current_phone()
    listed = recompute.games_of(current_store(), phone.id, LOOKED_AT) if phone else recompute.NONE
    return tuple(table for _, table in listed.tables)


def people_of(head: Mapping[str, object]) -> tuple[str, ...]:
    """Return the people of a game in the order in which they take turns, leaving out names that were forgotten."""
    teams = cast("Sequence[Sequence[str]]", head.get("teams", ()))
    turns = zip(*teams, strict=True) if teams else [cast("Sequence[str]", head["players"])]
    known = _names()
    return tuple(name for turn in turns for name in turn if name in known)


def names_to_offer() -> tuple[str, ...]:
    """Return names that were used on this phone, the latest first."""
    return tuple(_names()[:NAMES_OFFERED])


def _names() -> Sequence[str]:
    phone = current_phone()
    return devices.names(current_store(), phone.id) if phone else ()
