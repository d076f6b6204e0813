"""The rules of one game with its house rules: its numbers, the rules by groups, and a search."""

from flask import Blueprint, Response, request, url_for

from companion.learning.lessons import path_of
from companion.register.search import Matches, find
from companion.store import games
from companion.web.base import pages
from companion.web.base.came_from import PARAMETER, came_from, coming_from
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import GameRules, kind_of
from companion.web.security.membership import require_member
from companion.wording.house_rules import found_words

blueprint = Blueprint("help", __name__, url_prefix="/g/<game>")

LONGEST_SEARCH = 100


@pages.context("rules/help.html")
class HelpPage:
    """The rules of a game, or those of them that a search found."""

    game: str
    name: str
    back: str
    came_from: str
    learn: str
    """The path on which the game is learned; empty if it has none."""
    seats: str
    """Who plays with whom; empty where everybody plays alone."""
    in_play: GameRules
    query: str
    matches: Matches
    found: str
    """What the search found, in words."""


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
        game=game,
        name=kind.names[table.game],
        back=back or url_for("table.table", game=game),
        came_from=request.args[PARAMETER] if back else "",
        learn=url_for("learning.path", subject=path, **coming_from()) if path else "",
        seats=kind.seats_in_words(table.head),
        in_play=in_play,
        query=query,
        matches=matches,
        found=found_words(query, len(matches.rules), len(matches.best), in_part=matches.in_part) if query else "",
    )
    return pages.show(page)
