"""Schemas of the games and boards of Gem II."""

from companion.documents.gem2 import TEAM_SIZE, TIMER_MINUTES
from companion.documents.gem2_board import UNNAMED
from companion.rules.gem2.cards import DECK, PILES, Level
from companion.rules.gem2.duel import MOST_COUNTED
from companion.rules.gem2.moves import MoveKind
from companion.rules.gem2.round import LARGEST_DEAL
from companion.rules.gem2.turn import Bet, Misdeal, Penalty
from companion.schemas.parts import (
    COUNT,
    DEFINED,
    FLAG,
    GAME_REMARKS,
    NAME,
    REMARKS,
    Schema,
    by_player,
    closed,
    has,
    listed,
    one_of,
    or_null,
    shared,
    whole,
)

_CARD = shared("card-gem-ii")
_LEVEL = COUNT | one_of(Level)
_REMOVED = whole(0, DECK)
_OVERRULED = closed(
    {"points": by_player(shared("points")), "reason": shared("reason"), "by": NAME}, {"winner": or_null(NAME)}
)
_SOLO_ROUND = closed(
    {"deals": {**listed(_REMOVED), "description": "the cards removed after each deal"}},
    {"bonus_rounds": listed(closed({"deals": listed(_REMOVED)})), "overruled": _OVERRULED, **REMARKS},
)
_CALL: Schema = {
    **closed(
        {"penalty": one_of(Penalty), "caller": NAME, "correct": FLAG}, {"example": one_of(Misdeal), "on_self": FLAG}
    ),
    "dependentSchemas": {"example": has("penalty", Penalty.INCORRECT_DEAL.value)},
}
_DEAL = closed(
    {"removed": _REMOVED},
    {
        "finished_by_opponent": _REMOVED,
        "bets": listed(COUNT | one_of(Bet)),
        "calls": listed(_CALL),
        "dealt": whole(1, LARGEST_DEAL),
        "timed_out": FLAG,
    },
)
_POINTS = by_player(whole(0, MOST_COUNTED))
_COUNTED = closed({"remaining": _REMOVED, "cards": by_player(_REMOVED)}, {"betting": _POINTS, "penalties": _POINTS})
_OF_ROUND = {
    "overruled": _OVERRULED,
    "announced_eight": FLAG,
    "incorrect_deal": listed(one_of((Misdeal.SHORT_LAST_DEAL, Misdeal.DEALER_NOT_LAST))),
    "not_all_x": FLAG,
    "x_held_by": NAME,
    **REMARKS,
}
_ROUND: Schema = {
    "if": {"required": ["counted"]},
    "then": closed({"counted": _COUNTED}, _OF_ROUND, "a round counted at the table"),
    "else": closed({"deals": listed(_DEAL)}, _OF_ROUND, "a round recorded deal by deal"),
    "dependentSchemas": {"x_held_by": has("not_all_x", value=True)},
}
_ONTO = whole(0, PILES - 1)


def _move(kind: MoveKind, required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return closed({"move": COUNT | {"const": kind.value}, **required}, optional)


_CLAIM: Schema = {
    "oneOf": [
        closed({"pass": {"const": True}}),
        _move(MoveKind.REMOVE, {"card": _CARD}),
        _move(MoveKind.REMOVE, {"cards": listed(_CARD, 1, DECK)}),
        _move(MoveKind.FILL, {"card": _CARD}, {"onto": _ONTO}),
        _move(MoveKind.CROSS, {"card": _CARD, "onto": _ONTO}),
    ]
}
HEADS: dict[str, tuple[dict[str, Schema], dict[str, Schema]]] = {
    "gem-ii-solo": (
        {"game": {"const": "gem-ii-solo"}, "players": listed(NAME, 1, 1), "level": _LEVEL},
        dict(GAME_REMARKS),
    ),
    "gem-ii": (
        {"game": {"const": "gem-ii"}, "players": listed(NAME, 2, 2), "first_dealer": NAME, "level": _LEVEL},
        {
            "teams": listed(listed(NAME, TEAM_SIZE, TEAM_SIZE), 2, 2),
            "timer": {**whole(*TIMER_MINUTES), "description": "minutes of a turn"},
            **GAME_REMARKS,
        },
    ),
}
"""The keys that a game must have and may have, besides its rounds."""
ROUNDS = {"gem-ii-solo": shared("round-gem-ii-solo"), "gem-ii": shared("round-gem-ii")}
GAMES = {game: shared(f"game-{game}") for game in HEADS}

DEFINED |= {"round-gem-ii-solo": _SOLO_ROUND, "round-gem-ii": _ROUND}
DEFINED |= {
    f"game-{game}": closed({**required, "rounds": listed(ROUNDS[game])}, optional)
    for game, (required, optional) in HEADS.items()
}


def board() -> Schema:
    piles = listed(listed({"anyOf": [{"const": UNNAMED}, _CARD]}, most=DECK), PILES, PILES)
    described = {**piles, "description": "each pile from the bottom card to the top"}
    return closed({"game": {"const": "gem-ii"}, "level": _LEVEL, "piles": described}, {"claimed": _CLAIM, "best": FLAG})
