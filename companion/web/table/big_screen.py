"""The big screen: a table read across the room, on a tablet on a shelf or a television, or all tables of a house."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, url_for
from markupsafe import Markup

from companion.store import games
from companion.store.derived import recompute
from companion.store.derived.table_cache import TableSummary, summary_from
from companion.store.people import rematches
from companion.store.people.members import Member
from companion.web.base import live, pages
from companion.web.current_store import current_store
from companion.web.kinds.big_screen import BigScreen
from companion.web.kinds.chart import Chart
from companion.web.kinds.game_kinds import AN_EVENING, ScoredGame, kind_of, load_game
from companion.web.security.membership import member_of, require_member
from companion.web.security.phone import current_phone

blueprint = Blueprint("big_screen", __name__)

MOST_TABLES = 4
"""More would be too small to read."""
JUST_NOW = timedelta(minutes=10)
RULING_SHOWN_FOR = 60
"""Seconds after a hand was recorded."""
MOST_REMATCHES = 50
"""In a row: an evening has fewer."""


@dataclass(frozen=True, slots=True)
class LastRuling:
    """How the last hand came out, shown for a while."""

    shown: Markup
    seconds: int
    """For so long yet."""


@dataclass(frozen=True, slots=True)
class ScreenTable:
    """A table on the big screen."""

    game: str
    table: TableSummary
    screen: BigScreen
    chart: Chart | None = None
    ruling: LastRuling | None = None


@pages.context("table/big_screen.html")
class BigScreenPage:
    tables: tuple[ScreenTable, ...]
    leads_to: str
    """Where the way back goes."""
    others: bool
    """More tables play than the one that is shown."""


@blueprint.get("/g/<game>/screen")
def big_screen(game: str) -> Response:
    """Show a table, and once its players have gone on to another game, that one."""
    member = require_member(game)
    last = _last_game(member)
    if last.game != game:
        live.follow(last.game, url_for("big_screen.big_screen", game=last.game))
    page = BigScreenPage(
        tables=(_alone(last),),
        leads_to=url_for("table.table", game=last.game),
        others=any(other != last.game for other in _playing()),
    )
    return pages.show(page)


@blueprint.get("/screen")
def all_tables() -> Response:
    """Show all tables that play now, side by side."""
    playing = _playing()
    if playing:
        live.follow_all(url_for("big_screen.pulse"), playing)
    members = [member for member in map(member_of, playing) if member]
    tables = [_alone(member) for member in members] if len(members) == 1 else [_beside_others(one) for one in members]
    page = BigScreenPage(tables=tuple(tables), leads_to=url_for("home.home"), others=False)
    return pages.show(page)


@blueprint.get("/screen/pulse")
def pulse() -> Response:
    """Say whether anything has changed at the tables that play now."""
    return live.pulse_of(_playing())


def _last_game(member: Member) -> Member:
    """Return the membership in the last of the games in which the players went on from one to the next."""
    for _ in range(MOST_REMATCHES):
        begun = rematches.next_game(current_store(), member.game)
        following = member_of(begun) if begun else None
        if following is None:
            break
        member = following
    return member


def _playing() -> tuple[str, ...]:
    """Return the games of this phone that are played now, in the order in which they began; if none is, the last one.

    One that was over a moment ago still shows who has won.
    """
    phone = current_phone()
    listed = recompute.games_of(current_store(), phone.id).tables if phone else ()
    if not listed:
        return ()
    # A game that wasn't touched for so long before the last one that was isn't being played.
    tonight = _changed(listed[0][1]) - AN_EVENING
    just_now = datetime.now(UTC) - JUST_NOW
    playing = [
        (table.started_at, game)
        for game, table in listed
        if _changed(table) > (just_now if table.ended else tonight) and not _went_on(game, table)
    ]
    return tuple(game for _, game in sorted(playing[:MOST_TABLES])) or (listed[0][0],)


def _changed(table: TableSummary) -> datetime:
    return datetime.fromisoformat(table.changed_at)


def _went_on(game: str, table: TableSummary) -> bool:
    return table.ended and rematches.next_game(current_store(), game) is not None


def _beside_others(member: Member) -> ScreenTable:
    table = games.table_summary(current_store(), member.game)
    return ScreenTable(member.game, table, kind_of(table.game).big_screen(member, table))


def _alone(member: Member) -> ScreenTable:
    kind, scored = load_game(member)
    table = summary_from(scored.state, scored.sheet)
    return ScreenTable(
        game=member.game,
        table=table,
        screen=kind.big_screen(member, table),
        chart=kind.chart(scored),
        ruling=_last_ruling(scored),
    )


def _last_ruling(game: ScoredGame) -> LastRuling | None:
    row = game.sheet.rows[-1] if game.sheet.rows else None
    change = game.state.change(row.hand.revision) if row else None
    if row is None or change is None:
        return None
    age = (datetime.now(UTC) - datetime.fromisoformat(change.at)).total_seconds()
    left = round(RULING_SHOWN_FOR - age)
    shown = game.kind.ruling_on_screen(game, row) if 0 < left <= RULING_SHOWN_FOR else Markup()
    return LastRuling(shown, left) if shown else None
