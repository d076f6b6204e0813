"""Random games with bonuses, Hollywood, Oklahoma and Straight Gin against a plain scorer that was written apart.

The plain scorer is right where the printed games of the register are: it scores them like everybody who compares.
"""

from collections import Counter

import pytest

from companion.register.cases import Case, CaseKind, cases
from companion.rules.rummy.match import EndCode
from tests.support.rummy.gin_columns_reference import paper_sheet
from tests.support.rummy.gin_comparison import compare, compare_after_corrections
from tests.support.rummy.random_gin_games import NAMES, VARIANTS, filed, random_game, random_rules
from tests.support.seeds import random_sources

GAMES = 100
"""Of each variant; `python -m bench gin_tables` plays 5,000."""
WORKED = [
    case
    for case in cases().values()
    if case.kind == CaseKind.GAME and "form" not in case.document and case.expect.keys() & {"columns", "settlement"}
]


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case.id)
def test_worked_games_come_out_as_on_paper(case: Case) -> None:
    compare({"house_rules": {}, **case.document})


@pytest.mark.random
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_come_out_as_on_paper(variant: str) -> None:
    met: Counter[str] = Counter()
    for _, rng in random_sources(GAMES):
        rules = random_rules(rng, variant)
        game = random_game(rng, rules)
        compare(game)
        sheet = paper_sheet(rules, NAMES, [filed(hand, rules) for hand in game["hands"]])
        met["finished"] += sheet["over"]
        codes = {line["code"] for column in sheet["columns"] for line in column["lines"]}
        met.update(codes)
        met["debts"] += sheet["settlement"] is not None
    assert min(met[key] for key in (*EndCode, "finished", "debts")) > 0, met


@pytest.mark.random
def test_correcting_striking_and_restoring_files_every_later_hand_again() -> None:
    for _, rng in random_sources(GAMES):
        compare_after_corrections(rng)
