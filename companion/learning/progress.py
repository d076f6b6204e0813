"""What a phone has learned, and when what was missed comes back.

A question that is answered wrong comes back after two answers to other questions, which may be one of them twice, and
once it is answered right then, again on another day. Answered right on both occasions it is done with; answered wrong
it begins again. An answer before it is due, with the ruling still in mind, counts for the lesson but not for this. A
lesson is passed once each of its hands has been answered right, however often it took, and stays passed.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

from companion.learning.lessons import Lesson

LESSON = "lesson."
"""Begins what is stored of a lesson; questions begin with where their position comes from."""
OTHERS_BETWEEN = 2
"""Answers to other questions before one that was missed comes back; which ones they were is remembered nowhere."""
TIMES_RIGHT = 2
"""How often a question that was missed is answered right before it is done with."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What a phone remembers of a question."""

    key: str
    asked: int = 0
    right: int = 0
    still: int = 0
    """How often it must still be answered right; 0 unless it was missed."""
    wait: int = 0
    """How many answers to other questions are given before it comes back."""
    due_on: str = ""
    """The day on which it comes back, if not at once."""


def after_answer(before: Learned, today: date, *, right: bool) -> Learned:
    """Return what is remembered of a question after an answer.

    >>> missed = after_answer(Learned("case.GEM2-001.legal"), date(2026, 3, 1), right=False)
    >>> missed.still, missed.wait
    (2, 2)
    """
    if not right:
        return replace(before, asked=before.asked + 1, still=TIMES_RIGHT, wait=OTHERS_BETWEEN, due_on=today.isoformat())
    counted = replace(before, asked=before.asked + 1, right=before.right + 1)
    if not is_due(before, today):
        return counted
    tomorrow = (today + timedelta(days=1)).isoformat()
    return replace(counted, still=before.still - 1, wait=0, due_on=tomorrow if before.still > 1 else "")


def is_due(learned: Learned, today: date) -> bool:
    """Return whether a question that was missed is to be asked now.

    A day that is further off than tomorrow was written before the clock was set back, so it counts as come.
    """
    if not learned.still or learned.wait > 0:
        return False
    tomorrow = (today + timedelta(days=1)).isoformat()
    return learned.due_on <= today.isoformat() or learned.due_on > tomorrow


def is_to_be_put_right(learned: Learned, today: date) -> bool:
    """Return whether a question was missed and not put right today, whether or not it may be asked yet."""
    return learned.still > 0 and (learned.wait > 0 or is_due(learned, today))


def is_worth_storing(learned: Learned, taught: Collection[str]) -> bool:
    """Return whether a phone remembers a question: those of lessons, and others that were missed."""
    return learned.key in taught or learned.still > 0 or learned.right < learned.asked


def right_hands(lesson: Lesson, stored: Mapping[str, Learned]) -> int:
    return len([key for key in lesson.hands if key in stored and stored[key].right > 0])


def is_passed(lesson: Lesson, stored: Mapping[str, Learned]) -> bool:
    return LESSON + lesson.id in stored or right_hands(lesson, stored) == len(lesson.hands)


def next_lesson(path: Collection[Lesson], stored: Mapping[str, Learned]) -> Lesson | None:
    return next((lesson for lesson in path if not is_passed(lesson, stored)), None)
