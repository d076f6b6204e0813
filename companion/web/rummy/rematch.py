"""The next game of Gin in a form: the same players, with another captain or other sides that deal or begin."""

from collections.abc import Mapping
from typing import assert_never

from companion.documents.game import players_of
from companion.rules.rummy.ruleset import Form
from companion.web.base.player_names import short_names
from companion.web.kinds.game_kinds import NextSeats
from companion.web.rummy.catalog import form_of, sides_of
from companion.wording import table_forms as wording

ROOM_OF_A_NAME = 12


def next_seats(head: Mapping[str, object]) -> NextSeats | None:
    """Return what a form changes in the next game; None where only the first dealer is asked."""
    form, players, sides = form_of(head), players_of(head), sides_of(head)
    called = dict(zip(players, short_names(players, ROOM_OF_A_NAME), strict=True))
    match form:
        case None:
            return None
        case Form.PARTNERS:
            dealing = next(side for side in sides if head["first_dealer"] not in side)
            return NextSeats({"first_dealer": dealing[0]}, wording.side_deals([called[name] for name in dealing]))
        case Form.CAPTAIN:
            first, *others = (*sides[0], *sides[1])
            in_turn = [*others, first]
            captains, opponents = in_turn[: len(sides[0])], in_turn[len(sides[0]) :]
            changed = {"sides": [captains, opponents], "first_dealer": opponents[0]}
            return NextSeats(changed, wording.are_captains([called[name] for name in captains]))
        case Form.CUTTHROAT:
            first, *others = players
            in_turn = [*others, first]
            return NextSeats(
                {"players": in_turn, "first_dealer": in_turn[1]}, wording.begin([called[name] for name in in_turn[:2]])
            )
    assert_never(form)
