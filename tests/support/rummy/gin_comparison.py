"""Random games of Gin Rummy as real tables score it, compared with a plain scorer that was written apart."""

import random
from collections.abc import Iterable
from typing import Any

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
from companion.journal import events
from companion.journal.events.hands import HandReplaced, HandRestored, HandStruckOut
from companion.journal.exchange import exported
from companion.journal.kinds import sheet_of
from tests.support.documents import hand_of
from tests.support.journals import check_with_answer, folded, recorded
from tests.support.rummy.gin_columns_reference import dealers, paper_sheet
from tests.support.rummy.random_gin_games import NAMES, filed, points_of, random_game, random_rules

Document = dict[str, Any]


def compare(document: Document) -> None:
    """Compare a game's sheet, and its hands that weren't overruled, with the plain scorer."""
    rules, hands = document["house_rules"], document["hands"]
    paper = paper_sheet(rules, NAMES, [filed(hand, rules) for hand in hands])
    sheet: Any = score_document(document)
    assert in_plain(sheet, rules) == {key: paper[key] for key in in_plain(sheet, rules)}
    dealt = dealers(NAMES, document["first_dealer"], [filed(hand, rules) for hand in hands], rules)
    assert [hand["dealer"] for hand in sheet["hands"]] == dealt[: len(hands)]
    check_rulings(hands, rules)


def check_rulings(hands: Iterable[Document], rules: Document) -> None:
    """Compare every hand that was played to its showdown, whatever the table made of it."""
    for hand in hands:
        if "drawn" not in hand:
            told = {key: value for key, value in hand.items() if key not in ("overruled", "dealer")}
            verdict: Document = judge_document({"game": "gin-rummy", "house_rules": rules, **told})
            assert {player["name"]: player["points"] for player in verdict["players"]} == points_of(hand, rules)


def in_plain(sheet: Document, rules: Document) -> Document:
    """Return what the plain scorer has of a sheet too."""
    bonuses = any(rules.get(key) for key in ("game_bonus", "box_bonus", "shutout_bonus"))
    settles = bonuses or rules.get("shutout", "none") != "none"
    owed = {}
    if any(rules.get(key) for key in ("stake_per_point", "stake_per_box")):
        told = sheet["settlement"]
        owed = {"settlement": told and {key: told[key] for key in ("from", "to", "amount")}}
    assert owed.keys() == sheet.keys() & {"settlement"}
    if not settles and rules.get("columns", 1) == 1:
        assert "columns" not in sheet
        return {"over": sheet["over"], **owed}
    lines = ("code", "player", "points")
    columns = [
        {**column, "lines": [{key: line[key] for key in lines} for line in column["lines"]]}
        for column in sheet["columns"]
    ]
    return {"columns": columns, **owed, **{key: sheet[key] for key in ("final", "won_by", "winners", "over")}}


def told_to_the_app(document: Document, rng: random.Random) -> tuple[list[events.Event], list[Document]]:
    """Record a game with mistakes and put them right: hands entered wrong, struck out, restored, undone.

    Return the events, and the hands that count in the end.
    """
    done: list[events.Event] = []
    kept: list[Document] = []
    for hand in document["hands"]:
        number = len(kept) + 1
        other = rng.choice(document["hands"])
        match rng.randrange(5):
            case 0:
                done += [recorded(other), HandReplaced(number, hand_of(hand))]
            case 1:
                done += [recorded(hand), HandStruckOut(number), HandRestored(number)]
            case _:
                done.append(recorded(hand))
        kept.append(hand)
    for number in range(1, len(kept) + 1):
        if rng.random() < 0.1:
            done.append(HandStruckOut(number))
            kept[number - 1] = {}
        elif rng.random() < 0.1:
            kept[number - 1] = rng.choice(document["hands"])
            done.append(HandReplaced(number, hand_of(kept[number - 1])))
    return done, [hand for hand in kept if hand]


def compare_after_corrections(rng: random.Random) -> None:
    """Compare a game of Hollywood in which hands were corrected, struck out and restored."""
    document = random_game(rng, random_rules(rng, rng.choice(("hollywood", "hollywood-oklahoma"))))
    done, hands = told_to_the_app(document, rng)
    head = {key: value for key, value in document.items() if key != "hands"}
    state = folded(*done, head=head)
    sheet = sheet_of(state)
    rules = document["house_rules"]
    counted: list[Document] = []
    for hand in hands:
        # The sheet ends with the hand that ends the game; what was recorded after it doesn't count.
        if paper_sheet(rules, NAMES, [filed(earlier, rules) for earlier in counted])["over"]:
            break
        counted.append(hand)
    paper = paper_sheet(rules, NAMES, [filed(hand, rules) for hand in counted])
    answer: Any = in_plain(score_document(exported(state, sheet)), rules)
    assert answer == {key: paper[key] for key in answer}
    check_with_answer(state, sheet)
