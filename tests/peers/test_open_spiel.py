"""Gin Rummy against a referee that nobody here wrote: OpenSpiel plays whole hands, and both judge each showdown."""

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from companion.answers.judging import judge_document
from tests.support.rummy.gin_games import Peer, PeerRules, Showdown
from tests.support.seeds import random_sources

NORTH_AMERICAN = PeerRules()
BRITISH = PeerRules(gin_bonus=20, undercut_bonus=10)
LOW_KNOCK = PeerRules(knock_card=5)


def outcome_of(showdown: Showdown) -> str:
    """Name what kind of showdown it was, as OpenSpiel counted it."""
    knocker = showdown.document["knocker"]
    own = showdown.deadwood[knocker]
    (other,) = (points for name, points in showdown.deadwood.items() if name != knocker)
    if own == 0:
        return "gin"
    return "tie" if own == other else "undercut" if other < own else "knock"


def check(showdown: Showdown, peer: Peer, seed: int) -> None:
    """Compare everything that both referees say."""
    verdict: dict[str, Any] = judge_document(showdown.document)
    assert verdict["legal"], (seed, verdict["faults"])
    assert {one["name"]: one["deadwood_points"] for one in verdict["players"]} == showdown.deadwood, seed
    assert {one["name"]: one["points"] for one in verdict["players"]} == showdown.points, seed
    undercut = [line for one in verdict["players"] for line in one["lines"] if line["code"] == "undercut-bonus"]
    assert bool(undercut) == (outcome_of(showdown) == "undercut"), seed
    for given, found in zip(showdown.document["players"], verdict["players"], strict=True):
        if found["role"] == "knocker":
            cards = [*given["deadwood"], *chain(*given["melds"])]
            assert found["best_deadwood_points"] == peer.least_deadwood(cards), seed


@pytest.mark.parametrize(
    ("rules", "by_bots", "count"),
    [
        (NORTH_AMERICAN, True, 300),
        (NORTH_AMERICAN, False, 500),
        (BRITISH, False, 200),
        (LOW_KNOCK, False, 200),
    ],
)
def test_finished_hands(rules: PeerRules, by_bots: bool, count: int) -> None:
    peer = Peer(rules)
    seen: Counter[str] = Counter()
    for seed, rng in random_sources(count):
        showdown = peer.played(rng, by_bots=by_bots)
        if showdown is not None:
            check(showdown, peer, seed)
            seen[outcome_of(showdown)] += 1
            seen["laid off"] += bool(showdown.document["lay_offs"])
    assert seen["knock"] + seen["undercut"] + seen["tie"] + seen["gin"] > count * 0.8, seen
    expected = ("knock", "gin") if by_bots else ("knock", "undercut", "tie", "laid off")
    assert all(seen[kind] for kind in expected), seen
