"""The records of people over the games of a phone: who played whom, where, when, and what it came to."""

from dataclasses import replace
from typing import Any

import pytest

from companion.journal.events.game import GameDated, GameNoted, GamePlaced, GameStarted
from companion.journal.events.hands import HandStruckOut
from companion.people.figures import CHANCES
from companion.people.record import BestHand, Day, Filters, PersonGame, PersonPair
from companion.rules.gem2.duel import ROUNDS
from companion.store import games
from companion.store.database import Store
from companion.store.derived import kept_sums, people, recompute
from companion.store.derived.kept_sums import known_now
from companion.store.people import members, persons
from companion.store.people.members import Role
from tests.support.documents import HEAD, counted_hand
from tests.support.store import Running, another, change, imported

SETTLED = {"reason": "as agreed", "by": "Ann"}
OF_THREE = {
    **counted_hand("Cid", (3, 4), Ann=9, Bob=9, Cid=7),
    "overruled": {"points": {"Ann": 40, "Bob": 60, "Cid": 110}, "winner": "Cid", **SETTLED},
}
OF_TEAMS = {
    "counted": {"remaining": 6, "cards": {"Ann & Cid": 24, "Bob & Dee": 10}},
    "overruled": {"points": {"Ann & Cid": 10, "Bob & Dee": 4}, **SETTLED, "by": "Bob & Dee"},
}


def won_by(winner: str, loser: str, points: int) -> dict[str, Any]:
    return counted_hand(winner, **{winner: 2, loser: 2 + points})


ANN_WINS = {
    **HEAD, "at": "2026-03-01", "place": "Home",
    "hands": [won_by("Ann", "Bob", 30), won_by("Bob", "Ann", 20), won_by("Ann", "Bob", 70)],
}  # fmt: skip
BOB_WINS = {
    **HEAD,
    "at": "20260301T2130",
    "place": "Home",
    "hands": [won_by("Bob", "Ann", 60), won_by("Bob", "Ann", 50)],
}
RUNNING = {**HEAD, "at": "2026-05-01", "hands": [won_by("Ann", "Bob", 25)]}
THREE = {
    "game": "gem-rummy", "players": ["Ann", "Bob", "Cid"], "first_dealer": "Ann", "at": "2025-12-30", "place": "Club",
    "house_rules": {"target": 100}, "hands": [OF_THREE],
}  # fmt: skip
TEAMS = {
    "game": "gem-ii", "players": ["Ann & Cid", "Bob & Dee"], "teams": [["Ann", "Cid"], ["Bob", "Dee"]], "level": 1,
    "first_dealer": "Ann & Cid", "at": "2026-04-02", "rounds": [OF_TEAMS] * ROUNDS,
}  # fmt: skip
SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "at": "2026-06-01", "rounds": [{"deals": [3]}]}
BROUGHT_IN = (ANN_WINS, BOB_WINS, RUNNING, THREE, TEAMS, SOLO, {**ANN_WINS, "at": "2027-01-01", "place": "Club"})


@pytest.fixture
def played(store: Store, phone: int) -> list[str]:
    """Bring in a game of each kind, one of them twice, and one of other people to another phone; return the ids."""
    stranger = games.Author(another(store), "Eve")
    names = {"players": ["Eve", "Fay"], "first_dealer": "Eve"}
    imported(store, stranger, {**HEAD, **names, "hands": [won_by("Eve", "Fay", 90)]}, "game-of-others")
    author = games.Author(phone, "Ann")
    return [imported(store, author, one, f"game-number-{number}") for number, one in enumerate(BROUGHT_IN)]


def summed(store: Store, phone: int, filters: Filters) -> dict[str, tuple[int, ...]]:
    return {
        person.name: (one.games, one.won, one.unfinished, one.hands, one.hands_won, one.points, one.against)
        for person in people.season(store, phone, filters).people
        for one in (person.figures,)
    }


@pytest.mark.usefixtures("played")
def test_everybody_s_sums_are_those_of_the_games_that_are_asked_for(store: Store, phone: int) -> None:
    assert summed(store, phone, Filters()) == {
        "Ann": (4, 2, 1, 3 + 2 + 1 + 1 + ROUNDS, 3, 100 + 40 + 25 + 10 * ROUNDS, 20 + 110 + 170 + 4 * ROUNDS),
        "Bob": (4, 1, 1, 3 + 2 + 1 + 1 + ROUNDS, 3, 20 + 110 + 60 + 4 * ROUNDS, 100 + 25 + 150 + 10 * ROUNDS),
        "Cid": (2, 2, 0, 1 + ROUNDS, 1, 110 + 10 * ROUNDS, 100 + 4 * ROUNDS),
        "Dee": (1, 0, 0, ROUNDS, 0, 4 * ROUNDS, 10 * ROUNDS),
    }
    of_three = {
        "Ann": (1, 0, 0, 1, 0, 40, 170), "Bob": (1, 0, 0, 1, 0, 60, 150), "Cid": (1, 1, 0, 1, 1, 110, 100),
    }  # fmt: skip
    for one in (Filters.of_year(2025), Filters(until="2025-12-30"), Filters(place="Club"), Filters(kind="gem-rummy")):
        assert summed(store, phone, one) == of_three
    at_home = {"Ann": (2, 1, 0, 5, 2, 100, 130), "Bob": (2, 1, 0, 5, 3, 130, 100)}
    for one in (Filters(place="Home"), Filters("gin-rummy", since="2026-01-01", until="2026-03-01")):
        assert summed(store, phone, one) == at_home
    # The copy of the first game, with another date, isn't counted.
    assert summed(store, phone, Filters.of_year(2027)) == {}
    assert set(summed(store, phone, Filters(against="Dee"))) == {"Ann", "Bob", "Cid", "Dee"}
    assert summed(store, phone, Filters(kind="gem-ii-solo")) == {"Ann": (0, 0, 0, 1, 0, 0, 0)}
    ann = people.season(store, phone).people[0]
    assert (ann.first_on, ann.last_on) == ("2025-12-30", "2026-05-01")
    assert ann.figures.chances == 3 * CHANCES // 2 + CHANCES // 3


@pytest.mark.usefixtures("played")
def test_each_two_are_ahead_of_one_another(store: Store, phone: int) -> None:
    pairs = people.season(store, phone).pairs
    assert pairs["Ann", "Bob"] == PersonPair(
        "Ann", "Bob", 4, ahead=2, behind=2, hands=7 + ROUNDS, points=165 + 10 * ROUNDS, against=190 + 4 * ROUNDS,
        unfinished=1,
    )  # fmt: skip
    assert (pairs["Bob", "Ann"].ahead, pairs["Bob", "Ann"].points) == (2, 190 + 4 * ROUNDS)
    # Partners aren't against each other.
    assert pairs["Cid", "Ann"] == PersonPair("Cid", "Ann", 1, ahead=1, behind=0, hands=1, points=110, against=40)
    assert ("Bob", "Dee") not in pairs
    assert people.pairs_of(store, phone) == pairs
    assert set(people.pairs_of(store, phone, Filters(place="Home"))) == {("Ann", "Bob"), ("Bob", "Ann")}


def test_a_person_has_every_game_and_the_hand_behind_each_record(store: Store, phone: int, played: list[str]) -> None:
    first, second, _, three, teams, *_ = played
    record = people.person(store, phone, "Ann")
    assert record is not None
    assert record.person == people.season(store, phone).people[0]
    gin = "gin-rummy"
    assert record.results == (
        PersonGame(three, "gem-rummy", "2025-12-30", False, 3, 40, -70, 40, 170),
        PersonGame(first, gin, "2026-03-01", True, 2, 100, 80, 100, 20),
        PersonGame(second, gin, "2026-03-01", False, 2, 0, -110, 0, 110),
        PersonGame(teams, "gem-ii", "2026-04-02", True, 2, 10 * ROUNDS, 6 * ROUNDS, 10 * ROUNDS, 4 * ROUNDS),
    )
    assert record.days == (
        Day("2025-12-30", 1, 1, 40, 170), Day("2026-03-01", 2, 5, 100, 130),
        Day("2026-04-02", 1, ROUNDS, 10 * ROUNDS, 4 * ROUNDS), Day("2026-05-01", 0, 1, 25, 0),
    )  # fmt: skip
    assert record.biggest_hand == BestHand(70, first, gin, 3, "2026-03-01")
    assert [kind for kind, _ in record.by_kind] == ["gem-ii", gin, "gem-ii-solo", "gem-rummy"]
    assert [(pair.second, pair.games) for pair in record.by_opponent] == [("Bob", 4), ("Dee", 1), ("Cid", 1)]
    against = people.person(store, phone, "Ann", Filters(against="Cid"))
    assert against is not None
    assert [game.game for game in against.results] == [three]
    assert [pair.second for pair in against.by_opponent] == ["Bob", "Cid"]
    alone = people.person(store, phone, "Ann", Filters(kind="gem-ii-solo"))
    assert alone is not None
    assert (alone.person.figures.hands, alone.results, alone.person.first_on) == (1, (), "2026-06-01")


def test_two_names_of_a_person_at_one_table_count_each_for_itself(store: Store, phone: int) -> None:
    author, sides = games.Author(phone, "Ann"), ("Ann & Bob", "Anne & Dee")
    imported(store, author, {**SOLO, "players": ["Anne"]}, "game-of-anne")
    imported(store, author, ANN_WINS, "game-of-ann")
    persons.merge(store, phone, "Anne", "Ann")
    points = {**SETTLED, "points": dict(zip(sides, (10, 4), strict=True)), "by": sides[1]}
    hand = {"counted": {"remaining": 6, "cards": dict(zip(sides, (24, 10), strict=True))}, "overruled": points}
    both = {**TEAMS, "players": [*sides], "teams": [["Ann", "Bob"], ["Anne", "Dee"]], "first_dealer": sides[0]}
    imported(store, author, {**both, "rounds": [hand] * ROUNDS}, "game-of-both")
    of_gem_ii = Filters("gem-ii")
    # Ann's side wins with 10 points a round, Anne's loses with 4.
    for against, counted in {
        "": (2, 1, 2 * ROUNDS, 14 * ROUNDS, 14 * ROUNDS, 1),
        "Bob": (1, 0, ROUNDS, 4 * ROUNDS, 10 * ROUNDS, 0),
        "Dee": (1, 1, ROUNDS, 10 * ROUNDS, 4 * ROUNDS, 0),
    }.items():
        record = people.person(store, phone, "Ann", replace(of_gem_ii, against=against))
        assert record is not None
        one = record.person.figures
        sums = (one.games, one.won, one.hands, one.points, one.against, record.games_of_two_names)
        assert sums == counted, against
        opponents = [(pair.second, pair.ahead, pair.behind) for pair in record.by_opponent]
        assert opponents == [("Bob", 0, 1), ("Dee", 1, 0)] if not against else [(against, one.won, 1 - one.won)]


@pytest.mark.usefixtures("played")
def test_only_who_played_in_a_phone_s_games_has_a_record(store: Store, phone: int) -> None:
    assert people.person(store, phone, "Eve") is None
    assert people.person(store, phone, "Zoe") is None
    everybody = [person.name for person in people.season(store, None).people]
    assert everybody == ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]
    assert people.person(store, None, "Eve") is not None
    nothing_then = people.person(store, phone, "Dee", Filters.of_year(2025))
    assert nothing_then is not None
    assert (nothing_then.results, nothing_then.person.figures.games, nothing_then.person.first_on) == ((), 0, "")


@pytest.mark.usefixtures("played")
def test_there_is_as_much_to_choose_from_as_was_played(store: Store, phone: int) -> None:
    chosen = people.choices(store, phone)
    assert chosen.kinds == ("gem-ii", "gem-ii-solo", "gem-rummy", "gin-rummy")
    assert (chosen.years, chosen.places, chosen.names) == ((2026, 2025), ("Club", "Home"), ("Ann", "Bob", "Cid", "Dee"))


def test_what_changes_is_summed_again(store: Store, phone: int, played: list[str]) -> None:
    before = people.season(store, phone)
    assert people.season(store, phone) is before
    assert people.person(store, phone, "Ann") is people.person(store, phone, "Ann")
    running = Running(store, played[2], games.Author(phone, "Ann"))
    running.say(HandStruckOut(1))
    assert summed(store, phone, Filters("gin-rummy", since="2026-05-01")) == {
        "Ann": (0, 0, 1, 0, 0, 0, 0), "Bob": (0, 0, 1, 0, 0, 0, 0),
    }  # fmt: skip
    running.say(GamePlaced("Beach"))
    running.say(GameDated("2024-07-07"))
    assert people.choices(store, phone).places == ("Beach", "Club", "Home")
    assert people.choices(store, phone).years == (2026, 2025, 2024)
    persons.describe(store, phone, "Dee", "Daisy", "")
    assert [person.called for person in people.season(store, phone).people] == ["Ann", "Bob", "Cid", "Daisy"]
    # Another phone has the games that it is in.
    other = another(store, "Dee's phone")
    assert people.season(store, other).people == ()
    members.join(store, played[4], other, Role.VIEWER)
    assert set(summed(store, other, Filters())) == {"Ann", "Bob", "Cid", "Dee"}
    members.leave(store, played[4], other)
    assert people.season(store, other).people == ()


def test_a_change_to_a_running_game_has_no_settled_one_read(
    store: Store, phone: int, played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_sums, "LATEST", 1)
    first, _, third, *_ = (Running(store, game, games.Author(phone, "Ann")) for game in played)
    change(store, "UPDATE games SET changed_at = '2026-01-01T00:00:00Z' WHERE id <> ?", [third.id])
    at_home = Filters("gin-rummy", place="Home")
    assert summed(store, phone, at_home)["Ann"] == (2, 1, 0, 5, 2, 100, 130)
    assert [game.game for game in known_now(store, phone).latest] == [third.id]
    change(store, "UPDATE played SET hands = 20")  # past the app: nobody sees it unless all is read
    third.say(GamePlaced("Home"))
    assert summed(store, phone, at_home)["Ann"] == (2, 1, 1, 5 + 1, 2 + 1, 100 + 25, 130)
    first.say(GameNoted("A long one"))
    # One that was settled has changed: now all have been read, and it isn't parted from its copy.
    assert summed(store, phone, at_home)["Ann"] == (2, 1, 1, 20 + 3 + 1, 3, 125, 130)
    assert [game.game for game in known_now(store, phone).latest] == []


def test_a_phone_that_goes_on_to_another_table_has_its_people(store: Store, game: Running, phone: int) -> None:
    author = games.Author(phone, "Cid")
    guest, head = another(store, "Dee's phone"), {**HEAD, "players": ["Cid", "Dee"], "first_dealer": "Cid"}
    games_of_guest = (game.id, games.start(store, author, GameStarted(head), record_id="another-table"))
    for begun, names in zip(games_of_guest, (["Ann", "Bob"], ["Cid", "Dee"]), strict=True):
        members.join(store, begun, guest, Role.VIEWER)
        assert list(summed(store, guest, Filters())) == names
        members.leave(store, begun, guest)


def test_a_game_in_the_place_of_one_that_was_deleted_has_its_own_people(store: Store) -> None:
    author = games.Author(another(store, "Dee's phone"), "Dee")
    for number, two in enumerate((["Ann", "Bob"], ["Cid", "Dee"])):
        head = {**HEAD, "players": two, "first_dealer": two[0]}
        begun = games.start(store, author, GameStarted(head), record_id=f"begun-as-{number}")
        assert set(summed(store, author.device, Filters())) == set(two)
        change(store, "UPDATE games SET made_at = '2026-11-20T20:00:00Z'")  # a while ago
        assert set(summed(store, author.device, Filters())) == set(two)
        games.delete(store, begun, seen=1)


def test_after_an_update_people_are_known_as_far_as_games_are_counted(
    store: Store, phone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = games.Author(phone, "Ann")
    for number, document in enumerate((ANN_WINS, BOB_WINS, RUNNING)):
        imported(store, author, document, f"game-number-{number}")
    change(store, "DELETE FROM tallies")
    change(store, "DELETE FROM played")
    monkeypatch.setattr(recompute, "GAMES_AT_ONCE", 1)
    assert people.pairs_of(store, phone) == {}
    stranger = people.person(store, phone, "Cid")
    assert stranger is not None
    assert (stranger.uncounted, stranger.person.spellings) == (2, ())
    assert people.season(store, phone).uncounted == 1
    assert people.season(store, phone).uncounted == 0
    assert people.person(store, phone, "Cid") is None
    assert people.person(store, phone, "Bob") is not None
