"""Gem II in the words of the table: lines, faults of an entry, objections to a move, and moves."""

from collections.abc import Mapping
from typing import assert_never

from companion.rules.gem2.cards import NUMERALS, Card, Suit, card_named
from companion.rules.gem2.faults import Doubt, Facts, Fault, Gem2Error
from companion.rules.gem2.lines import CardLine, LineCode
from companion.rules.gem2.moves import Move, MoveKind, Objection, Reason
from companion.rules.gem2.turn import Penalty

SUIT_NAMES = {Suit.EMERALD: "Emerald", Suit.MARQUIS: "Marquis", Suit.RUBY: "Ruby", Suit.HEART: "Heart"}
PENALTY_NAMES = {
    Penalty.PASS_TURN: "Pass Turn",
    Penalty.WRONG_MOVE: "Wrong Move",
    Penalty.MISSED_MOVE: "Missed Move",
    Penalty.INCORRECT_DEAL: "Incorrect Deal",
    Penalty.LAST_ROUND_4X: "Last Round 4X",
}

# In the templates `{removed}` is the number and `{removed_cards}` counts cards with it; cards, penalties and sides are
# named, `{other}` is the side whose line it is not.

LINES = {
    LineCode.CARDS_REMAINING: "{remaining_cards} left on the board",
    LineCode.UNANNOUNCED: "Four X's left, but the eight cards in hand were not announced: half of 100",
    LineCode.SHORT_LAST_DEAL: "Four X's left, but the last deal had fewer than four cards: no 100",
    LineCode.NOT_ALL_X: "Four cards left, but not the four X's: nothing for the dealer",
    LineCode.CUT_SHORT: "The round ended before the last deal was laid: nothing for the dealer",
    LineCode.CARD_RUN: "{removed_cards} removed in deal {deal}",
    LineCode.BONUS_ROUND: "Bonus round {bonus} won",
    LineCode.FIVE_BONUS_ROUNDS: "All five bonus rounds won",
    LineCode.NO_ROW_LEFT: "Bonus round {bonus} lost, and the card has no row below this one for it",
    LineCode.CARDS_HELD: "{cards_cards} held, 5 points each",
    LineCode.BET_WON: "Bet on {bet} won: {removed_cards} removed in deal {deal}",
    LineCode.BET_LOST_BY_OTHER: "{other} bet on {bet} and removed {removed_cards} in deal {deal}",
    LineCode.BET_UNSETTLED: "Bet on {bet} neither won nor lost: a penalty ended the turn in deal {deal}",
    LineCode.CALLED: "{penalty} called rightly on {other} in deal {deal}",
    LineCode.MISCALLED_BY_OTHER: "{penalty} called wrongly by {other} in deal {deal}",
    LineCode.CONFESSED_BY_OTHER: "{other} owned up to {penalty} in deal {deal}",
    LineCode.FOUR_X_UNCALLED: "Last Round 4X, not called: four cards left, and {other} holds the missing X",
    LineCode.X_HOLDER_UNKNOWN: "An X is missing, and nobody said who holds it: no penalty is booked for it",
    LineCode.COUNTED_BETTING: "As counted at the table",
    LineCode.COUNTED_PENALTIES: "As counted at the table",
    LineCode.OVERRULED: "Set aside by the table: by the card alone it is {ruled}",
}

OBJECTIONS = {
    Objection.NOT_ON_BOARD: "{card} is not on the board.",
    Objection.NOT_ON_TOP: "{card} cannot move: {above} lies on top of its pile.",
    Objection.TAKEN_TOGETHER: "Cards come off one at a time, even if all of them are due.",
    Objection.ALONE_IN_SUIT: "{card} stays: no other card of its suit is on top of a pile.",
    Objection.HIGHEST_IN_SUIT: "{card} stays: it is the lower one that comes off, {lower}.",
    Objection.SPACE_NOT_EMPTY: "Pile {pile} is not empty: {onto} is there.",
    Objection.NO_EMPTY_SPACE: "There is no empty space to fill.",
    Objection.NOTHING_BELOW: "{card} has no card below it: moving it would only leave another space.",
    Objection.ONTO_EMPTY_SPACE: "Move 3 goes onto a card; into an empty space {card} goes by Move 2.",
    Objection.ONTO_OWN_PILE: "{card} is on that pile already.",
    Objection.SAME_COLOUR: "{card} and {onto} are both {colour}.",
    Objection.NOT_ONE_APART: "{card} and {onto} are not one numeral apart.",
    Objection.NO_ROLL_OVER: "{card} and {onto} are neighbours on Level 1 only.",
    Objection.MOVE_LEFT: "The turn cannot be handed over yet: Move {move} is there for {card}.",
}

FAULTS = {
    Fault.NEGATIVE: "{number} is no number of cards",
    Fault.TOO_MANY_REMOVED: "{removed} removed, but of the {on_board_cards} on the board only {most} can come off",
    Fault.TOO_MANY_DEALS: "the round was over after {deals} deals",
    Fault.TOO_MANY_ROUNDS: "the card has {rows} rows, and they are filled before round {round}",
    Fault.ROUND_UNFINISHED: "another round follows, but round {round} has only {deals} of its {of} deals",
    Fault.BONUS_NOT_EARNED: "no bonus round is earned: the round ended with {remaining_cards}, not with its four X's",
    Fault.BONUS_AFTER_LOSS: "bonus round {bonus} is not earned: the one before left {remaining_cards}, not four",
    Fault.BONUS_UNFINISHED: "bonus round {bonus} is not earned yet: the round before it lacks deals, {left} in number",
    Fault.BONUS_DUE: "round {round} was won, and its bonus round {bonus} comes before the next round",
    Fault.TOO_MANY_BONUS_ROUNDS: "a round has no more than {bonus_rounds} bonus rounds",
    Fault.CARDS_DO_NOT_ADD_UP: "{held} held and {remaining} remaining do not make {deck_cards}",
    Fault.TOO_FEW_REMAIN: "{remaining_cards} cannot remain: the four X's never leave the board",
    Fault.IMPOSSIBLE_POINTS: "{number} cannot be: a number from 0 to {most} in steps of {step} expected",
    Fault.TOO_MANY_BETTING_POINTS: "{number} cannot be: with {cards_cards} {side} can have won {most} by bets at most",
    Fault.DEAL_SIZE: "a deal of {dealt_cards} cannot be: from 1 to {most} can be laid here",
    Fault.BET_WITHOUT_JEWEL: "{side} makes more bets in deal {deal} than Betting Jewels held: {jewels}",
    Fault.CALL_WITHOUT_JEWEL: "{side} has no Penalty Jewel left to call with in deal {deal}",
    Fault.CALL_ON_ONESELF: "{penalty} is called on the opponent, and {side} can own up to nothing but a Last Round 4X",
    Fault.CALL_ON_WAITING_SIDE: "{side} cannot call {penalty} in deal {deal} while making the moves",
    Fault.CALL_ON_RECEIVER: "{side} deals this round and cannot call {penalty} on the other side",
    Fault.HOLDS_NO_CARD: "{side} has taken off no card in this round and so cannot hold an X",
    Fault.CALL_AFTER_THE_END: "a call before this one has ended the round",
    Fault.NOT_THE_LAST_DEAL: "only the last deal of a round can show that, and deal {deal} is not the last",
    Fault.NOT_FOUR_CARDS: "an X can only be missing where a round ends on four cards, and here {remaining} remain",
    Fault.X_CALLED_ALREADY: "the call of Last Round 4X has booked the missing X already",
    Fault.CARD_REPEATED: "{card} is on the board twice",
    Fault.TOO_MANY_CARDS: "{cards_cards} are on the board, more than the deck has",
    Fault.TOP_UNKNOWN: "the top card of pile {pile} must be named",
    Fault.CARDS_UNKNOWN: "the best play can only be found when every card on the board is named",
}


def card_word(card: Card) -> str:
    """Name a card: `VIII Emerald`."""
    return f"{NUMERALS[card.number - 1]} {SUIT_NAMES[card.suit]}"


def cards_word(number: int) -> str:
    """Count cards: `1 card`, `3 cards`."""
    return f"{number} card" if number == 1 else f"{number} cards"


def move_sentence(move: Move) -> str:
    """Say what a move does."""
    card = card_word(move.card)
    other = card_word(move.other) if move.other else ""
    place = "" if move.target is None else f" of pile {move.target + 1}"
    match move.kind:
        case MoveKind.REMOVE:
            return f"Move 1: {card} comes off, {other} is higher."
        case MoveKind.FILL:
            return f"Move 2: {card} goes into the empty space{place}."
        case MoveKind.CROSS:
            return f"Move 3: {card} goes onto {other}."
    assert_never(move.kind)


def line_sentence(line: CardLine, other: str = "") -> str:
    """Say what a line of the card is for; `other` is the side whose line it is not."""
    return LINES[line.code].format_map({**_words(line.facts, {}), "other": other})


def objection_sentence(reason: Reason) -> str:
    """Say why a claimed move is not legal."""
    return OBJECTIONS[reason.objection].format_map(_words(reason.facts, {}))


def fault_sentence(error: Gem2Error, names: Mapping[str, str]) -> str:
    """Say why an entry cannot be; `names` tell who the sides are."""
    return FAULTS[error.fault].format_map(_words(error.facts, names))


def doubt_sentence(doubt: Doubt) -> str:
    """Say why a number of removed cards should be looked at again."""
    return (
        f"{cards_word(doubt.removed)} removed, but legal moves could take off {doubt.most} at most:"
        " the highest card of every suit stays"
    )


def _words(facts: Facts, names: Mapping[str, str]) -> dict[str, str]:
    words = {f"{key}_cards": cards_word(value) for key, value in facts.items() if isinstance(value, int)}
    return words | {key: _word(key, str(value), names) for key, value in facts.items()}


def _word(key: str, value: str, names: Mapping[str, str]) -> str:
    if key == "penalty":
        return PENALTY_NAMES[Penalty(value)]
    if key == "side":
        return names[value]
    card = card_named(value)
    return card_word(card) if card else value
