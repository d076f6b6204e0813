"""Small strict readers: each takes what JSON gave and where it stood, and returns it or says what is wrong."""

import datetime as dt
import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, NoReturn, TypeVar

from companion.documents.errors import DocumentError
from companion.documents.texts import LONGEST_NAME, clean_name, clean_text, name_key, name_problem, same_name

LONGEST_NOTE = 2000

T = TypeVar("T")


def refuse(code: str, where: str, message: str) -> NoReturn:
    """Say that the document cannot be read."""
    raise DocumentError(code, where, message)


def quoted(value: object) -> str:
    """Show a wrong value in an error, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = str(type(value).__name__)
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "…"


def parse_json(text: str | bytes) -> object:
    """Parse JSON strictly: UTF-8, no NaN, no key twice, no bottomless nesting."""
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        refuse("not-utf-8", f"byte {error.start}", "this is no UTF-8 text")
    try:
        return json.loads(decoded, object_pairs_hook=_pairs, parse_constant=_no_constant, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        refuse("not-json", f"line {error.lineno} column {error.colno}", f"this is not JSON: {error.msg}")
    except RecursionError:
        refuse("too-deep", "", "the document is nested too deeply")


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) < len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key, _ in pairs if times[key] > 1)
        refuse("key-repeated", join("", twice), f"the key {quoted(twice)} stands twice in one object")
    return document


def _no_constant(name: str) -> NoReturn:
    refuse("not-json", "", f"{name} is no number that JSON knows")


def _whole_number(digits: str) -> int:
    if len(digits) > len("-1000000000000"):
        refuse("wrong-value", "", "a number with so many digits is none that a card table needs")
    return int(digits)


def join(where: str, key: str | int) -> str:
    """Lengthen the place by a key or an index: `players[1].melds`; a key that cannot be shown is left out."""
    if isinstance(key, int):
        return f"{where}[{key}]"
    name = key if key.isprintable() and len(key) <= LONGEST_NAME else "…"
    return f"{where}.{name}" if where else name


def read_object(value: object, where: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """Take an object with just these keys."""
    if not isinstance(value, dict):
        refuse("wrong-type", where, f"an object expected, not {quoted(value)}")
    for key in value:
        if key not in required and key not in optional:
            known = ", ".join([*required, *optional])
            refuse("unknown-key", join(where, key), f"unknown key {quoted(key)}; known here: {known}")
    for key in required:
        if key not in value:
            refuse("missing-key", join(where, key), f"the key {key} is missing")
    return value


def read_mapping(value: object, where: str) -> dict[str, Any]:
    """Take an object whose keys are not fixed."""
    if not isinstance(value, dict):
        refuse("wrong-type", where, f"an object expected, not {quoted(value)}")
    return value


def read_list(value: object, where: str, read: Callable[[object, str], T], most: int = 10_000) -> tuple[T, ...]:
    """Take a list, each item by its own reader."""
    if not isinstance(value, list):
        refuse("wrong-type", where, f"a list expected, not {quoted(value)}")
    if len(value) > most:
        refuse("too-many", where, f"at most {most} items here, not {len(value)}")
    return tuple(read(item, join(where, place)) for place, item in enumerate(value))


def read_whole(value: object, where: str, low: int, high: int) -> int:
    """Take a whole number within bounds; true and 3.0 are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        refuse("wrong-type", where, f"a whole number expected, not {quoted(value)}")
    if not low <= value <= high:
        refuse("wrong-value", where, f"a whole number from {low} to {high} expected, not {value}")
    return value


def read_flag(value: object, where: str) -> bool:
    """Take true or false."""
    if not isinstance(value, bool):
        refuse("wrong-type", where, f"true or false expected, not {quoted(value)}")
    return value


def read_text(value: object, where: str, longest: int = LONGEST_NOTE) -> str:
    """Take a text as it can be shown, without what cannot be seen; of control characters only line breaks stay."""
    if not isinstance(value, str):
        refuse("wrong-type", where, f"a text expected, not {quoted(value)}")
    if len(value) > longest:
        refuse("too-long", where, f"at most {longest} characters here, not {len(value)}")
    if any(unicodedata.category(char) in {"Cc", "Cs"} and char not in "\n\t" for char in value):
        refuse("control-character", where, "control characters cannot stand here")
    return clean_text(value)


def read_name(value: object, where: str) -> str:
    """Take a player's name, in the one spelling of all that look like it."""
    if not isinstance(value, str):
        refuse("wrong-type", where, f"a text expected, not {quoted(value)}")
    wrong = name_problem(value)
    if wrong:
        refuse(wrong[0], where, wrong[1])
    return clean_name(value)


def read_names(value: object, where: str) -> tuple[str, ...]:
    """Take the players' names in seat order, each only once."""
    names = read_list(value, where, read_name, most=52)
    check_names(names, lambda place: join(where, place))
    return names


def check_names(names: Sequence[str], where: Callable[[int], str]) -> None:
    """Refuse two players whose names look alike."""
    seen: set[str] = set()
    for place, name in enumerate(names):
        if name_key(name) in seen:
            refuse("name-repeated", where(place), f"two players are named {quoted(name)}")
        seen.add(name_key(name))


def read_player(value: object, where: str, names: Collection[str]) -> str:
    """Take the name of somebody who sits at this table, as it is spelled there."""
    if not isinstance(value, str):
        refuse("wrong-type", where, f"a text expected, not {quoted(value)}")
    name = same_name(value, names)
    if name is None:
        wrong = name_problem(value)
        code, message = wrong or ("not-at-the-table", f"{quoted(value)} does not sit at this table")
        refuse(code, where, message)
    return name


def read_by_player(value: object, where: str, names: Collection[str]) -> dict[str, Any]:
    """Take an object whose keys are names of players at this table, each once."""
    by_name: dict[str, Any] = {}
    for key, item in read_mapping(value, where).items():
        name = same_name(key, names)
        if name is None:
            refuse("unknown-key", join(where, key), f"unknown key {quoted(key)}; known here: {', '.join(names)}")
        if name in by_name:
            refuse("key-repeated", join(where, key), f"the player {quoted(name)} stands twice")
        by_name[name] = item
    return by_name


def read_for_each_player(value: object, where: str, names: Collection[str]) -> dict[str, Any]:
    """Take an object whose keys are the names of all the players at this table."""
    by_name = read_by_player(value, where, names)
    return read_object(by_name, where, names)


def read_choice(value: object, where: str, choices: Collection[str]) -> str:
    """Take one of a few words."""
    if not isinstance(value, str):
        refuse("wrong-type", where, f"one of {', '.join(choices)} expected, not {quoted(value)}")
    if value not in choices:
        refuse("wrong-value", where, f"one of {', '.join(choices)} expected, not {quoted(value)}")
    return value


def read_date(value: object, where: str) -> str:
    """Take a date, or a date with a time, as ISO 8601 writes them."""
    text = read_text(value, where, LONGEST_NAME)
    try:
        dt.datetime.fromisoformat(text)
    except ValueError:
        refuse("wrong-value", where, f"a date such as 2026-11-21 or 2026-11-21T20:15 expected, not {quoted(text)}")
    return text
