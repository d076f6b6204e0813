"""The documentation names files and folders that exist; what it and its samples state as bounds is true."""

import ast
import doctest
import re
from pathlib import Path

import pytest

from bench.measurement import Ending
from bench.stated import ROOM, Ratios, stated
from companion.documents import game, reader, texts
from companion.journal.events import hands as hand_events
from companion.store import limits
from companion.web.security import guard
from tests.support.code_map import MAP, code_map

ROOT = Path(__file__).parent.parent
PAGES = (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))
PATH = re.compile(r"(?<![\w/.-])(?:companion|templates|static|tests|docs|bench|\.ci)/[\w./*-]*[\w*/]")
NUMBER = re.compile("NN+")
"""Stands for a number in the name of a file."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    paths = {NUMBER.sub("*", path).rstrip("/") for path in PATH.findall(page.read_text())}
    assert [path for path in sorted(paths) if not any(ROOT.glob(path))] == []


def test_the_map_says_what_the_modules_say() -> None:
    assert MAP.read_text("utf-8") == code_map(), "make map writes it again"


def test_every_module_says_in_its_first_line_what_it_is_about() -> None:
    assert [line for line in code_map().splitlines() if line.endswith("|  |")] == []


@pytest.mark.parametrize(
    ("sample", "bound"),
    [
        ("nginx.conf", "limit_conn addresses"),
        ("nginx.conf", "client_body_timeout"),
        ("nginx.conf", "Strict-Transport-Security"),
        ("Caddyfile", "read_body"),
        ("Caddyfile", "Strict-Transport-Security"),
        ("companion.service", "MemoryMax="),
    ],
)
def test_a_sample_for_operators_has_its_bounds(sample: str, bound: str) -> None:
    assert bound in (ROOT / "docs" / "operating" / sample).read_text()


def test_a_server_is_installed_from_pinned_packages() -> None:
    """Each package has the version and the hashes with which it is tested."""

    def pinned(name: str) -> dict[str, str]:
        text = (ROOT / ".ci" / f"requirements{name}.txt").read_text()
        return dict(re.findall(r"^([\w.-]+)==(.*?)(?=^\S|\Z)", text, re.DOTALL | re.MULTILINE))

    server, tested = pinned("-server"), pinned("-dev")
    assert server.items() <= tested.items()
    assert {*pinned(""), "prometheus-client", "psycopg", "psycopg-binary", "psycopg-pool"} <= server.keys()
    assert (
        "--require-hashes -r /opt/companion-src/.ci/requirements-server.txt" in (ROOT / "docs/operating.md").read_text()
    )


def test_a_benchmark_measures_each_ratio_that_is_stated() -> None:
    for benchmark, _ in stated():
        assert f'Ratios("{benchmark}")' in (ROOT / "bench" / f"{benchmark}.py").read_text()
    assert ("engine", "whole verdict") in stated()


def test_the_page_says_how_much_room_a_ratio_has() -> None:
    assert f"more than {round(100 * (ROOM - 1))} % worse" in (ROOT / "docs/benchmarks.md").read_text()


@pytest.mark.parametrize(
    ("times", "ending"), [(1, Ending.FINE), (ROOM - 0.01, Ending.FINE), (ROOM + 0.01, Ending.SLOW)]
)
def test_a_benchmark_fails_where_a_ratio_is_worse_than_stated(times: float, ending: Ending) -> None:
    ratios = Ratios("engine")
    for what, ratio in ratios.limits.items():
        ratios.measure(what, ratio * times)
    assert ratios.ending() is ending


def test_a_benchmark_fails_where_a_stated_ratio_is_not_measured() -> None:
    assert Ratios("engine").ending() is Ending.WRONG


def test_every_class_has_a_name_of_its_own() -> None:
    """Who searches for a class finds one."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_no_test_waits_for_a_fixed_time() -> None:
    waits = {"sleep", "wait_for_timeout"}
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted(ROOT.glob("tests/**/*.py"))
        if path.name != "late_answers.py"  # it makes others wait
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in waits
        if ast.unparse(call) != "asyncio.sleep(0)"  # it waits for nothing, and lets others go on
    ]
    assert found == []


def test_the_examples_for_programmers_run() -> None:
    ran = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False, encoding="utf-8")
    assert ran.failed == 0
    assert ran.attempted > 40


BOUNDS = [
    (r"Names (\S+) characters", texts.LONGEST_NAME),
    (r"notes (\S+),", reader.LONGEST_NOTE),
    (r"reasons (\S+),", game.LONGEST_REASON),
    (r"hands a game (\S+),", hand_events.MOST_HANDS),
    (r"imported hands (\S+),", limits.IMPORTED_HANDS),
    (r"games of a phone's own (\S+),", limits.GAMES_OF_A_DEVICE),
    (r"phones in a game\s+(\S+),", limits.MEMBERS_OF_A_GAME),
    (r"links (\S+),", limits.LINKS_OF_A_GAME),
    (r"open tables (\S+) \(", limits.OPEN_TABLES),
    (r"open tables \S+ \((\d+) of a phone", limits.OPEN_TABLES_OF_A_DEVICE),
    (r"decks (\S+),", limits.DECKS_OF_A_DEVICE),
    (r"looks of a card (\S+),", limits.LOOKS_OF_A_CARD),
    (r"remembered names (\S+),", limits.NAMES_OF_A_DEVICE),
    (r"learned by a phone (\S+),", limits.LEARNED_BY_A_DEVICE),
    (r"a draft (\S+) kB", limits.DRAFT_BYTES // 1000),
    (r"a form (\S+) kB", guard.MAX_BODY // 1000),
    (r"an imported file (\S+) MB", guard.MAX_IMPORT // 1_000_000),
    (r"a photo (\S+) MB", guard.MAX_PHOTO // 1_000_000),
]


@pytest.mark.parametrize(("words", "bound"), BOUNDS)
def test_documented_bounds_are_the_real_ones(words: str, bound: int) -> None:
    documented = (ROOT / "docs" / "decisions.md").read_text().split("### Bounds")[1]
    found = re.search(words, documented)
    assert found is not None
    assert int(found[1].replace(",", "")) == bound
