"""What the documents of Gem II say beside the cases: remarks, refusals of the reader, the sample of the formats."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.gem2 import next_member, read_duel
from companion.rules.gem2.duel import score_duel
from companion.rules.gem2.faults import EntryFault
from companion.rules.gem2.lines import CardCode
from companion.rules.gem2.moves import MoveFault
from tests.support.documents import error_of

SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "rounds": []}
DUEL = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1, "rounds": []}
BOARD = {"game": "gem-ii", "level": 1, "piles": [["IIIR", "VE"], ["XM"], ["IXH"], []]}
TURN = {"penalty": "pass-turn", "caller": "Ann", "correct": True}


DEAL = "rounds[0].deals[0]"


def solo(**more: object) -> dict[str, Any]:
    return {**SOLO, **more}


def duel(**more: object) -> dict[str, Any]:
    return {**DUEL, **more}


def in_deal(**keys: object) -> dict[str, Any]:
    return duel(rounds=[{"deals": [{"removed": 0, **keys}]}])


@pytest.mark.parametrize(
    ("document", "code", "where"),
    [
        ({}, "missing-key", "game"),
        (solo(game="gem-ii-trio"), "wrong-value", "game"),
        (solo(game=["gem-ii"]), "unknown-key", "level"),
        (solo(color=1), "unknown-key", "color"),
        (solo(at="yesterday"), "wrong-value", "at"),
        (solo(note=5), "wrong-type", "note"),
        (solo(place=5), "wrong-type", "place"),
        (solo(players=[""]), "name-empty", "players[0]"),
        (solo(level=True), "wrong-type", "level"),
        (solo(rounds={}), "wrong-type", "rounds"),
        (solo(rounds=[{"deals": [1.0]}]), "wrong-type", DEAL),
        (solo(rounds=[{"deals": [True]}]), "wrong-type", DEAL),
        (solo(rounds=[{"deals": [-1]}]), "wrong-value", DEAL),
        (solo(rounds=[{"deals": [], "bonus_rounds": [[]]}]), "wrong-type", "rounds[0].bonus_rounds[0]"),
        (duel(players=["Ann", "Ann"]), "name-repeated", "players[1]"),
        (duel(players=["Ann", "Bob", "Cid"]), "player-count", "players"),
        (duel(first_dealer="Cid"), "not-at-the-table", "first_dealer"),
        (duel(timer=0), "wrong-value", "timer"),
        (duel(teams=[["A", "B"], ["C", "A"]]), "name-repeated", "teams"),
        (duel(rounds=[{}]), "missing-key", "rounds[0].deals"),
        (duel(rounds=[{"deals": [], "counted": {}}]), "unknown-key", "rounds[0].deals"),
        (duel(rounds=[{"counted": {"remaining": 6}}]), "missing-key", "rounds[0].counted.cards"),
        (duel(rounds=[{"counted": {"remaining": 4, "cards": {"C": 0}}}]), "unknown-key", "rounds[0].counted.cards.C"),
        (duel(rounds=[{"deals": [], "incorrect_deal": ["A"]}]), "wrong-value", "rounds[0].incorrect_deal[0]"),
        (duel(rounds=[{"deals": [], "announced_eight": 1}]), "wrong-type", "rounds[0].announced_eight"),
        (in_deal(bets=[True]), "wrong-type", f"{DEAL}.bets[0]"),
        (in_deal(bets=5), "wrong-type", f"{DEAL}.bets"),
        (in_deal(calls=[{"penalty": "pass-turn", "caller": "Ann"}]), "missing-key", f"{DEAL}.calls[0].correct"),
        (in_deal(calls=[{**TURN, "caller": "Cid"}]), "not-at-the-table", f"{DEAL}.calls[0].caller"),
        (in_deal(calls=[{**TURN, "penalty": "yawning"}]), "wrong-value", f"{DEAL}.calls[0].penalty"),
        (in_deal(calls=[{**TURN, "on_self": True}]), "call-on-oneself", f"{DEAL}.calls[0]"),
    ],
)
def test_a_game_that_cannot_be_read(document: object, code: str, where: str) -> None:
    assert error_of(score_document, document) == (code, where)


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"piles": [[5], [], [], []]}, "unknown-card", "piles[0][0]"),
        ({"piles": [["?"] * 41, [], [], []]}, "too-many", "piles[0]"),
        ({"best": 1}, "wrong-type", "best"),
        ({"claimed": {}}, "missing-key", "claimed.move"),
        ({"claimed": {"pass": False}}, "wrong-value", "claimed.pass"),
        ({"claimed": {"pass": 1}}, "wrong-type", "claimed.pass"),
        ({"claimed": {"pass": True, "card": "VE"}}, "unknown-key", "claimed.card"),
        ({"claimed": {"move": 4, "card": "VE"}}, "wrong-value", "claimed.move"),
        ({"claimed": {"move": 1, "card": "VE", "onto": 1}}, "unknown-key", "claimed.onto"),
        ({"claimed": {"move": 1, "cards": ["VE", "VE"]}}, "wrong-value", "claimed.cards"),
        ({"claimed": {"move": 3, "card": "VE", "onto": 4}}, "wrong-value", "claimed.onto"),
        ({"claimed": {"move": 3, "card": "?", "onto": 1}}, "unknown-card", "claimed.card"),
        ({"game": "gem-ii-solo"}, "wrong-value", "game"),
    ],
)
def test_a_board_that_cannot_be_read(change: dict[str, object], code: str, where: str) -> None:
    assert error_of(moves_document, {**BOARD, **change}) == (code, where)


def test_remarks_change_nothing_and_an_overruling_says_by_whom_and_why() -> None:
    counted = {"counted": {"remaining": 10, "cards": {"Ann": 15, "Bob": 15}}}
    remarks = {"at": "2026-11-21", "note": "at Bob's"}
    plain = score_document({**DUEL, "rounds": [counted]})
    assert score_document({**DUEL, **remarks, "place": "club", "rounds": [{**counted, **remarks}]}) == plain
    overruling = {"points": {"Ann": 60, "Bob": 80}, "winner": None, "reason": "cards mixed up", "by": "Bob"}
    card: Any = score_document({**DUEL, "rounds": [{**counted, "overruled": overruling}]})
    assert card["rounds"][0]["overruled"] == {"reason": "cards mixed up", "by": "Bob"}
    for change, where in (
        ({"reason": " "}, "reason"),
        ({"winner": "Cid"}, "winner"),
        ({"points": {"Ann": 1}}, "points.Bob"),
    ):
        spoiled = {**DUEL, "rounds": [{**counted, "overruled": {**overruling, **change}}]}
        assert error_of(score_document, spoiled)[1] == f"rounds[0].overruled.{where}"


@pytest.mark.parametrize(
    ("teams", "rounds", "member", "number"),
    [([["Ann", "Cid"], ["Bob", "Dee"]], 0, "Bob", 1), ([["Ann", "Cid"], ["Bob", "Dee"]], 6, "", 0), (None, 0, "", 1)],
)
def test_the_next_turn_names_its_round_and_its_player(
    teams: list[list[str]] | None, rounds: int, member: str, number: int
) -> None:
    counted = {"counted": {"remaining": 6, "cards": {"Red": 25, "Blue": 9}}}
    game = {**DUEL, "players": ["Red", "Blue"], "first_dealer": "Red", "rounds": [counted] * rounds}
    record = read_duel({**game, "teams": teams} if teams else game)
    card = score_duel(record.rounds)
    assert (next_member(record, card), card.next_round) == (member, number)


def called(penalty: str, **more: object) -> dict[str, object]:
    return {"penalty": penalty, "caller": "Bob", "correct": True, **more}


def counted(remaining: int, ann: int, bob: int) -> dict[str, object]:
    return {"remaining": remaining, "cards": {"Ann": ann, "Bob": bob}}


MISCALLED = {"penalty": "incorrect-deal", "caller": "Bob", "correct": False}
NOTHING = {"removed": 0}
MISDEALT = {"counted": counted(4, 17, 19), "incorrect_deal": ["C"], "announced_eight": False}
UNSETTLED = {"removed": 1, "bets": [5], "finished_by_opponent": 2, "calls": [called("wrong-move")]}
X_TAKEN = {"removed": 3, "bets": [5], "calls": [called("last-round-4x")]}
OWNED_UP = {"removed": 5, "bets": [5], "calls": [called("last-round-4x", on_self=True)]}
SLOW = {"removed": 3, "finished_by_opponent": 4, "bets": [5]}
DEALS = ({"removed": 0, "calls": [called("incorrect-deal")]}, {"removed": 0, "calls": [MISCALLED]})
# Bob loses his jewel to Ann, who then bets with both.
BETS = ({"removed": 0, "bets": [5]}, {"removed": 6, "bets": [5, 5]})
TURNED = "Ann dealt but didn't have the last turn, so the dealer points change sides"
IN_FULL = "in full: a short last deal, or eight cards not announced, cost only the dealer"
OPEN = "bet-unsettled: Bet on 5 neither won nor lost"
SLOWLY = "3 cards removed in deal 3 before time ran out; only Bob's own cards count"
SAID: list[tuple[dict[str, Any], list[str]]] = [
    (
        MISDEALT,
        [
            "Ann dealer-not-last: Dealt, but didn't have the last turn: the dealer points are Bob's",
            f"Bob cards-remaining: Four X's left on the board; {TURNED}, {IN_FULL}",
        ],
    ),
    (
        {"counted": counted(5, 17, 18), "incorrect_deal": ["C"]},
        [f"Bob cards-remaining: 5 cards left on the board; {TURNED}"],
    ),
    (
        {"deals": [NOTHING, UNSETTLED]},
        [
            f"Ann {OPEN}: a penalty ended the turn in deal 2, and Bob keeps the Betting Jewel",
            "Bob called: Called Wrong Move on Ann in deal 2",
        ],
    ),
    # The jewel goes to the caller; where the round ended there is none to keep (R.26).
    (
        {"deals": [NOTHING, {"removed": 1}, OWNED_UP]},
        [
            "Ann confessed-by-other: Bob owned up to Last Round 4X in deal 3: Bob had taken off an X",
            f"Bob {OPEN}: the betting side's own penalty ended the round in deal 3",
        ],
    ),
    (
        {"deals": [NOTHING, {"removed": 1}, X_TAKEN]},
        [
            f"Bob {OPEN}: the round ended in deal 3 before it was won",
            "Bob called: Called Last Round 4X on Ann in deal 3: Ann had taken off an X",
        ],
    ),
    ({"deals": [NOTHING, NOTHING, SLOW]}, [f"Ann bet-lost-by-other: Bob's bet on 5 lost: {SLOWLY}"]),
    (
        {"deals": [*BETS]},
        [f"Ann bet-won: {one} bet on 5 won: 6 cards removed in deal 2" for one in ("First", "Second")],
    ),
    (
        {"deals": [*DEALS]},
        [
            "Ann miscalled-by-other: Bob wrongly called Incorrect Deal (two cards at once) in deal 2",
            "Bob called: Called Incorrect Deal (two cards at once) on Ann in deal 1",
        ],
    ),
]


@pytest.mark.parametrize(("played", "said"), SAID)
def test_a_row_says_what_happened(played: object, said: list[str]) -> None:
    """Ann deals."""
    card: Any = score_document({**DUEL, "rounds": [played]})
    players = card["rounds"][0]["players"]
    lines = [f"{name} {line['code']}: {line['text']}" for name in players for line in players[name]["lines"]]
    asked = {one.partition(":")[0] for one in said}
    assert sorted(line for line in lines if line.partition(":")[0] in asked) == said


def test_the_row_of_a_lost_bonus_round_says_which_one_filled_it() -> None:
    four_left, lost = [0, *[4] * 9], [0, *[4] * 7, 3]
    card: Any = score_document({**SOLO, "rounds": [{"deals": four_left, "bonus_rounds": [{"deals": lost}]}]})
    assert [(line["points"], line["text"], line["rule"]) for line in card["rows"][1]["lines"]] == [
        (0, "Bonus round 1 of round 1 was lost, so it fills this row", "II.bonus.lost"),
        (5, "5 cards left on the board", "II.solo.dealer-points"),
    ]


def test_a_move_and_its_faults_are_told() -> None:
    answer: Any = moves_document({**BOARD, "claimed": {"move": 3, "card": "VE", "onto": 1}})
    assert [move["text"] for move in answer["moves"]] == ["Move 2: V Emerald goes into the empty space of pile 4."]
    assert [fault["message"] for fault in answer["claimed"]["faults"]] == [
        "V Emerald and X Marquis are both green.",
        "V Emerald and X Marquis aren't one numeral apart.",
    ]


def test_the_examples_of_the_format_page_are_answered() -> None:
    page = Path(__file__).parents[2] / "docs" / "formats-gem2.md"
    alone, of_two, board = map(json.loads, re.findall(r"```json\n(.*?)```", page.read_text("utf-8"), re.DOTALL))
    card: Any = score_document(alone)
    assert [row["total"] for row in card["rows"]] == [10, 8, 0]
    card = score_document(of_two)
    assert card["rounds"][0]["players"]["Ann"]["total"] == 40 + 125 + 50
    assert card["next"]["turn"] == "Ann"
    answer: Any = moves_document(board)
    assert answer["claimed"] == {"legal": True, "faults": []}
    assert answer["best"]["exact"]


def test_the_format_page_names_every_code() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats-gem2.md").read_text("utf-8")
    codes = [code.value for code in (*EntryFault, *CardCode, *MoveFault)]
    assert [code for code in codes if f"`{code}`" not in page and code != EntryFault.NEGATIVE] == []
