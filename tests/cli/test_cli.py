"""The command line as people and programs run it: exit status, one sentence on standard error, never a traceback."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import (
    ENVIRONMENT,
    GAME,
    GOOD,
    PROGRAM,
    as_a_process,
    as_text,
    companion,
    companion_in_shell,
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
    """Return the answer about a document."""
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


DUEL = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1, "rounds": []}
SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "rounds": []}


@pytest.mark.parametrize(
    ("command", "document", "says"),
    [
        ("judge", GAME, "this is a game document, not a showdown: use `companion score`"),
        ("judge", DUEL, "this is a game document, not a showdown: use `companion score`"),
        ("judge", SOLO, "this is a game document, not a showdown: use `companion score`"),
        ("judge", BOARD, "this is a Gem II board, not a showdown: use `companion moves`"),
        ("score", GOOD, "this is a showdown, not a game document: use `companion judge`"),
        ("score", BOARD, "this is a Gem II board, not a game document: use `companion moves`"),
        ("moves", GOOD, "this is a showdown, not a Gem II board: use `companion judge`"),
        ("moves", GAME, "this is a game document, not a Gem II board: use `companion score`"),
        ("moves", DUEL, "this is a game document, not a Gem II board: use `companion score`"),
    ],
)
def test_a_document_of_another_kind_is_sent_to_the_right_command(
    command: str, document: dict[str, Any], says: str
) -> None:
    assert refused(companion(command, "-", text=as_text(document))) == f"companion: {says}\n"
    # One that mixes two kinds is read as the command expects.
    assert 'unknown key "hands"' in refused(companion("judge", "-", text=as_text({**GOOD, "hands": []})))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "line 1 column 1"),
        (b"\n\n", "line 3 column 1"),
        (b"{", "line 1 column 2"),
        (b"null", "must be an object"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[" * 500 + b"]" * 500, "must be an object"),
        (b'{"game": "\xff"}', "byte 10"),
        (b"\xff\xfe" + as_text(GOOD).decode().encode("utf-16-le"), "byte 0"),
        (b"[NaN]", "NaN"),
        (b"[" + b"9" * 10_000 + b"]", "digits"),
        (b'{"game": "gin-rummy", "game": "gin-rummy"}', "is there twice"),
        (as_text({**GOOD, "knocker": "Bob"}), "knocker"),
        (as_text({**GOOD, "knocker": "x" * 10_000}), "knocker"),
        (as_text({**GOOD, "dice": [1, 2]}), "dice"),
        (as_text({**GOOD, "x" * 10_000: 1}), "unknown key"),
        (b'{"\\u001b[2J": 1, "\\u001b[2J": 2}', "is there twice"),
        (as_text({**GOOD, "game": "gem-rummy", "print": {"AC": "G"}}).replace(b"AC", b"\\ud800"), "print"),
        (as_text({**GOOD, "players": [{"name": "Ann", "cards": ["11C"]}, GOOD["players"][1]]}), "players[0].cards[0]"),
        (b" " * 2_000_000, "1000000 bytes"),
    ],
)
def test_unreadable_input_is_explained_in_one_sentence(text: bytes, says: str) -> None:
    assert says in refused(companion("judge", "-", text=text))


def test_missing_unreadable_and_huge_files_are_refused(tmp_path: Path) -> None:
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


def test_an_illegal_hand_stops_a_sheet() -> None:
    hand = {key: value for key, value in ILLEGAL.items() if key != "game"}
    message = refused(companion("score", "-", text=as_text({**GAME, "hands": [*GAME["hands"], hand]})))
    assert "3" in message
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


def peak_memory(lines: int) -> int:
    """Judge so many different lines through a pipe and tell the kilobytes that it took at most."""
    program = (
        "import resource, sys; from companion.cli import main; code = main(['judge', '--lines', '-']); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr); sys.exit(code)"
    )
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdin
        assert process.stderr
        for number in range(lines):
            players = [{"name": f"A{number}", "deadwood_points": 2}, {"name": "B", "deadwood_points": 1 + number % 99}]
            process.stdin.write(as_text({**GOOD, "knocker": f"A{number}", "players": players}) + b"\n")
        process.stdin.close()
        peak = int(process.stderr.read())
        assert process.wait() == 0
    return peak


def test_six_thousand_lines_take_the_memory_of_a_thousand() -> None:
    assert peak_memory(6_000) < peak_memory(1_000) + 800


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes((as_text(GOOD) + b"\n") * 3_000)
    for arguments in (["judge", "--lines", str(path)], ["rules"]):
        with subprocess.Popen(  # noqa: S603 (our own words)
            [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
        ) as process:
            assert process.stdout
            assert process.stderr
            assert process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [["judge"], ["judge", "--lines"], ["rules"], ["rules", "P.undercut"]])
def test_a_full_disk_is_reported(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(  # noqa: S603
            [*PROGRAM, *arguments],
            input=as_text(GOOD),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env=ENVIRONMENT,
        )
    assert "No space left" in refused(run)


def test_closed_streams_are_reported() -> None:
    assert "standard input is closed" in refused(companion_in_shell("judge - <&-"))
    assert "standard output is closed" in refused(companion_in_shell("rules P.undercut >&-"))
