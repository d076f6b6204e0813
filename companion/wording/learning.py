"""What is asked and said in lessons and practice."""

from collections.abc import Iterable, Sequence

from companion.rules.cards import CARDS_BY_NAME, Card
from companion.rules.rummy.verdict import Call
from companion.wording.cards import agrees, card_word, listed_words, plural
from companion.wording.showdown import present_call

DEADWOOD = "deadwood"
COUNTED = "{points} of deadwood, counted"
NEXT = "Next"
DONE = "Done"
BACK_TO_PATH = "Back to the path"
PASSED = "Done"
TAP_CARDS = "Tap the cards first, or say that there are none."
EXAMPLES = {
    "yes-no": "yes",
    "number": "12",
    "player": "Ann",
    "cards": "8c onto 1",
    "board": "IVE, XM",
    "choice": "",
}
YES = "Yes"
NO = "No"
NOTHING = "nothing"

ORDER_NAMES = {
    "any": "Anything",
    "knock": "A knock",
    "gin": "Gin",
    "big-gin": "Big Gin",
    "rum": "Rum",
    "undercut": "An undercut",
    "knock-rummy.undercut": "The Knocker isn't lowest",
    "gem-parts": "Gem Parts",
    "minimum": "The minimum score",
    "illegal": "Something illegal",
    "lay-offs": "Lay-offs",
    "case": "A worked example",
    "level-1": "A board, Level 1",
    "level-2": "A board, Level 2",
}

NOT_YES_OR_NO = "Answer yes or no."
NOT_A_NUMBER = "Answer with a number, such as 12."
NO_CHOICE = "Choose one of the answers."
NO_ANSWER = "Answer first: tap, or type it."
NO_SUCH_PLAYER = "Answer with a player's name: {names}."
NO_SUCH_MELD = "There is no meld {number}: they are numbered 1 to {most}."
NOT_DEADWOOD = "{card} is nobody's deadwood here."
NOT_ON_BOARD = "{card} isn't on the board."
NAMED_TWICE = "{card} goes onto one meld only: name it once."
LONG_ANSWER = "That's too long for an answer."

_AFTER_LAY_OFFS = "After all lay-offs, "


def order_name(game: str, order: str) -> str:
    return ORDER_NAMES.get(f"{game}.{order}", ORDER_NAMES[order])


GROUPS_QUESTION = "Is every group here a meld?"


def legal_question(knocker: str, call: Call | None, *, lay_offs: bool) -> str:
    also = ", the lay-offs too" if lay_offs else ""
    return f"{knocker} {present_call(call)}. Is everything legal{also}?"


def deadwood_question(player: str, *, after_lay_offs: bool, at_best: bool) -> str:
    best = " at best" if at_best else ""
    return f"How much deadwood does {player} have{best}{' after the lay-offs' if after_lay_offs else ''}?"


def winner_question(*, after_lay_offs: bool) -> str:
    return _AFTER_LAY_OFFS + "who wins the hand?" if after_lay_offs else "Who wins the hand?"


def points_question(player: str, *, after_lay_offs: bool) -> str:
    rest = f"many points does {player or 'the winner'} score?"
    return f"{_AFTER_LAY_OFFS}how {rest}" if after_lay_offs else f"How {rest}"


def lay_offs_question(players: Sequence[str]) -> str:
    return f"Which cards can {listed_words(players)} lay off{' in all' if len(players) > 1 else ''}?"


def right_sentence(answer: str) -> str:
    return f"Right: {answer}."


def wrong_sentence(right: str, given: str) -> str:
    if right in {YES.lower(), NO.lower()}:
        return f"Wrong: the answer is {right}."
    return f"No: it's {right}, not {given}."


def cards_answer(cards: Iterable[Card]) -> str:
    return listed_words([card_word(card) for card in cards]) or NOTHING


def misplaced(name: str, number: int) -> str:
    return f"{card_word(CARDS_BY_NAME[name])} on meld {number}"


def numbered(number: int, label: str) -> str:
    return f"{number}: {label}"


def missed_words(missed: int) -> str:
    return f"Come back to what you missed: {missed}"


def hands_words(right: int, hands: int) -> str:
    return f"{right} of {plural(hands, 'hand')} right"


def table_label(game: str, players: int, possible: Sequence[int]) -> str:
    return f"{game} for {players}" if len(possible) > 1 else game


REMOVE_QUESTION = "Which cards can come off now, by Move 1?"
CROSS_QUESTION = "Which cards can move onto another card now, by Move 3 on Level {level}?"
NONE_QUESTION = "Is any move left on this board, of any kind, on Level {level}?"
END_QUESTION = "Can the turn end with this board?"
BEST_QUESTION = "How many cards can still come off before the next deal, at best, on Level {level}?"
WINNER_QUESTION = "Who wins the game?"
SHARED_WIN = "They share the win"
NO_PENALTY = "No penalty"
ALLOWED_QUESTION = "Do the rules allow everything in this round?"


DEALS_QUESTION = "Who deals next?"
SIDE_DEALS_QUESTION = "Which side deals the next round?"
SITS_OUT_QUESTION = "Who sits out next?"


def round_question(side: str) -> str:
    return f"How many points {agrees(side, 'does', 'do')} {side} score in the last round?"


def opponent_question(name: str) -> str:
    return f"Who plays against {name} next?"


def owes_question(name: str) -> str:
    return f"How many points does {name} owe in the end, in all?"


def as_move(claim: str, move: int | None) -> str:
    """Say as which move something was claimed: a card in a space is right as Move 2 and wrong as Move 3."""
    return claim if move is None or not claim else f"{claim.removesuffix('.')}, as Move {move}."


def move_question(claim: str, level: int | None, *, passed: bool) -> str:
    return f"{claim} Is that {'allowed' if passed else 'a legal move'}{_on_level(level)}?"


def penalty_question(claim: str, level: int | None) -> str:
    return f"{claim} Which penalty can the other side call{_on_level(level)}?"


def _on_level(level: int | None) -> str:
    return "" if level is None else f" on Level {level}"


def round_points_question(name: str, number: int, *, finished: bool) -> str:
    if finished:
        return f"How many points does {name} score in round {number}?"
    return f"How many points does {name} have so far in round {number}?"
