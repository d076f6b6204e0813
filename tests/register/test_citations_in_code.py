"""Comments and docstrings cite rules by the register's ids alone, and only by those that it has."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.register.entries import rules

ROOT = Path(__file__).parents[2]
FILES = [path for package in ("companion", "tests", "bench") for path in sorted((ROOT / package).rglob("*.py"))]
OTHER_FORMS = re.compile(
    r"(?:\b|_)[Rr]ulings?[ _]\d+"
    r"|(?<!Gem )(?<![\w.'’])(?:P3?|G3?|N|T|K|II)(?:, |: )[A-Za-z]"
    r"|\((?:P3?|G3?|N|T|K|II)(?:\)| and )"
)
ID = re.compile(r"(?<![\w.])(?:P3?|G3?|N|T|K|II|R)\.[A-Za-z0-9][\w.-]*")


def written_in(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments, the docstrings, also those of fields, and the names of functions, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            yield node.lineno, node.name
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def wrong_citations(source: str) -> list[tuple[int, str]]:
    if not (ID.search(source) or OTHER_FORMS.search(source)):
        return []
    return [
        (line, cited)
        for line, text in written_in(source)
        for cited in (
            *OTHER_FORMS.findall(text),
            *(found for found in (name.rstrip(".-") for name in ID.findall(text)) if found not in rules()),
        )
    ]


def test_rules_are_cited_by_their_ids() -> None:
    wrong = {str(path.relative_to(ROOT)): wrong_citations(path.read_text("utf-8")) for path in FILES}
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize(
    "source",
    [
        "x = 1  # ruling 14",
        "x = 1  # Rulings 17 and 18",
        "x = 1  # P, UNDERCUT",
        '"""A bet (II: placing bets)."""',
        '"""As in (K and others)."""',
        "def test_ruling_14() -> None: ...",
        "x = 1  # P.undercuts",
        '"""R.99."""',
        'x: int\n"""See II.bet.pointless, too."""',
    ],
)
def test_other_forms_are_found(source: str) -> None:
    assert len(wrong_citations(source)) == 1


@pytest.mark.parametrize(
    "source", ['"""R.14 and P3.tie. II.penalty.wrong-move.C."""', '"""Gem II: its table (J, Q, K)."""', "x = a.T, b.K"]
)
def test_ids_stand(source: str) -> None:
    assert wrong_citations(source) == []
