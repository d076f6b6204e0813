"""How many small faults in a part of the product the tests notice: mutation testing.

    python -m tests.support.mutants --sample 1000       rules, documents, journal and people
    python -m tests.support.mutants companion/rules/rummy/melds.py
    python -m tests.support.mutants companion/web --tests tests/web --named "not postgresql"

A mutant is one small change in one function: a number one higher, `<=` for `<`, an argument that is None. mutmut
makes them; it is installed by pip into a folder that is thrown away. The tests are collected and run once, to learn
which of them run which line. Then each mutant gets a process of its own, which swaps the code of the function and runs
the tests of that line, the quickest first, until one fails. The same sources give the same sample.
"""

import argparse
import functools
import gc
import hashlib
import json
import math
import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[2]
TOOLS = ("mutmut==3.8.1", "libcst==1.9.0", "pyyaml==6.0.4")
TARGETS = ("companion/rules", "companion/documents", "companion/journal", "companion/people")
TESTS = ("tests/rules", "tests/register", "tests/documents", "tests/wording", "tests/journal", "tests/people")
MEMORY = 8 * 1024**3
SECONDS_AT_LEAST = 10.0
"""Of processor time for one test: a mutant that makes a test take this long, or ten times its own time, is noticed."""


@dataclass
class Mutant:
    path: str
    function: str
    kind: str
    lines: range
    was: str
    becomes: str
    source: Callable[[], str]
    """The whole module with the change."""

    @property
    def place(self) -> str:
        return f"{self.path}:{self.lines[0]} {self.function}: {self.was} -> {self.becomes}"

    @property
    def rank(self) -> str:
        """Where it comes in a sample: by chance, but not by the lines above it."""
        return hashlib.sha256(f"{self.path} {self.function} {self.was} {self.becomes}".encode()).hexdigest()


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Make every mutant of a module's functions. What a function's head says (defaults, types, decorators) stays."""
    import libcst as cst  # noqa: PLC0415 - installed for the measurement alone
    from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider  # noqa: PLC0415 - as above
    from mutmut.mutation.mutators import mutation_operators  # noqa: PLC0415 - as above

    wrapper = MetadataWrapper(cst.parse_module(path.read_text()))
    module = wrapper.module
    places: Any = wrapper.resolve(PositionProvider)
    parents: Any = wrapper.resolve(ParentNodeProvider)

    def statement(node: Any) -> range:  # noqa: ANN401 - a node of any class
        """Give the lines of the statement around a node, without those of the statements inside it."""
        while not isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement | cst.MatchCase):
            node = parents[node]
        first, last = places[node].start.line, places[node].end.line
        if not isinstance(node, cst.SimpleStatementLine):
            body = node.cases[0] if isinstance(node, cst.Match) else node.body
            last = max(first, places[body].start.line - 1)
        return range(first, last + 1)

    def in_functions(node: Any, names: tuple[str, ...], function: str) -> Iterator[tuple[Any, str]]:  # noqa: ANN401 - as above
        if isinstance(node, cst.ClassDef | cst.FunctionDef):
            names = (*names, node.name.value)
            if isinstance(node, cst.FunctionDef):
                function = function or ".".join(names)
            yield from in_functions(node.body, names, function)
            return
        docstring = isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString | cst.ConcatenatedString)
        if isinstance(node, cst.Annotation) or docstring:
            return
        if function:
            yield node, function
        for child in node.children:
            yield from in_functions(child, names, function)

    def shown(node: Any) -> str:  # noqa: ANN401 - as above
        return " ".join(module.code_for_node(node).split())[:120]

    def source_with(node: Any, changed: Any) -> str:  # noqa: ANN401 - as above
        return str(module.deep_replace(node, changed).code)

    for node, function in in_functions(module, (), ""):
        for kind_of_node, operator in mutation_operators:
            if not isinstance(node, kind_of_node):
                continue
            for changed in operator(node):
                spelled = isinstance(node, cst.BaseExpression | cst.BaseSmallStatement)
                yield Mutant(
                    path=str(path.relative_to(ROOT)),
                    function=function,
                    kind=operator.__name__.removeprefix("operator_").replace("_", " "),
                    lines=statement(node),
                    was=shown(node if spelled else parents[node]),
                    becomes=shown(changed) if spelled else type(changed).__name__,
                    source=functools.partial(source_with, node, changed),
                )


def code_named(code: CodeType, name: str) -> CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == name:
                return constant
            if name.startswith(f"{constant.co_qualname}.") and (found := code_named(constant, name)):
                return found
    return None


class Mutating:
    """A plugin of pytest that runs the collected tests once, and then those of each mutant in a process of its own."""

    def __init__(self, mutants: list[Mutant], workers: int) -> None:
        self.mutants = mutants
        parts = {"/".join(mutant.path.split("/")[:2]) for mutant in mutants}
        self.judged = tuple(part.replace("/", ".") for part in parts.union(TARGETS))
        self.workers = workers
        self.items: list[pytest.Item] = []
        self.seconds: dict[int, float] = {}
        self.tests_of: dict[str, dict[int, set[int]]] = {}
        self.functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        self.outcomes: dict[int, str] = {}
        self.caches: list[Any] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        self.caches = [
            thing
            for thing in gc.get_objects()
            if isinstance(thing, functools._lru_cache_wrapper) and thing.__module__.startswith(self.judged)  # noqa: SLF001 - no public name
        ]
        self.run_all()
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                self.functions[thing.__code__.co_filename, thing.__code__.co_qualname].append(thing)
        gc.collect()
        gc.freeze()
        running: dict[int, int] = {}
        for number in range(len(self.mutants)):
            if len(running) == self.workers:
                self.wait_for_one(running)
            running[self.start(number)] = number
        while running:
            self.wait_for_one(running)
        return True

    def run_all(self) -> None:
        """Run every test as if it were the first, and note the lines of each and its seconds."""
        measured = coverage.Coverage(data_file=None, config_file=False, source=[str(ROOT / "companion")])
        measured.start()
        for number, item in enumerate(self.items):
            self.clear_caches()
            measured.switch_context(str(number))
            before = time.process_time()
            if not passes(item, following(self.items, number)):
                raise pytest.UsageError(f"{item.nodeid} fails without a mutant")
            self.seconds[number] = time.process_time() - before
        measured.stop()
        data = measured.get_data()
        for path in {mutant.path for mutant in self.mutants}:
            lines = data.contexts_by_lineno(str(ROOT / path))
            self.tests_of[path] = {line: {int(test) for test in tests if test} for line, tests in lines.items()}

    def clear_caches(self) -> None:
        for cache in self.caches:
            cache.cache_clear()

    def start(self, number: int) -> int:
        child = os.fork()
        if child:
            return child
        status = 3
        try:
            status = self.judge(self.mutants[number])
        finally:
            os._exit(status)

    def judge(self, mutant: Mutant) -> int:
        """Run the tests in the forked process: 0 where all pass, 1 where one fails, 2 where none runs the line."""
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            module = compile(mutant.source(), str(ROOT / mutant.path), "exec")
        except (SyntaxError, ValueError):
            return 4
        code = code_named(module, mutant.function)
        targets = self.functions.get((str(ROOT / mutant.path), mutant.function), [])
        if code is None or not targets:
            return 2
        for function in targets:
            function.__code__ = code
        self.clear_caches()
        by_line = self.tests_of[mutant.path]
        tests = sorted(
            set().union(*(by_line.get(line, ()) for line in mutant.lines)), key=lambda test: self.seconds[test]
        )
        if not tests:
            return 2
        chosen = [self.items[test] for test in tests]
        signal.signal(signal.SIGPROF, lambda *_: os._exit(1))
        for at, (test, item) in enumerate(zip(tests, chosen, strict=True)):
            signal.setitimer(signal.ITIMER_PROF, max(SECONDS_AT_LEAST, 10 * self.seconds[test]))
            if not passes(item, following(chosen, at)):
                return 1
        return 0

    def wait_for_one(self, running: dict[int, int]) -> None:
        child, status = os.wait()
        number = running.pop(child)
        meanings = {0: "survived", 2: "no test runs it", 3: "the runner failed", 4: "not Python"}
        # A signal (no memory, say) is noticed as well as a failing test.
        outcome = meanings.get(os.waitstatus_to_exitcode(status), "killed")
        self.outcomes[number] = outcome
        mutant = self.mutants[number]
        say(json.dumps({"outcome": outcome, "kind": mutant.kind, "place": mutant.place}))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def following(items: list[pytest.Item], at: int) -> pytest.Item | None:
    return items[at + 1] if at + 1 < len(items) else None


def passes(item: pytest.Item, then: pytest.Item | None) -> bool:
    return all(report.outcome != "failed" for report in runtestprotocol(item, log=False, nextitem=then))


def summary(mutating: Mutating) -> Iterator[str]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    survivors: Counter[str] = Counter()
    for number, outcome in mutating.outcomes.items():
        mutant = mutating.mutants[number]
        counts["/".join(mutant.path.split("/")[:2])][outcome] += 1
        if outcome != "killed":
            survivors[mutant.kind] += 1
    for room, outcomes in sorted(counts.items()):
        killed, total = outcomes["killed"], outcomes.total() - outcomes["not Python"]
        share = killed / total
        margin = 1.96 * math.sqrt(share * (1 - share) / total)
        rest = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()) if outcome != "killed")
        yield f"{room:24} {killed} of {total} killed: {share:.1%} ± {margin:.1%} ({rest})"
    yield f"not killed, by kind: {', '.join(f'{kind} {count}' for kind, count in survivors.most_common())}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=TARGETS)
    parser.add_argument("--sample", type=int, default=300, help="how many mutants of each folder; 0 for all")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--marked", default="not slow and not random", help="which tests are asked, by their marks")
    parser.add_argument("--tests", nargs="+", default=TESTS)
    parser.add_argument("--named", default="", help="which tests are asked, by their names")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as tools:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", tools, *TOOLS]
        subprocess.run(command, check=True)  # noqa: S603 - words of this file
        sys.path.append(tools)
        chosen: list[Mutant] = []
        for name in arguments.paths:
            path = ROOT / name
            files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
            found = sorted((mutant for file in files for mutant in mutants_of(file)), key=lambda mutant: mutant.rank)
            say(f"{name}: {len(found)} mutants")
            chosen += found[: arguments.sample or None]
        mutating = Mutating(chosen, arguments.workers)
        options = shlex.split("-q -s -p no:cacheprovider -p no:xdist")
        options += ["-m", arguments.marked, "-k", arguments.named, *arguments.tests]
        status = pytest.main(options, plugins=[mutating])
    for line in summary(mutating):
        say(line)
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
