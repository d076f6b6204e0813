"""One round for two: cards dealt turn by turn, cards taken off, and what its end brings the dealer."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.gem2.cards import DECK, HIGHEST, PILES, SUIT_COUNT, least_by_moves, least_left, suits_left
from companion.rules.gem2.faults import Doubt, EntryFault, Gem2Error, Place
from companion.rules.gem2.lines import NONE, ONE_EACH, CardCode, CardLine, How, Pair, ScoreBox, Side, added
from companion.rules.gem2.turn import PENALTY_POINTS, Deal, Misdeal, Penalty, Turn, book_call, settle_bets

TURNS = 10
DEALER_POINTS = {4: 100, 5: 50, 6: 40, 7: 30, 8: 20, 9: 10}
UNANNOUNCED_POINTS = 50
ANNOUNCED_CARDS = 8
LARGEST_DEAL = 2 * PILES

_NO_MISDEAL: frozenset[Misdeal] = frozenset()
_NO_LINES: Pair[tuple[CardLine, ...]] = Pair((), ())


@dataclass(frozen=True, slots=True)
class RoundEnding:
    announced_eight: bool = True
    misdeals: frozenset[Misdeal] = _NO_MISDEAL
    not_all_x: bool = False
    """Four cards are left, and an X is not among them."""
    x_held_by: Side | None = None


USUAL_ENDING = RoundEnding()


@dataclass(frozen=True, slots=True)
class RoundState:
    dealer: Side
    deals: int = 0
    in_hand: int = DECK
    last_dealt: int = 0
    on_board: int = 0
    suits: int = 0
    cards: Pair[int] = NONE
    betting_jewels: Pair[int] = ONE_EACH
    penalty_jewels: Pair[int] = ONE_EACH
    lines: Pair[tuple[CardLine, ...]] = _NO_LINES
    misdeals: frozenset[Misdeal] = _NO_MISDEAL
    four_x_called: bool = False
    doubts: tuple[Doubt, ...] = ()

    @property
    def finished(self) -> bool:
        return self.in_hand == 0 or self.four_x_called

    @property
    def remaining(self) -> int:
        return DECK - self.cards.first - self.cards.second

    def with_line(self, side: Side, line: CardLine) -> "RoundState":
        return self.with_lines([(side, line)])

    def with_lines(self, lines: Iterable[tuple[Side, CardLine]]) -> "RoundState":
        every = self.lines
        for side, line in lines:
            every = every.put(side, (*every.of(side), line))
        return replace(self, lines=every)


def dealer_of(number: int) -> Side:
    """Return the dealer of a round: the sides swap roles each round (II.duel.swap)."""
    return Side.FIRST if number % 2 else Side.SECOND


def player_of(number: int, deal: int) -> Side:
    """Return whose turn a deal of a round is: the receiver has the odd ones (II.duel.receiver-first)."""
    return dealer_of(number).other if deal % 2 else dealer_of(number)


def next_turn(state: RoundState, dealt: int | None = None) -> Turn:
    """Deal the next cards: the receiver has the first turn, the dealer the last (II.duel.dealer-last)."""
    new_cards = min(PILES, state.in_hand) if dealt is None else dealt
    player = state.dealer if state.deals % 2 else state.dealer.other
    in_hand = state.in_hand - new_cards
    on_board = state.on_board + new_cards
    return Turn(
        deal=state.deals + 1,
        player=player,
        dealer=state.dealer,
        on_board=on_board,
        in_hand=in_hand,
        most=on_board - least_left(in_hand),
        most_by_moves=on_board - least_by_moves(DECK - in_hand, HIGHEST, state.suits),
        betting_jewels=state.betting_jewels,
        penalty_jewels=state.penalty_jewels,
        mover=player,
        announce=state.in_hand <= ANNOUNCED_CARDS < state.in_hand + state.last_dealt,
    )


def play_deals(deals: tuple[Deal, ...], dealer: Side, place: Place = ()) -> RoundState:
    state = RoundState(dealer)
    for number, deal in enumerate(deals):
        state = play_deal(state, deal, (*place, "deals", number))
    return state


def play_deal(state: RoundState, deal: Deal, place: Place = ()) -> RoundState:
    turn = _opened(state, deal, place)
    lines: list[tuple[Side, CardLine]] = []
    for number, call in enumerate(deal.calls):
        turn, line = book_call(turn, call, (*place, "calls", number))
        lines.append((call.scorer, line))
    cards = added(added(state.cards, turn.player, deal.removed), turn.player.other, deal.finished_by_opponent)
    for number, call in enumerate(deal.calls):
        if call.penalty is Penalty.LAST_ROUND_4X and call.correct and cards.of(call.against) == 0:
            raise Gem2Error(EntryFault.HOLDS_NO_CARD, (*place, "calls", number), side=call.against.value)
    removed = deal.removed + deal.finished_by_opponent
    left = turn.on_board - removed
    doubts = (Doubt(place, removed, turn.most_by_moves),) if removed > turn.most_by_moves else ()
    jewels, bet_lines = settle_bets(turn, deal.bets, deal.removed)
    played = replace(
        state,
        deals=turn.deal,
        in_hand=turn.in_hand,
        last_dealt=state.in_hand - turn.in_hand,
        on_board=left,
        suits=max(state.suits, suits_left(left, single=state.deals == 0 and turn.on_board <= PILES)),
        cards=cards,
        betting_jewels=jewels,
        penalty_jewels=turn.penalty_jewels,
        misdeals=state.misdeals | turn.misdeals,
        four_x_called=turn.round_over,
        doubts=state.doubts + doubts,
    )
    return played.with_lines(lines + bet_lines)


def _opened(state: RoundState, deal: Deal, place: Place) -> Turn:
    if state.finished:
        raise Gem2Error(EntryFault.TOO_MANY_DEALS, place, deals=state.deals)
    most_dealt = min(LARGEST_DEAL, state.in_hand)
    if deal.dealt is not None and not 1 <= deal.dealt <= most_dealt:
        raise Gem2Error(EntryFault.DEAL_SIZE, (*place, "dealt"), dealt=deal.dealt, most=most_dealt)
    turn = next_turn(state, deal.dealt)
    for name, number in (("removed", deal.removed), ("finished_by_opponent", deal.finished_by_opponent)):
        if number < 0:
            raise Gem2Error(EntryFault.NEGATIVE, (*place, name), number=number)
    removed = deal.removed + deal.finished_by_opponent
    if removed > turn.most:
        raise Gem2Error(
            EntryFault.TOO_MANY_REMOVED, (*place, "removed"), removed=removed, on_board=turn.on_board, most=turn.most
        )
    jewels = turn.betting_jewels.of(turn.player)
    if len(deal.bets) > jewels:
        side = turn.player.value
        raise Gem2Error(
            EntryFault.BET_WITHOUT_JEWEL, (*place, "bets", jewels), side=side, deal=turn.deal, jewels=jewels
        )
    cut_short = any(call.ends_turn and call.against is turn.player for call in deal.calls)
    return replace(turn, timed_out=deal.timed_out or (deal.finished_by_opponent > 0 and not cut_short))


def with_dealer_points(state: RoundState, ending: RoundEnding, place: Place) -> RoundState:
    check_ending(state, ending, place)
    if state.in_hand:
        line = CardLine(CardCode.CUT_SHORT, ScoreBox.DEALER, 0, "II.penalty.last-round-4x.call")
        return state.with_line(state.dealer, line)
    misdeals = state.misdeals | ending.misdeals
    if state.deals % 2:
        misdeals |= {Misdeal.DEALER_NOT_LAST}
    if state.last_dealt < PILES:
        misdeals |= {Misdeal.SHORT_LAST_DEAL}
    known = replace(ending, misdeals=misdeals, not_all_x=ending.not_all_x or state.four_x_called)
    scored = state.with_lines(dealer_lines(state.dealer, state.on_board, known))
    return scored if state.four_x_called else with_missing_x(scored, ending)


def dealer_lines(dealer: Side, remaining: int, ending: RoundEnding) -> list[tuple[Side, CardLine]]:
    """Return the dealer points, and a line that says why the dealer doesn't get them (II.duel.dealer-points, R.27)."""
    facts: dict[str, int | str] = {"remaining": remaining}
    code, points = CardCode.CARDS_REMAINING, DEALER_POINTS.get(remaining, 0)
    four = remaining == SUIT_COUNT
    rule = "II.duel.four-x" if four else "II.duel.dealer-points"
    short = Misdeal.SHORT_LAST_DEAL in ending.misdeals
    off_move = Misdeal.DEALER_NOT_LAST in ending.misdeals
    if four and ending.not_all_x:
        code, points = CardCode.NOT_ALL_X, 0
    elif off_move:
        rule = "II.penalty.incorrect-deal.C"
        in_full = four and (short or not ending.announced_eight)
        facts["how"] = How.OFF_MOVE_IN_FULL if in_full else How.OFF_MOVE
    elif four and short:
        code, points, rule = CardCode.SHORT_LAST_DEAL, 0, "II.penalty.incorrect-deal.B"
    elif four and not ending.announced_eight:
        code, points, rule = CardCode.UNANNOUNCED, UNANNOUNCED_POINTS, "II.announce.missed"
    line = CardLine(code, ScoreBox.DEALER, points, rule, facts)
    if not off_move:
        return [(dealer, line)]
    not_last = CardLine(CardCode.DEALER_NOT_LAST, ScoreBox.DEALER, 0, "II.penalty.incorrect-deal.C")
    return [(dealer.other, line), (dealer, not_last)]


def check_ending(state: RoundState, ending: RoundEnding, place: Place) -> None:
    if ending.misdeals and state.in_hand:
        raise Gem2Error(EntryFault.NOT_THE_LAST_DEAL, (*place, "incorrect_deal"), deal=state.deals)
    if ending.not_all_x and (state.in_hand or state.remaining != SUIT_COUNT):
        raise Gem2Error(EntryFault.NOT_FOUR_CARDS, (*place, "not_all_x"), remaining=state.remaining)
    holder = ending.x_held_by
    if holder and state.four_x_called:
        raise Gem2Error(EntryFault.X_CALLED_ALREADY, (*place, "x_held_by"))
    if holder and state.cards.of(holder) == 0:
        raise Gem2Error(EntryFault.HOLDS_NO_CARD, (*place, "x_held_by"), side=holder.value)


def with_missing_x(state: RoundState, ending: RoundEnding) -> RoundState:
    """Return the round with the penalty for a missing X that nobody called (II.penalty.last-round-4x, R.29)."""
    if not ending.not_all_x:
        return state
    holder = ending.x_held_by
    if holder is None:
        return state.with_line(state.dealer, CardLine(CardCode.X_HOLDER_UNKNOWN, ScoreBox.PENALTY, 0, "R.29"))
    points = PENALTY_POINTS[Penalty.LAST_ROUND_4X]
    return state.with_line(holder.other, CardLine(CardCode.FOUR_X_UNCALLED, ScoreBox.PENALTY, points, "R.29"))
