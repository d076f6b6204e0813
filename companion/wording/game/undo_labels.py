"""Short names of the changes to a game, for the buttons that undo and redo them."""

CHANGE_WORDS = {
    "hand-recorded": "{hand} recorded",
    "deal-recorded": "last deal of {hand}",
    "hand-replaced": "{hand} corrected",
    "hand-struck-out": "{hand} struck out",
    "hand-restored": "{hand} counts again",
    "hand-moved": "{hand} moved",
    "hand-noted": "note on {hand}",
    "hand-dated": "date of {hand}",
    "hand-overruled": "{hand} overruled",
    "overruling-withdrawn": "ruling on {hand} stands again",
    "house-rules-changed": "house rules changed",
    "house-rules-from": "new house rules for the next hands",
    "gems-learned": "gems entered",
    "deck-changed": "deck changed",
    "game-noted": "note on the game",
    "game-dated": "date of the game",
    "game-closed": "game closed",
    "game-reopened": "game reopened",
}
"""By the stored name of the event; what undo passes over has no words here."""
FIRST_DEAL = "first deal of {hand}"
"""What recorded a round of Gem II that had only begun."""
UNDONE = "Undone: {change}."
UNDONE_DRAFT = "Undone: {change}. What was entered is kept."


def change_words(kind: str, hand: str) -> str:
    """Name a change in a few words; `hand` is what players call the hand that it is about.

    >>> change_words("hand-struck-out", "hand 3")
    'hand 3 struck out'
    """
    return CHANGE_WORDS[kind].format(hand=hand)


def first_deal_words(hand: str) -> str:
    """Name the deal that began a round."""
    return FIRST_DEAL.format(hand=hand)


def undone_sentence(change: str, *, is_draft: bool) -> str:
    """Return what was undone last; empty if nothing was. A hand may be there again as the draft that it was.

    >>> undone_sentence("hand 3 struck out", is_draft=False)
    'Undone: hand 3 struck out.'
    """
    return (UNDONE_DRAFT if is_draft else UNDONE).format(change=change) if change else ""
