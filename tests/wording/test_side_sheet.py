"""A sheet in rounds in the terminal: sides as columns, the hands of a round below it, and who plays next."""

from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.wording.side_sheet import coming_words
from companion.wording.terminal import TerminalStyle, sheet_table

PARTNERS: dict[str, Any] = {
    "form": "partners",
    "players": ["Ann", "Bob", "Cid", "Dee"],
    "sides": [["Ann", "Cid"], ["Bob", "Dee"]],
}
CAPTAIN: dict[str, Any] = {
    "form": "captain",
    "players": ["Ann", "Bob", "Cid"],
    "sides": [["Ann"], ["Bob", "Cid"]],
}
CUTTHROAT: dict[str, Any] = {"form": "cutthroat", "players": ["Ann", "Bob", "Cid"]}


def hand(knocker: str, **counts: int) -> dict[str, Any]:
    return {"knocker": knocker, "players": [{"name": name, "deadwood_points": at} for name, at in counts.items()]}


def sheet(table: dict[str, Any], *hands: dict[str, Any], width: int | None = None, **house_rules: object) -> list[str]:
    document = {"game": "gin-rummy", "first_dealer": "Ann", **table, "house_rules": house_rules, "hands": [*hands]}
    return sheet_table(document, score_document(document), TerminalStyle(columns=width)).splitlines()


def test_partners_in_a_round_that_is_not_over() -> None:
    overruled = {"points": {"Cid": 0, "Bob": 40}, "winner": "Bob", "reason": "miscounted", "by": "Ann"}
    assert sheet(
        PARTNERS,
        {**hand("Ann", Ann=2, Bob=17), "note": "rain"},
        {"drawn": True},
        {"drawn": True, "dealer": "Dee"},
        {**hand("Cid", Cid=3, Bob=9), "overruled": overruled},
        hand("Ann", Ann=0, Bob=10),
    ) == [
        "Gin Rummy, partners, to 125 points",
        "",
        "Round  Dealer       Ann & Cid  total  Bob & Dee  total",
        "    1  Ann and Cid        15*     15         0       0",
        "      Ann 15, Bob 0",
        "      rain",
        "      Cid and Dee: drawn",
        "    2  Dee and Cid         0      15        40*     40",
        "      Ann and Dee: drawn",
        "      Bob 40, Cid 0",
        "      overruled by Ann: miscounted",
        "    3  Bob                        15                40",
        "      Ann 35, Bob 0",
        "       Total                      15                40",
        "",
        "* won the round",
        "Bob & Dee lead, 85 points from 125. Cid plays Dee. Dee deals.",
    ]


def test_partners_who_won() -> None:
    assert sheet(PARTNERS, hand("Ann", Ann=2, Bob=32), {"drawn": True}, target=30, stake_per_point=10)[-4:] == [
        "* won the round",
        "Ann and Cid win.",
        "Bob owes Ann 3.00: 30 points at 0.10.",
        "Dee owes Cid 3.00: 30 points at 0.10.",
    ]


def test_sides_on_a_narrow_terminal() -> None:
    lines = sheet(PARTNERS, hand("Ann", Ann=2, Bob=17), {"drawn": True}, width=30)
    assert all(len(line) <= 30 for line in lines)
    assert lines[3:5] == ["Round  Dealer  Ann &…  Bob &…", "    1  Ann a…     15*      0"]


def test_a_round_of_drawn_hands_has_no_points_and_no_winner() -> None:
    assert sheet(PARTNERS, {"drawn": True}, {"drawn": True})[2:] == [
        "Round  Dealer       Ann & Cid  total  Bob & Dee  total",
        "    1  Ann and Cid         –       0         –       0",
        "      Ann and Bob: drawn",
        "      Cid and Dee: drawn",
        "       Total                       0                 0",
        "",
        "Ann & Cid and Bob & Dee are tied, 125 points from 125. Ann plays Dee and Cid plays Bob. Ann and Cid",
        "deal.",
    ]


def test_a_captain_leads_alone_and_somebody_sits_out() -> None:
    lines = sheet(CAPTAIN, hand("Ann", Ann=2, Bob=17))
    assert lines[0] == "Gin Rummy, captain's play, to 100 points"
    assert lines[-1] == "Ann leads, 85 points from 100. Ann plays Cid. Cid deals. Bob sits out."


def test_bonuses_of_sides_stand_below_the_sheet() -> None:
    lines = sheet(CAPTAIN, hand("Bob", Ann=40, Bob=2), target=30, game_bonus=100)
    assert lines[-6:] == [
        "* won the round",
        "Bob & Cid: Game bonus: first to the target, +100.",
        "Total: Ann 0, Bob & Cid 138.",
        "Bob & Cid win by 138.",
        "Ann owes Bob 138 points.",
        "Ann owes Cid 138 points.",
    ]


def test_three_games_of_sides_at_once() -> None:
    lines = sheet(
        PARTNERS, hand("Ann", Ann=2, Bob=32), {"drawn": True}, hand("Dee", Ann=12, Dee=2), target=30, columns=3
    )
    assert [line for line in lines if "ount" in line] == ["      Counts for Ann & Cid in game 1. Ends game 1."]
    assert lines[-5:] == [
        "Game 1: Ann & Cid win by 30.",
        "Total: Ann & Cid 30, Bob & Dee 0.",
        "Game 2: Ann & Cid 0, Bob & Dee 0.",
        "Game 3: Ann & Cid 0, Bob & Dee 0.",
        "Cid plays Bob. Cid deals.",
    ]


def test_cutthroat_has_a_column_for_each_player() -> None:
    assert sheet(CUTTHROAT, hand("Ann", Ann=5, Bob=25), hand("Cid", Ann=54, Cid=4), target=50)[3:] == [
        "Round  Dealer  Ann  total  Bob  total  Cid  total",
        "    1  Ann     20*     20   0       0   0       0",
        "      Ann 20, Bob 0",
        "    2  Cid      0      20   0       0  50*     50",
        "      Ann 0, Cid 50",
        "       Total           20           0          50",
        "",
        "* won the round",
        "Cid wins.",
        "Ann owes Cid 30 points.",
        "Bob owes Ann 20 points.",
        "Bob owes Cid 50 points.",
    ]


@pytest.mark.parametrize(
    ("coming", "words"),
    [
        ({"pairs": [["Ann", "Bob"]], "dealers": ["Bob"], "sits_out": "Cid"}, "Ann plays Bob. Bob deals. Cid sits out."),
        (
            {"pairs": [["Ann", "Bob"], ["Cid", "Dee"]], "dealers": ["Ann", "Cid"], "sits_out": None},
            "Ann plays Bob and Cid plays Dee. Ann and Cid deal.",
        ),
    ],
)
def test_who_plays_next(coming: dict[str, Any], words: str) -> None:
    assert coming_words(coming) == words
