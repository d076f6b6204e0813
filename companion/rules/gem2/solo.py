"""The score card for one player: five rows, card runs, bonus rounds, and the lost one that fills the next row."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from companion.rules.gem2.cards import HIGHEST, PILES, SUIT_COUNT, least_by_moves, least_left, suits_left
from companion.rules.gem2.faults import Doubt, EntryFault, Gem2Error, Place
from companion.rules.gem2.lines import CardCode, CardLine, Progress, ScoreBox, overruled, points_in

ROWS = 5
BONUS_ROUNDS = 5
BONUS_ROUND_POINTS = 10
FIVE_BONUS_ROUNDS_POINTS = 100
DEALER_POINTS = {4: 10, 5: 5, 6: 4, 7: 3, 8: 2, 9: 1}
FIVE_RUN, TEN_RUN = 5, 10
CARD_RUN_POINTS = {FIVE_RUN: 5, TEN_RUN: 50}


class RowSource(StrEnum):
    REGULAR = "regular-round"
    LOST_BONUS = "lost-bonus-round"


@dataclass(frozen=True, slots=True)
class SoloRound:
    deals: tuple[int, ...] = ()
    bonus_rounds: tuple[tuple[int, ...], ...] = ()
    overruled: int | None = None


@dataclass(frozen=True, slots=True)
class CardRow:
    """One row of the card and the round that filled it; finished when it can't change any more."""

    number: int
    round: int
    source: RowSource
    finished: bool
    lines: tuple[CardLine, ...]
    bonus: int = 0

    def points(self, column: ScoreBox | None = None) -> int:
        return points_in(self.lines, column)


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The deal that comes next; `bonus` is 0 in a regular round.

    Lost bonus rounds fill rows, so the `row` of the card may be ahead of the `round`. `on_board` counts the new four.
    """

    round: int
    row: int
    bonus: int
    deal: int
    high: int
    on_board: int
    in_hand: int
    most: int
    most_by_moves: int


@dataclass(frozen=True, slots=True)
class SoloCard:
    rows: tuple[CardRow, ...]
    doubts: tuple[Doubt, ...]
    next: NextDeal | None

    @property
    def over(self) -> bool:
        return self.next is None

    @property
    def progress(self) -> Progress | None:
        return Progress(self.next.round, self.next.deal, self.next.bonus) if self.next else None

    @property
    def grand_total(self) -> int:
        return sum(row.points() for row in self.rows)


@dataclass(frozen=True, slots=True)
class _PlayedDeck:
    high: int
    deals: tuple[int, ...]
    remaining: int = 0
    suits: int = 0
    doubts: tuple[Doubt, ...] = ()

    @property
    def finished(self) -> bool:
        return len(self.deals) == self.high

    @property
    def won(self) -> bool:
        return self.finished and self.remaining == SUIT_COUNT

    @property
    def lost(self) -> bool:
        return self.finished and not self.won


def score_solo(rounds: Iterable[SoloRound]) -> SoloCard:
    """Fill the card (II.solo.total)."""
    first = _deal_after(1, 1, 0, _PlayedDeck(HIGHEST, ()))
    return reduce(with_round, rounds, SoloCard((), (), first))


def with_round(card: SoloCard, played: SoloRound) -> SoloCard:
    number = card.rows[-1].round + 1 if card.rows else 1
    due = card.next
    if due and due.round < number:
        unfinished: Place = ("rounds", number - 2)
        if due.bonus and due.deal == 1:
            raise Gem2Error(EntryFault.BONUS_DUE, unfinished, round=due.round, bonus=due.bonus)
        raise Gem2Error(EntryFault.ROUND_UNFINISHED, unfinished, round=due.round, deals=due.deal - 1, of=due.high)
    place: Place = ("rounds", number - 1)
    if card.over:
        raise Gem2Error(EntryFault.TOO_MANY_ROUNDS, place, rows=ROWS, round=number)
    regular = _play_deck(played.deals, HIGHEST, (*place, "deals"))
    bonuses = _bonus_rounds(played, regular, place)
    rows = (*card.rows, *_rows(number, len(card.rows), played, regular, bonuses))
    doubts = (*card.doubts, *(doubt for deck in (regular, *bonuses) for doubt in deck.doubts))
    due = _next_deal(number, len(card.rows) + 1, regular, bonuses)
    if due is None and len(rows) < ROWS:
        due = _deal_after(number + 1, len(rows) + 1, 0, _PlayedDeck(HIGHEST, ()))
    return SoloCard(rows, doubts, due)


def _rows(
    number: int, above: int, solo_round: SoloRound, regular: _PlayedDeck, bonuses: list[_PlayedDeck]
) -> list[CardRow]:
    """Return the row of a round, and the next one if a lost bonus round fills it (II.bonus.earned).

    Its card runs count (R.23). Below the last row there is none: a bonus round lost then has no place on the card.
    """
    finished = _next_deal(number, above + 1, regular, bonuses) is None
    facts = {"bonus": len(bonuses)}
    lines = (*_round_lines(regular), *_bonus_lines(bonuses))
    lost: tuple[CardLine, ...] = ()
    if bonuses and bonuses[-1].lost:
        if above + 1 == ROWS:
            lines = (*lines, CardLine(CardCode.NO_ROW_LEFT, ScoreBox.BONUS_ROUND, 0, "II.bonus.lost", facts))
        else:
            facts["round"] = number
            line = CardLine(CardCode.BONUS_ROUND_LOST, ScoreBox.BONUS_ROUND, 0, "II.bonus.lost", facts)
            lost = (line, *_round_lines(bonuses[-1], card_run="R.23"))
    if solo_round.overruled is not None:
        lines = overruled(lines, solo_round.overruled - points_in(lost))
    rows = [CardRow(above + 1, number, RowSource.REGULAR, finished, lines)]
    if lost:
        rows.append(CardRow(above + 2, number, RowSource.LOST_BONUS, finished, lost, len(bonuses)))
    return rows


def _play_deck(deals: tuple[int, ...], high: int, place: Place) -> _PlayedDeck:
    """Play a deck deal by deal; a deck up to `high` has `high` deals of four (II.bonus.deck)."""
    on_board = suits = 0
    doubts: list[Doubt] = []
    for number, removed in enumerate(deals, 1):
        where = (*place, number - 1)
        if number > high:
            raise Gem2Error(EntryFault.TOO_MANY_DEALS, where, deals=high)
        on_board += PILES
        most = on_board - least_left(high - number)
        by_moves = on_board - least_by_moves(PILES * number, high, suits)
        if removed < 0:
            raise Gem2Error(EntryFault.NEGATIVE, where, number=removed)
        if removed > most:
            raise Gem2Error(EntryFault.TOO_MANY_REMOVED, where, removed=removed, on_board=on_board, most=most)
        if removed > by_moves:
            doubts.append(Doubt(where, removed, by_moves))
        on_board -= removed
        suits = max(suits, suits_left(on_board, single=number == 1))
    return _PlayedDeck(high, deals, on_board, suits, tuple(doubts))


def _bonus_rounds(solo_round: SoloRound, regular: _PlayedDeck, place: Place) -> list[_PlayedDeck]:
    """Play the bonus rounds: each follows a won one, and a lost one is the last (II.bonus.earned)."""
    bonuses: list[_PlayedDeck] = []
    before = regular
    for number, deals in enumerate(solo_round.bonus_rounds):
        where = (*place, "bonus_rounds", number)
        if number == BONUS_ROUNDS:
            raise Gem2Error(EntryFault.TOO_MANY_BONUS_ROUNDS, where, bonus_rounds=BONUS_ROUNDS)
        if not before.finished:
            left = before.high - len(before.deals)
            raise Gem2Error(EntryFault.BONUS_UNFINISHED, where, bonus=number + 1, left=left)
        if not before.won:
            fault = EntryFault.BONUS_AFTER_LOSS if bonuses else EntryFault.BONUS_NOT_EARNED
            raise Gem2Error(fault, where, bonus=number + 1, remaining=before.remaining)
        before = _play_deck(deals, before.high - 1, (*where, "deals"))
        bonuses.append(before)
    return bonuses


def _next_deal(number: int, row: int, regular: _PlayedDeck, bonuses: list[_PlayedDeck]) -> NextDeal | None:
    last = bonuses[-1] if bonuses else regular
    if not last.finished:
        return _deal_after(number, row, len(bonuses), last)
    if last.won and len(bonuses) < BONUS_ROUNDS:
        return _deal_after(number, row, len(bonuses) + 1, _PlayedDeck(last.high - 1, ()))
    return None


def _deal_after(number: int, row: int, bonus: int, played: _PlayedDeck) -> NextDeal:
    deal = len(played.deals) + 1
    on_board = played.remaining + PILES
    in_hand = PILES * (played.high - deal)
    return NextDeal(
        round=number,
        row=row,
        bonus=bonus,
        deal=deal,
        high=played.high,
        on_board=on_board,
        in_hand=in_hand,
        most=on_board - least_left(in_hand),
        most_by_moves=on_board - least_by_moves(PILES * deal, played.high, played.suits),
    )


def _bonus_lines(bonuses: list[_PlayedDeck]) -> list[CardLine]:
    """Return 10 points for each won bonus round and nothing else (R.23), 100 more for the fifth."""
    won = sum(bonus.won for bonus in bonuses)
    lines = [
        CardLine(CardCode.BONUS_ROUND, ScoreBox.BONUS_ROUND, BONUS_ROUND_POINTS, "II.bonus.points", {"bonus": bonus})
        for bonus in range(1, won + 1)
    ]
    if won == BONUS_ROUNDS:
        lines.append(
            CardLine(CardCode.FIVE_BONUS_ROUNDS, ScoreBox.BONUS_ROUND, FIVE_BONUS_ROUNDS_POINTS, "II.bonus.five")
        )
    return lines


def _round_lines(played: _PlayedDeck, card_run: str = "II.card-run.points") -> tuple[CardLine, ...]:
    """Return the points for the cards left at the end, and for card runs (II.solo.dealer-points)."""
    lines = [
        CardLine(
            CardCode.CARD_RUN,
            ScoreBox.CARD_RUN,
            CARD_RUN_POINTS[TEN_RUN if removed >= TEN_RUN else FIVE_RUN],
            card_run,
            {"deal": number, "removed": removed},
        )
        for number, removed in enumerate(played.deals, 1)
        if removed >= FIVE_RUN
    ]
    if played.finished:
        points = DEALER_POINTS.get(played.remaining, 0)
        facts = {"remaining": played.remaining}
        lines.insert(0, CardLine(CardCode.CARDS_REMAINING, ScoreBox.DEALER, points, "II.solo.dealer-points", facts))
    return tuple(lines)
