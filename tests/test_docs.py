"""The documentation names files and folders that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))
PATH = re.compile(r"(?<![\w/.-])(?:companion|templates|static|tests|docs|bench|\.ci)/[\w./*-]*[\w*/]")
NUMBER = re.compile("NN+")
"""Stands for a number in the name of a file."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    paths = {NUMBER.sub("*", path).rstrip("/") for path in PATH.findall(page.read_text())}
    assert [path for path in sorted(paths) if not any(ROOT.glob(path))] == []
