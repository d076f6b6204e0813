"""Read a rummy game document, hand by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

from companion.documents.errors import DocumentError, Flaw
from companion.documents.reader import (
    join,
    quoted,
    read_choice,
    read_date,
    read_flag,
    read_for_each_player,
    read_list,
    read_mapping,
    read_names,
    read_object,
    read_place,
    read_player,
    read_seat,
    read_text,
    read_whole,
    shown_key,
)
from companion.documents.seats import read_sides, side_name
from companion.documents.showdown import (
    DECK_KEYS,
    GAMES,
    PlayedShowdown,
    Setting,
    read_cards,
    read_dice,
    read_house_rules,
    read_played_showdown,
    read_setting,
    read_upcard,
)
from companion.rules.cards import Card
from companion.rules.gem2.duel import CountedRound, Round
from companion.rules.gem2.solo import SoloRound
from companion.rules.rummy.house_rules import GAME_RULES, HOUSE_RULES
from companion.rules.rummy.match import HandResult, MatchScore, Pair, WonWith, keep_score
from companion.rules.rummy.rounds import Seats, keep_rounds
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.showdown_input import HandInput, Showdown
from companion.rules.rummy.verdict import Call, HandRole, LineCode, Verdict

T = TypeVar("T")

MOST_HANDS = 100_000
MOST_OVERRULED = 1_000_000
LONGEST_REASON = 500
Document: TypeAlias = Mapping[str, object]
"""A JSON object of the public formats (docs/formats.md): a hand, a round, the head of a game."""

HAND_REMARKS = ("at", "note", "dealer")
GAME_REMARKS = ("at", "place", "note")


def players_of(head: Document) -> tuple[str, ...]:
    names = head["players"]
    return tuple(str(name) for name in names) if isinstance(names, list | tuple) else ()


@dataclass(frozen=True, slots=True)
class Overruling:
    """The table's own points in place of a ruling, seat by seat, and who won; of a round of Gem II, nobody."""

    points: tuple[int, ...]
    winner: int | None
    reason: str
    by: int


@dataclass(frozen=True, slots=True)
class DrawnHand:
    dice: tuple[int, int] | None = None
    upcard: Card | None = None


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand of a game, or a round of Gem II, which knows players by their seats: renaming one changes no hand."""

    played: PlayedShowdown | DrawnHand | Round | CountedRound | SoloRound
    overruled: Overruling | None = None
    at: str = ""
    note: str = ""
    dealer: int | None = None
    """Who dealt, where that doesn't follow from the hand before."""
    house_rules: Mapping[str, object] | None = None
    """Those that it was played by; None where they are the game's."""
    seats: Pair | None = None
    """Who played, in a game of hands for two: `played` is in their order. None of a drawn hand."""

    @property
    def drawn(self) -> bool:
        return isinstance(self.played, DrawnHand)

    def seat(self, place: int) -> int:
        """Return the seat at the table of one who played."""
        return place if self.seats is None else self.seats[place]


@dataclass(frozen=True, slots=True)
class HandChange:
    seat: int
    by: tuple[str, ...]
    before: HandInput


@dataclass(frozen=True, slots=True)
class GameRecord:
    setting: Setting
    first_dealer: int
    sides: tuple[tuple[int, ...], ...]
    """Partners whose points are added; in a game of hands for two `setting.seating` has the sides."""
    hands: tuple[RecordedHand, ...]

    def showdown(self, hand: RecordedHand, where: str) -> Showdown | None:
        if not isinstance(hand.played, PlayedShowdown):
            return None
        setting = _setting_of(hand.house_rules, where, self.setting)
        if setting.rules.has_upcard and hand.played.upcard is None:
            raise DocumentError(Flaw.UPCARD_MISSING, join(where, "upcard"))
        return hand.played.under(setting.of_pair(hand.seats))

    def in_all_seats(self, result: HandResult, hand: RecordedHand) -> HandResult:
        """Return the result of a hand for two with the seats of the whole table."""
        if hand.seats is None:
            return result
        points = None if result.points is None else spread(result.points, hand.seats, len(self.setting.names), 0)
        winner = None if result.winner is None else hand.seats[result.winner]
        shared_by = tuple(hand.seats[seat] for seat in result.shared_by)
        return replace(result, points=points, winner=winner, shared_by=shared_by, seats=hand.seats)


def keep_score_of(game: GameRecord, results: Sequence[HandResult]) -> MatchScore:
    rules, seating = game.setting.rules, game.setting.seating
    if seating:
        return keep_rounds(rules, seating, game.first_dealer, results)
    return keep_score(rules, game.first_dealer, results, game.sides)


def side_names(names: Sequence[str], seating: Seats | None) -> tuple[str, ...]:
    """Return what the columns of the sheet are called: players, or in a game of hands for two the sides."""
    if seating is None:
        return tuple(names)
    return tuple(side_name([names[seat] for seat in side]) for side in seating.sides)


def spread(of_pair: Sequence[T], pair: Pair, seats: int, others: T) -> tuple[T, ...]:
    """Return for each seat at the table what the two who played have, and what the others have."""
    by_seat = dict(zip(pair, of_pair, strict=False))
    return tuple(by_seat.get(seat, others) for seat in range(seats))


def read_game(document: object) -> GameRecord:
    keys = read_object(
        document,
        "",
        ("game", "players", "first_dealer", "hands"),
        ("house_rules", *DECK_KEYS, "form", "sides", *GAME_REMARKS),
    )
    game = Game(read_choice(keys["game"], "game", GAMES))
    names = read_names(keys["players"], "players")
    setting = read_setting(keys, game, names)
    read_game_remarks(keys)
    first_dealer = read_seat(keys["first_dealer"], "first_dealer", names)
    if setting.seating and not any(first_dealer in pair for pair in setting.seating.first_pairs):
        raise DocumentError(Flaw.DEALER_SITS_OUT, "first_dealer", name=quoted(names[first_dealer]))
    return GameRecord(
        setting=setting,
        first_dealer=first_dealer,
        sides=_read_sides(keys["sides"], game, names) if "sides" in keys and not setting.seating else (),
        hands=read_list(keys["hands"], "hands", partial(read_recorded_hand, setting=setting), MOST_HANDS),
    )


def read_game_remarks(keys: Mapping[str, object]) -> None:
    read_remarks(keys, "")
    if "place" in keys:
        read_place(keys["place"], "place")


def read_remarks(keys: Mapping[str, object], where: str) -> tuple[str, str]:
    at = read_date(keys["at"], join(where, "at")) if "at" in keys else ""
    return at, read_text(keys["note"], join(where, "note")) if "note" in keys else ""


def _read_sides(value: object, game: Game, names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    if game != Game.KNOCK_RUMMY:
        raise DocumentError(Flaw.NO_PARTNERSHIPS, "sides", game=game)
    sides = read_sides(value, names)
    if [len(side) for side in sides] not in ([2, 2], [3, 3]):
        raise DocumentError(Flaw.SIDES_OF_TWO_OR_THREE, "sides")
    return sides


def read_recorded_hand(value: object, where: str, setting: Setting) -> RecordedHand:
    remarks = (*HAND_REMARKS, "house_rules")
    hand = read_mapping(value, where)
    own_rules = hand.get("house_rules")
    if "house_rules" in hand:
        setting = _setting_of(read_mapping(own_rules, join(where, "house_rules")), where, setting)
    names, overruled, seats = setting.names, None, None
    played: PlayedShowdown | DrawnHand
    if "drawn" in hand and read_flag(hand["drawn"], join(where, "drawn")):
        keys = read_object(value, where, ("drawn",), ("dice", "upcard", *remarks))
        played = DrawnHand(
            read_dice(keys, where, setting.rules) if "dice" in keys else None,
            read_upcard(keys, where, setting.rules) if "upcard" in keys else None,
        )
    else:
        keys = read_object(
            value, where, ("knocker", "players"), ("dice", "upcard", "call", "lay_offs", "drawn", "overruled", *remarks)
        )
        if setting.seating:
            seats = _read_pair(keys["players"], join(where, "players"), setting.seating, names)
        playing = setting.of_pair(seats).names
        if "overruled" in keys:
            overruled = _read_overruling(keys["overruled"], join(where, "overruled"), names, playing)
        played = read_played_showdown(keys, where, setting.rules, playing)
    at, note = read_remarks(keys, where)
    dealer = None
    if "dealer" in keys:
        here = join(where, "dealer")
        dealer = names.index(read_player(keys["dealer"], here, names if seats is None else playing))
    return RecordedHand(played, overruled, at, note, dealer, own_rules, seats)


def _read_pair(value: object, where: str, seating: Seats, names: tuple[str, ...]) -> Pair:
    """Read which two play a hand, the one of the first side first."""

    def read(hand: object, here: str) -> int:
        keys = read_mapping(hand, here)
        if "name" not in keys:
            raise DocumentError(Flaw.MISSING_KEY, join(here, "name"), key="name")
        return read_seat(keys["name"], join(here, "name"), names)

    seats = sorted(read_list(value, where, read), key=seating.side_of)
    if len(seats) != 2:
        raise DocumentError(Flaw.NOT_A_PAIR, where, count=len(seats))
    first, second = seats
    if seating.side_of(first) == seating.side_of(second) and first != second:
        raise DocumentError(Flaw.PAIR_OF_ONE_SIDE, where, known=(names[first], names[second]))
    return first, second


def read_change(value: object, where: str, names: tuple[str, ...]) -> HandChange:
    keys = read_object(value, where, ("player", "by", "before"))
    return HandChange(
        read_seat(keys["player"], join(where, "player"), names),
        read_list(keys["by"], join(where, "by"), read_text),
        read_cards(keys["before"], join(where, "before")),
    )


def _setting_of(house_rules: Mapping[str, object] | None, where: str, setting: Setting) -> Setting:
    """Read the house rules of one hand, which has none of those that belong to the whole game."""
    if house_rules is None:
        return setting
    here, game = join(where, "house_rules"), setting.rules.game
    for key in read_mapping(house_rules, here):
        if key in GAME_RULES and key in HOUSE_RULES[game]:
            raise DocumentError(Flaw.HOUSE_RULE_OF_GAME, join(here, key), key=shown_key(key))
    rules = read_house_rules(house_rules, here, game, len(setting.names), setting.rules.form)
    return replace(setting, rules=rules)


def _read_overruling(value: object, where: str, names: tuple[str, ...], playing: tuple[str, ...]) -> Overruling:
    """Read the points of those who played the hand; the others of the table have none."""
    keys = read_object(value, where, ("points", "winner", "reason", "by"))
    here = join(where, "points")
    points = read_for_each_player(keys["points"], here, playing)
    given = dict(zip(playing, read_overruled_points(points, here, playing), strict=True))
    reason = read_reason(keys["reason"], join(where, "reason"), Flaw.OVERRULING_WITHOUT_REASON)
    return Overruling(
        points=tuple(given.get(name, 0) for name in names),
        winner=names.index(read_player(keys["winner"], join(where, "winner"), playing)),
        reason=reason,
        by=read_seat(keys["by"], join(where, "by"), names),
    )


def read_reason(value: object, where: str, flaw: Flaw) -> str:
    reason = read_text(value, where, LONGEST_REASON)
    if not reason.strip():
        raise DocumentError(flaw, where)
    return reason


def read_overruled_points(points: Mapping[str, Any], where: str, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(read_whole(points[name], join(where, name), -MOST_OVERRULED, MOST_OVERRULED) for name in names)


def result_of(verdict: Verdict) -> HandResult:
    names = [player.name for player in verdict.players]
    points = tuple(player.points or 0 for player in verdict.players)
    shared_by = tuple(names.index(name) for name in verdict.shared_by)
    if verdict.winner is None:
        return HandResult(points, None, shared_by)
    winner = names.index(verdict.winner)
    return HandResult(points, winner, shared_by, won_with=_won_with(verdict, winner))


_WON_WITH_CALL = {Call.GIN: WonWith.GIN, Call.BIG_GIN: WonWith.BIG_GIN}


def _won_with(verdict: Verdict, winner: int) -> WonWith | None:
    player = verdict.players[winner]
    if player.role is HandRole.KNOCKER:
        return _WON_WITH_CALL.get(verdict.call)
    is_undercut = any(line.code is LineCode.UNDERCUT_BONUS for line in player.lines)
    return WonWith.UNDERCUT if is_undercut else None
