"""Responses to a ruling in words."""

from collections.abc import Sequence

from companion.wording.cards import listed_words

REASON_MISSING = "Enter a reason for disputing the ruling."


def responses_summary(accepted: Sequence[str], disputed: Sequence[str], players: Sequence[str]) -> str:
    """Return in a sentence how far the players agree; empty where nobody has responded.

    >>> responses_summary(["Ann"], [], ["Ann", "Bob"])
    "Accepted by Ann. Bob hasn't answered yet."
    """
    if disputed:
        return f"Disputed by {listed_words(disputed)}."
    if len(accepted) == len(players):
        return "Accepted by all."
    if not accepted:
        return ""
    waited_for = [player for player in players if player not in accepted]
    verb = "hasn't" if len(waited_for) == 1 else "haven't"
    return f"Accepted by {listed_words(accepted)}. {listed_words(waited_for)} {verb} answered yet."


def corrected_sentence(hand: str, disputed_by: Sequence[str], *, overruled: bool) -> str:
    """Return what became of a hand that was disputed; empty where nobody did.

    >>> corrected_sentence("Hand 1", ["Bob"], overruled=False)
    "Hand 1 was corrected after Bob's dispute."
    """
    if not disputed_by:
        return ""
    done = "overruled" if overruled else "corrected"
    disputes = "dispute" if len(disputed_by) == 1 else "disputes"
    return f"{hand} was {done} after {listed_words(disputed_by)}'s {disputes}."


def not_your_response(player: str) -> str:
    """Return that only a player's own phone may respond for them."""
    return f"Only {player}'s own phone can respond for {player}."
