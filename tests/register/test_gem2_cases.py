"""Every numbered case of Gem II, and the register's promises: rules, cases and code name each other."""

import json
import re
import tomllib
from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.documents.errors import DocumentError
from companion.documents.gem2 import score_gem2
from companion.documents.gem2_board import judge_moves
from companion.register.gem2_outcome import board_in_short, duel_in_short, solo_in_short
from companion.rules.gem2.turn import Penalty

PACKAGE = Path(companion.__file__).parent
COMPLETE = {
    "gem-ii-solo": {"rows", "lines", "grand_total", "over", "doubts", "rounds"},
    "gem-ii": {"rounds", "totals", "over", "winners", "doubts"},
    "gem-ii-board": {"moves", "must_move"},
}
CITED = re.compile(r'"((?:II|R)\.[a-zA-Z0-9.-]+)"')


def tables(folder: str, key: str) -> list[dict[str, Any]]:
    paths = sorted((PACKAGE / "register" / folder).glob("gem-ii*.toml"))
    return [table for path in paths for table in tomllib.loads(path.read_text("utf-8"))[key]]


RULES = {rule["id"]: rule for rule in tables("rules", "rule")}
CASES = tables("cases", "case")


def answer(case: dict[str, Any]) -> dict[str, Any]:
    document = json.loads(case["document"])
    try:
        if case["kind"] == "gem-ii-board":
            return board_in_short(judge_moves(document))
        scored = score_gem2(document)
        check_sums(scored)
        return solo_in_short(scored) if case["kind"] == "gem-ii-solo" else duel_in_short(scored)
    except DocumentError as error:
        return {"error": {"code": error.code, "where": error.where}}


def check_sums(scored: dict[str, Any]) -> None:
    """Check what the short notation leaves out: points, running totals, sums of lines."""
    players = [player for one in scored["rounds"] for player in one.get("players", {}).values()]
    for row in [*scored.get("rows", []), *players]:
        assert row["total"] == sum(line["points"] for line in row["lines"])
        assert all(line["text"] for line in row["lines"])
    for one in scored["rounds"]:
        for name, player in one.get("players", {}).items():
            assert one["points"][name] == player["total"]
    for name in scored["rounds"][0]["points"] if scored["rounds"] else []:
        running = list(accumulate(one["points"][name] for one in scored["rounds"]))
        assert running == [one["totals"][name] for one in scored["rounds"]]
        assert running[-1] == (scored["totals"][name] if "totals" in scored else scored["grand_total"])


def wanted_keys(case: dict[str, Any]) -> set[str]:
    expect = case["expect"]
    if "error" in expect:
        return {"error"}
    document = json.loads(case["document"])
    if case["kind"] == "gem-ii-board":
        return COMPLETE[case["kind"]] | (set(document) & {"claimed", "best"})
    return COMPLETE[case["kind"]] | (set() if expect["over"] else {"next"})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    assert set(case["expect"]) == wanted_keys(case), "the expectation leaves something out"
    assert answer(case) == case["expect"]


def test_cases_have_their_own_ids() -> None:
    assert [name for name, times in Counter(case["id"] for case in CASES).items() if times > 1] == []


def test_every_rule_that_can_be_seen_has_a_case() -> None:
    shown = {rule for case in CASES for rule in case["rules"]}
    assert {name for name, rule in RULES.items() if rule.get("seen", True)} == shown


def test_what_is_never_seen_says_why() -> None:
    assert {name for name, rule in RULES.items() if not rule.get("seen", True)} == {
        name for name, rule in RULES.items() if rule.get("why_unseen")
    }


def test_every_rule_that_the_code_cites_is_in_the_register() -> None:
    rooms = [PACKAGE / "rules" / "gem2", PACKAGE / "documents"]
    sources = [path.read_text("utf-8") for room in rooms for path in room.glob("*.py") if "gem2" in str(path)]
    cited = {rule for source in sources for rule in CITED.findall(source)}
    cited |= {f"II.penalty.{penalty}" for penalty in Penalty}
    assert len(cited) > 20
    assert cited <= set(RULES)


def lines_of(expect: dict[str, Any]) -> list[str]:
    rounds = [one for one in expect.get("rounds", []) if isinstance(one, dict)]
    lines = [line for row in expect.get("lines", []) for line in row]
    return lines + [line for one in rounds for key in one if key.endswith("_lines") for line in one[key]]


def test_every_line_of_an_expectation_names_a_rule() -> None:
    lines = [line.split() for case in CASES for line in lines_of(case["expect"])]
    assert len(lines) > 100
    assert {code for code, _, *rest in lines if not rest} == {"overruled"}
    assert {rest[0] for _, _, *rest in lines if rest} <= set(RULES)
