"""A person's page: what is known of one person over all games of this phone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import RadioField

from companion.people.figures import PlayerFigures
from companion.people.record import BestHand, Person, PersonGame, PersonPair, PersonRecord
from companion.store.derived import people
from companion.store.derived.kept_sums import known_now
from companion.store.people import persons
from companion.web.base import pages
from companion.web.base.chosen_games import ChosenGames
from companion.web.base.forms import AppForm, name_field
from companion.web.base.htmx import go_to, tell
from companion.web.current_store import current_store
from companion.web.kinds.chart import Chart, chart_of
from companion.web.persons.figures import FigureInWords, ShareInWords, figures_in_words, share_in_words
from companion.web.persons.filters import FilterForm, filter_form
from companion.web.persons.ratings import rating_figure
from companion.web.security.phone import current_phone
from companion.wording.cards import GAME_WORDS
from companion.wording.people import (
    BEST_EVENING,
    BEST_STREAK,
    BIGGEST_HAND,
    BIGGEST_WIN,
    NO_SUCH_PERSON,
    ONE_PERSON,
    WORST_EVENING,
    ahead_sentence,
    day_words,
    evening_words,
    form_description,
    form_heading,
    kind_words,
    points_words,
    record_found,
    rests_on,
    streak_words,
    two_names_words,
    won_by_words,
)

GAMES_OF_FORM = 100
"""As many as can be told apart on a phone."""

blueprint = Blueprint("person", __name__, url_prefix="/people/person")


class LookForm(AppForm):
    """What a person is called on this phone, and their color."""

    nickname = name_field(required=False, autocomplete="off")
    color = RadioField(choices=["", *persons.COLORS], default="")  # type: ignore[list-item]  # the stubs want pairs


@dataclass(frozen=True, slots=True)
class Highlight:
    """A record of a person: what it is, how much, when, and where to look."""

    label: str
    value: str
    day: str
    address: str


@dataclass(frozen=True, slots=True)
class KindRow:
    """A person's record in one kind of game."""

    kind: str
    name: str
    figures: PlayerFigures
    share: ShareInWords | None

    @property
    def words(self) -> str:
        return kind_words(self.share.won if self.share else "", self.figures.hands)


@dataclass(frozen=True, slots=True)
class Duel:
    """A person and the one whom the filters name."""

    pair: PersonPair
    opponent: Person
    latest: str
    """The address of the end of their latest game, with their head-to-head record; empty before the first end."""


@pages.context("persons/person.html")
class PersonPage:
    """A person's page."""

    person: Person
    called: Mapping[str, str]
    """What each is called, by name."""
    form: FilterForm
    chosen: Mapping[str, Any]
    """What the address says of which games count, for every link that keeps it."""
    share: ShareInWords | None
    duel: Duel | None
    rests_on: str
    counted_twice: str
    figures: tuple[FigureInWords, ...]
    kinds: tuple[KindRow, ...]
    opponents: tuple[PersonPair, ...]
    chart: Chart | None
    highlights: tuple[Highlight, ...]
    others: tuple[tuple[str, str], ...]
    """Who may be the same person."""
    naming: LookForm
    error: str
    done: str
    """What was just said of this person."""
    uncounted: int


@blueprint.get("")
def person() -> Response | BaseResponse:
    """Show a person's record; another spelling leads to the name that is shown."""
    phone, asked = current_phone(), request.args.get("name", "")
    if phone is None:
        abort(404, NO_SUCH_PERSON)
    page = person_page(phone.id, asked)
    if page.person.name != asked:
        return go_to(url_for("person.person", **{"name": page.person.name, **page.chosen}))
    return tell(pages.show(page), {"say": record_found(page.person.called, page.share.sentence if page.share else "")})


def person_page(device: int, name: str, naming: LookForm | None = None, error: str = "") -> PersonPage:
    """Return the page of a name in this phone's games; any other is not found."""
    chosen, store = ChosenGames.from_address(), current_store()
    now = known_now(store, device)
    record = people.person(store, device, name, chosen.filters, known=now)
    if record is None:
        abort(404, NO_SUCH_PERSON)
    choices, known = people.choices(store, device, known=now), now.words
    if chosen.against:
        chosen = replace(chosen, against=persons.root_of(known, chosen.against))
    called = {name: persons.called(known, name) for name in choices.names}
    person, figures = record.person, record.person.figures
    others = [name for name in choices.names if name != person.name]
    duel = duel_of(record, chosen, known)
    return PersonPage(
        person=person,
        called=called,
        form=filter_form(chosen, choices, {name: called[name] for name in others}, [("name", person.name)]),
        chosen=chosen.address(),
        share=share_in_words(duel.pair.share, ahead_sentence) if duel else share_in_words(figures.share),
        duel=duel,
        rests_on=rests_on(figures.games, figures.hands, person.first_on),
        counted_twice=two_names_words(record.games_of_two_names),
        figures=(*rating_figure(now, person.name, chosen), *figures_in_words(figures)) if figures.hands else (),
        kinds=tuple(
            KindRow(kind, GAME_WORDS.get(kind, kind), of_kind, share_in_words(of_kind.share))
            for kind, of_kind in record.by_kind
        ),
        opponents=record.by_opponent,
        chart=form_chart(record),
        highlights=tuple(_highlights(record)),
        others=tuple((other, called[other]) for other in others),
        naming=naming or LookForm(data={"nickname": person.nickname, "color": person.color}),
        error=error,
        done=ONE_PERSON.format(name=person.called) if "done" in request.args else "",
        uncounted=record.uncounted,
    )


def duel_of(record: PersonRecord, chosen: ChosenGames, known: Mapping[str, persons.Said]) -> Duel | None:
    """Return the two of a record against one person; None where it isn't against one, or they haven't met."""
    asked = chosen.against
    pair = next((pair for pair in record.by_opponent if pair.second == asked), None)
    if pair is None:
        return None
    words = known.get(asked, persons.NOTHING)
    latest = _game_address(record.results[-1]) if record.results else ""
    return Duel(pair, Person(asked, nickname=words.nickname, color=words.color), latest)


def form_chart(record: PersonRecord) -> Chart | None:
    """Return the line of form: how many of the last ten games were won, game after game; None before the eleventh."""
    won, called = record.form[-GAMES_OF_FORM:], record.person.called
    heading = form_heading(len(won), are_all=len(won) == len(record.form))
    chart = chart_of({called: won}, round(10 * record.person.figures.share.fair), "game", heading) if won else None
    return replace(chart, words=form_description(called, won)) if chart else None


def _highlights(record: PersonRecord) -> Iterator[Highlight]:
    hand, win, streak = record.biggest_hand, record.biggest_win, record.best_streak
    if hand:
        yield biggest_hand(hand)
    if win:
        yield Highlight(BIGGEST_WIN, won_by_words(win.margin), day_words(win.on), _game_address(win))
    if streak and streak.length > 1:
        first, last = streak.games[0], streak.games[-1]
        yield Highlight(BEST_STREAK, streak_words(streak.length), _days(first.on, last.on), _game_address(last))
    for label, day in ((BEST_EVENING, record.best_day), (WORST_EVENING, record.worst_day)):
        if day:
            address = url_for("games.all_games", person=record.person.name, since=day.on, until=day.on)
            yield Highlight(label, evening_words(day.margin, day.hands), day_words(day.on), address)


def biggest_hand(hand: BestHand, label: str = BIGGEST_HAND) -> Highlight:
    address = url_for("sheet.hand", game=hand.game, number=hand.hand)
    return Highlight(label, points_words(hand.points), day_words(hand.on), address)


def _days(first: str, last: str) -> str:
    return day_words(first) if first == last else f"{day_words(first)} to {day_words(last)}"


def _game_address(result: PersonGame) -> str:
    return url_for("end.end", game=result.game)
