"""Every numbered case against its complete expectation."""

from itertools import chain
from typing import Any

import pytest

from companion.documents.showdown import DECK_KEYS, read_showdown, write_hand
from companion.register.cases import Case, CaseKind, cases, cases_of
from tests.support.outcomes import outcome
from tests.support.rummy.reference import DECK, Cards, Melds, all_melds, least_with_lay_offs

CASES = list(cases().values())
SHOWDOWNS = [case for case in CASES if case.kind == CaseKind.SHOWDOWN]


def comparable(case: Case, result: Any) -> Any:  # noqa: ANN401
    """Return a result without nulls, and with sorted lists where the order doesn't matter.

    Faults and lines come in any order, and so do lay-offs that the app found.
    """
    match result:
        case dict():
            kept = {key: comparable(case, value) for key, value in result.items() if value is not None}
            free = ("faults", "lines", *(() if "lay_offs" in case.document else ("laid_off", "lay_offs")))
            return {key: sorted(value) if key in free and flat(value) else value for key, value in kept.items()}
        case list() | tuple():
            return [comparable(case, value) for value in result]
        case _:
            return result


def flat(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_has_the_result_worked_out_by_hand(case: Case) -> None:
    assert comparable(case, outcome(case)) == comparable(case, case.expect)


def test_there_are_cases_of_every_kind() -> None:
    assert {case.kind for case in CASES} == set(CaseKind)


def real_melds(player: dict[str, Any], melds: Melds) -> list[Cards]:
    """Return a player's melds in the expectation, without groups that aren't melds."""
    groups = [frozenset(group.split()[1:]) for group in player["melds"] if not group.startswith("none")]
    return [group for group in groups if melds.within(group)]


@pytest.mark.parametrize("case", SHOWDOWNS, ids=lambda case: case.id)
def test_the_hand_of_a_case_is_written_as_it_was_read(case: Case) -> None:
    said_by_the_game = {"game", "house_rules", *DECK_KEYS}
    hand = {key: value for key, value in case.document.items() if key not in said_by_the_game}
    assert write_hand(read_showdown(case.document)) == hand


@pytest.mark.parametrize("case", SHOWDOWNS, ids=lambda case: case.id)
def test_the_best_deadwood_of_a_case_is_what_the_reference_finds(case: Case) -> None:
    """The least deadwood needs no ruling, so every case is compared with the reference search too."""
    document = case.document
    print_is_sound = not any(fault.startswith("print-broken") for fault in case.expect["faults"])
    letters = dict.fromkeys(DECK, "") | (document.get("print") or document.get("gems") or {})
    melds = all_melds(letters if print_is_sound else None, document.get("dice"))
    players = case.expect["players"]
    reasons = [*players[document["knocker"]]["lines"], *case.expect["faults"]]
    closed = any(reason.startswith(("gin-bonus", "big-gin-bonus", "lay-off-on-gin")) for reason in reasons)
    for entered in document["players"]:
        name, shown = entered["name"], players[entered["name"]]
        if "deadwood_points" in entered:
            continue
        hand = frozenset([*entered.get("cards", []), *entered.get("deadwood", []), *chain(*entered.get("melds", []))])
        others = [
            other
            for other in players
            if other != name
            and name != document["knocker"]
            and document["game"] != "knock-rummy"
            and not (other == document["knocker"] and closed)
        ]
        on_table = tuple(chain.from_iterable(real_melds(players[other], melds) for other in others))
        assert shown["best_deadwood_points"] == least_with_lay_offs(hand, on_table, melds), name


def test_the_cases_of_a_rule_are_found() -> None:
    assert [case.id for case in cases_of("R.17")] == [case.id for case in CASES if "R.17" in case.rules]
    assert cases_of("no such rule") == []
