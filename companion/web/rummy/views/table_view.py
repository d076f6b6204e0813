"""What a table shows between hands: totals and the way still to go, who deals and starts, the dice."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from companion.documents.showdown_draft import Dice, SharedState
from companion.rules.cards import CARDS_BY_NAME, Suit, name_of, suit_of
from companion.rules.rummy.calls import knock_limit
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.match import first_to_play
from companion.rules.rummy.melds import designated_diamond
from companion.rules.rummy.ruleset import Game, HouseRuleValue, RuleSet
from companion.store.derived.table_cache import GameTotals, TableSummary
from companion.wording import game as wording
from companion.wording.cards import spoken_card
from companion.wording.house_rules import rules_summary

RULES_KEPT = 200
"""Sets of house rules whose rules are not worked out again with each page."""


@dataclass(frozen=True, slots=True)
class GameTotal:
    """A player's total in one of three games that are played at once."""

    total: int
    """With all bonuses once the game is over."""
    over: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Place:
    """One player, or one side, on the table's score."""

    name: str
    total: int
    to_go: int
    share: int
    """How far to the target, in hundredths."""
    deals: str = ""
    """Who deals the coming hand, if it is this place; of a side which member."""
    members: tuple[tuple[str, int], ...] = ()
    games: tuple[GameTotal, ...] = ()
    """Its total in each of three games that are played at once."""

    @property
    def score(self) -> str | int:
        """The total, or those of three games."""
        return " / ".join(str(game.total) for game in self.games) or self.total


@dataclass(frozen=True, slots=True)
class Knock:
    """Who may knock in the coming hand, by the dice or the rules."""

    number: str
    words: str
    diamond: str = ""
    dice: Dice | None = None
    upcard: str = ""
    doubles: bool = False
    """The upcard is a spade, and doubles the hand."""


def rules_of(head: Mapping[str, object]) -> RuleSet:
    """Return the rules by which a game is played."""
    return _rules(Game(str(head["game"])), len(players_of(head)), json.dumps(house_rules_of(head), sort_keys=True))


@lru_cache(RULES_KEPT)
def _rules(game: Game, seats: int, house_rules: str) -> RuleSet:
    return ruleset_for(game, seats, json.loads(house_rules))


def players_of(head: Mapping[str, object]) -> tuple[str, ...]:
    """Return the players in seat order."""
    return tuple(cast("Sequence[str]", head["players"]))


def house_rules_of(head: Mapping[str, object]) -> Mapping[str, HouseRuleValue]:
    """Return what the table plays otherwise than the book."""
    return cast("Mapping[str, HouseRuleValue]", head.get("house_rules", {}))


def sides_of(head: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    """Return the sides of a partnership game, empty where everybody plays alone."""
    return tuple(tuple(side) for side in cast("Sequence[Sequence[str]]", head.get("sides", ())))


def side_name(side: Sequence[str]) -> str:
    """Return the name of a side: its members'."""
    return " & ".join(side)


def summary_of(head: Mapping[str, object]) -> str:
    """Return in one line what is played."""
    return rules_summary(Game(str(head["game"])), len(players_of(head)), house_rules_of(head))


def places(table: TableSummary) -> tuple[Place, ...]:
    """Return the players or sides with their totals and the way still to go."""
    target = table.target or 1
    sides = sides_of(table.head)
    if sides:
        return tuple(_side(table, side, target) for side in sides)
    return tuple(
        Place(
            name,
            total,
            max(0, target - total),
            _share(total, target),
            _deals(table, name),
            games=() if table.final else tuple(_total_in(column, name) for column in table.columns),
        )
        for name, total in ((name, (table.final or table.totals).get(name, 0)) for name in table.players)
    )


def _total_in(game: GameTotals, name: str) -> GameTotal:
    return GameTotal(game.totals[name], game.over, won=name in game.winners)


def _side(table: TableSummary, side: tuple[str, ...], target: int) -> Place:
    total = sum(table.totals.get(name, 0) for name in side)
    return Place(
        side_name(side),
        total,
        max(0, target - total),
        _share(total, target),
        next((wording.MEMBER_DEALS.format(name=name) for name in side if name == table.next_dealer), ""),
        tuple((name, table.totals.get(name, 0)) for name in side),
    )


def tie_words(shown: Sequence[Place], target: int) -> str:
    """Return why a game goes on whose target was reached; empty while it isn't."""
    best = max(place.total for place in shown)
    if any(place.games for place in shown):
        return ""
    return wording.tied([place.name for place in shown if place.total == best], best) if best >= target else ""


def _share(total: int, target: int) -> int:
    return max(0, min(100, 100 * total // target))


def starter(table: TableSummary) -> str | None:
    """Return the player left of the dealer (R.15)."""
    if table.next_dealer is None:
        return None
    return table.players[first_to_play(len(table.players), table.players.index(table.next_dealer))]


def _deals(table: TableSummary, name: str) -> str:
    return wording.DEALER if name == table.next_dealer else ""


def knock(rules: RuleSet, known: SharedState) -> Knock | None:
    """Return who may knock in the coming hand; None while the dice or the upcard are still to be entered."""
    dice = known.dice if rules.has_dice else None
    upcard = known.upcard if rules.has_upcard else None
    if (rules.has_dice and dice is None) or (rules.has_upcard and upcard is None):
        return None
    card = CARDS_BY_NAME[upcard] if upcard else None
    limit = knock_limit(rules, dice, card)
    if limit is None:
        words, number = wording.KNOCK_ANY_TIME
        return Knock(number, words)
    words, number = (wording.KNOCK_WITH, str(limit)) if limit else wording.GIN_ONLY
    return Knock(
        number,
        words,
        diamond=name_of(designated_diamond(dice)) if dice else "",
        dice=dice,
        upcard=upcard or "",
        doubles=rules.spades_double and card is not None and suit_of(card) == Suit.SPADES,
    )


def knock_words(shown: Knock) -> str:
    """Return what was rolled or turned up, and what follows from it, as it is announced."""
    if shown.dice:
        first, second = shown.dice
        diamond = spoken_card(designated_diamond(shown.dice))
        return wording.DICE.format(first=first, second=second, knock=shown.words, limit=shown.number, diamond=diamond)
    upcard = spoken_card(CARDS_BY_NAME[shown.upcard])
    doubled = wording.SPADE_DOUBLES if shown.doubles else ""
    return wording.UPCARD.format(card=upcard, knock=shown.words, limit=shown.number) + doubled


def progress_words(table: TableSummary, knocker: int | None) -> str:
    """Return who knocked in the hand that is being played; empty until it was entered."""
    return "" if knocker is None else wording.KNOCKED.format(name=table.players[knocker])


def last_hand_words(table: TableSummary, names: Mapping[str, str]) -> str:
    """Return how the last hand ended, with these short names; empty before the first."""
    if not table.last:
        return ""
    points = {names.get(name, name): amount for name, amount in (table.last.points or {}).items()}
    return wording.last_hand(table.rows, table.last.standing, points)


def score_words(table: TableSummary) -> str:
    """Return the score in a line."""
    return ", ".join(f"{place.name} {place.score}" for place in places(table))
