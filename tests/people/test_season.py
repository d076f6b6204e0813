"""Everyone over everyone: sorted, and who leads whom."""

from itertools import pairwise

import pytest

from companion.people.figures import CHANCES, PlayerFigures
from companion.people.record import Person, PersonPair
from companion.people.season import SORTS, Season, leader_first, most_played, sorted_people

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
