"""How records and rulings are written down, in the store and as the document of a journal: none of it may change."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, get_type_hints

import pytest

from companion.documents.game import HandChange, RecordedHand
from companion.journal.codec import from_json, to_json
from companion.journal.events import CLASS_OF, Event, cleaned, decode, encode
from companion.journal.events.game import GameClosed, GameStarted, GemsLearned
from companion.journal.events.hands import HandAccepted, HandNoted, HandRecorded, HandStruckOut
from companion.journal.exchange import FIELD_READERS, Entry, entry_of, is_journal, read_journal, write_journal
from companion.journal.fold import fold
from companion.journal.replay import objections
from companion.journal.sheet import Feat, Ruling, Standing, rule_on
from companion.journal.state import DeckUsed, JournalError, Record
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gem2.lines import Pair
from companion.rules.rummy.figures import HandFigures
from companion.rules.rummy.showdown_input import Loose
from companion.store.derived.table_cache import ruling_json
from companion.wording.document_errors import placed_sentence
from companion.wording.faults import fault_sentence
from companion.wording.store_errors import journal_error_words
from tests.support.documents import HEAD, Document, counted_hand, error_of, hand_of, knocked, won_hand
from tests.support.journals import documents, recorded
from tests.support.whole_games import WHOLE_GAMES, changed_at, whole_game

HEAD_WRITTEN = '{"game":"gin-rummy","players":["Ann","Bob"],"first_dealer":"Ann"}'
TURNED_OVER = HandChange(0, ("Bob",), Loose((CARDS_BY_NAME["7D"],)))

WRITTEN: list[tuple[Event, str, str]] = [
    (GameStarted(HEAD), "game-started", f'{{"head":{HEAD_WRITTEN},"deck":null}}'),
    (
        GameStarted(HEAD, DeckUsed(3, "Käthe's", made_up=True)),
        "game-started",
        f'{{"head":{HEAD_WRITTEN},"deck":{{"id":3,"name":"Käthe\'s","made_up":true}}}}',
    ),
    (recorded({"drawn": True}), "hand-recorded", '{"recorded":{"played":{"is":"DrawnHand"}}}'),
    (
        HandRecorded(hand_of({"drawn": True}), (TURNED_OVER,)),
        "hand-recorded",
        '{"recorded":{"played":{"is":"DrawnHand"}},"changed":[{"seat":0,"by":["Bob"],"before":{"is":"Loose","cards":[22]}}]}',
    ),
    (HandStruckOut(2, "misdeal"), "hand-struck-out", '{"hand":2,"reason":"misdeal"}'),
    (
        HandAccepted(1, "Ann", {"Ann": 20, "Bob": 0}),
        "hand-accepted",
        '{"hand":1,"player":"Ann","points":{"Ann":20,"Bob":0}}',
    ),
    (GemsLearned({"7D": "S"}), "gems-learned", '{"gems":{"7D":"S"}}'),
    (GemsLearned({}, {"7D": "S"}), "gems-learned", '{"gems":{},"not_gems":{"7D":"S"}}'),
    (GameClosed(), "game-closed", "{}"),
    (GameClosed(moved=True), "game-closed", '{"moved":true}'),
]


@pytest.mark.parametrize(("event", "kind", "body"), WRITTEN)
def test_a_record_is_written_like_this_and_read_as_it_was(event: Event, kind: str, body: str) -> None:
    assert encode(event) == (kind, body)
    assert decode(kind, body) == event


class Suit(Enum):
    CLUBS = "C"


@dataclass(frozen=True, slots=True)
class Facts:
    turned_up: Suit | None
    dice: tuple[int, Suit]
    pair: Pair[Suit]
    held: Mapping[Suit, tuple[Suit, ...]]
    word: int | str = 0


def test_members_of_an_enum_are_written_by_their_values_wherever_they_stand() -> None:
    clubs = Suit.CLUBS
    facts = Facts(clubs, (1, clubs), Pair(clubs, clubs), {clubs: (clubs, clubs)}, "x")
    text = '{"turned_up":"C","dice":[1,"C"],"pair":{"first":"C","second":"C"},"held":{"C":["C","C"]},"word":"x"}'
    assert to_json(facts) == text
    assert from_json(Facts, text) == facts


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("no-such-kind", "{}"),
        ("hand-noted", "{"),
        ("hand-noted", "[]"),
        ("hand-noted", '{"hand":1}'),
        ("hand-noted", '{"hand":1,"text":""}'),
    ],
    ids=["kind", "json", "list", "missing", "unknown"],
)
def test_what_is_no_record_says_its_kind(kind: str, body: str) -> None:
    with pytest.raises(JournalError) as refused:
        decode(kind, body)
    assert f"a record of the kind '{kind}' cannot be read" in journal_error_words(refused.value)


def test_texts_of_events_lose_what_cannot_be_seen() -> None:
    drawn = recorded({"drawn": True})
    assert cleaned(HandNoted(1, "by can\u200bdle light")) == HandNoted(1, "by candle light")
    assert cleaned(drawn) == drawn


GEM_RUMMY = {**HEAD, "game": "gem-rummy"}
THREE = {"game": "knock-rummy", "players": ["Ann", "Bob", "Cid"], "first_dealer": "Ann"}
TWO = {**THREE, "players": ["Ann", "Bob"]}
GEM_PARTS = {"dice": [3, 4], **counted_hand("Ann", Ann=3, Bob=30)}
GEM_PARTS["players"][1]["gem_parts"] = True
AGREED = {"points": {"Ann": 1, "Bob": 5}, "winner": "Bob", "reason": "so", "by": "Ann"}


@pytest.mark.parametrize(
    ("head", "document", "ruling"),
    [
        # Neller: gin earns 25 more than the difference, and an undercut as much.
        (HEAD, knocked(2, 22), Ruling(Standing.COUNTS, (20, 0), 0)),
        (HEAD, knocked(0, 20), Ruling(Standing.COUNTS, (45, 0), 0, (), ((0, Feat.GIN),))),
        (HEAD, knocked(9, 4), Ruling(Standing.COUNTS, (0, 30), 1, (), ((1, Feat.UNDERCUT),))),
        (HEAD, {"drawn": True}, Ruling(Standing.DRAWN)),
        (HEAD, knocked(2, 22, overruled=AGREED), Ruling(Standing.OVERRULED, (1, 5), 1)),
        # 27 for the difference; Bob's eight parts bring 8 and take no minimum away, which 27 is over.
        (GEM_RUMMY, GEM_PARTS, Ruling(Standing.COUNTS, (27, 8), 0, (), ((1, Feat.GEM_PARTS),))),
        (THREE, counted_hand("Ann", Ann=7, Bob=5, Cid=5), Ruling(Standing.COUNTS, (0, 6, 6), shared_by=(1, 2))),
        # K.tie-with-knocker and R.18: Bob collects from Cid, without the extra ten; with two players nobody scores.
        (THREE, counted_hand("Ann", Ann=6, Bob=6, Cid=16), Ruling(Standing.COUNTS, (0, 10, 0), 1)),
        (THREE, counted_hand("Bob", Ann=7, Bob=7, Cid=7), Ruling(Standing.COUNTS, (0, 0, 0), shared_by=(2, 0))),
        (TWO, counted_hand("Ann", Ann=12, Bob=12), Ruling(Standing.COUNTS, (0, 0), 1)),
        (TWO, counted_hand("Ann", Ann=12, Bob=10), Ruling(Standing.COUNTS, (0, 12), 1, (), ((1, Feat.UNDERCUT),))),
    ],
)
def test_a_ruling_has_points_a_winner_and_feats(head: Document, document: Document, ruling: Ruling) -> None:
    made = rule_on(head, hand_of(document))
    assert made == ruling
    assert from_json(Ruling, to_json(made)) == ruling
    figures = HandFigures(1, (3, 22), (None, 4))
    with_figures = replace(ruling, figures=figures)
    assert from_json(Ruling, to_json(with_figures)).figures == figures
    assert from_json(Ruling, ruling_json(with_figures)).figures is None


@pytest.mark.parametrize(
    ("house_rules", "standing", "reason"),
    [
        ({}, Standing.ILLEGAL, "can't knock with 12"),
        ({"knock_limit": "upcard"}, Standing.UNREADABLE, "upcard"),
        ({"gin_bonus": "x"}, Standing.UNREADABLE, "gin_bonus"),
    ],
)
def test_a_hand_that_does_not_count_says_why(house_rules: Document, standing: Standing, reason: str) -> None:
    ruling = rule_on({**HEAD, "house_rules": house_rules}, hand_of(knocked(12, 30)))
    said = [placed_sentence(ruling.defect)] if ruling.defect else map(fault_sentence, ruling.faults)
    assert reason in " ".join(said)
    assert replace(ruling, defect=None, faults=()) == Ruling(standing)
    assert from_json(Ruling, to_json(ruling)) == ruling


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
    zoe = {"knocker": "Zo\u00eb", "players": [{"name": one, "deadwood_points": 5} for one in ("Ann", "Zo\u00eb")]}
    renamed = {"id": "a-renaming", "at": "2026-11-21T20:06:00Z", "by": "Bob", "kind": "players-renamed"}
    whole["records"] += [
        {**renamed, "body": {"names": {"Bob": "Zoe\u0308"}}},
        {**renamed, "id": "another-hand", "kind": "hand-recorded", "body": {"document": zoe}},
    ]
    state = fold([entry.record for entry in read(whole)])
    assert state.players == ("Ann", "Zo\u00eb")
    assert [hand["knocker"] for hand in documents(state)] == ["Ann", "Zo\u00eb"]
    assert state.hands[0].recorded.note == "by candle light"
