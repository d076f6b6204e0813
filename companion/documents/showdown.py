"""A showdown document <-> the rules' Showdown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, assert_never

from companion.documents.reader import (
    check_names,
    join,
    quoted,
    read_choice,
    read_flag,
    read_list,
    read_mapping,
    read_name,
    read_object,
    read_player,
    read_text,
    read_whole,
    refuse,
)
from companion.rules.cards import ALL_CARDS, Card, name_of, parse_card
from companion.rules.gems import GEMS, Gem, Print
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.ruleset import SEATS, Game, HouseRuleError, HouseRuleProblem, RuleSet, Scoring, ruleset_for
from companion.rules.rummy.showdown_input import Counted, HandInput, LaidOut, Loose, Seat, Showdown
from companion.rules.rummy.verdict import Call

MOST_POINTS = 1000
"""More than any hand of cards can count."""

MOST_CARDS = len(ALL_CARDS)
"""No list of a showdown is longer than the deck, lay-offs and passes aside."""

DICE = 2


@dataclass(frozen=True, slots=True)
class Setting:
    """What a game settles for all its showdowns: the rules, and the deck as far as its gems are known."""

    rules: RuleSet
    gems: Print | None = None
    names: tuple[str, ...] = field(default=())


def read_showdown(document: object) -> Showdown:
    """Read a showdown document."""
    keys = read_object(
        document, "", ("game", "knocker", "players"), ("house_rules", "print", "gems", "dice", "call", "lay_offs")
    )
    game = Game(read_choice(keys["game"], "game", tuple(Game)))
    seats = read_list(keys["players"], "players", _read_seat, most=MOST_CARDS)
    check_names([seat.name for seat in seats], lambda place: f"players[{place}].name")
    setting = read_setting(keys, game, tuple(seat.name for seat in seats))
    return _showdown(keys, "", setting, seats)


def read_hand_showdown(document: Mapping[str, Any], where: str, setting: Setting) -> Showdown:
    """Read one hand of a game: a showdown without what the game already says."""
    seats = read_list(document["players"], join(where, "players"), _read_seat, most=MOST_CARDS)
    seats = _in_seat_order(seats, join(where, "players"), setting.names)
    return _showdown(document, where, setting, seats)


def read_setting(keys: Mapping[str, Any], game: Game, names: tuple[str, ...]) -> Setting:
    """Read what a game and a lone showdown have in common: house rules and deck, for these players."""
    allowed = SEATS[game]
    if len(names) not in allowed:
        wanted = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
        refuse("player-count", "players", f"{game} is for {wanted} players, not {len(names)}")
    rules = read_house_rules(keys.get("house_rules", {}), "house_rules", game, len(names))
    if not rules.has_gems:
        for key in ("print", "gems"):
            if key in keys:
                refuse("unknown-key", key, f"the cards of {game} bear no gems")
    return Setting(rules, _read_deck(keys), names)


def read_house_rules(value: object, where: str, game: Game, seats: int) -> RuleSet:
    """Read the house rules of a table."""
    changes = read_mapping(value, where)
    try:
        return ruleset_for(game, seats, changes)
    except HouseRuleError as error:
        refuse(error.problem, join(where, error.keys[0]), _house_rule_message(error, changes))


def _house_rule_message(error: HouseRuleError, changes: Mapping[str, Any]) -> str:
    keys = " and ".join(join("", key) for key in error.keys)
    match error.problem:
        case HouseRuleProblem.UNKNOWN:
            return f"unknown house rule {keys}: {error.expected}"
        case HouseRuleProblem.WRONG_VALUE:
            return f"for {keys} {error.expected}, not {quoted(changes[error.keys[0]])}"
        case HouseRuleProblem.CONTRADICTION:
            return f"{keys} contradict each other: {error.expected}"
    assert_never(error.problem)


def read_card(value: object, where: str) -> Card:
    """Read a card: `10C`, `TC`, `10♣`, in either case."""
    one = parse_card(value) if isinstance(value, str) else None
    if one is None:
        refuse("unknown-card", where, f"{quoted(value)} is no card; a rank A 2 … 10 J Q K and a suit C D H S expected")
    return one


def read_letters(value: object, where: str) -> dict[Card, tuple[Gem, ...]]:
    """Read which gems cards bear: {"7D": "S", "KC": "GE"}."""
    letters: dict[Card, tuple[Gem, ...]] = {}
    for name, gems in read_mapping(value, where).items():
        place = join(where, name)
        one = read_card(name, place)
        if one in letters:
            refuse("key-repeated", place, f"the card {name_of(one)} stands twice")
        text = read_text(gems, place, len(GEMS))
        text = text.upper() if text.isascii() else text
        if not text or not set(text) <= set(GEMS):
            refuse("unknown-gem", place, f"{quoted(gems)} is no gem; letters of G E M P A R T S expected")
        letters[one] = tuple(Gem(letter) for letter in text)
    return letters


def write_letters(letters: Mapping[Card, tuple[Gem, ...]]) -> dict[str, str]:
    """Write which gems cards bear."""
    return {name_of(one): "".join(letters[one]) for one in ALL_CARDS if letters.get(one)}


def _read_deck(keys: Mapping[str, Any]) -> Print | None:
    if "print" in keys and "gems" in keys:
        refuse("key-conflict", "gems", "a deck is given whole (print) or in single letters (gems), not both")
    for key in ("print", "gems"):
        if key in keys:
            items = read_mapping(keys[key], key).items()
            if all(isinstance(gems, str) for _, gems in items):
                return _deck(tuple(items), key)
            read_letters(keys[key], key)
    return None


@lru_cache(maxsize=64)
def _deck(letters: tuple[tuple[str, str], ...], key: str) -> Print:
    """Read a deck; the hands of a game and the lines of a stream mostly have the same one."""
    return Print.of(read_letters(dict(letters), key), whole=key == "print")


def _in_seat_order(seats: tuple[Seat, ...], where: str, names: tuple[str, ...]) -> tuple[Seat, ...]:
    by_name: dict[str, Seat] = {}
    for place, seat in enumerate(seats):
        here = join(join(where, place), "name")
        name = read_player(seat.name, here, names)
        if name in by_name:
            refuse("name-repeated", here, f"{quoted(name)} stands twice in this hand")
        by_name[name] = Seat(name, seat.hand)
    missing = [name for name in names if name not in by_name]
    if missing:
        refuse("player-missing", where, f"the hand of {quoted(missing[0])} is missing")
    return tuple(by_name[name] for name in names)


def _read_seat(value: object, where: str) -> Seat:
    keys = read_mapping(value, where)
    ways = {"melds": "laid out", "deadwood": "laid out", "cards": "loose", "deadwood_points": "counted"}
    given = dict.fromkeys(ways[key] for key in keys if key in ways)
    if len(given) != 1:
        message = "a hand is given as melds and deadwood, as cards, or as deadwood_points"
        refuse("hand-missing" if not given else "hand-twice", where, f"{message}: one of the three")
    match next(iter(given)):
        case "laid out":
            read_object(keys, where, ("name", "melds", "deadwood"), ("gem_parts",))
            hand: HandInput = LaidOut(
                read_list(keys["melds"], join(where, "melds"), _read_group, most=MOST_CARDS),
                read_list(keys["deadwood"], join(where, "deadwood"), read_card, most=MOST_CARDS),
                _read_claim(keys, where),
            )
        case "loose":
            read_object(keys, where, ("name", "cards"), ("gem_parts",))
            cards = read_list(keys["cards"], join(where, "cards"), read_card, most=MOST_CARDS)
            hand = Loose(cards, _read_claim(keys, where))
        case _:
            read_object(keys, where, ("name", "deadwood_points"), ("gem_parts",))
            points = read_whole(keys["deadwood_points"], join(where, "deadwood_points"), 0, MOST_POINTS)
            hand = Counted(points, bool(_read_claim(keys, where)))
    return Seat(read_name(keys["name"], join(where, "name")), hand)


def _read_group(value: object, where: str) -> tuple[Card, ...]:
    group = read_list(value, where, read_card, most=MOST_CARDS)
    if not group:
        refuse("meld-empty", where, "a meld without cards")
    return group


def _read_claim(keys: Mapping[str, Any], where: str) -> bool | None:
    return read_flag(keys["gem_parts"], join(where, "gem_parts")) if "gem_parts" in keys else None


def _showdown(keys: Mapping[str, Any], where: str, setting: Setting, seats: tuple[Seat, ...]) -> Showdown:
    rules = setting.rules
    names = tuple(seat.name for seat in seats)
    for place, player in enumerate(keys["players"]):
        if not rules.has_gems and player.get("gem_parts"):
            here = join(join(join(where, "players"), place), "gem_parts")
            refuse("unknown-key", here, f"{rules.game} has no Gem Parts")
    knocker = names.index(read_player(keys["knocker"], join(where, "knocker"), names))
    call = Call(read_choice(keys["call"], join(where, "call"), calls_of(rules))) if "call" in keys else None
    lay_offs = None
    if "lay_offs" in keys:
        reader = _LayOffReader(seats, names)
        lay_offs = read_list(keys["lay_offs"], join(where, "lay_offs"), reader.read, most=2 * MOST_CARDS)
    return Showdown(rules, seats, knocker, call, read_dice(keys, where, rules), setting.gems, lay_offs)


def calls_of(rules: RuleSet) -> tuple[Call, ...]:
    """List the calls that a game knows."""
    if rules.scoring == Scoring.LOWEST:
        return (Call.KNOCK, Call.RUM)
    return (Call.KNOCK, Call.GIN, Call.BIG_GIN)


def read_dice(keys: Mapping[str, Any], where: str, rules: RuleSet) -> tuple[int, int] | None:
    """Read the dice, which Gem Rummy has and the others have not."""
    here = join(where, "dice")
    if not rules.has_dice:
        if "dice" in keys:
            refuse("unknown-key", here, f"{rules.game} is played without dice")
        return None
    if "dice" not in keys:
        refuse("missing-key", here, "the dice are missing; they name the knock number and the Queen's diamond")
    dice = read_list(keys["dice"], here, lambda one, place: read_whole(one, place, 1, 6))
    if len(dice) != DICE:
        refuse("wrong-value", here, f"two dice expected, not {len(dice)}")
    return dice[0], dice[1]


class _LayOffReader:
    """Reads lay-offs against the hands that they are played from and onto."""

    def __init__(self, seats: tuple[Seat, ...], names: tuple[str, ...]) -> None:
        self.seats = seats
        self.names = names

    def read(self, value: object, where: str) -> LayOff | Pass:
        """Read one lay-off, or a pass."""
        if "pass" in read_mapping(value, where):
            keys = read_object(value, where, ("player", "pass"))
            if not read_flag(keys["pass"], join(where, "pass")):
                refuse("wrong-value", join(where, "pass"), "a pass is written as true")
            return Pass(self._seat(keys["player"], join(where, "player")))
        keys = read_object(value, where, ("player", "card", "onto"))
        seat = self._seat(keys["player"], join(where, "player"))
        if isinstance(self.seats[seat].hand, Counted):
            message = f"the hand of {quoted(self.names[seat])} was counted, so no card of it can be laid off"
            refuse("lay-off-unreadable", where, message)
        here = join(where, "onto")
        onto = read_object(keys["onto"], here, ("player", "meld"))
        owner = self._seat(onto["player"], join(here, "player"))
        hand = self.seats[owner].hand
        if not isinstance(hand, LaidOut):
            how = "counted" if isinstance(hand, Counted) else "given loose"
            message = f"the hand of {quoted(self.names[owner])} was {how}, so it has no numbered melds"
            refuse("lay-off-unreadable", here, message)
        if not hand.groups:
            refuse("lay-off-unreadable", here, f"{quoted(self.names[owner])} has no meld")
        place = read_whole(onto["meld"], join(here, "meld"), 0, len(hand.groups) - 1)
        return LayOff(seat, read_card(keys["card"], join(where, "card")), owner, place)

    def _seat(self, value: object, where: str) -> int:
        return self.names.index(read_player(value, where, self.names))
