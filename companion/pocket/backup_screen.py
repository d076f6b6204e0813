"""Save everything on this phone as one file, and bring it back."""

from flask import Blueprint, Response, abort, current_app, request, url_for
from werkzeug.datastructures import CombinedMultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.pocket import whole_backup
from companion.store import games
from companion.store.database import now
from companion.web.base import pages
from companion.web.base.dates import day_of
from companion.web.base.forms import AppForm, UploadField
from companion.web.base.htmx import go_to
from companion.web.config import STORAGE_PERSISTED
from companion.web.current_store import current_store
from companion.web.security import guard

blueprint = Blueprint("backup", __name__, url_prefix="/backup")

MAX_BACKUP = 64_000_000


class BackupForm(AppForm):
    """A backup file."""

    file = UploadField(render_kw={"accept": ".zip,application/zip"})


@pages.context("pocket/backup.html")
class BackupPage:
    form: BackupForm
    count: int
    persisted: bool
    """The browser has promised to keep the games."""
    brought_back: bool
    replaced: bool
    """What a backup replaced is still there."""


def _page(form: BackupForm) -> BackupPage:
    store = current_store()
    return BackupPage(
        form=form,
        count=len(games.all_ids(store)),
        persisted=current_app.config[STORAGE_PERSISTED],
        brought_back="done" in request.args,
        replaced=(store.folder / whole_backup.REPLACED).exists(),
    )


@blueprint.get("")
def show() -> Response:
    return pages.show(_page(BackupForm()))


@blueprint.get("/gem-companion.zip")
def save() -> Response:
    return _file(whole_backup.pack(current_store()), f"gem-companion-{day_of(now())}.zip")


@blueprint.get("/replaced.zip")
def save_replaced() -> Response:
    path = current_store().folder / whole_backup.REPLACED
    if not path.exists():
        abort(404)
    return _file(path.read_bytes(), "gem-companion-before.zip")


def _file(content: bytes, name: str) -> Response:
    answer = Response(content, content_type="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("")
@guard.body_up_to(MAX_BACKUP)
def bring_back() -> Response | BaseResponse:
    """Bring a backup back: the app starts again with it before the next request."""
    form = BackupForm(CombinedMultiDict((request.files, request.form)))
    try:
        whole_backup.take(current_store(), form.file.content())
    except whole_backup.BackupRefusedError as failure:
        form.add_error(str(failure))
        return pages.show(_page(form), 422)
    return go_to(url_for("backup.show", done=1))
