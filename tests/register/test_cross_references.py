"""Register, cases and code agree: every id, code and key that one of them names, the others have, and no other form."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import fields
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from companion.register.cases import Case, CaseKind, cases
from companion.register.entries import BOOKS, rules
from companion.rules.gem2 import faults as gem2_faults
from companion.rules.gem2 import lines as gem2_lines
from companion.rules.gem2.turn import Penalty
from companion.rules.rummy.citations import GEM_2, GEM_3, GIN, KNOCK, Citations
from companion.rules.rummy.house_rules import HOUSE_RULES
from companion.rules.rummy.verdict import Call, FaultCode, LineCode

SHOWDOWNS = [case for case in cases().values() if case.kind == CaseKind.SHOWDOWN]
RULINGS = [f"R.{number}" for number in range(1, 44)]
RULE_ID = re.compile(r"(P3?|G3?|N|T|K|R|II)\.[a-z0-9][a-zA-Z0-9-]*(\.[a-zA-Z0-9-]+)*")
ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "companion"
FILES = [path for package in ("companion", "tests", "bench") for path in sorted((ROOT / package).rglob("*.py"))]


def texts_in(thing: Any) -> list[str]:  # noqa: ANN401
    match thing:
        case str():
            return [thing]
        case dict():
            return [*chain.from_iterable(texts_in(value) for value in thing.values())]
        case list() | tuple():
            return [*chain.from_iterable(map(texts_in, thing))]
        case _:
            return []


def test_every_ruling_of_our_own_is_an_entry() -> None:
    assert {rule.id for rule in rules().values() if rule.book == "R"} == set(RULINGS)


@pytest.mark.parametrize("cites", [GEM_2, GEM_3, GIN, KNOCK], ids=["gem-2", "gem-3", "gin", "knock"])
def test_every_rule_that_a_rule_set_cites_is_in_the_register(cites: Citations) -> None:
    named = {getattr(cites, field.name) for field in fields(cites) if field.name != "melds"} | set(cites.melds.values())
    assert named - {""} <= set(rules())
    for rule in named - {""}:
        assert rules()[rule].seen, rule


def test_every_rule_that_is_named_anywhere_in_the_code_is_in_the_register() -> None:
    named = {
        node.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value)
    }
    named |= {f"II.penalty.{penalty}" for penalty in Penalty}
    assert {"P.undercut", "R.16", "II.move-1"} <= named
    assert named <= set(rules())


def test_every_fault_reason_and_call_is_in_a_case() -> None:
    lines = [line for case in SHOWDOWNS for player in case.expect["players"].values() for line in player["lines"]]
    faults = [fault for case in SHOWDOWNS for fault in case.expect["faults"]]
    assert {fault.split()[0] for fault in faults} == set(FaultCode)
    assert {line.split()[0] for line in lines} == set(LineCode)
    assert {case.document["call"] for case in SHOWDOWNS if "call" in case.document} == set(Call)
    assert all(rules()[line.split()[-1]].seen for line in lines)


@pytest.mark.parametrize(("game", "key"), [(game, key) for game, keys in HOUSE_RULES.items() for key in keys])
def test_every_house_rule_is_in_a_case(game: str, key: str) -> None:
    def plays(case: Case) -> bool:
        return case.document.get("game") == game and key in case.document.get("house_rules", {})

    assert [case.id for case in cases().values() if plays(case)]


REFUSED_EARLIER = {
    gem2_faults.EntryFault.NEGATIVE: "a document with a negative number is refused by the reader",
    gem2_faults.EntryFault.TOO_MANY_CARDS: "of more than forty cards some are repeated, which is refused first",
}


def test_every_line_and_error_of_gem_ii_is_in_a_case() -> None:
    gem2 = [
        case for case in cases().values() if case.kind in {CaseKind.GEM_II, CaseKind.GEM_II_SOLO, CaseKind.GEM_II_BOARD}
    ]
    words = {word for case in gem2 for text in texts_in(case.expect) for word in text.split()}
    assert set(gem2_lines.CardCode) | set(gem2_faults.EntryFault) - set(REFUSED_EARLIER) <= words


def test_every_entry_belongs_to_a_book_and_every_book_has_entries() -> None:
    assert {rule.book for rule in rules().values()} == set(BOOKS)
    for rule in rules().values():
        assert rule.id.startswith(rule.book), rule.id
        assert rule.says.endswith("."), rule.id


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
    ("source", "count"),
    [
        ("x = 1  # Rulings 17 and 18", 1),
        ('"""A bet (II: placing bets)."""', 1),
        ("def test_ruling_14() -> None: ...", 1),
        ('x: int\n"""See II.bet.pointless, too."""', 1),
        ('"""R.14 and P3.tie. II.penalty.wrong-move.C."""', 0),
        ('"""Gem II: its table (J, Q, K)."""', 0),
    ],
)
def test_other_forms_are_found(source: str, count: int) -> None:
    assert len(wrong_citations(source)) == count
