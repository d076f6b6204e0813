"""Read who sits with whom: the sides of a game, and its form where hands are for two."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.documents.errors import DocumentError, Flaw
from companion.documents.reader import quoted, read_choice, read_list, read_seat
from companion.rules.rummy.rounds import Seats
from companion.rules.rummy.ruleset import SEATS_IN_FORM, Form, Game

TEAM_SIGN = " & "


def read_seats(keys: Mapping[str, Any], game: Game, names: tuple[str, ...]) -> Seats | None:
    """Read who sits with whom in a game of hands for two; None for any other game."""
    if "form" not in keys:
        return None
    if game is not Game.GIN_RUMMY:
        raise DocumentError(Flaw.NO_FORMS, "form", game=game)
    form = Form(read_choice(keys["form"], "form", tuple(Form)))
    check_count(names, f"form {form}", SEATS_IN_FORM[form])
    if form is Form.CUTTHROAT:
        if "sides" in keys:
            raise DocumentError(Flaw.NO_PARTNERSHIPS, "sides", game=form)
        return Seats(form, tuple((seat,) for seat in range(len(names))))
    if "sides" not in keys:
        raise DocumentError(Flaw.MISSING_KEY, "sides", key="sides")
    sides = read_sides(keys["sides"], names)
    more = 1 if form is Form.CAPTAIN else 0
    if [len(side) for side in sides] != [(len(names) - more) // 2, (len(names) + more) // 2]:
        raise DocumentError(Flaw.WRONG_CAPTAINS if more else Flaw.UNEQUAL_SIDES, "sides")
    called, other = (side_name([names[seat] for seat in side]) for side in sides)
    if called == other:
        raise DocumentError(Flaw.SIDES_ALIKE, "sides", name=quoted(called))
    return Seats(form, sides)


def side_name(members: Sequence[str]) -> str:
    """Return what players who have one score are called together: Ann & Cid."""
    return TEAM_SIGN.join(members)


def check_count(names: tuple[str, ...], known_as: str, allowed: range) -> None:
    if len(names) not in allowed:
        raise DocumentError(Flaw.PLAYER_COUNT, "players", game=known_as, counts=tuple(allowed), count=len(names))


def read_sides(value: object, names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Read two sides that every player is on."""
    sides = read_list(value, "sides", lambda side, where: read_list(side, where, partial(read_seat, names=names)))
    if len(sides) != 2 or sorted(seat for side in sides for seat in side) != list(range(len(names))):
        raise DocumentError(Flaw.WRONG_SIDES, "sides")
    return sides
