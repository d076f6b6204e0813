"""How people sit down to a rummy: each alone, with partners, against a captain, or by turns."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.wording.cards import listed_words


class FormWords(NamedTuple):
    """What the form of a new game says of one way to sit down."""

    name: str
    numbers: str
    sides: tuple[str, ...] = ()
    note: str = ""
    turn: str = ""
    waits: str = ""
    sides_of_many: tuple[str, ...] = ()
    note_of_many: str = ""


_TWO_SIDES = ("One side", "The other side")
_OTHERS = "The others"
_OTHER_PARTNERS = "Other partners"
_WAITS = "sits out first"

GAMES_IN_FORMS = {
    "": "{game}",
    "partners": "{game} with partners",
    "captain": "{game} with a captain",
    "cutthroat": "Cutthroat {game}",
}
"""What a game is called in a form."""
ALONE = FormWords("Alone", "2 to 7")
PARTNERS_ACROSS = FormWords("Partners", "4 or 6", _TWO_SIDES, note="Clockwise, row by row.", turn=_OTHER_PARTNERS)
TWO = FormWords("Two", "players")
PARTNERS = FormWords(
    "Partners",
    "4, 6 or 8",
    _TWO_SIDES,
    note="First opponents stand side by side.",
    turn=_OTHER_PARTNERS,
    sides_of_many=_TWO_SIDES,
)
CAPTAIN = FormWords(
    "Captain",
    "3, 5 or 7",
    ("Captain", _OTHERS),
    note="Who loses to the captain sits out next.",
    note_of_many="If the captains win, who lost most sits out.",
    turn="Next captain",
    waits=_WAITS,
    sides_of_many=("Captains", _OTHERS),
)
CUTTHROAT = FormWords(
    "Cutthroat",
    "3 players",
    ("These two begin",),
    note="The winner stays, the loser sits out.",
    turn="Others begin",
    waits=_WAITS,
)


def side_deals(side: Sequence[str]) -> str:
    return f"{listed_words(side)} deal"


def are_captains(captains: Sequence[str]) -> str:
    return f"{listed_words(captains)} {'is captain' if len(captains) == 1 else 'are captains'}"


def begin(pair: Sequence[str]) -> str:
    return f"{listed_words(pair)} begin"


def play_against(first: Sequence[str], second: Sequence[str]) -> str:
    return f"{listed_words(first)} play against {listed_words(second)}."


def captains_against(captains: Sequence[str], others: Sequence[str]) -> str:
    return f"{are_captains(captains)}, against {listed_words(others)}."


def by_turns(players: Sequence[str]) -> str:
    return f"{listed_words(players)} play by turns, two at a time."
