"""What undo and redo would change, named for their buttons."""

import pytest

from companion.journal.events import CLASS_OF
from companion.journal.events.base import Kind
from companion.journal.events.game import GameNoted, Undone
from companion.journal.events.hands import DealRecorded, HandStruckOut
from companion.journal.named_changes import DealChange, NamedChange, redone_next, undone_next
from companion.wording.history import change_words
from tests.support.documents import hand_of
from tests.support.journals import folded, recorded

GEM2 = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1}
SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1}
WON = [3, 4, 4, 4, 4, 4, 4, 4, 3, 2]
DRAWN = recorded({"drawn": True})


@pytest.mark.parametrize("kind", Kind)
def test_every_change_that_can_be_undone_has_words(kind: Kind) -> None:
    assert bool(change_words(NamedChange(kind, 1), "hand")) == CLASS_OF[kind].is_undoable


def test_nobody_undoes_the_start_a_players_own_word_other_names_or_an_undo() -> None:
    passed_over = {event_class.kind for event_class in CLASS_OF.values() if not event_class.is_undoable}
    assert passed_over == {
        Kind.GAME_STARTED, Kind.HAND_ACCEPTED, Kind.HAND_DISPUTED, Kind.PLAYERS_RENAMED, Kind.UNDONE, Kind.REDONE,
    }  # fmt: skip


@pytest.mark.parametrize("deal", DealChange)
def test_every_change_of_a_deal_has_words_of_its_own(deal: DealChange) -> None:
    named = NamedChange(Kind.DEAL_RECORDED, 1, deal)
    assert change_words(named, "round") != change_words(NamedChange(Kind.DEAL_RECORDED, 1), "round")


def test_a_hand_is_named_by_its_position_on_the_sheet() -> None:
    state = folded(DRAWN, DRAWN, Undone(3), DRAWN)
    assert [hand.number for hand in state.hands] == [1, 3]
    assert state.positions == {1: 1, 2: 2, 3: 2, 4: 3}
    assert undone_next(state) == NamedChange(Kind.HAND_RECORDED, 2)


def test_undo_and_redo_name_different_changes() -> None:
    state = folded(DRAWN, HandStruckOut(1, ""), Undone(3))
    assert undone_next(state) == NamedChange(Kind.HAND_RECORDED, 1)
    assert redone_next(state) == NamedChange(Kind.HAND_STRUCK_OUT, 1)


def test_nothing_to_undo_has_no_name() -> None:
    assert (undone_next(folded()), redone_next(folded())) == (None, None)


def test_a_note_on_the_game_names_no_hand() -> None:
    assert undone_next(folded(GameNoted("late"))) == NamedChange(Kind.GAME_NOTED)


def test_a_round_that_has_only_begun_is_named_by_its_first_deal() -> None:
    begun = recorded({"deals": [{"removed": 3}]})
    assert undone_next(folded(begun, head=GEM2)) == NamedChange(Kind.HAND_RECORDED, 1, DealChange.FIRST)
    whole = recorded({"deals": [{"removed": 3}] * 10})
    assert undone_next(folded(whole, head=GEM2)) == NamedChange(Kind.HAND_RECORDED, 1)


def test_a_call_on_the_last_deal_is_not_named_as_the_deal() -> None:
    call = {"penalty": "missed-move", "caller": "Ann", "correct": False}
    begun, called = {"removed": 3}, {"removed": 3, "calls": [call]}
    next_deal, changed = (
        DealRecorded(1, hand_of({"deals": [begun, begun]})),
        DealRecorded(1, hand_of({"deals": [begun, called]})),
    )
    first = recorded({"deals": [begun]})
    last_deal = NamedChange(Kind.DEAL_RECORDED, 1)
    called_on = undone_next(folded(first, next_deal, changed, head=GEM2))
    assert called_on == NamedChange(Kind.DEAL_RECORDED, 1, DealChange.CHANGED)
    assert undone_next(folded(first, next_deal, Undone(3), next_deal, head=GEM2)) == last_deal
    bonus = DealRecorded(1, hand_of({"deals": WON, "bonus_rounds": [{"deals": [4]}]}))
    assert undone_next(folded(recorded({"deals": WON}), bonus, head=SOLO)) == last_deal


def test_a_counted_round_had_no_deals_before_a_call() -> None:
    counted = recorded({"counted": {"remaining": 6, "cards": {"Ann": 24, "Bob": 10}}})
    deal = DealRecorded(1, hand_of({"deals": [{"removed": 3}]}))
    assert undone_next(folded(counted, deal, head=GEM2)) == NamedChange(Kind.DEAL_RECORDED, 1)
