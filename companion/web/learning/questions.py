"""A question with its position, and the ruling that answers it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.errors import DocumentError
from companion.documents.showdown import read_showdown
from companion.learning import answers, gem2_questions, lessons
from companion.learning.answers import UnreadableAnswerError, is_in_rounds, is_showdown
from companion.learning.finding import find_question
from companion.learning.questions import NO, YES, Answer, AnswerKind, Option, Question, UnknownQuestionError
from companion.learning.round_questions import told
from companion.learning.rummy_questions import ShowdownAsk
from companion.register.cases import MADE_UP_PRINT, Case, cases
from companion.register.entries import Rule
from companion.register.entries import rules as register
from companion.rules.cards import Card, Hand, name_of
from companion.rules.rummy.lay_offs import Pass
from companion.rules.rummy.melds import Meld, classify
from companion.rules.rummy.showdown_input import Counted, LaidOut, Loose, Showdown
from companion.store.people import learning
from companion.web.base import pages
from companion.web.base.dates import today
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.gem2 import board
from companion.web.gem2.worked_cases import DrawnCase, draw_case
from companion.web.kinds import game_kinds
from companion.web.learning.run import Run, read_progress, run_to
from companion.web.rummy.ruling_view import RulingView, ruling_of
from companion.web.security.phone import saved_phone
from companion.wording import learning as wording
from companion.wording import worked_cases
from companion.wording.cards import KIND_WORDS, card_words
from companion.wording.showdown import laid_off_sentence, pass_sentence, past_call

blueprint = Blueprint("learning_questions", __name__, url_prefix="/learn/question")

PAD = ("1", "2", "3", "4", "5", "back", "6", "7", "8", "9", "0", "-")
"""The keys of the number pad, six in a row."""
LONGEST_NUMBER = 5
"""What the number pad adds to."""
RULES_SHOWN = 3
_YES_OR_NO = (Option(YES, wording.YES), Option(NO, wording.NO))


@dataclass(frozen=True, slots=True)
class PositionHand:
    name: str
    part: str
    """What the Knocker did."""
    melds: tuple[tuple[tuple[str, ...], str], ...]
    """Each with its label."""
    loose: tuple[str, ...]
    """Deadwood, or a whole hand that isn't laid out."""
    loose_label: str
    tapped: bool
    """Its loose cards are the answers."""


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position: facts, hands and lay-offs of a showdown, or a board or rounds of Gem II."""

    facts: tuple[str, ...]
    letters: Mapping[str, str]
    made_up: bool
    hands: tuple[PositionHand, ...] = ()
    played: tuple[str, ...] = ()
    """The lay-offs that were made, in words."""
    drawn: DrawnCase | None = None


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
            drawn=draw_case(question.document) if question.game == gem2_questions.GAME else None,
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


def position_view(question: Question) -> PositionView:
    """Return the position of a question, without the answer."""
    document = question.document
    letters = document.get("print") or document.get("gems") or {}
    position = PositionView(
        facts=worked_cases.facts(game_kinds.name_of(document["game"]), document, complete=False),
        letters=letters,
        made_up=letters == MADE_UP_PRINT,
    )
    if is_in_rounds(question):
        facts = worked_cases.facts(game_kinds.name_of(document["game"]), document)
        return replace(position, facts=facts, played=told(document))
    if not is_showdown(question):
        return replace(position, drawn=_without_answer(draw_case(document), last_only=not _is_about_the_game(question)))
    showdown = read_showdown(document)
    return replace(position, hands=tuple(_hands(showdown, question)), played=tuple(_played(showdown, document)))


def _is_about_the_game(question: Question) -> bool:
    """Return whether a question of Gem II is about all rounds, not about the last one."""
    return question.key.endswith(f".{gem2_questions.Gem2Ask.WINNER}")


def _without_answer(drawn: DrawnCase, *, last_only: bool) -> DrawnCase:
    """Return a board with the claim, or rounds as they were played: no judgment, no points, no error."""
    rounds = tuple(replace(played, parts=()) for played in (drawn.rounds[-1:] if last_only else drawn.rounds))
    return DrawnCase(piles=drawn.piles, claim=drawn.claim, rounds=rounds)


def _hands(showdown: Showdown, question: Question) -> Iterator[PositionHand]:
    number = 0
    answers = {option.value for option in question.options} if question.kind == AnswerKind.CARDS else set()
    names_kinds = not question.key.endswith((f".{ShowdownAsk.LEGAL}", f".{ShowdownAsk.GROUPS}"))
    for place, seat in enumerate(showdown.seats):
        part = past_call(showdown.call) if place == showdown.knocker else ""
        melds = []
        match seat.hand:
            case LaidOut(groups, deadwood):
                for group in groups:
                    number += 1
                    kind = _kind(group, showdown) if names_kinds else ""
                    melds.append((_names(group), wording.numbered(number, kind) if answers else kind))
                loose, label = _names(Hand.of(deadwood).listed), wording.DEADWOOD
            case Loose(cards):
                loose, label = _names(Hand.of(cards).listed), ""
            case Counted(points):
                loose, label = (), wording.COUNTED.format(points=points)
        yield PositionHand(seat.name, part, tuple(melds), loose, label, tapped=bool(loose) and loose[0] in answers)


def _kind(group: Sequence[Card], showdown: Showdown) -> str:
    judged = classify(tuple(group), showdown.context)
    return KIND_WORDS[judged.kind] if isinstance(judged, Meld) else ""


def _names(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(name_of, cards))


def _played(showdown: Showdown, document: Mapping[str, Any]) -> Iterator[str]:
    names = [player["name"] for player in document["players"]]
    for move in showdown.lay_offs or ():
        if isinstance(move, Pass):
            yield pass_sentence(names[move.seat])
            continue
        hand = showdown.seats[move.owner].hand
        group = hand.groups[move.place] if isinstance(hand, LaidOut) else ()
        yield laid_off_sentence(names[move.seat], move.card, names[move.owner], card_words(group))
