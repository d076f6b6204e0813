"""What a table says between hands: who deals, who may knock, and how far the game has come."""

from collections.abc import Mapping, Sequence

from companion.wording.cards import listed_words

DEALER = "dealer"
MEMBER_DEALS = "{name} deals"
KNOCK_ANY_TIME = ("Knock on your turn", "any time")
KNOCK_WITH = "Knock with at most"
HAND = "Hand {number}"
PROGRESS = "Hand {number}, to {target}"
KNOCKED = "{name} knocked"
PLAYED_TO_THE_END = "Played to the end"
CLOSED = "Closed before the end"
DICE = "{first} and {second}. {knock} {limit}. The Queen's diamond is {diamond}."
GIN_ONLY = ("The hand ends with", "Gin")
UPCARD = "The upcard is the {card}. {knock}: {limit}."
SPADE_DOUBLES = " The spade doubles the hand."
ENTERED_BY_OTHERS = "Someone else just entered this. Theirs counts."
NOBODY_SCORES = "Nobody scores"


def dealt_otherwise(dealer: str | None, by_the_rules: str | None) -> str:
    """Return that a hand was dealt by somebody else than the rules say; empty where it wasn't.

    >>> dealt_otherwise("Ann", "Bob")
    "Ann dealt this hand. By the rules it was Bob's deal."
    """
    if dealer == by_the_rules or dealer is None or by_the_rules is None:
        return ""
    return f"{dealer} dealt this hand. By the rules it was {by_the_rules}'s deal."


def dealer_stays(hand: int, dealer: str | None, by_the_rules: str | None) -> str:
    """Return that the hand after a corrected one keeps who dealt it; empty where nothing differs.

    >>> dealer_stays(3, "Ann", "Bob")
    'Hand 3 stays dealt by Ann, as it was. By the rules it would be Bob now.'
    """
    if dealer == by_the_rules:
        return ""
    return (
        f"{HAND.format(number=hand)} stays dealt by {dealer}, as it was. By the rules it would be {by_the_rules} now."
    )


def showdown_label(*, enters_own: bool, plays: bool) -> str:
    """Label the button that leads from the table to the showdown."""
    if enters_own:
        return "Enter my hand"
    return "Showdown" if plays else "Watch"


def tied(names: Sequence[str], total: int) -> str:
    """Return why a game goes on whose target was reached: it is played on while the best are tied (R.13)."""
    return f"{listed_words(names)} are tied at {total}: this hand decides."


def won(winners: Sequence[str]) -> str:
    """Return who won a game."""
    return f"{' and '.join(winners)} won" if winners else PLAYED_TO_THE_END


def scores(points: Mapping[str, int]) -> str:
    """Return who scored what in a hand, each name on one line with its number; empty where nobody did.

    >>> scores({"Ann": 11, "Bob": 0}) == "Ann\N{NO-BREAK SPACE}+11"
    True
    """
    return listed_words([f"{name}\N{NO-BREAK SPACE}{amount:+d}" for name, amount in points.items() if amount])


def last_hand(number: int, standing: str, points: Mapping[str, int]) -> str:
    """Return how the last hand ended."""
    hand = HAND.format(number=number)
    match standing:
        case "drawn":
            return f"{hand} was drawn; nobody scores."
        case "struck-out":
            return f"{hand} is struck out."
        case "illegal" | "unreadable" | "after-the-end":
            return f"{hand} doesn't count under the current rules."
        case _:
            return f"{hand}: {scores(points) or NOBODY_SCORES.lower()}."
