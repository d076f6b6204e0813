"""House rules from a hand on: each hand is ruled by the rules in force when it was recorded."""

from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.journal.events.game import HouseRulesChanged, HouseRulesFrom, Redone, Undone
from companion.journal.events.hands import HandNoted, HandReplaced
from companion.journal.exchange import events_of, exported
from companion.journal.fold import Replay, fold
from companion.journal.kinds import kind_of, sheet_of
from companion.journal.preview import conflicting, preview
from companion.journal.sheet import Standing, showdown_of
from companion.journal.state import GameState, Record
from companion.rules.rummy.ruleset import Game, book_rules
from tests.support.documents import HEAD, error_of, hand_of, knocked
from tests.support.journals import folded, recorded, started

UNDERCUT = recorded(knocked(7, 7))
"""Bob undercuts with an equal count: 25 by the book, or the undercut bonus of the table."""
TEN = HouseRulesFrom({"undercut_bonus": 10})


def points_of_bob(state: GameState) -> list[int | None]:
    return [None if row.points is None else row.points["Bob"] for row in sheet_of(state).rows]


def own_rules(state: GameState) -> list[object]:
    return [hand.house_rules for hand in state.hands]


def test_a_hand_keeps_the_rules_in_force_when_it_was_recorded() -> None:
    state = folded(UNDERCUT, TEN, UNDERCUT)
    assert points_of_bob(state) == [25, 10]
    assert own_rules(state) == [{}, None]
    assert [state.rules_of_hand(hand) for hand in state.hands] == [{}, {"undercut_bonus": 10}]
    assert state.house_rules == {"undercut_bonus": 10}
    assert sheet_of(state).totals == {"Ann": 0, "Bob": 35}


def test_rules_may_change_several_times_and_back() -> None:
    state = folded(UNDERCUT, TEN, UNDERCUT, HouseRulesFrom({"undercut_bonus": 15}), UNDERCUT, HouseRulesFrom({}))
    assert points_of_bob(state) == [25, 10, 15]
    assert own_rules(state) == [None, {"undercut_bonus": 10}, {"undercut_bonus": 15}]


def test_a_corrected_hand_keeps_its_rules_whatever_the_correction_says() -> None:
    corrected = HandReplaced(1, hand_of({**knocked(9, 8), "house_rules": {"undercut_bonus": 3}}))
    state = folded(UNDERCUT, TEN, corrected)
    assert points_of_bob(state) == [26]
    assert own_rules(state) == [{}]


def test_undo_and_redo_take_the_rules_back_and_forth() -> None:
    assert points_of_bob(folded(UNDERCUT, TEN, Undone(3), UNDERCUT)) == [25, 25]
    assert folded(UNDERCUT, TEN, Undone(3)).house_rules == {}
    redone = folded(UNDERCUT, TEN, Undone(3), Redone(3), UNDERCUT)
    assert points_of_bob(redone) == [25, 10]


def test_a_change_for_the_whole_game_rules_every_hand_recorded_by_then() -> None:
    state = folded(UNDERCUT, TEN, UNDERCUT, HouseRulesChanged({"undercut_bonus": 5}), UNDERCUT)
    assert points_of_bob(state) == [5, 5, 5]
    later = folded(UNDERCUT, TEN, HouseRulesChanged({"undercut_bonus": 5}), UNDERCUT, TEN, UNDERCUT)
    assert points_of_bob(later) == [5, 5, 10]


def test_the_target_belongs_to_the_whole_game() -> None:
    state = folded(UNDERCUT, HouseRulesFrom({"target": 20}))
    assert own_rules(state) == [None]
    assert sheet_of(state).over


def test_earlier_hands_stand_under_a_target_lower_than_their_minimum() -> None:
    head = {**HEAD, "house_rules": {"minimum_score": 30}}
    state = folded(recorded(knocked(2, 4)), HouseRulesFrom({"target": 25}), head=head)
    (row,) = sheet_of(state).rows
    assert (row.standing, row.points) == (Standing.COUNTS, {"Ann": 30, "Bob": 0})


def test_going_on_record_by_record_comes_to_the_same() -> None:
    records = started(
        UNDERCUT, TEN, UNDERCUT, HandReplaced(1, hand_of(knocked(8, 8))), HouseRulesChanged({}), TEN, UNDERCUT
    )
    replay = Replay(records[:1])
    for place, record in enumerate(records[1:], start=2):
        replay.add(record)
        assert replay.state().hands == fold(records[:place]).hands


def test_the_preview_says_what_changes_from_a_hand_on_and_for_the_whole_game() -> None:
    records = started(UNDERCUT)
    assert preview(Replay(records), TEN).differences == ()
    (difference,) = preview(Replay(records), HouseRulesChanged({"undercut_bonus": 10})).differences
    assert difference.before is not None
    assert difference.after is not None
    assert (difference.before.points, difference.after.points) == ({"Ann": 0, "Bob": 25}, {"Ann": 0, "Bob": 10})


def test_a_correction_of_an_earlier_hand_needs_no_word_about_rules_to_come() -> None:
    records = started(UNDERCUT, TEN)
    assert conflicting(HandReplaced(1, hand_of(knocked(8, 8))), records, 2) == ()
    assert conflicting(recorded(knocked(8, 8)), records, 2) == (records[2],)


def test_a_document_says_which_hands_were_played_by_which_rules() -> None:
    state = folded(UNDERCUT, TEN, UNDERCUT, HandNoted(1, "close"))
    document: dict[str, Any] = exported(state, sheet_of(state))
    assert [hand.get("house_rules") for hand in document["hands"]] == [{}, None]
    assert score_document(document)["totals"] == {"Ann": 0, "Bob": 35}
    again = folded(*events_of(document)[1:], head={key: document[key] for key in document if key != "hands"})
    assert own_rules(again) == [{}, None]
    assert exported(again, sheet_of(again)) == document
    assert points_of_bob(fold([*started(*events_of(document)[1:]), Record(9, "", "", HouseRulesChanged({}))])) == [
        25,
        25,
    ]


def test_the_showdown_of_a_hand_has_its_own_rules() -> None:
    state = folded(UNDERCUT, TEN)
    showdown = showdown_of(state, state.hands[0].recorded)
    assert showdown is not None
    assert showdown.rules.undercut_bonus == book_rules(Game.GIN_RUMMY, 2).undercut_bonus


@pytest.mark.parametrize(
    ("house_rules", "code", "where"),
    [
        (7, "wrong-type", "hands[0].house_rules"),
        ({"knock": 8}, "house-rule-unknown", "hands[0].house_rules.knock"),
        ({"knock_limit": "dice"}, "house-rule-value", "hands[0].house_rules.knock_limit"),
        ({"gin_bonus": 30, "big_gin_bonus": 20}, "house-rules-contradict", "hands[0].house_rules.gin_bonus"),
        ({"target": 50}, "house-rule-of-game", "hands[0].house_rules.target"),
        ({"gem_parts_other": 1}, "house-rule-unknown", "hands[0].house_rules.gem_parts_other"),
    ],
)
def test_the_house_rules_of_a_hand_are_read_as_strictly_as_those_of_the_game(
    house_rules: object, code: str, where: str
) -> None:
    hand = {**knocked(2, 22), "house_rules": house_rules}
    assert error_of(kind_of("gin-rummy").read, {**HEAD, "hands": [hand]}) == (code, where)


def test_a_drawn_hand_has_rules_too() -> None:
    drawn = {"drawn": True, "house_rules": {"knock_limit": "upcard"}}
    assert error_of(kind_of("gin-rummy").read, {**HEAD, "hands": [{**drawn, "dice": [1, 2]}]})[1] == "hands[0].dice"
    kind_of("gin-rummy").read({**HEAD, "hands": [{**drawn, "upcard": "7C"}]})


def test_a_knock_is_legal_by_the_limit_of_its_own_hand() -> None:
    state = folded(recorded(knocked(9, 20)), HouseRulesFrom({"knock_limit": 8}), recorded(knocked(9, 20)))
    assert [row.standing for row in sheet_of(state).rows] == [Standing.COUNTS, Standing.ILLEGAL]
