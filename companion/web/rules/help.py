"""The rules of one game with its house rules: its numbers, the rules by groups, and a search."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for

from companion.learning.lessons import path_of
from companion.register.entries import GROUP_NAMES, Group, Rule
from companion.register.search import find
from companion.store import games
from companion.web.base import pages
from companion.web.base.came_from import PARAMETER, came_from, coming_from
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import Figure, kind_of
from companion.web.security.membership import require_member
from companion.wording.house_rules import found_words

blueprint = Blueprint("help", __name__, url_prefix="/g/<game>")

LONGEST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The rules about one thing."""

    key: Group
    name: str
    rules: tuple[Rule, ...]


@pages.context("rules/help.html")
class HelpPage:
    """The rules of a game."""

    address: str
    summary: str
    back: str
    came_from: str
    learn: str
    """The path on which the game is learned; empty if it has none."""
    query: str
    found: str
    """What the search found, in words."""
    best: tuple[Rule, ...]
    others: tuple[Rule, ...]
    figures: tuple[Figure, ...]
    house_rules: tuple[str, ...]
    groups: tuple[RuleGroup, ...]
    changed: dict[str, str]
    """What the house rules make of a rule, by its id."""


@blueprint.get("/help")
def rules(game: str) -> Response:
    """Show the rules of a game, or those of them that a search finds."""
    member = require_member(game)
    table = games.table_summary(current_store(), game)
    kind = kind_of(table.game)
    in_play = kind.rules_in_play(member, table)
    query = " ".join(request.args.get("q", "").split())[:LONGEST_SEARCH]
    matches = find(query, in_play.rules)
    back = came_from(game)
    path = path_of(table.game)
    page = HelpPage(
        address=url_for("help.rules", game=game),
        summary=kind.names[table.game],
        back=back or url_for("table.table", game=game),
        came_from=request.args[PARAMETER] if back else "",
        learn=url_for("learning.path", subject=path, **coming_from()) if path else "",
        query=query,
        found=found_words(query, len(matches.rules), len(matches.best), in_part=matches.in_part) if query else "",
        best=matches.best if query else (),
        others=matches.others if query else (),
        figures=in_play.figures,
        house_rules=in_play.house_rules,
        groups=() if query else grouped(in_play.rules),
        changed=dict(in_play.changed),
    )
    return pages.show(page)


def grouped(rules: Sequence[Rule]) -> tuple[RuleGroup, ...]:
    """Return rules by what they are about, our own rulings after the books' sentences."""
    by_group = {group: [rule for rule in rules if rule.group is group] for group in Group}
    return tuple(
        RuleGroup(group, GROUP_NAMES[group], tuple(sorted(listed, key=lambda rule: rule.book == "R")))
        for group, listed in by_group.items()
        if listed
    )
