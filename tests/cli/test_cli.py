"""The command line as people and programs run it: exit status, one sentence on standard error, never a traceback."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import cli, usage
from companion.register.entries import rules

PROGRAM = (str(Path(sys.executable).with_name("companion")),)
"""The command as it is installed beside this Python."""
GOOD: dict[str, Any] = {
    "game": "gin-rummy",
    "knocker": "Ann",
    "players": [{"name": "Ann", "deadwood_points": 2}, {"name": "Zoë", "deadwood_points": 17}],
}
ILLEGAL = {**GOOD, "players": [{"name": "Ann", "deadwood_points": 12}, {"name": "Zoë", "deadwood_points": 17}]}
GAME = {
    "game": "gin-rummy",
    "players": ["Ann", "Zoë"],
    "first_dealer": "Ann",
    "hands": [
        {key: value for key, value in GOOD.items() if key != "game"},
        {"drawn": True, "note": "the cards ran out"},
    ],
}
BOARD = {"game": "gem-ii", "level": 1, "piles": [["IIE", "VH"], ["IXM"], ["VIR", "XE", "IVM"], []]}
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE")}
"""As a user has it: measuring which lines run would slow the command down and make it larger."""

Run = subprocess.CompletedProcess[bytes]


def companion(*arguments: str, text: bytes = b"") -> Run:
    return subprocess.run(  # noqa: S603 (our own words)
        [*PROGRAM, *arguments], input=text, capture_output=True, check=False, timeout=60, env=ENVIRONMENT
    )


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


def test_a_showdown_is_judged() -> None:
    run = companion("judge", "-", text=as_text(GOOD))
    assert (run.returncode, run.stderr) == (0, b"")
    verdict = json.loads(run.stdout)
    assert (verdict["winner"], [player["points"] for player in verdict["players"]]) == ("Ann", [15, 0])
    assert "Zoë" in run.stdout.decode()


def test_an_illegal_showdown_is_judged_too() -> None:
    run = companion("judge", text=as_text(ILLEGAL))
    assert (run.returncode, run.stderr) == (0, b"")
    assert not json.loads(run.stdout)["legal"]


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "spielstand ü.json"
    path.write_bytes(b"\xef\xbb\xbf" + as_text(GOOD))
    assert json.loads(companion("judge", str(path)).stdout)["legal"]


def test_a_game_is_scored() -> None:
    run = companion("score", "-", text=as_text(GAME))
    assert run.returncode == 0
    assert json.loads(run.stdout)["totals"] == {"Ann": 15, "Zoë": 0}


def test_a_board_is_answered() -> None:
    run = companion("moves", "-", text=as_text(BOARD))
    assert run.returncode == 0
    assert json.loads(run.stdout)["moves"]


DUEL = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1, "rounds": []}
SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "rounds": []}


@pytest.mark.parametrize(
    ("command", "document", "says"),
    [
        ("judge", GAME, "this is a game, not a showdown: use `companion score`"),
        ("judge", DUEL, "this is a game, not a showdown: use `companion score`"),
        ("judge", SOLO, "this is a game, not a showdown: use `companion score`"),
        ("judge", BOARD, "this is a Gem II board, not a showdown: use `companion moves`"),
        ("score", GOOD, "this is a showdown, not a game: use `companion judge`"),
        ("score", BOARD, "this is a Gem II board, not a game: use `companion moves`"),
        ("moves", GOOD, "this is a showdown, not a Gem II board: use `companion judge`"),
        ("moves", GAME, "this is a game, not a Gem II board: use `companion score`"),
        ("moves", DUEL, "this is a game, not a Gem II board: use `companion score`"),
    ],
)
def test_a_document_of_another_kind_is_sent_to_the_right_command(
    command: str, document: dict[str, Any], says: str
) -> None:
    assert refused(companion(command, "-", text=as_text(document))) == f"companion: {says}\n"


def test_a_document_that_mixes_two_kinds_is_read_as_the_command_expects() -> None:
    assert 'unknown key "hands"' in refused(companion("judge", "-", text=as_text({**GOOD, "hands": []})))


def test_a_game_among_lines_is_sent_to_the_right_command() -> None:
    run = companion("judge", "--lines", text=as_text(GAME) + b"\n" + as_text(GOOD))
    first, second = map(json.loads, run.stdout.splitlines())
    assert first["error"]["code"] == "other-kind"
    assert "companion score" in first["error"]["message"]
    assert second["legal"]


def test_blank_lines_among_documents_are_passed_over() -> None:
    run = companion("judge", "--lines", text=b"\n" + as_text(GOOD) + b"\n \t\r\n\n" + as_text(ILLEGAL) + b"\n\n")
    assert (run.returncode, run.stderr) == (0, b"")
    assert [json.loads(line)["legal"] for line in run.stdout.splitlines()] == [True, False]


def test_the_version_is_told() -> None:
    run = companion("--version")
    assert (run.returncode, run.stderr) == (0, b"")
    assert re.fullmatch(r"companion \d+\.\d+\.\d+\n", run.stdout.decode())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "line 1 column 1"),
        (b"\n\n", "line 3 column 1"),
        (b"{", "line 1 column 2"),
        (b"null", "expected an object"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[" * 500 + b"]" * 500, "expected an object"),
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
def test_what_cannot_be_read_is_said_in_one_sentence(text: bytes, says: str) -> None:
    assert says in refused(companion("judge", "-", text=text))


@pytest.mark.parametrize("command", ["judge", "score", "moves"])
def test_a_hundred_megabytes_are_too_much(command: str, tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    assert "bytes" in refused(companion(command, str(path)))
    path.write_bytes(b"[" + b"[]," * 33_000_000 + b"[]]")
    assert "bytes" in refused(companion(command, str(path)))


def test_files_that_are_none(tmp_path: Path) -> None:
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


def test_lines_are_answered_in_order_and_the_run_goes_on() -> None:
    lines = [as_text(GOOD), b"{", as_text(ILLEGAL), b"", b"\xff", b"[" * 50_000, b"1" * 1_500_000, as_text(GOOD)]
    run = companion("judge", "--lines", "-", text=b"\n".join(lines) + b"\n")
    assert (run.returncode, run.stderr) == (0, b"")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    told = [answer["error"]["code"] if "error" in answer else answer["legal"] for answer in answers]
    assert told == [True, "not-json", False, "not-utf-8", "too-deep", "too-large", True]
    assert set(answers[1]["error"]) == {"code", "where", "message"}


@pytest.mark.parametrize("text", [b"", as_text(GOOD), as_text(GOOD) + b"\n", as_text(GOOD) + b"\r\n"])
def test_lines_with_and_without_an_end(text: bytes) -> None:
    run = companion("judge", "--lines", text=text)
    assert run.returncode == 0
    assert run.stdout.count(b"\n") == bool(text)


def test_lines_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes((as_text(GOOD) + b"\n") * 3)
    assert companion("judge", "--lines", str(path)).stdout.count(b"\n") == 3


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


def test_a_hundred_thousand_lines_take_the_memory_of_a_thousand() -> None:
    assert peak_memory(100_000) < peak_memory(1_000) + 4_000


def test_whoever_stops_reading_gets_no_complaint(tmp_path: Path) -> None:
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
def test_a_full_disk_is_said(arguments: list[str]) -> None:
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


def test_closed_streams_are_said() -> None:
    assert "standard input is closed" in refused(companion_in_shell("judge - <&-"))
    assert "standard output is closed" in refused(companion_in_shell("rules P.undercut >&-"))


def companion_in_shell(command: str) -> Run:
    shell = f"{PROGRAM[0]} {command}"
    return subprocess.run(  # noqa: S602 (a pipe of our own words)
        shell, shell=True, stdin=subprocess.DEVNULL, capture_output=True, check=False, env=ENVIRONMENT
    )


@pytest.mark.parametrize("command", [[], ["judge"], ["score"], ["moves"], ["rules"], ["serve"]])
def test_help_teaches(command: list[str]) -> None:
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
    said = text.replace("\n  ", "\n")
    for answer in answers:
        assert answer in run.stdout.decode()
        assert answer in said


@pytest.mark.parametrize("arguments", [["whist"], ["judge", "a", "b"], ["judge", "--fast"], []])
def test_wrong_commands_get_the_usage(arguments: list[str]) -> None:
    run = companion(*arguments)
    assert run.returncode == 2
    assert b"usage: companion" in run.stderr
    assert b"Traceback" not in run.stderr


def test_the_sheet_as_a_table() -> None:
    run = companion("score", "--table", "-", text=as_text(GAME))
    table = run.stdout.decode()
    assert run.returncode == 0
    for word in ("Ann", "Zoë", "15", "drawn", "the cards ran out", "Zoë deals next"):
        assert word in table
    assert "\x1b" not in table


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


def test_the_register_is_printed_whole() -> None:
    run = companion("rules")
    assert run.returncode == 0
    text = run.stdout.decode()
    for rule in rules():
        assert f"  {rule}  (" in text


@pytest.mark.parametrize("rule", ["P.undercut", "R.18", "K.divide", "N.gin", "II.move-1", "R.1"])
def test_one_rule_with_its_cases(rule: str) -> None:
    run = companion("rules", rule)
    assert run.returncode == 0
    assert rule in run.stdout.decode()
    assert "→" in run.stdout.decode()


def test_every_rule_can_be_printed(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for rule in rules():
        assert cli.main(["rules", rule]) == 0
    assert capfdbinary.readouterr().err == b""


@pytest.mark.parametrize("rule", ["P.nothing", "", "x" * 10_000, "\x1b[2J", os.fsdecode(b"\xff")])
def test_a_rule_that_is_not_there(rule: str) -> None:
    assert "there is no rule" in refused(companion("rules", rule))


def test_a_rule_mistyped_is_named() -> None:
    assert "did you mean P.undercut or" in refused(companion("rules", "P.undrcut"))
    assert companion("rules", "p.undercut").stdout == companion("rules", "P.undercut").stdout
