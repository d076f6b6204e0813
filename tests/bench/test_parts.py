"""Every part of `make bench` works: each does the least that it can do, and its times say nothing."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.measurement import Ending
from tests.support import postgres
from tests.support.places import SERVER

ROOT = Path(__file__).resolve().parents[2]
SMOKE = {part.name: part.smoke.split() for part in bench.PARTS if part.smoke is not None}
FORKING = {"faults.races", "faults.restores", "faults.server_kills", "faults.writer_kills"}
WITH_A_SERVER = {*FORKING, "engines"}
WITH_AN_EDITION = {"faults.pocket_table", "pocket", "pocket_engine", "pocket_table", "pocket_walk"}
WITH_OTHERS = {"faults.pocket_kills", "photo_taps"}
"""What they do is run beside other tests: tests/screens/test_pocket_kills.py, test_photo_taps.py."""
HAS_WORKED = {Ending.FINE, Ending.SLOW, Ending.MISSING}


@pytest.mark.parametrize("name", sorted(SMOKE.keys() - FORKING))
def test_a_part_works(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = SMOKE[name]
    if name in WITH_A_SERVER:
        monkeypatch.setenv(SERVER, request.getfixturevalue("server").address())
    if name in WITH_AN_EDITION:
        words = [*words, "--edition", str(request.getfixturevalue("pocket_edition"))]
    # In a thread of its own: where a browser test came before, this one has a loop that runs.
    with ThreadPoolExecutor(1) as aside:
        ending = aside.submit(import_module(f"bench.{name}").main, words).result()
    assert ending in HAS_WORKED, capsys.readouterr().out


@pytest.mark.parametrize("name", sorted(FORKING))
def test_a_part_that_kills_its_processes_works(name: str, server: postgres.Server) -> None:
    done = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-m", f"bench.{name}", *SMOKE[name]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, SERVER: server.address()},
    )
    assert done.returncode in HAS_WORKED, done.stdout + done.stderr
    for engine in ("sqlite", "postgresql"):
        assert f"{engine}: {SMOKE[name][-1]} " in done.stdout


def test_whatever_can_be_run_is_a_part() -> None:
    programs = {
        ".".join(path.relative_to(ROOT / "bench").with_suffix("").parts)
        for path in (ROOT / "bench").rglob("*.py")
        if re.search(r"def main\(arguments\b", path.read_text())
    }
    assert programs == SMOKE.keys() | WITH_OTHERS
    assert programs == {part.name for part in bench.PARTS}


def test_the_summary_says_what_failed_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = {"fine": "print('7 ms')", "late": "print('SLOW: 9 ms, goal 8')\nexit(3)", "broken": "exit('no server')"}
    (tmp_path / "bench").mkdir()
    for name, program in programs.items():
        (tmp_path / "bench" / f"{name}.py").write_text(program)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(bench, "PARTS", [bench.Part(name, smoke="") for name in programs])
    assert (bench.main(["fine"]), bench.main(["late"]), bench.main(["--smoke", "late"])) == (0, 1, 0)
    assert bench.main(["unknown"]) == 2
    capsys.readouterr()
    assert bench.main([]) == 1
    summary = capsys.readouterr().out.partition("== 2 of 3 failed\n")[2]
    assert re.findall(r"^(\w+) +\d+ s +(\w+) *(.*)$", summary, re.MULTILINE) == [
        ("fine", "FINE", ""),
        ("late", "SLOW", "9 ms, goal 8"),
        ("broken", "WRONG", "no server"),
    ]
