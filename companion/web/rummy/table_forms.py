"""In which forms the rummies are played, and how the names of a new game make its sides."""

from collections.abc import Mapping, Sequence

from companion.rules.rummy.ruleset import SEATS, Game
from companion.web.kinds.new_game_form import TableForm
from companion.wording import table_forms as wording

ALONE, PARTNERS = "", "partners"

TABLE_FORMS: Mapping[Game, tuple[TableForm, ...]] = {
    Game.KNOCK_RUMMY: (
        TableForm(ALONE, *wording.ALONE[:2], seats=SEATS[Game.KNOCK_RUMMY]),
        TableForm(PARTNERS, **wording.PARTNERS_ACROSS._asdict(), seats=range(4, 7, 2), keeps_first=True),
    ),
}
"""The usual form first; a game that isn't here has only one."""


def sides_of_names(names: Sequence[str]) -> list[list[str]]:
    """Return the two sides of names that stand side by side; an odd last one is of the second side.

    >>> sides_of_names(["Ann", "Bob", "Cid", "Dee"])
    [['Ann', 'Cid'], ['Bob', 'Dee']]
    >>> sides_of_names(["Ann", "Bob", "Cid"])
    [['Ann'], ['Bob', 'Cid']]
    """
    paired = len(names) // 2 * 2
    return [list(names[:paired:2]), [*names[1:paired:2], *names[paired:]]]
