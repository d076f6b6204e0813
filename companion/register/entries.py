"""The rules: an entry for each ruling sentence of a rulebook and each ruling of our own, and which hold at a table."""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, assert_never

from companion.rules.rummy.ruleset import Form, Game, KnockAt, NextDealer, Opponents, RuleSet, Shutout


class Rulebook(NamedTuple):
    name: str
    short: str
    """What it is to players: beside a rule's title, in the list of books."""
    games: frozenset[str] = frozenset()


_GEM_RUMMY, _GIN_RUMMY = frozenset({"gem-rummy"}), frozenset({"gin-rummy"})
BOOKS = {
    "P": Rulebook("Gem Rummy, the publisher's rulebook", "Gem Rummy, publisher", _GEM_RUMMY),
    "G": Rulebook("Gem Rummy as described at gamerules", "Gem Rummy, as others describe it", _GEM_RUMMY),
    "N": Rulebook("Gin Rummy, T. W. Neller", "Gin Rummy", _GIN_RUMMY),
    "T": Rulebook("Gin Rummy at real tables, from public pages", "Gin Rummy, house rule", _GIN_RUMMY),
    "K": Rulebook("Knock Rummy, Card Game Heaven", "Knock Rummy", frozenset({"knock-rummy"})),
    "II": Rulebook("Gem II, the publisher's rulebook", "Gem II", frozenset({"gem-ii", "gem-ii-solo"})),
    "R": Rulebook("Our rulings where the books are silent or disagree", "Our ruling"),
}


class Group(StrEnum):
    KNOCK = "knock"
    MELDS = "melds"
    LAY_OFFS = "lay-offs"
    MOVES = "moves"
    LEVELS = "levels"
    BETS = "bets"
    PENALTIES = "penalties"
    BONUSES = "bonuses"
    END = "end"
    DEAL = "deal"
    ABOUT = "about"


GROUP_NAMES = {group: group.capitalize() for group in Group} | {
    Group.DEAL: "Deal and turns",
    Group.ABOUT: "About the game",
}


class PlayedBy(StrEnum):
    """How many play, where a rule isn't for all numbers of players."""

    ANY = ""
    ONE = "1"
    TWO = "2"
    THREE = "3"
    TWO_OR_MORE = "2+"
    SIDES = "sides"
    """Partnerships, or the teams of Gem II."""


_PLAYERS = {PlayedBy.ONE: "one player", PlayedBy.TWO: "two players", PlayedBy.THREE: "three players"}

_OF_FORMS = "Gin Rummy for more than two"
"""Stands beside a rule of a form, which is no house rule."""


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    book: str
    place: str
    group: Group
    title: str
    paragraphs: tuple[str, ...]
    settles: tuple[str, ...]
    why_unseen: str | None
    games: frozenset[str]
    played_by: PlayedBy
    overruled: bool
    """A ruling of ours says otherwise, so it holds in no game."""
    house_rules: tuple[str, ...]
    forms: frozenset[str]
    """The forms of Gin Rummy for three and more that it is about; empty if it isn't about one."""
    keywords: str = ""

    @property
    def source(self) -> str:
        short = _OF_FORMS if self.forms and self.book == "T" else BOOKS[self.book].short
        return ", ".join(filter(None, (short, _PLAYERS.get(self.played_by))))

    @property
    def says(self) -> str:
        return " ".join(self.paragraphs)

    @property
    def is_of_real_tables(self) -> bool:
        """Whether it, or all that it settles, holds only where house rules bring it in."""
        return all(rule_id.startswith("T.") for rule_id in self.settles or (self.id,))

    @property
    def seen(self) -> bool:
        return self.why_unseen is None


@cache
def rules() -> dict[str, Rule]:
    folder = files("companion.register") / "rules"
    entries = [
        _rule(entry)
        for name in ("gem-rummy", "gin-rummy", "gin-tables", "gin-forms", "knock-rummy", "gem-ii", "rulings")
        for entry in tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))["rule"]
    ]
    return {entry.id: entry for entry in entries}


def _rule(entry: dict[str, Any]) -> Rule:
    settles = tuple(entry.get("settles", ()))
    books = [rule_id.partition(".")[0].rstrip("3") for rule_id in settles] or [entry["book"]]
    return Rule(
        id=entry["id"],
        book=entry["book"],
        place=entry["place"],
        group=Group(entry["group"]),
        title=entry["title"],
        paragraphs=tuple(entry["says"].strip().splitlines()),
        settles=settles,
        why_unseen=None if entry.get("seen", True) else entry["why_unseen"],
        games=frozenset().union(*(BOOKS[book].games for book in books)),
        played_by=PlayedBy(entry.get("played_by", "")),
        overruled=entry.get("overruled", False),
        house_rules=tuple(entry.get("house_rules", ())),
        forms=frozenset(entry.get("forms", ())),
        keywords=entry.get("keywords", ""),
    )


_BIG_GIN_ADDS = 6
_ABOUT_GEM_PARTS = frozenset(
    {
        *("P.gem-parts", "P.gem-parts-deadwood", "P.gem-parts-points", "P.kings-one-gem", "P.king-in-stash"),
        *("G.gem-parts", "G.kings-one-gem", "R.8"),
    }
)


@dataclass(frozen=True, slots=True)
class Seating:
    game: str
    players: int
    sides: bool = False


def rules_in_play(seating: Seating, chosen: frozenset[str] = frozenset()) -> tuple[Rule, ...]:
    """Return the rules of a table, with `chosen` ids that its house rules bring in.

    One replaces a sentence of the same name in another book: `G.undercut` replaces `P.undercut`.
    """
    replaced = {f"P.{rule_id.removeprefix('G.')}" for rule_id in chosen if rule_id.startswith("G.")}
    return tuple(
        rule for rule in rules().values() if rule.id in chosen or (_holds(rule, seating) and rule.id not in replaced)
    )


def _holds(rule: Rule, seating: Seating) -> bool:
    """Gem Rummy has two texts; where they differ P stands, so the other one isn't repeated at a table."""
    is_only_if_chosen = rule.book == "G" or rule.is_of_real_tables
    is_of_game = seating.game in rule.games and not rule.overruled
    return is_of_game and not is_only_if_chosen and _is_for(rule.played_by, seating)


def _is_for(played_by: PlayedBy, seating: Seating) -> bool:
    match played_by:
        case PlayedBy.ANY:
            return True
        case PlayedBy.ONE | PlayedBy.TWO | PlayedBy.THREE:
            return seating.players == int(played_by)
        case PlayedBy.TWO_OR_MORE:
            return seating.players > 1
        case PlayedBy.SIDES:
            return seating.sides
    assert_never(played_by)


def chosen_by(table: RuleSet) -> frozenset[str]:
    played = {
        "knock_limit": table.knock_limit is KnockAt.UPCARD,
        "ace_allows_one": table.ace_allows_one,
        "spades_double": table.spades_double,
        "straight": table.straight,
        "big_gin_bonus": table.big_gin_bonus == table.gin_bonus + _BIG_GIN_ADDS and not table.has_gems,
        "game_bonus": bool(table.game_bonus),
        "box_bonus": bool(table.box_bonus),
        "shutout": table.shutout is not Shutout.NONE,
        "shutout_bonus": bool(table.shutout_bonus),
        "gin_boxes": table.has_extra_boxes,
        "next_dealer": table.game is Game.GIN_RUMMY and table.next_dealer is not NextDealer.NEXT_SEAT,
        "stake_per_point": bool(table.stake_per_point),
        "stake_per_box": bool(table.stake_per_box),
        "columns": table.columns > 1,
    }
    keys = frozenset(key for key, holds in played.items() if holds)
    pages_differ = {"T.box-bonus", "T.box-20", "T.shutout", "T.shutout-difference", "T.winner-deals", "T.loser-deals"}
    pages_differ |= {"T.oklahoma-ace", "T.oklahoma-ace-one"}
    cites = table.cites
    here = {*table.other_ways, cites.box_bonus, cites.shutout, cites.knock_on_ace}
    not_here = ({*pages_differ, "T.oklahoma-target", "T.hollywood-more"} - here) | _played_otherwise(table)
    of_real_tables = {
        rule.id
        for rule in rules().values()
        if rule.is_of_real_tables and rule.id not in not_here and _is_brought_in(rule, table, keys, frozenset(played))
    }
    return frozenset({*of_real_tables, *table.other_ways.intersection({"G.end", "G.undercut"})})


def _is_brought_in(rule: Rule, table: RuleSet, keys: frozenset[str], optional: frozenset[str]) -> bool:
    """Return whether a table plays a rule of real tables: by its form, and by house rules where it is about those."""
    if not rule.forms:
        return bool(keys.intersection(rule.house_rules))
    of_form = table.form in rule.forms
    is_optional = bool((optional - {"next_dealer"}).intersection(rule.house_rules))
    return of_form and (not is_optional or bool(keys.intersection(rule.house_rules)))


_TARGET_OF_LONG_GAMES = 300


def _played_otherwise(table: RuleSet) -> frozenset[str]:
    """Return what a form of Gin Rummy isn't played by at a table: other pages' ways, and what is for two players."""
    if table.form is None:
        return frozenset()
    held = {
        "R.38": False,
        "T.won-by": table.form is not Form.CUTTHROAT,
        "T.shutout-bonus": table.form is not Form.CUTTHROAT,
        "T.partners-rotate": table.opponents is Opponents.ROTATE,
        "T.partners-stay": table.opponents is Opponents.STAY,
        "T.partners-deal": table.next_dealer is NextDealer.WINNER,
        "T.partners-300": table.target == _TARGET_OF_LONG_GAMES,
    }
    return frozenset(rule_id for rule_id, holds in held.items() if not holds)


_OF_TWO_PLAYERS = frozenset({"N.players", "N.dealer"})


def overruled_by(table: RuleSet) -> frozenset[str]:
    overruled = {"N.box-scores"} if table.settles_at_the_end else set()
    if table.form is not None:
        overruled |= _OF_TWO_PLAYERS
    if table.form is Form.PARTNERS:
        overruled |= {"N.end", "N.replay"}
    if table.game is Game.GIN_RUMMY and table.next_dealer is not NextDealer.NEXT_SEAT:
        overruled.add("N.dealer")
    if "G.end" in table.other_ways:
        overruled.add("P3.end")
    if table.straight:
        overruled |= {"N.knock", "N.undercut", "N.difference", "N.lay-off", "R.7"}
    if not table.has_gem_parts:
        overruled |= _ABOUT_GEM_PARTS
    return frozenset(overruled)
