"""In which forms the rummies are played, and how the names of a new game make its sides."""

from collections.abc import Mapping, Sequence

from companion.documents.game import players_of
from companion.rules.rummy.ruleset import SEATS, SEATS_IN_FORM, Form, Game
from companion.web.kinds.new_game_form import TableForm
from companion.web.rummy.catalog import form_of, sides_of
from companion.wording import table_forms as wording
from companion.wording.table_forms import FormWords

PARTNERS = Form.PARTNERS.value
"""The same word in games where it isn't a form of its own, but sides."""


def _gin(form: Form, words: FormWords, dealer: int, *, keeps_first: bool = False) -> TableForm:
    """Return a form in which the first of each side stands for all who may deal the first round."""
    seats = SEATS_IN_FORM[form]
    return TableForm(form.value, **words._asdict(), seats=seats, keeps_first=keeps_first, dealers=2, dealer=str(dealer))


TABLE_FORMS: Mapping[Game, tuple[TableForm, ...]] = {
    Game.GIN_RUMMY: (
        TableForm("", **wording.TWO._asdict(), seats=SEATS[Game.GIN_RUMMY]),
        _gin(Form.PARTNERS, wording.PARTNERS, dealer=0, keeps_first=True),
        _gin(Form.CAPTAIN, wording.CAPTAIN, dealer=1),
        _gin(Form.CUTTHROAT, wording.CUTTHROAT, dealer=1),
    ),
    Game.KNOCK_RUMMY: (
        TableForm("", **wording.ALONE._asdict(), seats=SEATS[Game.KNOCK_RUMMY]),
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


def seats_in_words(head: Mapping[str, object]) -> str:
    """Return who plays with whom, in a sentence; empty where everybody plays each hand alone."""
    form, sides = form_of(head), sides_of(head)
    if form is Form.CUTTHROAT:
        return wording.by_turns(players_of(head))
    if not sides:
        return ""
    first, second = sides
    return wording.captains_against(first, second) if form is Form.CAPTAIN else wording.play_against(first, second)
