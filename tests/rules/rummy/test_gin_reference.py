"""Games of Gin Rummy as real tables score it, of two and of more, against a plain scorer that was written apart.

The plain scorer is right where the register's games were worked by hand: it scores them like everybody who compares.
"""

from collections import Counter

import pytest

from companion.register.cases import Case, CaseKind, cases
from companion.rules.rummy.match import EndCode
from tests.support.documents import Document
from tests.support.rummy.gin_comparison import compare, compare_after_corrections
from tests.support.rummy.gin_reference import TWO, PaperGame
from tests.support.rummy.random_gin_games import FORMS, VARIANTS, random_gin_game
from tests.support.seeds import random_sources

GAMES = 100
"""Of each variant and form; `python -m bench gin_tables` plays 5,000."""
WORKED = [
    case
    for case in cases().values()
    if case.kind == CaseKind.GAME and case.document["game"] == "gin-rummy" and "error" not in case.expect
    if "form" in case.document or case.expect.keys() & {"columns", "settlement"}
]


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case.id)
def test_worked_games_come_out_as_on_paper(case: Case) -> None:
    compare(case.document)


def plays_on(game: Document) -> bool:
    """Say whether a game would have ended earlier if level players didn't play on."""
    rules = {**game["house_rules"], "tie_break": "final-hand"}
    shorter = PaperGame({**game, "house_rules": rules, "hands": []})
    for hand in game["hands"]:
        if shorter.over:
            return True
        shorter.add(hand)
    return False


@pytest.mark.random
@pytest.mark.parametrize(
    ("form", "variant"), [(TWO, variant) for variant in VARIANTS] + [(form, "") for form in FORMS[1:]]
)
def test_random_games_come_out_as_on_paper(form: str, variant: str) -> None:
    met: Counter[str] = Counter()
    for _, rng in random_sources(GAMES):
        game = random_gin_game(rng, form, variant)
        compare(game)
        sheet = PaperGame(game).told()
        hands, rounds = sheet["hands"], sheet.get("rounds", [])
        met["finished"] += sheet["over"]
        met["debts"] += bool(sheet.get("settlement"))
        met["drawn rounds"] += any(all(hands[number - 1]["drawn"] for number in played["hands"]) for played in rounds)
        met["incomplete rounds"] += len(hands) > sum(len(played["hands"]) for played in rounds)
        met["played on"] += plays_on(game)
        met.update({line["code"] for column in sheet.get("columns", ()) for line in column["lines"]})
    expected = {*EndCode, "finished", "debts"}
    if form != TWO:
        expected |= {"drawn rounds", "incomplete rounds"}
    if form == "cutthroat":
        # The flat bonus is settled, each hand is a round, and two of three may reach the target together.
        expected = expected - {EndCode.SHUTOUT_BONUS, "incomplete rounds"} | {"played on"}
    assert min(met[key] for key in expected) > 0, met


@pytest.mark.random
@pytest.mark.parametrize("form", FORMS)
def test_correcting_striking_and_restoring_files_every_later_hand_again(form: str) -> None:
    for _, rng in random_sources(GAMES):
        compare_after_corrections(rng, form)
