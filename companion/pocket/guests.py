"""Whose request it is: that of the phone that runs the app, or of a guest, another phone for which its page asks.

The page says it with each request, before anything else is asked. A guest is what any phone is to a server: an address,
cookies of its own, what those give it, and bounds. What no server has, such as a backup, isn't there for guests.
"""

import json
import logging
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from wsgiref.types import WSGIEnvironment

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, request

from companion.pocket.cookies import CookieJar
from companion.store.backup.copies import write_file
from companion.store.limits import within
from companion.store.people import devices
from companion.web.config import IS_GUEST
from companion.web.current_store import current_store
from companion.web.security.guard import LargeForm
from companion.web.security.phone import names_phone, runs_here
from companion.web.security.rate_limits import IMPORTS_PER_ADDRESS, KILOBYTES_PER_ADDRESS, PHOTOS_PER_ADDRESS
from companion.web.server.wsgi import RefusedError, body_limit

OWNER = ""
"""Who asks, where it is the phone itself; a guest has an id."""
NAME = "guests.json"
MOST = 40
"""Guests whose cookies are kept: those that were here last."""
OWN_LIMITS = dict.fromkeys((IMPORTS_PER_ADDRESS, KILOBYTES_PER_ADDRESS, PHOTOS_PER_ADDRESS), sys.maxsize)
GUESTS_LIMITS = {
    IMPORTS_PER_ADDRESS: 5,
    KILOBYTES_PER_ADDRESS: 10_000,
    PHOTOS_PER_ADDRESS: 300,  # as many as a server reads, for each is asked for twice
}
"""What a guest may cost this phone."""
ANSWER_WITHIN = 20.0
"""Seconds after which judging the hands of a guest's game is given up: meanwhile nobody else is answered."""
JARS = "JARS"
"""The setting with the guests' cookies."""
_ID = re.compile(r"[0-9a-f]{16}")
_log = logging.getLogger(__name__)

blueprint = Blueprint("guests", __name__, url_prefix="/guests")


@blueprint.get("")
def in_games() -> Response:
    """List the guests that have a place in a game: the page lets them in by the code that they scan, and no others."""
    jars: GuestJars = current_app.config[JARS]
    return jsonify([guest for guest, token in jars.tokens() if devices.is_in_a_game(current_store(), token)])


def init_app(app: Flask) -> None:
    """Turn guests away from all screens that are registered from now on: they belong to the phone itself."""
    open_to_guests = frozenset({None, *app.blueprints})

    def turn_away() -> None:
        if not runs_here() and request.blueprint not in open_to_guests:
            abort(404)

    app.before_request(turn_away)
    app.register_blueprint(blueprint)


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: where the app's pages stand for it, its cookies, and what it may cost."""

    id: str
    root: str
    cookies: CookieJar

    @property
    def is_guest(self) -> bool:
        return self.id != OWNER

    @property
    def limits(self) -> Mapping[str, int]:
        return GUESTS_LIMITS if self.is_guest else OWN_LIMITS

    @property
    def environ(self) -> WSGIEnvironment:
        """What the environment of a request says of who asks."""
        # The root is as addresses have it, "%" and all, for those of the app must begin with it.
        own = {"SCRIPT_NAME": self.root, "HTTP_COOKIE": self.cookies.header()}
        return {**own, "REMOTE_ADDR": self.id, IS_GUEST: True} if self.is_guest else own

    def check_size(self, environ: WSGIEnvironment, size: int, large: Iterable[LargeForm]) -> None:
        """Refuse what a server would not read to its end."""
        if self.is_guest and size > body_limit(environ, large):
            raise RefusedError(413)

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Answer a request inside: whatever a guest sends, the app goes on, and soon."""
        if not self.is_guest:
            yield
            return
        try:
            with within(ANSWER_WITHIN):
                yield
        except RefusedError:
            raise
        except Exception:  # noqa: BLE001 (the app answers its own failures)
            _log.exception("The request of a guest failed")
            raise RefusedError(500) from None


class GuestJars:
    """The cookies of every guest, in one file: each file that is open costs a browser something."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._jars: dict[str, CookieJar] = {}
        # Without the file all guests are new ones.
        with suppress(OSError, ValueError, TypeError, AttributeError):
            kept = json.loads(self._path.read_bytes())
            self._jars = {guest: CookieJar(cookies, self._save) for guest, cookies in kept.items()}

    def of(self, guest: str) -> CookieJar:
        """Return a guest's cookies. Its id is the page's, which makes one up for each phone that it lets in."""
        if not _ID.fullmatch(guest):
            raise ValueError(guest)
        jar = self._jars.pop(guest) if guest in self._jars else CookieJar({}, self._save)
        self._jars[guest] = jar
        while len(self._jars) > MOST:
            self._jars.pop(next(iter(self._jars)))
        return jar

    def tokens(self) -> Iterator[tuple[str, str]]:
        """Yield each guest with the token by which games know it."""
        for guest, jar in self._jars.items():
            for name, (token, _) in jar.kept.items():
                if names_phone(name):
                    yield guest, token

    def _save(self) -> None:
        # On a full phone a guest is known until the app is closed.
        with suppress(OSError):
            write_file(self._path, json.dumps({guest: jar.kept for guest, jar in self._jars.items()}).encode())
