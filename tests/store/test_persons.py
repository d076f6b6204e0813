"""Who is who in the games of a phone: two spellings are one person as long as the phone says so."""

import pytest

from companion.store import games
from companion.store.database import Store
from companion.store.derived import people
from companion.store.errors import NotPossible
from companion.store.people import persons
from companion.store.people.persons import Said
from tests.support.documents import won_by
from tests.support.refusals import refused
from tests.support.store import another, change, imported


def play(store: Store, phone: int, winner: str, loser: str) -> str:
    """Bring in a game that the first of these people won."""
    game = won_by(winner, loser, "2026-03-14")
    return imported(store, games.Author(phone, winner), game, f"game-of-{winner}-{loser}")


def spellings(store: Store, phone: int) -> dict[str, tuple[str, ...]]:
    return {person.name: person.spellings for person in people.season(store, phone).people}


@pytest.fixture
def played(store: Store, phone: int) -> None:
    for name in ("Ann", "Anna", "Anne", "Annie"):
        play(store, phone, name, "Bob")


@pytest.mark.usefixtures("played")
def test_what_a_phone_says_is_its_own(store: Store, phone: int) -> None:
    other = another(store)
    play(store, other, "Ann", "Bob")
    persons.merge(store, phone, "Anna", "Ann")
    persons.describe(store, phone, "Anna", "  Auntie ", "teal")
    assert persons.said(store, phone) == {"Ann": Said("", "Auntie", "teal"), "Anna": Said("Ann")}
    assert persons.said(store, other) == {}
    record = people.person(store, phone, "Ann")
    assert record is not None
    assert (record.person.called, record.person.color) == ("Auntie", "teal")
    assert [person.called for person in people.season(store, phone).people] == ["Auntie", "Anne", "Annie", "Bob"]
    assert [person.called for person in people.season(store, other).people] == ["Ann", "Bob"]
    # All games of the store together have nobody's words.
    assert [person.called for person in people.season(store, None).people] == ["Ann", "Anna", "Anne", "Annie", "Bob"]
    persons.describe(store, phone, "Ann", "", "")
    assert people.season(store, phone).people[0].called == "Ann"


@pytest.mark.usefixtures("played")
def test_what_cannot_be_said_is_refused(store: Store, phone: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with refused(NotPossible, "sat at one table"):
        persons.merge(store, phone, "Ann", "Bob")
    persons.merge(store, phone, "Anna", "Ann")
    with refused(NotPossible, "sat at one table"):
        persons.merge(store, phone, "Anna", "Bob")
    # Also where it was another spelling that sat there.
    play(store, phone, "Anna", "Cid")
    with refused(NotPossible, "sat at one table"):
        persons.merge(store, phone, "Cid", "Ann")
    for name, into in (("Zoe", "Ann"), ("Ann", "Zoe")):
        with refused(NotPossible, "Nobody of this name"):
            persons.merge(store, phone, name, into)
    with refused(NotPossible, "Nobody of this name"):
        persons.describe(store, another(store), "Ann", "Auntie", "")
    for nickname, color in (("x" * 41, ""), ("Auntie", "#fff")):
        with refused(NotPossible, "at most 40"):
            persons.describe(store, phone, "Ann", nickname, color)
    persons.describe(store, phone, "Annie", "Auntie", "")
    for taken in ("Bob", "B\u200bob", "Auntie"):
        with refused(NotPossible, "Somebody else is called that"):
            persons.describe(store, phone, "Ann", taken, "")
    # Nobody is called Annie any more, and Anna is the same person as Ann.
    for free in ("Annie", "Anna", ""):
        persons.describe(store, phone, "Ann", free, "")
    persons.describe(store, phone, "Annie", "", "")
    monkeypatch.setattr(persons, "PERSONS_OF_A_DEVICE", 2)
    persons.describe(store, phone, "Anna", "", "")
    with refused(NotPossible, "at most 2 names"):
        persons.describe(store, phone, "Anne", "Auntie", "")
    with refused(NotPossible, "at most 2 names"):
        persons.merge(store, phone, "Anne", "Ann")
    assert persons.said(store, phone) == {"Ann": Said(), "Anna": Said("Ann")}


@pytest.mark.usefixtures("played")
def test_only_names_in_games_count_for_the_limit(store: Store, phone: int, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = [play(store, phone, name, "Cid") for name in ("Zoe", "Zoa", "Zoey")]
    persons.merge(store, phone, "Zoe", "Zoa")
    persons.merge(store, phone, "Zoa", "Zoey")
    persons.merge(store, phone, "Anna", "Ann")
    # Ann isn't in a game any more either, but Anna is and goes by that name.
    for game in (*gone, *(row["game"] for row in store.rows("SELECT game FROM played WHERE name = 'Ann'"))):
        games.delete(store, game, seen=games.table_summary(store, game).seq)
    monkeypatch.setattr(persons, "PERSONS_OF_A_DEVICE", 6)
    persons.describe(store, phone, "Anne", "Auntie", "")
    assert len(persons.said(store, phone)) == 6
    monkeypatch.setattr(persons, "PERSONS_OF_A_DEVICE", 4)
    persons.describe(store, phone, "Bob", "Bobby", "")
    assert set(persons.said(store, phone)) == {"Ann", "Anna", "Anne", "Bob"}
    with refused(NotPossible, "at most 4 names"):
        persons.describe(store, phone, "Annie", "Nan", "")


@pytest.mark.usefixtures("played")
def test_names_that_are_each_other_s_in_a_made_up_backup_stay_apart(store: Store, phone: int) -> None:
    persons.merge(store, phone, "Anna", "Ann")
    persons.merge(store, phone, "Anne", "Anna")
    change(store, "UPDATE persons SET same_as = 'Anna' WHERE name = 'Ann'")
    assert len(spellings(store, phone)) == 5
    known = persons.said(store, phone)
    assert [persons.root_of(known, name) for name in ("Ann", "Anna", "Anne", "Bob")] == ["Ann", "Anna", "Anne", "Bob"]
