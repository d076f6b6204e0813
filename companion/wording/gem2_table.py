"""Gem II sentences of the table: turns, deals, calls, and the referee of moves."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.documents.gem2 import TIMER_MINUTES
from companion.rules.gem2.cards import NUMERALS, PILES
from companion.rules.gem2.lines import CardLine, Progress, Side
from companion.rules.gem2.round import TURNS
from companion.rules.gem2.solo import NextDeal
from companion.rules.gem2.turn import (
    BET_POINTS,
    LOST_BET_POINTS,
    PENALTY_POINTS,
    Bet,
    Deal,
    Misdeal,
    Penalty,
    PenaltyCall,
    Turn,
)
from companion.wording.cards import listed_words, plural
from companion.wording.gem2_rules import MISDEAL_NAMES, PENALTY_NAMES, line_reason, line_sentence

GAME_NAMES = {"gem-ii-solo": "Gem II solo", "gem-ii": "Gem II"}

NOTHING_CHOSEN = "Choose how many cards came off, then record the deal."
TURN_CHANGED = "Someone else just entered a deal. This is the next one."
CALL_TOO_LATE = "Someone else just entered something. Check the table, then make the call again."
GAME_OVER = "The game is over."
SOLO_QUESTION = "How many cards came off?"
ALREADY_ON_BOARD = "{card} is already on the board."
PERSONAL_BEST = "{name}'s best on Level {level} on this phone: {best}."
SOLO_LAST_ROUND = "Round {position}: {points} points."
CALLS_LEGEND = "{legend}: deal {deal}, {player}"
COUNT_AFTER_QUESTION = "How many cards did {player} take off after that?"
COUNT_BEFORE_QUESTION = "How many cards had {player} taken off by then?"
COUNT_QUESTION = "How many did {player} take off?"

ON_THIS_TURN = "On this turn"
ON_LAST_TURN = "On the last turn"

BET_LEGENDS = (("Bet on this turn",), ("First bet", "Second bet"))
"""What each jewel's bet is called, with one jewel and with two."""
BETS = {
    bet: (
        f"Bet {bet.value}+",
        f"{bet.value} cards or more: {BET_POINTS[bet]} or the other side gets {LOST_BET_POINTS[bet]}",
    )
    for bet in Bet
}

CLAIMS = (
    ("1", "A card came off", "Move 1"),
    ("3", "A card moved onto another", "Move 3"),
    ("2", "A card filled a space", "Move 2"),
    ("pass", "The turn was passed", "no move left"),
)
"""What the referee can judge, most frequent first: value, name, remark."""
UNNAMED_CARD = "an unnamed card"
NUMERAL_FIRST = "Tap a numeral first, then the suit."
WHICH_CARD = "Which card was it?"
WHICH_PILE = "Which pile did it move onto?"


def as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def game_summary(head: Mapping[str, Any]) -> str:
    parts = [GAME_NAMES[head["game"]], f"Level {head['level']}"]
    if head.get("teams"):
        parts.append("two teams")
    if head.get("timer"):
        parts.append(f"{plural(head['timer'], 'minute')} a turn")
    return ", ".join(parts)


def progress(level: object, far: Progress) -> str:
    bonus = f"bonus round {far.bonus}, " if far.bonus else ""
    return f"Level {level}, round {far.round}, {bonus}deal {far.deal}"


def listed_totals(totals: Mapping[str, int], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {totals.get(name, 0)}" for name in names)


def move_mark(onto: int | None) -> str:
    return "comes off" if onto is None else f"to pile {onto + 1}"


def turn_heading(player: str, finisher: str = "") -> str:
    return f"{finisher} finishes {player}'s turn" if finisher else f"{player}'s turn"


def deal_facts(turn: Turn, dealt: int | None) -> str:
    dealt_words = f", {dealt} of them new" if dealt not in {None, PILES} else ""
    return f"Deal {turn.deal} of {TURNS}: {plural(turn.on_board, 'card')} on the board{dealt_words}"


def chosen_words(count: int | None) -> str:
    return "No number of cards chosen yet" if count is None else f"{plural(count, 'card')} off, not recorded yet"


def held_words(held: Sequence[tuple[str, int]]) -> str:
    return f"Cards of this round: {', '.join(f'{name} {cards}' for name, cards in held)}"


def next_step(*, before_cut: bool, deal_on_sheet: int, ends_round: bool, next_player: str) -> str:
    if before_cut:
        return "before the call"
    if deal_on_sheet:
        return f"save deal {deal_on_sheet}"
    return "end the round" if ends_round else f"{next_player}'s turn next"


def deal_words(names: Mapping[Side, str], deal: Deal, player: Side, card_points: int = 0) -> str:
    """Return what came off in a deal, and who took it; with the points it brought where a card's points are given."""
    words = f"{names[player]} took off {deal.removed or 'none'}{_points_taken(card_points * deal.removed)}"
    cut_short = deal.timed_out or deal.finished_by_opponent or any(call.ends_turn for call in deal.calls)
    if not cut_short:
        return words
    finished = deal.finished_by_opponent
    return f"{words}, {names[player.other]} finished with {finished}{_points_taken(card_points * finished)}"


def _points_taken(points: int) -> str:
    return f" ({points:+d})" if points else ""


def deal_details(deal: Deal) -> str:
    words = [f"bet on {bet}" for bet in deal.bets]
    words += [f"{PENALTY_NAMES[call.penalty]} called {_judged(call)}" for call in deal.calls]
    if deal.dealt is not None:
        words.append(f"{plural(deal.dealt, 'card')} dealt")
    if deal.timed_out:
        words.append("time ran out")
    return "".join(f", {word}" for word in words)


def _judged(call: PenaltyCall) -> str:
    return "correctly" if call.correct else "wrongly"


def last_deal(number: int, words: str, points: Sequence[str]) -> str:
    """Return how the last deal went, first the points of its bets and calls: where room is short, the end is cut."""
    return f"Deal {number}: {'; '.join([*points, words])}."


def last_round(position: int, totals: Mapping[str, int]) -> str:
    return f"Round {position}: {listed_totals(totals, tuple(totals))}."


def points_of(name: str, points: int) -> str:
    return f"{name} {points:+d}"


def line_of_deal(name: str, other: str, line: CardLine) -> str:
    return f"{points_of(name, line.points)} ({line_reason(line, other)})"


def booked_call(name: str, other: str, line: CardLine) -> str:
    return f"{points_of(name, line.points)}: {line_sentence(line, other)}."


def announce_turn(last: str, heading: str, deal: int) -> str:
    return f"{last} {heading}, deal {deal}.".strip()


def call_words(call: PenaltyCall, names: Mapping[Side, str]) -> str:
    penalty = PENALTY_NAMES[call.penalty]
    if call.penalty is Penalty.INCORRECT_DEAL:
        penalty += f" ({MISDEAL_NAMES[call.misdeal]})"
    if call.caller is call.against:
        return f"{names[call.caller]} owned up to {penalty}"
    return f"{names[call.caller]} {_judged(call)} called {penalty}"


def undone_call(call: PenaltyCall, names: Mapping[Side, str]) -> str:
    """Name a call that was undone, so that it can't be read as made: Ann's wrong call of Pass Turn."""
    penalty, caller = PENALTY_NAMES[call.penalty], names[call.caller]
    if call.caller is call.against:
        return f"{caller}'s owning up to {penalty}"
    return f"{caller}'s {'correct' if call.correct else 'wrong'} call of {penalty}"


def undone_time_out(player: str) -> str:
    return f"the end of {player}'s time"


def undone_bets(player: str, bets: Sequence[Bet]) -> str:
    return f"{player}'s {'bet' if len(bets) == 1 else 'bets'} on {listed_words([str(bet.value) for bet in bets])}"


def misdeal_call(misdeal: Misdeal) -> str:
    return f"{PENALTY_NAMES[Penalty.INCORRECT_DEAL]}: {MISDEAL_NAMES[misdeal]}"


OWNED_UP = f"{PENALTY_NAMES[Penalty.LAST_ROUND_4X]}, owned up to"


def solo_heading(position: int, bonus: int) -> str:
    return f"Round {position}" + (f", bonus round {bonus}" if bonus else "")


def solo_facts(upcoming: NextDeal) -> str:
    return f"Deal {upcoming.deal} of {upcoming.high}: {plural(upcoming.on_board, 'card')} on the board"


def bonus_instruction(upcoming: NextDeal) -> str:
    if not upcoming.bonus or upcoming.deal > 1:
        return ""
    removed, high = NUMERALS[upcoming.high], NUMERALS[upcoming.high - 1]
    return f"Take out the four {removed}'s: {high} is now the highest, and {4 * upcoming.high} cards are left."


def solo_next_step(upcoming: NextDeal) -> str:
    return "end the round" if upcoming.in_hand == 0 else "next deal"


def solo_last_deal(deals: Sequence[int]) -> str:
    return f"Deal {len(deals)}: {plural(deals[-1], 'card') if deals[-1] else 'no cards'} off." if deals else ""


def solo_won(bonus: int) -> str:
    return f"You won {f'bonus round {bonus}' if bonus else 'the round'}: four cards left."


def judgment(*, passed: bool, legal: bool) -> str:
    return f"{'Passing the turn' if passed else 'That move'} was {'right' if legal else 'wrong'}"


def best_play(cards_off: int, *, exact: bool) -> str:
    cards = plural(cards_off, "card") if cards_off else "No card"
    return f"{cards} can still come off before the next deal{'' if exact else ', as far as we searched'}."


def if_called(caller: str, other: str, penalty: Penalty, deal: int, *, correct: bool) -> str:
    return (
        f"If {caller} called {PENALTY_NAMES[penalty]} on {other} in deal {deal},"
        f" the call was {'correct' if correct else 'wrong'}."
    )


def book_call(penalty: Penalty, scorer: str) -> str:
    return f"It was called: {PENALTY_POINTS[penalty]} for {scorer}"


def claim_sentence(claimed: Mapping[str, Any], cards: Sequence[str], piles: Sequence[str | None]) -> str:
    """Return what was claimed on a board; `piles` are the names of the top cards, None for an empty space."""
    match claimed:
        case {"pass": _}:
            return "The turn was passed."
        case {"move": 1, "cards": _}:
            return f"{listed_words(cards)} came off at once."
        case {"move": 1}:
            return f"{cards[0]} came off."
        case {"move": 2 | 3, "onto": int(pile)} if 0 <= pile < len(piles):
            top = piles[pile]
            return f"{cards[0]} moved " + (
                f"onto pile {pile + 1}, {top}." if top else f"into the space of pile {pile + 1}."
            )
        case {"move": 2}:
            return f"{cards[0]} filled a space."
        case {"move": 3}:
            return f"{cards[0]} moved onto another card."
        case _:
            return ""


ROUNDS = "Rounds"
LEVEL = "Level"
LEVEL_DETAIL = {1: "X and I are neighbors", 2: "X and I aren't neighbors"}
LEVEL_CHOICES = (("1", "Level 1", "X and I connect"), ("2", "Level 2", "X and I don't connect"))
TIMER = "A turn lasts"
TIMER_LEGEND = "Time per turn"
TIMER_CHOICES = (("0", "no limit", ""), *((str(time), plural(time, "minute"), "") for time in TIMER_MINUTES))
FOUR_X = "Four X’s left"
FIVE_LEFT = "Five cards left"
CARD_HELD = "A card you hold"
BET = "Bet on {cards}"
BET_DETAIL = "lost: {points} for the others"
CARD_RUN = "{cards} or more off"
BONUS_ROUND = "A bonus round"
FIVE_BONUS_ROUNDS = "Five bonus rounds"
FOR_THE_DEALER = "for the dealer"
ON_TOP = "on top"
