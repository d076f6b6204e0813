"""What a showdown being entered begins with: nothing, or the recorded hand; by which rules, with which deck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort

from companion.documents.showdown import read_setting
from companion.documents.showdown_draft import NOT_BEGUN, Dice, EnteredHand, SharedState, entered_again
from companion.rules.gems import NOTHING_KNOWN, Print
from companion.rules.rummy.melds import MeldContext, designated_diamond
from companion.rules.rummy.ruleset import Game, RuleSet
from companion.store import games
from companion.store.derived.table_cache import TableSummary
from companion.web.current_store import current_store
from companion.wording.showdown import NO_SUCH_HAND

NOTHING_SHARED = SharedState()


@dataclass(frozen=True, slots=True)
class Baseline:
    """The state that a draft starts from: nothing, or for a correction the recorded hand."""

    shared: SharedState
    hands: tuple[EnteredHand, ...]
    """In seat order."""
    position: int
    """Which hand of the sheet it is, or will be."""
    head: Mapping[str, Any]
    """That of the game, with the house rules by which this hand is ruled."""
    pair: tuple[int, int] | None = None
    """The seats of the two who play it, in a game of hands for two."""


def baseline_of(game: str, table: TableSummary, number: int) -> Baseline:
    if number >= table.next_hand:
        players, position = table.pair_of(number), table.rows + 1 + number - table.next_hand
        return Baseline(NOTHING_SHARED, (NOT_BEGUN,) * len(players), position, table.head, _seats(table, players))
    state = games.state(current_store(), game)
    hand, position = state.hand(number), state.positions[number]
    if hand is None:
        abort(404, NO_SUCH_HAND)
    head = table.head if hand.house_rules is None else {**table.head, "house_rules": hand.house_rules}
    pair = hand.recorded.seats
    if pair is None and table.sides:
        row = games.sheet(current_store(), game)[1].row(number)
        pair = _seats(table, row.pair if row else ())
    return Baseline(*entered_again(hand.recorded, len(pair or table.players)), position, head, pair)


def _seats(table: TableSummary, pair: Sequence[str]) -> tuple[int, int] | None:
    """Return the seats of two who play a hand that isn't the whole table's."""
    if not table.sides or not pair:
        return None
    first, second = map(table.players.index, pair)
    return first, second


def setting_of(
    table: TableSummary, head: Mapping[str, Any], shared: SharedState = NOTHING_SHARED
) -> tuple[RuleSet, Print | None]:
    seating = {key: table.head[key] for key in ("form", "sides") if key in table.head and table.sides}
    keys: dict[str, Any] = {"house_rules": dict(head.get("house_rules", {})), **deck_known(head, shared), **seating}
    setting = read_setting(keys, Game(table.game), table.players)
    return setting.rules, setting.gems or (NOTHING_KNOWN if setting.rules.has_gems else None)


def deck_known(head: Mapping[str, Any], shared: SharedState = NOTHING_SHARED) -> dict[str, dict[str, str]]:
    """Return what a game's head and this showdown together know of the deck, under the head's keys."""
    if "print" in head:
        return {"print": dict(head["print"])}
    gems = {**head.get("gems", {}), **shared.gems}
    not_gems = {**head.get("not_gems", {}), **shared.not_gems}
    known = {"gems": gems, "not_gems": {card: letters for card, letters in not_gems.items() if letters}}
    return {key: cards for key, cards in known.items() if cards}


def context_of(rules: RuleSet, gems: Print | None, dice: Dice | None) -> MeldContext:
    diamond = designated_diamond(dice) if rules.has_dice and dice else None
    return MeldContext(rules.has_gems, None if gems is None or gems.faults else gems, diamond)
