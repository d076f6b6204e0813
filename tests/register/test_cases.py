"""Every numbered case, answered and compared with its whole expectation."""

import copy
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from companion.register.cases import Case, CaseKind, cases, cases_of
from companion.register.outcome import outcome
from tests.support.rummy.reference import DECK, Cards, Melds, all_melds, least_with_lay_offs

CASES = list(cases().values())


def comparable(case: Case, told: Any) -> Any:  # noqa: ANN401
    """Leave out what has nothing to say, and the order where the order says nothing.

    Faults and lines stand in any order. Lay-offs do where the app found them; where the table says them, in theirs.
    """
    match told:
        case dict():
            kept = {key: comparable(case, value) for key, value in told.items() if value is not None}
            free = ("faults", "lines", *(() if "lay_offs" in case.document else ("laid_off", "lay_offs")))
            return {key: sorted(value) if key in free and flat(value) else value for key, value in kept.items()}
        case list() | tuple():
            return [comparable(case, value) for value in told]
        case _:
            return told


def flat(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_comes_out_as_worked_out_by_hand(case: Case) -> None:
    assert comparable(case, outcome(case)) == comparable(case, case.expect)


def places(told: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:  # noqa: ANN401
    """Give the way to everything that an expectation says."""
    if isinstance(told, dict | list):
        for key, value in told.items() if isinstance(told, dict) else enumerate(told):
            yield (*way, key)
            yield from places(value, (*way, key))


def without(told: dict[str, Any], way: tuple[str | int, ...]) -> dict[str, Any]:
    shorter = copy.deepcopy(told)
    inner: Any = shorter
    for key in way[:-1]:
        inner = inner[key]
    del inner[way[-1]]
    return shorter


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_an_expectation_that_leaves_anything_out_is_refused(case: Case) -> None:
    came_out = comparable(case, outcome(case))
    for way in places(case.expect):
        assert came_out != comparable(case, without(case.expect, way)), way


def test_cases_of_every_kind_are_among_them() -> None:
    assert {case.kind for case in CASES} == set(CaseKind)


def lying(player: dict[str, Any], melds: Melds) -> list[Cards]:
    """Give a player's melds as the expectation has them, without groups that are none."""
    groups = [frozenset(group.split()[1:]) for group in player["melds"] if not group.startswith("none")]
    return [group for group in groups if melds.within(group)]


@pytest.mark.parametrize("case", [case for case in CASES if case.kind == CaseKind.SHOWDOWN], ids=lambda case: case.id)
def test_the_hindsight_of_a_case_is_what_trying_everything_finds(case: Case) -> None:
    """The best that was in the cards needs no ruling, so that every case is held against the plain search too."""
    document = case.document
    print_is_sound = not any(fault.startswith("print-broken") for fault in case.expect["faults"])
    letters = dict.fromkeys(DECK, "") | (document.get("print") or document.get("gems") or {})
    melds = all_melds(letters if print_is_sound else None, document.get("dice"))
    players = case.expect["players"]
    reasons = [*players[document["knocker"]]["lines"], *case.expect["faults"]]
    closed = any(reason.startswith(("gin-bonus", "big-gin-bonus", "lay-off-on-gin")) for reason in reasons)
    for given in document["players"]:
        name, shown = given["name"], players[given["name"]]
        if "deadwood_points" in given:
            continue
        hand = frozenset([*given.get("cards", []), *given.get("deadwood", []), *chain(*given.get("melds", []))])
        others = [
            other
            for other in players
            if other != name
            and name != document["knocker"]
            and document["game"] != "knock-rummy"
            and not (other == document["knocker"] and closed)
        ]
        on_table = tuple(chain.from_iterable(lying(players[other], melds) for other in others))
        assert shown["best_deadwood_points"] == least_with_lay_offs(hand, on_table, melds), name


def test_the_cases_of_a_rule_are_found() -> None:
    assert [case.id for case in cases_of("R.17")] == [case.id for case in CASES if "R.17" in case.rules]
    assert cases_of("no such rule") == []
