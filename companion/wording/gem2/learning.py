"""Sentences of the questions about Gem II: boards and rounds."""

from companion.rules.gem2.turn import Penalty
from companion.wording.gem2.rules import PENALTY_NAMES

REMOVE_QUESTION = "Which cards can come off now, by Move 1?"
CROSS_QUESTION = "Which cards can move onto another card now, by Move 3 on Level {level}?"
NONE_QUESTION = "Is any move left on this board, of any kind, on Level {level}?"
END_QUESTION = "Can the turn end with this board?"
BEST_QUESTION = "How many cards can still come off before the next deal, at best, on Level {level}?"
WINNER_QUESTION = "Who wins the game?"
SHARED_WIN = "They share the win"
NO_PENALTY = "No penalty"
ALLOWED_QUESTION = "Do the rules allow everything in this round?"


def as_move(claim: str, move: int | None) -> str:
    """Say as which move something was claimed: a card in a space is right as Move 2 and wrong as Move 3.

    >>> as_move("V Emerald moved into the space of pile 4.", 3)
    'V Emerald moved into the space of pile 4, as Move 3.'
    """
    return claim if move is None or not claim else f"{claim.removesuffix('.')}, as Move {move}."


def move_question(claim: str, level: int | None, *, passed: bool) -> str:
    """Ask whether a move, or the end of a turn, is legal; with the level if it matters.

    >>> move_question("The turn was passed.", None, passed=True)
    'The turn was passed. Is that allowed?'
    """
    return f"{claim} Is that {'allowed' if passed else 'a legal move'}{_on_level(level)}?"


def penalty_question(claim: str, level: int | None) -> str:
    """Ask which penalty can be called; with the level if it matters.

    >>> penalty_question("V Ruby came off.", 2)
    'V Ruby came off. Which penalty can the other side call on Level 2?'
    """
    return f"{claim} Which penalty can the other side call{_on_level(level)}?"


def _on_level(level: int | None) -> str:
    return "" if level is None else f" on Level {level}"


def points_question(name: str, number: int, *, finished: bool) -> str:
    """Ask how many points a round scores for a player.

    >>> points_question("Ann", 1, finished=True)
    'How many points does Ann score in round 1?'
    """
    if finished:
        return f"How many points does {name} score in round {number}?"
    return f"How many points does {name} have so far in round {number}?"


def penalty_label(penalty: Penalty) -> str:
    """Return a penalty that can be chosen."""
    return PENALTY_NAMES[penalty]
