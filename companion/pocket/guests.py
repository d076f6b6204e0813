"""The guests of a phone that runs the app: other phones, whose requests its page passes on (static/pocket/table/).

Whose request it is, the phone's own or a guest's, is said with the request, before anything else is asked. A guest is
what any phone is to a server: an address, cookies of its own, and what those give it.
"""

import json
import re
from contextlib import suppress
from pathlib import Path

from companion.pocket.cookies import CookieJar
from companion.store.backup.copies import write_file

OWNER = ""
"""Who asks, where it is the phone itself."""
NAME = "guests.json"
MOST = 40
"""Guests whose cookies are kept: those that were here last."""
_ID = re.compile(r"[0-9a-f]{16}")


def root_beside(root: str) -> str:
    """Return where the app's pages stand for guests, whose page lies in a folder beside them."""
    return f"{root.removesuffix('app')}join/app"


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

    def _save(self) -> None:
        # On a full phone a guest is known until the app is closed.
        with suppress(OSError):
            write_file(self._path, json.dumps({guest: jar.kept for guest, jar in self._jars.items()}).encode())
