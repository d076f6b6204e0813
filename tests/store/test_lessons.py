"""What a deck is taught by photos: kept with the deck, bounded, and found for the phone that takes a photo."""

from pathlib import Path

import pytest

from companion.photo.reading import LOOK_BYTES, TaughtLook
from companion.store import database, decks
from companion.store.backup.backups import backup, restore
from companion.store.database import Store
from companion.store.limits import LOOKS_OF_A_CARD
from tests.support.store import Running, another


def look(number: int) -> bytes:
    return bytes([0, number]) * (LOOK_BYTES // 2)


def taught(card: str, number: int) -> TaughtLook:
    return TaughtLook(card, look(number))


@pytest.fixture
def deck(store: Store, phone: int) -> int:
    return decks.make(store, phone, "German", {}).id


def test_a_deck_keeps_what_it_was_taught(store: Store, phone: int, deck: int) -> None:
    assert decks.lessons(store, deck) == ()
    assert decks.teach(store, phone, deck, [taught("JC", 1), taught("JC", 2), taught("QC", 3)])
    assert decks.lessons(store, deck) == (
        taught("JC", 2),
        taught("JC", 1),
        taught("QC", 3),
    )
    decks.forget_lessons(store, phone, deck)
    assert decks.lessons(store, deck) == ()


def test_the_newest_looks_of_a_card_are_kept(store: Store, phone: int, deck: int) -> None:
    for number in range(LOOKS_OF_A_CARD + 3):
        decks.teach(store, phone, deck, [taught("JC", number), taught("QC", 50 + number)])
    newest = [look(number) for number in range(LOOKS_OF_A_CARD + 2, 2, -1)]
    assert [lesson.look for lesson in decks.lessons(store, deck) if lesson.card == "JC"] == newest
    assert len(decks.lessons(store, deck)) == 2 * LOOKS_OF_A_CARD


def test_the_same_form_sent_twice_teaches_once_and_a_corrected_one_corrects(
    store: Store, phone: int, deck: int
) -> None:
    decks.teach(store, phone, deck, [taught("JC", 1), taught("JC", 2)])
    decks.teach(store, phone, deck, [taught("JC", 1)])
    assert decks.lessons(store, deck) == (taught("JC", 1), taught("JC", 2))
    decks.teach(store, phone, deck, [taught("QC", 1), taught("QC", 2)])
    assert [lesson.card for lesson in decks.lessons(store, deck)] == ["QC", "QC"]


def test_what_is_new_counts_as_use_and_what_replaces_nothing(store: Store, phone: int, deck: int) -> None:
    database.take_use()
    decks.teach(store, phone, deck, [taught("JC", number) for number in range(LOOKS_OF_A_CARD)])
    assert database.take_use() > LOOKS_OF_A_CARD * LOOK_BYTES
    decks.teach(store, phone, deck, [taught("JC", number) for number in range(3, 9)])
    assert database.take_use() == 0


def test_lessons_go_with_their_deck(store: Store, phone: int, deck: int) -> None:
    decks.teach(store, phone, deck, [taught("JC", 1)])
    decks.remove(store, phone, deck)
    assert store.rows("SELECT * FROM lessons") == []
    assert not decks.teach(store, phone, deck, [taught("JC", 1)])
    assert decks.lessons(store, decks.make(store, phone, "Next", {}).id) == ()


def test_no_other_phone_teaches_a_deck_or_has_it_forget(store: Store, phone: int, deck: int) -> None:
    stranger = another(store)
    decks.teach(store, phone, deck, [taught("JC", 1)])
    assert not decks.teach(store, stranger, deck, [taught("QC", 1)])
    decks.forget_lessons(store, stranger, deck)
    decks.remove(store, stranger, deck)
    assert decks.lessons(store, deck) == (taught("JC", 1),)


def test_a_photo_is_read_with_the_usual_deck_of_its_phone_else_of_the_phone_that_started_the_game(
    store: Store, game: Running
) -> None:
    ann, bob = game.author.device, another(store)
    anns, unused, bobs = (decks.make(store, *deck, {}).id for deck in ((ann, "A"), (ann, "B"), (bob, "C")))
    decks.teach(store, ann, anns, [taught("JC", 1)])
    decks.teach(store, ann, unused, [taught("JC", 2)])
    for phone in (ann, bob, None):
        assert decks.lessons_for(store, phone, game.id) == (taught("JC", 1),)
    decks.teach(store, bob, bobs, [taught("JC", 3)])
    assert decks.lessons_for(store, ann, game.id) == (taught("JC", 1),)
    assert decks.lessons_for(store, bob, game.id) == (taught("JC", 3),)
    assert decks.lessons_for(store, bob) == (taught("JC", 3),)
    assert decks.lessons_for(store, None) == ()
    decks.make_usual(store, ann, unused)
    assert decks.lessons_for(store, ann, game.id) == (taught("JC", 2),)


def test_lessons_are_in_a_backup(store: Store, phone: int, deck: int, tmp_path: Path) -> None:
    decks.teach(store, phone, deck, [taught("JC", 1)])
    backup(store, tmp_path / "kept.db")
    decks.forget_lessons(store, phone, deck)
    restore(store, tmp_path / "kept.db")
    assert decks.lessons(store, deck) == (taught("JC", 1),)
