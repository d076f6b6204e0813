"""Read a rummy game document, hand by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from companion.documents.errors import DocumentError, Flaw
from companion.documents.reader import (
    join,
    read_choice,
    read_date,
    read_flag,
    read_for_each_player,
    read_list,
    read_mapping,
    read_names,
    read_object,
    read_seat,
    read_text,
    read_whole,
    shown_key,
)
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
from companion.rules.rummy.match import HandResult, WonWith
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.showdown_input import HandInput, Showdown
from companion.rules.rummy.verdict import Call, HandRole, LineCode, Verdict

MOST_HANDS = 100_000
MOST_OVERRULED = 1_000_000
LONGEST_REASON = 500
Document: TypeAlias = Mapping[str, object]
"""A JSON object of the public formats (docs/formats.md): a hand, a round, the head of a game."""

HAND_REMARKS = ("at", "note", "dealer")


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

    @property
    def drawn(self) -> bool:
        return isinstance(self.played, DrawnHand)


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
    hands: tuple[RecordedHand, ...]

    def showdown(self, hand: RecordedHand, where: str) -> Showdown | None:
        if not isinstance(hand.played, PlayedShowdown):
            return None
        setting = _setting_of(hand.house_rules, where, self.setting)
        if setting.rules.has_upcard and hand.played.upcard is None:
            raise DocumentError(Flaw.UPCARD_MISSING, join(where, "upcard"))
        return hand.played.under(setting)


def read_game(document: object) -> GameRecord:
    keys = read_object(
        document, "", ("game", "players", "first_dealer", "hands"), ("house_rules", *DECK_KEYS, "sides", "at", "note")
    )
    game = Game(read_choice(keys["game"], "game", GAMES))
    names = read_names(keys["players"], "players")
    setting = read_setting(keys, game, names)
    read_remarks(keys, "")
    return GameRecord(
        setting=setting,
        first_dealer=read_seat(keys["first_dealer"], "first_dealer", names),
        sides=_read_sides(keys["sides"], game, names) if "sides" in keys else (),
        hands=read_list(keys["hands"], "hands", partial(read_recorded_hand, setting=setting), MOST_HANDS),
    )


def read_remarks(keys: Mapping[str, object], where: str) -> tuple[str, str]:
    at = read_date(keys["at"], join(where, "at")) if "at" in keys else ""
    return at, read_text(keys["note"], join(where, "note")) if "note" in keys else ""


def _read_sides(value: object, game: Game, names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    sides = read_list(value, "sides", lambda side, where: read_list(side, where, partial(read_seat, names=names)))
    if game != Game.KNOCK_RUMMY:
        raise DocumentError(Flaw.NO_PARTNERSHIPS, "sides", game=game)
    seated = sorted(seat for side in sides for seat in side)
    if seated != list(range(len(names))) or [len(side) for side in sides] not in ([2, 2], [3, 3]):
        raise DocumentError(Flaw.WRONG_SIDES, "sides")
    return sides


def read_recorded_hand(value: object, where: str, setting: Setting) -> RecordedHand:
    remarks = (*HAND_REMARKS, "house_rules")
    hand = read_mapping(value, where)
    own_rules = hand.get("house_rules")
    if "house_rules" in hand:
        setting = _setting_of(read_mapping(own_rules, join(where, "house_rules")), where, setting)
    names, overruled = setting.names, None
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
        if "overruled" in keys:
            overruled = _read_overruling(keys["overruled"], join(where, "overruled"), names)
        played = read_played_showdown(keys, where, setting.rules, names)
    at, note = read_remarks(keys, where)
    dealer = read_seat(keys["dealer"], join(where, "dealer"), names) if "dealer" in keys else None
    return RecordedHand(played, overruled, at, note, dealer, own_rules)


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
    return replace(setting, rules=read_house_rules(house_rules, here, game, len(setting.names)))


def _read_overruling(value: object, where: str, names: tuple[str, ...]) -> Overruling:
    keys = read_object(value, where, ("points", "winner", "reason", "by"))
    here = join(where, "points")
    points = read_for_each_player(keys["points"], here, names)
    reason = read_reason(keys["reason"], join(where, "reason"), Flaw.OVERRULING_WITHOUT_REASON)
    return Overruling(
        points=read_overruled_points(points, here, names),
        winner=read_seat(keys["winner"], join(where, "winner"), names),
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
