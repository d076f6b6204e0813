"""How records are written down: what stands in every journal already, so none of it may change."""

import pytest

from companion.journal.events import (
    DeckUsed,
    Event,
    GameClosed,
    GameStarted,
    GemsLearned,
    HandAccepted,
    HandRecorded,
    HandStruckOut,
    decode,
    encode,
)

HEAD = {"game": "gin-rummy", "players": ["Ann", "Bob"]}
HEAD_WRITTEN = '{"game":"gin-rummy","players":["Ann","Bob"]}'
TURNED_OVER = {"player": "Ann", "by": "Bob", "before": {"cards": ["7D"]}}

WRITTEN: list[tuple[Event, str, str]] = [
    (GameStarted(HEAD), "game-started", f'{{"head":{HEAD_WRITTEN},"deck":null}}'),
    (
        GameStarted(HEAD, DeckUsed(3, "Käthe's", made_up=True)),
        "game-started",
        f'{{"head":{HEAD_WRITTEN},"deck":{{"id":3,"name":"Käthe\'s","made_up":true}}}}',
    ),
    (HandRecorded({"drawn": True}), "hand-recorded", '{"document":{"drawn":true}}'),
    (
        HandRecorded({"drawn": True}, (TURNED_OVER,)),
        "hand-recorded",
        '{"document":{"drawn":true},"changed":[{"player":"Ann","by":"Bob","before":{"cards":["7D"]}}]}',
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
