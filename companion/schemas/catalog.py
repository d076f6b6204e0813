"""Every public document by name, with its schema."""

from collections.abc import Callable, Mapping

from companion.schemas import answers, game_file, gem2, people, rummy
from companion.schemas.parts import Schema, by_choice, complete

_SCHEMAS: Mapping[str, tuple[str, Callable[[], Schema]]] = {
    "showdown": ("A showdown, for `companion judge`", rummy.showdown),
    "verdict": ("The verdict on a showdown", answers.verdict),
    "game": ("A game, for `companion score`", lambda: by_choice("game", {**rummy.GAMES, **gem2.GAMES})),
    "sheet": ("The score sheet of a rummy", answers.sheet),
    "gem-ii-solo-card": ("The card of Gem II for one player", answers.solo_card),
    "gem-ii-card": ("The card of Gem II for two sides", answers.duel_card),
    "board": ("A Gem II board, for `companion moves`", gem2.board),
    "moves": ("The moves of a Gem II board", answers.moves),
    "whole-game": ("A whole game with its history, for `companion import`", game_file.whole_game),
    "photo": ("The cards of a photo, from `companion read`", answers.photo),
    "people": ("Everybody's figures, from `companion people --json`", people.people),
    "person": ("The record of one person, from `companion people NAME --json`", people.person),
    "season": ("Everyone over everyone, from `companion season --json`", people.season),
    "error": ("Why a line of `companion judge --lines` couldn't be read", answers.error),
}
TITLES: Mapping[str, str] = {name: title for name, (title, _) in _SCHEMAS.items()}


def schema_of(name: str) -> Schema:
    title, schema = _SCHEMAS[name]
    return complete(name, title, schema())
