"""How people sit down to a rummy: each alone, with partners, against a captain, or by turns."""

from typing import NamedTuple


class FormWords(NamedTuple):
    """What the form of a new game says of one way to sit down."""

    name: str
    numbers: str
    sides: tuple[str, str] | None = None
    note: str = ""
    turn: str = ""
    waits: str = ""
    side_deals: str = ""


ONE_SIDE, OTHER_SIDE = "One side", "The other side"
OTHER_PARTNERS = "Other partners"
ALONE = FormWords("Alone", "2 to 7")
PARTNERS_ACROSS = FormWords(
    "Partners",
    "4 or 6",
    (ONE_SIDE, OTHER_SIDE),
    note="Clockwise, row by row.",
    turn=OTHER_PARTNERS,
)
