"""What a screen reader is to read back: my hand, the ruling or the score, in words that everybody can see."""

from collections.abc import Sequence

from flask import Blueprint, Response, request, url_for

from companion.store import games
from companion.web.base import pages
from companion.web.base.came_from import PARAMETER, came_from, values_of_came_from
from companion.web.base.htmx import wants_part
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import ReadBackPlace, kind_of
from companion.web.security.membership import require_member
from companion.wording.rulings import COMMANDS, Command

blueprint = Blueprint("aloud", __name__, url_prefix="/g/<game>")


@pages.context("table/aloud.html")
class AloudPage:
    """The page that shows the words where no script puts them into the screen."""

    game: str
    back: str
    came_from: str
    words: str


@pages.context("table/_aloud.html")
class AloudPart:
    """The words alone."""

    words: str


@blueprint.get("/aloud")
def aloud(game: str) -> Response:
    """Say in words what was asked for, or ask what."""
    member = require_member(game)
    table = games.table_summary(current_store(), game)
    command = next((one for one, _, _ in COMMANDS if one == request.args.get("of")), None)
    words = kind_of(table.game).read_back(member, table, command, _place(game)) if command else ""
    if wants_part():
        return pages.show(AloudPart(words=words))
    back = came_from(game)
    return pages.show(
        AloudPage(
            game=game,
            back=back or url_for("table.table", game=game),
            came_from=request.args[PARAMETER] if back else "",
            words=words,
        )
    )


def _place(game: str) -> ReadBackPlace:
    """Return the hand and the seat of the screen on which the words were asked for."""
    values = values_of_came_from(game)
    return ReadBackPlace(hand=values.get("number", 0), seat=values.get("seat"))


@blueprint.app_template_global("read_back_commands")
def commands() -> Sequence[tuple[Command, str, str]]:
    """Return what can be read back, with buttons and keys."""
    return COMMANDS
