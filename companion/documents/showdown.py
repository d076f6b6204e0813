"""Read a showdown document into the rules' Showdown, and write the hand of one."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Self, assert_never

from companion.documents.errors import DocumentError, Expected, Flaw
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
    read_seat,
    read_text,
    read_whole,
    shown_key,
    wrong_type,
)
from companion.documents.seats import check_count, read_seats
from companion.rules.cards import ALL_CARDS, CARD_NAMES, Card, name_of, parse_card, parse_cards
from companion.rules.facts import fact
from companion.rules.gems import GEMS, Gem, Print
from companion.rules.rummy.house_rules import HouseRuleError, ruleset_for
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.rounds import Seats
from companion.rules.rummy.ruleset import SEATS, Form, Game, RuleSet, Scoring
from companion.rules.rummy.showdown_input import Counted, HandInput, LaidOut, Loose, Seat, Showdown, cards_given
from companion.rules.rummy.verdict import Call

DECK_KEYS = ("print", "gems", "not_gems")
"""What a document says of the deck: all its gems, or those of some cards, and gems that some cards don't show."""

MOST_POINTS = 1000

MOST_CARDS = len(ALL_CARDS)

GAMES = tuple(Game)

GEM_PARTS_CHECKED = "checked"


@fact
class Setting:
    rules: RuleSet
    gems: Print | None
    names: tuple[str, ...]
    seating: Seats | None = None
    """Who sits with whom, in a game of hands for two."""

    def of_pair(self, pair: tuple[int, int] | None) -> "Setting":
        """Return that of a hand for two."""
        return self if pair is None else Setting(self.rules, self.gems, tuple([self.names[seat] for seat in pair]))


@fact
class PlayedShowdown:
    """A showdown without what its game says already: the rules, the known gems, and the players' names."""

    knocker: int
    hands: tuple[HandInput, ...]
    call: Call | None = None
    dice: tuple[int, int] | None = None
    upcard: Card | None = None
    lay_offs: tuple[LayOff | Pass, ...] | None = None
    """None if the app plays them."""

    @classmethod
    def of(cls, showdown: Showdown) -> Self:
        hands = tuple([seat.hand for seat in showdown.seats])
        return cls(showdown.knocker, hands, showdown.call, showdown.dice, showdown.upcard, showdown.lay_offs)

    def under(self, setting: Setting) -> Showdown:
        seats = tuple([Seat(name, hand) for name, hand in zip(setting.names, self.hands, strict=True)])
        return Showdown(
            setting.rules, seats, self.knocker, self.call, self.dice, setting.gems, self.lay_offs, self.upcard
        )


def read_showdown(document: object) -> Showdown:
    keys = read_object(
        document, "", ("game", "knocker", "players"), ("house_rules", *DECK_KEYS, "dice", "upcard", "call", "lay_offs")
    )
    game = Game(read_choice(keys["game"], "game", GAMES))
    seats = read_list(keys["players"], "players", _read_seat, most=MOST_CARDS)
    names = tuple([seat.name for seat in seats])
    check_names(names, lambda place: f"players[{place}].name")
    setting = read_setting(keys, game, names)
    return _read_played(keys, "", setting.rules, seats).under(setting)


def read_played_showdown(
    document: Mapping[str, Any], where: str, rules: RuleSet, names: tuple[str, ...]
) -> PlayedShowdown:
    seats = read_list(document["players"], join(where, "players"), _read_seat, most=MOST_CARDS)
    return _read_played(document, where, rules, _in_seat_order(seats, join(where, "players"), names))


def read_setting(keys: Mapping[str, Any], game: Game, names: tuple[str, ...]) -> Setting:
    seating = read_seats(keys, game, names)
    if seating is None:
        check_count(names, game, SEATS[game])
    rules = read_house_rules(
        keys.get("house_rules", {}), "house_rules", game, len(names), None if seating is None else seating.form
    )
    if not rules.has_gems:
        for key in DECK_KEYS:
            if key in keys:
                raise DocumentError(Flaw.NO_GEMS, key, game=game)
    return Setting(rules, _read_deck(keys), names, seating)


def read_house_rules(value: object, where: str, game: Game, seats: int, form: Form | None = None) -> RuleSet:
    changes = read_mapping(value, where)
    try:
        return ruleset_for(game, seats, changes, form)
    except HouseRuleError as error:
        raise DocumentError(
            error.problem,
            join(where, error.keys[0]),
            keys=tuple(map(shown_key, error.keys)),
            value=quoted(changes.get(error.keys[0])),
            rules=error.facts,
        ) from error


def read_card(value: object, where: str) -> Card:
    """Read a card: `10C`, `TC`, `10♣`, in either case."""
    card = parse_card(value) if isinstance(value, str) else None
    if card is None:
        raise DocumentError(Flaw.NOT_A_CARD, where, value=quoted(value))
    return card


def _read_cards(value: object, where: str) -> tuple[Card, ...]:
    # All at once; one by one only to find the wrong one.
    if isinstance(value, list) and len(value) <= MOST_CARDS:
        cards = parse_cards(value)
        if cards is not None:
            return cards
    return read_list(value, where, read_card, most=MOST_CARDS)


def read_letters(value: object, where: str) -> dict[Card, tuple[Gem, ...]]:
    """Read the gems on cards: {"7D": "S", "KC": "GE"}."""
    letters: dict[Card, tuple[Gem, ...]] = {}
    for name, gems in read_mapping(value, where).items():
        place = join(where, name)
        card = read_card(name, place)
        if card in letters:
            raise DocumentError(Flaw.CARD_REPEATED, place, card=name_of(card))
        text = read_text(gems, place, len(GEMS))
        text = text.upper() if text.isascii() else text
        if not text or not set(text) <= set(GEMS):
            raise DocumentError(Flaw.NOT_GEMS, place, value=quoted(gems))
        letters[card] = tuple(Gem(letter) for letter in text)
    return letters


def write_hand(showdown: Showdown) -> dict[str, object]:
    return write_played_showdown(PlayedShowdown.of(showdown), [seat.name for seat in showdown.seats])


def write_played_showdown(played: PlayedShowdown, names: Sequence[str]) -> dict[str, object]:
    document = write_turned_up(played.dice, played.upcard) | {"knocker": names[played.knocker]}
    if played.call is not None:
        document["call"] = played.call.value
    document["players"] = [{"name": name, **write_cards(hand)} for name, hand in zip(names, played.hands, strict=True)]
    if played.lay_offs is not None:
        document["lay_offs"] = [write_lay_off(move, names) for move in played.lay_offs]
    return document


def write_turned_up(dice: tuple[int, int] | None, upcard: Card | None) -> dict[str, object]:
    document: dict[str, object] = {}
    if dice is not None:
        document["dice"] = list(dice)
    if upcard is not None:
        document["upcard"] = name_of(upcard)
    return document


def write_cards(hand: HandInput) -> dict[str, object]:
    match hand:
        case LaidOut():
            cards: dict[str, object] = {
                "melds": list(map(write_names, hand.groups)),
                "deadwood": write_names(hand.deadwood),
            }
        case Loose():
            cards = {"cards": write_names(hand.cards)}
        case Counted():
            return {"deadwood_points": hand.deadwood_points, **({"gem_parts": True} if hand.gem_parts else {})}
        case _:
            assert_never(hand)
    if hand.claims_gem_parts is None:
        return cards
    return {**cards, "gem_parts": GEM_PARTS_CHECKED if hand.gem_parts_checked else hand.claims_gem_parts}


def write_lay_off(move: LayOff | Pass, names: Sequence[str]) -> dict[str, object]:
    if isinstance(move, Pass):
        return {"player": names[move.seat], "pass": True}
    onto = {"player": names[move.owner], "meld": move.place}
    return {"player": names[move.seat], "card": name_of(move.card), "onto": onto}


def write_names(cards: Iterable[Card]) -> list[str]:
    return list(map(CARD_NAMES.__getitem__, cards))


def write_letters(letters: Mapping[Card, tuple[Gem, ...]]) -> dict[str, str]:
    return {name_of(card): "".join(letters[card]) for card in ALL_CARDS if letters.get(card)}


def _read_deck(keys: Mapping[str, Any]) -> Print | None:
    for key in ("gems", "not_gems"):
        if "print" in keys and key in keys:
            raise DocumentError(Flaw.PRINT_AND_GEMS, key)
    given = {key: read_mapping(keys[key], key) for key in DECK_KEYS if key in keys}
    if not given:
        return None
    for key, letters in given.items():
        if {type(gems) for gems in letters.values()} != {str}:
            read_letters(letters, key)
    return _deck(tuple([(key, tuple(letters), tuple(letters.values())) for key, letters in given.items()]))


@lru_cache(maxsize=64)
def _deck(given: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]) -> Print:
    """Read a deck, cached because the hands of a game and the lines of a stream mostly share one."""
    read = {key: read_letters(dict(zip(cards, gems, strict=True)), key) for key, cards, gems in given}
    known = read.get("print", read.get("gems", {}))
    return Print.of(known, whole="print" in read, without=read.get("not_gems"))


def _in_seat_order(seats: tuple[Seat, ...], where: str, names: tuple[str, ...]) -> tuple[Seat, ...]:
    by_name: dict[str, Seat] = {}
    for place, seat in enumerate(seats):
        here = join(join(where, place), "name")
        name = read_player(seat.name, here, names)
        if name in by_name:
            raise DocumentError(Flaw.HAND_REPEATED, here, name=quoted(name))
        by_name[name] = Seat(name, seat.hand)
    missing = [name for name in names if name not in by_name]
    if missing:
        raise DocumentError(Flaw.PLAYER_MISSING, where, name=quoted(missing[0]))
    return tuple(by_name[name] for name in names)


_FORM_OF_KEY: Mapping[str, type[HandInput]] = {
    "melds": LaidOut,
    "deadwood": LaidOut,
    "cards": Loose,
    "deadwood_points": Counted,
}


def _read_seat(value: object, where: str) -> Seat:
    hand = read_cards(value, where, ("name",))
    return Seat(read_name(read_mapping(value, where)["name"], f"{where}.name"), hand)


def read_cards(value: object, where: str, besides: tuple[str, ...] = ()) -> HandInput:
    keys = read_mapping(value, where)
    forms = {_FORM_OF_KEY[key] for key in keys if key in _FORM_OF_KEY}
    if len(forms) != 1:
        raise DocumentError(Flaw.HAND_IN_TWO_FORMS if forms else Flaw.HAND_WITHOUT_FORM, where)
    if forms == {LaidOut}:
        read_object(keys, where, (*besides, "melds", "deadwood"), ("gem_parts",))
        hand = LaidOut(
            read_list(keys["melds"], f"{where}.melds", _read_group, most=MOST_CARDS),
            _read_cards(keys["deadwood"], f"{where}.deadwood"),
            *_read_claim(keys, where),
        )
        count = len(cards_given(hand))
        if count > MOST_CARDS:
            raise DocumentError(Flaw.TOO_MANY_CARDS, where, most=MOST_CARDS, count=count)
        return hand
    if forms == {Loose}:
        read_object(keys, where, (*besides, "cards"), ("gem_parts",))
        cards = _read_cards(keys["cards"], f"{where}.cards")
        return Loose(cards, *_read_claim(keys, where))
    read_object(keys, where, (*besides, "deadwood_points"), ("gem_parts",))
    points = read_whole(keys["deadwood_points"], f"{where}.deadwood_points", 0, MOST_POINTS)
    return Counted(points, "gem_parts" in keys and read_flag(keys["gem_parts"], join(where, "gem_parts")))


def _read_group(value: object, where: str) -> tuple[Card, ...]:
    group = _read_cards(value, where)
    if not group:
        raise DocumentError(Flaw.EMPTY_MELD, where)
    return group


def _read_claim(keys: Mapping[str, Any], where: str) -> tuple[bool | None, bool]:
    if "gem_parts" not in keys:
        return None, False
    said = keys["gem_parts"]
    if said == GEM_PARTS_CHECKED:
        return True, True
    if not isinstance(said, bool):
        raise wrong_type(said, join(where, "gem_parts"), Expected.TRUE_FALSE_OR_CHECKED)
    return said, False


def _read_played(keys: Mapping[str, Any], where: str, rules: RuleSet, seats: tuple[Seat, ...]) -> PlayedShowdown:
    names = tuple([seat.name for seat in seats])
    for place, player in enumerate(keys["players"]):
        if not rules.has_gems and player.get("gem_parts"):
            here = join(join(join(where, "players"), place), "gem_parts")
            raise DocumentError(Flaw.NO_GEM_PARTS, here, game=rules.game)
    knocker = read_seat(keys["knocker"], join(where, "knocker"), names)
    call = Call(read_choice(keys["call"], join(where, "call"), calls_of(rules))) if "call" in keys else None
    lay_offs = None
    if "lay_offs" in keys:
        read = partial(_read_lay_off, seats=seats, names=names)
        lay_offs = read_list(keys["lay_offs"], join(where, "lay_offs"), read, most=2 * MOST_CARDS)
    hands = tuple([seat.hand for seat in seats])
    return PlayedShowdown(
        knocker, hands, call, read_dice(keys, where, rules), read_upcard(keys, where, rules), lay_offs
    )


def calls_of(rules: RuleSet) -> tuple[Call, ...]:
    if rules.scoring == Scoring.LOWEST:
        return (Call.KNOCK, Call.RUM)
    return (Call.KNOCK, Call.GIN, Call.BIG_GIN)


def read_dice(keys: Mapping[str, Any], where: str, rules: RuleSet) -> tuple[int, int] | None:
    here = join(where, "dice")
    if not rules.has_dice:
        if "dice" in keys:
            raise DocumentError(Flaw.NO_DICE, here, game=rules.game)
        return None
    if "dice" not in keys:
        raise DocumentError(Flaw.DICE_MISSING, here)
    dice = read_list(keys["dice"], here, lambda number, place: read_whole(number, place, 1, 6))
    if len(dice) != 2:
        raise DocumentError(Flaw.WRONG_VALUE, here, expected=Expected.TWO_DICE, value=str(len(dice)))
    return dice[0], dice[1]


def read_upcard(keys: Mapping[str, Any], where: str, rules: RuleSet) -> Card | None:
    here = join(where, "upcard")
    if "upcard" in keys:
        if rules.game != Game.GIN_RUMMY:
            raise DocumentError(Flaw.NO_UPCARD, here, game=rules.game)
        return read_card(keys["upcard"], here)
    if rules.has_upcard:
        raise DocumentError(Flaw.UPCARD_MISSING, here)
    return None


def _read_lay_off(value: object, where: str, seats: tuple[Seat, ...], names: tuple[str, ...]) -> LayOff | Pass:
    if "pass" in read_mapping(value, where):
        keys = read_object(value, where, ("player", "pass"))
        if not read_flag(keys["pass"], join(where, "pass")):
            raise DocumentError(Flaw.ONLY_TRUE, join(where, "pass"))
        return Pass(read_seat(keys["player"], join(where, "player"), names))
    keys = read_object(value, where, ("player", "card", "onto"))
    seat = read_seat(keys["player"], join(where, "player"), names)
    if isinstance(seats[seat].hand, Counted):
        raise DocumentError(Flaw.LAY_OFF_FROM_COUNTED, where, name=quoted(names[seat]))
    here = join(where, "onto")
    onto = read_object(keys["onto"], here, ("player", "meld"))
    owner = read_seat(onto["player"], join(here, "player"), names)
    hand = seats[owner].hand
    if not isinstance(hand, LaidOut):
        flaw = Flaw.LAY_OFF_ONTO_COUNTED if isinstance(hand, Counted) else Flaw.LAY_OFF_ONTO_LOOSE
        raise DocumentError(flaw, here, name=quoted(names[owner]))
    if not hand.groups:
        raise DocumentError(Flaw.LAY_OFF_WITHOUT_MELDS, here, name=quoted(names[owner]))
    place = read_whole(onto["meld"], join(here, "meld"), 0, len(hand.groups) - 1)
    return LayOff(seat, read_card(keys["card"], join(where, "card")), owner, place)
