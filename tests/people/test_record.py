"""The record of one person and of everyone over everyone: sums, means, the range of a share, form, streaks, pairs."""

from itertools import pairwise

import pytest

from companion.people.figures import CHANCES, NONE, PlayerFigures, Share, total_of
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
from companion.people.season import SORTS, Season, leader_first, most_played, sorted_people


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


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [
        # Worked examples of Wilson's interval (Newcombe, Statistics in Medicine 17, 1998, table I, method 3).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_range_of_a_share_is_wilson_s(won: int, of: int, low: float, high: float) -> None:
    share = Share(won, of)
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)
    assert share.share == (won / of if of else None)


def test_no_share_is_under_nothing_or_over_everything() -> None:
    assert {(Share(0, of).low, Share(of, of).high) for of in range(200)} == {(0.0, 1.0)}


@pytest.mark.parametrize(
    ("share", "luck"),
    [
        (Share(14, 25), True),
        (Share(140, 250, 0.5), True),
        (Share(160, 250, 0.5), False),
        # Of three, a third is fair.
        (Share(14, 25, 1 / 3), False),
        (Share(9, 25, 1 / 3), True),
        (Share(0, 0), True),
        # The bounds belong to the range.
        (Share(0, 0, 0.0), True),
        (Share(0, 0, 1.0), True),
    ],
)
def test_luck_may_explain_what_is_within_the_range(share: Share, luck: bool) -> None:
    assert share.luck_may_explain is luck


def test_figures_are_added_and_the_best_hand_is_the_better_one() -> None:
    one = PlayerFigures(games=1, won=1, chances=CHANCES // 2, hands=4, hands_won=3, points=90, against=20, best=40)
    other = PlayerFigures(games=2, chances=CHANCES // 3 * 2, hands=2, points=6, against=70, best=6)
    both = total_of([one, other])
    assert both == PlayerFigures(games=3, won=1, chances=980, hands=6, hands_won=3, points=96, against=90, best=40)
    assert both == other + one
    assert (both.lost, both.points_a_hand, both.against_a_hand) == (2, 16.0, 15.0)
    assert (both.share.won, both.share.of) == (1, 3)
    assert both.share.fair == pytest.approx((1 / 2 + 2 / 3) / 3)


def test_means_are_of_the_hands_whose_cards_are_known() -> None:
    figures = PlayerFigures(hands=10, deadwood=45, deadwood_hands=6, knock_deadwood=14, knock_hands=4)
    assert (figures.mean_deadwood, figures.mean_knock) == (7.5, 3.5)
    assert (NONE.mean_deadwood, NONE.mean_knock, NONE.points_a_hand, NONE.against_a_hand) == (None,) * 4
    assert NONE.share == Share(0, 0, 0.5)


ANN = Person("Ann", PlayerFigures(games=10, won=6, chances=5 * CHANCES, hands=60, points=300, gins=3, undercuts=1))
BOB = Person("bob", PlayerFigures(games=20, won=11, chances=10 * CHANCES, hands=90, points=360, gins=1, big_gins=4))
CID = Person("Cid", PlayerFigures(games=1, won=1, hands=2, points=40, undercuts=3), nickname="Zed")
DEE = Person("Dee")
EVE = Person("Eve", PlayerFigures(games=3, chances=CHANCES))


@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("games", ["bob", "Ann", "Cid", "Dee"]),
        ("won", ["bob", "Ann", "Cid", "Dee"]),
        # 11 of 20 are 34 % at least, 6 of 10 are 31 %, the one game that Cid has won is 21 %, and who hasn't played
        # comes after who has lost three.
        ("share", ["bob", "Ann", "Cid", "Eve", "Dee"]),
        ("hands", ["bob", "Ann", "Cid", "Dee"]),
        ("points", ["Cid", "Ann", "bob", "Dee"]),
        ("gins", ["bob", "Ann", "Dee", "Cid"]),
        ("undercuts", ["Cid", "Ann", "bob", "Dee"]),
        # Of the nickname, as they are called.
        ("name", ["Ann", "bob", "Dee", "Cid"]),
    ],
)
def test_people_are_sorted_by_a_figure_most_first(by: str, names: list[str]) -> None:
    asked = [CID, DEE, BOB, ANN, EVE][: len(names)]
    assert [person.name for person in sorted_people(asked, by)] == names
    values = [SORTS[by](person) for person in sorted_people(asked, by)] if by in SORTS else []
    assert all(more >= less for more, less in pairwise(values))


def both(pair: PersonPair, turned: PersonPair) -> dict[tuple[str, str], PersonPair]:
    return {(one.first, one.second): one for one in (pair, turned)}


def test_the_two_who_played_most_are_named_with_the_leader_first() -> None:
    ann, bob = PersonPair("Ann", "Bob", 25, ahead=11, behind=14), PersonPair("Bob", "Ann", 25, ahead=14, behind=11)
    few = both(PersonPair("Ann", "Cid", 3, ahead=3), PersonPair("Cid", "Ann", 3, behind=3))
    assert most_played((both(ann, bob) | few).values()) == bob
    assert most_played([]) is None
    running = both(PersonPair("Ann", "Bob", hands=3, unfinished=1), PersonPair("Bob", "Ann", hands=3, unfinished=1))
    assert most_played(running.values()) is None


def test_where_two_are_level_the_one_with_more_points_leads() -> None:
    ann = PersonPair("Ann", "Bob", 3, ahead=1, behind=1, points=80, against=90)
    bob = PersonPair("Bob", "Ann", 3, ahead=1, behind=1, points=90, against=80)
    assert (leader_first(ann, bob), leader_first(bob, ann), ann.level) == (bob, bob, 1)
    ann, bob = PersonPair("Ann", "Bob", 2, ahead=1, behind=1), PersonPair("Bob", "Ann", 2, ahead=1, behind=1)
    assert leader_first(ann, bob) == ann


def test_each_two_stand_once_by_name_or_with_the_leader_first() -> None:
    ann, bob = PersonPair("Ann", "Bob", 3, ahead=1, behind=2), PersonPair("Bob", "Ann", 3, ahead=2, behind=1)
    cid, eve = PersonPair("Cid", "Eve", 5, ahead=4, behind=1), PersonPair("Eve", "Cid", 5, ahead=1, behind=4)
    season = Season((), both(ann, bob) | both(cid, eve))
    assert season.each_two == (ann, cid)
    assert season.leaders_first == (cid, bob)
