"""Short names of the changes to a game, for the buttons that undo and redo them."""

CHANGE_WORDS = {
    "hand-recorded": "recording of {hand}",
    "deal-recorded": "last deal of {hand}",
    "hand-replaced": "correction of {hand}",
    "hand-struck-out": "striking out {hand}",
    "hand-restored": "counting {hand} again",
    "hand-noted": "note on {hand}",
    "hand-dated": "date of {hand}",
    "hand-overruled": "overruling of {hand}",
    "overruling-withdrawn": "letting the ruling on {hand} stand",
    "house-rules-changed": "change of house rules",
    "house-rules-from": "new house rules",
    "gems-learned": "entry of gems",
    "game-noted": "note on the game",
    "game-dated": "date of the game",
    "game-closed": "closing the game",
    "game-reopened": "reopening the game",
}
"""By the stored name of the event, as nouns, so that "Undone: recording of hand 3" can't be read as recorded.

What undo passes over has no words here.
"""
DEAL_CHANGE_WORDS = {"first-deal": "first deal of {hand}", "changed-deal": "change of the last deal of {hand}"}
KEPT = " What was entered is kept."


def change_words(kind: str, hand: str, deal: str | None = None) -> str:
    """Name a change in a few words; `hand` is what players call the hand that it is about.

    >>> change_words("hand-struck-out", "hand 3")
    'striking out hand 3'
    """
    return (DEAL_CHANGE_WORDS[deal] if deal else CHANGE_WORDS[kind]).format(hand=hand)


def undone_sentence(change: str, *, is_draft: bool) -> str:
    """Return what was undone last; empty if nothing was. A hand may be there again as the draft that it was.

    >>> undone_sentence("striking out hand 3", is_draft=False)
    'Undone: striking out hand 3.'
    """
    return f"{undo_sentence(change)}{KEPT if is_draft else ''}" if change else ""


def undo_sentence(change: str, *, redone: bool = False) -> str:
    """Return that a change was undone or redone; one that isn't in the history has no name.

    >>> undo_sentence("note on hand 3", redone=True)
    'Redone: note on hand 3.'
    """
    verb = "Redone" if redone else "Undone"
    return f"{verb}: {change}." if change else f"{verb}."
