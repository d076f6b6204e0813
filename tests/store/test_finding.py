"""Finding games of a phone: by words, people, game, winner, year, place, and what is unfinished or was disputed."""

from typing import Any

import pytest

from companion.store import games
from companion.store.database import Store
from companion.store.derived import recompute
from companion.store.derived.finding import ALL, Numbers, Only, Wanted, find, numbers
from companion.store.derived.search_text import LONGEST_WORD, MOST_WORDS, folded, searched_words
from companion.store.people import persons
from tests.support.documents import HEAD, knocked, won_hand
from tests.support.store import another, change, imported, outdate

SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "rounds": []}
KNOCK = {"game": "knock-rummy", "players": ["Ann", "Cid", "Zoë"], "first_dealer": "Cid", "hands": []}
TEAMS = {
    "game": "gem-ii",
    "players": ["The Cats", "Bo & Cid"],
    "teams": [["Dora", "Ann"], ["Bo", "Cid"]],
    "first_dealer": "The Cats",
    "level": 1,
    "rounds": [],
}
GAMES: dict[str, dict[str, Any]] = {
    "won": {**HEAD, "hands": [won_hand(100)], "at": "2026-03-14T20:15", "place": "At the Club", "note": "rain, 100%"},
    "lost": {**HEAD, "hands": [{**knocked(75, 0), "knocker": "Bob"}], "at": "2025-12-31", "place": "home"},
    "knock": {**KNOCK, "at": "2026-01-01", "note": "a_b\nand wet", "house_rules": {"target": 50}},
    "teams": {**TEAMS, "at": "2024-06-01", "place": "home"},
    "solo": {**SOLO, "at": "2026-11-21"},
}


@pytest.fixture
def ids(store: Store, phone: int) -> dict[str, str]:
    """Bring in the games, and return the name of each by its id."""
    author = games.Author(phone, "Ann")
    return {imported(store, author, document, f"game-{name}"): name for name, document in GAMES.items()}


def found(store: Store, phone: int, ids: dict[str, str], wanted: Wanted = ALL) -> list[str]:
    listed = find(store, phone, wanted, most=99)
    assert (listed.more, listed.total) == (False, 0 if wanted == ALL else len(listed.games))
    return [ids[game.id] for game in listed.games]


SEARCHES: tuple[tuple[Wanted, list[str]], ...] = (
    (ALL, ["solo", "won", "knock", "lost", "teams"]),
    (Wanted(words="ann"), ["solo", "won", "knock", "lost", "teams"]),
    (Wanted(words="ZOE"), ["knock"]),
    (Wanted(words="dora club"), []),
    (Wanted(words="rain club"), ["won"]),
    (Wanted(words="100%"), ["won"]),
    (Wanted(words="0%r"), []),
    (Wanted(words="wet a_b"), ["knock"]),
    (Wanted(words="target"), []),
    (Wanted(words="gin"), ["won", "lost"]),
    (Wanted(words="ii"), ["solo", "teams"]),
    (Wanted(words="ummy"), []),
    (Wanted(person="Dora"), ["teams"]),
    (Wanted(person="Cid", place="home"), ["teams"]),
    (Wanted(person="Ann", against="Bob"), ["won", "lost"]),
    (Wanted(person="Ann", against="Cid", words="zoe"), ["knock"]),
    (Wanted(won_by="Ann"), ["won"]),
    (Wanted(kind="gem-ii"), ["teams"]),
    (Wanted(since="2026-01-01", until="2026-12-31"), ["solo", "won", "knock"]),
    (Wanted(until="2025-12-31", place="home", person="Bob"), ["lost"]),
    (Wanted(since="2026-11-21"), ["solo"]),
    (Wanted(place="home"), ["lost", "teams"]),
    (Wanted(place="Home"), []),
    (Wanted(only=Only.UNFINISHED), ["solo", "knock", "teams"]),
    (Wanted(only=Only.DISPUTED), []),
)


def test_games_are_found(store: Store, phone: int, ids: dict[str, str]) -> None:
    for wanted, names in SEARCHES:
        assert found(store, phone, ids, wanted) == names, wanted


def test_one_person_is_found_by_either_name_and_by_a_nickname(store: Store, phone: int, ids: dict[str, str]) -> None:
    persons.merge(store, phone, "Dora", "Zoë")
    persons.describe(store, phone, "Zoë", "Ace of Clubs", "")
    # An address that was kept may have the name that is the other's now.
    for name in ("Zoë", "Dora"):
        assert found(store, phone, ids, Wanted(person=name)) == ["knock", "teams"]
    assert found(store, phone, ids, Wanted(words="ACE clubs")) == ["knock", "teams"]
    persons.split(store, phone, "Dora")
    assert found(store, phone, ids, Wanted(words="ace")) == ["knock"]
    persons.merge(store, phone, "Bob", "Dora")
    for name in ("Bob", "Dora"):
        assert found(store, phone, ids, Wanted(won_by=name)) == ["lost"]


def test_only_games_that_the_phone_is_in_are_found_a_page_at_a_time(
    store: Store, phone: int, ids: dict[str, str]
) -> None:
    other = another(store)
    imported(store, games.Author(other, "Bob"), GAMES["won"], "of-another-phone")
    assert (numbers(store, phone), numbers(store, other)) == (Numbers(5, 5), Numbers(1, 1))
    pages = [find(store, phone, ALL, most=2, skip=skip) for skip in (0, 2, 4)]
    assert [page.more for page in pages] == [True, True, False]
    assert find(store, phone, Wanted(words="ann"), most=2).total == 5
    assert [ids[game.id] for page in pages for game in page.games] == ["solo", "won", "knock", "lost", "teams"]
    assert pages[0].games[1].day == "2026-03-14"
    assert find(store, phone, ALL, most=2, skip=6).games == []


def test_after_an_update_games_are_counted_again_in_bounds(
    store: Store, phone: int, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recompute, "GAMES_AT_ONCE", 2)
    outdate(store, "tallies")
    looks = [find(store, phone, Wanted(words="ann"), most=99) for _ in range(3)]
    assert [(look.total, look.uncounted) for look in looks] == [(2, 3), (4, 1), (5, 0)]
    # A summary alone may be spoiled.
    change(store, "UPDATE standings SET body = '{'")
    looks = [find(store, phone, ALL, most=99) for _ in range(3)]
    assert [(len(look.games), look.uncounted) for look in looks] == [(2, 3), (4, 1), (5, 0)]
    change(store, "UPDATE journal SET body = '{'")
    outdate(store, "tallies")
    for _ in range(3):
        spoiled = find(store, phone, ALL, most=99)
    assert (spoiled.games, spoiled.total, set(spoiled.unreadable)) == ([], 0, set(ids))


def test_case_accents_and_forms_of_letters_make_no_difference() -> None:
    for text, found in (
        ("Zoe\N{COMBINING DIAERESIS}", "zoe"),
        ("Straße", "strasse"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER A}nn", "ann"),
        ("Ångström", "angstrom"),
        ("İstanbul", "istanbul"),
        ("安", "安"),
    ):
        assert folded(text) == found


def test_words_that_are_looked_for_are_bounded() -> None:
    assert searched_words(" ") == ()
    assert searched_words("x" * 99) == ("x" * LONGEST_WORD,)
    assert len(searched_words(" ".join(map(str, range(99))))) == MOST_WORDS
