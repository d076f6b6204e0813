"""Read a game document of two sides, and write its score card."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from companion.documents.errors import DocumentError, Flaw
from companion.documents.gem2_parts import (
    REMARKS,
    Overruling,
    read_level,
    read_overruling,
    read_remarks,
    refusing,
    write_doubts,
    write_line,
    write_overruling,
)
from companion.documents.reader import (
    check_names,
    join,
    read_by_player,
    read_choice,
    read_flag,
    read_list,
    read_name,
    read_names,
    read_object,
    read_player,
    read_whole,
)
from companion.rules.gem2.cards import DECK, Level
from companion.rules.gem2.duel import (
    MOST_COUNTED,
    CountedRound,
    DuelCard,
    Round,
    RoundScore,
    score_duel,
)
from companion.rules.gem2.lines import Column
from companion.rules.gem2.round import LARGEST_DEAL, Ending
from companion.rules.gem2.sides import NONE, Pair, Side, added
from companion.rules.gem2.turn import Bet, Call, Deal, Misdeal, Penalty, Turn

TEAM_SIZE = 2
TIMER_MINUTES = (1, 2)
"""The time limits for a turn that a table can agree on (II.timer)."""
_BOXES = (Column.DEALER, Column.PLAYER, Column.BETTING, Column.PENALTY)
_ENDING = ("announced_eight", "incorrect_deal", "not_all_x", "x_held_by")


@dataclass(frozen=True, slots=True)
class DuelRecord:
    """A game of two sides; `sides` names them, and the first one deals the first round."""

    names: tuple[str, ...]
    sides: Mapping[Side, str]
    teams: Mapping[Side, tuple[str, ...]]
    level: Level
    rounds: tuple[Round | CountedRound, ...]
    overrulings: tuple[Overruling | None, ...]

    def with_round(self, document: object) -> Self:
        """Return the game with one more round."""
        played, overruling = _read_round(document, join("rounds", len(self.rounds)), self.sides)
        return replace(self, rounds=(*self.rounds, played), overrulings=(*self.overrulings, overruling))

    def score(self) -> DuelCard:
        """Fill the card; raise DocumentError for a round that can't be."""
        with refusing(self.sides):
            return score_duel(self.rounds)

    def points(self, card: DuelCard, place: int) -> dict[str, int]:
        """Return what the sides got in a round, counted from 1."""
        score = card.rounds[place - 1]
        return self.by_name(Pair(score.points(Side.FIRST), score.points(Side.SECOND)))

    def dealer(self, card: DuelCard, place: int) -> str:
        """Return who dealt a round."""
        return self.sides[card.rounds[place - 1].dealer]

    def winners(self, card: DuelCard) -> tuple[str, ...]:
        """Return who won, in the order of the document."""
        winning = {self.sides[side] for side in card.winners}
        return tuple(name for name in self.names if name in winning)

    def by_name(self, pair: Pair[int]) -> dict[str, int]:
        """Return a number for each side by its name, in the order of the document."""
        by_name = {self.sides[side]: pair.of(side) for side in Side}
        return {name: by_name[name] for name in self.names}


def read_duel(document: object) -> DuelRecord:
    """Return the game that a document describes, not yet scored."""
    keys = read_object(
        document, "", ("game", "players", "first_dealer", "level", "rounds"), ("teams", "timer", *REMARKS)
    )
    read_choice(keys["game"], "game", ("gem-ii",))
    names = read_names(keys["players"], "players")
    if len(names) != len(Side):
        raise DocumentError(Flaw.TWO_SIDES_EXPECTED, "players", count=len(names))
    first = read_player(keys["first_dealer"], "first_dealer", names)
    sides = {Side.FIRST: first, Side.SECOND: names[1] if first == names[0] else names[0]}
    read_remarks(keys, "")
    if "timer" in keys:
        read_whole(keys["timer"], "timer", *TIMER_MINUTES)
    rounds = read_list(keys["rounds"], "rounds", partial(_read_round, sides=sides))
    return DuelRecord(
        names=names,
        sides=sides,
        teams=_read_teams(keys["teams"], names, sides) if "teams" in keys else {},
        level=read_level(keys["level"]),
        rounds=tuple(played for played, _ in rounds),
        overrulings=tuple(overruling for _, overruling in rounds),
    )


def _read_teams(value: object, names: tuple[str, ...], sides: Mapping[Side, str]) -> dict[Side, tuple[str, ...]]:
    """Return the two players of each team; the teams are in the order of `players`."""
    teams = read_list(value, "teams", lambda team, where: read_list(team, where, read_name))
    if [len(team) for team in teams] != [TEAM_SIZE] * len(names):
        raise DocumentError(Flaw.WRONG_TEAMS, "teams")
    members = [member for team in teams for member in team]
    check_names(members, lambda _: "teams")
    return {side: teams[names.index(name)] for side, name in sides.items()}


def _read_round(value: object, where: str, sides: Mapping[Side, str]) -> tuple[Round | CountedRound, Overruling | None]:
    kind = "counted" if isinstance(value, dict) and "counted" in value else "deals"
    keys = read_object(value, where, (kind,), ("overruled", *_ENDING, *REMARKS))
    read_remarks(keys, where)
    overruling = read_overruling(keys, where, (sides[Side.FIRST], sides[Side.SECOND]))
    points = Pair(*(overruling.points[sides[side]] for side in Side)) if overruling else None
    ending = read_ending(keys, where, sides)
    if kind == "counted":
        return _read_counted(keys["counted"], join(where, "counted"), sides, ending, points), overruling
    deals = read_list(keys["deals"], join(where, "deals"), partial(read_deal, sides=sides))
    return Round(deals, ending, points), overruling


def read_ending(keys: Mapping[str, object], where: str, sides: Mapping[Side, str]) -> Ending:
    """Return how a round ended."""
    misdeals = read_list(
        keys.get("incorrect_deal", []),
        join(where, "incorrect_deal"),
        lambda example, place: Misdeal(read_choice(example, place, (Misdeal.SHORT_LAST_DEAL, Misdeal.DEALER_NOT_LAST))),
    )
    not_all_x = read_flag(keys.get("not_all_x", False), join(where, "not_all_x"))
    here = join(where, "x_held_by")
    if "x_held_by" in keys and not not_all_x:
        raise DocumentError(Flaw.X_HOLDER_UNASKED, here)
    return Ending(
        announced_eight=read_flag(keys.get("announced_eight", True), join(where, "announced_eight")),
        misdeals=frozenset(misdeals),
        not_all_x=not_all_x,
        x_held_by=_read_side(keys["x_held_by"], here, sides) if "x_held_by" in keys else None,
    )


def _read_side(value: object, where: str, sides: Mapping[Side, str]) -> Side:
    name = read_player(value, where, tuple(sides.values()))
    return next(side for side in Side if sides[side] == name)


def _read_counted(
    value: object, where: str, sides: Mapping[Side, str], ending: Ending, points: Pair[int] | None
) -> CountedRound:
    keys = read_object(value, where, ("remaining", "cards"), ("betting", "penalties"))
    return CountedRound(
        remaining=read_whole(keys["remaining"], join(where, "remaining"), 0, DECK),
        cards=_read_pair(keys["cards"], join(where, "cards"), sides, DECK),
        betting=_read_pair(keys.get("betting", {}), join(where, "betting"), sides, MOST_COUNTED),
        penalties=_read_pair(keys.get("penalties", {}), join(where, "penalties"), sides, MOST_COUNTED),
        ending=ending,
        overruled=points,
    )


def _read_pair(value: object, where: str, sides: Mapping[Side, str], most: int) -> Pair[int]:
    """Return a number for each side; a side that is not named has 0."""
    keys = read_by_player(value, where, tuple(sides.values()))
    return Pair(*(read_whole(keys.get(sides[side], 0), join(where, sides[side]), 0, most) for side in Side))


def read_deal(value: object, where: str, sides: Mapping[Side, str]) -> Deal:
    """Return one deal of a round."""
    keys = read_object(value, where, ("removed",), ("finished_by_opponent", "bets", "calls", "dealt", "timed_out"))
    here = join(where, "finished_by_opponent")
    return Deal(
        removed=read_whole(keys["removed"], join(where, "removed"), 0, DECK),
        finished_by_opponent=read_whole(keys.get("finished_by_opponent", 0), here, 0, DECK),
        bets=read_list(keys.get("bets", []), join(where, "bets"), _read_bet),
        calls=read_list(keys.get("calls", []), join(where, "calls"), partial(read_call, sides=sides)),
        dealt=read_whole(keys["dealt"], join(where, "dealt"), 1, LARGEST_DEAL) if "dealt" in keys else None,
        timed_out=read_flag(keys.get("timed_out", False), join(where, "timed_out")),
    )


def _read_bet(value: object, where: str) -> Bet:
    number = read_whole(value, where, Bet.FIVE, Bet.TEN)
    if number not in set(Bet):
        raise DocumentError(Flaw.WRONG_BET, where, number=number)
    return Bet(number)


def read_call(value: object, where: str, sides: Mapping[Side, str]) -> Call:
    """Return one call of a penalty."""
    keys = read_object(value, where, ("penalty", "caller", "correct"), ("example", "on_self"))
    penalty = Penalty(read_choice(keys["penalty"], join(where, "penalty"), tuple(Penalty)))
    if "example" in keys and penalty is not Penalty.INCORRECT_DEAL:
        raise DocumentError(Flaw.EXAMPLE_UNASKED, join(where, "example"))
    caller = _read_side(keys["caller"], join(where, "caller"), sides)
    on_self = read_flag(keys.get("on_self", False), join(where, "on_self"))
    return Call(
        penalty=penalty,
        caller=caller,
        correct=read_flag(keys["correct"], join(where, "correct")),
        against=caller if on_self else caller.other,
        misdeal=Misdeal(read_choice(keys.get("example", "A"), join(where, "example"), tuple(Misdeal))),
    )


def score_duel_document(document: object) -> dict[str, object]:
    """Return the score card of a game of two sides."""
    record = read_duel(document)
    return write_duel(record, record.score())


def write_duel(record: DuelRecord, card: DuelCard) -> dict[str, object]:
    """Return the card as JSON, the players in the order of the document."""
    rounds: list[dict[str, object]] = []
    totals = NONE
    for score, overruling in zip(card.rounds, record.overrulings, strict=True):
        for side in Side:
            totals = added(totals, side, score.points(side))
        rounds.append({**_round(record, score, totals), **write_overruling(overruling)})
    written: dict[str, object] = {
        "rounds": rounds,
        "totals": record.by_name(totals),
        "over": card.over,
        "doubts": write_doubts(card.doubts, record.sides),
        "winners": list(record.winners(card)),
    }
    if card.next is not None:
        written["next"] = _next(record, card, card.next)
    return written


def _round(record: DuelRecord, score: RoundScore, totals: Pair[int]) -> dict[str, object]:
    rows = {record.sides[side]: _row(record, score, side) for side in Side}
    return {
        "dealer": record.sides[score.dealer],
        "players": {name: rows[name] for name in record.names},
        "points": record.by_name(Pair(score.points(Side.FIRST), score.points(Side.SECOND))),
        "totals": record.by_name(totals),
        "finished": score.finished,
        "remaining": score.remaining,
        "cards": record.by_name(score.cards),
    }


def _row(record: DuelRecord, score: RoundScore, side: Side) -> dict[str, object]:
    return {
        **{box.value: score.points(side, box) for box in _BOXES},
        "total": score.points(side),
        "lines": [write_line(line, record.sides[side.other]) for line in score.lines.of(side)],
    }


def _next(record: DuelRecord, card: DuelCard, turn: Turn) -> dict[str, object]:
    """Return the next turn as JSON."""
    written: dict[str, object] = {
        "round": card.next_round,
        "deal": turn.deal,
        "dealer": record.sides[turn.dealer],
        "turn": record.sides[turn.player],
        "on_board": turn.on_board,
        "in_hand": turn.in_hand,
        "most": turn.most,
        "most_by_moves": turn.most_by_moves,
        "betting_jewels": record.by_name(turn.betting_jewels),
        "penalty_jewels": record.by_name(turn.penalty_jewels),
        "announce_eight": turn.announce,
        "last_deal": turn.last,
    }
    if record.teams:
        written["member"] = next_member(record, card)
    return written


def next_member(record: DuelRecord, card: DuelCard) -> str:
    """Return which player of a team has the next turn, its two players in order; empty without teams."""
    if card.next is None or not record.teams:
        return ""
    return record.teams[card.next.player][card.turns.of(card.next.player) % TEAM_SIZE]
