"""The household's table: everyone's record on this phone, sorted by any column, and everyone over everyone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request

from companion.people.record import Person, PersonPair
from companion.people.season import SORTS, Season, sorted_people
from companion.store.derived import people
from companion.store.derived.kept_sums import known_now
from companion.web.base import pages
from companion.web.base.chosen_games import ChosenGames
from companion.web.base.htmx import tell
from companion.web.base.player_names import short_names
from companion.web.current_store import current_store
from companion.web.persons.figures import NO_FIGURE, ShareInWords, share_in_words
from companion.web.persons.filters import FilterForm, filter_form
from companion.web.persons.person import Highlight, biggest_hand
from companion.web.persons.ratings import RatingList, rating_list
from companion.web.security.phone import current_phone
from companion.wording.people import biggest_hand_of, each_hand, people_found

blueprint = Blueprint("household", __name__, url_prefix="/people")

PEOPLE_SHOWN = 40
"""Of a club's phone, unless all are asked for."""
PAIRS_SHOWN = 12
MATRIX_OF = 8
"""People whom the matrix of everyone over everyone has room for."""
FEW = 8
"""People among whom a name is found without sorting by names."""
ROOM_OF_A_NAME = 8
BY_NAME = "name"
COLUMNS = (
    (BY_NAME, "Name"),
    ("won", "Won"),
    ("share", "Share"),
    ("hands", "Hands"),
    ("points", "Points"),
    ("gins", "Gins"),
    ("undercuts", "Under\u00adcuts"),
)
"""By what figure each is sorted, and its heading."""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """By which column the table is sorted, and whether it is turned around: the least first, or the last name."""

    key: str
    turned: bool

    @classmethod
    def from_address(cls) -> "TableOrder":
        asked = request.args.get("sort", "")
        key = asked.removeprefix("-")
        return cls(key, asked.startswith("-")) if key in dict(COLUMNS) else cls("won", turned=False)

    def reached_by(self, key: str) -> str:
        """Return what the address says for a column: tapped once more, it is turned around."""
        return f"-{key}" if self.key == key and not self.turned else key

    @property
    def asked(self) -> str:
        """What an address says of this order."""
        return f"-{self.key}" if self.turned else self.key

    @property
    def spoken(self) -> str:
        return "ascending" if (self.key == BY_NAME) != self.turned else "descending"

    def sorted(self, season: Season) -> tuple[Person, ...]:
        """Return everybody who has played, sorted."""
        playing = [person for person in season.people if person.figures.hands or person.figures.games]
        persons = sorted_people(playing, self.key if self.key in SORTS else "")
        return persons[::-1] if self.turned else persons


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person's row of the table."""

    person: Person
    share: ShareInWords | None

    @property
    def cells(self) -> tuple[tuple[str, str], ...]:
        """What stands in each column, with a smaller text below it."""
        figures, share = self.person.figures, self.share
        points = figures.points_a_hand
        return (
            (f"{figures.won:,}", f"of {figures.games:,}") if share else (NO_FIGURE, ""),
            (share.percent if share else NO_FIGURE, share.short_range if share else ""),
            (f"{figures.hands:,}", ""),
            (NO_FIGURE if points is None else each_hand(points), ""),
            (f"{figures.gins + figures.big_gins:,}", ""),
            (f"{figures.undercuts:,}", ""),
        )


def _biggest(season: Season, called: Mapping[str, str]) -> Highlight | None:
    hand = season.biggest_hand
    return biggest_hand(hand, biggest_hand_of(called[season.biggest_by])) if hand else None


@dataclass(frozen=True, slots=True)
class Matrix:
    """Everyone over everyone: the games that the person of a row won against the person of each column."""

    people: tuple[Person, ...]
    shorts: tuple[str, ...]
    rows: tuple[tuple[PersonPair | None, ...], ...]


def matrix_of(season: Season) -> Matrix | None:
    """Return the matrix of those who have played most; None where a list of pairs says as much."""
    met = {name for names in season.pairs for name in names}
    most = sorted_people([person for person in season.people if person.name in met], "games")[:MATRIX_OF]
    if len(most) <= 2:
        return None
    names = [person.name for person in most]
    return Matrix(
        people=most,
        shorts=short_names([person.called for person in most], ROOM_OF_A_NAME),
        rows=tuple(tuple(season.pairs.get((name, other)) for other in names) for name in names),
    )


@pages.context("persons/people.html")
class HouseholdPage:
    """The household's table."""

    form: FilterForm
    rows: tuple[PersonRow, ...]
    everybody: int
    """How many people there are; more than are shown, unless all were asked for."""
    few: int
    columns: tuple[tuple[str, str], ...]
    order: TableOrder
    chosen: Mapping[str, Any]
    """What the address says of which games count, for every link that keeps it."""
    biggest: Highlight | None
    """The hand with the most points; None where nobody has any."""
    pairs: tuple[PersonPair, ...]
    called: Mapping[str, str]
    """What each is called, by name."""
    matrix: Matrix | None
    ratings: RatingList | None
    uncounted: int


@blueprint.get("")
def household() -> Response:
    """Show everyone's record, and everyone's against everyone."""
    chosen, order, phone = ChosenGames.from_address(), TableOrder.from_address(), current_phone()
    if phone is None:
        return pages.show(_page(chosen, order, Season(()), people.Choices((), (), (), ()), None))
    store = current_store()
    known = known_now(store, phone.id)
    season = people.season(store, phone.id, chosen.filters, known=known)
    ratings = rating_list(known, chosen, PEOPLE_SHOWN)
    page = _page(chosen, order, season, people.choices(store, phone.id, known=known), ratings)
    return tell(pages.show(page), {"say": people_found(page.everybody, chosen.words)})


def _page(
    chosen: ChosenGames, order: TableOrder, season: Season, choices: people.Choices, ratings: RatingList | None
) -> HouseholdPage:
    everybody = order.sorted(season)
    called = {person.name: person.called for person in season.people}
    shown = everybody if "all" in request.args else everybody[:PEOPLE_SHOWN]
    return HouseholdPage(
        form=filter_form(chosen, choices, kept=[("sort", asked) for asked in request.args.getlist("sort")[:1]]),
        rows=tuple(PersonRow(person, share_in_words(person.figures.share)) for person in shown),
        everybody=len(everybody),
        few=FEW,
        columns=COLUMNS,
        order=order,
        chosen=chosen.address(),
        biggest=_biggest(season, called),
        pairs=season.leaders_first[:PAIRS_SHOWN],
        called=called,
        matrix=matrix_of(season),
        ratings=ratings,
        uncounted=season.uncounted,
    )
