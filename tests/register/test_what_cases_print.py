"""Everything that decides a case is printed: whoever reads it can check it without its document."""

import copy
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from companion.register.cases import Case, CaseKind, cases
from companion.register.printing import entered_lines, rule_text
from tests.support.outcomes import outcome
from tests.support.spoiled_documents import Way, at, ways

CASES = list(cases().values())
CHOICES = (
    ("knock", "gin"),
    ("gem-rummy", "gin-rummy"),
    ("knock-rummy", "gin-rummy"),
    ("gem-ii-solo", "gem-ii"),
    ("pass-turn", "wrong-move", "missed-move", "incorrect-deal", "last-round-4x"),
    ("B", "C"),
    ("A", "B"),
    ("big-gin", "knock"),
    ("rum", "knock"),
    ("upcard", "dice"),
    ("as-laid", "best"),
    ("as-played", "found"),
    ("final-hand", "play-on"),
    ("none", "hand-points", "difference"),
)
"""Words of documents, each with others that may stand in its place."""


def another(value: object, path: Way, document: dict[str, Any]) -> object:
    """Return another value of the same kind."""
    names = [player["name"] if isinstance(player, dict) else player for player in document.get("players", [])]
    match value:
        case bool():
            return not value
        case int():
            return value - 1 if value > 1 else value + 1
        case str() if path[-1] in {"reason", "by"}:
            return f"not {value}"
        case str() if value in names and path[0] == "players":
            return "Zoe"
        case str() if value in names:
            return names[(names.index(value) + 1) % len(names)]
        case str() if path[0] in {"piles", "claimed", "print", "gems"}:
            return "IIR" if value != "IIR" else "IIIR"
        case str():
            others = next((words for words in CHOICES if value in words), ("7H", "8H"))
            return next(word for word in others if word != value)
        case _:
            return 7


def variants(case: Case) -> Iterator[tuple[Way, dict[str, Any]]]:
    """Yield a case's document without each thing in it, and with each value changed."""
    for path in islice(ways(case.document), 1, None):
        shorter, changed = copy.deepcopy(case.document), copy.deepcopy(case.document)
        if isinstance(path[-1], str) and path[-1] not in REQUIRED:
            del at(shorter, path[:-1])[path[-1]]
            yield path, shorter
        value = at(changed, path)
        if not isinstance(value, dict | list) and path[-1] != "pass":  # which is true or not there
            at(changed, path[:-1])[path[-1]] = another(value, path, case.document)
            yield path, changed


REQUIRED = {
    *("game", "players", "name", "hands", "rounds", "piles", "deals", "removed", "remaining", "cards", "points"),
    *("counted", "knocker", "onto", "player", "meld", "card", "dealer", "reason", "by", "penalty", "caller"),
    *("pass", "correct", "melds", "deadwood", "deadwood_points", "move", "drawn", "Ann", "Bob", "Red", "Blue"),
}
"""Without these a document is no case any more; each is changed instead."""


def result(case: Case, document: dict[str, Any]) -> object:
    return outcome(Case(case.id, case.title, case.rules, case.kind, document, case.expect))


def test_no_two_cases_are_printed_alike() -> None:
    seen: dict[str, str] = {}
    for case in CASES:
        text = "\n".join(entered_lines(case.document))
        assert text not in seen, (case.id, seen.get(text))
        seen[text] = case.id


@pytest.mark.parametrize("kind", CaseKind)
def test_whatever_changes_the_outcome_of_a_case_is_printed(kind: CaseKind) -> None:
    """Change each value of each document, and leave out each key: if that changes the outcome, it changes the text."""
    for case in CASES:
        if case.kind != kind:
            continue
        text = list(entered_lines(case.document))
        for path, document in variants(case):
            if list(entered_lines(document)) == text:
                assert result(case, document) == result(case, case.document), (case.id, path)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_what_was_entered_stands_under_the_number_of_the_case(case: Case) -> None:
    printed = rule_text(case.rules[0])
    assert printed is not None
    shown = printed.partition(f"\n{case.id}  {case.title}\n")[2].split("\n\n")[0]
    for line in entered_lines(case.document):
        assert f"  {line}" in shown.splitlines(), line
