"""How records and rulings are written down: what is stored already, so none of it may change."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

import pytest

from companion.documents.game import HandChange
from companion.journal.codec import from_json, to_json
from companion.journal.events import Event, cleaned, decode, encode
from companion.journal.events.game import GameClosed, GameStarted, GemsLearned
from companion.journal.events.hands import HandAccepted, HandNoted, HandRecorded, HandStruckOut
from companion.journal.sheet import Feat, Ruling, Standing, rule_on
from companion.journal.state import DeckUsed, JournalError
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gem2.lines import Pair
from companion.rules.rummy.figures import HandFigures
from companion.rules.rummy.showdown_input import Loose
from companion.store.derived.table_cache import ruling_json
from companion.wording.document_errors import placed_sentence
from companion.wording.faults import fault_sentence
from companion.wording.store_errors import journal_error_words
from tests.support.documents import HEAD, Document, counted_hand, hand_of, knocked
from tests.support.journals import recorded

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
