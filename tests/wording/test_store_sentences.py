"""Every problem of the store, a document or a typed hand has a sentence, made of its facts, and none stands below."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from companion.documents.errors import Defect, DocumentKind, Expected, Flaw, FlawFacts
from companion.documents.shorthand import ShorthandError, ShorthandProblem
from companion.journal.events import CLASS_OF
from companion.journal.events.base import Kind, Objection, Obstacle
from companion.journal.named_changes import NamedChange
from companion.store.errors import Facts, Finding, Problem, StoreError
from companion.wording.document_errors import document_error_sentence, shorthand_sentence
from companion.wording.history import change_words
from companion.wording.store_errors import objection_sentence, store_sentence

FACTS: dict[str, object] = {
    **{name: name for name in Facts.__annotations__},
    "objection": Objection(Obstacle.GAME_OVER),
    "defect": Defect(Flaw.NOT_JSON, "line 1", {"text": "Extra data"}),
    "cause": ValueError("cause"),
}
FLAW_FACTS: dict[str, object] = {
    **{name: name for name in FlawFacts.__annotations__},
    "expected": Expected.TEXT,
    "is_kind": DocumentKind.GAME,
    "asked_kind": DocumentKind.BOARD,
    "faults": (),
    "counts": (4, 6, 8),
}


def named() -> Iterator[tuple[str, Problem, tuple[str, ...]]]:
    """Yield each place of the app that names a problem, with the facts that it gives."""
    for path in Path("companion").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            match call:
                case ast.Call(
                    args=[ast.Attribute(value=ast.Name("Problem"), attr=problem), *others], keywords=keywords
                ):
                    facts = [str(keyword.arg) for keyword in keywords]
                    for other in others:
                        given = other.keys if isinstance(other, ast.Dict) else ()
                        facts += [ast.literal_eval(key) for key in given if key] or FACTS
                    yield f"{path.name}:{call.lineno}", Problem[problem], tuple(facts)
                case _:
                    pass


@pytest.mark.parametrize(("place", "problem", "facts"), list(named()))
def test_whoever_names_a_problem_gives_what_its_sentence_needs(
    place: str, problem: Problem, facts: tuple[str, ...]
) -> None:
    given = cast("Facts", {name: FACTS[name] for name in facts if name in FACTS})
    assert store_sentence(Finding(problem, given)).strip(), place


def test_every_problem_is_named_somewhere() -> None:
    usual = {kind.usual for kind in all_kinds(StoreError)}
    text = "".join(path.read_text("utf-8") for path in Path("companion").rglob("*.py") if "wording" not in path.parts)
    assert [problem for problem in Problem if problem not in usual and f"Problem.{problem.name}" not in text] == []


def all_kinds(kind: type[StoreError]) -> Iterator[type[StoreError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from all_kinds(below)


@pytest.mark.parametrize("problem", Problem)
def test_every_problem_has_a_sentence(problem: Problem) -> None:
    assert store_sentence(Finding(problem, cast("Facts", FACTS))).strip()


def test_whatever_a_document_or_a_person_can_get_wrong_has_a_sentence() -> None:
    assert all(objection_sentence(Objection(obstacle)).endswith(".") for obstacle in Obstacle)
    assert all(document_error_sentence(Defect(flaw, "", cast("FlawFacts", FLAW_FACTS))) for flaw in Flaw)
    for expected in Expected:
        defect = Defect(Flaw.WRONG_VALUE, "", cast("FlawFacts", {**FLAW_FACTS, "expected": expected}))
        assert document_error_sentence(defect).startswith("expected ")
    assert all(shorthand_sentence(ShorthandError(problem)).endswith((".", "?")) for problem in ShorthandProblem)
    for kind in Kind:
        assert bool(change_words(NamedChange(kind, 1), "hand")) == CLASS_OF[kind].is_undoable


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
