"""A game on its table and on the home page, the phones at it, and how it was brought in."""

from collections.abc import Mapping, Sequence

from companion.wording.cards import listed_words, plural

DEALER = "dealer"
MEMBER_DEALS = "{name} deals"
KNOCK_ANY_TIME = ("Knock on your turn", "any time")
KNOCK_WITH = "Knock with at most"
HAND = "Hand {number}"
ROUND = "Round {number}"
PROGRESS = "Hand {number}, to {target}"
PROGRESS_IN_ROUNDS = "Round {number}, to {target}"
KNOCKED = "{name} knocked"
CLOSED = "Closed before the end"
DICE = "{first} and {second}. {knock} {limit}. The Queen's diamond is {diamond}."
GIN_ONLY = ("The hand ends with", "Gin")
UPCARD = "The upcard is the {card}. {knock}: {limit}."
UPCARD_LABEL = "Upcard"
UPCARD_DOUBLES = "Upcard: the hand counts double"
QUEENS_DIAMONDS = "Queen's Diamonds"
NO_DICE_YET = "The dice haven't been rolled yet."
NO_UPCARD_YET = "The upcard hasn't been entered yet."
SPADE_DOUBLES = " The spade doubles the hand."
ENTERED_BY_OTHERS = "Someone else just entered this. Theirs counts."
NOBODY_SCORES = "Nobody scores"


def dealt_otherwise(dealer: str | None, by_the_rules: str | None) -> str:
    if dealer == by_the_rules or dealer is None or by_the_rules is None:
        return ""
    return f"{dealer} dealt this hand. By the rules it was {by_the_rules}'s deal."


def dealer_stays(hand: int, dealer: str | None, by_the_rules: str | None) -> str:
    """Say that the hand after a corrected one keeps its dealer; empty if the rules agree with it."""
    if dealer == by_the_rules:
        return ""
    return (
        f"{HAND.format(number=hand)} stays dealt by {dealer}, as it was. By the rules it would be {by_the_rules} now."
    )


def showdown_label(*, enters_own: bool, plays: bool) -> str:
    if enters_own:
        return "Enter my hand"
    return "Showdown" if plays else "Watch"


def tied(names: Sequence[str], total: int) -> str:
    return f"{listed_words(names)} are tied at {total}: this hand decides."


def won(winners: Sequence[str]) -> str:
    return f"{' and '.join(winners)} won" if winners else "Played to the end"


def scores(points: Mapping[str, int]) -> str:
    """Return who scored what in a hand, each name on one line with its number; empty where nobody did."""
    return listed_words([f"{name}\N{NO-BREAK SPACE}{amount:+d}" for name, amount in points.items() if amount])


def last_hand(number: int, standing: str, points: Mapping[str, int]) -> str:
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


_JOINED_WITH = {
    "code": "with the table's code",
    "table-link": "with the table's QR code",
    "seat-link": "with a link for a seat",
    "scorer-link": "with a link to keep score",
    "viewer-link": "with a link to watch",
    "key": "with the key from the server, and owns the game now",
    "rematch": "for the rematch",
}


def attendance_sentence(kind: str, name: str, by: str) -> str:
    """Return what a phone did or what was done to it.

    `by` is what it joined with, whose seat it took, or who removed it.
    """
    phone = name or "A phone"
    match kind:
        case "came":
            return f"{phone} joined {_JOINED_WITH[by]}."
        case "sat":
            return f"{phone} took {by}'s seat."
        case "put-out":
            return f"{phone} was removed by {by}." if by else f"{phone} was removed."
        case "owns":
            return f"{name or 'Another phone'} owns the game now."
        case _:
            return f"{phone} left."


def again_line(names: Sequence[str]) -> str:
    return f"{listed_words(names)} again"


ROLE_WORDS = {"viewer": "watches", "seat": "plays", "scorer": "keeps the score", "owner": "owns the game"}
THIS_PHONE = "This phone"
A_PHONE = "A phone"
SCOREKEEPER = "the scorekeeper"
OPERATOR = "the server's operator"
"""Who brings games in by the command line."""
UNNAMED = {"viewer": "a viewer", "seat": "a player", "scorer": "a scorekeeper", "owner": "the scorekeeper"}
"""Authors in the history whose phones have no name."""


def moved_words(who: str) -> str:
    """Return who took a game to another phone: a player, or a phone by its name."""
    return f"Taken along by {who}"


def joined_sentence(names: Sequence[str], unnamed: int) -> str:
    """Return who joined, with phones that have no name; empty if nobody did."""
    who = [*names, plural(unnamed, "phone")] if unnamed else [*names]
    return f"{listed_words(who)} joined" if who else ""


IMPORTED = {
    "started": "The game was imported.",
    "continued": "What was new in the file was added to this game.",
    "unchanged": "This game was here already, and the file has nothing new.",
}
