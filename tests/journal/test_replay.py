"""A journal from elsewhere is accepted as far as each of its events could have been recorded."""

import pytest

from companion.journal import events
from companion.journal.events.base import Objection, Obstacle
from companion.journal.events.game import (
    GameClosed,
    GameReopened,
    GameStarted,
    GemsLearned,
    HouseRulesChanged,
    PlayersRenamed,
    Undone,
)
from companion.journal.events.hands import HandAccepted, HandReplaced, HandStruckOut
from companion.journal.exchange import Entry
from companion.journal.fold import Replay
from companion.journal.replay import objections
from companion.journal.sheet import Feat, Ruling, Standing
from companion.journal.state import JournalError
from tests.support.documents import HEAD, Document, hand_of, knocked, won_hand
from tests.support.journals import journal, recorded
from tests.support.refusals import words_of
from tests.support.whole_games import ROUND_HEAD, WHOLE_GAMES, counted_round, whole_game


def entries(*happened: events.Event, head: Document = HEAD) -> list[Entry]:
    return [Entry(f"record-{record.seq}", record, None) for record in journal(GameStarted(head), *happened)]


def last_objection(*happened: events.Event, head: Document = HEAD) -> str:
    """Return the objection to the last of these events, empty if there is none; there is none to the others."""
    found = [*objections(entries(*happened, head=head))]
    assert found[:-1] == [None] * (len(found) - 1)
    return words_of(found[-1])


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_game_that_was_played_is_accepted(name: str) -> None:
    head, happened = WHOLE_GAMES[name]
    whole = whole_game(*happened, head=head)
    assert [*objections(whole)] == [None] * len(whole)


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        ((GameStarted(HEAD),), "already started"),
        ((HandReplaced(1, hand_of(won_hand(3))),), "isn't on the sheet"),
        ((Undone(1),), "nothing to undo"),
        ((GameClosed(), recorded(won_hand(3))), "closed"),
        ((HouseRulesChanged({"targte": 3}),), "targte"),
        ((GemsLearned({"7D": "S"}),), "gems"),
        ((GemsLearned({"x": "S"}),), "as the app writes it"),
        ((recorded(won_hand(3)), HandAccepted(1, "Eve", {"Ann": 3, "Bob": 0})), "Eve"),
        ((PlayersRenamed({"Eve": "Ann"}),), "Only players"),
    ],
)
def test_what_could_not_have_happened_is_objected_to(happened: tuple[events.Event, ...], sentence: str) -> None:
    assert sentence in last_objection(*happened)


@pytest.mark.parametrize("head", [{**HEAD, "players": ["Ann"]}, {**HEAD, "players": 7}, {"game": "whist"}, {}])
def test_a_game_that_could_not_start_is_objected_to(head: Document) -> None:
    assert last_objection(head=head)


def test_a_hand_that_is_illegal_by_todays_rules_is_kept_as_the_sheet_keeps_it() -> None:
    assert not last_objection(recorded(knocked(12, 40)))


def test_rounds_must_fit_the_rounds_before_them() -> None:
    six = [recorded(counted_round(6))] * 6
    assert not last_objection(*six, head=ROUND_HEAD)
    assert "is over" in last_objection(*six, six[0], head=ROUND_HEAD)
    too_many = HandReplaced(1, hand_of({"deals": [{"removed": 5}]}))
    assert "can't be read" in last_objection(six[0], too_many, head=ROUND_HEAD)
    assert last_objection(six[0], HandStruckOut(1), too_many, head=ROUND_HEAD)


@pytest.mark.parametrize(
    "verdict",
    [
        Ruling(Standing.COUNTS, (20,), 0),
        Ruling(Standing.COUNTS, (20, 0), 2),
        Ruling(Standing.COUNTS, (20, 0), 0, (), ((2, Feat.GIN),)),
        Ruling(Standing.COUNTS, (10, 10), shared_by=(0, 2)),
    ],
)
def test_a_ruling_must_be_for_the_players_of_the_game(verdict: Ruling) -> None:
    start, hand = entries(recorded(won_hand(20)))
    assert [*objections([start, Entry(hand.id, hand.record, verdict)])] == [
        None,
        Objection(Obstacle.RULING_OF_OTHERS),
    ]
    right = Ruling(Standing.COUNTS, (20, 0), 0, (), ((1, Feat.GIN),))
    assert [*objections([start, Entry(hand.id, hand.record, right)])] == [None, None]
    assert [*objections([start, Entry(hand.id, hand.record, Ruling(Standing.ILLEGAL))])] == [None] * 2


def test_what_is_known_to_have_been_recorded_is_not_objected_to() -> None:
    odd = entries(HandStruckOut(4), recorded(won_hand(3)), GameReopened())
    assert [*objections(odd, known=3)] == [None, None, None, Objection(Obstacle.GAME_OPEN)]


def test_a_replay_begins_with_the_start_of_the_game() -> None:
    (record,) = journal(GameClosed())
    with pytest.raises(JournalError):
        Replay([record])
