"""What the schemas are made of: objects, lists, texts, cards, players."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, TypeAlias

from companion.documents.game import LONGEST_REASON, MOST_OVERRULED
from companion.documents.reader import LONGEST_NOTE, LONGEST_PLACE
from companion.documents.texts import LONGEST_NAME, LONGEST_READ

Schema: TypeAlias = dict[str, Any]

MOST_ITEMS = 10_000
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer"}
_CONTROLS = {"pattern": "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]"}
"""Control characters, without the line break and the tab that a note may have."""


def closed(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None, about: str = "") -> Schema:
    """Return an object of a document: a key that isn't listed is an error."""
    return {**answer(required, optional, about), "additionalProperties": False}


def answer(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None, about: str = "") -> Schema:
    """Return an object of an answer: later versions may add keys."""
    described = {"description": about} if about else {}
    return {
        "type": "object",
        **described,
        "required": list(required),
        "properties": {**required, **(optional or {})},
    }


def listed(items: Schema, least: int = 0, most: int = MOST_ITEMS) -> Schema:
    bounds = {"minItems": least} if least else {}
    return {"type": "array", "items": items, **bounds, "maxItems": most}


def whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def one_of(values: Iterable[object]) -> Schema:
    """Return the choice of an enum's members, or of some values."""
    return {"enum": [value.value if isinstance(value, Enum) else value for value in values]}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def text(longest: int) -> Schema:
    return {"type": "string", "maxLength": longest, "not": _CONTROLS}


def by_player(value: Schema) -> Schema:
    return {"type": "object", "description": "by the players' names", "additionalProperties": value}


def has(key: str, value: object) -> Schema:
    return {"required": [key], "properties": {key: {"const": value}}}


def by_choice(key: str, schemas: Mapping[str, Schema]) -> Schema:
    """Return an object whose schema depends on what one of its keys says."""
    branches = [{"if": has(key, value), "then": schema} for value, schema in schemas.items()]
    return {"type": "object", "required": [key], "properties": {key: one_of(schemas)}, "allOf": branches}


DEFINED: dict[str, Schema] = {
    "name": {
        "type": "string",
        "description": f"a player: 1 to {LONGEST_NAME} visible characters, after blanks and invisible ones are cleaned",
        "minLength": 1,
        "maxLength": LONGEST_READ,
        "not": {"pattern": "[\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]"},
    },
    "card": {
        "type": "string",
        "description": "a rank A 2 … 10 J Q K and a suit C D H S",
        "pattern": "^(?:10|[2-9ATJQKatjqk])[CDHScdhs♣♦♥♠]$",
    },
    "card-gem-ii": {
        "type": "string",
        "description": "a numeral I to X and a suit E M R H",
        "pattern": "^(?:[Ii]{1,3}|[Ii][Vv]|[Vv][Ii]{0,3}|[Ii][Xx]|[Xx])[EMRHemrh]$",
    },
    "date": {
        "type": "string",
        "description": "a date in ISO 8601, with or without a time",
        "maxLength": LONGEST_NAME,
        "pattern": "^[0-9]{4}-?[0-9W]",
    },
    "note": text(LONGEST_NOTE),
    "reason": {**text(LONGEST_REASON), "pattern": "\\S"},
    "points": whole(-MOST_OVERRULED, MOST_OVERRULED),
    "read-card": {"type": "string", "pattern": "^(?:10|[2-9AJQK])[CDHS]$"},
    "box": {
        "type": "array",
        "description": "x, y, width and height in pixels",
        "items": COUNT,
        "minItems": 4,
        "maxItems": 4,
    },
}
"""What several schemas share, by name; each printed schema brings what it refers to."""


def shared(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


NAME, CARD, DATE, NOTE = shared("name"), shared("card"), shared("date"), shared("note")
WRITTEN_CARD = shared("read-card")
REMARKS = {"at": DATE, "note": NOTE}
GAME_REMARKS = {"at": DATE, "place": text(LONGEST_PLACE), "note": NOTE}


def complete(name: str, title: str, schema: Schema) -> Schema:
    """Return a schema that stands by itself."""
    used: dict[str, Schema] = {}
    waiting = [schema]
    while waiting:
        for reference in _references(waiting.pop()):
            if reference not in used:
                used[reference] = DEFINED[reference]
                waiting.append(DEFINED[reference])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:gem-companion:{name}",
        "title": title,
        **schema,
        "$defs": dict(sorted(used.items())),
    }


def _references(schema: object) -> list[str]:
    if isinstance(schema, dict):
        own = [str(schema["$ref"]).rpartition("/")[2]] if "$ref" in schema else []
        return [*own, *(found for value in schema.values() for found in _references(value))]
    return [found for value in schema for found in _references(value)] if isinstance(schema, list) else []
