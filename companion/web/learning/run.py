"""How a question was come to, as its address says: a lesson's hands, hands made to order, or what was missed."""

from collections.abc import Iterable
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
    """What leads on from a question. Empty where it was opened by itself."""

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
    def words(self) -> str:
        """Return where in its run a question is."""
        if self.missed:
            return wording.MISSED_BEFORE
        return wording.place_words(self.place, len(self.lesson.hands)) if self.lesson else wording.CAN_YOU_RULE_IT

    @property
    def origin(self) -> str:
        """Return the address of the page that this run began on."""
        if self.lesson:
            return url_for("learning.lesson", subject=self.lesson.game, slug=self.lesson.slug, **self.led)
        if self.table:
            return url_for("learning_practice.choose", table=self.table, **self.led)
        return url_for("learning.choose", **self.led)

    def at_question(self, key: str) -> str:
        """Return the address of a question in this run."""
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
    before = stored().get(key) if run.missed else None
    was_missed = before is not None and before.right < before.asked
    return replace(run, missed=was_missed, other=run.other and _is_another(key, run))


def _is_another(key: str, run: Run) -> bool:
    """Return whether a question is about any hand of a table where a certain one was ordered."""
    game, _, players = run.table.partition(".")
    return key.startswith(f"{MADE}.{game}.{HandOrder.ANY}.{players}.") and run.order in set(HandOrder) - {HandOrder.ANY}


def stored() -> dict[str, Learned]:
    """Return what the phone has learned; nothing while it has saved nothing."""
    phone = current_phone()
    return learning.learned(current_store(), phone.id) if phone else {}


def due_keys(known: Iterable[Learned]) -> tuple[str, ...]:
    """Return the questions that are to be asked again now, the longest missed first."""
    day = today()
    return tuple(one.key for one in known if is_due(one, day) and still_exists(one.key))


def number_missed(known: Iterable[Learned]) -> int:
    """Return how many questions were missed and are still to be put right today."""
    day = today()
    return sum(is_to_be_put_right(one, day) and still_exists(one.key) for one in known)


def first_due(known: Iterable[Learned], game: str = "") -> Question | None:
    """Return the first question to be asked again, of one game if one is given; None if there is none."""
    for key in due_keys(known):
        # What is asked about a made-up hand may have changed since it was missed.
        with suppress(UnknownQuestionError):
            question = find_question(key)
            if not game or question.game == game:
                return question
    return None
