"""What undo and redo would change, named for their buttons."""

from companion.journal.events import DealRecorded, GameNoted, HandRecorded, HandStruckOut, Kind, Undone
from companion.journal.fold import GameState
from companion.web.shared.undo import undo_of
from companion.wording.game.undo_labels import CHANGE_WORDS
from tests.support.journals import folded

PASSED_OVER = {"game-started", "hand-accepted", "hand-disputed", "players-renamed", "undone", "redone"}
"""Nobody undoes the start, a player's own word, other names, or an undo."""

GEM2 = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann", "level": 1}
SOLO = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1}
WON = [3, 4, 4, 4, 4, 4, 4, 4, 3, 2]
DRAWN = HandRecorded({"drawn": True})


def undo_words(state: GameState) -> str:
    return undo_of(state).undo_label


def test_every_change_that_can_be_undone_has_words() -> None:
    assert set(CHANGE_WORDS) == set(Kind) - PASSED_OVER


def test_a_hand_is_named_by_its_position_on_the_sheet() -> None:
    state = folded(DRAWN, DRAWN, Undone(3), DRAWN)
    assert [hand.number for hand in state.hands] == [1, 3]
    assert state.positions == {1: 1, 2: 2, 3: 2, 4: 3}
    assert undo_words(state) == "recording of hand 2"


def test_undo_and_redo_name_different_changes() -> None:
    state = folded(DRAWN, HandStruckOut(1, ""), Undone(3))
    assert (undo_words(state), undo_of(state).redo_label) == ("recording of hand 1", "striking out hand 1")


def test_nothing_to_undo_has_no_words() -> None:
    assert (undo_words(folded()), undo_of(folded()).redo_label) == ("", "")


def test_a_note_on_the_game_names_no_hand() -> None:
    assert undo_words(folded(GameNoted("late"))) == "note on the game"


def test_a_round_that_has_only_begun_is_named_by_its_first_deal() -> None:
    begun = HandRecorded({"deals": [{"removed": 3}]})
    assert undo_words(folded(begun, head=GEM2)) == "first deal of round 1"
    assert undo_words(folded(HandRecorded({"deals": [{"removed": 3}] * 10}), head=GEM2)) == "recording of round 1"


def test_a_call_on_the_last_deal_is_not_named_as_the_deal() -> None:
    call = {"penalty": "missed-move", "caller": "Ann", "correct": False}
    begun, called = {"removed": 3}, {"removed": 3, "calls": [call]}
    next_deal, changed = DealRecorded(1, {"deals": [begun, begun]}), DealRecorded(1, {"deals": [begun, called]})
    first = HandRecorded({"deals": [begun]})
    assert undo_words(folded(first, next_deal, changed, head=GEM2)) == "change of the last deal of round 1"
    assert undo_words(folded(first, next_deal, Undone(3), next_deal, head=GEM2)) == "last deal of round 1"
    bonus = DealRecorded(1, {"deals": WON, "bonus_rounds": [{"deals": [4]}]})
    assert undo_words(folded(HandRecorded({"deals": WON}), bonus, head=SOLO)) == "last deal of round 1"
