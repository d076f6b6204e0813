"""Gin for three to eight on its pages: rounds with their hands, struck hands, the settlement, the spreadsheet."""

import csv
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.documents import Document, counted_hand, game_document
from tests.support.pages import says, sheet_rows, value_of
from tests.support.phones import Phone, import_game

FOUR = ("Ann", "Bob", "Cid", "Dee")
THREE = FOUR[:3]
DRAWN = {"drawn": True}


def spreadsheet(table: Phone) -> list[list[str]]:
    return list(csv.reader(table.get("/export.csv").text.lstrip("\ufeff").splitlines()))


def hand(knocker: str, other: str, left: int, against: int) -> Document:
    """Return a hand in which one knocked with so much deadwood, and the other had so much left."""
    return counted_hand(knocker, **{knocker: left, other: against})


def gin(form: str, *hands: dict[str, Any], players: tuple[str, ...] = FOUR, **rules: Any) -> dict[str, Any]:  # noqa: ANN401 - values of house rules
    """Return a game, in which partners sit across, and captains first."""
    pairs = len(players) // 2
    sides = [players[::2], players[1::2]] if form == "partners" else [players[:pairs], players[pairs:]]
    more = {} if form == "cutthroat" else {"sides": sides}
    return game_document("gin-rummy", players, form=form, hands=list(hands), house_rules=rules, **more)


ANN_27, CID_15 = hand("Ann", "Bob", 3, 30), hand("Cid", "Dee", 5, 20)
ANN_5, DEE_28 = hand("Ann", "Dee", 3, 8), hand("Dee", "Cid", 2, 30)
PARTNERS = (ANN_27, CID_15, ANN_5, DRAWN, hand("Ann", "Bob", 9, 40), DEE_28, ANN_5)
"""Rounds of 42 and 5 for Ann and Cid; of 31 against 28; and one that isn't over."""
CAPTAIN = (ANN_27, hand("Ann", "Cid", 9, 40), hand("Bob", "Ann", 2, 40), DRAWN)
CUTTHROAT = (ANN_27, hand("Cid", "Ann", 9, 40), hand("Cid", "Bob", 2, 40))


def test_a_round_of_partners_is_a_line_with_its_hands_below(client: FlaskClient) -> None:
    page = import_game(client, gin("partners", *PARTNERS)).get("/sheet")
    assert sheet_rows(page) == [
        ["+42 42", "– 0"],
        ["D Ann dealt Ann +27", "Bob –"],
        ["D Cid dealt Cid +15", "Dee –"],
        ["+5 47", "– 0"],
        ["D Ann dealt Ann +5", "Dee –"],
        ["D Cid dealt Cid –", "Bob –"],
        ["+3 50", "– 0"],
        ["D Ann dealt Ann +31", "Bob –"],
        ["D Cid dealt Cid –", "Dee +28"],
        ["", ""],
        ["D Ann dealt Ann +5", "Dee –"],
        ["", "Still to play: Cid – Bob"],
    ]
    says(page, "to 125 Ann & Cid 50 75 to go Bob & Dee 0", "Round 4 under way", "Hand 4 drawn")
    assert page.text.count("<details open>") == 1, "the round under way"
    says(page, "Totals after each round. Ann & Cid: 42, 47, 50. Bob & Dee: 0, 0, 0.")


@pytest.mark.parametrize(
    ("document", "owed", "written"),
    [
        (
            gin("partners", ANN_27, CID_15, target=40, stake_per_point=5),
            ["Bob owes Ann 2.10: 42 points at 0.05", "Dee owes Cid 2.10: 42 points at 0.05"],
            [["owes", "to", "points", "amount"], ["Bob", "Ann", "42", "2.10"], ["Dee", "Cid", "42", "2.10"]],
        ),
        (
            gin("cutthroat", *CUTTHROAT, players=THREE, target=50),
            ["Ann owes Cid 42 points", "Bob owes Ann 27 points", "Bob owes Cid 69 points"],
            [["owes", "to", "points"], ["Ann", "Cid", "42"], ["Bob", "Ann", "27"], ["Bob", "Cid", "69"]],
        ),
    ],
    ids=["partners", "cutthroat"],
)
def test_the_end_says_who_owes_whom(
    client: FlaskClient, document: dict[str, Any], owed: list[str], written: list[list[str]]
) -> None:
    table = import_game(client, document)
    for page in ("/end", "/sheet", "/print"):
        says(table.get(page), *owed)
    assert spreadsheet(table)[-len(written) - 1 :] == [[], *written]


def test_the_spreadsheet_has_pairs_rounds_and_sides(client: FlaskClient) -> None:
    head, *rows = spreadsheet(import_game(client, gin("partners", *PARTNERS)))
    by_hand = [dict(zip(head, row, strict=True)) for row in rows]
    assert [(row["hand"], row["round"], row["players"]) for row in by_hand[:3]] == [
        ("1", "1", "Ann and Bob"),
        ("2", "1", "Cid and Dee"),
        ("3", "2", "Ann and Dee"),
    ]
    sides = ("Ann points", "Cid points", "Ann & Cid points", "Ann & Cid total", "Bob & Dee total")
    assert [[row[key] for key in sides] for row in (*by_hand[:2], by_hand[6])] == [
        ["27", "", "", "", ""],
        ["", "15", "42", "42", "0"],
        ["5", "", "", "", ""],
    ]
    head, *rows = spreadsheet(import_game(client, gin("cutthroat", *CUTTHROAT, players=THREE)))
    assert "round" not in head
    assert dict(zip(head, rows[1], strict=True))["sits out"] == "Bob"
    assert dict(zip(head, rows[1], strict=True))["Cid total"] == "31"


def test_a_struck_hand_keeps_its_place_in_the_round(client: FlaskClient) -> None:
    table = import_game(client, gin("partners", *PARTNERS[:4]))
    table.submit("/hands/2/strike", table.form("/hands/2", "Strike out"), reason="dealt wrongly")
    page = table.get("/sheet")
    assert sheet_rows(page)[0] == ["+27 27", "– 0"]
    assert sheet_rows(page)[2] == ["Cid", "Dee"]
    says(page, "Hand 2 struck out counts as drawn")
    says(table.get("/hands/2"), "It keeps its place in round 1 and counts as a drawn hand", "Round 1: Ann & Cid +27.")
    says(table.get("/print"), "Cid – Dee: Struck out, counts as drawn")
    alone = import_game(client, gin("captain", *CAPTAIN, players=THREE))
    alone.submit("/hands/2/strike", alone.form("/hands/2", "Strike out"))
    assert sheet_rows(alone.get("/sheet"))[1] == ["+31", "–"]


def test_only_the_two_who_played_are_asked(client: FlaskClient) -> None:
    table = import_game(client, gin("partners", *PARTNERS))
    page = table.get("/hands/2")
    says(page, "Cid – Dee", "Accept for Cid", "Accept for Dee", but=["Accept for Ann", "Accept for Bob"])
    dealers = page.text.partition("Who dealt")[2].partition("</form>")[0]
    assert [name for name in FOUR if f'value="{name}"' in dealers] == ["Cid", "Dee"]
    overrule = table.get("/hands/2/overrule")
    assert (value_of(overrule, "points-0"), value_of(overrule, "points-1")) == ("15", "0")
    assert "points-2" not in overrule.text
    form = {"winner": "3", "points-0": "0", "points-1": "7", "reason": "a card was missing", "by": "0"}
    table.submit("/hands/2/overrule", table.form("/hands/2/overrule", "Who won") | form)
    overruled = {"points": {"Cid": 0, "Dee": 7}, "winner": "Dee", "reason": "a card was missing", "by": "Ann"}
    assert table.exported()["hands"][1]["overruled"] == overruled
    assert sheet_rows(table.get("/sheet"))[0] == ["+20 20", "– 0"]
    for seat in ("2", "3"):
        table.submit("/hands/2/word", table.form("/hands/2", f'id="accept-{seat}"'), seat=seat, act="accept")
    says(table.get("/hands/2"), "Accepted by all.")
    says(table.get("/sheet"), "Hand 2 overruled accepted by all")
