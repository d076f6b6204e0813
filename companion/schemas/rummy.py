"""Schemas of showdowns and games of the three rummies."""

from collections.abc import Iterable, Mapping

from companion.documents.game import MOST_HANDS
from companion.documents.showdown import DECK_KEYS, GEM_PARTS_CHECKED, MOST_CARDS, MOST_POINTS, calls_of
from companion.rules.gems import GEMS
from companion.rules.rummy.house_rules import GAME_RULES, HOUSE_RULES, allowed_values
from companion.rules.rummy.ruleset import SEATS, SEATS_IN_FORM, Form, Game, KnockAt, RuleSet, book_rules
from companion.schemas.parts import (
    CARD,
    COUNT,
    DEFINED,
    FLAG,
    GAME_REMARKS,
    NAME,
    REMARKS,
    Schema,
    by_choice,
    by_player,
    closed,
    has,
    listed,
    one_of,
    shared,
    whole,
)

_CARDS = listed(CARD, most=MOST_CARDS)
_LETTERS = "".join(GEMS)
_DICE = listed(whole(1, 6), 2, 2)
DECK: Schema = {
    "type": "object",
    "description": "gems by card",
    "propertyNames": CARD,
    "additionalProperties": {"type": "string", "pattern": f"^[{_LETTERS}{_LETTERS.lower()}]{{1,{len(GEMS)}}}$"},
}
_LAY_OFF: Schema = {
    "if": {"required": ["pass"]},
    "then": closed({"player": NAME, "pass": {"const": True}}),
    "else": closed({"player": NAME, "card": CARD, "onto": closed({"player": NAME, "meld": whole(0, MOST_CARDS - 1)})}),
}
_OVERRULED = closed(
    {"points": by_player(shared("points")), "winner": NAME, "reason": shared("reason"), "by": NAME},
    about="the table's own points in place of the ruling",
)


def cards_of_hand(besides: Mapping[str, Schema], *, has_gems: bool) -> Schema:
    """Return a hand as it lies, loose, or counted."""
    claim = {"gem_parts": one_of((True, False, GEM_PARTS_CHECKED)) if has_gems else {"const": False}}
    counted_claim = {"gem_parts": FLAG if has_gems else {"const": False}}
    melds = listed(listed(CARD, 1, MOST_CARDS), most=MOST_CARDS)
    return {
        "oneOf": [
            closed({**besides, "melds": melds, "deadwood": _CARDS}, claim, "as it lies"),
            closed({**besides, "cards": _CARDS}, claim, "loose: the app lays it out"),
            closed({**besides, "deadwood_points": whole(0, MOST_POINTS)}, counted_claim, "counted at the table"),
        ]
    }


def house_rules(game: Game, keys: Iterable[str]) -> Schema:
    values = {}
    for key in keys:
        allowed = allowed_values(game, key)
        choices = [COUNT | one_of(allowed.values) if _are_numbers(allowed.values) else one_of(allowed.values)]
        ranges = [whole(*allowed.numbers)] if allowed.numbers else []
        kinds = [*ranges, *(choices if allowed.values else ())]
        values[str(key)] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return closed({}, values)


def _are_numbers(values: Iterable[object]) -> bool:
    return {type(value) for value in values} == {int}


def _played(game: Game, rules: RuleSet) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Return the keys that a showdown must have and may have, besides those of its game."""
    players = listed(shared("player-with-gems" if rules.has_gems else "player"), most=MOST_CARDS)
    required = {"knocker": NAME, "players": players, **({"dice": _DICE} if rules.has_dice else {})}
    lay_offs = {
        **listed(_LAY_OFF, most=2 * MOST_CARDS),
        "description": "in the order played; left out: found by the app",
    }
    optional = {"call": one_of(calls_of(rules)), "lay_offs": lay_offs}
    return required, optional | ({"upcard": CARD} if game is Game.GIN_RUMMY else {})


def _of_game(game: Game, rules: RuleSet) -> dict[str, Schema]:
    deck = dict.fromkeys(DECK_KEYS, DECK) if rules.has_gems else {}
    return {"house_rules": shared(f"house-rules-{game}"), **deck}


_PLAYED_BY_UPCARD: Schema = {
    "required": ["house_rules"],
    "properties": {
        "house_rules": {"anyOf": [has("knock_limit", KnockAt.UPCARD.value), has("spades_double", value=True)]}
    },
}
_WITH_UPCARD: Schema = {"anyOf": [{"required": ["upcard"]}, has("drawn", value=True)]}


def _conditions(game: Game) -> Schema:
    if game is Game.GEM_RUMMY:
        return {"dependentSchemas": {"print": {"properties": {"gems": False, "not_gems": False}}}}
    return {"if": _PLAYED_BY_UPCARD, "then": {"required": ["upcard"]}} if game is Game.GIN_RUMMY else {}


def _showdown(game: Game, rules: RuleSet) -> Schema:
    required, optional = _played(game, rules)
    seats = {**required["players"], "minItems": SEATS[game][0], "maxItems": SEATS[game][-1]}
    keys = {"game": {"const": game.value}, **required, "players": seats}
    return {**closed(keys, {**_of_game(game, rules), **optional}), **_conditions(game)}


def _hand(game: Game, rules: RuleSet) -> Schema:
    required, optional = _played(game, rules)
    own = {**REMARKS, "dealer": NAME, "house_rules": shared(f"house-rules-of-a-hand-{game}")}
    turned_up = {key: schema for key, schema in {**required, **optional}.items() if key in ("dice", "upcard")}
    hand = {
        "if": has("drawn", value=True),
        "then": closed({"drawn": {"const": True}}, {**turned_up, **own}, "a hand that nobody won"),
        "else": closed(required, {**optional, "drawn": FLAG, "overruled": _OVERRULED, **own}),
    }
    if game is not Game.GIN_RUMMY:
        return hand
    return {**hand, "allOf": [{"if": _PLAYED_BY_UPCARD, "then": _WITH_UPCARD}]}


def head(game: Game) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Return the keys that a game must have and may have, besides its hands."""
    rules = book_rules(game, SEATS[game][0])
    seats = [*SEATS[game], *(number for numbers in _seats_in_forms(game) for number in numbers)]
    required = {
        "game": {"const": game.value},
        "players": listed(NAME, min(seats), max(seats)),
        "first_dealer": NAME,
    }
    return required, {**_of_game(game, rules), **_SEATED.get(game, {}), **GAME_REMARKS}


def _seats_in_forms(game: Game) -> Iterable[range]:
    return SEATS_IN_FORM.values() if game is Game.GIN_RUMMY else ()


_SEATED: Mapping[Game, dict[str, Schema]] = {
    Game.GIN_RUMMY: {
        "form": {**one_of(Form), "description": "how more than two play, in hands for two"},
        "sides": listed(listed(NAME, 1, 4), 2, 2),
    },
    Game.KNOCK_RUMMY: {"sides": listed(listed(NAME, 2, 3), 2, 2)},
}


def _seating(form: Form | None) -> Schema:
    """Return how many play in a form of Gin Rummy, and whether they have sides."""
    seats = SEATS[Game.GIN_RUMMY] if form is None else SEATS_IN_FORM[form]
    players = {"players": {"anyOf": [{"minItems": number, "maxItems": number} for number in seats]}}
    if form in {Form.PARTNERS, Form.CAPTAIN}:
        return {"required": ["sides"], "properties": players}
    return {"properties": {**players, "sides": False}}


def seatings(game: Game) -> list[Schema]:
    """Return what a game's players and sides depend on, to be met all together."""
    if game is not Game.GIN_RUMMY:
        return []
    in_forms = [{"if": has("form", form.value), "then": _seating(form)} for form in Form]
    return [*in_forms, {"if": {"required": ["form"]}, "else": _seating(None)}]


def _game(game: Game) -> Schema:
    required, optional = head(game)
    hands = listed(shared(f"hand-{game}"), most=MOST_HANDS)
    schema = {**closed({**required, "hands": hands}, optional), **_conditions(game)}
    if seatings(game):
        schema["allOf"] = seatings(game)
    if game is Game.GIN_RUMMY:
        items = {"anyOf": [{"required": ["house_rules"]}, _WITH_UPCARD]}
        schema["then"] = {"properties": {"hands": {"items": items}}}
    return schema


def showdown() -> Schema:
    return by_choice("game", {game: shared(f"showdown-{game}") for game in Game})


GAMES: Mapping[str, Schema] = {game.value: shared(f"game-{game}") for game in Game}

DEFINED |= {
    "player": cards_of_hand({"name": NAME}, has_gems=False),
    "player-with-gems": cards_of_hand({"name": NAME}, has_gems=True),
}
for _game_played in Game:
    _rules = book_rules(_game_played, SEATS[_game_played][0])
    _keys = HOUSE_RULES[_game_played]
    DEFINED |= {
        f"house-rules-{_game_played}": house_rules(_game_played, _keys),
        f"house-rules-of-a-hand-{_game_played}": house_rules(
            _game_played, [key for key in _keys if key not in GAME_RULES]
        ),
        f"showdown-{_game_played}": _showdown(_game_played, _rules),
        f"hand-{_game_played}": _hand(_game_played, _rules),
        f"game-{_game_played}": _game(_game_played),
    }
