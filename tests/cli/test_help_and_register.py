"""What the command line prints for people: its help, a sheet as a table, and the register."""

import os
import pty
import subprocess

import pytest

from companion.commands import usage
from companion.register.entries import rules
from tests.support.command import ENVIRONMENT, GAME, PROGRAM, as_text, companion, printed, refused


@pytest.mark.parametrize("command", [[], ["judge"], ["score"], ["moves"], ["read"], ["rules"], ["serve"]])
def test_help_is_printed(command: list[str]) -> None:
    run = companion(*command, "--help")
    assert (run.returncode, run.stderr) == (0, b"")
    assert "usage: companion" in run.stdout.decode()


def test_the_help_can_be_printed_on_any_terminal() -> None:
    texts = [text for name, text in vars(usage).items() if name.isupper()]
    assert len(texts) > 10
    assert all(text.isascii() for text in texts)


@pytest.mark.parametrize(
    ("command", "answers"),
    [
        ("judge", ['"code": "difference"', '"points": 15', '"against": "Bob"', '"rule": "N.difference"']),
        ("score", ["Hand  Dealer  Ann  total  Bob  total\n   1  Ann     15*     15   0       0\n"]),
        ("moves", []),
    ],
)
def test_the_examples_of_the_help_can_be_run(command: str, answers: list[str]) -> None:
    text = companion(command, "--help").stdout.decode()
    example = text.partition("example:")[2].partition("\n\n")[0].strip()
    assert example.startswith("echo '")
    document = example.partition("'")[2].rpartition("'")[0]
    run = companion(*example.rpartition("| companion ")[2].split(), text=document.encode())
    assert (run.returncode, run.stderr) == (0, b"")
    output = text.replace("\n  ", "\n")
    for answer in answers:
        assert answer in run.stdout.decode()
        assert answer in output


@pytest.mark.parametrize("arguments", [["whist"], ["judge", "a", "b"], ["judge", "--fast"], []])
def test_wrong_commands_get_the_usage(arguments: list[str]) -> None:
    run = companion(*arguments)
    assert run.returncode == 2
    assert b"usage: companion" in run.stderr
    assert b"Traceback" not in run.stderr


def test_the_table_has_one_spelling_of_each_name_however_the_document_spells_it() -> None:
    counts = {"Jos\u00e9": 2, "Ann": 17, "Bob": 3, "Cid": 4}
    counted = [{"name": name, "deadwood_points": points} for name, points in counts.items()]
    game = {
        "game": "knock-rummy",
        "players": ["Jose\u0301 ", "Ann", "Bob", "Cid"],
        "sides": [["Jose\u0301", "Bob"], [" Ann", "Cid"]],
        "first_dealer": "Ann",
        "hands": [{"knocker": "Jos\u00e9", "players": counted}],
    }
    run = companion("score", "--table", "-", text=as_text(game))
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"\x1b" not in run.stdout
    lines = run.stdout.decode().splitlines()
    assert any(line.startswith("Hand  Dealer  Jos\u00e9  total  Ann") for line in lines)
    assert "Sides: Jos\u00e9 and Bob 18; Ann and Cid 0" in lines


def test_the_table_has_colors_where_the_terminal_has_them() -> None:
    def seen(**environment: str) -> bytes:
        parent, child = pty.openpty()
        with os.fdopen(parent, "rb") as screen, os.fdopen(child, "wb") as terminal:
            subprocess.run(  # noqa: S603
                [*PROGRAM, "score", "--table", "-"],
                input=as_text(GAME),
                stdout=terminal,
                check=True,
                env={**ENVIRONMENT, **environment},
            )
            return screen.read1()

    assert b"\x1b[" in seen(TERM="xterm")
    assert b"\x1b[" not in seen(TERM="xterm", NO_COLOR="1")
    assert b"\x1b[" not in seen(TERM="dumb")
    assert b"total" in seen(TERM="dumb", COLUMNS="80")
    assert b"total" not in seen(TERM="dumb", COLUMNS="30")


def test_the_register_is_printed_whole_and_rule_by_rule() -> None:
    status, text, _ = printed("rules")
    assert status == 0
    for rule in rules():
        assert f"  {rule}  (" in text
        status, one, errors = printed("rules", rule)
        assert (status, rule in one, errors) == (0, True, "")
    for rule in ("P.undercut", "R.18", "K.divide", "N.gin", "II.move-1", "R.1"):
        assert "→" in printed("rules", rule)[1], "its cases"


@pytest.mark.parametrize("rule", ["P.nothing", "", "x" * 10_000, "\x1b[2J", os.fsdecode(b"\xff")])
def test_an_unknown_rule_is_an_error(rule: str) -> None:
    assert "there is no rule" in refused(companion("rules", rule))


def test_a_mistyped_rule_gets_suggestions() -> None:
    assert "did you mean P.undercut or" in refused(companion("rules", "P.undrcut"))
    assert companion("rules", "p.undercut").stdout == companion("rules", "P.undercut").stdout
