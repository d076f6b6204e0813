"""What a table shows between hands: totals and the way still to go, who deals and starts, the dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from companion.documents.showdown_draft import Dice
from companion.rules.cards import name_of
from companion.rules.rummy.calls import knock_limit
from companion.rules.rummy.match import first_to_play
from companion.rules.rummy.melds import designated_diamond
from companion.rules.rummy.ruleset import Game, HouseRuleValue, RuleSet, ruleset_for
from companion.store.derived.table_cache import TableSummary
from companion.web.rummy.catalog import GAMES
from companion.wording.cards import card_word, listed_words
from companion.wording.game.house_rules import rules_summary


@dataclass(frozen=True, slots=True)
class Place:
    """One player, or one side, on the table's score."""

    name: str
    total: int
    to_go: int
    share: int
    """How far to the target, in hundredths."""
    part: str = ""
    """What this player does in the coming hand."""
    members: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Knock:
    """What the dice, or the rules, say of the coming hand."""

    number: str
    words: str
    diamond: str = ""
    dice: Dice | None = None


def rules_of(head: Mapping[str, object]) -> RuleSet:
    """Give the rules by which a game is played."""
    return ruleset_for(Game(str(head["game"])), len(players_of(head)), house_rules_of(head))


def players_of(head: Mapping[str, object]) -> tuple[str, ...]:
    """Give the players in seat order."""
    return tuple(cast("Sequence[str]", head["players"]))


def house_rules_of(head: Mapping[str, object]) -> Mapping[str, HouseRuleValue]:
    """Give what the table plays otherwise than the book."""
    return cast("Mapping[str, HouseRuleValue]", head.get("house_rules", {}))


def sides_of(head: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    """Give the sides of a partnership game, none where everybody plays alone."""
    return tuple(tuple(side) for side in cast("Sequence[Sequence[str]]", head.get("sides", ())))


def side_name(side: Sequence[str]) -> str:
    """Name a side by its members."""
    return " & ".join(side)


def summary_of(head: Mapping[str, object]) -> str:
    """Say in one line what is played."""
    return rules_summary(Game(str(head["game"])), len(players_of(head)), house_rules_of(head))


def places(table: TableSummary) -> tuple[Place, ...]:
    """List the players or sides with their totals and the way still to go."""
    target = table.target or 1
    sides = sides_of(table.head)
    if sides:
        return tuple(_side(table, side, target) for side in sides)
    return tuple(
        Place(name, total, max(0, target - total), _share(total, target), _part(table, name))
        for name, total in ((name, table.totals.get(name, 0)) for name in table.players)
    )


def _side(table: TableSummary, side: tuple[str, ...], target: int) -> Place:
    total = sum(table.totals.get(name, 0) for name in side)
    parts = [f"{name} {part}" for name in side for part in [_part(table, name)] if part]
    return Place(
        side_name(side),
        total,
        max(0, target - total),
        _share(total, target),
        ", ".join(parts),
        tuple((name, table.totals.get(name, 0)) for name in side),
    )


def level_words(shown: Sequence[Place], target: int) -> str:
    """Say why a game goes on whose target was reached: it is played on until nobody is level (ruling 13)."""
    best = max(place.total for place in shown)
    level = [place.name for place in shown if place.total == best]
    return f"{listed_words(level)} are tied at {best}: this hand decides." if best >= target else ""


def _share(total: int, target: int) -> int:
    return max(0, min(100, 100 * total // target))


def starter(table: TableSummary) -> str | None:
    """Name the player left of the dealer (ruling 15)."""
    if table.next_dealer is None:
        return None
    return table.players[first_to_play(len(table.players), table.players.index(table.next_dealer))]


def _part(table: TableSummary, name: str) -> str:
    if name == table.next_dealer:
        return "deals"
    if name == starter(table):
        return "rolls and starts" if GAMES[table.game].has_dice else "starts"
    return ""


def knock(rules: RuleSet, dice: Dice | None) -> Knock | None:
    """Say who may knock in the coming hand; None while the dice are still to be rolled."""
    if rules.has_dice and dice is None:
        return None
    diamond = name_of(designated_diamond(dice)) if rules.has_dice and dice else ""
    limit = knock_limit(rules, dice)
    if limit is None:
        return Knock("any time", "Knock on your turn")
    return Knock(str(limit), "Knock with at most", diamond, dice if rules.has_dice else None)


def knock_words(found: Knock, dice: Dice) -> str:
    """Say the rolled dice and what follows from them."""
    diamond = card_word(designated_diamond(dice))
    return f"{dice[0]} and {dice[1]}. {found.words} {found.number}. The Queen's diamond is {diamond}."


def progress_words(table: TableSummary, knocker: object) -> str:
    """Say who knocked in the hand that is being played, as soon as somebody has said so."""
    known = isinstance(knocker, int) and 0 <= knocker < len(table.players)
    return f"{table.players[knocker]} knocked" if known and isinstance(knocker, int) else ""


def last_hand_words(table: TableSummary) -> str:
    """Say how the last hand ended."""
    last = table.last
    if last is None:
        return ""
    hand = f"Hand {table.rows}"
    match last.standing:
        case "drawn":
            return f"{hand} was drawn; nobody scores."
        case "struck-out":
            return f"{hand} is struck out."
        case "illegal" | "unreadable" | "after-the-end":
            return f"{hand} doesn't count under the current rules."
        case _:
            scored = [f"{name} {points:+d}" for name, points in (last.points or {}).items() if points]
            return f"{hand}: {listed_words(scored)}." if scored else f"{hand}: nobody scores."


def score_words(table: TableSummary) -> str:
    """Say the score in a line."""
    return ", ".join(f"{place.name} {place.total}" for place in places(table))
