"""How long a game was played."""

import pytest

from companion.journal.events import Event
from companion.journal.events.game import GameNoted, GameStarted, Undone
from companion.journal.fold import fold, minutes_played
from companion.journal.state import Record
from tests.support.documents import HEAD, won_hand
from tests.support.journals import recorded

HAND = recorded(won_hand(20))


@pytest.mark.parametrize(
    ("records", "minutes"),
    [
        ([("20:10:00", HAND), ("20:48:20", HAND), ("23:00:00", GameNoted("late"))], 48),
        ([("20:10:00", HAND), ("20:48:00", HAND), ("20:49:00", Undone(3))], 10),
        ([("20:00:00", HAND)], None),
        ([], None),
    ],
    ids=["a note comes later", "undone", "imported", "no hand"],
)
def test_it_lasts_from_the_start_to_the_last_hand(records: list[tuple[str, Event]], minutes: int | None) -> None:
    first = Record(1, "2026-11-21T20:00:00Z", "Ann", GameStarted(HEAD))
    later = [Record(seq, f"2026-11-21T{at}Z", "Ann", event) for seq, (at, event) in enumerate(records, start=2)]
    assert minutes_played(fold([first, *later])) == minutes


def test_a_game_of_several_evenings_or_without_times_says_nothing() -> None:
    for at in ("2026-11-22T20:00:00Z", "2026-11-21", "some day"):
        records = (Record(1, "2026-11-21T20:00:00Z", "Ann", GameStarted(HEAD)), Record(2, at, "Ann", HAND))
        assert minutes_played(fold(records)) is None
