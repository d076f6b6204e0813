"""Random games: cached summaries always match a fold from the beginning, and the check finds nothing."""

import random
import shutil
from pathlib import Path

import pytest

import companion
from companion.journal.events import Event
from companion.journal.events.game import (
    GameClosed,
    GameReopened,
    HouseRulesChanged,
    HouseRulesFrom,
    PlayersRenamed,
    Redone,
    Undone,
)
from companion.journal.events.hands import (
    HandAccepted,
    HandNoted,
    HandOverruled,
    HandRecorded,
    HandReplaced,
    HandRestored,
    HandStruckOut,
    OverrulingWithdrawn,
)
from companion.journal.exchange import exported, game_document
from companion.journal.kinds import sheet_of
from companion.journal.state import GameState
from companion.store import games
from companion.store.backup import checks
from companion.store.database import Store
from companion.store.derived.table_cache import rules_version, source_digest, summary_from
from companion.store.errors import NotPossible
from tests.support.documents import hand_of
from tests.support.store import Running


def something(state: GameState, chance: random.Random) -> Event:
    """Say something at random about a game as it is; not all of it is possible."""
    if state.closed:
        return GameReopened()
    ann, bob = state.players
    hand = chance.choice(state.hands).number if state.hands else 1
    counts = [
        {"name": ann, "deadwood_points": chance.randrange(14)},
        {"name": bob, "deadwood_points": chance.randrange(30)},
    ]
    document = {"knocker": ann, "players": counts} if chance.random() < 0.9 else {"drawn": True}
    events: list[Event] = [
        HandReplaced(hand, hand_of(document)),
        HandStruckOut(hand),
        HandRestored(hand),
        HandNoted(hand, "late"),
        HandAccepted(hand, ann, {ann: 3, bob: 0}),
        HandOverruled(hand, {ann: chance.randrange(40), bob: 0}, ann, "agreed", bob),
        OverrulingWithdrawn(hand),
        HouseRulesChanged(chance.choice([{"target": 400}, {"target": 90}, {"knock_limit": 6}, {"undercut_bonus": 5}])),
        HouseRulesFrom(chance.choice([{"target": 400}, {"target": 90}, {"knock_limit": 6}, {"undercut_bonus": 5}])),
        PlayersRenamed({ann: bob, bob: ann}),
        GameClosed(),
        Undone(state.undoable or 1),
        Redone(state.redoable or 1),
    ]
    return chance.choice([*events, *[HandRecorded(hand_of(document))] * 6])


@pytest.mark.parametrize("seed", range(4))
def test_cached_summaries_match_a_fold(store: Store, game: Running, seed: int) -> None:
    chance = random.Random(seed)
    game.say(HouseRulesChanged({"target": 400}))
    recorded = 0
    for _ in range(60):
        try:
            game.say(something(games.state(store, game.id), chance))
            recorded += 1
        except NotPossible:
            continue
        state = games.state(store, game.id)
        sheet = sheet_of(state)
        assert games.table_summary(store, game.id) == summary_from(state, sheet)
        assert games.sheet(store, game.id)[1] == sheet
    assert recorded > 15
    assert checks.check(store).findings == []
    document = exported(*games.sheet(store, game.id))
    again = games.import_document(store, game.author, document, record_id="the-import")
    assert game_document(games.state(store, again)) == document
    assert games.table_summary(store, again).totals == games.table_summary(store, game.id).totals


def test_an_update_of_the_rules_changes_their_version(tmp_path: Path) -> None:
    root = tmp_path / "companion"
    shutil.copytree(Path(companion.__file__).parent, root, ignore=shutil.ignore_patterns("__pycache__"))
    assert source_digest(root) == rules_version()
    for changed in ("rules/rummy/match.py", "store/derived/tallies.py"):
        before = source_digest(root)
        (root / changed).write_text("changed")
        assert source_digest(root) != before
