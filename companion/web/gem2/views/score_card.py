"""View-models of the score cards: five rows of one player, six rows of each side."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.gem2.duel import ROUNDS, DuelCard, RoundScore
from companion.rules.gem2.lines import CardCode, CardLine, ScoreBox, Side
from companion.rules.gem2.round import dealer_of
from companion.rules.gem2.solo import ROWS, CardRow, RowSource, SoloCard
from companion.wording.gem2_card import RUN_SIGNS


@dataclass(frozen=True, slots=True)
class SoloRowView:
    """A row of one player's card, empty until it is played."""

    number: int
    hand: int = 0
    """The round's number in the journal."""
    begun: bool = False
    finished: bool = False
    lost_bonus: bool = False
    """Filled by the bonus round lost in the round above."""
    dealer: int | None = None
    signs: str = ""
    """A sign for each card run, as in the rulebook."""
    runs: int = 0
    ticks: int = 0
    """Bonus rounds won."""
    five: bool = False
    bonus: int = 0
    total: int = 0


def solo_rows(card: SoloCard, hands: Sequence[int]) -> tuple[SoloRowView, ...]:
    """Return the five rows; `hands` are the journal's numbers of the rounds that count."""
    written = {row.number: _solo_row(row, hands[row.round - 1]) for row in card.rows}
    return tuple(written.get(number, SoloRowView(number)) for number in range(1, ROWS + 1))


def _solo_row(row: CardRow, hand: int) -> SoloRowView:
    codes = [line.code for line in row.lines]
    return SoloRowView(
        number=row.number,
        hand=hand,
        begun=True,
        finished=row.finished,
        lost_bonus=row.source is RowSource.LOST_BONUS,
        dealer=row.points(ScoreBox.DEALER) if CardCode.CARDS_REMAINING in codes else None,
        signs=" ".join(RUN_SIGNS[line.points] for line in row.lines if line.code is CardCode.CARD_RUN),
        runs=row.points(ScoreBox.CARD_RUN),
        ticks=codes.count(CardCode.BONUS_ROUND),
        five=CardCode.FIVE_BONUS_ROUNDS in codes,
        bonus=row.points(ScoreBox.BONUS_ROUND),
        total=row.points(),
    )


@dataclass(frozen=True, slots=True)
class DuelRowView:
    """A row of one side's card, empty until it is played."""

    number: int
    deals: bool
    """The other side puts a line through its Dealer Points box (II.duel.dealer-only)."""
    hand: int = 0
    begun: bool = False
    finished: bool = False
    dealer: int | None = None
    player: int = 0
    betting: int = 0
    penalty: int = 0
    overruled: int = 0
    """The difference that the table's own points make."""
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
    card: DuelCard, sides: Mapping[Side, str], players: Iterable[str], hands: Sequence[int]
) -> tuple[SideCard, ...]:
    """Return the six rows of each side in the order of the players; `hands` as for `solo_rows`."""
    side_of = {name: side for side, name in sides.items()}
    return tuple(_side_card(card, name, side_of[name], hands) for name in players)


def _side_card(card: DuelCard, name: str, side: Side, hands: Sequence[int]) -> SideCard:
    written = {score.number: _duel_row(score, side, hand) for score, hand in zip(card.rounds, hands, strict=True)}
    rows = tuple(
        written.get(number) or DuelRowView(number, deals=dealer_of(number) is side) for number in range(1, ROUNDS + 1)
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
        dealer=score.points(side, ScoreBox.DEALER) if any(line.column is ScoreBox.DEALER for line in lines) else None,
        player=score.points(side, ScoreBox.PLAYER),
        betting=score.points(side, ScoreBox.BETTING),
        penalty=score.points(side, ScoreBox.PENALTY),
        overruled=score.points(side, ScoreBox.OVERRULED),
        total=score.points(side),
        bets=_boxes(lines, ScoreBox.BETTING),
        penalties=_boxes(lines, ScoreBox.PENALTY),
    )


def _boxes(lines: Iterable[CardLine], column: ScoreBox) -> tuple[int, ...]:
    return tuple(line.points for line in lines if line.column is column and line.points)
