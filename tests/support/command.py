"""The `companion` command as people and programs run it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main

PROGRAM = (str(Path(sys.executable).with_name("companion")),)
"""The command as it is installed beside this Python."""
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE")}
"""As a user has it: measuring which lines run would slow the command down and make it larger."""
Run = subprocess.CompletedProcess[bytes]
GOOD: dict[str, Any] = {
    "game": "gin-rummy",
    "knocker": "Ann",
    "players": [{"name": "Ann", "deadwood_points": 2}, {"name": "Zoë", "deadwood_points": 17}],
}
GAME = {
    "game": "gin-rummy",
    "players": ["Ann", "Zoë"],
    "first_dealer": "Ann",
    "hands": [
        {key: value for key, value in GOOD.items() if key != "game"},
        {"drawn": True, "note": "the cards ran out"},
    ],
}


def companion(*arguments: object, text: bytes = b"") -> Run:
    streams = [io.TextIOWrapper(io.BytesIO(content), "utf-8", write_through=True) for content in (text, b"", b"")]
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
    _, output, errors = (stream.buffer for stream in streams)
    assert isinstance(output, io.BytesIO)
    assert isinstance(errors, io.BytesIO)
    return Run([*map(str, arguments)], status, output.getvalue(), errors.getvalue())


def as_a_process(*arguments: str, text: bytes = b"") -> Run:
    return subprocess.run(  # noqa: S603 (our own words)
        [*PROGRAM, *arguments], input=text, capture_output=True, check=False, timeout=60, env=ENVIRONMENT
    )


def printed(*arguments: object, text: str = "") -> tuple[int, str, str]:
    """Run the command in this process; return its status, what it printed, and its complaints."""
    run = companion(*arguments, text=text.encode())
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def as_text(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def refused(run: Run) -> str:
    """Expect one sentence on standard error and exit status 2; give the sentence."""
    message = run.stderr.decode()
    assert run.returncode == 2
    assert message.count("\n") == 1
    assert message.endswith("\n")
    assert message.startswith("companion: ")
    assert "Traceback" not in message
    return message
