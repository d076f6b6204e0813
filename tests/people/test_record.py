"""The record of one person: form, streaks, the best and the worst of the games."""

from companion.people.figures import PlayerFigures, Share
from companion.people.record import (
    SOLO,
    Day,
    Filters,
    Person,
    PersonGame,
    PersonPair,
    PersonRecord,
    best_streak,
    form,
    in_all,
)


def results(letters: str) -> tuple[PersonGame, ...]:
    """Return a game for each letter, won where it is W, each on its day, and by more than the one before."""
    return tuple(
        PersonGame(f"game-{number}", "gin-rummy", f"2026-01-{number:02}", letter == "W", 2, 100, number, 100, 40)
        for number, letter in enumerate(letters, start=1)
    )


def test_a_year_has_its_first_and_last_day() -> None:
    assert Filters.of_year(2026) == Filters(since="2026-01-01", until="2026-12-31")


def test_a_person_is_called_by_the_nickname() -> None:
    assert Person("Ann").called == "Ann"
    assert Person("Ann", nickname="Auntie").called == "Auntie"


def test_the_best_streak_is_the_first_of_the_longest() -> None:
    games = results("WLWWLWWLW")
    streak = best_streak(games)
    assert streak is not None
    assert (streak.length, streak.games) == (2, games[2:4])
    assert best_streak(results("LL")) is None
    assert PersonRecord(Person("Ann"), results=games).best_streak == streak


def test_the_form_is_how_many_of_the_last_games_were_won() -> None:
    assert form(results("WWLLW"), over=3) == (2, 1, 1)
    assert form(results("WWWWWL"), over=3) == (3, 3, 3, 2)
    assert form(results("WW"), over=3) == ()
    games = results("WWLLWWLLWWL")
    assert PersonRecord(Person("Ann"), results=games).form == (6, 5)


def test_the_biggest_win_is_a_game_that_was_won() -> None:
    games = results("WWLWL")
    assert PersonRecord(Person("Ann"), results=games).biggest_win == games[3]
    assert PersonRecord(Person("Ann"), results=results("LL")).biggest_win is None


def test_the_best_day_was_ahead_and_the_worst_behind() -> None:
    good, level, bad = (Day(f"2026-01-0{number}", 1, 4, 50, against) for number, against in ((1, 20), (2, 50), (3, 90)))
    assert (good.margin, bad.margin) == (30, -40)
    record = PersonRecord(Person("Ann"), days=(level, good, bad))
    assert (record.best_day, record.worst_day) == (good, bad)
    by_one = Day("2026-01-04", 1, 4, 51, 50)
    assert PersonRecord(Person("Ann"), days=(level, by_one)).best_day == by_one
    neither = PersonRecord(Person("Ann"), days=(level,))
    assert (neither.best_day, neither.worst_day) == (None, None)
    assert (PersonRecord(Person("Ann")).best_day, PersonRecord(Person("Ann")).worst_day) == (None, None)


def test_solo_games_are_summed_only_where_they_are_asked_for() -> None:
    by_kind = [
        ("gin-rummy", PlayerFigures(hands=3)),
        ("gem-ii", PlayerFigures(hands=5)),
        (SOLO, PlayerFigures(hands=7)),
    ]
    assert in_all(by_kind) == PlayerFigures(hands=8)
    assert in_all(by_kind[2:], Filters(kind=SOLO)) == PlayerFigures(hands=7)


def test_the_share_of_two_is_how_often_the_first_was_ahead_not_how_often_it_won() -> None:
    assert PersonPair("Ann", "Bob", 10, ahead=4, behind=5).share == Share(4, 10, 0.45)
    assert PersonPair("Ann", "Bob").share.share is None
