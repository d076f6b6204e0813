"""How a question was come to, as its address says, and what the phone has learned."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import request, url_for

from companion.learning import lessons
from companion.learning.finding import find_question, still_exists
from companion.learning.lessons import Learned, Lesson, is_due, is_to_be_put_right
from companion.learning.questions import MADE, Question, UnknownQuestionError
from companion.learning.showdowns import HandOrder
from companion.store.people import learning
from companion.web.base.came_from import PARAMETER, came_from
from companion.web.base.dates import today
from companion.web.current_store import current_store
from companion.web.security.phone import current_phone
from companion.wording import learning as wording

_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Run:
    """What leads on from a question: a lesson, hands made to order, what was missed, or nothing."""

    lesson: Lesson | None = None
    place: int = 1
    """Which hand of the lesson it is."""
    table: str = ""
    """The game and the number of players of hands made to order."""
    order: str = ""
    missed: bool = False
    """It comes back because it was missed."""
    other: bool = False
    """What was ordered didn't come up."""
    back: str = ""
    """The page of a game from which somebody came to learn."""

    @property
    def values(self) -> dict[str, Any]:
        """Return what an address says about this run."""
        values = self.led
        if self.lesson:
            values |= {"lesson": self.lesson.id, "place": self.place}
        if self.table:
            values |= {"table": self.table, "order": self.order}
        return values | ({"missed": 1} if self.missed else {}) | ({"other": 1} if self.other else {})

    @property
    def led(self) -> dict[str, Any]:
        """Return what an address says about the page from which somebody came to learn."""
        return {PARAMETER: self.back} if self.back else {}

    @property
    def origin(self) -> str:
        """Return the address of the page that this run began on."""
        if self.lesson:
            return self.at_lesson(self.lesson)
        if self.table:
            return url_for("learning_practice.choose", table=self.table, **self.led)
        return url_for("learning.choose", **self.led)

    def at_lesson(self, lesson: Lesson) -> str:
        return url_for("learning.lesson", subject=lesson.game, slug=lesson.slug, **self.led)

    def at_question(self, key: str) -> str:
        return url_for("learning_questions.show", key=key, **self.values)

    def next_question(self) -> str:
        """Return the address of what follows; empty where the run is at its end."""
        if self.lesson and not self.missed and self.place < len(self.lesson.hands):
            return replace(self, place=self.place + 1).at_question(self.lesson.hands[self.place])
        if self.table:
            return url_for("learning_practice.deal", **replace(self, missed=False, other=False).values)
        return ""


def read_run() -> Run:
    """Return the run that the address of a request says."""
    found = lessons.by_id().get(request.args.get("lesson", ""))
    place = request.args.get("place", 1, type=int)
    return Run(
        lesson=found,
        place=min(max(1, place), len(found.hands)) if found else 1,
        table=request.args.get("table", "")[:_LONGEST],
        order=request.args.get("order", "")[:_LONGEST],
        missed="missed" in request.args,
        other="other" in request.args,
        back=came_from(),
    )


def run_to(key: str) -> Run:
    """Return the run that an address says, as far as it is true of its question."""
    run = read_run()
    before = read_progress().stored.get(key) if run.missed else None
    was_missed = before is not None and before.right < before.asked
    return replace(run, missed=was_missed, other=run.other and _is_another(key, run))


def _is_another(key: str, run: Run) -> bool:
    """Return whether a question is about any hand of a table where a certain one was ordered."""
    game, _, players = run.table.partition(".")
    return key.startswith(f"{MADE}.{game}.{HandOrder.ANY}.{players}.") and run.order in set(HandOrder) - {HandOrder.ANY}


@dataclass(frozen=True, slots=True)
class PhoneProgress:
    stored: Mapping[str, Learned]

    def is_passed(self, lesson: Lesson) -> bool:
        return lessons.is_passed(lesson, self.stored)

    def passed(self, path: Sequence[Lesson]) -> int:
        return sum(map(self.is_passed, path)) if self.stored else 0

    def right_hands(self, lesson: Lesson) -> int:
        return lessons.right_hands(lesson, self.stored)

    def state(self, lesson: Lesson) -> str:
        """Return how far a lesson was gone, in words; empty for one that wasn't begun."""
        if self.is_passed(lesson):
            return wording.PASSED
        begun = any(key in self.stored for key in lesson.hands)
        return wording.hands_words(self.right_hands(lesson), len(lesson.hands)) if begun else ""

    @property
    def due(self) -> tuple[str, ...]:
        """The questions that are to be asked again now, the longest missed first."""
        day = today()
        return tuple(one.key for one in self.stored.values() if is_due(one, day) and still_exists(one.key))

    @property
    def missed(self) -> int:
        """How many questions were missed and are still to be put right today."""
        day = today()
        return sum(is_to_be_put_right(one, day) and still_exists(one.key) for one in self.stored.values())

    def first_due(self, game: str = "") -> Question | None:
        """Return the first question to be asked again, of one game if one is given; None if there is none."""
        for key in self.due:
            # What is asked about a made-up hand may have changed since it was missed.
            with suppress(UnknownQuestionError):
                question = find_question(key)
                if not game or question.game == game:
                    return question
        return None


def read_progress() -> PhoneProgress:
    """Return what the phone has learned; nothing while it has saved nothing."""
    phone = current_phone()
    return PhoneProgress(learning.learned(current_store(), phone.id) if phone else {})
