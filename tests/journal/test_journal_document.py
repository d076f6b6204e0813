"""The document of a whole journal: read as it was written, and what can't be read is refused with its place."""

import json
from dataclasses import fields
from typing import Any, get_type_hints

import pytest

from companion.documents.game import HandChange, RecordedHand
from companion.journal.events import CLASS_OF, Event
from companion.journal.events.game import GameStarted
from companion.journal.exchange import FIELD_READERS, Entry, entry_of, is_journal, read_journal, write_journal
from companion.journal.fold import fold
from companion.journal.replay import objections
from companion.journal.sheet import Feat, Ruling, Standing
from companion.journal.state import DeckUsed, Record
from tests.support.documents import HEAD, Document, error_of, won_hand
from tests.support.journals import documents, recorded
from tests.support.whole_games import WHOLE_GAMES, changed_at, whole_game

MOST = 1000


def read(document: object) -> tuple[Entry, ...]:
    return read_journal(document, MOST)


def document() -> Document:
    """Return a game of one hand, as a program would write it."""
    won = won_hand(20)
    return {
        "journal": 1,
        "records": [
            {
                "id": "the-start-0",
                "at": "2026-11-21T20:00:00Z",
                "by": "Ann",
                "kind": "game-started",
                "body": {"head": dict(HEAD), "deck": {"name": "ours", "made_up": True}},
            },
            {
                "id": "the-hand",
                "at": "2026-11-21T20:05:00Z",
                "by": "Bob",
                "kind": "hand-recorded",
                "body": {"document": won},
                "verdict": {
                    "standing": "counts",
                    "points": [20, 0],
                    "winner": 0,
                    "feats": [[1, "undercut"]],
                    "shared_by": [0, 1],
                },
            },
        ],
    }


def test_a_document_is_read_with_everything_in_it() -> None:
    start, hand = read(document())
    assert start.record == Record(
        1, "2026-11-21T20:00:00Z", "Ann", GameStarted(HEAD, DeckUsed(None, "ours", made_up=True))
    )
    assert (hand.id, hand.record.seq, hand.record.event) == ("the-hand", 2, recorded(won_hand(20)))
    assert hand.verdict == Ruling(Standing.COUNTS, (20, 0), 0, (0, 1), ((1, Feat.UNDERCUT),))
    assert is_journal(document())
    assert not is_journal([])
    assert not is_journal(HEAD)


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_whole_game_is_read_as_it_was_written_without_objections(name: str) -> None:
    head, happened = WHOLE_GAMES[name]
    entries = whole_game(*happened, head=head)
    text = write_journal(entries)
    assert read(json.loads(text)) == tuple(entries)
    assert write_journal(read(json.loads(text))) == text
    assert text.count("\n") == len(entries) + 2
    assert [*objections(entries)] == [None] * len(entries)


def test_what_means_something_on_one_server_only_is_left_out() -> None:
    started = Record(1, "2026-11-21T20:00:00Z", "Ann\u200b", GameStarted(HEAD, DeckUsed(7, "ours")))
    entry = entry_of(started, "the-start", None)
    assert entry.record.event == GameStarted(HEAD, DeckUsed(None, "ours"))
    assert entry.record.by == "Ann"


def test_two_copies_of_a_record_are_the_same_whatever_their_rulings() -> None:
    entry = read(document())[1]
    again = Entry(entry.id, entry.record, Ruling(Standing.ILLEGAL))
    assert entry.content == again.content
    assert (
        entry.content
        != read(changed_at(document(), 3, *HAND, "body", "document", "players", 0, "deadwood_points"))[1].content
    )


START: tuple[str | int, ...] = ("records", 0)
HAND: tuple[str | int, ...] = ("records", 1)
DEEP: list[Any] = []
for _ in range(30):
    DEEP = [DEEP]
REFUSED: list[tuple[object, tuple[str | int, ...], str, str]] = [
    (2, ("journal",), "newer-version", "journal"),
    (0, ("journal",), "wrong-value", "journal"),
    (1, ("more",), "unknown-key", "more"),
    ([], ("records",), "missing-key", "records"),
    ([{}] * (MOST + 1), ("records",), "too-many", "records"),
    ("x", HAND, "wrong-type", "records[1]"),
    (1, (*HAND, "device"), "unknown-key", "records[1].device"),
    ("short", (*HAND, "id"), "wrong-value", "records[1].id"),
    (12345678, (*HAND, "id"), "wrong-value", "records[1].id"),
    ("the-start-0", (*HAND, "id"), "id-repeated", "records[1].id"),
    ("2026-11-21", (*HAND, "at"), "wrong-value", "records[1].at"),
    ("1969-12-31T23:59:59Z", (*HAND, "at"), "wrong-value", "records[1].at"),
    ("9999-12-31T23:59:59Z", (*HAND, "at"), "wrong-value", "records[1].at"),
    (20261121, (*HAND, "at"), "wrong-value", "records[1].at"),
    (7, (*HAND, "by"), "wrong-type", "records[1].by"),
    ("x" * 401, (*HAND, "by"), "too-long", "records[1].by"),
    ("hand-eaten", (*HAND, "kind"), "newer-version", "records[1].kind"),
    (["hand-recorded"], (*HAND, "kind"), "newer-version", "records[1].kind"),
    ({}, (*HAND, "body"), "missing-key", "records[1].body.document"),
    (1, (*HAND, "body", "hand"), "unknown-key", "records[1].body.hand"),
    (7, (*HAND, "body", "document"), "wrong-type", "records[1].body.document"),
    ({"knocker": "Ann"}, (*HAND, "body", "document"), "missing-key", "records[1].body.document.players"),
    ("Eve", (*HAND, "body", "document", "knocker"), "not-at-the-table", "records[1].body.document.knocker"),
    (
        [{"player": "Eve", "by": ["Bob"], "before": {"cards": ["5C"]}}],
        (*HAND, "body", "changed"),
        "not-at-the-table",
        "records[1].body.changed[0].player",
    ),
    (["Ann"], (*START, "body", "head", "players"), "player-count", "records[0].body.head.players"),
    ("Ann", (*START, "body", "head", "players"), "wrong-type", "records[0].body.head.players"),
    (
        {"target": "high"},
        (*START, "body", "head", "house_rules"),
        "house-rule-value",
        "records[0].body.head.house_rules",
    ),
    (DEEP, (*HAND, "body", "document", "note"), "too-deep", "records[1].body"),
    (0.5, (*HAND, "body", "document", "note"), "wrong-type", "records[1].body"),
    ([{"player": "Ann"}], (*HAND, "body", "changed"), "missing-key", "records[1].body.changed[0].by"),
    (
        [{"player": "Ann", "by": "Bob", "before": {}}],
        (*HAND, "body", "changed"),
        "wrong-type",
        "records[1].body.changed[0].by",
    ),
    ("x" * 41, (*START, "body", "deck", "name"), "too-long", "records[0].body.deck.name"),
    (1, (*START, "body", "deck", "made_up"), "wrong-type", "records[0].body.deck.made_up"),
    ([], (*START, "body", "head", "hands"), "unknown-key", "records[0].body.head.hands"),
    ("game-closed", (*START, "kind"), "unknown-key", "records[0].body.head"),
    ({"standing": "counts"}, (*START, "verdict"), "unknown-key", "records[0].verdict"),
    ({}, (*HAND, "verdict"), "missing-key", "records[1].verdict.standing"),
    ("won", (*HAND, "verdict", "standing"), "wrong-value", "records[1].verdict.standing"),
    ([True], (*HAND, "verdict", "points"), "wrong-type", "records[1].verdict.points[0]"),
    (-1, (*HAND, "verdict", "winner"), "wrong-value", "records[1].verdict.winner"),
    ([7], (*HAND, "verdict", "feats"), "wrong-type", "records[1].verdict.feats[0]"),
    ([[0, "luck"]], (*HAND, "verdict", "feats"), "wrong-value", "records[1].verdict.feats[0][1]"),
    (["\x00"], (*HAND, "verdict", "faults"), "control-character", "records[1].verdict.faults[0]"),
]


@pytest.mark.parametrize(("value", "way", "code", "where"), REFUSED)
def test_what_cannot_be_read_is_refused(value: object, way: tuple[str | int, ...], code: str, where: str) -> None:
    found, place = error_of(read, changed_at(document(), value, *way))
    assert (found, place[: len(where)]) == (code, where)


def test_a_journal_without_its_start_or_version_is_refused() -> None:
    late = {**document(), "records": document()["records"][1:]}
    assert error_of(read, late) == ("missing-key", "records")
    assert error_of(read, {"records": []}) == ("missing-key", "journal")
    assert error_of(read, {"game": "gin-rummy", "hands": []}) == ("other-kind", "")
    assert error_of(read, []) == ("wrong-type", "")


@pytest.mark.parametrize("event_class", CLASS_OF.values(), ids=lambda event_class: event_class.kind)
def test_every_field_of_an_event_can_be_read_from_a_file(event_class: type[Event]) -> None:
    types = get_type_hints(event_class)
    of_hands = {RecordedHand, tuple[HandChange, ...]}
    assert {types[field.name] for field in fields(event_class)} <= {*FIELD_READERS, *of_hands}


def test_names_and_texts_are_read_in_their_one_spelling() -> None:
    whole = changed_at(document(), ["Ann\u200b", "Bob"], *START, "body", "head", "players")
    changed_at(whole, "A\u200bnn", *HAND, "body", "document", "knocker")
    changed_at(whole, "by can\u200bdle light", *HAND, "body", "document", "note")
    renamed = {"id": "a-renaming", "at": "2026-11-21T20:06:00Z", "by": "Bob", "kind": "players-renamed"}
    whole["records"] += [
        {**renamed, "body": {"names": {"Bob": "Zoe\u0308"}}},
        {**renamed, "id": "another-hand", "kind": "hand-recorded", "body": {"document": knocked_by("Zo\u00eb")}},
    ]
    state = fold([entry.record for entry in read(whole)])
    assert state.players == ("Ann", "Zo\u00eb")
    assert [hand["knocker"] for hand in documents(state)] == ["Ann", "Zo\u00eb"]
    assert state.hands[0].recorded.note == "by candle light"


def knocked_by(name: str) -> Document:
    return {"knocker": name, "players": [{"name": one, "deadwood_points": 5} for one in ("Ann", name)]}
