"""The rummies as data: names, and who may play."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import abort

from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.ruleset import SEATS, Game
from companion.wording.cards import GAME_WORDS


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One game as the screens name it."""

    key: Game
    name: str
    line: str
    seats: range
    has_dice: bool
    has_decks: bool
    sides_for: tuple[int, ...] = ()


def _info(key: Game, line: str, *, sides_for: tuple[int, ...] = ()) -> GameInfo:
    rules = ruleset_for(key, SEATS[key].start)
    return GameInfo(key, GAME_WORDS[key], line, SEATS[key], rules.has_dice, rules.has_gems, sides_for)


GAMES: Mapping[str, GameInfo] = {
    info.key: info
    for info in (
        _info(Game.GEM_RUMMY, "2 or 3 players, dice, gems"),
        _info(Game.GIN_RUMMY, "2 players, knock at 10"),
        _info(Game.KNOCK_RUMMY, "2 to 7 players, no lay-offs", sides_for=(4, 6)),
    )
}


def require_rummy(game: str) -> None:
    """Answer 404 where a game is not a rummy."""
    if game not in GAMES:
        abort(404)
