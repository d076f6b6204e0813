"""The score cards as the book has them: five rows of one player, six rows of each side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.gem2 import duel, solo
from companion.rules.gem2 import round as duel_round
from companion.rules.gem2.duel import ROUNDS
from companion.rules.gem2.lines import Column, LineCode
from companion.rules.gem2.sides import Side
from companion.rules.gem2.solo import CARD_RUN_POINTS, FIVE_RUN, ROWS, TEN_RUN, RowSource
from companion.rules.gem2.turn import BET_POINTS, LOST_BET_POINTS, PENALTY_POINTS
from companion.wording.gem2 import PENALTY_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.rules.gem2.duel import DuelCard, RoundScore
    from companion.rules.gem2.lines import CardLine
    from companion.rules.gem2.solo import CardRow as RowOfCard
    from companion.rules.gem2.solo import SoloCard

RUN_SIGNS = {points: "*" if run == TEN_RUN else "/" for run, points in CARD_RUN_POINTS.items()}


@dataclass(frozen=True, slots=True)
class SoloRowView:
    """A row of the card of one player; nothing in it where it was not played yet."""

    number: int
    hand: int = 0
    """The round's number in the journal."""
    begun: bool = False
    finished: bool = False
    lost_bonus: bool = False
    """Filled by the bonus round that was lost in the round above."""
    dealer: int | None = None
    signs: str = ""
    """A sign for each card run, as the book marks them."""
    runs: int = 0
    ticks: int = 0
    """Bonus rounds won."""
    five: bool = False
    bonus: int = 0
    total: int = 0


def solo_rows(card: SoloCard, rounds: Sequence[int]) -> tuple[SoloRowView, ...]:
    """Write the five rows; `rounds` are the journal's numbers of the ones that count."""
    written = {row.number: _solo_row(row, rounds[row.round - 1]) for row in card.rows}
    return tuple(written.get(number, SoloRowView(number)) for number in range(1, ROWS + 1))


def _solo_row(row: RowOfCard, hand: int) -> SoloRowView:
    codes = [line.code for line in row.lines]
    return SoloRowView(
        number=row.number,
        hand=hand,
        begun=True,
        finished=row.finished,
        lost_bonus=row.source is RowSource.LOST_BONUS,
        dealer=row.points(Column.DEALER) if LineCode.CARDS_REMAINING in codes else None,
        signs=" ".join(RUN_SIGNS[line.points] for line in row.lines if line.code is LineCode.CARD_RUN),
        runs=row.points(Column.CARD_RUN),
        ticks=codes.count(LineCode.BONUS_ROUND),
        five=LineCode.FIVE_BONUS_ROUNDS in codes,
        bonus=row.points(Column.BONUS_ROUND),
        total=row.points(),
    )


@dataclass(frozen=True, slots=True)
class DuelRowView:
    """A row of one side's card; nothing in it where it was not played yet."""

    number: int
    deals: bool
    """The other side puts a line through its Dealer Points box (II: two player, setup 4)."""
    hand: int = 0
    begun: bool = False
    finished: bool = False
    dealer: int | None = None
    player: int = 0
    betting: int = 0
    penalty: int = 0
    overruled: int = 0
    """What the table's own ruling changed."""
    total: int = 0
    bets: tuple[int, ...] = ()
    """Each bet in a box of its own, as on paper."""
    penalties: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SideCard:
    """The card of one side."""

    name: str
    rows: tuple[DuelRowView, ...]
    total: int


def side_cards(
    card: DuelCard, sides: Mapping[Side, str], players: Iterable[str], rounds: Sequence[int]
) -> tuple[SideCard, ...]:
    """Write the six rows of each side, the players as they sit; `rounds` as for the other card."""
    side_of = {name: side for side, name in sides.items()}
    return tuple(_side_card(card, name, side_of[name], rounds) for name in players)


def _side_card(card: DuelCard, name: str, side: Side, rounds: Sequence[int]) -> SideCard:
    written = {score.number: _duel_row(score, side, hand) for score, hand in zip(card.rounds, rounds, strict=True)}
    rows = tuple(
        written.get(number) or DuelRowView(number, deals=(number % 2 == 1) is (side is Side.FIRST))
        for number in range(1, ROUNDS + 1)
    )
    return SideCard(name, rows, card.totals.of(side))


def _duel_row(score: RoundScore, side: Side, hand: int) -> DuelRowView:
    lines = score.lines.of(side)
    return DuelRowView(
        number=score.number,
        deals=score.dealer is side,
        hand=hand,
        begun=True,
        finished=score.finished,
        dealer=score.points(side, Column.DEALER) if any(line.column is Column.DEALER for line in lines) else None,
        player=score.points(side, Column.PLAYER),
        betting=score.points(side, Column.BETTING),
        penalty=score.points(side, Column.PENALTY),
        overruled=score.points(side, Column.OVERRULED),
        total=score.points(side),
        bets=_boxes(lines, Column.BETTING),
        penalties=_boxes(lines, Column.PENALTY),
    )


def _boxes(lines: Iterable[CardLine], column: Column) -> tuple[int, ...]:
    return tuple(line.points for line in lines if line.column is column and line.points)


def solo_legends() -> tuple[str, ...]:
    """Say below the card on paper what counts how much where one plays alone."""
    signs = {run: f"{RUN_SIGNS[points]} {points}" for run, points in CARD_RUN_POINTS.items()}
    return (
        _dealer_legend(solo.DEALER_POINTS),
        f"Card runs: {FIVE_RUN} to {TEN_RUN - 1} cards {signs[FIVE_RUN]}, {TEN_RUN} and more {signs[TEN_RUN]}",
        f"Bonus rounds: ✓ {solo.BONUS_ROUND_POINTS} each, after five ✓ an X for {solo.FIVE_BONUS_ROUNDS_POINTS} more",
    )


def side_legends() -> tuple[str, ...]:
    """Say below the cards on paper what counts how much between two sides."""
    bets = "; ".join(f"on {bet.value} won {BET_POINTS[bet]}, lost {LOST_BET_POINTS[bet]}" for bet in BET_POINTS)
    penalties = ", ".join(f"{PENALTY_NAMES[penalty]} {points}" for penalty, points in PENALTY_POINTS.items())
    return (
        _dealer_legend(duel_round.DEALER_POINTS),
        f"Cards: {duel.CARD_POINTS} each. Bets: {bets}",
        f"Penalties: {penalties}",
    )


def _dealer_legend(points: Mapping[int, int]) -> str:
    (fewest, most), *others = points.items()
    return f"Dealer: {fewest} cards left {most}, " + ", ".join(f"{left} cards {worth}" for left, worth in others)
