"""A question with its position, and the ruling that answers it."""

from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.errors import DocumentError
from companion.documents.showdown import read_showdown
from companion.learning import answers, lessons
from companion.learning import lessons as progress
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
from companion.web.learning import run as runs
from companion.web.learning.position_view import PositionView, position_view
from companion.web.learning.run import Run
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


@dataclass(frozen=True, slots=True)
class BoardKey:
    """A card of a Gem II board that can be tapped as an answer."""

    value: str
    card: board.CardView


@pages.context("learning/question.html")
class QuestionPage:
    """A question: what lies on the table, what is asked, and what can be tapped or typed."""

    position: PositionView
    prompt: str
    options: tuple[Option, ...]
    board_keys: tuple[BoardKey, ...]
    pad: tuple[str, ...]
    address: str
    back: str
    where: str
    note: str
    typed: str
    example: str
    error: str


@pages.context("learning/answer.html")
class AnswerPage:
    """Whether an answer is right, and the ruling."""

    position: PositionView
    prompt: str
    right: bool
    sentence: str
    ruling: RulingView | None
    drawn: DrawnCase | None
    letters: dict[str, str]
    hand_addresses: tuple[str, ...]
    """A made-up hand is corrected nowhere."""
    rules: tuple[Rule, ...]
    case: Case | None
    back: str
    where: str
    next_address: str
    next_label: str


@blueprint.get("/<key>")
def show(key: str) -> Response:
    """Show a question."""
    return pages.show(_page(_question(key), runs.run_to(key), request.args.get("typed", "")[: answers.LONGEST]))


def _question(key: str) -> Question:
    try:
        return find_question(key)
    except UnknownQuestionError:
        abort(404)


def _page(question: Question, run: Run, typed: str = "", error: str = "") -> QuestionPage:
    is_board = question.kind == AnswerKind.CARDS and not answers.is_showdown(question)
    options = _YES_OR_NO if question.kind == AnswerKind.YES_NO else question.options
    return QuestionPage(
        position=position_view(question),
        prompt=question.prompt,
        options=() if question.kind == AnswerKind.CARDS else options,
        board_keys=tuple(BoardKey(option.value, board.card_view(option.value)) for option in question.options)
        if is_board
        else (),
        pad=PAD if question.kind == AnswerKind.NUMBER else (),
        address=url_for("learning_questions.take", key=question.key, **run.values),
        back=run.origin,
        where=run.words,
        note=wording.NO_SUCH_ORDER if run.other else "",
        typed=typed,
        example=wording.EXAMPLES["board" if is_board else question.kind.value],
        error=error,
    )


@blueprint.post("/<key>")
def take(key: str) -> Response | BaseResponse:
    """Take an answer, note it, and lead to the ruling; without a script a key of the number pad adds its digit."""
    question, run = _question(key), runs.run_to(key)
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
        partial(progress.after_answer, today=today(), right=right),
        partial(progress.is_worth_storing, taught=lessons.taught_keys()),
    )
    passed = [
        lesson.id
        for lesson in lessons.by_id().values()
        if progress.LESSON + lesson.id not in known and progress.is_passed(lesson, known)
    ]
    if passed:
        learning.note_passed(store, phone, passed)


@blueprint.get("/<key>/ruling")
def ruling(key: str) -> Response | BaseResponse:
    """Show whether an answer is right, and the ruling as at the table."""
    question, run = _question(key), runs.run_to(key)
    try:
        answer = answers.read_typed(question, request.args.get("given", ""), answers.LONGEST_GIVEN)
    except UnreadableAnswerError:
        return go_to(run.at_question(key))
    right = answer == question.right
    position = position_view(question)
    words = answers.answer_words(question, question.right)
    known = register()
    next_address, next_label = _next(run, question)
    return pages.show(
        AnswerPage(
            position=position,
            prompt=question.prompt,
            right=right,
            sentence=wording.right_sentence(words)
            if right
            else wording.wrong_sentence(words, answers.answer_words(question, answer)),
            ruling=_ruling(question, position),
            drawn=None if answers.is_showdown(question) else draw_case(question.document),
            letters=dict(position.letters),
            hand_addresses=(),
            rules=tuple(known[rule_id] for rule_id in question.rules if rule_id in known)[:RULES_SHOWN],
            case=cases().get(key.split(".")[1]) if key.startswith("case.") else None,
            back=run.origin,
            where=run.words,
            next_address=next_address,
            next_label=next_label,
        )
    )


def _ruling(question: Question, position: PositionView) -> RulingView | None:
    if not answers.is_showdown(question):
        return None
    try:
        return ruling_of(read_showdown(question.document), made_up=position.made_up)
    except DocumentError:
        return None


def _next(run: Run, question: Question) -> tuple[str, str]:
    """Return where the main button leads, and its label: the next hand, what was missed, or back to the path."""
    onward = run.next_question()
    if onward:
        return onward, wording.NEXT
    known = runs.stored().values()
    if any(key != question.key for key in runs.due_keys(known)):
        return url_for("learning.missed", **run.led), wording.missed_words(runs.number_missed(known))
    if run.lesson:
        return url_for("learning.path", subject=run.lesson.game, **run.led), wording.BACK_TO_PATH
    return url_for("learning.choose", **run.led), wording.DONE
