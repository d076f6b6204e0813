"""The `companion` command as people and programs run it."""

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


def companion(*arguments: str, text: bytes = b"") -> Run:
    return subprocess.run(  # noqa: S603 (our own words)
        [*PROGRAM, *arguments], input=text, capture_output=True, check=False, timeout=60, env=ENVIRONMENT
    )


def run_here(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Run a command in this process; return its exit status, and what it printed on both ways out."""
    status = main([str(word) for word in words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


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


def companion_in_shell(command: str) -> Run:
    shell = f"{PROGRAM[0]} {command}"
    return subprocess.run(  # noqa: S602 (a pipe of our own words)
        shell, shell=True, stdin=subprocess.DEVNULL, capture_output=True, check=False, env=ENVIRONMENT
    )
