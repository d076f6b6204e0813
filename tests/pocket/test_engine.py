"""The engine of the pocket edition, in Pyodide from the built files, answers byte by byte what this Python answers."""

import pytest

from tests.support import pocket_answers, pocket_lines
from tests.support.pocket_python import PocketPython
from tests.support.seeds import random_sources


def check(lines: list[bytes], pocket: PocketPython) -> None:
    ours, _ = pocket_answers.timed(lines)
    theirs, _ = pocket.answer(lines)
    for line, our_answer, their_answer in zip(lines, ours, theirs, strict=True):
        assert our_answer == their_answer, line


def test_every_case_of_the_register(pocket_python: PocketPython) -> None:
    check(pocket_lines.lines_of_cases(), pocket_python)


@pytest.mark.slow
@pytest.mark.random
def test_random_documents(pocket_python: PocketPython) -> None:
    each = ((pocket_lines.showdown_line, 300), (pocket_lines.gem2_line, 50), (pocket_lines.spoiled_line, 200))
    check([make(rng) for make, count in each for _, rng in random_sources(count)], pocket_python)


def test_a_document_nested_too_deeply_is_refused_and_python_goes_on(pocket_python: PocketPython) -> None:
    openings = (b"[", b'{"a":')
    deep = [b"score " + opening * depth for opening in openings for depth in (500, 501, 100_000)]
    check([*deep, pocket_answers.line_of("score", {})], pocket_python)
