"""How records are written down: what stands in every journal already, so none of it may change."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

import pytest

from companion.documents.game import HandChange
from companion.journal.codec import ALWAYS, from_json, to_json
from companion.journal.events import Event, cleaned, decode, encode
from companion.journal.events.game import GameClosed, GameStarted, GemsLearned
from companion.journal.events.hands import HandAccepted, HandNoted, HandRecorded, HandStruckOut
from companion.journal.sheet import Ruling, Standing, rule_on
from companion.journal.state import DeckUsed, JournalError
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gem2.lines import Pair
from companion.rules.rummy.showdown_input import Loose
from companion.wording.store_errors import journal_error_words
from tests.support.documents import hand_of
from tests.support.journals import recorded

HEAD = {"game": "gin-rummy", "players": ["Ann", "Bob"]}
HEAD_WRITTEN = '{"game":"gin-rummy","players":["Ann","Bob"]}'
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
class Ann:
    age: int = 7


@dataclass(frozen=True, slots=True)
class Bob:
    friend: Ann | None = None
    children: tuple["Bob", ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    who: Ann | Bob | None
    dice: tuple[int, Suit]
    pair: Pair[Suit]
    held: Mapping[Suit, tuple[Suit, ...]] = field(default_factory=dict)
    word: int | str = 0
    either: Ann | str = ""
    kept: int = field(default=0, metadata=ALWAYS)


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (
            Facts(None, (1, Suit.CLUBS), Pair(Suit.CLUBS, Suit.CLUBS)),
            '{"who":null,"dice":[1,"C"],"pair":{"first":"C","second":"C"},"kept":0}',
        ),
        (
            Facts(Ann(), (1, Suit.CLUBS), Pair(Suit.CLUBS, Suit.CLUBS), {Suit.CLUBS: (Suit.CLUBS,)}, "x", "y", 3),
            (
                '{"who":{"is":"Ann"},"dice":[1,"C"],"pair":{"first":"C","second":"C"},'
                '"held":{"C":["C"]},"word":"x","either":"y","kept":3}'
            ),
        ),
        (
            Facts(Bob(Ann(9), (Bob(),)), (1, Suit.CLUBS), Pair(Suit.CLUBS, Suit.CLUBS), either=Ann(8)),
            (
                '{"who":{"is":"Bob","friend":{"age":9},"children":[{}]},"dice":[1,"C"],'
                '"pair":{"first":"C","second":"C"},"either":{"is":"Ann","age":8},"kept":0}'
            ),
        ),
    ],
    ids=["defaults", "values", "classes"],
)
def test_facts_are_written_without_their_defaults_and_read_by_their_types(facts: Facts, text: str) -> None:
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


def test_the_facts_of_a_defect_are_read_back() -> None:
    head = {**HEAD, "first_dealer": "Ann"}
    seats = [{"name": "Ann", "deadwood_points": 12}, {"name": "Bob", "deadwood_points": 30}]
    illegal = rule_on(head, hand_of({"knocker": "Ann", "players": seats}))
    upcards = {**head, "house_rules": {"knock_limit": "upcard"}}
    unreadable = rule_on(upcards, hand_of({"knocker": "Ann", "players": seats}))
    wrong_rule = rule_on({**head, "house_rules": {"gin_bonus": "x"}}, hand_of({"drawn": True}))
    for ruling, standing in ((illegal, Standing.ILLEGAL), (unreadable, Standing.UNREADABLE)):
        assert ruling.standing == standing
        assert from_json(Ruling, to_json(ruling)) == ruling
    assert wrong_rule.defect is not None
    assert from_json(Ruling, to_json(wrong_rule)) == wrong_rule


def test_texts_of_events_lose_what_cannot_be_seen() -> None:
    drawn = recorded({"drawn": True})
    assert cleaned(HandNoted(1, "by can\u200bdle light")) == HandNoted(1, "by candle light")
    assert cleaned(drawn) == drawn
