"""The app as a web worker runs it (static/pocket/app-worker.js): it answers the requests that the page hands over."""

import gc
import io
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit
from wsgiref.types import WSGIEnvironment

from flask import Response

from companion.photo import reader
from companion.pocket import backup_screen, cookies, failed_update, guests, live_screen, whole_backup
from companion.pocket.awaited_photos import AwaitedError, AwaitedPhotos
from companion.pocket.cookies import jar_of_phone
from companion.pocket.guests import Asker, GuestJars
from companion.store.errors import StoreError
from companion.store.people import polling
from companion.web.app import create_app
from companion.web.config import STORAGE_PERSISTED, Settings
from companion.web.current_store import reopen, store_of
from companion.web.security import guard
from companion.web.server.wsgi import Headers, RefusedError, call_app, environ_of

WARM = ("", "new?game=gem-rummy", "settings", "count", "rules", "import", "sample")
"""Pages whose templates a snapshot has compiled."""
AWAITS_PHOTO = 0
"""Instead of a status: the body is what the worker that reads photos is to be asked."""


@dataclass(slots=True)
class PageRequest:
    method: str
    path: str
    query_string: str
    scheme: str
    authority: str | None
    headers: Headers
    server: str
    http_version: str = "1.1"
    client: str = "127.0.0.1:0"


class PocketApp:
    """The app of one version, with its games in `folder`, below the address `root` of the page."""

    def __init__(self, folder: Path, root: str, version: str) -> None:
        address = urlsplit(root)
        self._folder, self._address, self._version, self._host = folder, root, version, address.hostname or ""
        self.has_news = False
        """Whether the last request changed what other phones show."""
        self._changes = -1
        self._scheme, self._authority, self._root = address.scheme, address.netloc, address.path.rstrip("/")
        self._server = f"{self._host}:{address.port or (443 if address.scheme == 'https' else 80)}"
        with self._opening():
            self.flask = create_app(Settings(instance=folder, known_as=(self._host,), pocket=True))
            self._large_forms = guard.large_forms(self.flask)
            guests.init_app(self.flask)
            self.flask.register_error_handler(AwaitedError, lambda _: Response())  # nobody sees it
            self.flask.register_blueprint(backup_screen.blueprint)
            self.flask.register_blueprint(live_screen.blueprint)

    def open(self) -> None:
        """Open the games again, after other files were put into their folder."""
        store_of(self.flask).close()
        with self._opening():
            reopen(self.flask, self._folder)

    @contextmanager
    def _opening(self) -> Iterator[None]:
        self._folder.mkdir(parents=True, exist_ok=True)
        with failed_update.undone_unless_started(self._folder, self._version):
            if whole_backup.is_waiting(self._folder):
                whole_backup.bring_back(self._folder)
            self._cookies = jar_of_phone(self._folder / cookies.NAME)
            self._guests = GuestJars(self._folder)
            self._changes = -1  # all that phones show may be of other games
            yield
            self.answer("GET", self._address, {}, b"")

    def warm(self, path: str) -> None:
        """Render a page that is opened early, for a snapshot of the memory."""
        self.answer("GET", f"{self._address}{path}", {}, b"")

    def close(self) -> None:
        """Close the games, for a snapshot of the memory."""
        store_of(self.flask).close()
        gc.collect()

    def answer(  # noqa: PLR0913 (a request, and what the browser knows beside it)
        self,
        method: str,
        address: str,
        headers: Headers,
        body: bytes,
        *,
        asker: str = guests.OWNER,
        persisted: bool = False,
        reading: bytes | str | None = None,
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Answer a request; what it changed is on the disk when this returns.

        `asker` is a guest's id, or the phone itself. `persisted` tells whether the browser has promised to keep the
        games. A request with a photo is answered in two steps: first with `AWAITS_PHOTO`, and once more with what the
        worker that reads photos said.
        """
        self.has_news = False
        whose = self.asker(asker)
        photos = AwaitedPhotos(reading)
        try:
            with whose.answered(), reader.read_by(photos):
                environ = self._environ(whose, method, address, headers, body)
                self.flask.config.update(
                    {**whose.limits, guests.JARS: self._guests, STORAGE_PERSISTED: persisted or whose.is_guest}
                )
                status, answered, content = call_app(self.flask, environ)
                self._note_changes()
        except RefusedError as refused:
            return refused.status, [("Content-Type", "text/plain; charset=utf-8")], f"{refused}\n".encode()
        if photos.question:
            return AWAITS_PHOTO, [], photos.question
        if whole_backup.is_waiting(self._folder):
            self.open()
        else:
            whose.cookies.take(answered)
        return status, [(name, value) for name, value in answered if name.lower() != "set-cookie"], content

    def _note_changes(self) -> None:
        # A store that fails says so in its answer.
        with suppress(StoreError):
            before, self._changes = self._changes, polling.changes_in_all(store_of(self.flask))
            self.has_news = before != self._changes

    def asker(self, asker: str) -> Asker:
        """Return who asks, by the phone's own word or a guest's id."""
        if asker == guests.OWNER:
            return Asker(asker, self._root, self._cookies)
        return Asker(asker, f"{self._root.removesuffix('app')}join/app", self._guests.of(asker))

    def _environ(self, whose: Asker, method: str, address: str, headers: Headers, body: bytes) -> WSGIEnvironment:
        parts = urlsplit(address)
        path = unquote(parts.path.removeprefix(whose.root)) or "/"
        request = PageRequest(method, path, parts.query, self._scheme, self._authority, headers, self._server)
        environ = environ_of(request)
        whose.check_size(environ, len(body), self._large_forms)
        return environ | {
            **whose.environ,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
        }
