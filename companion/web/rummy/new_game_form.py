"""The form of a new game: what was entered, its errors, and the head of the game document it makes."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import cast

from werkzeug.datastructures import MultiDict

from companion.documents.texts import typed_name
from companion.rules.rummy.house_rules import NAMED_SETS, HouseRuleError, book_value, ruleset_for, values_of_set
from companion.rules.rummy.ruleset import Game, HouseRuleValue
from companion.store.derived.table_cache import TableSummary
from companion.web.base.player_names import name_errors
from companion.web.rummy.catalog import GAMES, GameInfo
from companion.web.rummy.house_rules_form import (
    PREFIX,
    HouseRulesForm,
    UnreadableRuleError,
    read_rules,
    rule_errors,
    typed_rules,
)
from companion.web.table.latest_games import people_of
from companion.wording import web as form_errors
from companion.wording.house_rules import rules_error_sentence, rules_summary

DRAW = "draw"
FILLED_PREFIX = "filled-"


class Sides(StrEnum):
    """Who plays with whom."""

    ALONE = "alone"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Typed:
    """Everything on the form as it was entered, kept whatever errors it has."""

    game: Game = Game.GEM_RUMMY
    names: tuple[str, ...] = ("", "")
    dealer: str = DRAW
    sides: str = Sides.ALONE
    deck: str = ""
    named_set: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    filled: Mapping[str, str] = field(default_factory=dict)
    """The rules that the last game filled in, beside `filled_for`."""
    filled_for: str = ""
    """The named set of the last game."""

    @property
    def info(self) -> GameInfo:
        """The game that is chosen."""
        return GAMES[self.game]

    @property
    def players(self) -> tuple[str, ...]:
        """The names that were typed, in seat order."""
        return tuple(name for name in self.names if name)

    @property
    def seats(self) -> int:
        """How many play: as many as there are seats on the form, whether their names are typed yet or not."""
        return len(self.names)


@dataclass(frozen=True, slots=True)
class FormErrors:
    """The errors of a form by field; under `""` those about the whole."""

    fields: Mapping[str, str]

    def __bool__(self) -> bool:
        """Return whether there is any."""
        return bool(self.fields)

    @property
    def about_rules(self) -> Mapping[str, str]:
        """Those that aren't about a name."""
        return {key: error for key, error in self.fields.items() if not key.startswith("player-")}


@dataclass(frozen=True, slots=True)
class Ready:
    """A form that makes a game."""

    head: Mapping[str, object]
    drawn: bool


def read(form: MultiDict[str, str]) -> Typed:
    """Return what was sent; an unknown game becomes the first of the list.

    A named set chosen meanwhile replaces what the last game filled in; what the player typed stays.
    """
    game = form.get("game", Game.GEM_RUMMY)
    info = GAMES.get(game, GAMES[Game.GEM_RUMMY])
    names = tuple(typed_name(name) for name in form.getlist("player")[: info.seats[-1]])
    names += ("",) * (info.seats.start - len(names))
    dealer = form.get("dealer", DRAW)
    named_set, filled_for = form.get("named_set", ""), form.get("filled_for", "")
    filled = _prefixed(form, FILLED_PREFIX)
    rules = _prefixed(form, PREFIX)
    if values_of_set(info.key, named_set) != values_of_set(info.key, filled_for):
        rules = {key: value for key, value in rules.items() if filled.get(key) != value}
        filled = {}
    return Typed(
        game=info.key,
        names=names,
        dealer=dealer if dealer in {str(seat) for seat in range(len(names))} else DRAW,
        sides=form.get("sides", Sides.ALONE),
        deck=form.get("deck", ""),
        named_set=named_set,
        rules=rules,
        filled=filled,
        filled_for=filled_for if filled else "",
    )


def _prefixed(form: MultiDict[str, str], prefix: str) -> dict[str, str]:
    return {key.removeprefix(prefix): value.strip() for key, value in form.items() if key.startswith(prefix)}


def like(table: TableSummary) -> Typed:
    """Return the form of another game like one of this phone; a new first dealer is picked."""
    head, info = table.head, GAMES[table.game]
    rules = cast("Mapping[str, object]", head.get("house_rules", {}))
    players = cast("Sequence[str]", head["players"])
    named_set, others = _named_set_in(info.key, len(players), rules)
    filled = typed_rules(others)
    typed = Typed(
        game=info.key,
        sides=Sides.ACROSS if head.get("sides") == [players[0::2], players[1::2]] else Sides.ALONE,
        deck=str(table.deck.id) if table.deck else "",
        named_set=named_set,
        rules=filled,
        filled=filled,
        filled_for=named_set,
    )
    return with_people(typed, people_of(head))


def _named_set_in(game: Game, seats: int, rules: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """Return the named set that house rules play, however far the game goes, and what they have besides."""
    sets = {
        name: named.values
        for name, named in NAMED_SETS[game].items()
        if named.values and all(rules.get(key) == value for key, value in named.values.items() if key != "target")
    }
    if not sets:
        return "", rules
    name = max(sets, key=lambda name: len(sets[name]))
    played = {"target": book_value(game, seats, "target"), **rules} if "target" in sets[name] else rules
    return name, {key: value for key, value in played.items() if sets[name].get(key) != value}


def with_people(typed: Typed, people: Sequence[str]) -> Typed:
    """Return the form with these names, as many as the game has seats for."""
    names = tuple(people[: typed.info.seats[-1]])
    return replace(typed, names=names + ("",) * max(0, typed.info.seats.start - len(names)))


def with_rules_of(typed: Typed, table: TableSummary | None) -> Typed:
    """Return the form with the house rules and the deck of the last such game, or without any."""
    last = like(table) if table else Typed()
    return replace(
        typed,
        named_set=last.named_set,
        rules=last.rules,
        filled=last.filled,
        filled_for=last.filled_for,
        deck=last.deck,
    )


def act(typed: Typed, what: str) -> Typed:
    """Do what a button says: another game, a seat up or down, one more, one fewer, a known name in or out."""
    verb, _, about = what.partition(":")
    match verb:
        case "game" if about in GAMES:
            return _for_game(typed, GAMES[about])
        case "up" | "down" if about.isdecimal():
            place = int(about[:9])
            return _moved(typed, place, place + (1 if verb == "down" else -1))
        case "more" if len(typed.names) < typed.info.seats[-1]:
            return replace(typed, names=(*typed.names, ""))
        case "fewer" if len(typed.names) > typed.info.seats.start:
            return _without_last(typed)
        case "name" if about:
            return _with_name(typed, about)
        case _:
            return typed


def _for_game(typed: Typed, info: GameInfo) -> Typed:
    changed = with_people(replace(typed, game=info.key), typed.players)
    dealer = typed.dealer if typed.dealer == DRAW or int(typed.dealer) < changed.seats else DRAW
    return replace(changed, dealer=dealer)


def _moved(typed: Typed, seat: int, to: int) -> Typed:
    if not (0 <= seat < len(typed.names) and 0 <= to < len(typed.names)):
        return typed
    names = list(typed.names)
    names[seat], names[to] = names[to], names[seat]
    # The dealer is a person, not a chair.
    dealer = {str(seat): str(to), str(to): str(seat)}.get(typed.dealer, typed.dealer)
    return replace(typed, names=tuple(names), dealer=dealer)


def _without_last(typed: Typed) -> Typed:
    empty = [seat for seat, name in enumerate(typed.names) if not name]
    gone = empty[-1] if empty else len(typed.names) - 1
    kept = tuple(name for seat, name in enumerate(typed.names) if seat != gone)
    return replace(typed, names=kept, dealer=DRAW)


def _with_name(typed: Typed, name: str) -> Typed:
    names = list(typed.names)
    if name in names:
        names[names.index(name)] = ""
    elif "" in names:
        names[names.index("")] = name
    elif len(names) < typed.info.seats[-1]:
        names.append(name)
    return replace(typed, names=tuple(names))


def house_rules(typed: Typed) -> dict[str, HouseRuleValue]:
    """Return the house rules of the named set, changed by what was entered beside it."""
    return {**values_of_set(typed.game, typed.named_set), **read_rules(typed.game, typed.rules)}


def rules_form(typed: Typed, errors: FormErrors) -> HouseRulesForm:
    """Return the form of the house rules."""
    form = HouseRulesForm.of(typed.game, typed.seats, typed.rules, named_set=typed.named_set)
    form.add_errors(errors.about_rules)
    return form


def summary_of(typed: Typed) -> str:
    """Return in one line what was chosen, or the error in it."""
    try:
        return rules_summary(typed.game, typed.seats, house_rules(typed))
    except UnreadableRuleError as error:
        return str(error)
    except HouseRuleError as error:
        return rules_error_sentence(error)


def check(typed: Typed) -> Ready | FormErrors:
    """Return the head of the game document, or every error."""
    errors = _name_errors(typed)
    rules: dict[str, HouseRuleValue] = {}
    try:
        rules = house_rules(typed)
        ruleset_for(typed.game, typed.seats, rules)
    except (UnreadableRuleError, HouseRuleError) as error:
        errors.update(rule_errors(error))
    if errors:
        return FormErrors(errors)
    players = list(typed.players)
    filled = [seat for seat, name in enumerate(typed.names) if name]
    chosen = typed.dealer != DRAW and int(typed.dealer) in filled
    dealer = typed.names[int(typed.dealer)] if chosen else secrets.choice(players)
    head: dict[str, object] = {"game": typed.game.value, "players": players, "first_dealer": dealer}
    if typed.sides == Sides.ACROSS and len(players) in typed.info.sides_for:
        head["sides"] = [players[0::2], players[1::2]]
    return Ready({**head, "house_rules": rules}, drawn=not chosen)


def _name_errors(typed: Typed) -> dict[str, str]:
    errors = name_errors(typed.names)
    empty = [seat for seat, name in enumerate(typed.names) if not name]
    least = typed.info.seats.start
    if empty and len(typed.players) < least:
        errors[f"player-{empty[0]}"] = form_errors.too_few_players(typed.info.name, least)
    elif empty:
        errors[f"player-{empty[0]}"] = form_errors.no_name(empty[0] + 1)
    return errors
