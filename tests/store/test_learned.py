"""What a phone has learned: noted, bounded, forgotten, and in a backup."""

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from companion.learning.lessons import Learned, after_answer, by_id, taught_keys
from companion.store import database
from companion.store.backup.backups import backup, restore
from companion.store.database import Store
from companion.store.limits import LEARNED_BY_A_DEVICE
from companion.store.people import learning
from tests.support.store import another, change

TODAY = date(2026, 3, 1)


def note(store: Store, phone: int, key: str, *, right: bool, keeps: bool = True) -> dict[str, Learned]:
    answer: Callable[[Learned], Learned] = partial(after_answer, today=TODAY, right=right)
    return learning.note_answer(store, phone, key, answer, lambda _: keeps)


def test_an_answer_is_noted_and_brings_what_was_missed_nearer(store: Store, phone: int) -> None:
    note(store, phone, "case.A.legal", right=False)
    after = note(store, phone, "case.B.legal", right=True)
    assert after["case.A.legal"] == Learned("case.A.legal", asked=1, right=0, still=2, wait=1, due_on="2026-03-01")
    assert after["case.B.legal"] == Learned("case.B.legal", asked=1, right=1)
    assert learning.learned(store, phone) == after


def test_a_question_that_is_not_worth_a_row_still_counts_as_one_between(store: Store, phone: int) -> None:
    note(store, phone, "case.A.legal", right=False)
    after = note(store, phone, "made.x", right=True, keeps=False)
    assert {key: learned.wait for key, learned in after.items()} == {"case.A.legal": 1}


def test_the_same_answer_to_what_was_missed_brings_itself_no_nearer(store: Store, phone: int) -> None:
    note(store, phone, "case.A.legal", right=False)
    assert note(store, phone, "case.A.legal", right=True)["case.A.legal"].wait == 2


@pytest.fixture
def few(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Give a store that keeps six rows of a phone."""
    monkeypatch.setattr(learning, "LEARNED_BY_A_DEVICE", 6)
    return store


def test_no_more_than_some_hundreds_are_kept_and_passed_lessons_stay(few: Store, phone: int) -> None:
    learning.note_passed(few, phone, ["gin-rummy.first", "gin-rummy.second"])
    note(few, phone, "case.MISSED.legal", right=False)
    for number in range(9):
        note(few, phone, f"case.{number}.legal", right=True)
    kept = learning.learned(few, phone)
    assert len(kept) == 6
    assert {"lesson.gin-rummy.first", "lesson.gin-rummy.second", "case.MISSED.legal"} <= kept.keys()


def test_what_was_just_answered_is_kept_and_a_right_hand_of_a_lesson_stays(few: Store, phone: int) -> None:
    hand = min(taught_keys())
    for number in range(6):
        note(few, phone, f"made.{number}.legal", right=False)
    assert hand in note(few, phone, hand, right=True)
    for number in range(6, 12):
        kept = note(few, phone, f"made.{number}.legal", right=False)
        assert {f"made.{number}.legal", hand} <= kept.keys()
    assert "z" in note(few, phone, "z", right=True)
    assert len(learning.learned(few, phone)) == 6


def test_passed_lessons_are_within_the_limit_too(few: Store, phone: int) -> None:
    for number in range(6):
        note(few, phone, f"made.{number}.legal", right=False)
    learning.note_passed(few, phone, ["gin-rummy.first", "gin-rummy.second"])
    kept = learning.learned(few, phone)
    assert len(kept) == 6
    assert {"lesson.gin-rummy.first", "lesson.gin-rummy.second"} <= kept.keys()


def test_lessons_leave_room_for_what_was_missed() -> None:
    assert len(taught_keys()) + len(by_id()) < LEARNED_BY_A_DEVICE


def test_each_phone_learns_for_itself_and_can_forget(store: Store, phone: int) -> None:
    other = another(store)
    note(store, phone, "case.A.legal", right=True)
    note(store, other, "case.A.legal", right=False)
    learning.forget_everything(store, other)
    assert (learning.learned(store, other), len(learning.learned(store, phone))) == ({}, 1)


def test_it_goes_with_the_phone(store: Store, phone: int) -> None:
    other = another(store)
    note(store, other, "case.A.legal", right=True)

    change(store, "DELETE FROM devices WHERE id = ?", [other])
    assert store.rows("SELECT * FROM learned") == []
    note(store, phone, "case.A.legal", right=True)


def test_what_it_adds_counts_against_the_daily_limit(store: Store, phone: int) -> None:
    database.take_use()
    note(store, phone, "case.A.legal", right=True)
    assert database.take_use() > 0
    note(store, phone, "case.A.legal", right=True)
    assert database.take_use() == 0


def test_it_is_in_a_backup(store: Store, phone: int, tmp_path: Path) -> None:
    note(store, phone, "case.A.legal", right=False)
    before = learning.learned(store, phone)
    saved = tmp_path / "backup.db"
    backup(store, saved)
    learning.forget_everything(store, phone)
    restore(store, saved)
    assert learning.learned(store, phone) == before
