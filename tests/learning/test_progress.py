"""When a lesson is passed, and when what was missed comes back."""

from datetime import date, timedelta

import pytest

from companion.learning import lessons

MONDAY = date(2026, 3, 2)
TUESDAY = MONDAY + timedelta(days=1)
KEY = "case.GEM2-001.legal"


def others(learned: lessons.Learned, many: int) -> lessons.Learned:
    """Ask so many other questions, as the store counts them."""
    return lessons.Learned(
        learned.key, learned.asked, learned.right, learned.still, learned.wait - many, learned.due_on
    )


def test_a_question_that_was_missed_comes_back_after_two_others_then_on_another_day() -> None:
    missed = lessons.after_answer(lessons.Learned(KEY), MONDAY, right=False)
    assert [lessons.is_due(others(missed, many), MONDAY) for many in range(3)] == [False, False, True]
    at_once = lessons.after_answer(missed, MONDAY, right=True)
    assert (at_once.right, at_once.still, at_once.wait) == (1, 2, 2), "before it is due it counts for the lesson only"
    again = lessons.after_answer(others(missed, 2), MONDAY, right=True)
    assert (lessons.is_due(again, MONDAY), lessons.is_due(again, TUESDAY)) == (False, True)
    done = lessons.after_answer(again, TUESDAY, right=True)
    assert not lessons.is_due(done, TUESDAY + timedelta(days=30))
    assert (done.asked, done.right, done.still) == (3, 2, 0)
    begun_again = lessons.after_answer(again, TUESDAY, right=False)
    assert (begun_again.still, begun_again.wait) == (2, 2)


def test_a_clock_that_was_set_back_keeps_nothing_away_for_years() -> None:
    assert lessons.is_due(lessons.Learned(KEY, still=1, due_on="2041-01-01"), MONDAY)


@pytest.mark.parametrize(
    ("learned", "taught", "stored"),
    [
        (lessons.Learned(KEY, 1, 1), {KEY}, True),
        (lessons.Learned(KEY, 1, 1), set(), False),
        (lessons.Learned(KEY, 1, 0, still=2), set(), True),
    ],
)
def test_only_lessons_and_misses_are_worth_storing(learned: lessons.Learned, taught: set[str], stored: bool) -> None:
    assert lessons.is_worth_storing(learned, taught) is stored


def lesson(number: int) -> lessons.Lesson:
    hands = tuple(f"case.{number}.{hand}" for hand in range(5))
    return lessons.Lesson(f"gin-rummy.l{number}", "gin-rummy", number, "", (), (), lessons.LessonPicture(""), hands)


def test_a_lesson_is_passed_once_each_hand_was_answered_right() -> None:
    first = lesson(1)
    stored = {key: lessons.Learned(key, 2, 1) for key in first.hands[:4]} | {
        first.hands[4]: lessons.Learned(first.hands[4], 1, 0, 2)
    }
    assert (lessons.right_hands(first, stored), lessons.is_passed(first, stored)) == (4, False)
    stored[first.hands[4]] = lessons.Learned(first.hands[4], 2, 1, 2)
    assert (lessons.right_hands(first, stored), lessons.is_passed(first, stored)) == (5, True)


def test_the_next_lesson_is_the_first_that_is_not_passed() -> None:
    path = (lesson(1), lesson(2))
    stored = {lessons.LESSON + "gin-rummy.l1": lessons.Learned(lessons.LESSON + "gin-rummy.l1")}
    assert lessons.next_lesson(path, {}) == path[0]
    assert lessons.next_lesson(path, stored) == path[1]
    assert lessons.next_lesson(path[:1], stored) is None
