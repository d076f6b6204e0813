"""A question with its position, and the ruling that answers it."""

from collections.abc import Mapping
from functools import partial

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.errors import DocumentError
from companion.documents.showdown import read_showdown
from companion.learning import answers, lessons
from companion.learning.answers import UnreadableAnswerError
from companion.learning.finding import find_question
from companion.learning.questions import NO, YES, Answer, AnswerKind, Option, Question, UnknownQuestionError
from companion.register.cases import Case, cases
from companion.register.entries import Rule
from companion.register.entries import rules as register
from companion.store.people import learning
from companion.web.base import pages
from companion.web.base.dates import today
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.gem2 import board
from companion.web.gem2.worked_cases import DrawnCase, draw_case
from companion.web.learning.position_view import PositionView, position_view
from companion.web.learning.run import Run, read_progress, run_to
from companion.web.rummy.views.ruling_view import RulingView, ruling_of
from companion.web.security.phone import saved_phone
from companion.wording import learning as wording

blueprint = Blueprint("learning_questions", __name__, url_prefix="/learn/question")

PAD = ("1", "2", "3", "4", "5", "back", "6", "7", "8", "9", "0", "-")
"""The keys of the number pad, six in a row."""
LONGEST_NUMBER = 5
"""What the number pad adds to."""
RULES_SHOWN = 3
_YES_OR_NO = (Option(YES, wording.YES), Option(NO, wording.NO))


@pages.context("learning/question.html")
class QuestionPage:
    """A question: what lies on the table, what is asked, and what can be tapped or typed."""

    question: Question
    position: PositionView
    options: tuple[Option, ...]
    board_keys: Mapping[str, board.CardView]
    """The cards of a Gem II board that can be tapped as an answer."""
    pad: tuple[str, ...]
    run: Run
    typed: str
    example: str
    error: str


@pages.context("learning/answer.html")
class AnswerPage:
    """Whether an answer is right, and the ruling."""

    question: Question
    position: PositionView
    right: bool
    sentence: str
    ruling: RulingView | None
    drawn: DrawnCase | None
    rules: tuple[Rule, ...]
    case: Case | None
    run: Run
    onward: tuple[str, str]
    """Where the main button leads, and its label."""


@blueprint.get("/<key>")
def show(key: str) -> Response:
    """Show a question."""
    return pages.show(_page(_question(key), run_to(key), request.args.get("typed", "")[: answers.LONGEST]))


def _question(key: str) -> Question:
    try:
        return find_question(key)
    except UnknownQuestionError:
        abort(404)


def _page(question: Question, run: Run, typed: str = "", error: str = "") -> QuestionPage:
    is_board = question.kind == AnswerKind.CARDS and not answers.is_showdown(question)
    return QuestionPage(
        question=question,
        position=position_view(question),
        options=_YES_OR_NO if question.kind == AnswerKind.YES_NO else question.options,
        board_keys={option.value: board.card_view(option.value) for option in question.options} if is_board else {},
        pad=PAD if question.kind == AnswerKind.NUMBER else (),
        run=run,
        typed=typed,
        example=wording.EXAMPLES["board" if is_board else question.kind.value],
        error=error,
    )


@blueprint.post("/<key>")
def take(key: str) -> Response | BaseResponse:
    """Take an answer, note it, and lead to the ruling; without a script a key of the number pad adds its digit."""
    question, run = _question(key), run_to(key)
    typed = request.form.get("typed", "")
    try:
        answers.check_length(typed)
        if "key" in request.form:
            changed = _after_key(typed, request.form["key"])
            return go_to(url_for("learning_questions.show", key=key, typed=changed, **run.values))
        answer = _answer(question, typed)
    except UnreadableAnswerError as error:
        return pages.show(_page(question, run, typed[: answers.LONGEST], str(error)), 422)
    _note(question, right=answer == question.right)
    given = answers.answer_text(question, answer)
    return go_to(url_for("learning_questions.ruling", key=key, given=given, **run.values))


def _after_key(typed: str, key: str) -> str:
    if key == "back":
        return typed[:-1]
    if key == "-":
        return typed[1:] if typed.startswith("-") else f"-{typed}"
    return typed + key if key in PAD and len(typed) < LONGEST_NUMBER else typed


def _answer(question: Question, typed: str) -> Answer:
    """Return the answer of a form: a button that was tapped, cards that were ticked, or what was typed."""
    tapped = request.form.getlist("answer")
    if question.kind == AnswerKind.CARDS:
        if "nothing" in request.form:
            return frozenset()
        if typed.strip():
            return answers.read_typed(question, typed)
        if not tapped:
            raise UnreadableAnswerError(wording.TAP_CARDS)
        return answers.read_tapped(question, tapped)
    if tapped and question.kind != AnswerKind.NUMBER:
        return answers.read_tapped(question, tapped)
    return answers.read_typed(question, typed)


def _note(question: Question, *, right: bool) -> None:
    """Note an answer in what the phone has learned, and the lessons that are passed by it."""
    store, phone = current_store(), saved_phone().id
    known = learning.note_answer(
        store,
        phone,
        question.key,
        partial(lessons.after_answer, today=today(), right=right),
        partial(lessons.is_worth_storing, taught=lessons.taught_keys()),
    )
    passed = [
        lesson.id
        for lesson in lessons.by_id().values()
        if lessons.LESSON + lesson.id not in known and lessons.is_passed(lesson, known)
    ]
    if passed:
        learning.note_passed(store, phone, passed)


@blueprint.get("/<key>/ruling")
def ruling(key: str) -> Response | BaseResponse:
    """Show whether an answer is right, and the ruling as at the table."""
    question, run = _question(key), run_to(key)
    try:
        answer = answers.read_typed(question, request.args.get("given", ""), answers.LONGEST_GIVEN)
    except UnreadableAnswerError:
        return go_to(run.at_question(key))
    right = answer == question.right
    position = position_view(question)
    words = answers.answer_words(question, question.right)
    known = register()
    given = answers.answer_words(question, answer)
    return pages.show(
        AnswerPage(
            question=question,
            position=position,
            right=right,
            sentence=wording.right_sentence(words) if right else wording.wrong_sentence(words, given),
            ruling=_ruling(question, position),
            drawn=None if answers.is_showdown(question) else draw_case(question.document),
            rules=tuple(known[rule_id] for rule_id in question.rules if rule_id in known)[:RULES_SHOWN],
            case=cases().get(key.split(".")[1]) if key.startswith("case.") else None,
            run=run,
            onward=_onward(run, question),
        )
    )


def _ruling(question: Question, position: PositionView) -> RulingView | None:
    if not answers.is_showdown(question):
        return None
    try:
        return ruling_of(read_showdown(question.document), made_up=position.made_up)
    except DocumentError:
        return None


def _onward(run: Run, question: Question) -> tuple[str, str]:
    """Return where the main button leads, and its label: the next hand, what was missed, or back to the path."""
    following, progress = run.next_question(), read_progress()
    if following:
        return following, wording.NEXT
    if any(key != question.key for key in progress.due):
        return url_for("learning.missed", **run.led), wording.missed_words(progress.missed)
    if run.lesson:
        return url_for("learning.path", subject=run.lesson.game, **run.led), wording.BACK_TO_PATH
    return url_for("learning.choose", **run.led), wording.DONE
