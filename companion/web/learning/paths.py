"""The games that can be learned, the path of each with its lessons, and what a phone has learned."""

from collections.abc import Mapping

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.learning import lessons as lesson_files
from companion.learning.lessons import Lesson
from companion.register.entries import Rule
from companion.register.entries import rules as register
from companion.store.people import learning
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.gem2 import board
from companion.web.learning.run import PhoneProgress, Run, read_progress, read_run
from companion.web.security.phone import current_phone

blueprint = Blueprint("learning", __name__, url_prefix="/learn")

CLEAR = "clear"
"""The button that clears progress."""


@pages.context("learning/choose.html")
class ChoosePage:
    paths: Mapping[str, tuple[Lesson, ...]]
    begun: Mapping[str, Lesson]
    """The first lesson with a right hand, of each game of which none was passed."""
    progress: PhoneProgress
    run: Run
    cleared: bool


@blueprint.get("")
def choose() -> Response:
    progress = read_progress()
    paths = {game: path for game in lesson_files.GAMES if (path := lesson_files.lessons(game))}
    begun = {
        game: lesson
        for game, path in paths.items()
        if not progress.passed(path)
        and (lesson := next((lesson for lesson in path if progress.right_hands(lesson)), None))
    }
    cleared = "cleared" in request.args and not progress.stored
    return pages.show(ChoosePage(paths=paths, begun=begun, progress=progress, run=read_run(), cleared=cleared))


@pages.context("learning/path.html")
class PathPage:
    game: str
    path: tuple[Lesson, ...]
    progress: PhoneProgress
    coming: Lesson | None
    run: Run


@blueprint.get("/<subject>")
def path(subject: str) -> Response:
    path, progress = _path(subject), read_progress()
    coming = lesson_files.next_lesson(path, progress.stored)
    return pages.show(PathPage(game=subject, path=path, progress=progress, coming=coming, run=read_run()))


def _path(game: str) -> tuple[Lesson, ...]:
    found = lesson_files.lessons(game) if game in lesson_files.GAMES else ()
    if not found:
        abort(404)
    return found


@pages.context("learning/lesson.html")
class LessonPage:
    lesson: Lesson
    path: tuple[Lesson, ...]
    piles: tuple[tuple[board.CardView, ...], ...]
    rules: tuple[Rule, ...]
    progress: PhoneProgress
    run: Run


@blueprint.get("/<subject>/<slug>")
def lesson(subject: str, slug: str) -> Response:
    path = _path(subject)
    shown = next((lesson for lesson in path if lesson.slug == slug), None)
    if shown is None:
        abort(404)
    known = register()
    return pages.show(
        LessonPage(
            lesson=shown,
            path=path,
            piles=board.pile_views(shown.picture.board),
            rules=tuple(known[rule_id] for rule_id in shown.rules if rule_id in known),
            progress=read_progress(),
            run=Run(lesson=shown, back=read_run().back),
        )
    )


@blueprint.get("/missed")
def missed() -> BaseResponse:
    """Lead to the first question that was missed and is to be asked again."""
    run, question = read_run(), read_progress().first_due()
    if question is None:
        return go_to(url_for("learning.choose", **run.led))
    return go_to(Run(missed=True, back=run.back).at_question(question.key))


@pages.context("learning/clear.html")
class ClearPage:
    lessons: int
    questions: int


@blueprint.get("/clear")
def clear() -> Response:
    """Ask before what the phone has learned is forgotten."""
    known = read_progress().stored
    passed = sum(key.startswith(lesson_files.LESSON) for key in known)
    return pages.show(ClearPage(lessons=passed, questions=len(known) - passed))


@blueprint.post("/clear")
def forget() -> BaseResponse:
    if request.form.get("act") != CLEAR:
        return go_to(url_for("learning.choose"))
    phone = current_phone()
    if phone is not None:
        learning.forget_everything(current_store(), phone.id)
    return go_to(url_for("learning.choose", cleared=1))
