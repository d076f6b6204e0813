"""The JSON Schemas as files of the documentation, and as tests read them.

python -m tests.support.schema_files      writes docs/schemas/
"""

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators

from companion.schemas.catalog import TITLES, schema_of
from companion.schemas.parts import Schema

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"


STRICT = validators.extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int),
)
"""Without 3.0 as an integer, which JSON Schema takes for one and the readers refuse."""


def written() -> dict[str, str]:
    return {f"{name}.json": _lines(schema_of(name)) for name in TITLES}


def _lines(schema: Schema) -> str:
    """Write a schema with a line for each of its keys, and for each definition."""
    own = [f"{json.dumps(key)}: {_line(value)}" for key, value in schema.items() if key != "$defs"]
    definitions = [f"{json.dumps(key)}: {_line(value)}" for key, value in schema["$defs"].items()]
    return "{\n" + ",\n".join(own) + ',\n"$defs": {\n' + ",\n".join(definitions) + "\n}}\n"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def keys_of_answers(schema: Any) -> Any:  # noqa: ANN401 (JSON)
    """Close the objects of an answer, to see that each of its keys is listed."""
    if isinstance(schema, list):
        return [keys_of_answers(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closing = {"additionalProperties": False} if "required" in schema and "properties" in schema else {}
    return {**closing, **{key: keys_of_answers(value) for key, value in schema.items()}}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for name, text in written().items():
        (FOLDER / name).write_text(text, "utf-8")
