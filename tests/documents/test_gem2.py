"""What the documents of Gem II say beside the cases: remarks, refusals of the reader, the sample of the formats."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.documents.gem2 import next_member, read_duel
from companion.rules.gem2.duel import score_duel
from companion.rules.gem2.faults import EntryFault
from companion.rules.gem2.lines import CardCode
from companion.rules.gem2.moves import MoveFault
from companion.wording.document_errors import document_error_sentence

SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "rounds": []}
DUEL = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1, "rounds": []}
BOARD = {"game": "gem-ii", "level": 1, "piles": [["IIIR", "VE"], ["XM"], ["IXH"], []]}
TURN = {"penalty": "pass-turn", "caller": "Ann", "correct": True}


def without(document: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != key}


def in_round(**keys: object) -> dict[str, Any]:
    return {**DUEL, "rounds": [{"deals": [{"removed": 0, **keys}]}]}


@pytest.mark.parametrize(
    ("document", "code", "where"),
    [
        ([], "wrong-type", ""),
        ({}, "missing-key", "game"),
        ({**SOLO, "game": "gem-ii-trio"}, "wrong-value", "game"),
        ({**SOLO, "game": ["gem-ii"]}, "unknown-key", "level"),
        ({**SOLO, "color": 1}, "unknown-key", "color"),
        ({**SOLO, "at": "yesterday"}, "wrong-value", "at"),
        ({**SOLO, "note": 5}, "wrong-type", "note"),
        ({**SOLO, "players": [""]}, "name-empty", "players[0]"),
        ({**SOLO, "level": True}, "wrong-type", "level"),
        ({**SOLO, "rounds": {}}, "wrong-type", "rounds"),
        ({**SOLO, "rounds": [{"deals": [1.0]}]}, "wrong-type", "rounds[0].deals[0]"),
        ({**SOLO, "rounds": [{"deals": [True]}]}, "wrong-type", "rounds[0].deals[0]"),
        ({**SOLO, "rounds": [{"deals": [-1]}]}, "wrong-value", "rounds[0].deals[0]"),
        ({**SOLO, "rounds": [{"deals": [], "bonus_rounds": [[]]}]}, "wrong-type", "rounds[0].bonus_rounds[0]"),
        (without(SOLO, "level"), "missing-key", "level"),
        ({**DUEL, "players": ["Ann", "Ann"]}, "name-repeated", "players[1]"),
        ({**DUEL, "players": ["Ann", "Bob", "Cid"]}, "player-count", "players"),
        ({**DUEL, "first_dealer": "Cid"}, "not-at-the-table", "first_dealer"),
        ({**DUEL, "timer": 0}, "wrong-value", "timer"),
        ({**DUEL, "teams": [["A", "B"], ["C", "A"]]}, "name-repeated", "teams"),
        ({**DUEL, "rounds": [{}]}, "missing-key", "rounds[0].deals"),
        ({**DUEL, "rounds": [{"deals": [], "counted": {}}]}, "unknown-key", "rounds[0].deals"),
        ({**DUEL, "rounds": [{"counted": {"remaining": 6}}]}, "missing-key", "rounds[0].counted.cards"),
        ({**DUEL, "rounds": [{"deals": [], "incorrect_deal": ["A"]}]}, "wrong-value", "rounds[0].incorrect_deal[0]"),
        ({**DUEL, "rounds": [{"deals": [], "announced_eight": 1}]}, "wrong-type", "rounds[0].announced_eight"),
        (
            {**DUEL, "rounds": [{"counted": {"remaining": 40, "cards": {"Cid": 0}}}]},
            "unknown-key",
            "rounds[0].counted.cards.Cid",
        ),
        (in_round(bets=[True]), "wrong-type", "rounds[0].deals[0].bets[0]"),
        (in_round(bets=5), "wrong-type", "rounds[0].deals[0].bets"),
        (in_round(calls=[without(TURN, "correct")]), "missing-key", "rounds[0].deals[0].calls[0].correct"),
        (in_round(calls=[{**TURN, "caller": "Cid"}]), "not-at-the-table", "rounds[0].deals[0].calls[0].caller"),
        (in_round(calls=[{**TURN, "penalty": "yawning"}]), "wrong-value", "rounds[0].deals[0].calls[0].penalty"),
        (in_round(calls=[{**TURN, "on_self": True}]), "call-on-oneself", "rounds[0].deals[0].calls[0]"),
    ],
)
def test_a_game_that_cannot_be_read(document: object, code: str, where: str) -> None:
    with pytest.raises(DocumentError) as refused:
        score_document(document)
    assert (refused.value.code, refused.value.where) == (code, where)
    assert document_error_sentence(refused.value)


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"piles": [[5], [], [], []]}, "unknown-card", "piles[0][0]"),
        ({"piles": [["?"] * 41, [], [], []]}, "too-many", "piles[0]"),
        ({"best": 1}, "wrong-type", "best"),
        ({"claimed": {}}, "missing-key", "claimed.move"),
        ({"claimed": {"pass": False}}, "wrong-value", "claimed.pass"),
        ({"claimed": {"pass": True, "card": "VE"}}, "unknown-key", "claimed.card"),
        ({"claimed": {"move": 4, "card": "VE"}}, "wrong-value", "claimed.move"),
        ({"claimed": {"move": 1, "card": "VE", "onto": 1}}, "unknown-key", "claimed.onto"),
        ({"claimed": {"move": 1, "cards": []}}, "wrong-value", "claimed.cards"),
        ({"claimed": {"move": 1, "cards": ["VE", "VE"]}}, "wrong-value", "claimed.cards"),
        ({"claimed": {"move": 3, "card": "VE", "onto": 4}}, "wrong-value", "claimed.onto"),
        ({"claimed": {"move": 3, "card": "?", "onto": 1}}, "unknown-card", "claimed.card"),
        ({"game": "gem-ii-solo"}, "wrong-value", "game"),
    ],
)
def test_a_board_that_cannot_be_read(change: dict[str, object], code: str, where: str) -> None:
    with pytest.raises(DocumentError) as refused:
        moves_document({**BOARD, **change})
    assert (refused.value.code, refused.value.where) == (code, where)
    assert document_error_sentence(refused.value)


def test_remarks_change_nothing() -> None:
    remarks = {"at": "2026-11-21", "note": "at Bob's"}
    counted = {"counted": {"remaining": 10, "cards": {"Ann": 15, "Bob": 15}}}
    plain = score_document({**DUEL, "rounds": [counted]})
    assert score_document({**DUEL, **remarks, "rounds": [{**counted, **remarks}]}) == plain
    alone = score_document({**SOLO, "rounds": [{"deals": [0]}]})
    assert score_document({**SOLO, **remarks, "rounds": [{"deals": [0], **remarks}]}) == alone


def test_a_card_set_aside_says_by_whom_and_why() -> None:
    counted = {"counted": {"remaining": 10, "cards": {"Ann": 15, "Bob": 15}}}
    overruling = {"points": {"Ann": 60, "Bob": 80}, "winner": None, "reason": "cards mixed up", "by": "Bob"}
    card: Any = score_document({**DUEL, "rounds": [{**counted, "overruled": overruling}]})
    assert card["rounds"][0]["overruled"] == {"reason": "cards mixed up", "by": "Bob"}
    for change, where in (
        ({"reason": " "}, "reason"),
        ({"winner": "Cid"}, "winner"),
        ({"points": {"Ann": 1}}, "points.Bob"),
    ):
        with pytest.raises(DocumentError) as refused:
            score_document({**DUEL, "rounds": [{**counted, "overruled": {**overruling, **change}}]})
        assert refused.value.where == f"rounds[0].overruled.{where}"


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


def test_sentences_are_those_of_the_table() -> None:
    call = {"penalty": "wrong-move", "caller": "Bob", "correct": True}
    deals = [{"removed": 0}, {"removed": 1, "bets": [5], "finished_by_opponent": 2, "calls": [call]}]
    card: Any = score_document({**DUEL, "rounds": [{"deals": deals}]})
    players = card["rounds"][0]["players"]
    assert [line["text"] for line in players["Ann"]["lines"]] == [
        "1 card held, 5 points each",
        "Bet on 5 neither won nor lost: a penalty ended the turn in deal 2, and Bob keeps the Betting Jewel",
    ]
    assert [line["text"] for line in players["Bob"]["lines"]] == [
        "2 cards held, 5 points each",
        "Called Wrong Move on Ann in deal 2",
    ]
    answer: Any = moves_document({**BOARD, "claimed": {"move": 3, "card": "VE", "onto": 1}})
    assert [move["text"] for move in answer["moves"]] == ["Move 2: V Emerald goes into the empty space of pile 4."]
    assert [fault["message"] for fault in answer["claimed"]["faults"]] == [
        "V Emerald and X Marquis are both green.",
        "V Emerald and X Marquis aren't one numeral apart.",
    ]


def row_texts(played: object, name: str, code: str) -> list[str]:
    """Return what a side's lines of one code say in the only round of a game of Ann, who deals, and Bob."""
    card: Any = score_document({**DUEL, "rounds": [played]})
    lines = card["rounds"][0]["players"][name]["lines"]
    return [line["text"] for line in lines if line["code"] == code]


def called(penalty: str, caller: str, **more: object) -> dict[str, object]:
    return {"penalty": penalty, "caller": caller, "correct": True, **more}


@pytest.mark.parametrize(
    ("ending", "bob", "ann"),
    [
        (
            {"counted": {"remaining": 7, "cards": {"Ann": 17, "Bob": 16}}, "incorrect_deal": ["C"]},
            "7 cards left on the board; Ann dealt but didn't have the last turn, so the dealer points change sides",
            "Dealt, but didn't have the last turn: the dealer points are Bob's",
        ),
        (
            {
                "counted": {"remaining": 4, "cards": {"Ann": 17, "Bob": 19}},
                "incorrect_deal": ["C"],
                "announced_eight": False,
            },
            (
                "Four X's left on the board; Ann dealt but didn't have the last turn, so the dealer points change"
                " sides, in full: a short last deal, or eight cards not announced, cost only the dealer"
            ),
            "Dealt, but didn't have the last turn: the dealer points are Bob's",
        ),
    ],
)
def test_dealer_points_that_change_sides_say_why_on_both_rows(ending: object, bob: str, ann: str) -> None:
    assert row_texts(ending, "Bob", "cards-remaining") == [bob]
    assert row_texts(ending, "Ann", "dealer-not-last") == [ann]


def test_four_cards_left_are_named_as_the_four_x() -> None:
    counted = {"counted": {"remaining": 4, "cards": {"Ann": 20, "Bob": 16}}}
    assert row_texts(counted, "Ann", "cards-remaining") == ["Four X's left on the board"]


def test_a_bet_says_by_whose_fault_it_was_not_settled() -> None:
    """The jewel goes to the caller; where the round ended there is none to keep (R.26)."""
    start = [{"removed": 0}, {"removed": 1}]
    own = {"removed": 5, "bets": [5], "calls": [called("last-round-4x", "Bob", on_self=True)]}
    assert row_texts({"deals": [*start, own]}, "Bob", "bet-unsettled") == [
        "Bet on 5 neither won nor lost: the betting side's own penalty ended the round in deal 3"
    ]
    assert row_texts({"deals": [*start, own]}, "Ann", "confessed-by-other") == [
        "Bob owned up to Last Round 4X in deal 3: Bob had taken off an X"
    ]
    early = {"removed": 3, "bets": [5], "calls": [called("last-round-4x", "Bob")]}
    assert row_texts({"deals": [*start, early]}, "Bob", "bet-unsettled") == [
        "Bet on 5 neither won nor lost: the round ended in deal 3 before it was won"
    ]
    assert row_texts({"deals": [*start, early]}, "Bob", "called") == [
        "Called Last Round 4X on Ann in deal 3: Ann had taken off an X"
    ]


def test_a_bet_lost_when_time_ran_out_says_so() -> None:
    late = {"removed": 3, "finished_by_opponent": 4, "bets": [5]}
    deals = [{"removed": 0}, {"removed": 0}, late]
    assert row_texts({"deals": deals}, "Ann", "bet-lost-by-other") == [
        "Bob's bet on 5 lost: 3 cards removed in deal 3 before time ran out; only Bob's own cards count"
    ]
    short = {"removed": 3, "bets": [5]}
    assert row_texts({"deals": [{"removed": 0}, {"removed": 0}, short]}, "Ann", "bet-lost-by-other") == [
        "Bob's bet on 5 lost: 3 cards removed in deal 3"
    ]


def test_two_bets_on_one_number_are_told_apart() -> None:
    """Bob loses his jewel to Ann, who then bets with both."""
    deals = [{"removed": 0, "bets": [5]}, {"removed": 6, "bets": [5, 5]}]
    assert row_texts({"deals": deals}, "Ann", "bet-won") == [
        "First bet on 5 won: 6 cards removed in deal 2",
        "Second bet on 5 won: 6 cards removed in deal 2",
    ]


def test_a_call_of_an_incorrect_deal_names_the_example() -> None:
    deals = [
        {"removed": 0, "calls": [called("incorrect-deal", "Bob")]},
        {"removed": 0, "calls": [{"penalty": "incorrect-deal", "caller": "Bob", "correct": False}]},
    ]
    assert row_texts({"deals": deals}, "Bob", "called") == [
        "Called Incorrect Deal (two cards at once) on Ann in deal 1"
    ]
    assert row_texts({"deals": deals}, "Ann", "miscalled-by-other") == [
        "Bob wrongly called Incorrect Deal (two cards at once) in deal 2"
    ]


def test_the_row_of_a_lost_bonus_round_says_which_one_filled_it() -> None:
    four_left = [0, 4, 4, 4, 4, 4, 4, 4, 4, 4]
    lost = [0, 4, 4, 4, 4, 4, 4, 4, 3]
    played = {"deals": four_left, "bonus_rounds": [{"deals": lost}]}
    card: Any = score_document({"game": "gem-ii-solo", "players": ["Ann"], "level": 1, "rounds": [played]})
    assert [(line["points"], line["text"], line["rule"]) for line in card["rows"][1]["lines"]] == [
        (0, "Bonus round 1 of round 1 was lost, so it fills this row", "II.bonus.lost"),
        (5, "5 cards left on the board", "II.solo.dealer-points"),
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
