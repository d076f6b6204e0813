"""The household's table to take along: a picture to share, and a spreadsheet."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response

from companion.people.record import Person
from companion.people.season import Season
from companion.store.derived import people
from companion.web.base import pages
from companion.web.base.chosen_games import ChosenGames
from companion.web.base.dates import today
from companion.web.current_store import current_store
from companion.web.persons.household import TableOrder
from companion.web.security.phone import current_phone
from companion.web.table.exchange import safe_text
from companion.web.table.picture import TextLine, fitted, in_two_lines
from companion.wording.people import EVERYONES_RECORD, NOBODY_PLAYED, day_words, percent

blueprint = Blueprint("people_shared", __name__, url_prefix="/people")

PEOPLE_IN_PICTURE = 8
_ROOM, _NAME_ROOM, _NUMBER_ROOM = 960, 520, 240
_TOP, _HEIGHT, _TALLEST = 230, 930, 210
"""Where the rows of a picture begin, and how high they are together, and one of them at most."""


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A person in the picture."""

    name: tuple[TextLine, ...]
    won: TextLine
    share: str
    y: int
    leads: bool


@pages.context("persons/people.svg")
class HouseholdPicture:
    """The picture of the household's table."""

    title: tuple[TextLine, ...]
    rows: tuple[PictureRow, ...]
    day: str


@blueprint.get("/picture.svg")
def picture() -> Response:
    """Show who has won how many games, those who won most first."""
    chosen, order = ChosenGames.from_address(), TableOrder.from_address()
    shown = [person for person in order.sorted(_season(chosen)) if person.figures.games][:PEOPLE_IN_PICTURE]
    if not shown:
        abort(404, NOBODY_PLAYED)
    step = min(_TALLEST, _HEIGHT // len(shown))
    first = _TOP + (_HEIGHT - step * len(shown) + step) // 2
    most = max(person.figures.won for person in shown)
    answer = pages.show(
        HouseholdPicture(
            title=in_two_lines(chosen.words or EVERYONES_RECORD, _ROOM, 64),
            rows=tuple(_row(person, first + step * place, step, most) for place, person in enumerate(shown)),
            day=day_words(today().isoformat()),
        )
    )
    answer.content_type = "image/svg+xml; charset=utf-8"
    return answer


def _row(person: Person, y: int, step: int, most: int) -> PictureRow:
    figures = person.figures
    return PictureRow(
        name=in_two_lines(person.called, _NAME_ROOM, min(56, step // 2)),
        won=fitted(f"{figures.won:,} of {figures.games:,}", _NUMBER_ROOM, min(56, step // 2)),
        share=percent(figures.share.share or 0),
        y=y,
        leads=figures.won == most,
    )


def _season(chosen: ChosenGames) -> Season:
    phone = current_phone()
    return people.season(current_store(), phone.id, chosen.filters) if phone else Season(())


@blueprint.get("/people.csv")
def spreadsheet() -> Response:
    """Download everyone's record, and everyone's against everyone."""
    lines = io.StringIO()
    season = _season(ChosenGames.from_address())
    rows = spreadsheet_rows(season, TableOrder.from_address().sorted(season))
    csv.writer(lines).writerows([safe_text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    response = make_response("\ufeff" + lines.getvalue())
    response.headers["Content-Type"] = "text/csv; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="people-{today().isoformat()}.csv"'
    return response


SUMS = (
    *("games", "won", "hands", "hands_won", "points", "against", "knocks", "knocks_won", "gins", "big_gins", "rums"),
    *("undercuts", "undercut_hands", "gem_parts", "deadwood", "deadwood_hands", "knock_deadwood", "knock_hands"),
    *("given_away", "given_away_hands", "best"),
)
"""Figures of a person that have a column, by their names, which head them with spaces."""


def spreadsheet_rows(season: Season, persons: tuple[Person, ...]) -> Iterator[list[str | int | float]]:
    yield ["name", "nickname", "since", *(name.replace("_", " ") for name in SUMS), "share from", "share to"]
    for person in persons:
        figures, share = person.figures, person.figures.share
        known = [round(share.low, 3), round(share.high, 3)] if share.of else ["", ""]
        yield [person.name, person.nickname, person.first_on, *(getattr(figures, name) for name in SUMS), *known]
    yield []
    yield ["name", "against", "games", "ahead", "behind", "hands", "points", "points against"]
    for names, pair in sorted(season.pairs.items()):
        yield [*names, pair.games, pair.ahead, pair.behind, pair.hands, pair.points, pair.against]
