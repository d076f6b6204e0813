"""The kinds of games that there are, and what each is to the journal and the store."""

from collections.abc import Mapping

from companion.journal.kinds.base import GameKind
from companion.journal.kinds.gem2 import DuelKind, SoloKind
from companion.journal.kinds.rummy import RummyKind
from companion.journal.sheet import Rule, ScoreSheet, rule_hand
from companion.journal.state import GameState

_RUMMY = RummyKind()
_KINDS: Mapping[str, GameKind] = {"gem-ii": DuelKind(), "gem-ii-solo": SoloKind()}


def kind_of(game: object) -> GameKind:
    """Return the kind of a game by its name; of a name that no game has, a rummy, which refuses it."""
    return _KINDS.get(str(game), _RUMMY)


def sheet_of(state: GameState, rule: Rule = rule_hand) -> ScoreSheet:
    """Return the score sheet of a game; pass a `rule` that caches to save time."""
    return kind_of(state.game).sheet(state, rule)
