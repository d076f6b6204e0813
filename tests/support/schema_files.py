"""The JSON Schemas as files of the documentation.

python -m tests.support.schema_files      writes docs/schemas/
"""

import json
from pathlib import Path

from companion.schemas.catalog import TITLES, schema_of
from companion.schemas.parts import Schema

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"


def written() -> dict[str, str]:
    return {f"{name}.json": _lines(schema_of(name)) for name in TITLES}


def _lines(schema: Schema) -> str:
    """Write a schema with a line for each of its keys, and for each definition."""
    own = [f"{json.dumps(key)}: {_line(value)}" for key, value in schema.items() if key != "$defs"]
    definitions = [f"{json.dumps(key)}: {_line(value)}" for key, value in schema["$defs"].items()]
    return "{\n" + ",\n".join(own) + ',\n"$defs": {\n' + ",\n".join(definitions) + "\n}}\n"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for name, text in written().items():
        (FOLDER / name).write_text(text, "utf-8")
