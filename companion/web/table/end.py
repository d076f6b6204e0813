"""The end of a game, the same table again, and a cleared table reopened."""

import secrets
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import players_of
from companion.documents.showdown import DECK_KEYS
from companion.journal.events.game import GameReopened, GameStarted
from companion.journal.fold import minutes_played
from companion.store import games
from companion.store.derived import head_to_head
from companion.store.people import devices, rematches
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of, record_event
from companion.web.current_store import current_store
from companion.web.kinds.chart import Chart
from companion.web.kinds.ending import Figures, GameResult, PairRecord, record_of
from companion.web.kinds.game_kinds import GameScreens, ScoredGame, kind_of, load_game
from companion.web.security.membership import author_of, require_member
from companion.web.sheet.history import UndoView, undo_of
from companion.web.table.table import next_seats_words, rematch_dealers
from companion.wording.cards import plural
from companion.wording.game import moved_words
from companion.wording.game_end import MOVED_REASON, duration

blueprint = Blueprint("end", __name__, url_prefix="/g/<game>")

REMATCH_KEYS = ("game", "form", "players", "sides", "teams", "level", "timer", "place", "house_rules", *DECK_KEYS)
"""What a rematch takes over from the head of the game before."""


@pages.context("table/end.html")
class EndPage:
    """The end of a game."""

    game: ScoredGame
    kind: GameScreens[Any]
    result: GameResult
    facts: str
    """How many hands, and how long they took."""
    chart: Chart | None
    figures: Figures | None
    record: PairRecord | None
    dealers: tuple[str, ...]
    """Who may deal first in the next game; empty where it isn't asked."""
    next_seats: str
    """What changes by itself in the next game."""
    undo: UndoView


@blueprint.get("/end")
def end(game: str) -> Response | BaseResponse:
    """Show how a game ended; one that goes on leads back to its table."""
    kind, scored = load_game(require_member(game))
    if not scored.finished:
        return go_to(url_for("table.table", game=game))
    result = kind.result(scored)
    if scored.state.taken_by and not scored.sheet.over:
        moved = moved_words(scored.state.taken_by)
        result = replace(result, headline=moved, title=moved, why=MOVED_REASON)
    page = EndPage(
        game=scored,
        kind=kind,
        result=result,
        facts=facts_of(kind, scored),
        chart=kind.chart(scored),
        figures=kind.figures(scored) if scored.hands else None,
        record=_record(kind, scored),
        dealers=rematch_dealers(scored.state.head),
        next_seats=next_seats_words(scored.state.head),
        undo=undo_of(scored.state),
    )
    return pages.show(page)


def facts_of(kind: GameScreens[Any], game: ScoredGame) -> str:
    """Return how many hands were played, and how long they took."""
    minutes = minutes_played(game.state)
    return ", ".join([plural(game.hands, kind.hand_word), *([duration(minutes)] if minutes else [])])


def _record(kind: GameScreens[Any], game: ScoredGame) -> PairRecord | None:
    """Return the record of the players against each other on this phone, if they have played more than this game."""
    players = game.state.players
    if len(players) == 1:
        return None
    played = head_to_head.head_to_head(current_store(), game.member.device, game.state.game, players)
    if played is None or not played.has_other_games:
        return None
    seated = {name: played.players[name] for name in players}
    return record_of(players, played, kind.figures_of_games(seated, played.hands))


@blueprint.post("/rematch")
def rematch(game: str) -> BaseResponse:
    """Start another game at the same table, or join it; who deals first is chosen, or drawn by lot (R.15)."""
    member = require_member(game)
    state = games.state(current_store(), game)
    head = {key: state.head[key] for key in REMATCH_KEYS if key in state.head}
    seats = kind_of(state.game).next_seats(state.head)
    head |= seats.head if seats else {}
    dealers = rematch_dealers(state.head)
    chosen = request.form.get("dealer", "")
    drawn = not seats and chosen not in map(str, range(len(dealers)))
    if dealers:
        head["first_dealer"] = secrets.choice(dealers) if drawn else dealers[int(chosen)]
    already_begun = rematches.next_game(current_store(), game)
    next_game = rematches.begin(
        current_store(),
        member,
        author_of(member, state.players),
        GameStarted(head, state.deck),
        record_id=idempotency_key_of(request.form),
        seats=[players_of(head).index(name) for name in state.players],
    )
    devices.remember_names(current_store(), member.device, state.players)
    return go_to(url_for("table.table", game=next_game, drawn=1 if drawn and next_game != already_begun else None))


@blueprint.post("/reopen")
def reopen(game: str) -> BaseResponse:
    """Reopen a table that was cleared."""
    member = require_member(game, Role.SCORER)
    state = games.state(current_store(), game)
    record_event(member, state.players, GameReopened())
    return go_to(url_for("table.table", game=game))
