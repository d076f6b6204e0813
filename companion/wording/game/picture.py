"""Sentences of the picture of the score."""

from companion.wording.cards import plural

NOTHING_PLAYED = "There's no picture before the first {hand}."


def score_after(hands: int, word: str) -> str:
    """Return what a picture of a running game shows.

    >>> score_after(5, "hand")
    'After 5 hands'
    """
    return f"After {plural(hands, word)}"
