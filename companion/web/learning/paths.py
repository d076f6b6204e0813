"""The games that can be learned, the path of each with its lessons, and what a phone has learned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.learning import lessons as lesson_files
from companion.learning import lessons as progress
from companion.learning.lessons import Lesson, LessonPicture
from companion.register.cases import MADE_UP_PRINT
from companion.register.entries import Rule
from companion.register.entries import rules as register
from companion.store.people import learning
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.gem2 import board
from companion.web.kinds import game_kinds
from companion.web.learning import run as runs
from companion.web.learning.run import Run
from companion.web.security.phone import current_phone
from companion.wording import learning as wording

blueprint = Blueprint("learning", __name__, url_prefix="/learn")

CLEAR = "clear"
"""The button that clears progress."""


@dataclass(frozen=True, slots=True)
class PathLink:
    """A game with how far its path was gone."""

    key: str
    name: str
    address: str
    progress: str
    progress_of: str
    """What is counted in it, read aloud."""


@pages.context("learning/choose.html")
class ChoosePage:
    """The games to learn, and the questions."""

    paths: tuple[PathLink, ...]
    practice: str
    missed: str
    missed_label: str
    waiting: str
    """What was missed and comes back only after other questions."""
    clear: str
    """Where progress is cleared; empty while there is none."""
    cleared: bool
    back: str


@blueprint.get("")
def choose() -> Response:
    """Show the games that can be learned."""
    known, run = runs.stored(), runs.read_run()
    due, missed = runs.due_keys(known.values()), runs.number_missed(known.values())
    return pages.show(
        ChoosePage(
            paths=tuple(
                PathLink(
                    game,
                    game_kinds.name_of(game),
                    url_for("learning.path", subject=game, **run.led),
                    *_progress(path, known),
                )
                for game in lesson_files.GAMES
                for path in [lesson_files.lessons(game)]
                if path
            ),
            practice=url_for("learning_practice.choose", **run.led),
            missed=url_for("learning.missed", **run.led) if due else "",
            missed_label=wording.missed_words(missed),
            waiting="" if due else wording.waiting_words(missed),
            clear=url_for("learning.clear") if known else "",
            cleared="cleared" in request.args and not known,
            back=run.back,
        )
    )


def _progress(path: Sequence[Lesson], known: Mapping[str, progress.Learned]) -> tuple[str, str]:
    """Return how far a path was gone, and what that counts: lessons, or before the first is passed its hands."""
    passed = sum(progress.is_passed(lesson, known) for lesson in path) if known else 0
    begun = next((lesson for lesson in path if progress.right_hands(lesson, known)), None)
    if passed or begun is None:
        return wording.progress_words(passed, len(path)), wording.LESSONS_DONE
    right = progress.right_hands(begun, known)
    return wording.begun_words(right, len(begun.hands)), wording.RIGHT_IN_LESSON.format(number=begun.number)


@dataclass(frozen=True, slots=True)
class LessonLink:
    """A lesson on its path, with its state in words."""

    lesson: Lesson
    address: str
    passed: bool
    state: str


@pages.context("learning/path.html")
class PathPage:
    """The path of a game."""

    name: str
    lessons: tuple[LessonLink, ...]
    progress: str
    next_address: str
    next_label: str
    back: str


@blueprint.get("/<subject>")
def path(subject: str) -> Response:
    """Show the lessons of a game in order."""
    of_game = _lessons(subject)
    known, run = runs.stored(), runs.read_run()
    coming = progress.next_lesson(of_game, known)
    return pages.show(
        PathPage(
            name=game_kinds.name_of(subject),
            lessons=tuple(
                LessonLink(lesson, _address(lesson, run), progress.is_passed(lesson, known), _state(lesson, known))
                for lesson in of_game
            ),
            progress=wording.passed_words(sum(progress.is_passed(lesson, known) for lesson in of_game), len(of_game)),
            next_address=_address(coming, run) if coming else url_for("learning_practice.choose", **run.led),
            next_label=wording.lesson_label(coming.number, coming.title) if coming else wording.RULE_SOME_HANDS,
            back=run.back or url_for("learning.choose"),
        )
    )


def _lessons(game: str) -> tuple[Lesson, ...]:
    found = lesson_files.lessons(game) if game in lesson_files.GAMES else ()
    if not found:
        abort(404)
    return found


def _address(lesson: Lesson, run: Run) -> str:
    return url_for("learning.lesson", subject=lesson.game, slug=lesson.slug, **run.led)


def _state(lesson: Lesson, known: dict[str, progress.Learned]) -> str:
    if progress.is_passed(lesson, known):
        return wording.PASSED
    right = progress.right_hands(lesson, known)
    begun = any(key in known for key in lesson.hands)
    return wording.hands_words(right, len(lesson.hands)) if begun else ""


@dataclass(frozen=True, slots=True)
class PictureGroup:
    """A group of cards in a picture."""

    cards: tuple[str, ...]
    caption: str


@dataclass(frozen=True, slots=True)
class PictureView:
    """The picture of a lesson."""

    caption: str
    groups: tuple[PictureGroup, ...]
    letters: dict[str, str]
    made_up: bool
    dice: tuple[int, ...]
    piles: tuple[tuple[board.CardView, ...], ...]


@pages.context("learning/lesson.html")
class LessonPage:
    """A lesson: its words, its picture, its rules, and the way to its hands."""

    lesson: Lesson
    where: str
    picture: PictureView
    rules: tuple[Rule, ...]
    state: str
    start: str
    start_label: str
    following: Lesson | None
    following_address: str
    back: str


@blueprint.get("/<subject>/<slug>")
def lesson(subject: str, slug: str) -> Response:
    """Show a lesson."""
    of_game = _lessons(subject)
    shown = next((lesson for lesson in of_game if lesson.slug == slug), None)
    if shown is None:
        abort(404)
    known, run = runs.stored(), runs.read_run()
    following = of_game[shown.number] if shown.number < len(of_game) else None
    entries = register()
    return pages.show(
        LessonPage(
            lesson=shown,
            where=wording.lesson_place(game_kinds.name_of(subject), shown.number, len(of_game)),
            picture=_picture(shown.picture),
            rules=tuple(entries[rule_id] for rule_id in shown.rules if rule_id in entries),
            state=_state(shown, known),
            start=Run(lesson=shown, back=run.back).at_question(shown.hands[0]),
            start_label=wording.START_AGAIN if progress.is_passed(shown, known) else wording.START,
            following=following,
            following_address=_address(following, run) if following else "",
            back=run.back or url_for("learning.path", subject=subject),
        )
    )


def _picture(picture: LessonPicture) -> PictureView:
    captions = picture.captions or ("",) * len(picture.groups)
    letters = dict(picture.letters or {})
    return PictureView(
        caption=picture.caption,
        groups=tuple(PictureGroup(cards, words) for cards, words in zip(picture.groups, captions, strict=True)),
        letters=letters,
        made_up=bool(letters) and all(MADE_UP_PRINT.get(card) == gems for card, gems in letters.items()),
        dice=picture.dice,
        piles=board.pile_views(picture.board),
    )


@blueprint.get("/missed")
def missed() -> BaseResponse:
    """Lead to the first question that was missed and is to be asked again."""
    run = runs.read_run()
    question = runs.first_due(runs.stored().values())
    if question is None:
        return go_to(url_for("learning.choose", **run.led))
    return go_to(Run(missed=True, back=run.back).at_question(question.key))


@pages.context("learning/clear.html")
class ClearPage:
    """The question before progress is cleared."""

    lessons: int
    questions: int
    address: str
    back: str


@blueprint.get("/clear")
def clear() -> Response:
    """Ask before what the phone has learned is forgotten."""
    known = runs.stored()
    passed = sum(key.startswith(progress.LESSON) for key in known)
    return pages.show(
        ClearPage(
            lessons=passed,
            questions=len(known) - passed,
            address=url_for("learning.forget"),
            back=url_for("learning.choose"),
        )
    )


@blueprint.post("/clear")
def forget() -> BaseResponse:
    """Forget what the phone has learned."""
    if request.form.get("act") != CLEAR:
        return go_to(url_for("learning.choose"))
    phone = current_phone()
    if phone is not None:
        learning.forget_everything(current_store(), phone.id)
    return go_to(url_for("learning.choose", cleared=1))
