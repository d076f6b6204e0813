"""The address of a PostgreSQL database: whether a text is one, and how it is shown without its password."""

import re

from companion.store.errors import Problem, StoreBroken

_POSTGRESQL = re.compile(r"postgres(?:ql)?://")
_ANOTHER_KIND = re.compile(
    r"://|^\s*(?:jdbc:)?postgres\w*[:+]|(?:^|\s)(?:host|hostaddr|port|dbname|user|password|service)\s*=",
    re.IGNORECASE,
)
"""Addresses of other databases, misspelled ones, and PostgreSQL's other form: none is the name of a folder."""
_HOST = r"(?:\[[^\]@?#\s/]*\]|[^\]\[@?#\s/:,]*)(?::\d*)?"
_PARTS = re.compile(
    r"(?P<scheme>postgres(?:ql)?://)(?:(?P<user>[^:@/?#\s]*)(?P<password>:[^@/?#\s]*)?@)?"
    rf"(?P<rest>{_HOST}(?:,{_HOST})*(?:/[^@?#\s]*)?)(?P<settings>\?\S*)?"
)


def is_postgresql(text: str) -> bool:
    return _POSTGRESQL.match(text) is not None


def is_another_address(text: str) -> bool:
    """Return whether this is meant to be an address, but is none of PostgreSQL.

    >>> [is_another_address(text) for text in ("postgre://db/companion", "sslmode=off host=db", "a/b=c")]
    [True, True, False]
    """
    return _ANOTHER_KIND.search(text) is not None and not is_postgresql(text)


def check_address(text: str) -> None:
    """Raise StoreBroken for an address that isn't PostgreSQL's, or in which a password can't be told from the rest."""
    if not is_postgresql(text):
        raise StoreBroken(Problem.UNKNOWN_DATABASE)
    if not _parts_of(text):
        raise StoreBroken(Problem.ADDRESS_UNREADABLE)


def shown_address(text: str) -> str:
    """Return an address without what may be secret: the password, and the settings, which may hold one.

    >>> shown_address("postgresql://ann:a:b@db1,db2:5433/companion?target_session_attrs=read-write")
    'postgresql://ann:…@db1,db2:5433/companion?…'
    >>> shown_address("postgresql://ann:a/b@db/companion")
    'postgresql://…'
    """
    parts = _parts_of(text)
    if parts is None:
        return "postgresql://…"
    user = "" if parts["user"] is None else f"{parts['user']}{':…' if parts['password'] else ''}@"
    return f"{parts['scheme']}{user}{parts['rest']}{'?…' if parts['settings'] else ''}"


def _parts_of(text: str) -> re.Match[str] | None:
    """Return the parts of an address, unless its password can't be told from the rest."""
    parts = _PARTS.fullmatch(text)
    if parts is None or (parts["user"] is None and "@" in (parts["settings"] or "")):
        return None
    # A byte that isn't UTF-8 is a surrogate here.
    return None if any("\ud800" <= char <= "\udfff" for char in text) else parts
