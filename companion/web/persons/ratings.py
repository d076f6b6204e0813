"""Ratings of people, for a phone that wants them: who is how strong, as far as their games can tell."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.people.rating import Rating
from companion.people.record import SOLO
from companion.store.derived import people
from companion.store.derived.kept_sums import Known
from companion.web.base import pages
from companion.web.base.chosen_games import ChosenGames
from companion.web.base.pages import Ratings
from companion.web.current_store import current_store
from companion.web.persons.figures import FigureInWords
from companion.wording.ratings import (
    NOT_YET,
    RATINGS_EXPLAINED,
    range_words,
    rating_words,
    ratings_heading,
    rests_on,
)


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """A person in the list of ratings."""

    name: str
    place: str
    """Empty for who hasn't played enough for one."""
    rating: str
    range: str
    note: str


@dataclass(frozen=True, slots=True)
class RatingList:
    """Everybody's rating, the highest first, and after them who hasn't played enough for a place."""

    heading: str
    people: tuple[RatedPerson, ...]
    explained: str


def ratings_of(known: Known, chosen: ChosenGames) -> Mapping[str, Rating]:
    """Return the ratings of a phone's people in the kind of game that was chosen; none where it wants none."""
    wanted = pages.current_look().ratings == Ratings.ON and chosen.game != SOLO
    return people.ratings(current_store(), known.device, chosen.game, known=known) if wanted else {}


def rating_list(known: Known, chosen: ChosenGames, most: int) -> RatingList | None:
    """Return the list of ratings, of so many people; None where nobody has one, or it isn't wanted."""
    ratings = ratings_of(known, chosen)
    ranked = sorted(ratings, key=lambda name: (not ratings[name].is_ranked, -ratings[name].points, name))
    rows = tuple(_row(name, ratings[name], place) for place, name in enumerate(ranked[:most], start=1))
    return RatingList(ratings_heading(chosen.game), rows, RATINGS_EXPLAINED) if rows else None


def _row(name: str, rating: Rating, place: int) -> RatedPerson:
    played = rests_on(rating.games)
    return RatedPerson(
        name=name,
        place=f"{place}." if rating.is_ranked else "",
        rating=rating_words(rating.points),
        range=range_words(rating.give_or_take),
        note=played if rating.is_ranked else f"{played}, {NOT_YET}",
    )


def rating_figure(known: Known, name: str, chosen: ChosenGames) -> tuple[FigureInWords, ...]:
    """Return a person's rating as a figure, if there is one."""
    rating = ratings_of(known, chosen).get(name)
    if rating is None:
        return ()
    note = f"{range_words(rating.give_or_take)}, {rests_on(rating.games)}"
    return (FigureInWords(ratings_heading(chosen.game), rating_words(rating.points), note),)
