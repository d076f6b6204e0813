"""The cookies of the pocket edition: browsers keep none from answers that a service worker gives."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from werkzeug.http import parse_date

from companion.store.backup.copies import write_file

NAME = "cookies.json"
_NEVER = float("inf")


def is_readable(content: bytes) -> bool:
    try:
        return bool(_read(json.loads(content))) or content.strip() == b"{}"
    except (ValueError, TypeError, AttributeError):
        return False


def _read(kept: Mapping[str, Any]) -> dict[str, tuple[str, float]]:
    cookies = {}
    for name, (value, until) in kept.items():
        if not isinstance(value, str):
            raise TypeError
        cookies[name] = (value, _NEVER if until is None else float(until))
    return cookies


class CookieJar:
    """The cookies that the app has set on one phone: there is one app, so neither domains nor paths tell them apart."""

    def __init__(self, kept: Mapping[str, Any], save: Callable[[], None]) -> None:
        self._cookies = _read(kept)
        """The value and the expiry time of each cookie."""
        self._save = save

    @property
    def kept(self) -> dict[str, tuple[str, float | None]]:
        """What makes the same jar again, as JSON has it."""
        return {name: (value, None if until == _NEVER else until) for name, (value, until) in self._cookies.items()}

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


def jar_of_phone(path: Path) -> CookieJar:
    """Return the cookies of the phone that runs the app, which lie in a file beside its database."""
    content = path.read_bytes() if path.exists() else b"{}"
    kept = json.loads(content) if is_readable(content) else {}
    jar = CookieJar(kept, lambda: write_file(path, json.dumps(jar.kept).encode()))
    return jar


def _expiry(attributes: str) -> float:
    """Return the time at which a cookie with these attributes ends."""
    pairs = (attribute.partition("=") for attribute in attributes.split(";"))
    options = {name.strip().lower(): value.strip() for name, _, value in pairs}
    if "max-age" in options:
        return time.time() + int(options["max-age"])
    date = parse_date(options.get("expires"))
    return _NEVER if date is None else date.timestamp()
