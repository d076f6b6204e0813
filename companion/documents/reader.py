"""Strict readers of JSON values: each takes a value and its place in the document, and raises DocumentError."""

import datetime as dt
import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NoReturn, TypeVar

from companion.documents.errors import DocumentError, DocumentKind, Expected, Flaw
from companion.documents.texts import LONGEST_NAME, clean_name, clean_text, name_flaw, name_key, same_name

LONGEST_NOTE = 2000
LONGEST_PLACE = 60
DEEPEST = 500
"""Levels of nesting: hundreds more than any document has, and few enough for every Python's stack."""
_LONGEST_NUMBER = 14
"""Digits, with the sign: numbers of a million millions."""
_NUMBER = re.compile(
    r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|-?Infinity|NaN|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?', re.DOTALL
)
"""A number in a document, or a text, in which there is none."""
_NESTING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{\]}]', re.DOTALL)

T = TypeVar("T")


def quoted(value: object) -> str:
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
        raise DocumentError(Flaw.NOT_UTF8, f"byte {error.start}") from error
    # Python would notice by itself, except as WebAssembly: there the browser's stack ends first, and Python with it.
    too_deep = _too_deep_at(decoded)
    if too_deep is not None:
        raise DocumentError(Flaw.TOO_DEEP, _line_and_column(decoded, too_deep))
    try:
        return _parsed(decoded)
    except json.JSONDecodeError as error:
        raise DocumentError(Flaw.NOT_JSON, _line_and_column(decoded, error.pos), text=error.msg) from error
    except _NoJSONNumberError as error:
        place = next(found.start() for found in _NUMBER.finditer(decoded) if found[0] == error.text)
        raise DocumentError(error.flaw, _line_and_column(decoded, place), text=error.text) from error


def _parsed(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_constant, parse_int=_whole_number)
    except _RepeatedKeyError:
        whole = json.loads(text, object_pairs_hook=_Pairs, parse_constant=str, parse_int=str)
        where, key = next(_repeated_keys(whole, ""))
        raise DocumentError(Flaw.KEY_REPEATED, where, key=quoted(key)) from None


def _line_and_column(text: str, place: int) -> str:
    line = text.count("\n", 0, place) + 1
    column = place - text.rfind("\n", 0, place)
    return f"line {line} column {column}"


def _too_deep_at(text: str) -> int | None:
    if text.count("[") + text.count("{") <= DEEPEST:
        return None
    depth = 0
    for found in _NESTING.finditer(text):
        if found[0] in "[{":
            depth += 1
            if depth > DEEPEST:
                return found.start()
        elif found[0] in "]}":
            depth -= 1
    return None


class _RepeatedKeyError(Exception):
    """An object has a key twice; where it is, the parser doesn't say."""


class _NoJSONNumberError(Exception):
    """A number can't be read; where it is, the parser doesn't say."""

    def __init__(self, text: str, flaw: Flaw) -> None:
        super().__init__(text)
        self.text = text
        self.flaw = flaw


class _Pairs(list[tuple[str, object]]):
    """An object with all of its keys, repeated ones too."""


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise _RepeatedKeyError
    return document


def _repeated_keys(value: object, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, _Pairs):
        seen: set[str] = set()
        for key, item in value:
            if key in seen:
                yield join(where, key), key
            seen.add(key)
            yield from _repeated_keys(item, join(where, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _repeated_keys(item, join(where, place))


def _no_constant(name: str) -> NoReturn:
    raise _NoJSONNumberError(name, Flaw.NOT_A_JSON_NUMBER)


def _whole_number(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise _NoJSONNumberError(digits, Flaw.NUMBER_TOO_LONG)
    return int(digits)


def shown_key(key: str) -> str:
    if not key.strip():
        return quoted(key)
    return key if key.isprintable() and len(key) <= LONGEST_NAME else "…"


def join(where: str, key: str | int) -> str:
    """Return the place with a key or an index appended, as `players[1].melds`; hide a key that can't be shown."""
    if isinstance(key, int):
        return f"{where}[{key}]"
    return f"{where}.{shown_key(key)}" if where else shown_key(key)


def check_size(document: bytes, most: int) -> None:
    if len(document) > most:
        raise DocumentError(Flaw.TOO_LARGE, "", most=most)


_KIND_OF_KEY = {
    "hands": DocumentKind.GAME,
    "first_dealer": DocumentKind.GAME,
    "rounds": DocumentKind.GAME,
    "journal": DocumentKind.WHOLE_GAME,
    "piles": DocumentKind.BOARD,
    "knocker": DocumentKind.SHOWDOWN,
}


def check_kind(document: object, kind: DocumentKind) -> None:
    keys = _KIND_OF_KEY.keys() & document if isinstance(document, dict) else ()
    kinds = {_KIND_OF_KEY[key] for key in keys}
    if len(kinds) == 1 and kind not in kinds:
        raise DocumentError(Flaw.OTHER_KIND, "", is_kind=kinds.pop(), asked_kind=kind)


def read_object(value: object, where: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    value = read_mapping(value, where)
    for key in value:
        if key not in required and key not in optional:
            raise DocumentError(Flaw.UNKNOWN_KEY, join(where, key), key=quoted(key), known=(*required, *optional))
    for key in required:
        if key not in value:
            raise DocumentError(Flaw.MISSING_KEY, join(where, key), key=key)
    return value


def read_mapping(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        if not where:
            raise DocumentError(Flaw.NOT_AN_OBJECT, where, value=quoted(value))
        raise wrong_type(value, where, Expected.OBJECT)
    return value


def wrong_type(value: object, where: str, expected: Expected) -> DocumentError:
    return DocumentError(Flaw.WRONG_TYPE, where, expected=expected, value=quoted(value))


def wrong_value(value: object, where: str, expected: Expected) -> DocumentError:
    return DocumentError(Flaw.WRONG_VALUE, where, expected=expected, value=quoted(value))


def read_list(value: object, where: str, read: Callable[[object, str], T], most: int = 10_000) -> tuple[T, ...]:
    if not isinstance(value, list):
        raise wrong_type(value, where, Expected.LIST)
    if len(value) > most:
        raise DocumentError(Flaw.TOO_MANY_ITEMS, where, most=most, count=len(value))
    return tuple([read(item, f"{where}[{place}]") for place, item in enumerate(value)])


def read_whole(value: object, where: str, low: int, high: int) -> int:
    """Return a whole number in a range. True and 3.0 are refused."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong_type(value, where, Expected.WHOLE_NUMBER)
    if not low <= value <= high:
        raise DocumentError(
            Flaw.WRONG_VALUE, where, expected=Expected.NUMBER_IN_RANGE, least=low, most=high, value=str(value)
        )
    return value


def read_flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(value, where, Expected.TRUE_OR_FALSE)
    return value


def read_text(value: object, where: str, longest: int = LONGEST_NOTE) -> str:
    value = read_string(value, where, longest)
    if any(unicodedata.category(char) in {"Cc", "Cs"} and char not in "\n\t" for char in value):
        raise DocumentError(Flaw.CONTROL_CHARACTERS, where)
    return clean_text(value)


def read_string(value: object, where: str, longest: int) -> str:
    if not isinstance(value, str):
        raise wrong_type(value, where, Expected.TEXT)
    if len(value) > longest:
        raise DocumentError(Flaw.TEXT_TOO_LONG, where, most=longest, count=len(value))
    return value


def read_name(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise wrong_type(value, where, Expected.TEXT)
    flaw = name_flaw(value)
    if flaw:
        raise DocumentError(flaw, where)
    return clean_name(value)


def read_names(value: object, where: str) -> tuple[str, ...]:
    names = read_list(value, where, read_name, most=52)
    check_names(names, lambda place: join(where, place))
    return names


def check_names(names: Sequence[str], where: Callable[[int], str]) -> None:
    seen: set[str] = set()
    for place, name in enumerate(names):
        key = name_key(name)
        if key in seen:
            raise DocumentError(Flaw.NAME_REPEATED, where(place), name=quoted(name))
        seen.add(key)


def read_player(value: object, where: str, names: Collection[str]) -> str:
    if not isinstance(value, str):
        raise wrong_type(value, where, Expected.TEXT)
    name = same_name(value, names)
    if name is None:
        raise DocumentError(name_flaw(value) or Flaw.NOT_A_PLAYER, where, name=quoted(value))
    return name


def read_seat(value: object, where: str, names: tuple[str, ...]) -> int:
    return names.index(read_player(value, where, names))


def read_by_player(value: object, where: str, names: Collection[str]) -> dict[str, Any]:
    by_name: dict[str, Any] = {}
    for key, item in read_mapping(value, where).items():
        name = same_name(key, names)
        if name is None:
            raise DocumentError(Flaw.UNKNOWN_KEY, join(where, key), key=quoted(key), known=tuple(names))
        if name in by_name:
            raise DocumentError(Flaw.PLAYER_KEY_REPEATED, join(where, key), name=quoted(name))
        by_name[name] = item
    return by_name


def read_for_each_player(value: object, where: str, names: Collection[str]) -> dict[str, Any]:
    return read_object(read_by_player(value, where, names), where, names)


def read_choice(value: object, where: str, choices: Collection[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        flaw = Flaw.WRONG_VALUE if isinstance(value, str) else Flaw.WRONG_TYPE
        raise DocumentError(flaw, where, expected=Expected.ONE_OF, choices=tuple(choices), value=quoted(value))
    return value


def read_place(value: object, where: str) -> str:
    """Return where a game was played: a line, so that one place has one spelling."""
    return clean_name(read_text(value, where, LONGEST_PLACE))


def read_date(value: object, where: str) -> str:
    text = read_text(value, where, LONGEST_NAME)
    try:
        dt.datetime.fromisoformat(text)
    except ValueError as error:
        raise wrong_value(text, where, Expected.DATE) from error
    return text
