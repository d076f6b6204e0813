"""Gem II sentences: score lines, impossible entries, objections to a move, and moves."""

from collections.abc import Mapping
from typing import assert_never

from companion.rules.gem2.cards import NUMERALS, SUIT_COUNT, Card, GemSuit, card_named
from companion.rules.gem2.faults import Doubt, EntryFault, Facts, Gem2Error
from companion.rules.gem2.lines import CardCode, CardLine, How
from companion.rules.gem2.moves import Move, MoveFault, MoveKind, MoveObjection
from companion.rules.gem2.turn import Misdeal, Penalty
from companion.wording.cards import plural

SUIT_NAMES = {GemSuit.EMERALD: "Emerald", GemSuit.MARQUIS: "Marquis", GemSuit.RUBY: "Ruby", GemSuit.HEART: "Heart"}
PENALTY_NAMES = {
    Penalty.PASS_TURN: "Pass Turn",
    Penalty.WRONG_MOVE: "Wrong Move",
    Penalty.MISSED_MOVE: "Missed Move",
    Penalty.INCORRECT_DEAL: "Incorrect Deal",
    Penalty.LAST_ROUND_4X: "Last Round 4X",
}

MISDEAL_NAMES = {
    Misdeal.TWO_AT_ONCE: "two cards at once",
    Misdeal.SHORT_LAST_DEAL: "fewer than four in the last deal",
    Misdeal.DEALER_NOT_LAST: "the dealer wasn't last",
}
_NUMBERED = ("first", "second")

# `{removed}` is the number, `{removed_cards}` the number with its noun; cards, penalties and sides appear by name.
# `{other}` is the opponent of the side that has the line; `{Bet}` and `{the_bet}` are "First bet on 5", "bet on 5".

LINES = {
    CardCode.CARDS_REMAINING: "{left} left on the board",
    CardCode.UNANNOUNCED: "Four X's left, but the eight cards in hand weren't announced: half of 100",
    CardCode.SHORT_LAST_DEAL: "Four X's left, but the last deal had fewer than four cards: no 100",
    CardCode.NOT_ALL_X: "Four cards left, but not the four X's: no dealer points",
    CardCode.CUT_SHORT: "The round ended before the last deal: nothing for the dealer",
    CardCode.DEALER_NOT_LAST: "Dealt, but didn't have the last turn: the dealer points are {other}'s",
    CardCode.CARD_RUN: "{removed_cards} removed in deal {deal}",
    CardCode.BONUS_ROUND: "Bonus round {bonus} won",
    CardCode.FIVE_BONUS_ROUNDS: "All five bonus rounds won",
    CardCode.BONUS_ROUND_LOST: "Bonus round {bonus} of round {round} was lost, so it fills this row",
    CardCode.NO_ROW_LEFT: "Bonus round {bonus} lost, but the card has no row left for it",
    CardCode.CARDS_HELD: "{cards_cards} held, 5 points each",
    CardCode.BET_WON: "{Bet} won: {removed_cards} removed in deal {deal}",
    CardCode.BET_LOST_BY_OTHER: "{other}'s {the_bet} lost: {removed_cards} removed in deal {deal}",
    CardCode.BET_UNSETTLED: "{Bet} neither won nor lost",
    CardCode.CALLED: "Called {call} on {other} in deal {deal}",
    CardCode.MISCALLED_BY_OTHER: "{other} wrongly called {call} in deal {deal}",
    CardCode.CONFESSED_BY_OTHER: "{other} owned up to {call} in deal {deal}",
    CardCode.FOUR_X_UNCALLED: "Last Round 4X, not called: four cards left, and {other} holds the missing X",
    CardCode.X_HOLDER_UNKNOWN: "An X is missing, but nobody knows who holds it: no penalty",
    CardCode.COUNTED_BETTING: "Betting points, counted at the table",
    CardCode.COUNTED_PENALTIES: "Penalty points, counted at the table",
    CardCode.OVERRULED: "Overruled by the table; the card alone gives {ruled}",
}
_OFF_MOVE = "{left} left on the board; {other} dealt but didn't have the last turn, so the dealer points change sides"
_HAD_AN_X = "{other} had taken off an X"
LINES_OF: Mapping[tuple[CardCode, str], str] = {
    (CardCode.CARDS_REMAINING, How.OFF_MOVE): _OFF_MOVE,
    (CardCode.CARDS_REMAINING, How.OFF_MOVE_IN_FULL): (
        f"{_OFF_MOVE}, in full: a short last deal, or eight cards not announced, cost only the dealer"
    ),
    (CardCode.BET_LOST_BY_OTHER, How.TIMED_OUT): (
        "{other}'s {the_bet} lost: {removed_cards} removed in deal {deal} before time ran out;"
        " only {other}'s own cards count"
    ),
    (CardCode.BET_UNSETTLED, How.TURN_ENDED): (
        "{Bet} neither won nor lost: a penalty ended the turn in deal {deal}, and {other} keeps the Betting Jewel"
    ),
    (
        CardCode.BET_UNSETTLED,
        How.ROUND_ENDED,
    ): "{Bet} neither won nor lost: the round ended in deal {deal} before it was won",
    (CardCode.BET_UNSETTLED, How.OWN_PENALTY): (
        "{Bet} neither won nor lost: the betting side's own penalty ended the round in deal {deal}"
    ),
    (CardCode.CALLED, Penalty.LAST_ROUND_4X): f"{LINES[CardCode.CALLED]}: {_HAD_AN_X}",
    (CardCode.CONFESSED_BY_OTHER, Penalty.LAST_ROUND_4X): f"{LINES[CardCode.CONFESSED_BY_OTHER]}: {_HAD_AN_X}",
}
"""Sentences that depend on how it came about."""

LINE_REASONS = {
    CardCode.BET_WON: "{the_bet} won",
    CardCode.BET_LOST_BY_OTHER: "{other}'s lost {the_bet}",
    CardCode.CALLED: "called {penalty}",
    CardCode.MISCALLED_BY_OTHER: "{other} wrongly called {penalty}",
    CardCode.CONFESSED_BY_OTHER: "{other} owned up to {penalty}",
}
"""The same for the points of a deal, in a few words."""

OBJECTIONS = {
    MoveFault.NOT_ON_BOARD: "{card} isn't on the board.",
    MoveFault.NOT_ON_TOP: "{card} can't move: {above} is on top of its pile.",
    MoveFault.TAKEN_TOGETHER: "Cards come off one at a time, even when several can.",
    MoveFault.ALONE_IN_SUIT: "{card} stays: no other top card has its suit.",
    MoveFault.HIGHEST_IN_SUIT: "{card} stays: only a lower card of its suit comes off, such as {lower}.",
    MoveFault.SPACE_NOT_EMPTY: "Pile {pile} isn't empty: {onto} is there.",
    MoveFault.NO_EMPTY_SPACE: "There's no empty space to fill.",
    MoveFault.NOTHING_BELOW: "{card} has no card below it: moving it would only leave another space.",
    MoveFault.ONTO_EMPTY_SPACE: "Move 3 goes onto another card; {card} goes into an empty space by Move 2.",
    MoveFault.ONTO_OWN_PILE: "{card} is already on that pile.",
    MoveFault.SAME_COLOR: "{card} and {onto} are both {color}.",
    MoveFault.NOT_ONE_APART: "{card} and {onto} aren't one numeral apart.",
    MoveFault.NO_ROLL_OVER: "{card} and {onto} are neighbors only on Level 1.",
    MoveFault.MOVE_LEFT: "The turn can't be passed yet: {card} can still make Move {move}.",
}

FAULTS = {
    EntryFault.NEGATIVE: "{number} isn't a number of cards",
    EntryFault.TOO_MANY_REMOVED: "{removed} removed, but only {most} of the {on_board_cards} on the board can come off",
    EntryFault.TOO_MANY_DEALS: "the round was over after {deals} deals",
    EntryFault.TOO_MANY_ROUNDS: "the card's {rows} rows are full before round {round}",
    EntryFault.ROUND_UNFINISHED: "round {round} has only {deals} of its {of} deals, but another round follows",
    EntryFault.BONUS_NOT_EARNED: (
        "no bonus round is earned: the round ended with {remaining_cards}, not with the four X's"
    ),
    EntryFault.BONUS_AFTER_LOSS: "bonus round {bonus} isn't earned: the one before left {remaining_cards}, not four",
    EntryFault.BONUS_UNFINISHED: "bonus round {bonus} isn't earned yet: the round before it lacks deals ({left})",
    EntryFault.BONUS_DUE: "round {round} was won, so bonus round {bonus} comes before the next round",
    EntryFault.TOO_MANY_BONUS_ROUNDS: "a round has at most {bonus_rounds} bonus rounds",
    EntryFault.CARDS_DO_NOT_ADD_UP: "{held} held and {remaining} left don't add up to {deck_cards}",
    EntryFault.TOO_FEW_REMAIN: "{remaining_cards} can't be left: the four X's never leave the board",
    EntryFault.IMPOSSIBLE_POINTS: "{side} can't have {number} {column} points, only {multiples} and so on",
    EntryFault.TOO_MANY_BETTING_POINTS: (
        "{number} isn't possible: with {cards_cards}, {side} can win at most {most} by bets"
    ),
    EntryFault.DEAL_SIZE: "a deal of {dealt_cards} isn't possible: 1 to {most} can be dealt here",
    EntryFault.BET_WITHOUT_JEWEL: "deal {deal} has more bets than {side} has Betting Jewels ({jewels})",
    EntryFault.CALL_WITHOUT_JEWEL: "{side} has no Penalty Jewel left for a call in deal {deal}",
    EntryFault.CALL_ON_ONESELF: "{side} can't call {penalty} on their own turn, only own up to a Last Round 4X",
    EntryFault.CALL_ON_WAITING_SIDE: "{side} can't call {penalty} in deal {deal} while making the moves",
    EntryFault.CALL_ON_RECEIVER: "{side} is the dealer and can't call {penalty} on the other side",
    EntryFault.HOLDS_NO_CARD: "{side} has taken no card in this round, so can't hold an X",
    EntryFault.CALL_AFTER_THE_END: "an earlier call has already ended the round",
    EntryFault.NOT_THE_LAST_DEAL: "only the last deal of a round can show that, and deal {deal} isn't the last",
    EntryFault.NOT_FOUR_CARDS: "an X can be missing only when exactly four cards are left, not {remaining}",
    EntryFault.X_CALLED_ALREADY: "the Last Round 4X call already covers the missing X",
    EntryFault.CARD_REPEATED: "{card} is on the board twice",
    EntryFault.TOO_MANY_CARDS: "the board has {cards_cards}, more than the deck",
    EntryFault.TOP_UNKNOWN: "the top card of pile {pile} must be named",
    EntryFault.CARDS_UNKNOWN: "the best play can be found only when every card on the board is named",
}


def card_word(card: Card) -> str:
    return f"{NUMERALS[card.number - 1]} {SUIT_NAMES[card.suit]}"


def named_card(text: str) -> str:
    """Return the name of a card that is written like this: IVE; any other text as it is."""
    card = card_named(text)
    return card_word(card) if card else text


def move_sentence(move: Move) -> str:
    card = card_word(move.card)
    other = card_word(move.other) if move.other else ""
    place = "" if move.target is None else f" of pile {move.target + 1}"
    match move.kind:
        case MoveKind.REMOVE:
            return f"Move 1: {card} comes off; {other} is higher."
        case MoveKind.FILL:
            return f"Move 2: {card} goes into the empty space{place}."
        case MoveKind.CROSS:
            return f"Move 3: {card} goes onto {other}."
    assert_never(move.kind)


def line_sentence(line: CardLine, other: str = "") -> str:
    how = line.facts.get("how") or line.facts.get("penalty")
    sentence = LINES_OF.get((line.code, str(how))) or LINES[line.code]
    return sentence.format_map({**_line_words(line.facts), "other": other})


def line_reason(line: CardLine, other: str) -> str:
    return LINE_REASONS[line.code].format_map({**_line_words(line.facts), "other": other})


def _line_words(facts: Facts) -> dict[str, str]:
    words = _words(facts)
    match facts:
        case {"remaining": int(remaining)}:
            words["left"] = "Four X's" if remaining == SUIT_COUNT else plural(remaining, "card")
        case {"bet": bet}:
            number = facts.get("number")
            words["the_bet"] = f"{_NUMBERED[number]} bet on {bet}" if isinstance(number, int) else f"bet on {bet}"
            words["Bet"] = words["the_bet"].capitalize()
        case {"penalty": _, "example": example}:
            words["call"] = f"{words['penalty']} ({MISDEAL_NAMES[Misdeal(str(example))]})"
        case {"penalty": _}:
            words["call"] = words["penalty"]
    return words


def objection_sentence(reason: MoveObjection) -> str:
    return OBJECTIONS[reason.objection].format_map(_words(reason.facts))


def fault_sentence(error: Gem2Error, names: Mapping[str, str]) -> str:
    return impossible_entry(error.fault, error.named_facts(names))


def impossible_entry(fault: EntryFault, facts: Facts) -> str:
    alone = fault is EntryFault.CARDS_DO_NOT_ADD_UP and "remaining" not in facts
    template = "{held_cards} are held, but the deck has only {deck}" if alone else FAULTS[fault]
    return template.format_map(_words(facts))


def doubt_sentence(doubt: Doubt) -> str:
    return (
        f"{plural(doubt.removed, 'card')} removed, but legal moves can take off at most {doubt.most}:"
        " the highest card of each suit stays"
    )


def _words(facts: Facts) -> dict[str, str]:
    words = {f"{key}_cards": plural(value, "card") for key, value in facts.items() if isinstance(value, int)}
    match facts:
        case {"step": int(step)}:
            words["multiples"] = f"0, {step}, {2 * step}"
    return words | {key: _word(key, str(value)) for key, value in facts.items()}


def _word(key: str, value: str) -> str:
    if key == "penalty":
        return PENALTY_NAMES[Penalty(value)]
    if key == "side":
        return value
    if key == "column":
        return "penalty" if value == "penalties" else value
    return named_card(value)
