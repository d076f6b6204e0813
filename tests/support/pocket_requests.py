"""Import modules of the app and answer its requests, one a line: what tests ask of the pocket edition in Pyodide.

It imports nothing but the app and the standard library of the edition.
"""

import base64
import importlib
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

APP = Path("/app")
ADDRESS = "http://localhost:8000/cards/"


@cache
def app() -> Any:  # noqa: ANN401 - the app itself may be what can't be imported
    from companion.pocket.in_browser import PocketApp  # noqa: PLC0415 - a failure must not hide which module failed

    return PocketApp(Path("/games"), ADDRESS, "tested")


def shipped() -> list[str]:
    names = (path.relative_to(APP).with_suffix("").as_posix() for path in sorted(APP.glob("companion/**/*.pyc")))
    return [name.removesuffix("/__init__").replace("/", ".") for name in names]


def failures_of(modules: list[str]) -> dict[str, str]:
    failures = {}
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError as error:
            failures[module] = str(error)
    return failures


def answer(method: str, path: str, headers: dict[str, str], body: str) -> dict[str, Any]:
    status, sent, content = app().answer(method, ADDRESS + path.removeprefix("/"), headers, base64.b64decode(body))
    return {"status": status, "headers": sent, "body": base64.b64encode(content).decode()}


def addresses() -> list[str]:
    """List the addresses that can be opened, as they are registered."""
    rules = app().flask.url_map.iter_rules()
    return sorted(rule.rule for rule in rules if "GET" in (rule.methods or ()))


COMMANDS: dict[str, Callable[..., object]] = {
    "shipped": shipped,
    "failures of": failures_of,
    "answer": answer,
    "addresses": addresses,
}


def main() -> None:
    for line in sys.stdin.buffer:
        command, *arguments = json.loads(line)
        sys.stdout.buffer.write(json.dumps(COMMANDS[command](*arguments)).encode() + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
