"""When a lesson is passed, and when what was missed comes back."""

from datetime import date, timedelta

import pytest

from companion.learning.lessons import (
    LESSON,
    Learned,
    Lesson,
    LessonPicture,
    after_answer,
    is_due,
    is_passed,
    is_worth_storing,
    next_lesson,
    right_hands,
)

MONDAY = date(2026, 3, 2)
TUESDAY = MONDAY + timedelta(days=1)
KEY = "case.GEM2-001.legal"


def others(learned: Learned, many: int) -> Learned:
    """Ask so many other questions, as the store counts them."""
    return Learned(learned.key, learned.asked, learned.right, learned.still, learned.wait - many, learned.due_on)


def test_a_question_that_was_answered_right_does_not_come_back() -> None:
    learned = after_answer(Learned(KEY), MONDAY, right=True)
    assert (learned.asked, learned.right) == (1, 1)
    assert not is_due(learned, TUESDAY)


def test_a_question_that_was_missed_comes_back_after_two_others_then_on_another_day() -> None:
    missed = after_answer(Learned(KEY), MONDAY, right=False)
    assert [is_due(others(missed, many), MONDAY) for many in range(3)] == [False, False, True]
    at_once = after_answer(missed, MONDAY, right=True)
    assert (at_once.right, at_once.still, at_once.wait) == (1, 2, 2), "before it is due it counts for the lesson only"
    again = after_answer(others(missed, 2), MONDAY, right=True)
    assert (is_due(again, MONDAY), is_due(again, TUESDAY)) == (False, True)
    done = after_answer(again, TUESDAY, right=True)
    assert not is_due(done, TUESDAY + timedelta(days=30))
    assert (done.asked, done.right, done.still) == (3, 2, 0)
    begun_again = after_answer(again, TUESDAY, right=False)
    assert (begun_again.still, begun_again.wait) == (2, 2)


def test_a_clock_that_was_set_back_keeps_nothing_away_for_years() -> None:
    assert is_due(Learned(KEY, still=1, due_on="2041-01-01"), MONDAY)


@pytest.mark.parametrize(
    ("learned", "taught", "stored"),
    [
        (Learned(KEY, 1, 1), {KEY}, True),
        (Learned(KEY, 1, 1), set(), False),
        (Learned(KEY, 1, 0, still=2), set(), True),
    ],
)
def test_only_lessons_and_misses_are_worth_storing(learned: Learned, taught: set[str], stored: bool) -> None:
    assert is_worth_storing(learned, taught) is stored


def lesson(number: int) -> Lesson:
    hands = tuple(f"case.{number}.{hand}" for hand in range(5))
    return Lesson(f"gin-rummy.l{number}", "gin-rummy", number, "", (), (), LessonPicture(""), hands)


def test_a_lesson_is_passed_once_each_hand_was_answered_right() -> None:
    first = lesson(1)
    stored = {key: Learned(key, 2, 1) for key in first.hands[:4]} | {first.hands[4]: Learned(first.hands[4], 1, 0, 2)}
    assert (right_hands(first, stored), is_passed(first, stored)) == (4, False)
    stored[first.hands[4]] = Learned(first.hands[4], 2, 1, 2)
    assert (right_hands(first, stored), is_passed(first, stored)) == (5, True)


def test_the_next_lesson_is_the_first_that_is_not_passed() -> None:
    path = (lesson(1), lesson(2))
    stored = {LESSON + "gin-rummy.l1": Learned(LESSON + "gin-rummy.l1")}
    assert next_lesson(path, {}) == path[0]
    assert next_lesson(path, stored) == path[1]
    assert next_lesson(path[:1], stored) is None
