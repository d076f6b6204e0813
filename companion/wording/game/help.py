"""Words of a game's rules: its numbers, and what house rules change."""

from collections.abc import Mapping

TARGET = "Game to"
CARDS = "Cards each"
KNOCK = "Knock"
KNOCK_WITH = "Knock with at most"
QUEENS_DIAMONDS = "Queen’s Diamonds"
QUEEN_AND = "Q\u00a0{diamond}"
MINIMUM = "Minimum score"
UNDERCUT = "Undercut"
LOWEST = "Lowest without knocking"
GIN, BIG_GIN = "Gin", "Big Gin"
GEM_PARTS = "Gem Parts"
RUM = "Rum"

END_FIGURES = {"game_bonus": "Game bonus", "box_bonus": "Each hand won"}
"""What is added in the end, by house rule."""

ANY_TIME = "any time"
GIN_ONLY = "Gin only"
UPCARD_IS = "upcard {card}"
OR_MORE_CARDS = "or more"
DIFFERENCE_TOO = "+ difference"
NO_DIFFERENCE = "nothing else"
KNOCKER_OR_OTHER = "Knocker, others"
FROM_EACH = "from each"
FROM_THE_KNOCKER = "from the knocker"
CALLED = "if called"

BEST_MATCHES, MORE_MATCHES, MATCHES = "Best matches", "More matches", "Matches"
SEARCHED = "“{query}”: the best {best} of {many} first."
FOUND = "“{query}”: {many}."
FOUND_IN_PART = "No rule mentions all of “{query}”. These come nearest."
NOT_FOUND = "No rule mentions “{query}”. Try another word."


def dice_words(dice: tuple[int, int]) -> str:
    """Return the dice that set a number."""
    return f"dice {dice[0]} and {dice[1]}"


def changed_words(changes: Mapping[str, str]) -> str:
    """Return what house rules make of a rule, such as "undercut: 20"."""
    return "; ".join(f"{label[:1].lower()}{label[1:]}: {value}" for label, value in changes.items())


def found_words(query: str, many: int, best: int, *, in_part: bool) -> str:
    """Return what a search found."""
    if not many:
        return NOT_FOUND.format(query=query)
    if in_part:
        return FOUND_IN_PART.format(query=query)
    rules = "1 rule" if many == 1 else f"{many} rules"
    return (SEARCHED if best else FOUND).format(query=query, many=rules, best=best)
