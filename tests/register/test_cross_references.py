"""Register, cases and code agree: every id, code and key that one of them names, the others have."""

import ast
import re
from dataclasses import fields
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.register.cases import Case, CaseKind, cases
from companion.register.entries import BOOKS, rules
from companion.rules.gem2 import faults as gem2_faults
from companion.rules.gem2 import lines as gem2_lines
from companion.rules.gem2.turn import Penalty
from companion.rules.rummy.citations import GEM_2, GEM_3, GIN, KNOCK, Citations
from companion.rules.rummy.house_rules import HOUSE_RULES
from companion.rules.rummy.verdict import Call, FaultCode, LineCode

SHOWDOWNS = [case for case in cases().values() if case.kind == CaseKind.SHOWDOWN]
RULINGS = [f"R.{number}" for number in range(1, 35)]
RULE_ID = re.compile(r"(P3?|G3?|N|T|K|R|II)\.[a-z0-9][a-zA-Z0-9-]*(\.[a-zA-Z0-9-]+)*")
PACKAGE = Path(companion.__path__[0])


def texts_in(thing: Any) -> list[str]:  # noqa: ANN401
    """Return every text in a document."""
    match thing:
        case str():
            return [thing]
        case dict():
            return [*chain.from_iterable(texts_in(value) for value in thing.values())]
        case list() | tuple():
            return [*chain.from_iterable(map(texts_in, thing))]
        case _:
            return []


def words_expected(*kinds: CaseKind) -> set[str]:
    """Return every word in the expectations of these kinds of cases."""
    chosen = [case for case in cases().values() if case.kind in kinds]
    return {word for case in chosen for text in texts_in(case.expect) for word in text.split()}


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_of_our_own_is_an_entry_with_cases(ruling: str) -> None:
    assert rules()[ruling].book == "R"
    assert [case.id for case in cases().values() if ruling in case.rules]


def test_there_are_no_other_rulings() -> None:
    assert {rule.id for rule in rules().values() if rule.book == "R"} == set(RULINGS)


@pytest.mark.parametrize(
    ("ruling", "sentence"),
    [("R.25", "II.solo.exhaust"), ("R.25", "II.duel.turn-about"), ("R.20", "K.players"), ("R.20", "K.end")],
)
def test_a_sentence_that_a_ruling_answers_is_among_those_it_settles(ruling: str, sentence: str) -> None:
    assert sentence in rules()[ruling].settles


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        *((rule, "unless the dealer takes") for rule in ("P.starts", "G.starts", "N.first-turn")),
        ("P.top-discard", "visible"),
        ("P.top-discard", "Big Gin"),
        ("II.timer.length", "suggested"),
        ("R.5", "the cards decide"),
        ("R.13", "110 for three players"),
        ("R.20", "seven players at most"),
        ("R.20", "a game goes to 100"),
        ("G.end", "with three players too"),
    ],
)
def test_a_rule_says_what_its_sentence_would_be_wrong_without(rule: str, words: str) -> None:
    assert words in rules()[rule].says


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


def test_every_rule_that_a_line_names_can_be_seen() -> None:
    for case in SHOWDOWNS:
        lines = chain.from_iterable(player["lines"] for player in case.expect["players"].values())
        for line in lines:
            assert rules()[line.split()[-1]].seen, (case.id, line)


@pytest.mark.parametrize("code", FaultCode)
def test_every_fault_is_in_a_case(code: FaultCode) -> None:
    faults = [fault for case in SHOWDOWNS for fault in case.expect["faults"]]
    assert [fault for fault in faults if fault.split()[0] == code]


@pytest.mark.parametrize("code", LineCode)
def test_every_reason_for_points_is_in_a_case(code: LineCode) -> None:
    players = chain.from_iterable(case.expect["players"].values() for case in SHOWDOWNS)
    assert [line for player in players for line in player["lines"] if line.split()[0] == code]


@pytest.mark.parametrize("call", Call)
def test_every_call_is_in_a_case(call: Call) -> None:
    assert [case.id for case in SHOWDOWNS if case.document.get("call") == call]


@pytest.mark.parametrize(("game", "key"), [(game, key) for game, keys in HOUSE_RULES.items() for key in keys])
def test_every_house_rule_is_in_a_case(game: str, key: str) -> None:
    def plays(case: Case) -> bool:
        return case.document.get("game") == game and key in case.document.get("house_rules", {})

    assert [case.id for case in cases().values() if plays(case)]


@pytest.mark.parametrize("code", gem2_lines.CardCode)
def test_every_line_of_a_gem_ii_card_is_in_a_case(code: str) -> None:
    assert code in words_expected(CaseKind.GEM_II, CaseKind.GEM_II_SOLO)


REFUSED_EARLIER = {
    gem2_faults.EntryFault.NEGATIVE: "a document with a negative number is refused by the reader",
    gem2_faults.EntryFault.TOO_MANY_CARDS: "of more than forty cards some are repeated, which is refused first",
}


@pytest.mark.parametrize("fault", sorted(set(gem2_faults.EntryFault) - set(REFUSED_EARLIER)))
def test_every_gem_ii_error_is_in_a_case(fault: str) -> None:
    assert fault in words_expected(CaseKind.GEM_II, CaseKind.GEM_II_SOLO, CaseKind.GEM_II_BOARD)


def test_every_entry_belongs_to_a_book_and_every_book_has_entries() -> None:
    assert {rule.book for rule in rules().values()} == set(BOOKS)
    for rule in rules().values():
        assert rule.id.startswith(rule.book), rule.id
        assert rule.says.endswith("."), rule.id
