"""The cookies of the pocket edition: browsers keep none from answers that a service worker gives."""

import json
import time
from collections.abc import Iterable
from pathlib import Path

from werkzeug.http import parse_date

from companion.store.backup.copies import write_file

NAME = "cookies.json"
_NEVER = float("inf")


def is_readable(content: bytes) -> bool:
    try:
        return bool(_read(content)) or content.strip() == b"{}"
    except (ValueError, TypeError, AttributeError):
        return False


def _read(content: bytes) -> dict[str, tuple[str, float]]:
    cookies = {}
    for name, (value, until) in json.loads(content).items():
        if not isinstance(value, str):
            raise TypeError
        cookies[name] = (value, _NEVER if until is None else float(until))
    return cookies


class CookieJar:
    """The cookies that the app has set, in a file beside its database.

    There is one phone and one app, so neither domains nor paths tell them apart.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        content = path.read_bytes() if path.exists() else b"{}"
        self._cookies = _read(content) if is_readable(content) else {}
        """The value and the expiry time of each cookie."""

    def header(self) -> str:
        now = time.time()
        return "; ".join(f"{name}={value}" for name, (value, until) in self._cookies.items() if until > now)

    def take(self, headers: Iterable[tuple[str, str]]) -> None:
        """Keep the cookies that an answer sets; they are on the disk when this returns."""
        before = dict(self._cookies)
        for name, value in headers:
            if name.lower() == "set-cookie":
                self._set(value)
        if self._cookies != before:
            self._save()

    def _set(self, header: str) -> None:
        cookie, _, attributes = header.partition(";")
        name, _, value = cookie.partition("=")
        until = _expiry(attributes)
        if until <= time.time():
            self._cookies.pop(name.strip(), None)
        else:
            self._cookies[name.strip()] = (value.strip(), until)

    def _save(self) -> None:
        content = {name: (value, None if until == _NEVER else until) for name, (value, until) in self._cookies.items()}
        write_file(self._path, json.dumps(content).encode())


def _expiry(attributes: str) -> float:
    """Return the time at which a cookie with these attributes ends."""
    pairs = (attribute.partition("=") for attribute in attributes.split(";"))
    options = {name.strip().lower(): value.strip() for name, _, value in pairs}
    if "max-age" in options:
        return time.time() + int(options["max-age"])
    date = parse_date(options.get("expires"))
    return _NEVER if date is None else date.timestamp()
