"""Sentences and labels of a showdown's screens: who knocked, whose hands are missing, what can't be done."""

from collections.abc import Sequence

from companion.rules.rummy.verdict import Call, TooManyPoints
from companion.wording.cards import listed_words, plural
from companion.wording.faults import CALL_WORDS, most_points
from companion.wording.game.outcomes import CALL_PARTS

KNOCK_OR_GIN = "Knock or Gin"
"""The call of a game in which Gin doesn't have to be called."""
KNOCK_OR_RUM = "Knock or rum"
"""The call of a game without Gin."""
RUM_HINT = "With every card melded it's rum."

CONTINUE = "Continue"
LAY_OFFS = "Lay-offs"
SEE_RULING = "See the ruling"
NO_CARDS = "No cards yet."
WHO_KNOCKED = "Who knocked?"
WHICH_DICE = "Which dice were rolled?"
WHICH_UPCARD = "Which card was the upcard?"
WHAT_CALL = "What was called?"
CARDS_OR_NUMBER = "Enter a number, or the cards."
CORRECT_FIRST = "Correct the fields below first."
TAP_BOTH_DICE = "Tap one face of each die."
TAP_RANK_AND_SUIT = "Tap the rank and the suit of the upcard."
TOO_MANY_TAPS = "These are too many taps at once. Reload the page."
NO_SUCH_HAND = "There is no such hand in this game."
NO_SUCH_SEAT = "Nobody sits there."
NO_SEAT = "This phone has no seat. Take one first."
ONLY_SCOREKEEPER_DISCARDS = "Others have entered their hands already. Only the scorekeeper can discard them."
HANDS_BEING_ENTERED = (
    "The others are already entering this hand on their phones. Yours is kept on this phone until you discard it."
)
NEXT_HAND_BEGUN = "The next hand is being entered. Record it or start it over, then try again."
HAND_IS_RECORDED = "The hand you entered this for is already recorded. Check the sheet, then discard yours."
GAME_IS_OVER = "This game is over or closed, so no hand can be added. Yours is kept on this phone until you discard it."
RULING_CHANGED = "Someone changed this hand after the ruling was shown. This is the ruling now."
DRAWN = "Drawn: nobody scores."
NEW_DECK_NAME = "Our deck"


def enter_label(player: str) -> str:
    """Label the button that leads to a hand which isn't entered yet."""
    return f"Enter {player}'s hand"


def past_call(call: Call | None) -> str:
    """Return what the Knocker did, for a call that may not be known yet."""
    return "called Rum" if call == Call.RUM else CALL_PARTS[call or Call.KNOCK]


def present_call(call: Call | None) -> str:
    """Return what the Knocker does, beside a hand that is being entered."""
    return "knocks" if call in (None, Call.KNOCK) else f"calls {CALL_WORDS[call]}"


def own_phone_sentence(player: str) -> str:
    """Refuse to enter a hand that its player enters on another phone."""
    return f"{player} enters this hand on their own phone."


def taking_over_sentence(player: str) -> str:
    """Say what becomes of a hand that another phone has begun if it is entered on this one."""
    return f"What the other phone has of {player}'s hand is discarded, and you enter it again here."


HAND_TAKEN_OVER = "Another phone started your hand again. What was tapped here is gone."


def points_error(most: int) -> str:
    """Refuse what isn't a number of points."""
    return f"Deadwood is a whole number up to {most}."


def too_many_points_sentence(facts: TooManyPoints) -> str:
    """Doubt a number that no hand of so many cards can count."""
    most = most_points(facts)
    return f"{most[0].upper()}{most[1:]}: {facts.points}?"


def missing_points_sentence(player: str) -> str:
    """Ask for a number that is missing."""
    return f"How much deadwood does {player} have?"


def done_label(others: Sequence[str], *, is_last: bool, lays_off: bool) -> str:
    """Label the button that finishes a hand: by the player whose hand this phone enters next, or by what follows."""
    if others:
        return f"Next: {others[0]}"
    if not is_last:
        return "Finish hand"
    return LAY_OFFS if lays_off else SEE_RULING


def chosen_words(cards: int) -> str:
    """Announce how many cards are picked."""
    return f"{plural(cards, 'card')} chosen"


def waiting_sentence(knocker: str | None, waited_for: Sequence[str], sharing: Sequence[str]) -> str:
    """Return what a phone waits for."""
    if knocker is None:
        return "Nobody has entered who knocked yet."
    if waited_for:
        verb = "is" if len(waited_for) == 1 else "are"
        return f"All hands will be shown as soon as {listed_words(waited_for)} {verb} done."
    if sharing:
        return f"A card lies in two hands. {listed_words(sharing, 'or')} tapped it by mistake and can take it out."
    return f"{knocker} is asked whether Gin was called."
