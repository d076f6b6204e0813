"""The app as a web worker runs it (static/pocket/app-worker.js): it answers the requests that the page hands over."""

import gc
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from flask import Flask, Response

from companion.photo import reader
from companion.pocket import backup_screen, cookies, failed_update, guests, whole_backup
from companion.pocket.awaited_photos import AwaitedError, AwaitedPhotos
from companion.pocket.cookies import jar_of_phone
from companion.web.app import create_app
from companion.web.config import STORAGE_PERSISTED, Settings
from companion.web.current_store import reopen, store_of
from companion.web.security.rate_limits import PHOTOS_PER_ADDRESS
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
        self._scheme, self._authority, self._root = address.scheme, address.netloc, address.path.rstrip("/")
        self._guests_root = guests.root_beside(self._root)
        self._server = f"{self._host}:{address.port or (443 if address.scheme == 'https' else 80)}"
        with self._opening():
            self._app = _app(Settings(instance=folder, known_as=(self._host,), pocket=True))

    def open(self) -> None:
        """Open the games again, after other files were put into their folder."""
        store_of(self._app).close()
        with self._opening():
            reopen(self._app, self._folder)

    @contextmanager
    def _opening(self) -> Iterator[None]:
        self._folder.mkdir(parents=True, exist_ok=True)
        with failed_update.undone_unless_started(self._folder, self._version):
            if whole_backup.is_waiting(self._folder):
                whole_backup.bring_back(self._folder)
            self._cookies = jar_of_phone(self._folder / cookies.NAME)
            self._guests = guests.GuestJars(self._folder)
            yield
            self.answer("GET", self._address, {}, b"")

    def warm(self, path: str) -> None:
        """Render a page that is opened early, for a snapshot of the memory."""
        self.answer("GET", f"{self._address}{path}", {}, b"")

    def close(self) -> None:
        """Close the games, for a snapshot of the memory."""
        store_of(self._app).close()
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
        is_guest = asker != guests.OWNER
        jar = self._guests.of(asker) if is_guest else self._cookies
        root = self._guests_root if is_guest else self._root
        parts = urlsplit(address)
        path = unquote(parts.path.removeprefix(root)) or "/"
        request = PageRequest(method, path, parts.query, self._scheme, self._authority, headers, self._server)
        try:
            environ = environ_of(request)
        except RefusedError as refused:
            return refused.status, [("Content-Type", "text/plain; charset=utf-8")], f"{refused}\n".encode()
        environ |= {
            "SCRIPT_NAME": root,  # as addresses have it, "%" and all, for those of the app must begin with it
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_COOKIE": jar.header(),
            "wsgi.input": io.BytesIO(body),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
        }
        if is_guest:
            environ["REMOTE_ADDR"] = asker
        self._app.config[STORAGE_PERSISTED] = persisted
        photos = AwaitedPhotos(reading)
        with reader.read_by(photos):
            status, answered, content = call_app(self._app, environ)
        if photos.question:
            return AWAITS_PHOTO, [], photos.question
        if whole_backup.is_waiting(self._folder):
            self.open()
        else:
            jar.take(answered)
        return status, [(name, value) for name, value in answered if name.lower() != "set-cookie"], content


def _app(settings: Settings) -> Flask:
    app = create_app(settings)
    app.config[PHOTOS_PER_ADDRESS] = sys.maxsize  # they cost the phone itself, and each is asked for twice
    app.register_error_handler(AwaitedError, lambda _: Response())  # nobody sees it
    app.register_blueprint(backup_screen.blueprint)
    return app
