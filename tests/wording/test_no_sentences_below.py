"""Below wording there are codes with facts: no string of two words or more outside docstrings."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

COMPANION = Path(__file__).parents[2] / "companion"
WITHOUT_SENTENCES = ("rules", "documents", "journal", "store")
"""The packages that hold no sentence."""
ALLOWED: frozenset[str] = frozenset(
    {
        "a stream needs a transaction",  # for programmers, as is the next: players never see it
        "a transaction needs a `retried` function around it",
        "\tIs the server running",  # what PostgreSQL says and we don't
        "command line",  # purposes of keyed hashes
        "code hash",
    }
)
"""Strings that are no sentences though they have two words, each with its reason beside it."""
SQL = re.compile(r"\b[A-Z]{2,}\b")
"""What tells the statements of the store from sentences: words in capitals."""
TWO_WORDS = re.compile(r"[^\W\d_]{2,}[,;:]? +\{?[^\W\d_]|[^\W\d_] +[^\W\d_]{2,}")


def sentences(source: str, *, may_be_sql: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the strings of two words or more with their lines; f-strings piece by piece."""
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            text = node.value
            if TWO_WORDS.search(text) and text not in ALLOWED and not (may_be_sql and SQL.search(text)):
                yield node.lineno, text


@pytest.mark.parametrize("package", WITHOUT_SENTENCES)
def test_no_sentence_stands_below_wording(package: str) -> None:
    found = {
        str(path.relative_to(COMPANION)): list(sentences(path.read_text("utf-8"), may_be_sql=package == "store"))
        for path in sorted((COMPANION / package).rglob("*.py"))
    }
    assert {path: texts for path, texts in found.items() if texts} == {}
