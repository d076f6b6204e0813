"""The examples for programmers in docs/library.md run and print what they say."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "library.md"


def test_the_examples_for_programmers_run() -> None:
    ran = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert ran.failed == 0
    assert ran.attempted > 40
