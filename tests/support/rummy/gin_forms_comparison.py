"""Random games of Gin Rummy for three to eight, compared with a plain scorer that was written apart."""

import random
from collections.abc import Sequence
from typing import Any

from companion.answers.scoring import score_document
from companion.journal import events
from companion.journal.events.hands import HandRecorded, HandReplaced, HandRestored, HandStruckOut
from companion.journal.exchange import exported
from companion.journal.kinds import sheet_of
from companion.journal.sheet import ScoreSheet, Standing
from tests.support.documents import error_of, hand_of
from tests.support.journals import folded
from tests.support.rummy.gin_comparison import check_rulings
from tests.support.rummy.gin_forms_reference import PaperGame, named_in
from tests.support.rummy.random_form_games import random_form_game

Document = dict[str, Any]

DRAWN: Document = {"drawn": True}
FOR_A_GAME_OF_TWO = ("target", "opponents")
"""What means nothing to a single showdown, or isn't allowed there."""


def compare_form(document: Document) -> None:
    """Compare the whole sheet of a game but its texts, its hands that weren't overruled, and that its end is one."""
    paper = PaperGame(document)
    assert without_texts(score_document(document)) == paper.told()
    rules = document.get("house_rules", {})
    check_rulings(document["hands"], {key: value for key, value in rules.items() if key not in FOR_A_GAME_OF_TWO})
    if paper.over:
        longer = {**document, "hands": [*document["hands"], DRAWN]}
        assert error_of(score_document, longer) == ("hand-after-end", f"hand {len(longer['hands'])}")


def without_texts(sheet: Document) -> Document:
    """Return a sheet without its sentences, and without the rules that its lines cite."""
    told = dict(sheet)
    if "settlement" in told:
        told["settlement"] = [
            {key: value for key, value in debt.items() if key != "text"} for debt in told["settlement"]
        ]
    if "columns" in told:
        told["columns"] = [
            {**column, "lines": [{key: line[key] for key in ("code", "side", "points")} for line in column["lines"]]}
            for column in told["columns"]
        ]
    return told


def told_to_the_app(document: Document, rng: random.Random) -> tuple[list[events.Event], list[Document]]:
    """Record a game with mistakes, and put most of them right.

    Return the events, and what each hand is in the end: nothing if it was struck out or is illegal.
    """
    head = {key: value for key, value in document.items() if key != "hands"}
    done: list[events.Event] = []
    kept: list[Document] = []

    def recorded(hand: Document) -> HandRecorded:
        return HandRecorded(hand_of(hand, **head))

    for hand in document["hands"]:
        number = len(kept) + 1
        match rng.randrange(5):
            case 0:
                wrong = rng.choice(document["hands"])
                done += [recorded(wrong), HandReplaced(number, hand_of(hand, **head))]
                kept.append(corrected(wrong, hand))
            case 1:
                done += [recorded(hand), HandStruckOut(number), HandRestored(number)]
                kept.append(hand)
            case _:
                done.append(recorded(hand))
                kept.append(hand)
    for number, before in enumerate(list(kept), start=1):
        chance = rng.random()
        if chance < 0.1:
            done.append(HandStruckOut(number))
            kept[number - 1] = {}
        elif chance < 0.2:
            other = rng.choice(document["hands"])
            kept[number - 1] = corrected(before, other)
            done.append(HandReplaced(number, hand_of(other, **head)))
        elif chance < 0.24 and "drawn" not in before:
            kept[number - 1] = {}
            done.append(HandReplaced(number, hand_of(illegal(before), **head)))
    return done, kept


def corrected(before: Document, hand: Document) -> Document:
    """Keep who dealt, which a correction doesn't take back unless it tells of somebody else."""
    return {**{key: before[key] for key in ("dealer",) if key in before}, **hand}


def illegal(hand: Document) -> Document:
    """Let the same two play a hand in which one knocks with far too much."""
    one, other = named_in(hand) or ("", "")
    players = [{"name": one, "deadwood_points": 40}, {"name": other, "deadwood_points": 50}]
    upcard = {"upcard": hand["upcard"]} if "upcard" in hand else {}
    return {"knocker": one, "call": "knock", "players": players, **upcard}


def compare_form_after_corrections(form: str, rng: random.Random) -> None:
    """Compare a game in which hands were corrected, struck out and restored."""
    document = random_form_game(rng, form)
    done, hands = told_to_the_app(document, rng)
    head = {key: value for key, value in document.items() if key != "hands"}
    paper = PaperGame({**head, "hands": []})
    places = []
    for hand in hands:
        # A round of several hands keeps the place of one that doesn't count; a hand that is its own round is skipped.
        counted = hand or (DRAWN if paper.a_round > 1 else None)
        if counted and not paper.over:
            paper.add(counted)
            places += [len(paper.told()["hands"])] if hand else []
    state = folded(*done, head=head)
    sheet = sheet_of(state)
    answer: Any = score_document(exported(state, sheet))
    assert without_texts(answer) == paper.told()
    check_sheet(sheet, paper.told(), places)


def check_sheet(sheet: ScoreSheet, told: Document, places: Sequence[int]) -> None:
    """Check that the app's own sheet says the same: each hand in its place, and totals of whole rounds."""
    totals = [[0] * len(told["side_totals"])]
    for played in told["rounds"]:
        totals += [totals[-1]] * (len(played["hands"]) - 1) + [played["totals"]]
    totals += [totals[-1]] * (len(told["hands"]) + 1 - len(totals))
    for row, place in zip(sheet.counting, places, strict=True):
        hand = told["hands"][place - 1]
        assert {name: points for name, points in (row.points or {}).items() if name in hand["points"]} == hand["points"]
        assert (row.place, row.dealer, row.winner) == (place, hand["dealer"], hand["winner"])
        assert list((row.totals or {}).values()) == totals[place]
        assert (row.standing == Standing.OVERRULED) == ("overruled" in hand)
    assert (list(sheet.totals.values()), sheet.over, list(sheet.winners)) == (
        told["side_totals"],
        told["over"],
        told["winners"],
    )
    assert (sheet.next_dealer, sheet.target) == (told["next_dealer"], told["target"])
    assert (sheet.final and list(sheet.final.values())) == told.get("final")
    for column, written in zip(sheet.ends, told.get("columns", ()), strict=True):
        assert list(map(list, column.entries)) == written["entries"]
