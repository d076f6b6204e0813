"""The rummies as data: names, who may play, and what the head of a game's document says of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from flask import abort

from companion.documents.game import players_of
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.ruleset import SEATS, Form, Game, HouseRuleValue, RuleSet
from companion.wording.cards import GAME_WORDS
from companion.wording.house_rules import rules_summary

RULES_KEPT = 200
"""Sets of house rules whose rules are not worked out again with each page."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    key: Game
    name: str
    seats: range
    has_dice: bool
    has_decks: bool


def _info(key: Game) -> GameInfo:
    rules = ruleset_for(key, SEATS[key].start)
    return GameInfo(key, GAME_WORDS[key], SEATS[key], rules.has_dice, rules.has_gems)


GAMES: Mapping[str, GameInfo] = {game.value: _info(game) for game in Game}


def require_rummy(game: str) -> None:
    if game not in GAMES:
        abort(404)


def rules_of(head: Mapping[str, object]) -> RuleSet:
    house_rules = json.dumps(house_rules_of(head), sort_keys=True)
    return _rules(Game(str(head["game"])), len(players_of(head)), house_rules, form_of(head))


@lru_cache(RULES_KEPT)
def _rules(game: Game, seats: int, house_rules: str, form: Form | None) -> RuleSet:
    return ruleset_for(game, seats, json.loads(house_rules), form)


def form_of(head: Mapping[str, object]) -> Form | None:
    """Return in which form Gin Rummy is played; None for two players, and for every other game."""
    return Form(str(head["form"])) if "form" in head else None


def house_rules_of(head: Mapping[str, object]) -> Mapping[str, HouseRuleValue]:
    """Return what the table plays otherwise than the book."""
    return cast("Mapping[str, HouseRuleValue]", head.get("house_rules", {}))


def summary_of(head: Mapping[str, object]) -> str:
    return rules_summary(Game(str(head["game"])), len(players_of(head)), house_rules_of(head), form_of(head))


def sides_of(head: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    """Return the sides of a partnership game, empty where everybody plays alone."""
    return tuple(tuple(side) for side in cast("Sequence[Sequence[str]]", head.get("sides", ())))


def partners_of(head: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    """Return the sides of partners who all play each hand and whose points are added."""
    return () if "form" in head else sides_of(head)
