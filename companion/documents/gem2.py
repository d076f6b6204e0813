"""Read the game documents of Gem II (docs/formats-gem2.md), for one player and for two sides."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from companion.documents.errors import DocumentError, Flaw
from companion.documents.game import (
    GAME_REMARKS,
    Document,
    Overruling,
    RecordedHand,
    players_of,
    read_game_remarks,
    read_overruled_points,
    read_reason,
    read_remarks,
)
from companion.documents.reader import (
    check_names,
    join,
    read_by_player,
    read_choice,
    read_flag,
    read_for_each_player,
    read_list,
    read_name,
    read_names,
    read_object,
    read_player,
    read_seat,
    read_whole,
)
from companion.rules.gem2 import duel, solo
from companion.rules.gem2.cards import DECK, PILES, Level
from companion.rules.gem2.duel import MOST_COUNTED, CountedRound, DuelCard, Round, score_duel
from companion.rules.gem2.faults import Gem2Error, Place
from companion.rules.gem2.lines import Pair, Side
from companion.rules.gem2.round import LARGEST_DEAL, USUAL_ENDING, RoundEnding
from companion.rules.gem2.solo import SoloCard, SoloRound, score_solo
from companion.rules.gem2.turn import Bet, Deal, Misdeal, Penalty, PenaltyCall

REMARKS = ("at", "note")
TEAM_SIZE = 2
TIMER_MINUTES = (1, 2)
"""The time limits for a turn that a table can agree on (II.timer)."""
_ENDING = ("announced_eight", "incorrect_deal", "not_all_x", "x_held_by")


@contextmanager
def refusing(names: Mapping[Side, str]) -> Iterator[None]:
    try:
        yield
    except Gem2Error as error:
        words = {side.value: name for side, name in names.items()}
        raise DocumentError(error.fault, place_of(error.place, names), entry=error.named_facts(words)) from error


def place_of(place: Place, names: Mapping[Side, str]) -> str:
    where = ""
    for part in place:
        where = join(where, names[part] if isinstance(part, Side) else part)
    return where


def read_level(value: object) -> Level:
    return Level(read_whole(value, "level", Level.ONE, Level.TWO))


def _read_overruling(keys: Mapping[str, object], where: str, names: tuple[str, ...]) -> Overruling | None:
    if "overruled" not in keys:
        return None
    here = join(where, "overruled")
    fields = read_object(keys["overruled"], here, ("points", "reason", "by"), ("winner",))
    points = read_for_each_player(fields["points"], join(here, "points"), names)
    if fields.get("winner") is not None:
        read_player(fields["winner"], join(here, "winner"), names)
    return Overruling(
        points=read_overruled_points(points, join(here, "points"), names),
        winner=None,
        reason=read_reason(fields["reason"], join(here, "reason"), Flaw.ROUND_OVERRULED_WITHOUT_REASON),
        by=read_seat(fields["by"], join(here, "by"), names),
    )


@dataclass(frozen=True, slots=True)
class SoloRecord:
    player: str
    level: Level
    hands: tuple[RecordedHand, ...]

    def with_round(self, played: RecordedHand) -> Self:
        return replace(self, hands=(*self.hands, played))

    @property
    def rounds(self) -> tuple[SoloRound, ...]:
        return tuple(
            replace(hand.played, overruled=hand.overruled.points[0] if hand.overruled else None)
            for hand in self.hands
            if isinstance(hand.played, SoloRound)
        )

    def score(self) -> SoloCard:
        with refusing({}):
            return score_solo(self.rounds)

    def score_last(self, card: SoloCard) -> SoloCard:
        with refusing({}):
            return solo.with_round(card, self.rounds[-1])

    def points(self, card: SoloCard, place: int) -> dict[str, int]:
        return {self.player: sum(row.points() for row in card.rows if row.round == place)}

    def dealer(self, _card: SoloCard, _place: int) -> str | None:
        return None

    def winners(self, _card: SoloCard) -> tuple[str, ...]:
        return ()


def read_solo(document: object) -> SoloRecord:
    keys = read_object(document, "", ("game", "players", "level", "rounds"), GAME_REMARKS)
    read_choice(keys["game"], "game", ("gem-ii-solo",))
    names = read_names(keys["players"], "players")
    if len(names) != 1:
        raise DocumentError(Flaw.PLAYER_COUNT, "players", game="gem-ii-solo", counts=(1,), count=len(names))
    read_game_remarks(keys)
    level = read_level(keys["level"])
    rounds = read_list(keys["rounds"], "rounds", lambda value, where: read_solo_round(value, where, names))
    return SoloRecord(names[0], level, rounds)


def read_solo_round(value: object, where: str, names: tuple[str, ...]) -> RecordedHand:
    keys = read_object(value, where, ("deals",), ("bonus_rounds", "overruled", *REMARKS))
    at, note = read_remarks(keys, where)
    deals = _read_deals(keys["deals"], join(where, "deals"))
    bonus_rounds = read_list(
        keys.get("bonus_rounds", []),
        join(where, "bonus_rounds"),
        lambda bonus, place: _read_deals(read_object(bonus, place, ("deals",))["deals"], join(place, "deals")),
    )
    return RecordedHand(SoloRound(deals, bonus_rounds), _read_overruling(keys, where, names), at, note)


def _read_deals(value: object, where: str) -> tuple[int, ...]:
    return read_list(value, where, lambda removed, place: read_whole(removed, place, 0, DECK))


@dataclass(frozen=True, slots=True)
class DuelRecord:
    """A game of two sides; `sides` names them, and the first one deals the first round."""

    names: tuple[str, ...]
    sides: Mapping[Side, str]
    teams: Mapping[Side, tuple[str, ...]]
    level: Level
    hands: tuple[RecordedHand, ...]

    def with_round(self, played: RecordedHand) -> Self:
        return replace(self, hands=(*self.hands, played))

    @property
    def rounds(self) -> tuple[Round | CountedRound, ...]:
        order = [self.names.index(self.sides[side]) for side in Side]
        return tuple(
            replace(
                hand.played,
                overruled=Pair(*(hand.overruled.points[seat] for seat in order)) if hand.overruled else None,
            )
            for hand in self.hands
            if isinstance(hand.played, Round | CountedRound)
        )

    def score(self) -> DuelCard:
        with refusing(self.sides):
            return score_duel(self.rounds)

    def score_last(self, card: DuelCard) -> DuelCard:
        with refusing(self.sides):
            return duel.with_round(card, self.rounds[-1])

    def points(self, card: DuelCard, place: int) -> dict[str, int]:
        score = card.rounds[place - 1]
        return self.by_name(Pair(score.points(Side.FIRST), score.points(Side.SECOND)))

    def dealer(self, card: DuelCard, place: int) -> str:
        return self.sides[card.rounds[place - 1].dealer]

    def winners(self, card: DuelCard) -> tuple[str, ...]:
        winning = {self.sides[side] for side in card.winners}
        return tuple(name for name in self.names if name in winning)

    def by_name(self, pair: Pair[int]) -> dict[str, int]:
        by_name = {self.sides[side]: pair.of(side) for side in Side}
        return {name: by_name[name] for name in self.names}


def read_duel(document: object) -> DuelRecord:
    keys = read_object(
        document, "", ("game", "players", "first_dealer", "level", "rounds"), ("teams", "timer", *GAME_REMARKS)
    )
    read_choice(keys["game"], "game", ("gem-ii",))
    names = read_names(keys["players"], "players")
    if len(names) != len(Side):
        raise DocumentError(Flaw.TWO_SIDES_EXPECTED, "players", count=len(names))
    sides = sides_of({"players": names, "first_dealer": read_player(keys["first_dealer"], "first_dealer", names)})
    read_game_remarks(keys)
    if "timer" in keys:
        read_whole(keys["timer"], "timer", *TIMER_MINUTES)
    rounds = read_list(keys["rounds"], "rounds", partial(read_duel_round, names=names, sides=sides))
    return DuelRecord(
        names=names,
        sides=sides,
        teams=_read_teams(keys["teams"], names, sides) if "teams" in keys else {},
        level=read_level(keys["level"]),
        hands=rounds,
    )


def sides_of(head: Document) -> dict[Side, str]:
    names = players_of(head)
    first, second = names if names[0] == head["first_dealer"] else reversed(names)
    return {Side.FIRST: first, Side.SECOND: second}


def _read_teams(value: object, names: tuple[str, ...], sides: Mapping[Side, str]) -> dict[Side, tuple[str, ...]]:
    teams = read_list(value, "teams", lambda team, where: read_list(team, where, read_name))
    if [len(team) for team in teams] != [TEAM_SIZE] * len(names):
        raise DocumentError(Flaw.WRONG_TEAMS, "teams")
    members = [member for team in teams for member in team]
    check_names(members, lambda _: "teams")
    return {side: teams[names.index(name)] for side, name in sides.items()}


def read_duel_round(value: object, where: str, names: tuple[str, ...], sides: Mapping[Side, str]) -> RecordedHand:
    kind = "counted" if isinstance(value, dict) and "counted" in value else "deals"
    keys = read_object(value, where, (kind,), ("overruled", *_ENDING, *REMARKS))
    at, note = read_remarks(keys, where)
    overruling = _read_overruling(keys, where, names)
    ending = _read_ending(keys, where, sides)
    played: Round | CountedRound
    if kind == "counted":
        played = _read_counted(keys["counted"], join(where, "counted"), sides, ending)
    else:
        played = Round(read_list(keys["deals"], join(where, "deals"), partial(_read_deal, sides=sides)), ending)
    return RecordedHand(played, overruling, at, note)


def _read_ending(keys: Mapping[str, object], where: str, sides: Mapping[Side, str]) -> RoundEnding:
    misdeals = read_list(
        keys.get("incorrect_deal", []),
        join(where, "incorrect_deal"),
        lambda example, place: Misdeal(read_choice(example, place, (Misdeal.SHORT_LAST_DEAL, Misdeal.DEALER_NOT_LAST))),
    )
    not_all_x = read_flag(keys.get("not_all_x", False), join(where, "not_all_x"))
    here = join(where, "x_held_by")
    if "x_held_by" in keys and not not_all_x:
        raise DocumentError(Flaw.X_HOLDER_UNASKED, here)
    return RoundEnding(
        announced_eight=read_flag(keys.get("announced_eight", True), join(where, "announced_eight")),
        misdeals=frozenset(misdeals),
        not_all_x=not_all_x,
        x_held_by=_read_side(keys["x_held_by"], here, sides) if "x_held_by" in keys else None,
    )


def _read_side(value: object, where: str, sides: Mapping[Side, str]) -> Side:
    name = read_player(value, where, tuple(sides.values()))
    return next(side for side in Side if sides[side] == name)


def _read_counted(value: object, where: str, sides: Mapping[Side, str], ending: RoundEnding) -> CountedRound:
    keys = read_object(value, where, ("remaining", "cards"), ("betting", "penalties"))
    return CountedRound(
        remaining=read_whole(keys["remaining"], join(where, "remaining"), 0, DECK),
        cards=_read_pair(keys["cards"], join(where, "cards"), sides, DECK),
        betting=_read_pair(keys.get("betting", {}), join(where, "betting"), sides, MOST_COUNTED),
        penalties=_read_pair(keys.get("penalties", {}), join(where, "penalties"), sides, MOST_COUNTED),
        ending=ending,
    )


def _read_pair(value: object, where: str, sides: Mapping[Side, str], most: int) -> Pair[int]:
    keys = read_by_player(value, where, tuple(sides.values()))
    return Pair(*(read_whole(keys.get(sides[side], 0), join(where, sides[side]), 0, most) for side in Side))


def _read_deal(value: object, where: str, sides: Mapping[Side, str]) -> Deal:
    keys = read_object(value, where, ("removed",), ("finished_by_opponent", "bets", "calls", "dealt", "timed_out"))
    here = join(where, "finished_by_opponent")
    return Deal(
        removed=read_whole(keys["removed"], join(where, "removed"), 0, DECK),
        finished_by_opponent=read_whole(keys.get("finished_by_opponent", 0), here, 0, DECK),
        bets=read_list(keys.get("bets", []), join(where, "bets"), _read_bet),
        calls=read_list(keys.get("calls", []), join(where, "calls"), partial(_read_call, sides=sides)),
        dealt=_read_dealt(keys["dealt"], join(where, "dealt")) if "dealt" in keys else None,
        timed_out=read_flag(keys.get("timed_out", False), join(where, "timed_out")),
    )


def _read_dealt(value: object, where: str) -> int | None:
    dealt = read_whole(value, where, 1, LARGEST_DEAL)
    return None if dealt == PILES else dealt


def _read_bet(value: object, where: str) -> Bet:
    number = read_whole(value, where, Bet.FIVE, Bet.TEN)
    if number not in set(Bet):
        raise DocumentError(Flaw.WRONG_BET, where, number=number)
    return Bet(number)


def _read_call(value: object, where: str, sides: Mapping[Side, str]) -> PenaltyCall:
    keys = read_object(value, where, ("penalty", "caller", "correct"), ("example", "on_self"))
    penalty = Penalty(read_choice(keys["penalty"], join(where, "penalty"), tuple(Penalty)))
    if "example" in keys and penalty is not Penalty.INCORRECT_DEAL:
        raise DocumentError(Flaw.EXAMPLE_UNASKED, join(where, "example"))
    caller = _read_side(keys["caller"], join(where, "caller"), sides)
    on_self = read_flag(keys.get("on_self", False), join(where, "on_self"))
    return PenaltyCall(
        penalty=penalty,
        caller=caller,
        correct=read_flag(keys["correct"], join(where, "correct")),
        against=caller if on_self else caller.other,
        misdeal=Misdeal(read_choice(keys.get("example", "A"), join(where, "example"), tuple(Misdeal))),
    )


def ending_of(recorded: RecordedHand | None) -> RoundEnding:
    match recorded:
        case RecordedHand(Round(ending=ending) | CountedRound(ending=ending)):
            return ending
        case _:
            return USUAL_ENDING


def next_member(record: DuelRecord, card: DuelCard) -> str:
    """Return which player of a team has the next turn, its two players in order; empty without teams."""
    if card.next is None or not record.teams:
        return ""
    return record.teams[card.next.player][card.turns.of(card.next.player) % TEAM_SIZE]
