"""Random games of Gin Rummy for three to eight against a plain scorer that was written apart.

The plain scorer is right where games were worked by hand, and scores the register's like everybody who compares.
"""

from collections import Counter
from typing import Any

import pytest

from companion.register.cases import Case, CaseKind, cases
from companion.rules.rummy.match import EndCode
from tests.support.rummy.gin_forms_comparison import compare_form, compare_form_after_corrections
from tests.support.rummy.gin_forms_reference import PaperGame
from tests.support.rummy.random_form_games import FORMS, random_form_game
from tests.support.seeds import random_sources

Document = dict[str, Any]

GAMES = 200
"""Of each form; `python -m bench gin_tables` plays 5,000."""
WORKED = [
    case
    for case in cases().values()
    if case.kind == CaseKind.GAME and "form" in case.document and "error" not in case.expect
]


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case.id)
def test_worked_games_of_each_form_come_out_as_on_paper(case: Case) -> None:
    compare_form(case.document)


def won(winner: str, loser: str, points: int) -> Document:
    """Knock with 1 and win so many points, in a hand that names the loser first."""
    players = [{"name": loser, "deadwood_points": points + 1}, {"name": winner, "deadwood_points": 1}]
    return {"knocker": winner, "players": players}


def undercut(winner: str, loser: str, points: int) -> Document:
    """Win so many points, 25 among them for the undercut."""
    players = [{"name": winner, "deadwood_points": 1}, {"name": loser, "deadwood_points": points - 24}]
    return {"knocker": loser, "players": players}


def checked(document: Document) -> Document:
    compare_form(document)
    return PaperGame(document).told()


def test_partners_score_what_they_are_ahead_by() -> None:
    sheet = checked(
        {
            "game": "gin-rummy",
            "form": "partners",
            "players": ["Ann", "Xen", "Bob", "Yan"],
            "sides": [["Ann", "Bob"], ["Xen", "Yan"]],
            "first_dealer": "Yan",
            "house_rules": {"target": 30, "stake_per_point": 5, "game_bonus": 10, "box_bonus": 20, "undercut_boxes": 1},
            "hands": [
                won("Ann", "Xen", 16),
                won("Bob", "Yan", 12),
                won("Yan", "Ann", 7),
                {"drawn": True},
                won("Ann", "Xen", 6),
                undercut("Yan", "Bob", 29),
            ],
        }
    )
    assert [hand["dealer"] for hand in sheet["hands"]] == ["Xen", "Yan", "Ann", "Bob", "Xen", "Yan"]
    assert [played["points"] for played in sheet["rounds"]] == [[28, 0], [0, 7], [0, 23]]
    assert (sheet["over"], sheet["side_totals"], sheet["winners"]) == (True, [28, 30], ["Xen", "Yan"])
    assert sheet["final"] == [48, 100]
    assert sheet["totals"] == {"Ann": 22, "Xen": 0, "Bob": 12, "Yan": 36}
    assert sheet["settlement"] == [
        {"from": ["Ann"], "to": ["Xen"], "points": 52, "amount": 260, "rule": "R.40"},
        {"from": ["Bob"], "to": ["Yan"], "points": 52, "amount": 260, "rule": "R.40"},
    ]


def test_who_lost_most_to_the_captains_gives_way() -> None:
    sheet = checked(
        {
            "game": "gin-rummy",
            "form": "captain",
            "players": ["Zed", "Yan", "Xen", "Bob", "Ann"],
            "sides": [["Ann", "Bob"], ["Xen", "Yan", "Zed"]],
            "first_dealer": "Ann",
            "hands": [won("Yan", "Bob", 5), won("Ann", "Xen", 20), won("Zed", "Ann", 40), won("Bob", "Yan", 30)],
        }
    )
    assert [hand["dealer"] for hand in sheet["hands"]] == ["Bob", "Ann", "Zed", "Yan"]
    assert [played["points"] for played in sheet["rounds"]] == [[15, 0], [0, 10]]
    assert sheet["next"] == {
        "pairs": [["Ann", "Zed"], ["Bob", "Yan"]],
        "dealers": ["Ann", "Bob"],
        "sits_out": "Xen",
    }
    assert sheet["settlement"] == []


def test_two_captains_settle_with_each_of_the_three() -> None:
    sheet = checked(
        {
            "game": "gin-rummy",
            "form": "captain",
            "players": ["Zed", "Yan", "Xen", "Bob", "Ann"],
            "sides": [["Ann", "Bob"], ["Xen", "Yan", "Zed"]],
            "first_dealer": "Yan",
            "house_rules": {"target": 30},
            "hands": [won("Ann", "Xen", 20), won("Bob", "Yan", 5), won("Zed", "Ann", 40), won("Yan", "Bob", 30)],
        }
    )
    captains = ["Ann", "Bob"]
    assert sheet["settlement"] == [
        {"from": captains, "to": [name], "points": 45, "rule": "T.captain-pays"} for name in ("Zed", "Yan", "Xen")
    ]


def test_three_settle_each_with_each_of_the_others() -> None:
    sheet = checked(
        {
            "game": "gin-rummy",
            "form": "cutthroat",
            "players": ["Ann", "Bob", "Cid"],
            "first_dealer": "Bob",
            "house_rules": {"game_bonus": 100, "shutout_bonus": 100, "stake_per_point": 1},
            "hands": [won("Ann", "Bob", 85), undercut("Cid", "Ann", 28), won("Cid", "Bob", 30), won("Ann", "Cid", 20)],
        }
    )
    assert [hand["dealer"] for hand in sheet["hands"]] == ["Bob", "Cid", "Bob", "Ann"]
    assert sheet["final"] == [205, 0, 58]
    assert sheet["won_by"] == {"side": 0, "points": 147}
    assert sheet["settlement"] == [
        {"from": ["Bob"], "to": ["Ann"], "points": 305, "amount": 305, "rule": "T.cutthroat-pays"},
        {"from": ["Bob"], "to": ["Cid"], "points": 58, "amount": 58, "rule": "T.cutthroat-pays"},
        {"from": ["Cid"], "to": ["Ann"], "points": 147, "amount": 147, "rule": "T.cutthroat-pays"},
    ]


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
@pytest.mark.parametrize("form", FORMS)
def test_random_games_of_each_form_come_out_as_on_paper(form: str) -> None:
    met: Counter[str] = Counter()
    for _, rng in random_sources(GAMES):
        game = random_form_game(rng, form)
        compare_form(game)
        sheet = PaperGame(game).told()
        met["finished"] += sheet["over"]
        met["debts"] += bool(sheet.get("settlement"))
        met["drawn rounds"] += any(
            all(sheet["hands"][number - 1]["drawn"] for number in played["hands"]) for played in sheet["rounds"]
        )
        met["incomplete rounds"] += len(sheet["hands"]) > sum(len(played["hands"]) for played in sheet["rounds"])
        met["played on"] += plays_on(game)
        met.update({line["code"] for column in sheet.get("columns", ()) for line in column["lines"]})
    expected = {*EndCode, "finished", "debts", "drawn rounds", "incomplete rounds"}
    if form == "cutthroat":
        # The flat bonus is settled, each hand is a round, and two of three may reach the target together.
        expected = expected - {EndCode.SHUTOUT_BONUS, "incomplete rounds"} | {"played on"}
    assert min(met[key] for key in expected) > 0, met


@pytest.mark.random
@pytest.mark.parametrize("form", FORMS)
def test_correcting_and_striking_files_every_later_round_again(form: str) -> None:
    for _, rng in random_sources(GAMES // 2):
        compare_form_after_corrections(form, rng)
