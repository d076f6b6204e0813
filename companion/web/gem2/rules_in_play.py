"""The rules of a Gem II game: its numbers, and the register's rules that hold."""

from collections.abc import Iterator

from companion.register.entries import Seating
from companion.register.entries import rules_in_play as rules_of_table
from companion.rules.gem2 import duel, solo
from companion.rules.gem2 import round as duel_round
from companion.rules.gem2.cards import SUIT_COUNT
from companion.rules.gem2.turn import BET_POINTS, LOST_BET_POINTS, PENALTY_POINTS, Bet
from companion.store.derived.table_cache import TableSummary
from companion.web.kinds.game_kinds import Figure, GameRules
from companion.wording import gem2_table as wording
from companion.wording.cards import plural
from companion.wording.gem2_rules import PENALTY_NAMES

_FIVE_LEFT = SUIT_COUNT + 1


def rules_in_play(table: TableSummary) -> GameRules:
    """Return the rules of a game."""
    head = table.head
    alone = table.game == "gem-ii-solo"
    seating = Seating(table.game, 1 if alone else len(table.players), bool(head.get("teams")))
    figures = (*_agreed(head.get("level"), head.get("timer"), alone=alone), *(_solo() if alone else _duel()))
    return GameRules(figures=figures, house_rules=(), rules=rules_of_table(seating), changed={})


def _agreed(level: object, timer: object, *, alone: bool) -> Iterator[Figure]:
    yield Figure(wording.ROUNDS, str(solo.ROWS if alone else duel.ROUNDS))
    if isinstance(level, int):
        yield Figure(wording.LEVEL, str(level), wording.LEVEL_DETAIL[level])
    if isinstance(timer, int) and timer:
        yield Figure(wording.TIMER, plural(timer, "minute"))


def _solo() -> Iterator[Figure]:
    yield Figure(wording.FOUR_X, str(solo.DEALER_POINTS[SUIT_COUNT]))
    yield Figure(wording.FIVE_LEFT, str(solo.DEALER_POINTS[_FIVE_LEFT]))
    for cards, points in solo.CARD_RUN_POINTS.items():
        yield Figure(wording.CARD_RUN.format(cards=cards), str(points))
    yield Figure(wording.BONUS_ROUND, str(solo.BONUS_ROUND_POINTS))
    yield Figure(wording.FIVE_BONUS_ROUNDS, str(solo.FIVE_BONUS_ROUNDS_POINTS), wording.ON_TOP)


def _duel() -> Iterator[Figure]:
    yield Figure(wording.FOUR_X, str(duel_round.DEALER_POINTS[SUIT_COUNT]), wording.FOR_THE_DEALER)
    yield Figure(wording.FIVE_LEFT, str(duel_round.DEALER_POINTS[_FIVE_LEFT]), wording.FOR_THE_DEALER)
    yield Figure(wording.CARD_HELD, str(duel.CARD_POINTS))
    for bet in Bet:
        lost = wording.BET_DETAIL.format(points=LOST_BET_POINTS[bet])
        yield Figure(wording.BET.format(cards=bet.value), str(BET_POINTS[bet]), lost)
    for penalty, points in PENALTY_POINTS.items():
        yield Figure(PENALTY_NAMES[penalty], str(points))
