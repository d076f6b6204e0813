"""What a phone has learned, and what its decks are taught by photos: noted, bounded, private, forgotten."""

from collections.abc import Callable
from datetime import date
from functools import partial

import pytest

from companion.learning.lessons import Learned, after_answer, by_id, taught_keys
from companion.photo.reading import LOOK_BYTES, TaughtLook
from companion.store import database, decks
from companion.store.database import Store
from companion.store.limits import LEARNED_BY_A_DEVICE, LOOKS_OF_A_CARD
from companion.store.people import learning
from tests.support.store import Running, another

TODAY = date(2026, 3, 1)


def note(store: Store, phone: int, key: str, *, right: bool, keeps: bool = True) -> dict[str, Learned]:
    answer: Callable[[Learned], Learned] = partial(after_answer, today=TODAY, right=right)
    return learning.note_answer(store, phone, key, answer, lambda _: keeps)


def test_an_answer_is_noted_and_brings_what_was_missed_nearer(store: Store, phone: int) -> None:
    database.take_use()
    note(store, phone, "case.A.legal", right=False)
    note(store, other := another(store), "case.A.legal", right=True)
    learning.forget_everything(store, other)
    assert learning.learned(store, other) == {}
    assert database.take_use() > 0
    assert note(store, phone, "case.A.legal", right=True)["case.A.legal"].wait == 2, "itself it brings no nearer"
    assert database.take_use() == 0
    note(store, phone, "case.A.legal", right=False)
    after = note(store, phone, "case.B.legal", right=True)
    assert after["case.A.legal"] == Learned("case.A.legal", asked=3, right=1, still=2, wait=1, due_on="2026-03-01")
    assert after["case.B.legal"] == Learned("case.B.legal", asked=1, right=1)
    assert learning.learned(store, phone) == after
    nearer = note(store, phone, "made.x", right=True, keeps=False)
    assert {key: learned.wait for key, learned in nearer.items()} == {"case.A.legal": 0, "case.B.legal": 0}


@pytest.fixture
def few(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Give a store that keeps six rows of a phone."""
    monkeypatch.setattr(learning, "LEARNED_BY_A_DEVICE", 6)
    return store


def test_what_was_just_answered_is_kept_and_a_right_hand_of_a_lesson_stays(few: Store, phone: int) -> None:
    hand = min(taught_keys())
    for number in range(6):
        note(few, phone, f"made.{number}.legal", right=False)
    assert hand in note(few, phone, hand, right=True)
    for number in range(6, 12):
        kept = note(few, phone, f"made.{number}.legal", right=False)
        assert {f"made.{number}.legal", hand} <= kept.keys()
    assert "z" in note(few, phone, "z", right=True)
    learning.note_passed(few, phone, ["gin-rummy.first", "gin-rummy.second"])
    kept = learning.learned(few, phone)
    assert len(kept) == 6
    assert {"lesson.gin-rummy.first", "lesson.gin-rummy.second"} <= kept.keys()


def test_lessons_leave_room_for_what_was_missed() -> None:
    assert len(taught_keys()) + len(by_id()) < LEARNED_BY_A_DEVICE


def look(number: int) -> bytes:
    return bytes([0, number]) * (LOOK_BYTES // 2)


def taught(card: str, number: int) -> TaughtLook:
    return TaughtLook(card, look(number))


@pytest.fixture
def deck(store: Store, phone: int) -> int:
    return decks.make(store, phone, "German", {}).id


def test_the_newest_looks_of_a_card_are_kept(store: Store, phone: int, deck: int) -> None:
    assert decks.lessons(store, deck) == ()
    for number in range(LOOKS_OF_A_CARD + 3):
        decks.teach(store, phone, deck, [taught("JC", number), taught("QC", 50 + number)])
    newest = [look(number) for number in range(LOOKS_OF_A_CARD + 2, 2, -1)]
    assert [lesson.look for lesson in decks.lessons(store, deck) if lesson.card == "JC"] == newest
    assert len(decks.lessons(store, deck)) == 2 * LOOKS_OF_A_CARD
    # A form that is sent again teaches nothing new, a corrected one corrects; other phones teach and forget nothing.
    before, stranger = {*decks.lessons(store, deck)}, another(store)
    decks.teach(store, phone, deck, [taught("JC", LOOKS_OF_A_CARD)])
    assert not decks.teach(store, stranger, deck, [taught("QC", 1)])
    decks.forget_lessons(store, stranger, deck)
    decks.remove(store, stranger, deck)
    assert {*decks.lessons(store, deck)} == before
    decks.teach(store, phone, deck, [taught("QC", LOOKS_OF_A_CARD)])
    assert {lesson.card for lesson in decks.lessons(store, deck) if lesson.look == look(LOOKS_OF_A_CARD)} == {"QC"}
    database.take_use()
    decks.teach(store, phone, deck, [taught("QC", 60)])
    assert database.take_use() == 0, "it takes the place of another"
    decks.forget_lessons(store, phone, deck)
    assert decks.lessons(store, deck) == ()
    decks.teach(store, phone, deck, [taught("JC", 1)])
    assert database.take_use() > LOOK_BYTES
    decks.remove(store, phone, deck)
    assert store.rows("SELECT * FROM lessons") == []
    assert not decks.teach(store, phone, deck, [taught("JC", 1)])


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
