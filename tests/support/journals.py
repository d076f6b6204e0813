"""Journals written down as events, and what they fold to."""

from typing import Any

from companion.answers.scoring import score_document
from companion.documents.hand_writer import write_recorded_hand
from companion.journal.events import Event
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.journal.exchange import exported
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.sheet import ScoreSheet, Standing
from companion.journal.state import GameState, Record
from tests.support.documents import HEAD, Document, hand_of


def recorded(document: Document) -> HandRecorded:
    return HandRecorded(hand_of(document))


def journal(*events: Event) -> list[Record]:
    return [
        Record(seq, f"2026-11-21T20:{seq // 60:02}:{seq % 60:02}Z", "Ann", event)
        for seq, event in enumerate(events, start=1)
    ]


def started(*events: Event, head: Document = HEAD) -> list[Record]:
    """Write down a journal from the start of its game on."""
    return journal(GameStarted(head), *events)


def folded(*events: Event, head: Document = HEAD) -> GameState:
    return fold(started(*events, head=head))


def documents(state: GameState) -> list[Document]:
    return [write_recorded_hand(hand.recorded, state.head) for hand in state.hands]


def check_with_answer(state: GameState, sheet: ScoreSheet) -> None:
    """Check that a sheet says what `companion score` says of the game's export."""
    answer: Any = score_document(exported(state, sheet))
    said = answer["hands"] if "hands" in answer else answer["rounds"]
    rows = [row for row in sheet.rows if row.place is not None or row.keeps_place]
    after = [tuple(totals) for totals in side_totals(answer)] if sheet.sides else []
    for place, (row, hand) in enumerate(zip(rows, said, strict=True), start=1):
        if row.keeps_place:
            assert hand["drawn"]
            continue
        points = row.points or {}
        assert {name: points[name] for name in row.pair or points} == hand["points"]
        assert tuple((row.totals or {}).values()) == after[place] if sheet.sides else row.totals == hand["totals"]
        assert (row.place, row.dealer, row.winner) == (place, hand.get("dealer"), hand.get("winner"))
        assert list(row.shared_by) == hand.get("shared_by", [])
        assert (row.standing == Standing.OVERRULED) == ("overruled" in hand)
    if sheet.sides:
        assert list(sheet.totals.values()) == answer["side_totals"]
        assert sheet.final is None or list(sheet.final.values()) == answer["final"]
    else:
        assert sheet.totals == answer.get("totals", {state.players[0]: answer.get("grand_total")})
        assert sheet.final == answer.get("final")
    assert (sheet.over, list(sheet.winners)) == (answer["over"], answer.get("winners", []))
    assert (sheet.next_dealer, sheet.target) == (answer.get("next_dealer"), answer.get("target"))
    for column, written in zip(sheet.ends, answer.get("columns", ()), strict=True):
        assert [list(entry) for entry in column.entries] == [
            [*map(entry.get, state.players)] if isinstance(entry, dict) else entry for entry in written["entries"]
        ]


def side_totals(answer: Document) -> list[list[int]]:
    """List the totals of the sides before each hand and after the last one: they change when a round is complete."""
    totals = [[0] * len(answer["side_totals"])]
    for played in answer["rounds"]:
        totals += [totals[-1]] * (len(played["hands"]) - 1) + [played["totals"]]
    return totals + [totals[-1]] * (len(answer["hands"]) + 1 - len(totals))


def totals(state: GameState) -> dict[str, int]:
    return dict(sheet_of(state).totals)
