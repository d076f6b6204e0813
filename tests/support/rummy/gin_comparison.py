"""Random games of Gin Rummy as real tables score it, compared with a plain scorer that was written apart."""

import random
from typing import Any

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
from companion.journal import events
from companion.journal.events.hands import HandRecorded, HandReplaced, HandRestored, HandStruckOut
from companion.journal.exchange import exported
from companion.journal.kinds import sheet_of
from tests.support.documents import error_of, hand_of
from tests.support.journals import check_with_answer, folded
from tests.support.rummy.gin_columns_reference import Document, points_of
from tests.support.rummy.gin_reference import PaperGame, named_in
from tests.support.rummy.random_gin_games import random_gin_game
from tests.support.rummy.reference_pricing import OF_A_GAME

DRAWN: Document = {"drawn": True}


def compare(document: Document) -> None:
    """Compare the whole sheet of a game but its texts, its hands as they were played, and that its end is one."""
    paper = PaperGame(document)
    assert without_texts(score_document(document)) == paper.told()
    rules = {key: value for key, value in document.get("house_rules", {}).items() if key not in OF_A_GAME}
    for hand in document["hands"]:
        if "drawn" not in hand:
            # Whatever the table made of it.
            showdown = {key: value for key, value in hand.items() if key not in ("overruled", "dealer")}
            verdict: Document = judge_document({"game": "gin-rummy", "house_rules": rules, **showdown})
            assert {player["name"]: player["points"] for player in verdict["players"]} == points_of(hand, rules)
    if paper.over:
        longer = {**document, "hands": [*document["hands"], DRAWN]}
        assert error_of(score_document, longer) == ("hand-after-end", f"hand {len(longer['hands'])}")


def without_texts(told: Any) -> Any:  # noqa: ANN401 (JSON)
    """Return an answer without its sentences, and without the rules that the lines of its columns cite."""
    if isinstance(told, list):
        return [without_texts(one) for one in told]
    if not isinstance(told, dict):
        return told
    left_out = ("text", "rule") if "code" in told else ("text",)
    return {key: without_texts(value) for key, value in told.items() if key not in left_out}


def told_to_the_app(
    document: Document, head: Document, rng: random.Random
) -> tuple[list[events.Event], list[Document]]:
    """Record a game with mistakes, and put most of them right.

    Return the events, and what each hand is in the end: nothing if it was struck out or is illegal.
    """
    done: list[events.Event] = []
    kept: list[Document] = []

    def replaced(number: int, hand: Document) -> HandReplaced:
        return HandReplaced(number, hand_of(hand, **head))

    for number, hand in enumerate(document["hands"], start=1):
        way = rng.randrange(5)
        first = hand if way else rng.choice(document["hands"])
        done.append(HandRecorded(hand_of(first, **head)))
        if way == 0:
            done.append(replaced(number, hand))
        if way == 1:
            done += [HandStruckOut(number), HandRestored(number)]
        kept.append(corrected(first, hand))
    for number, before in enumerate(list(kept), start=1):
        chance = rng.random()
        if chance < 0.1:
            done.append(HandStruckOut(number))
            kept[number - 1] = {}
        elif chance < 0.2:
            other = rng.choice(document["hands"])
            kept[number - 1] = corrected(before, other)
            done.append(replaced(number, other))
        elif chance < 0.24 and "drawn" not in before:
            kept[number - 1] = {}
            done.append(replaced(number, illegal(before)))
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


def compare_after_corrections(rng: random.Random, form: str) -> None:
    document = random_gin_game(rng, form)
    head = {key: value for key, value in document.items() if key != "hands"}
    done, hands = told_to_the_app(document, head, rng)
    paper = PaperGame({**head, "hands": []})
    for hand in hands:
        # A round of several hands keeps the place of one that doesn't count; a hand that is its own round is skipped.
        counted = hand or (DRAWN if paper.a_round > 1 else None)
        if counted and not paper.over:
            paper.add(counted)
    state = folded(*done, head=head)
    sheet = sheet_of(state)
    assert without_texts(score_document(exported(state, sheet))) == paper.told()
    check_with_answer(state, sheet)
