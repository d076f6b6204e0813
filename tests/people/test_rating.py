"""The rating by hand, beside openskill on random games, and whether its ranges hold what they say."""

import math
from datetime import date, timedelta

import pytest
from openskill.models import PlackettLuce

from companion.people import rating
from tests.support.seeds import random_sources

DAY = date(2026, 1, 1)
CLOSE = 1e-9
NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"]


def duel(winner: str, loser: str, day: date = DAY) -> rating.RatedGame:
    return rating.RatedGame(((winner,), (loser,)), (1, 2), day)


def level(many: int) -> list[rating.RatedGame]:
    return [duel("Bob", "Ann") if number % 2 else duel("Ann", "Bob") for number in range(many)]


def test_two_new_players_by_hand() -> None:
    # c = sqrt(2 * 69.4444 + 2 * 17.3611) = 13.1762; each wins with 1/2, so the means part by 69.4444 * 1/2 / c,
    # and the variance loses 69.4444 * 1/4 * 8.3333 / c^3 = 0.063246 of itself.
    (winner,), (loser,) = rating.after([[rating.Rating()], [rating.Rating()]], [1, 2])
    assert winner.mean == pytest.approx(25 + 2.63523, abs=1e-5)
    assert loser.mean == pytest.approx(25 - 2.63523, abs=1e-5)
    assert winner.spread == loser.spread == pytest.approx(8.33333 * math.sqrt(1 - 0.063246), abs=1e-5)


def test_equals_who_tie_stay_equal() -> None:
    (one,), (other,) = rating.after([[rating.Rating()], [rating.Rating()]], [1, 1])
    assert one.mean == other.mean == rating.MEAN
    assert one.spread == other.spread < rating.SPREAD


def test_a_rating_is_shown_in_points_with_its_range() -> None:
    assert (rating.Rating().points, rating.Rating().give_or_take) == (1500, 500)
    assert (rating.Rating(26.5, 2.0).points, rating.Rating(26.5, 2.0).give_or_take) == (1545, 120)


def test_a_lead_of_100_points_means_64_of_100_games() -> None:
    well_known = math.sqrt(2) * rating.LUCK
    assert 1 / (1 + math.exp(-(100 / 30) / well_known)) == pytest.approx(0.64, abs=0.005)


def test_ten_games_make_a_rank() -> None:
    games = [duel("Ann", "Bob", DAY + timedelta(number)) for number in range(10)]
    assert not rating.rate(games[:9])["Ann"].is_ranked
    assert rating.rate(games)["Ann"].is_ranked
    assert rating.rate(games)["Ann"].last == games[-1].day


def test_games_count_in_the_order_of_their_days() -> None:
    days = [duel("Ann", "Bob"), duel("Bob", "Ann", DAY + timedelta(1)), duel("Cid", "Ann", DAY + timedelta(2))]
    assert rating.rate(days[::-1]) == rating.rate(days)
    assert rating.rate([*days[:2], duel("Cid", "Ann", DAY - timedelta(1))]) != rating.rate(days)


@pytest.mark.parametrize(
    "game",
    [
        rating.RatedGame((("Ann",),), (1,), DAY),
        rating.RatedGame((("Ann",), ("Ann",)), (1, 2), DAY),
        rating.RatedGame((("Ann", "Bob"), ("Cid", "Ann")), (1, 2), DAY),
    ],
)
def test_a_game_without_an_opponent_or_against_oneself_does_not_count(game: rating.RatedGame) -> None:
    assert rating.rate([game]) == {}


def test_nobody_is_known_better_than_to_100_points() -> None:
    games = level(1_000)
    ratings = rating.rate(games)
    assert {one.spread for one in ratings.values()} == {rating.FLOOR}
    assert ratings["Ann"].give_or_take == 100


def test_a_year_without_games_makes_less_sure() -> None:
    games = level(100)
    known = rating.rate(games)["Ann"].spread

    def once_more(days: int) -> float:
        return rating.rate([*games, duel("Ann", "Bob", DAY + timedelta(days))])["Ann"].spread

    assert once_more(364) == once_more(0)
    assert once_more(729) == once_more(365)
    ((away,), _) = rating.after([[rating.Rating(spread=math.hypot(known, rating.AWAY, rating.DRIFT))]] * 2, [1, 2])
    assert once_more(365) == pytest.approx(away.spread, abs=0.01)  # the means have moved a little by then
    # However long ago: no less than of somebody new.
    assert once_more(300 * 365) == once_more(200 * 365)
    assert rating.rate([duel("Ann", "Bob")])["Ann"].spread == pytest.approx(once_more(300 * 365), abs=0.05)


@pytest.mark.random
def test_any_game_moves_ratings_as_openskill_says_of_the_parts_of_a_larger_side() -> None:
    """Openskill adds up: a captain against three would have to be three times as strong to be level."""
    peer = PlackettLuce(tau=0.0)
    for seed, rng in random_sources(1_500):
        size = rng.choice([1, 1, 2, 3, 4])
        sizes = [rng.choice([size, size, rng.randint(1, 4)]) for _ in range(rng.randint(2, 7))]
        sides = [[(rng.gauss(25, 8), rng.uniform(1, 10)) for _ in range(size)] for size in sizes]
        ranks = [rng.randint(1, len(sides)) for _ in sides]
        parts = [min(sizes) / size for size in sizes]
        theirs = peer.rate(
            [
                [peer.rating(mean * part, spread * part) for mean, spread in side]
                for part, side in zip(parts, sides, strict=True)
            ],
            ranks=[float(rank) for rank in ranks],
        )
        ours = rating.after([[rating.Rating(*one) for one in side] for side in sides], ranks)
        for part, their_side, our_side in zip(parts, theirs, ours, strict=True):
            for their, our in zip(their_side, our_side, strict=True):
                expected = (their.mu / part, their.sigma / part)
                assert (our.mean, our.spread) == pytest.approx(expected, rel=CLOSE, abs=CLOSE), seed


@pytest.mark.random
def test_many_games_come_to_what_openskill_says() -> None:
    for seed, rng in random_sources(10):
        peer = PlackettLuce()
        theirs = {name: peer.rating() for name in NAMES}
        games = []
        for number in range(60):
            size, many = rng.choice([(1, 2), (1, 3), (1, 5), (2, 2), (2, 3), (3, 2), (4, 2)])
            seated = rng.sample(NAMES, size * many)
            sides = tuple(tuple(seated[first : first + size]) for first in range(0, len(seated), size))
            ranks = tuple(rng.randint(1, many) for _ in sides)
            games.append(rating.RatedGame(sides, ranks, DAY + timedelta(number)))
            rated = peer.rate(
                [[theirs[name] for name in side] for side in sides], ranks=[float(rank) for rank in ranks]
            )
            for names, side in zip(sides, rated, strict=True):
                theirs |= zip(names, side, strict=True)
        ours = rating.rate(games)
        for name, our in ours.items():
            their = theirs[name]
            assert their.sigma > rating.FLOOR  # so few games never come near it
            assert (our.mean, our.spread) == pytest.approx((their.mu, their.sigma), rel=CLOSE), seed
        assert sum(one.games for one in ours.values()) == sum(len(side) for game in games for side in game.sides)


@pytest.mark.random
@pytest.mark.parametrize("table", [2, 3, 4])
@pytest.mark.parametrize("spread", [0.5, 3.0])
def test_the_ranges_hold_what_they_say(table: int, spread: float) -> None:
    """Whose strength is known by design lies within the range at least 93 times of 100, little or much being known."""
    inside = asked = 0
    for _, rng in random_sources(60):
        true = {name: rng.gauss(rating.MEAN, spread) for name in NAMES[:4]}
        games = []
        for number in range(rng.choice([15, 60, 200])):
            seated = rng.sample([*true], table)
            # Who comes first is drawn by the model's own chances.
            played = {name: true[name] / (math.sqrt(2) * rating.LUCK) - math.log(rng.expovariate(1)) for name in seated}
            order = sorted(seated, key=lambda name: -played[name])
            ranks = tuple(range(1, table + 1))
            games.append(rating.RatedGame(tuple((name,) for name in order), ranks, DAY + timedelta(number // 3)))
        ratings = rating.rate(games)
        shift = sum(one.mean - true[name] for name, one in ratings.items()) / len(ratings)
        inside += sum(abs(one.mean - shift - true[name]) <= 2 * one.spread for name, one in ratings.items())
        asked += len(ratings)
    assert inside / asked >= 0.93
