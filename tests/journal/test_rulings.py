"""How a hand stands, and that a ruling that was stored is read back the same."""

from dataclasses import replace
from typing import Any

import pytest

from companion.journal.codec import from_json, to_json
from companion.journal.sheet import Feat, Ruling, Standing, rule_on
from companion.rules.rummy.figures import HandFigures
from companion.store.derived.table_cache import ruling_json
from companion.wording.document_errors import placed_sentence
from companion.wording.faults import fault_sentence
from tests.support.documents import HEAD, counted_hand, hand_of, knocked


@pytest.mark.parametrize(
    ("document", "ruling"),
    [
        (knocked(2, 22), Ruling(Standing.COUNTS, (20, 0), 0)),
        (knocked(0, 20), Ruling(Standing.COUNTS, (45, 0), 0, (), ((0, Feat.GIN),))),
        (knocked(9, 4), Ruling(Standing.COUNTS, (0, 30), 1, (), ((1, Feat.UNDERCUT),))),
        ({"drawn": True}, Ruling(Standing.DRAWN)),
        (
            knocked(2, 22, overruled={"points": {"Ann": 1, "Bob": 5}, "winner": "Bob", "reason": "so", "by": "Ann"}),
            Ruling(Standing.OVERRULED, (1, 5), 1),
        ),
    ],
    ids=["counts", "gin", "undercut", "drawn", "overruled"],
)
def test_a_hand_that_counts_has_points_a_winner_and_feats(document: dict[str, Any], ruling: Ruling) -> None:
    """Neller: gin earns 25 more than the difference, and an undercut as much."""
    assert rule_on(HEAD, hand_of(document)) == ruling
    assert from_json(Ruling, to_json(ruling)) == ruling


def test_gem_parts_are_a_feat_of_whoever_has_them() -> None:
    """27 for the difference; Bob's eight parts bring 8 and take no minimum away, which 27 is over."""
    hand = {"dice": [3, 4], **knocked(3, 30)}
    hand["players"][1]["gem_parts"] = True
    ruling = rule_on({**HEAD, "game": "gem-rummy"}, hand_of(hand))
    assert ruling == Ruling(Standing.COUNTS, (27, 8), 0, (), ((1, Feat.GEM_PARTS),))


def test_a_hand_that_players_share_has_no_winner_and_says_who() -> None:
    head = {"game": "knock-rummy", "players": ["Ann", "Bob", "Cid"], "first_dealer": "Ann"}
    ruling = rule_on(head, hand_of(counted_hand("Ann", Ann=7, Bob=5, Cid=5)))
    assert ruling == Ruling(Standing.COUNTS, (0, 6, 6), shared_by=(1, 2))
    assert from_json(Ruling, to_json(ruling)) == ruling


def test_a_tie_with_the_knocker_is_no_undercut_and_goes_to_the_other_player() -> None:
    """K.tie-with-knocker and R.18: Bob collects from Cid, without the extra ten; with two players nobody scores."""
    head = {"game": "knock-rummy", "players": ["Ann", "Bob", "Cid"], "first_dealer": "Ann"}
    assert rule_on(head, hand_of(counted_hand("Ann", Ann=6, Bob=6, Cid=16))) == Ruling(Standing.COUNTS, (0, 10, 0), 1)
    two = {**head, "players": ["Ann", "Bob"]}
    assert rule_on(two, hand_of(counted_hand("Ann", Ann=12, Bob=12))) == Ruling(Standing.COUNTS, (0, 0), 1)
    lower = rule_on(two, hand_of(counted_hand("Ann", Ann=12, Bob=10)))
    assert lower == Ruling(Standing.COUNTS, (0, 12), 1, (), ((1, Feat.UNDERCUT),))


def test_a_hand_that_everybody_ties_is_shared_by_those_who_did_not_knock() -> None:
    head = {"game": "knock-rummy", "players": ["Ann", "Bob", "Cid"], "first_dealer": "Ann"}
    ruling = rule_on(head, hand_of(counted_hand("Bob", Ann=7, Bob=7, Cid=7)))
    assert ruling == Ruling(Standing.COUNTS, (0, 0, 0), shared_by=(2, 0))


@pytest.mark.parametrize(
    ("house_rules", "standing", "reason"),
    [
        ({}, Standing.ILLEGAL, "can't knock with 12"),
        ({"knock_limit": "upcard"}, Standing.UNREADABLE, "upcard"),
    ],
)
def test_a_hand_that_does_not_count_says_why(house_rules: dict[str, Any], standing: Standing, reason: str) -> None:
    ruling = rule_on({**HEAD, "house_rules": house_rules}, hand_of(knocked(12, 30)))
    assert ruling.standing == standing
    said = [placed_sentence(ruling.defect)] if ruling.defect else map(fault_sentence, ruling.faults)
    assert any(reason in sentence for sentence in said)
    assert (ruling.points, ruling.winner, ruling.feats) == (None, None, ())
    assert from_json(Ruling, to_json(ruling)) == ruling


def test_only_a_cached_ruling_keeps_its_figures() -> None:
    figures = HandFigures(1, (3, 22), (None, 4))
    ruling = replace(rule_on(HEAD, hand_of(knocked(2, 22))), figures=figures)
    assert from_json(Ruling, to_json(ruling)).figures == figures
    assert from_json(Ruling, ruling_json(ruling)).figures is None
