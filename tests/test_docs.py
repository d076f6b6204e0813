"""The documentation names files and folders that exist, and its map has every folder with code."""

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


ROWS = dict(re.findall(r"^\| `([\w/]+)/` \| (.*) \|$", (ROOT / "docs/design.md").read_text(), re.MULTILINE))


def test_the_map_has_a_row_for_every_folder_with_code() -> None:
    packages = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("__init__.py")}
    assert ROWS.keys() == packages | {"templates", "static", "tests", "bench"}


@pytest.mark.parametrize("folder", ROWS)
def test_a_row_of_the_map_names_files_of_its_folder(folder: str) -> None:
    names = re.findall(r"`(\w+\.\w+)`", ROWS[folder])
    assert [name for name in names if not (ROOT / folder / name).is_file()] == []
