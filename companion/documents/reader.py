"""Strict readers of JSON values: each takes a value and its place in the document, and raises DocumentError."""

import datetime as dt
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, NoReturn, TypeVar

from companion.documents.errors import DocumentError
from companion.documents.texts import LONGEST_NAME, clean_name, clean_text, name_key, name_problem, same_name
from companion.wording.errors import documents as errors

LONGEST_NOTE = 2000
DEEPEST = 500
"""Levels of nesting: hundreds more than any document has, and few enough for every Python's stack."""
_NESTING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{\]}]', re.DOTALL)

T = TypeVar("T")


def refuse(code: str, where: str, message: str, **facts: object) -> NoReturn:
    """Raise DocumentError."""
    raise DocumentError(code, where, message.format(**facts) if facts else message)


def quoted(value: object) -> str:
    """Return a value as it is shown in an error, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = str(type(value).__name__)
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "…"


def parse_json(text: str | bytes) -> object:
    """Parse JSON strictly: UTF-8, no NaN, no repeated key, limited nesting."""
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        refuse("not-utf-8", f"byte {error.start}", errors.NOT_UTF8)
    # Python would notice by itself, except as WebAssembly: there the browser's stack ends first, and Python with it.
    if _is_too_deep(decoded):
        refuse("too-deep", "", errors.TOO_DEEP)
    try:
        return json.loads(decoded, object_pairs_hook=_pairs, parse_constant=_no_constant, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        refuse("not-json", f"line {error.lineno} column {error.colno}", errors.NOT_JSON, error=error.msg)


def _is_too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for found in _NESTING.finditer(text):
        if found[0] in "[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif found[0] in "]}":
            depth -= 1
    return False


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) < len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key, _ in pairs if times[key] > 1)
        refuse("key-repeated", join("", twice), errors.KEY_TWICE, key=quoted(twice))
    return document


def _no_constant(name: str) -> NoReturn:
    refuse("not-json", "", errors.NOT_A_JSON_NUMBER, name=name)


def _whole_number(digits: str) -> int:
    if len(digits) > len("-1000000000000"):
        refuse("wrong-value", "", errors.NUMBER_TOO_LONG)
    return int(digits)


def join(where: str, key: str | int) -> str:
    """Return the place with a key or an index appended, as `players[1].melds`; hide a key that can't be shown."""
    if isinstance(key, int):
        return f"{where}[{key}]"
    name = key if key.isprintable() and len(key) <= LONGEST_NAME else "…"
    return f"{where}.{name}" if where else name


def read_object(value: object, where: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """Return an object with exactly these keys."""
    if not isinstance(value, dict):
        refuse("wrong-type", where, errors.EXPECTED, expected=errors.AN_OBJECT, value=quoted(value))
    for key in value:
        if key not in required and key not in optional:
            known = ", ".join([*required, *optional])
            refuse("unknown-key", join(where, key), errors.UNKNOWN_KEY, key=quoted(key), known=known)
    for key in required:
        if key not in value:
            refuse("missing-key", join(where, key), errors.MISSING_KEY, key=key)
    return value


def read_mapping(value: object, where: str) -> dict[str, Any]:
    """Return an object with any keys."""
    if not isinstance(value, dict):
        refuse("wrong-type", where, errors.EXPECTED, expected=errors.AN_OBJECT, value=quoted(value))
    return value


def read_list(value: object, where: str, read: Callable[[object, str], T], most: int = 10_000) -> tuple[T, ...]:
    """Return a list whose items are read one by one."""
    if not isinstance(value, list):
        refuse("wrong-type", where, errors.EXPECTED, expected=errors.A_LIST, value=quoted(value))
    if len(value) > most:
        refuse("too-many", where, errors.TOO_MANY_ITEMS, most=most, count=len(value))
    return tuple(read(item, join(where, place)) for place, item in enumerate(value))


def read_whole(value: object, where: str, low: int, high: int) -> int:
    """Return a whole number in a range. True and 3.0 are refused."""
    if isinstance(value, bool) or not isinstance(value, int):
        refuse("wrong-type", where, errors.EXPECTED, expected=errors.A_WHOLE_NUMBER, value=quoted(value))
    if not low <= value <= high:
        refuse(
            "wrong-value",
            where,
            errors.EXPECTED,
            expected=errors.NUMBER_IN_RANGE.format(low=low, high=high),
            value=value,
        )
    return value


def read_flag(value: object, where: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        refuse("wrong-type", where, errors.EXPECTED, expected=errors.TRUE_OR_FALSE, value=quoted(value))
    return value


def read_text(value: object, where: str, longest: int = LONGEST_NOTE) -> str:
    """Return a text without invisible characters. Of control characters only line breaks and tabs are accepted."""
    if not isinstance(value, str):
        refuse("wrong-type", where, errors.EXPECTED, expected=errors.A_TEXT, value=quoted(value))
    if len(value) > longest:
        refuse("too-long", where, errors.TEXT_TOO_LONG, most=longest, count=len(value))
    if any(unicodedata.category(char) in {"Cc", "Cs"} and char not in "\n\t" for char in value):
        refuse("control-character", where, errors.CONTROL_CHARACTERS)
    return clean_text(value)


def read_name(value: object, where: str) -> str:
    """Return a player's name, in the one spelling of all names that look like it."""
    if not isinstance(value, str):
        refuse("wrong-type", where, errors.EXPECTED, expected=errors.A_TEXT, value=quoted(value))
    problem = name_problem(value)
    if problem:
        refuse(problem[0], where, problem[1])
    return clean_name(value)


def read_names(value: object, where: str) -> tuple[str, ...]:
    """Return the players' names in seat order, all different."""
    names = read_list(value, where, read_name, most=52)
    check_names(names, lambda place: join(where, place))
    return names


def check_names(names: Sequence[str], where: Callable[[int], str]) -> None:
    """Raise DocumentError if two names look alike."""
    seen: set[str] = set()
    for place, name in enumerate(names):
        if name_key(name) in seen:
            refuse("name-repeated", where(place), errors.TWO_PLAYERS, name=quoted(name))
        seen.add(name_key(name))


def read_player(value: object, where: str, names: Collection[str]) -> str:
    """Return the name of a player of this game, in its spelling there."""
    if not isinstance(value, str):
        refuse("wrong-type", where, errors.EXPECTED, expected=errors.A_TEXT, value=quoted(value))
    name = same_name(value, names)
    if name is None:
        code, message = name_problem(value) or ("not-at-the-table", errors.NOT_A_PLAYER)
        refuse(code, where, message, name=quoted(value))
    return name


def read_by_player(value: object, where: str, names: Collection[str]) -> dict[str, Any]:
    """Return an object whose keys are names of players of this game."""
    by_name: dict[str, Any] = {}
    for key, item in read_mapping(value, where).items():
        name = same_name(key, names)
        if name is None:
            refuse("unknown-key", join(where, key), errors.UNKNOWN_KEY, key=quoted(key), known=", ".join(names))
        if name in by_name:
            refuse("key-repeated", join(where, key), errors.PLAYER_TWICE, name=quoted(name))
        by_name[name] = item
    return by_name


def read_for_each_player(value: object, where: str, names: Collection[str]) -> dict[str, Any]:
    """Return an object whose keys are the names of all players of this game."""
    by_name = read_by_player(value, where, names)
    return read_object(by_name, where, names)


def read_choice(value: object, where: str, choices: Collection[str]) -> str:
    """Return one of a few words."""
    if not isinstance(value, str):
        refuse(
            "wrong-type",
            where,
            errors.EXPECTED,
            expected=errors.ONE_OF.format(choices=", ".join(choices)),
            value=quoted(value),
        )
    if value not in choices:
        refuse(
            "wrong-value",
            where,
            errors.EXPECTED,
            expected=errors.ONE_OF.format(choices=", ".join(choices)),
            value=quoted(value),
        )
    return value


def read_date(value: object, where: str) -> str:
    """Return a date, or a date with a time, in ISO 8601."""
    text = read_text(value, where, LONGEST_NAME)
    try:
        dt.datetime.fromisoformat(text)
    except ValueError:
        refuse("wrong-value", where, errors.EXPECTED, expected=errors.A_DATE, value=quoted(text))
    return text
