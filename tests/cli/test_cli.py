"""The command line as people and programs run it: exit status, one sentence on standard error, never a traceback."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.register.entries import rules
from tests.support.command import (
    ENVIRONMENT,
    GAME,
    GOOD,
    PROGRAM,
    as_a_process,
    as_text,
    companion,
    printed,
    refused,
)

ILLEGAL = {**GOOD, "players": [{"name": "Ann", "deadwood_points": 12}, {"name": "Zoë", "deadwood_points": 17}]}
BOARD = {"game": "gem-ii", "level": 1, "piles": [["IIE", "VH"], ["IXM"], ["VIR", "XE", "IVM"], []]}


def test_the_command_is_installed_and_reads_what_it_is_sent() -> None:
    version = as_a_process("--version")
    assert (version.returncode, version.stderr) == (0, b"")
    assert re.fullmatch(r"companion \d+\.\d+\.\d+\n", version.stdout.decode())
    run = as_a_process("judge", "-", text=as_text(GOOD))
    assert (run.returncode, run.stderr) == (0, b"")
    assert "Zoë" in run.stdout.decode()


def answer(*arguments: object, document: object = None) -> dict[str, Any]:
    run = companion(*arguments, text=as_text(document))
    assert (run.returncode, run.stderr) == (0, b"")
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_documents_are_answered(tmp_path: Path) -> None:
    verdict = answer("judge", "-", document=GOOD)
    assert (verdict["winner"], [player["points"] for player in verdict["players"]]) == ("Ann", [15, 0])
    assert not answer("judge", document=ILLEGAL)["legal"]
    assert answer("score", "-", document=GAME)["totals"] == {"Ann": 15, "Zoë": 0}
    assert answer("moves", "-", document=BOARD)["moves"]
    path = tmp_path / "spielstand ü.json"
    path.write_bytes(b"\xef\xbb\xbf" + as_text(GOOD))
    assert answer("judge", path)["legal"]


def test_missing_unreadable_and_huge_files_or_illegal_hands_are_refused(tmp_path: Path) -> None:
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(100_000_000)
    for name in ("judge", "score", "moves"):
        assert "bytes" in refused(companion(name, large))
    assert "No such file" in refused(companion("judge", str(tmp_path / "missing")))
    for command in (["judge"], ["judge", "--lines"], ["score"], ["moves"]):
        assert "directory" in refused(companion(*command, str(tmp_path)))
    escape = tmp_path / "\x1b[2J\n"
    assert "\x1b" not in refused(companion("judge", str(escape)))
    assert refused(companion("judge", os.fsdecode(b"\xff\xfe")))
    hand = {key: value for key, value in ILLEGAL.items() if key != "game"}
    message = refused(companion("score", "-", text=as_text({**GAME, "hands": [*GAME["hands"], hand]})))
    assert "hand 3" in message
    assert "Ann can't knock with 12" in message


def test_lines_are_answered_in_order_even_after_an_error(tmp_path: Path) -> None:
    good, path = as_text(GOOD), tmp_path / "many.jsonl"
    odd = [b"{", as_text(ILLEGAL), b"", b" \t\r", b"\xff", b"[" * 50_000, b"1" * 1_500_000, as_text(GAME)]
    path.write_bytes(b"\n".join([good, *odd, good]) + b"\n")
    run = companion("judge", "--lines", path)
    assert (run.returncode, run.stderr) == (0, b"")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    results = [answer["error"]["code"] if "error" in answer else answer["legal"] for answer in answers]
    assert results == [True, "not-json", False, "not-utf-8", "too-deep", "too-large", "other-kind", True]
    assert set(answers[1]["error"]) == {"code", "where", "message"}
    assert "companion score" in answers[6]["error"]["message"]
    for text in (b"", good, good + b"\n", good + b"\r\n"):
        run = companion("judge", "--lines", "-", text=text)
        assert (run.returncode, run.stdout.count(b"\n")) == (0, bool(text))


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes((as_text(GOOD) + b"\n") * 3_000)
    with subprocess.Popen(  # noqa: S603 (our own words)
        [*PROGRAM, "judge", "--lines", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_reported() -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(  # noqa: S603 - our own words
            [*PROGRAM, "judge"],
            input=as_text(GOOD),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env=ENVIRONMENT,
        )
    assert "No space left" in refused(run)


def test_the_examples_of_the_help_can_be_run() -> None:
    for command, answers in (
        ("judge", ['"code": "difference"', '"points": 15', '"against": "Bob"', '"rule": "N.difference"']),
        ("score", ["Hand  Dealer  Ann  total  Bob  total\n   1  Ann     15*     15   0       0\n"]),
        ("moves", []),
    ):
        printed_help = companion(command, "--help").stdout
        assert printed_help.isascii(), "so that any terminal prints it"
        text = printed_help.decode()
        example = text.partition("example:")[2].partition("\n\n")[0].strip()
        assert example.startswith("echo '")
        document = example.partition("'")[2].rpartition("'")[0]
        run = companion(*example.rpartition("| companion ")[2].split(), text=document.encode())
        assert (run.returncode, run.stderr) == (0, b"")
        output = text.replace("\n  ", "\n")
        assert [answer for answer in answers if answer not in run.stdout.decode() or answer not in output] == []


def test_the_register_is_printed_whole_and_rule_by_rule() -> None:
    status, text, _ = printed("rules")
    assert status == 0
    assert [rule for rule in rules() if f"  {rule}  (" not in text] == []
    for rule in ("P.undercut", "R.18", "K.divide", "N.gin", "II.move-1", "R.1"):
        status, one, errors = printed("rules", rule)
        assert (status, rule in one, errors) == (0, True, "")
        assert "→" in one, "its cases"


def test_an_unknown_rule_is_an_error_with_suggestions() -> None:
    for rule in ("P.nothing", "", "x" * 10_000, "\x1b[2J", os.fsdecode(b"\xff")):
        assert "there is no rule" in refused(companion("rules", rule))
    assert "did you mean P.undercut or" in refused(companion("rules", "P.undrcut"))
    assert companion("rules", "p.undercut").stdout == companion("rules", "P.undercut").stdout
